"""Lists at whose numbers a program gathers the places of these are parents, where nobody says what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

HEAD = "#include <bits/stdc++.h>\nusing namespace std;int main(){int n;cin>>n;vector<vector<int>>g(n+1);"
SECOND = "for(int i=2;i<=n;i++){int p;cin>>p;g[p].push_back(i);}"
ROOTED = "vector<int>p(n+1);for(int i=1;i<=n;i++){cin>>p[i];if(p[i]!=0)g[p[i]].push_back(i);}"
COLOURS = "for(int i=1;i<=n;i++){int c;cin>>c;g[c].push_back(i);}"


@pytest.mark.parametrize(
    ("reads", "text"),
    [
        (SECOND, "p: int[n-1] 1..n parents"),
        (ROOTED, "p: int[n] 0..n parents"),
        # Just as many numbers as places are as likely colours.
        (COLOURS, "c: int[n] 1..n"),
    ],
)
def test_what_a_program_gathers_by_are_parents(reads, text):
    report = infer(Problem("p", "plain", Path(".")), Solution(Path("p.cpp"), "cpp", f"{HEAD}{reads}}}".encode()))
    assert report.text.splitlines()[1] == text
    assert ("are parents" in str(report.evidence)) == text.endswith("parents")


def test_samples_and_statements_say_more():
    samples = (Sample("1", b"3\n2 2\n"),)
    problem = Problem("p", "plain", Path("."), samples=samples)
    report = infer(problem, Solution(Path("p.cpp"), "cpp", f"{HEAD}{SECOND}}}".encode()))
    assert "parents" not in report.text


def test_lists_at_constants_are_no_trouble():
    program = b"n = int(input())\ng = [[], []]\nfor i in range(n):\n    g[0].append(i)\nprint(g)\n"
    report = infer(Problem("p", "plain", Path(".")), Solution(Path("p.py"), "python", program))
    assert report.text.startswith("n: int")
