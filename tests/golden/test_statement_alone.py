"""The format by the statement and a sample alone, beside a program whose reads can't be followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

PROGRAM = b"#include <bits/stdc++.h>\nint main() {\n    int x;\n    while (get(&x)) {}\n}\n"
SECTIONS = {
    "a list over lines": (
        "The first line has an integer $n$ ($1 \\le n \\le 1000$). The next $n$ lines contain the integer weights "
        "$w_1, \\ldots, w_n$ ($1 \\le w_i \\le 50$).",
        "2\n7\n9\n",
        "n: int 1..1000\nw: int[n] 1..50 lines\n",
    ),
    "a matrix": (
        "The first line has an integer $n$ ($1 \\le n \\le 100$). Each of the next $n$ lines has $n$ integers "
        "$a_{i,1}, \\ldots, a_{i,n}$ ($0 \\le a_{i,j} \\le 9$).",
        "2\n1 2\n3 4\n",
        "n: int 1..100\na: int[n][n] 0..9\n",
    ),
    "a grid of letters": (
        "The first line has two integers $h$ and $w$ ($1 \\le h, w \\le 100$), the height and the width of a grid of "
        "letters. Then follow $h$ lines, each with $w$ upper case letters `A`-`Z`.",
        "2 3\nABC\nDEF\n",
        'h: int 1..100; w: int 1..100\na: word[h][w] 1..1 of "A-Z" joined\n',
    ),
    "a name and a number": (
        "The first line has an integer $n$ ($1 \\le n \\le 1000$). Each of the next $n$ lines has a name (a word of at "
        "most 20 lowercase letters) and an integer $p$ ($1 \\le p \\le 1000$), the price of an item.",
        "2\nab 3\ncd 4\n",
        'n: int 1..1000\nrows[n]: a: word 1..20 of "a-z"; p: int 1..1000\n',
    ),
}


@pytest.mark.parametrize("name", SECTIONS)
def test_the_statement_alone_gives_the_format(name: str) -> None:
    section, sample, expected = SECTIONS[name]
    statement = f"Some story.\n\n## Input\n{section}\n\n## Output\nPrint the answer.\n"
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    assert infer(problem, Solution(Path("case.cpp"), "cpp", PROGRAM)).text == expected
