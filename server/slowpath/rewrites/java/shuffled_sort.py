"""Numbers that are put in random order before the library sorts them.

What it changes:
    An array of `int` or `long` is shuffled before `Arrays.sort` sorts it.

Why it is faster:
    The library's quicksort takes its pivots from fixed places of the array. An input that holds the largest numbers
    there makes it quadratic until Java 13. From 14 on heapsort ends that: a million such numbers take three times as
    long as others in JDK 17, half of which shuffling saves; in JDK 25, which sorts otherwise, it saves nothing. No
    input knows where its numbers are once they are shuffled.

When it refuses:
    A part of the array is sorted, or the array isn't a plain variable of numbers.

Example:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int[] all = new int[in.nextInt()];
            for (int i = 0; i < all.length; i++) all[i] = in.nextInt();
            Arrays.sort(all);
            System.out.println(Arrays.toString(all));
        }
    }

Not here:
    import java.util.*;
    public class Main {
        public static void main(String[] args) {
            Scanner in = new Scanner(System.in);
            int n = in.nextInt();
            Integer[] all = new Integer[n];
            for (int i = 0; i < n; i++) all[i] = in.nextInt();
            Arrays.sort(all);
            System.out.println(all[n / 2]);
        }
    }
"""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.rewrites.java_program import JavaProgram
from slowpath.rewrites.rule import Change, RewriteRule, change
from slowpath.source.cpp.values import text_of

_NUMBERS = {"int[]": "int", "long[]": "long"}


def _find(program: JavaProgram) -> Iterator[Change]:
    if program.mentions("shuffle", "Random"):
        return  # It's done already, or what is drawn later would be other numbers.
    for node, path, given in program.view.calls("sort"):
        statement = node.parent
        if path != "Arrays" or len(given) != 1 or given[0].type != "identifier" or statement is None:
            continue
        name = text_of(given[0])
        kind = _NUMBERS.get(program.view.type_of(name, node))
        if kind is None or statement.type != "expression_statement":
            continue
        order, at, other, kept = (program.fresh(word) for word in ("order", "at", "other", "kept"))
        made = (
            f"java.util.Random {order} = new java.util.Random();\n"
            f"for (int {at} = {name}.length - 1; {at} > 0; {at}--) {{\n"
            f"    int {other} = {order}.nextInt({at} + 1);\n"
            f"    {kind} {kept} = {name}[{at}];\n"
            f"    {name}[{at}] = {name}[{other}];\n"
            f"    {name}[{other}] = {kept};\n"
            "}"
        )
        yield from change(
            node.start_point.row + 1,
            [program.before(statement, made)],
            f"an order of `{name}` may be known on which this sort is slow",
        )


RULE = RewriteRule("java-shuffled-sort", "Shuffle numbers before they are sorted", "java", 2, _find, __doc__ or "")
