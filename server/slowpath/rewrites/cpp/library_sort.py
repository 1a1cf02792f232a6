"""A sort by exchanges that is the library's.

What it changes:
    Two loops that bring an array or vector of integers in order by swapping elements become `std::sort`.

Why it is faster:
    The loops compare every pair of elements.

When it refuses:
    The loops do anything else, the elements aren't integers (of others, equal ones may be told apart), or what is
    sorted isn't plainly a stretch from zero or one.

Example:
    #include <iostream>
    #include <utility>
    #include <vector>
    using namespace std;
    int main() {
        int n;
        cin >> n;
        vector<int> v(n);
        for (auto &x : v) cin >> x;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (v[j] < v[i]) swap(v[i], v[j]);
            }
        }
        for (int x : v) cout << x << ' ';
    }

Not here:
    #include <iostream>
    #include <utility>
    #include <vector>
    using namespace std;
    int main() {
        int n, moves = 0;
        cin >> n;
        vector<int> v(n);
        for (auto &x : v) cin >> x;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (v[j] < v[i]) swap(v[i], v[j]), moves++;
            }
        }
        cout << moves;
    }
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view_loops import Loop
from slowpath.analysis.rules.cpp_view_scope import Variable
from slowpath.model.patterns import late_regex
from slowpath.rewrites.cpp_program import CppProgram
from slowpath.rewrites.rule import Change, RewriteRule, change

_INTEGERS = frozenset({"int", "long long", "long", "short", "unsigned", "unsigned int", "unsigned long long", "char"})
_STEP = r"(?:{0}\+\+|\+\+{0}|{0}\+=1)"
_HEAD = r"for\((?:int|longlong|size_t|ll|long)(?P<i>\w+)=(?P<from>[01]);(?P=i)(?P<op><|<=)(?P<n>\w+)(?P<less>-1)?;"
_EXCHANGE = late_regex(
    _HEAD + r"(?:(?P=i)\+\+|\+\+(?P=i)|(?P=i)\+=1)\)\{?for\((?:int|longlong|size_t|ll|long)(?P<j>\w+)=(?P=i)\+1;(?P=j)"
    r"(?P=op)(?P=n);(?:(?P=j)\+\+|\+\+(?P=j)|(?P=j)\+=1)\)\{?if\((?:(?P<a>\w+)\[(?P<x>\w+)\](?P<cmp>[<>])(?P=a)\[(?P<y>\w+)\])\)"
    r"\{?(?:std::)?swap\((?P=a)\[(?P<s>\w+)\],(?P=a)\[(?P<t>\w+)\]\);\}?\}?\}?"
)
_BUBBLE = late_regex(
    r"for\((?:int|ll|longlong)(?P<i>\w+)=0;(?P=i)<(?P<n>\w+)(?:-1)?;(?:(?P=i)\+\+|\+\+(?P=i))\)\{?"
    r"for\((?:int|ll|longlong)(?P<j>\w+)=0;(?P=j)(?:\+1<(?P=n)(?:-(?P=i))?|<(?P=n)-1(?:-(?P=i))?|<(?P=n)-(?P=i)-1);"
    r"(?:(?P=j)\+\+|\+\+(?P=j))\)\{?if\((?:(?P<a>\w+)\[(?P=j)\](?P<cmp>[<>])(?P=a)\[(?P=j)\+1\])\)"
    r"\{?(?:std::)?swap\((?P=a)\[(?P=j)\],(?P=a)\[(?P=j)\+1\]\);\}?\}?\}?"
)


def _find(program: CppProgram) -> Iterator[Change]:
    if any(function.name == "swap" for function in program.view.functions):
        return
    for loop in program.view.loops:
        if loop.kind != "for" or len(loop.children) != 1 or any(loop.node.find("declaration_list")):
            continue
        text = re.sub(r"\s+", "", loop.node.text)
        found, falling, first = _exchanged(text)
        if found is None:
            continue
        end = _end(program, loop, found, first)
        if end is not None:
            yield from _sorted(program, loop, found, falling, first, end)


def _exchanged(text: str) -> tuple[re.Match[str] | None, bool, int]:
    """The match of two loops that sort, whether they put large ones first, and where they begin."""
    match = _EXCHANGE.fullmatch(text)
    if match is not None:
        names = {match["i"], match["j"]}
        if {match["x"], match["y"]} != names or {match["s"], match["t"]} != names:
            return None, False, 0
        # `v[j] < v[i]` swaps when the later one is smaller.
        falling = (match["cmp"] == "<") == (match["x"] == match["i"])
        return match, falling, int(match["from"])
    match = _BUBBLE.fullmatch(text)
    return match, match is not None and match["cmp"] == "<", 0


def _end(program: CppProgram, loop: Loop, match: re.Match[str], first: int) -> str | None:
    """Where the stretch ends that the loops sort, as text; None where it isn't an array of integers or may be empty in
    an odd way."""
    nodes = {node.text: node for node in loop.node.find("identifier")}
    array, bound = program.view.scopes.of(nodes[match["a"]]), nodes.get(match["n"])
    if array is None or not _is_integers(array) or match["a"] in (match["i"], match["j"], match["n"]):
        return None
    if bound is not None:
        variable = program.view.scopes.of(bound)
        if variable is None or not variable.is_integral or variable.name in (match["i"], match["j"]):
            return None
    elif not match["n"].isdigit():
        return None
    closed = "op" in match.re.groupindex and match["op"] == "<="
    return f"{match['n']} + 1" if closed else match["n"]


def _is_integers(array: Variable) -> bool:
    if array.container == "vector" and not array.dims:
        return array.element in _INTEGERS
    return len(array.dims) == 1 and array.type in _INTEGERS


def _sorted(
    program: CppProgram, loop: Loop, match: re.Match[str], falling: bool, first: int, end: str
) -> Iterator[Change]:
    array = program.view.scopes.of(next(node for node in loop.node.find("identifier") if node.text == match["a"]))
    if array is None or not match["n"]:
        return
    start = f"{array.name}.begin()" if array.container == "vector" and not array.dims else array.name
    begin = start if first == 0 else f"{start} + 1"
    order = ", std::greater<>()" if falling else ""
    condition = f"if ({match['n']} > 1) " if not match["n"].isdigit() else ""
    text = f"{condition}std::sort({begin}, {start} + {end}{order});"
    edits = [
        *program.include("algorithm"),
        *(program.include("functional") if falling else []),
        program.replaced(loop.node, text),
    ]
    yield from change(loop.line, edits, f"every pair of elements of `{array.name}` is compared")


RULE = RewriteRule("cpp-library-sort", "Sort with the library", "cpp", 3, _find, __doc__ or "")
