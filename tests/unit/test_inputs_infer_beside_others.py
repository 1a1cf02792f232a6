"""Statements that compare elements with their index, their neighbours, and those across a table's diagonal."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.infer import infer
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

LIST = "n = int(input())\na = list(map(int, input().split()))\n"
TABLE = "n = int(input())\na = [list(map(int, input().split())) for _ in range(n)]\n"
GRID = "n = int(input())\ns = [input() for _ in range(n)]\n"
WORD = "s = input()\n"
OF_LIST = (
    "## Input\n\nThe first line has $n$ ($2 \\le n \\le 50$), the second $n$ integers $a_1, \\dots, a_n$ "
    "($1 \\le a_i \\le n$).\n\n"
)
OF_TABLE = (
    "## Constraints\n\n- $2 \\le n \\le 50$\n{}\n\n## Input\n\n```\nn\na_{{1,1}} ... a_{{1,n}}\n:\n"
    "a_{{n,1}} ... a_{{n,n}}\n```\n"
)
OF_WORD = "## Input\n\nA string $s$ of lowercase letters ($1 \\le |s| \\le 50$). {}\n"


def report(statement: str, program: str, sample: str) -> FormatReport:
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode()))


@pytest.mark.parametrize(
    ("statement", "program", "sample", "said"),
    [
        (OF_LIST + "For each $i$, $a_i \\ne i$.", LIST, "3\n2 3 1\n", {"where a != _row+1"}),
        (OF_LIST.replace("$1 \\le a_i \\le n$", "$1 \\le a_i \\le i$"), LIST, "3\n1 2 1\n", {"where a <= _row+1"}),
        (
            OF_LIST.replace("$1 \\le a_i \\le n$", "$1 \\le a_i \\le n$, $a_i \\neq i$"),
            LIST,
            "3\n2 3 1\n",
            {"where a != _row+1"},
        ),
        (OF_LIST + "$a_i \\neq a_{i+1}$ for all $i$.", LIST, "3\n1 2 1\n", {"where apart a"}),
        (OF_LIST + "It is guaranteed that no two adjacent elements are equal.", LIST, "3\n1 2 1\n", {"where apart a"}),
        (OF_WORD.format("Consecutive letters of $s$ are different."), WORD, "abab\n", {"where apart s"}),
        (
            OF_TABLE.format("- $1 \\le a_{i,j} \\le 9$ $(i \\ne j)$\n- $a_{i,i} = 0$\n- $a_{i,j} = a_{j,i}$"),
            TABLE,
            "2\n0 3\n3 0\n",
            {"where symmetric a", "where diagonal a == 0", "where offdiagonal a >= 1"},
        ),
        (
            OF_TABLE.format("- $0 \\le a_{i,j} \\le 9$\n- The matrix is symmetric and has zeros on its main diagonal."),
            TABLE,
            "2\n0 3\n3 0\n",
            {"where symmetric a", "where diagonal a == 0"},
        ),
        (
            "## Constraints\n\n- $2 \\le n \\le 50$\n- $s_i$ is a string of length $n$ that consists of `o`, `x` and "
            "`-`.\n"
            "- $s_{i,i}$ is `-`.\n- $s_{i,j} = s_{j,i}$\n\n## Input\n\n```\nn\ns_1\n:\ns_n\n```\n",
            GRID,
            "2\n-o\no-\n",
            {"where symmetric s", 'where diagonal s == "-"', 'where offdiagonal s != "-"'},
        ),
    ],
)
def test_reads_what_elements_are_beside_others(statement: str, program: str, sample: str, said: set[str]) -> None:
    found = report(statement, program, sample)
    assert set(found.text.splitlines()[2:] if program is not WORD else found.text.splitlines()[1:]) == said
    assert not [misfit for misfit in found.misfits if "bound" in misfit.message]
    assert found.format is not None
    rng = np.random.default_rng(1)
    for _ in range(5):
        instance = generate(found.format, Plan(), rng)
        assert violations(found.format, mutate(found.format, instance, rng)[0]) == []


@pytest.mark.parametrize(
    ("sentence", "sample"),
    [
        ("If $a_i \\ne i$, print the number.", "3\n2 1 3\n"),
        ("A list is nice if no two adjacent elements are equal.", "3\n1 2 1\n"),
        ("It is guaranteed that $a_i \\ne i$.", "3\n1 2 1\n"),
        ("It is guaranteed that adjacent elements are distinct.", "3\n1 1 2\n"),
    ],
)
def test_reads_no_condition_and_nothing_that_a_sample_breaks(sentence: str, sample: str) -> None:
    text = report(OF_LIST + sentence, LIST, sample).text
    assert "where" not in text
    assert "distinct" not in text


@pytest.mark.parametrize(
    ("sentence", "sample", "rows"),
    [
        ("- $(a_{i,1}, a_{i,2}, \\ldots, a_{i,n})$ is a permutation of $(1, \\ldots, n)$.", "2\n1 2\n2 1\n", True),
        ("- Each of the next $n$ lines contains a permutation of $1..n$.", "2\n1 2\n1 2\n", True),
        ("- Each of the next $n$ lines contains a permutation of $1..n$.", "2\n1 1\n1 2\n", False),
    ],
)
def test_a_table_of_permutations_becomes_rows(sentence: str, sample: str, rows: bool) -> None:
    text = report(OF_TABLE.format("- $1 \\le a_{i,j} \\le n$\n" + sentence), TABLE, sample).text
    assert text.splitlines()[1] == ("rows[n]: a: int[n] 1..n permutation" if rows else "a: int[n][n] 1..n")


def test_a_statement_without_sections_tells_of_the_input_in_its_story():
    said = "The first line has $n$ ($1 \\le n \\le 50$). The second has $n$ integers $a_i$ ($0 \\le a_i < i$)."
    assert report(said, LIST, "3\n0 1 1\n").text == "n: int 1..50\na: int[n] 0..n-1\nwhere a < _row+1\n"
