"""Lists in rows that name things: each thing once, as the samples show and statements take for granted."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.expression import expr
from slowpath.model.problem import Problem, Sample, Solution

PROGRAM = """n = int(input())
for _ in range(n):
    k, *near = map(int, input().split())
    print(k, near)
"""


def read(said: str, sample: str) -> str:
    statement = (
        f"# Input\nThe first line has the number $n$ of rooms ($1 \\le n \\le 99$). {said}\n\n# Output\nPrint it.\n"
    )
    problem = Problem("p", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("p"), "python", PROGRAM.encode())).text


@pytest.mark.parametrize(
    ("said", "sample", "rows"),
    [
        (
            "Line $i$ of the next $n$ has a number $k_i$ ($0 \\le k_i < n$), followed by $k_i$ integers "
            "$a_1, \\dots, a_k$ ($1 \\le a_j \\le n$), the rooms that can be reached from room $i$.",
            "3\n2 2 3\n0\n1 1\n",
            "k: int 0..n-1; a: int[k] 1..n distinct",
        ),
        (
            "The $i$-th of the next $n$ lines has an integer $C_i$ followed by $C_i$ integers $A_1, \\dots, A_{C_i}$ "
            "($1 \\le A_j < i$), the rooms that come before it.",
            "3\n0\n1 1\n2 2 1\n",
            "C: int 0.._row; A: int[C] 1.._row distinct",
        ),
    ],
)
def test_a_list_of_things_in_a_row_names_none_twice(said, sample, rows):
    assert rows in read(said, sample)


@pytest.mark.parametrize("sample", ["3\n2 2 2\n0\n1 1\n", "3\n1 2\n0\n1 1\n"])
def test_a_list_of_things_may_repeat_them_where_a_sample_does_or_none_shows_it(sample):
    said = (
        "Each of the next $n$ lines has a number $k_i$ ($0 \\le k_i \\le 5$), followed by $k_i$ integers "
        "$a_1, \\dots, a_k$ ($1 \\le a_j \\le n$), the rooms of a walk."
    )
    assert "distinct" not in read(said, sample)


def test_a_list_of_values_is_no_set():
    said = (
        "Each of the next $n$ lines has a number $k_i$ ($0 \\le k_i \\le 5$), followed by $k_i$ integers "
        "$a_1, \\dots, a_k$ ($1 \\le a_j \\le 50$), the prices of its goods."
    )
    assert "distinct" not in read(said, "2\n3 2 3 4\n0\n")


def test_as_many_distinct_numbers_may_follow_their_number():
    said = (
        "Each of the next $n$ lines starts with the integer $m$ ($1 \\le m \\le 9$), which is the number of cards, "
        "followed by $m$ distinct integers between 1 and 50."
    )
    assert "int[m] 1..50 distinct" in read(said, "2\n3 2 3 4\n1 7\n")


@pytest.mark.parametrize(
    ("text", "number", "sum_"),
    [("n", -1, "n-1"), ("n+1", -1, "n"), ("n-2", -3, "n-5"), ("2*n", 1, "2*n+1"), ("7", 5, "12"), ("n*n", 0, "n*n")],
)
def test_the_sum_of_an_expression_and_a_number_is_short(text, number, sum_):
    assert expr(text).plus(number) == expr(sum_)
