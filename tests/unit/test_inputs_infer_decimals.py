"""Decimal numbers in the statement and in the samples."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

ONE = "x = float(input())\nprint(x)\n"
TWO = "n, p = input().split()\nn = int(n)\np = float(p)\nprint(n * p)\n"
POINTS = """n = int(input())
points = [tuple(map(float, input().split())) for _ in range(n)]
print(points[0][0], points[0][1])
"""
CPP = """#include <iostream>
#include <string>
using namespace std;
int main() {
    int n; string density; cin >> n >> density;
    double c;
    for (int i = 0; i < n; i++) { cin >> c; cout << c << density; }
}
"""


def report(source: str, statement: str, *samples: str) -> FormatReport:
    language = "cpp" if "#include" in source else "python"
    return infer(
        Problem(
            "p",
            "plain",
            Path("p"),
            f"## Input\n{statement}\n",
            samples=tuple(Sample(f"sample {number}", data.encode()) for number, data in enumerate(samples)),
        ),
        Solution(Path(f"a.{'cpp' if language == 'cpp' else 'py'}"), language, source.encode()),
    )


@pytest.mark.parametrize(
    ("source", "statement", "samples", "text"),
    [
        (
            ONE,
            "A real number x ($0 < x < 1$) with at most 3 digits after the decimal point.",
            (),
            "x: float 0.001..0.999 decimals 3\n",
        ),
        (
            ONE,
            "A real number x ($0.5 \\le x \\le 2.25$), given with exactly two decimal places.",
            (),
            "x: float 0.5..2.25 decimals 2\n",
        ),
        (
            ONE,
            "A real number x ($|x| < 10$) with one digit after the decimal point.",
            (),
            "x: float -9.9..9.9 decimals 1\n",
        ),
        (
            ONE,
            "A real number x ($0 \\le x \\le 1$).\nAll real values are given with at most three decimal places.",
            ("0.5\n",),
            "x: float 0.0..1.0 decimals 0..3\n",
        ),
        (
            TWO,
            "One line with an integer n and a real p ($1 \\le n \\le 9, 0 \\le p \\le 1$).",
            ("3 0.25\n",),
            "n: int 1..9; p: float 0.0..1.0 decimals 2\n",
        ),
    ],
)
def test_the_ends_and_the_digits_are_the_statements(source, statement, samples, text):
    assert report(source, statement, *samples).text == text


def test_samples_may_write_their_numbers_with_unequal_digits():
    sample = "3\n0.0 0.0\n1.5 2.0\n-3 4.25\n"
    made = report(
        POINTS,
        "The first line has n (2 ≤ n ≤ 50). Each of the next n lines has two real numbers x and y "
        "(−100 ≤ x, y ≤ 100) with at most 3 digits after the decimal point.",
        sample,
    )
    assert made.text == (
        "n: int 2..50\nrows[n]: x: float -100.0..100.0 decimals 3; y: float -100.0..100.0 decimals 3\n"
    )
    assert made.format is not None
    assert not violations(made.format, parse(made.format, sample.encode()))


def test_the_statement_says_which_of_the_numbers_are_integers():
    made = report(
        CPP,
        "One line with an integer n and a real number p (1 <= n <= 9, 0 < p < 1), given with at most 6 "
        "digits after the decimal point. Then n lines, each with an integer c (1 <= c <= 50).",
        "2 0.5\n3\n4\n",
    )
    assert made.text == "n: int 1..9; p: float 1e-06..0.999999 decimals 0..6\nc: int[n] 1..50 lines\n"
