"""Euclid's algorithm takes its most steps.

What it finds:
    A loop or recursion that replaces two numbers by one of them and a remainder, or by their difference.

Why it is slow:
    Neighbouring Fibonacci numbers take the most divisions; numbers of very different size the most subtractions.

Evidence:
    The steps in total against the number of pairs; by subtraction against their logarithm.

Example:
    #include <iostream>
    using namespace std;
    int main() {
        int t;
        cin >> t;
        while (t--) {
            long long a, b;
            cin >> a >> b;
            while (b) {
                long long r = a % b;
                a = b;
                b = r;
            }
            cout << a << ' ';
        }
    }

Not here:
    #include <iostream>
    int main() {
        int n, digits = 0;
        std::cin >> n;
        while (n) {
            digits += n % 10;
            n /= 10;
        }
        std::cout << digits;
    }

False alarms:
    One call on one pair costs next to nothing.

Source:
    Lame's theorem; STAB section 3.2: gcd on Fibonacci numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from slowpath.analysis.rules.cpp_view import CppView
from slowpath.analysis.rules.cpp_view_work import around, behind, entry, found, lines_of, over, rounds_most
from slowpath.analysis.rules.rule import Rule
from slowpath.model.constraint import BODY, Constraint, Place
from slowpath.source.cpp.view_tree import Syntax


def _find(view: CppView) -> Iterator[Constraint]:
    for loop in view.loops:
        if loop.kind not in ("while", "do") or loop.children:
            continue
        by_division, by_subtraction = _remainder(loop.body), _difference(loop.body)
        if not by_division and not by_subtraction:
            continue
        yield from _steps(view, loop.node, view.place(BODY, loop.node), loop.body, by_division)
    for function in view.functions:
        names = [parameter.name for parameter in function.parameters]
        for call in view.self_calls(function):
            given = [argument.text.replace(" ", "") for argument in call.arguments]
            if len(names) == 2 and given in (
                [names[1], f"{names[0]}%{names[1]}"],
                [f"{names[1]}%{names[0]}", names[0]],
            ):
                calls = [other for other in view.calls_of(function) if not other.node.inside(function.body)]
                if calls:
                    yield from _steps(view, function.node, entry(view, function), calls[-1].node, True)
                break


def _steps(view: CppView, node: Syntax, at: Place | None, inside: Syntax, by_division: bool) -> Iterator[Constraint]:
    loops = around(view, inside)
    if not loops:
        return
    outer = loops[-1]
    right = view.rounds(outer, behind(view, outer)[1]) if outer.node is not node else ""
    most = rounds_most(view, [loop for loop in loops if loop.node is not node]) or 1
    largest = max((held.hi or 0 for held in view.names.variables.values()), default=0) or 10**9
    steps = 1.44 * math.log2(max(4, largest)) * 0.6 if by_division else 1000.0
    if right:
        condition = over(view, outer, at, right=right, factor=steps)
    else:
        condition = over(view, outer, at, factor=max(8.0, steps * most * 0.5))
    yield from found(
        "euclid-steps",
        node,
        "the pairs are like neighbouring Fibonacci numbers"
        if by_division
        else "one number of a pair is far larger than the other",
        condition,
        "each pair takes nearly the most steps",
        lines=lines_of(node),
    )


def _remainder(body: Syntax) -> bool:
    """Whether a remainder by a variable is taken and the two variables change places."""
    text = re.sub(r"\s+", "", body.text)
    named = re.search(r"\b(\w+)%(?:\()?([a-zA-Z_]\w*)", text)
    inplace = re.search(r"\b(\w+)%=([a-zA-Z_]\w*)", text)
    if inplace is not None:
        return "swap(" in text or re.search(rf"\b{inplace[2]}%={inplace[1]}\b", text) is not None
    return named is not None and re.search(rf"\b{named[1]}={named[2]}\b", text) is not None


def _difference(body: Syntax) -> bool:
    """Whether both of two variables are lessened by the other."""
    text = re.sub(r"\s+", "", body.text)
    return any(
        re.search(rf"\b{match[2]}(-={match[1]}|={match[2]}-{match[1]})\b", text) is not None
        for match in re.finditer(r"\b(\w+)-=(\w+)\b", text)
    )


RULE = Rule("euclid-steps", "euclid's algorithm takes its most steps", "cpp", 2, _find, __doc__ or "")
