"""Kinds of queries told row by row before a dash, "1 x - a guest comes", by a program that reads all of a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

PROGRAM = """
q = int(input())
seen = []
for _ in range(q):
    t, x = map(int, input().split())
    if t == 1:
        seen.append(x)
    else:
        print(seen.count(x))
"""


def inferred(kinds: str) -> str:
    text = (
        f"Process q queries:\n\n{kinds}\n\n## Input\n\nThe first line: q (1 <= q <= 90). Then q lines with a "
        "query each (1 <= x <= 500).\n"
    )
    problem = Problem("case", "plain", Path("."), text, samples=(Sample("1", b"3\n1 10\n2 15\n2 10\n"),))
    return infer(problem, Solution(Path("case.py"), "python", PROGRAM.encode())).text


@pytest.mark.parametrize(
    "kinds",
    [
        "1 x - a guest with the number x comes (others may have it as well)\n2 x - print how many have the number x",
        "1 x \u2014 a guest with the number x comes\n2 x \u2014 how many have the number x?",
        "`1 x` - a guest with the number x comes\n`2 x` - how many have the number x?",
        "- 1 x - a guest with the number x comes\n- 2 x - how many have the number x?",
    ],
)
def test_each_row_is_a_kind(kinds: str) -> None:
    assert inferred(kinds) == "q: int 1..90\nrows[q]: t: int 1..2; x: int 1..500\n"


@pytest.mark.parametrize(
    "text",
    [
        "Numbers from 1 to x - these are guests - come, and\n2 x - 1 of them leave.",
        "The guests\n1 x - and no others - come.",
    ],
)
def test_what_is_reckoned_is_no_kind(text: str) -> None:
    assert "queries" not in inferred(text).replace("q queries", "")


SIGNS = b"""
#include <iostream>
int main() { int q; std::cin >> q; long s = 0; while (q--) { char c; int x; std::cin >> c >> x;
if (c == '+') s += x; else std::cout << s; } }
"""


@pytest.mark.parametrize(
    ("kinds", "text"),
    [
        (
            "- `+ x`: a box of weight x comes;\n- `- x`: a box of weight x goes;\n- `? k`: print the k-th (1 <= k <= "
            "q).",
            'q: int 1..90\nqueries: queries[q]\n  "+": x: int 1..500\n  "-": x2: int 1..500\n  "?": k: int 1..q\n',
        ),
        ("Boxes come and go.", 'q: int 1..90\nrows[q]: c: word 1..1 of "+\\\\-?"; x: int 1..500\n'),
    ],
)
def test_kinds_that_are_signs_read_beside_their_numbers(kinds: str, text: str) -> None:
    said = f"Events:\n\n{kinds}\n\n## Input\n\nThe first line: q (1 <= q <= 90). Then q events (1 <= x <= 500).\n"
    problem = Problem("case", "plain", Path("."), said, samples=(Sample("1", b"3\n+ 5\n- 5\n? 1\n"),))
    assert infer(problem, Solution(Path("case.cpp"), "cpp", SIGNS)).text == text
