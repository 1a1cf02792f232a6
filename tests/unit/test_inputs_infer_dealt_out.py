"""Lists that hold each number from 1 to n once between them, which samples show where nothing bounds their elements."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

PROGRAM = """
n = int(input())
k = int(input())
mine = list(map(int, input().split()))
m = int(input())
yours = list(map(int, input().split()))
"""
STATEMENT = """Sheep numbered from 1 to n are driven onto two meadows; all sheep are different.

## Input
The first line contains n (2 <= n <= 50), the number of sheep.
The second line contains k (1 <= k <= n - 1), the third k integers, the sheep on the first meadow.
The fourth line contains m (k + m = n), the fifth m integers, the sheep on the second meadow.
All sheep on both meadows are different.
"""


def report(*samples: str) -> FormatReport:
    problem = Problem(
        "p",
        "plain",
        Path("/p"),
        STATEMENT,
        None,
        tuple(Sample(str(number), data.encode(), b"1\n") for number, data in enumerate(samples, 1)),
    )
    return infer(problem, Solution(Path("a.py"), "python", PROGRAM.encode()))


def test_numbers_that_are_there_once_each_run_up_to_how_many_there_are():
    made = report("4\n2\n1 3\n2\n4 2\n", "3\n1\n2\n2\n1 3\n")
    assert "mine: int[k] 1..n" in made.text
    assert "yours: int[m] 1..n" in made.text
    assert not {"mine", "yours"} & set(made.assumed)
    assert any(one.source == "samples" and one.about == "mine" for one in made.evidence)


@pytest.mark.parametrize(
    "samples",
    [
        ("4\n2\n1 9\n2\n4 2\n", "3\n1\n2\n2\n1 3\n"),
        ("4\n2\n1 3\n2\n4 2\n", "3\n1\n2\n2\n5 3\n"),
        ("2\n1\n1\n1\n2\n",),
        ("4\n2\n0 3\n2\n1 2\n", "3\n1\n2\n2\n0 1\n"),
    ],
)
def test_other_numbers_or_too_few_leave_the_bounds_assumed(samples):
    assert {"mine", "yours"} <= set(report(*samples).assumed)
