"""A sample that doesn't fit where the program's text and the others agree is left out, and said."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.text_form.text import to_text
from slowpath.model.problem import Problem, Sample, Solution

LIST = b"""#include <iostream>
#include <vector>
int main() { int n; std::cin >> n; std::vector<int> a(n); for (int& x : a) std::cin >> x; std::cout << a[0]; }
"""
STATEMENT = "The first line has n (1 <= n <= 50). The second line has n integers a_i (1 <= a_i <= 900)."


def inferred(*samples: str):
    problem = Problem(
        "p",
        "plain",
        Path("/p"),
        STATEMENT,
        None,
        tuple(Sample(str(number), data.encode(), b"1\n") for number, data in enumerate(samples, 1)),
    )
    return infer(problem, Solution(Path("a.cpp"), "cpp", LIST))


@pytest.mark.parametrize("wrong", ["3\n5 2 2 7\n", "4\n1 2 3\n"])
def test_the_others_win_and_the_reason_is_said(wrong):
    report = inferred("4\n5 2 2 7\n", wrong, "2\n1 8\n")
    assert report.format is not None
    assert to_text(report.format) == "n: int 1..50\na: int[n] 1..900\n"
    (said,) = [misfit for misfit in report.misfits if misfit.where == "sample 2"]
    assert said.decision.startswith("left out")
    assert "token" in said.message


def test_where_most_samples_disagree_with_the_text_none_is_left_out():
    report = inferred("4\n5 2 2 7\n", "3\n5 2 2 7\n", "1\n4 4\n")
    assert not any(misfit.decision.startswith("left out") for misfit in report.misfits)
