"""Sums bounded by other variables, lists whose last name has a capital subscript, ends far beyond any vertex."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution

CUTS = """n, r = map(int, input().split())
for _ in range(r):
    p, c = map(int, input().split())
    print(p * c)
"""
QUERIES = """n, q = map(int, input().split())
heights = list(map(int, input().split()))
for _ in range(q):
    x, y = map(int, input().split())
    print(heights[x - 1] + heights[y - 1])
"""
LADDERS = """from collections import defaultdict
n = int(input())
graph = defaultdict(list)
for _ in range(n):
    a, b = map(int, input().split())
    graph[a].append(b)
    graph[b].append(a)
print(len(graph))
"""


def report_of(statement: str, program: str, sample: str) -> FormatReport:
    samples = (Sample("1", sample.encode()),) if sample else ()
    problem = Problem("case", "plain", Path("."), f"## Input\n\n{statement}\n", samples=samples)
    return infer(problem, Solution(Path("case.py"), "python", program.encode()))


@pytest.mark.parametrize(
    ("said", "relation", "highest"),
    [("(p + c <= n + 1)", "p+c <= n+1", "n"), ("(p + c <= n)", "p+c <= n", "n-1"), ("(p + c < n)", "p+c < n", "n-2")],
)
def test_what_a_bounded_sum_leaves_bounds_its_parts(said: str, relation: str, highest: str) -> None:
    text = report_of(
        "The first line has n and r (3 <= n <= 50, 1 <= r <= 9). Each of the next r lines has two "
        f"positive integers p and c {said}.",
        CUTS,
        "5 2\n1 2\n2 1\n",
    ).text
    assert f"rows[r]: p: int 1..{highest}; c: int 1..{highest}\n" in text and f"where {relation}\n" in text


@pytest.mark.parametrize("said", ["If p + c <= n, the cut is short.", "Print p + c <= n if it holds."])
def test_a_sum_in_a_condition_bounds_nothing(said: str) -> None:
    text = report_of(
        "The first line has n and r (3 <= n <= 50, 1 <= r <= 9). Each of the next r lines has two "
        f"positive integers p and c (p, c <= 9). {said}",
        CUTS,
        "5 2\n1 2\n2 1\n",
    ).text
    assert "where" not in text and "rows[r]: p: int 1..9; c: int 1..9\n" in text


@pytest.mark.parametrize("last", ["AN", "An"])
def test_a_list_and_a_number_of_a_row_may_share_a_letter(last: str) -> None:
    text = report_of(
        "The first line has N and Q.\n"
        f"The second line has N integers A1, A2, ..., {last} denoting heights.\n"
        "Each of the next Q lines has two integers A and B.\n\n## Constraints\n\n1 <= N, Q <= 10^5\n"
        "0 <= Ai <= 10^9\n1 <= A, B <= N\n",
        QUERIES,
        "3 1\n0 7 5\n1 3\n",
    ).text
    assert text == "N: int 1..100000; Q: int 1..100000\nA: int[N] 0..1000000000\nrows[Q]: A2: int 1..N; B: int 1..N\n"


@pytest.mark.parametrize("sample", ["", "2\n1 9\n9 4\n"])
def test_pairs_of_numbers_beyond_the_count_are_no_graph(sample: str) -> None:
    report = report_of(
        "The first line has n (1 <= n <= 1000). Each of the next n lines has a_i and b_i "
        "(1 <= a_i, b_i <= 10^9), the floors that ladder i connects.",
        LADDERS,
        sample,
    )
    assert report.text == "n: int 1..1000\nrows[n]: a: int 1..1000000000; b: int 1..1000000000\n"
    assert not report.misfits
