"""Letters named in rows, and lists whose elements are at most how many stand behind them."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

ROWS = "q = int(input())\nfor _ in range(q):\n    c, x = input().split()\n    print(c * int(x))\n"
LISTS = "n = int(input())\na = list(map(int, input().split()))\nb = list(map(int, input().split()))\n"


def text_of(statement: str, program: str, sample: str) -> str:
    problem = Problem("case", "plain", Path("."), f"## Input\n\n{statement}\n", samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode())).text


@pytest.mark.parametrize(
    ("said", "sample", "alphabet"),
    [("an uppercase letter c", "A", "A-Z"), ("a letter c", "A", "A-Z"), ("a letter c", "b", "a-z")],
)
def test_a_letter_in_a_row_is_one_letter(said: str, sample: str, alphabet: str) -> None:
    text = text_of(
        f"The first line has q (1 <= q <= 9). Each of the next q lines has {said} and an integer x (1 <= x <= 9).",
        ROWS,
        f"1\n{sample} 3\n",
    )
    assert text == f'q: int 1..9\nrows[q]: c: word 1..1 of "{alphabet}"; x: int 1..9\n'


@pytest.mark.parametrize(
    ("bound", "relation"), [("$0 \\le b_i \\le n - i$", "b <= n-_row-1"), ("$0 \\le b_i < n - i + 1$", "b < n-_row")]
)
def test_elements_that_are_at_most_how_many_stand_behind(bound: str, relation: str) -> None:
    text = text_of(
        "The first line has n (1 <= n <= 9). The second n integers $a_1, \\dots, a_n$ ($0 \\le a_i \\le i$)."
        f" The third n integers $b_1, \\dots, b_n$ ({bound}).",
        LISTS,
        "3\n0 2 2\n1 1 0\n",
    )
    assert f"where {relation}\n" in text and "where a <= _row+1\n" in text
