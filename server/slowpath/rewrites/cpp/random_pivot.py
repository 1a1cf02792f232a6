"""A quicksort whose pivot nobody can foresee.

What it changes:
    Before a hand-written quicksort of numbers takes its pivot from a fixed place, an element chosen by chance is
    swapped there.

Why it is faster:
    With the first, last or middle element as the pivot there is an order of the input on which each step takes off only
    one element.

When it refuses:
    The function isn't plainly a quicksort of an array or vector of numbers, by Hoare's or Lomuto's partition with
    nothing else in it: then the order of what comes in might be seen in what goes out.

Example:
    #include <cstdio>
    #include <utility>
    int a[50005];
    void sorted(int lo, int hi) {
        if (lo >= hi) return;
        int pivot = a[hi], i = lo - 1;
        for (int j = lo; j < hi; j++) {
            if (a[j] < pivot) {
                i++;
                std::swap(a[i], a[j]);
            }
        }
        std::swap(a[i + 1], a[hi]);
        sorted(lo, i);
        sorted(i + 2, hi);
    }
    int main() {
        int n;
        scanf("%d", &n);
        for (int i = 0; i < n; i++) scanf("%d", &a[i]);
        sorted(0, n - 1);
        for (int i = 0; i < n; i++) printf("%d ", a[i]);
    }

Not here:
    #include <cstdio>
    #include <utility>
    int a[50005], moves;
    void sorted(int lo, int hi) {
        if (lo >= hi) return;
        int pivot = a[hi], i = lo - 1;
        for (int j = lo; j < hi; j++) {
            if (a[j] < pivot) {
                i++;
                moves++;
                std::swap(a[i], a[j]);
            }
        }
        std::swap(a[i + 1], a[hi]);
        sorted(lo, i);
        sorted(i + 2, hi);
    }
    int main() {
        int n;
        scanf("%d", &n);
        for (int i = 0; i < n; i++) scanf("%d", &a[i]);
        sorted(0, n - 1);
        printf("%d", moves);
    }
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from slowpath.analysis.rules.cpp_view_calls import Function
from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.model.patterns import late_regex
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change

_WORD = late_regex(r"[A-Za-z_]\w*")
_SPACE = late_regex(r"\s+|std::")
_PARENTHESES = late_regex(r"(=|return)\(([A-Z][+-]1)\)(?=[;,])")
_NUMBER = r"(?:int|auto|longlong|ll|constint|long)"
_MIDDLE = r"(?:\(L\+H\)/2|L\+\(H-L\)/2|\(L\+H\)>>1|\(H\+L\)/2|L\+\(H-L>>1\)|L\+\(\(H-L\)>>1\)|\(H\+L\)>>1)"
_STEP = r"(?:{0}\+\+|\+\+{0}|{0}\+=1)"
_BACK = r"(?:{0}--|--{0}|{0}-=1)"
_SWAP_OF_BOTH = "swap(A[I],A[J]);"
_SWAP = re.escape(_SWAP_OF_BOTH)
_OTHER_WAY_ROUND = late_regex(r"swap\((A\[[JHL]\]),(A\[[^JHL\]][^\]]*\])\);")
_UNLESS_SAME = late_regex(rf"if\((?:I!=J|J!=I)\)(?:{_SWAP}|\{{{_SWAP}\}})")

# The letters stand for names: A is the array, L and H the limits of the part, P the pivot, I and J what walks over it,
# Q the function, M where a partition function says that the parts meet.
_START = r"if\(L>=H\)return;|if\(H<=L\)return;"
_PLACE = rf"A\[(?:L|H|{_MIDDLE}|(?P=m))\]"
_MOVES = late_regex(
    rf"({_START}|if\((?:L<H|H>L)\)\{{|)(?:{_NUMBER}(?P<m>\w+)={_MIDDLE};)?"
    rf"(?:(?:if\({_PLACE}[<>]=?{_PLACE}\))?(?:swap\({_PLACE},{_PLACE}\);|\{{swap\({_PLACE},{_PLACE}\);\}}))+"
)
"""What moves elements of the part about before there is a pivot, as a median of three: any order will do."""
_LOMUTO = (
    rf"{_NUMBER}P=A\[H\](?:;intI=|,I=)L-1;"
    rf"for\(intJ=L;J(?:<H|<=H-1);{_STEP.format('J')}\)\{{?if\(A\[J\]<=?P\)"
    rf"(?:\{{{_STEP.format('I')};{_SWAP}\}}|\{{?swap\(A\[\+\+I\],A\[J\]\);\}}?)\}}?"
    r"swap\(A\[I\+1\],A\[H\]\);"
)
_LOMUTO_ZERO = (
    rf"{_NUMBER}P=A\[H\](?:;intI=|,I=)L;"
    rf"for\(intJ=L;J<H;{_STEP.format('J')}\)\{{?if\(A\[J\]<=?P\)"
    rf"(?:\{{{_SWAP}{_STEP.format('I')};\}}|\{{?swap\(A\[I\+\+\],A\[J\]\);\}}?)\}}?"
    r"swap\(A\[I\],A\[H\]\);"
)
_LOMUTO_FIRST = (
    rf"{_NUMBER}P=A\[L\](?:;intI=|,I=)L;"
    rf"for\(intJ=L\+1;J(?:<=H|<H\+1);{_STEP.format('J')}\)\{{?if\(A\[J\]<=?P\)"
    rf"(?:\{{{_STEP.format('I')};{_SWAP}\}}|\{{?swap\(A\[\+\+I\],A\[J\]\);\}}?)\}}?"
    r"swap\(A\[I\],A\[L\]\);"
)
_HOARE_PART = (
    rf"{_NUMBER}P=A\[(?:L|{_MIDDLE})\];intI=L-1(?:,|;int)J=H\+1;while\((?:true|1)\)\{{"
    rf"do\{{?{_STEP.format('I')};\}}?while\(A\[I\]<P\);do\{{?{_BACK.format('J')};\}}?while\(A\[J\]>P\);"
    rf"if\(I>=J\)returnJ;{_SWAP}\}}"
)
_HOARE_WHOLE = (
    rf"intI=L(?:,|;int)J=H(?:,P=|;{_NUMBER}P=)A\[(?:L|H|{_MIDDLE})\];"
    rf"(?:while\(I<=J\)\{{|do\{{)while\(A\[I\]<P\){_STEP.format('I')};while\((?:A\[J\]>P|P<A\[J\])\){_BACK.format('J')};"
    rf"if\(I<=J\)\{{(?:{_SWAP}{_STEP.format('I')};{_BACK.format('J')};|swap\(A\[I\+\+\],A\[J--\]\);)\}}\}}"
    rf"(?:while\(I<=J\);)?"
    r"if\((?:L<J|J>L)\)Q\(L,J\);if\((?:I<H|H>I)\)Q\(I,H\);"
)
_ALL = (rf"{_LOMUTO}Q\(L,I\);Q\(I\+2,H\);", rf"(?:{_LOMUTO_ZERO}|{_LOMUTO_FIRST})Q\(L,I-1\);Q\(I\+1,H\);", _HOARE_WHOLE)
_WHOLE = (_HOARE_WHOLE, *(rf"(?:(?:{_START}){each}|if\((?:L<H|H>L)\)\{{{each}\}})" for each in _ALL))
_PARTITION = (
    (rf"{_LOMUTO}returnI\+1;", r"Q\(L,M-1\);Q\(M\+1,H\);"),
    (rf"(?:{_LOMUTO_ZERO}|{_LOMUTO_FIRST})returnI;", r"Q\(L,M-1\);Q\(M\+1,H\);"),
    (_HOARE_PART, r"Q\(L,M\);Q\(M\+1,H\);"),
)


Quicksort = tuple[Function, Variable, tuple[str, str]]
"""The function that takes a pivot, the array of numbers, and the names of its part's limits."""


def _find(program: CppProgram) -> Iterator[Change]:
    if not any(function.name == "swap" for function in program.view.functions):
        for found in quicksorts(program):
            yield from _shuffled(program, *found)


def quicksorts(program: CppProgram, written: Callable[[str], str] = lambda body: body) -> Iterator[Quicksort]:
    """What is plainly a quicksort, or its partition, and nothing else; of programs in other languages too, in the words
    of C++. `written` gives a body with `swap(a[i], a[j])` where elements change places in other words."""
    for function in program.view.functions:
        found = _array(program, function)
        if found is None or function.is_lambda or program.view.function(function.name) is not function:
            continue
        array, limits = found
        body = written(function.body.text[1:-1])
        if any(
            re.fullmatch(shape, text) for shape in _WHOLE for text in _texts(body, function, array, limits, function)
        ) or _is_partition(program, body, function, array, limits):
            yield function, array, limits


def _array(program: CppProgram, function: Function) -> tuple[Variable, tuple[str, str]] | None:
    """The array of numbers that a function works on, a global one or its first parameter, and its two limits."""
    parameters = [parameter for parameter in function.parameters if parameter.is_integral]
    if len(parameters) != 2 or any(parameter.by_reference for parameter in parameters):
        return None
    given = [parameter for parameter in function.parameters if not parameter.is_integral]
    pivots = list(function.body.find("subscript_expression"))
    base = pivots[0].get("argument") if pivots else None
    array = program.view.scopes.of(base) if base is not None and base.type == "identifier" else None
    if array is None or len(given) > 1 or (given and given[0] is not array):
        return None
    numbers = re.fullmatch(
        r"(?:vector<)?(?:int|longlong|long|unsigned|short|unsignedint|char)>?", array.type.replace(" ", "")
    )
    one = len(array.dims) == 1 or array.is_pointer or (array.container == "vector" and not array.dims)
    kept = array.by_reference or array.is_pointer or bool(array.dims) or array.is_global
    return (array, (parameters[0].name, parameters[1].name)) if numbers and one and kept else None


def _texts(
    body: str, function: Function, array: Variable, limits: tuple[str, str], sorting: Function, middle: str = ""
) -> Iterator[str]:
    """The body of a function on one line with its names replaced by the letters above."""
    known = {array.name: "A", limits[0]: "L", limits[1]: "H", sorting.name: "Q", middle: "M"}
    plain = re.sub(rf"Q?\b{sorting.name}\(\s*{array.name}\s*,", f"{sorting.name}(", _SPACE.sub(" ", body))
    plain = _without_moves(_WORD.sub(lambda match: known.get(match[0], match[0]), plain))
    ours = {node.text for node in function.body.find("identifier")}
    ours -= {array.name, *limits, "swap", sorting.name, "std", middle}
    names = list(dict.fromkeys(word for word in _WORD.findall(plain) if word in ours))
    for letters in (("P", "I", "J"), ("I", "J", "P"), ("I", "P", "J")):
        if len(names) <= len(letters):
            table = dict(zip(names, letters, strict=False))
            made = _WORD.sub(lambda match, table=table: table.get(match[0], match[0]), plain)  # type: ignore[misc]
            made = _PARENTHESES.sub(r"\1\2", re.sub(r"\s+", "", made))
            yield _UNLESS_SAME.sub(_SWAP_OF_BOTH, _OTHER_WAY_ROUND.sub(r"swap(\2,\1);", made))


def _without_moves(body: str) -> str:
    """A body without what moves elements about before there is a pivot, and the middle that only this needs."""
    places = [place for place, letter in enumerate(body) if not letter.isspace()]
    found = _MOVES.match("".join(body[place] for place in places))
    if found is None:
        return body
    start, end = places[found.end(1)], places[found.end() - 1] + 1
    is_used = found["m"] is not None and found["m"] in _WORD.findall(body[end:])
    return body if is_used else f"{body[:start]} {body[end:]}"


def _is_partition(
    program: CppProgram, text_of_it: str, function: Function, array: Variable, limits: tuple[str, str]
) -> bool:
    """Whether a function is the partition of a quicksort that is another function, and of nothing else."""
    calls = program.view.calls_of(function)
    sorting = program.view.function_of(calls[0].node) if len(calls) == 1 else None
    if sorting is None or sorting is function or sorting.is_lambda:
        return False
    found = _limits(sorting)
    middle = next((node for node in sorting.body.find("init_declarator") if calls[0].node.inside(node)), None)
    name = middle.get("declarator") if middle is not None else None
    if found is None or name is None or name.type != "identifier":
        return False
    body = re.sub(r"\s+|std::", " ", sorting.body.text[1:-1])
    plain = re.sub(rf"\b({sorting.name}|{function.name})\(\s*\w+\s*,(?=[^,()]*,)", r"\1(", body)
    table = {found[0]: "L", found[1]: "H", sorting.name: "Q", function.name: "R", name.text: "M"}
    text = re.sub(r"\s+", "", _WORD.sub(lambda match: table.get(match[0], match[0]), plain))
    for shape, rest in _PARTITION:
        both = rf"(?:int|auto|constint)M=R\(L,H\);{rest}"
        whole = rf"(?:(?:{_START}){both}|if\((?:L<H|H>L)\)\{{{both}\}})"
        if re.fullmatch(whole, text) and any(
            re.fullmatch(shape, made) for made in _texts(text_of_it, function, array, limits, sorting)
        ):
            return True
    return False


def _limits(function: Function) -> tuple[str, str] | None:
    parameters = [parameter.name for parameter in function.parameters if parameter.is_integral]
    return (parameters[0], parameters[1]) if len(parameters) == 2 else None


def _shuffled(program: CppProgram, function: Function, array: Variable, limits: tuple[str, str]) -> Iterator[Change]:
    pivot = next(
        (
            node
            for node in function.body.find("subscript_expression")
            if node.parent is not None and node.parent.type == "init_declarator"
        ),
        None,
    )
    if pivot is None:
        return
    statement = program.view.statement(pivot)
    place = program.text(pivot)
    held = next((variable for variable in program.view.scopes.variables if variable.value is pivot), None)
    element = array.type if array.dims or array.is_pointer else array.element
    if (
        place is None
        or statement.type != "declaration"
        or held is None
        or held.type.replace(" ", "") not in ("auto", "longlong", element.replace(" ", ""))
    ):
        return
    low, high = limits
    random, state = program.fresh("random_below"), program.fresh("state")
    helper = (
        f"static unsigned long long {random}(unsigned long long bound) {{\n"
        f"    static unsigned long long {state} =\n"
        f"        std::chrono::steady_clock::now().time_since_epoch().count() | 1;\n"
        f"    {state} ^= {state} << 13;\n    {state} ^= {state} >> 7;\n    {state} ^= {state} << 17;\n"
        f"    return {state} % bound;\n}}"
    )
    swap = f"if ({low} < {high}) std::swap({place}, {array.name}[{low} + {random}({high} - {low} + 1)]);"
    edits = [
        *program.include("chrono"),
        *program.include("utility"),
        program.above(function.node, helper),
        program.line_before(statement, swap),
    ]
    yield from change(statement.line, edits, "an input can make each step take off only one element")


RULE = RewriteRule("cpp-random-pivot", "Choose a quicksort's pivot by chance", "cpp", 3, _find, __doc__ or "")
