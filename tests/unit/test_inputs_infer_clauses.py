"""A clause of a sentence of which another part was understood is accounted for by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

STATEMENT = """Numbers.

## Input

The first line has $n$ ($1 \\le n \\le 1000$). The second line has $n$ {integers}. {more}

## Output

Print the sum.
"""
PROGRAM = b"#include <bits/stdc++.h>\nusing namespace std;int main(){int n;cin>>n;vector<int>a(n);for(auto&x:a)cin>>x;}"
BOUNDED = "integers $a_i$ ($1 \\le a_i \\le 10^6$)"


def doubts(integers: str, more: str) -> list[str]:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        STATEMENT.format(integers=integers, more=more),
        samples=(Sample("1", b"3\n1 2 3\n"),),
    )
    return [doubt.text for doubt in infer(problem, Solution(Path("a.cpp"), "cpp", PROGRAM)).doubts]


@pytest.mark.parametrize(
    ("integers", "more", "said"),
    [
        (BOUNDED, "The values are distinct, and their gcd is 1.", "their gcd is 1"),
        (BOUNDED, "All values are distinct and the list can be split into two parts of one sum.", "can be split"),
        (f"{BOUNDED}, forming a mountain", "", "forming a mountain"),
        (f"distinct {BOUNDED} whose product is a square", "", "whose product is a square"),
        (f"{BOUNDED}, which can be halved again and again", "", "which can be halved"),
    ],
)
def test_what_nothing_stands_for_is_a_doubt(integers, more, said):
    (doubt,) = doubts(integers, more)
    assert said in doubt


@pytest.mark.parametrize(
    ("integers", "more"),
    [
        (BOUNDED, "All values are distinct, and they are separated by single blanks."),
        (BOUNDED, "The values are distinct, and no value is larger than $n^2$."),
        (f"distinct {BOUNDED}, where the number $a_i$ is that of the card $i$", ""),
    ],
)
def test_what_is_understood_or_says_nothing_is_none(integers, more):
    assert doubts(integers, more) == []
