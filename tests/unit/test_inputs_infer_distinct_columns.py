"""Columns of rows in which no value stands twice, as statements say it; and inputs of full size that follow."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.infer import infer
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.problem import Problem, Sample, Solution

POINTS = "n = int(input())\nfor _ in range(n):\n    x, y = map(int, input().split())\n"
NAMES = "n = int(input())\nd = {}\nfor _ in range(n):\n    s, c = input().split()\n    d[s] = int(c)\n"


def relations(statement: str, program: str, sample: str) -> list[str]:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        f"## Input\n\nThe first line has n (1 <= n <= 9). {statement}\n",
        samples=(Sample("1", sample.encode()),),
    )
    found = infer(problem, Solution(Path("case.py"), "python", program.encode())).format
    return [str(one) for one in found.relations]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (
            "No two cows share the same x-coordinate, and no two share the same y-coordinate.",
            ["distinct x", "distinct y"],
        ),
        ("All $x_i$ are distinct.", ["distinct x"]),
        ("All $x_i$ are different and all $y_i$ are different.", ["distinct x", "distinct y"]),
        ("It is guaranteed that $y_i \\neq y_j$ for $i \\neq j$.", ["distinct y"]),
        ("No two points share the same x-coordinate and the same y-coordinate.", []),
        ("The $x_i$ aren't necessarily distinct.", []),
        ("If all $x_i$ are distinct, the answer is YES.", []),
        ("Either all $x_i$ are distinct or all are equal.", []),
        ("No two cows share the same x-coordinate at the end.", []),
        ("If n is 1, the next line is the last, and all $y_i$ are distinct.", ["distinct y"]),
    ],
)
def test_reads_which_coordinates_differ(said: str, found: list[str]) -> None:
    lines = f"Each of the next n lines has integers $x_i$ and $y_i$ ($0 <= x_i, y_i <= 50$). {said}"
    assert relations(lines, POINTS, "2\n1 2\n2 1\n") == found


@pytest.mark.parametrize(
    ("described", "found", "points"),
    [
        (
            "the position $x_i$ and the colour $y_i$ ($1 <= x_i, y_i <= 50$) of a lamp. No two lamps are at the same "
            "position.",
            ["distinct x"],
            False,
        ),
        (
            "the colour $x_i$ ($1 <= x_i <= 50$) and the position $y_i$ ($1 <= y_i <= 50$) of a lamp. There is at "
            "most one "
            "lamp at each position.",
            ["distinct y"],
            False,
        ),
        (
            "two integers x and y (1 <= x, y <= 50), the place and the height of a tree. No two trees are at the same "
            "place.",
            ["distinct x"],
            False,
        ),
        (
            "the position $x_i$ and $y_i$ ($1 <= x_i, y_i <= 50$) of a lamp. No two lamps are at the same position.",
            [],
            True,
        ),
        (
            "two integers x and y (1 <= x, y <= 50), the position of a lamp. No two lamps are at the same position.",
            [],
            True,
        ),
        ("the positions $x_i$ and $y_i$ ($1 <= x_i, y_i <= 50$). All positions are different.", [], True),
    ],
)
def test_reads_whether_one_field_or_the_rows_differ(described: str, found: list[str], points: bool) -> None:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        f"## Input\n\nThe first line has n (1 <= n <= 9). Each of the next n lines has {described}\n",
        samples=(Sample("1", b"2\n1 2\n2 1\n"),),
    )
    fmt = infer(problem, Solution(Path("case.py"), "python", POINTS.encode())).format
    assert [str(one) for one in fmt.relations] == found
    assert ("distinct" in fmt.nodes[1].traits) == points


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("No two parcels have the same name.", ["distinct s"]),
        ("All names are distinct.", ["distinct s"]),
        ("$s_i \\neq s_j$ for $i \\neq j$.", ["distinct s"]),
        ("Names of parcels may be the same.", []),
    ],
)
def test_reads_which_words_differ(said: str, found: list[str]) -> None:
    lines = (
        "Each of the next n lines has a string $s_i$ of between 1 and 20 lowercase letters, and an integer $c_i$ "
        f"($1 <= c_i <= 50$). {said}"
    )
    assert relations(lines, NAMES, "2\nab 2\nb 2\n") == found


@pytest.mark.parametrize(
    "text",
    [
        "n: int 1..100000\nrows[n] intervals: s: int 0..1000000; e: int s..1000000\nwhere distinct s\n",
        "n: int 1..100000\nrows[n] intervals: s: int 0..1000000; e: int 0..1000000\nwhere distinct e\n",
        "n: int 1..50000\nrows[n]: s: int 0..999999; e: int s+1..1000000\nwhere distinct s\n",
        'n: int 1..50000\nrows[n]: s: word 1..10 of "a-z"; c: int 1..9\nwhere distinct s\n',
        'n: int 1..50000\ns: word[n] 1..10 of "a-z" lines distinct\n',
        'n: int 1..50000\ns: word[n] 1..20 of "ab" lines distinct\n',
    ],
)
def test_differing_values_reach_full_size(text: str) -> None:
    fmt = from_text(text)
    most = fmt.nodes[0].type.hi.constant
    instance = generate(fmt, Plan(sizes={"n": most}), np.random.default_rng(1))
    assert instance["n"] == most
    assert violations(fmt, instance) == []


def test_numbers_inside_of_an_assignments_indices_are_read() -> None:
    program = (
        "n, q = map(int, input().split())\ns = [0] * n\nfor _ in range(q):\n    a = input().split()\n"
        "    if a[0] == 'P':\n        s[int(a[1]) - 1] += int(a[2])\n    else:\n"
        "        print(s[int(a[1]) - 1])\n"
    )
    problem = Problem("case", "plain", Path("."), "", samples=(Sample("1", b"2 3\nP 1 10\nA 1\nP 2 5\n"),))
    text = infer(problem, Solution(Path("case.py"), "python", program.encode())).text
    assert "word" not in text
