"""Statements that compare elements with the ones behind them, or say how often values are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

LIST = "n = int(input())\na = list(map(int, input().split()))\n"
LIMITED = "n, k = map(int, input().split())\na = list(map(int, input().split()))\n"
ROWS = "n = int(input())\nfor _ in range(n):\n    l, r = map(int, input().split())\n"
WORD = "s = input()\n"
OF_LIST = (
    "## Input\n\nThe first line has $n$ ($2 \\le n \\le 50$), the second $n$ integers $a_1, \\dots, a_n$ "
    "($1 \\le a_i \\le 99$).\n\n"
)
OF_LIMITED = OF_LIST.replace("has $n$ ($2 \\le n \\le 50$)", "has $n$ and $k$ ($2 \\le n \\le 50$, $1 \\le k \\le 9$)")
OF_ROWS = (
    "## Input\n\nThe first line has $n$ ($2 \\le n \\le 50$), the number of walls. Each of the next $n$ lines "
    "has two integers $l_i$ and $r_i$ ($1 \\le l_i \\le r_i \\le 10^9$).\n\n"
)
PLAIN_ROWS = (
    "Input\n\nThe first line has n (2 ≤ n ≤ 50). Each of the next n lines has two integers li and ri "
    "(1 ≤ li ≤ ri ≤ 1000). "
)


def report(statement: str, program: str, sample: str) -> FormatReport:
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode()))


@pytest.mark.parametrize(
    ("statement", "program", "sample", "said"),
    [
        (
            OF_ROWS + "It is guaranteed that $r_i < l_{i+1}$ for all $1 \\le i < n$.",
            ROWS,
            "2\n1 2\n4 9\n",
            ["next l > r"],
        ),
        (OF_ROWS + "- $r_i + 2 \\le l_{i+1}$", ROWS, "2\n1 2\n4 9\n", ["next l >= r+2"]),
        (
            OF_ROWS + "$1 \\le l_1 \\le r_1 < l_2 \\le r_2 < \\dots < l_n \\le r_n \\le 10^9$.",
            ROWS,
            "2\n1 2\n4 9\n",
            ["next l > r"],
        ),
        (
            OF_ROWS + "The walls are sorted in increasing order of $l_i$. No two walls overlap.",
            ROWS,
            "2\n1 2\n4 9\n",
            ["next l >= r"],
        ),
        (PLAIN_ROWS + "It's guaranteed that ri < li + 1 (1 ≤ i < n).\n", ROWS, "2\n1 2\n4 9\n", ["next l > r"]),
        (OF_LIST + "$|a_i - a_{i+1}| \\le 1$ for each $i$.", LIST, "3\n1 2 2\n", ["next a <= a+1", "next a >= a-1"]),
        (
            OF_LIST + "$|a_i - a_{i-1}| = 1$ for each $2 \\le i \\le n$.",
            LIST,
            "3\n1 2 1\n",
            ["next a <= a+1", "next a >= a-1", "next a != a"],
        ),
        (
            OF_LIMITED + "$|a_{i+1} - a_i| \\le k$ for each $i$.",
            LIMITED,
            "3 2\n1 2 2\n",
            ["next a <= a+k", "next a >= a-k"],
        ),
        (OF_LIST + "$a_{i+1} \\le 2 \\cdot a_i$ for each $i$.", LIST, "3\n1 2 2\n", ["next a <= 2*a"]),
        (OF_LIST + "$a_{i+1} - a_i \\ge 2$ for each $i$.", LIST, "3\n1 3 5\n", ["next a >= a+2"]),
        (
            OF_LIST + "It is guaranteed that neighbouring heights differ by at most 3.",
            LIST,
            "3\n1 4 4\n",
            ["next a <= a+3", "next a >= a-3"],
        ),
        (
            OF_LIST + "The absolute difference between adjacent elements is always exactly one.",
            LIST,
            "3\n1 2 1\n",
            ["next a <= a+1", "next a >= a-1", "next a != a"],
        ),
        (OF_LIST + "It is guaranteed that each number appears at most twice.", LIST, "3\n1 2 2\n", ["times a <= 2"]),
        (
            OF_LIST + "Every integer that is there occurs in the array exactly two times.",
            LIST,
            "4\n1 2 2 1\n",
            ["times a == 2"],
        ),
        (OF_LIST + "No value appears more than three times.", LIST, "4\n1 2 2 1\n", ["times a <= 3"]),
        (OF_LIMITED + "Each colour appears at most $k$ times.", LIMITED, "4 2\n1 2 2 1\n", ["times a <= k"]),
        (
            "A trail has n points. Neighbouring heights differ by at most 1.\n\n" + OF_LIST,
            LIST,
            "3\n1 2 2\n",
            ["next a <= a+1", "next a >= a-1"],
        ),
        (
            "A drawer holds socks; each colour appears exactly twice.\n\n" + OF_LIST,
            LIST,
            "4\n1 2 2 1\n",
            ["times a == 2"],
        ),
        (
            "## Input\n\nA string $s$ of lowercase letters ($1 \\le |s| \\le 50$). It is guaranteed that no letter "
            "occurs "
            "more than twice.\n",
            WORD,
            "abab\n",
            ["times s <= 2"],
        ),
    ],
)
def test_reads_what_follows_an_element_and_how_often_one_is_there(
    statement: str, program: str, sample: str, said: list[str]
) -> None:
    found = report(statement, program, sample)
    assert found.format is not None
    assert [str(relation) for relation in found.format.relations] == said
    assert not found.misfits
    assert not [one for one in found.stated if one.kind == "guarantee"]


@pytest.mark.parametrize(
    ("statement", "program", "sample"),
    [
        (OF_LIST + "It is guaranteed that $a_i \\le a_{i+1}$.", LIST, "3\n1 2 2\n"),
        (OF_LIST + "Print how often neighbouring elements differ by at most 1.", LIST, "3\n1 2 2\n"),
        (OF_LIST + "You may swap two of them when neighbouring elements differ by at most 1.", LIST, "3\n1 2 2\n"),
        (OF_LIST + "A sequence is nice if each number appears at most twice.", LIST, "3\n1 2 2\n"),
        ("Ann wants a row in which each number appears at most twice.\n\n" + OF_LIST, LIST, "3\n1 1 1\n"),
        ("A row is calm if neighbouring heights differ by at most 1.\n\n" + OF_LIST, LIST, "3\n1 2 1\n"),
        ("In one move Ann makes neighbouring heights differ by at most 1.\n\n" + OF_LIST, LIST, "3\n1 2 1\n"),
        (OF_LIST + "It is guaranteed that each number appears exactly once.", LIST, "3\n1 3 2\n"),
        (OF_LIST + "$|a_i - a_{i+1}| \\ge 2$ for each $i$.", LIST, "3\n1 3 1\n"),
        (OF_ROWS + "The walls are sorted in increasing order of $l_i$. They may overlap.", ROWS, "2\n1 2\n4 9\n"),
        (OF_ROWS + "No two walls overlap.", ROWS, "2\n4 9\n1 2\n"),
        (OF_LIST + "It is guaranteed that neighbouring heights differ by at most 3.", LIST, "3\n1 9 4\n"),
    ],
)
def test_reads_nothing_of_the_kind_into_others(statement: str, program: str, sample: str) -> None:
    found = report(statement, program, sample)
    assert found.format is not None
    assert not [relation for relation in found.format.relations if relation.kind in ("next", "times")]
