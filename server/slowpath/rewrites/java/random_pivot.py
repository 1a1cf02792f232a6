"""A quicksort whose pivot nobody can foresee.

What it changes:
    Before a hand-written quicksort of numbers takes its pivot from a fixed place, an element chosen by chance is
    swapped there.

Why it is faster:
    With the first, last or middle element as the pivot there is an order of the input on which each step takes off only
    one element.

When it refuses:
    The method isn't plainly a quicksort of an array of numbers, by Hoare's or Lomuto's partition with nothing else in
    it: then the order of what comes in might be seen in what goes out.

Example:
    import java.util.*;
    public class Main {
        static void sort(int[] a, int lo, int hi) {
            if (lo >= hi) return;
            int pivot = a[hi], i = lo - 1;
            for (int j = lo; j < hi; j++) {
                if (a[j] < pivot) {
                    i++;
                    int kept = a[i];
                    a[i] = a[j];
                    a[j] = kept;
                }
            }
            int kept = a[i + 1];
            a[i + 1] = a[hi];
            a[hi] = kept;
            sort(a, lo, i);
            sort(a, i + 2, hi);
        }
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int[] all = new int[in.nextInt()];
            for (int i = 0; i < all.length; i++) all[i] = in.nextInt();
            sort(all, 0, all.length - 1);
            System.out.println(Arrays.toString(all));
        }
    }

Not here:
    import java.util.*;
    public class Main {
        static int moves;
        static void sort(int[] a, int lo, int hi) {
            if (lo >= hi) return;
            int pivot = a[(lo + hi) / 2], i = lo, j = hi;
            while (i <= j) {
                while (a[i] < pivot) i++;
                while (a[j] > pivot) j--;
                if (i <= j) { int kept = a[i]; a[i] = a[j]; a[j] = kept; i++; j--; moves++; }
            }
            if (lo < j) sort(a, lo, j);
            if (i < hi) sort(a, i, hi);
        }
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int[] all = new int[in.nextInt()];
            for (int i = 0; i < all.length; i++) all[i] = in.nextInt();
            sort(all, 0, all.length - 1);
            System.out.println(moves);
        }
    }
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from slowpath.model.patterns import late_regex
from slowpath.rewrites.cpp.random_pivot import quicksorts
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.java_program import JavaProgram
from slowpath.rewrites.java_translated import translated
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import descendants, text_of

_ELEMENT = r"(\w+\[(?:(?!\+\+|--)[\w\s+-])+\])"
_EXCHANGED = late_regex(
    rf"\b(?:int|long long|long|auto|char|short)\s+(\w+)\s*=\s*{_ELEMENT}\s*;"
    rf"\s*\2\s*=\s*{_ELEMENT}\s*;\s*\3\s*=\s*\1\s*;"
)
_BODY = late_regex(r"\s*swap\((\w+)\[(\w+)\], \1\[(\w+)\]\);\s*")
_PLACE = r"((?:[^,()]|\([^()]*\))+)"
_CALL = late_regex(rf"\bswap\({_PLACE},{_PLACE}(?:,{_PLACE})?\)")
_NUMBERS = {"int[]": "int", "long[]": "long", "short[]": "short", "char[]": "char"}


def _find(program: JavaProgram) -> Iterator[Change]:
    there = translated(program)
    written = _writing(there)
    for function, array, (low, high) in quicksorts(there, written) if written is not None else ():
        taken = [
            node
            for method in descendants(program.root, "method_declaration")
            if text_of(method.child_by_field_name("name")) == function.name
            for node in descendants(method, "variable_declarator")
            if text_of(node.child_by_field_name("value")).startswith(f"{array.name}[")
        ]
        pivot = min(taken, key=lambda node: node.start_byte, default=None)
        statement = pivot.parent if pivot is not None else None
        element = _NUMBERS.get(program.view.type_of(array.name, pivot)) if pivot is not None else None
        if pivot is None or statement is None or element is None:
            continue
        place, chosen, held = (
            text_of(pivot.child_by_field_name("value")),
            program.fresh("chosen"),
            program.fresh("held"),
        )
        made = (
            f"if ({low} < {high}) {{\n"
            f"    int {chosen} = {low} + (int) (Math.random() * ({high} - {low} + 1));\n"
            f"    {element} {held} = {place};\n"
            f"    {place} = {array.name}[{chosen}];\n"
            f"    {array.name}[{chosen}] = {held};\n"
            "}"
        )
        reason = "an input can make each step take off only one element"
        yield from change(statement.start_point.row + 1, [program.before(statement, made)], reason)


def _writing(program: CppProgram) -> Callable[[str], str] | None:
    """What writes exchanges of two elements as C++ does, be they three assignments or a method of the program's; None
    where its `swap` is something else."""
    swap = next((function for function in program.view.functions if function.name == "swap"), None)
    if swap is None:
        return _assigned
    found = _BODY.fullmatch(_assigned(swap.body.text[1:-1]))
    names = [parameter.name for parameter in swap.parameters]
    if found is None or names[-2:] != list(found.groups()[1:]) or names[:-2] not in ([], [found[1]]):
        return None
    of = "" if names[:-2] else found[1]

    def called(match: re.Match[str]) -> str:
        *array, one, other = [each for each in match.groups() if each is not None]
        base = array[0] if array else of
        return f"swap({base}[{one.strip()}], {base}[{other.strip()}])"

    return lambda body: _assigned(_CALL.sub(called, body))


def _assigned(body: str) -> str:
    return _EXCHANGED.sub(r"swap(\2, \3);", body)


RULE = RewriteRule("java-random-pivot", "Choose a quicksort's pivot by chance", "java", 3, _find, __doc__ or "")
