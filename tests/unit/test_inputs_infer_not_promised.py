"""What sounds like a promise about the input, and is none, or one of something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution


def report_of(said: str, program: str, sample: str) -> FormatReport:
    problem = Problem("case", "plain", Path("."), f"## Input\n\n{said}", samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode()))


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Count the elements such that $|a_i| \\ge 1$.", "a: int[n] -9..9"),
        ("If $n \\ge 2$, then $1 \\le |a_i| \\le 9$.", "a: int[n] -9..9"),
    ],
)
def test_a_number_is_away_from_zero_only_where_the_input_is(said: str, line: str) -> None:
    text = f"The first line has n (1 <= n <= 9). The second has n integers a_i ($-9 \\le a_i \\le 9$). {said}"
    program = "n = int(input())\na = list(map(int, input().split()))\nprint(a)\n"
    assert (report_of(text, program, "2\n3 -4\n").text or "").splitlines() == ["n: int 1..9", line]


@pytest.mark.parametrize(
    ("of_three", "line"),
    [
        ("if the list has at least k elements, print the last, else 0 (1 <= k <= 9)", "  3: k: int 1..9"),
        (
            "remove the last k elements (1 <= k <= 9). It is guaranteed that the list has at least k.",
            "  3: k: int 1..9",
        ),
    ],
)
def test_a_query_looks_at_what_is_held_only_where_that_is_promised_and_known(of_three: str, line: str) -> None:
    text = (
        "The first line has Q (1 <= Q <= 9). Then Q lines follow:\n\n- `1 x`: append x (1 <= x <= 9).\n"
        f"- `2`: remove the last element. It is guaranteed that the list is not empty.\n- `3 k`: {of_three}\n"
    )
    program = (
        "Q = int(input())\nl = []\nfor _ in range(Q):\n    t = input().split()\n    if t[0] == '1':\n"
        "        l.append(int(t[1]))\n    elif t[0] == '2':\n        l.pop()\n    else:\n        print(l[-int(t[1])])\n"
    )
    assert line in (report_of(text, program, "3\n1 5\n3 1\n2\n").text or "").splitlines()


def test_of_several_points_with_a_colour_only_places_that_differ_by_themselves_do() -> None:
    text = (
        "The first line has n (1 <= n <= 9). Each of the next n lines has x and y (0 <= x, y <= 9) and an "
        "uppercase letter. "
    )
    program = "n = int(input())\nfor i in range(n):\n    x, y, c = input().split()\n    print(int(x) + int(y), c)\n"
    plain, by_colour = (
        report_of(text + said, program, "2\n1 2 A\n3 4 B\n").text or ""
        for said in ("No two cows are at the same point.", "No two cows of the same color stand at the same point.")
    )
    assert "points(x, y) distinct" in plain
    assert "points" not in by_colour
