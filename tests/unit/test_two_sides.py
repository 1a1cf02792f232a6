"""Rows that pair things of two kinds (who likes whom): they are no graph on one set, and hard for matchings."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.catalogue import Catalogue, TargetFacts
from slowpath.inputs.infer import infer
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.model.problem import Problem, Sample, Solution

MATCHING = """
def walk(v):
    return any(used.get(w) is None or walk(used[w]) for w in likes[v])
n, m, k = map(int, input().split())
likes = [[] for _ in range(n + 1)]
used = {}
for _ in range(k):
    a, b = map(int, input().split())
    likes[a].append(b)
print(sum(walk(v) for v in range(1, n + 1)))
"""
STATED = (
    "## Input\n\nThe first line has n, m and k (1 <= n <= 90, 1 <= m <= {m}, 1 <= k <= 500). Each of the next k "
    "lines has a and b (1 <= a <= n, 1 <= b <= {end}): dancer a likes dance b. {said}\n"
)


def inferred(end: str, said: str = "") -> str:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        STATED.format(m=80, end=end, said=said),
        samples=(Sample("1", b"2 2 2\n1 1\n2 1\n"), Sample("2", b"3 3 1\n1 1\n")),
    )
    return infer(problem, Solution(Path("case.py"), "python", MATCHING.encode())).text


def test_ends_with_bounds_of_their_own_are_no_graph() -> None:
    assert "rows[k]: a: int 1..n; b: int 1..m" in inferred("m")


def test_ends_with_one_bound_are_a_graph() -> None:
    assert "graph(a, b; n)" in inferred("n")


@pytest.mark.parametrize(
    "said",
    [
        "No pair is given twice.",
        "No such pair appears more than once.",
        "Each pair is given at most once.",
        "Each pair occurs only once.",
    ],
)
def test_pairs_that_come_once(said: str) -> None:
    assert "rows[k] distinct: a" in inferred("m", said)


@pytest.mark.parametrize(
    "said", ["Each pair is of the same age.", "A pair may be given twice.", "Print each pair once it dances."]
)
def test_pairs_that_may_come_again(said: str) -> None:
    assert "distinct" not in inferred("m", said)


def test_sides_are_sizes_and_all_of_both_is_used() -> None:
    fmt = from_text("n: int 1..90; m: int 1..80; k: int 1..900\nrows[k]: a: int 1..n; b: int 1..m")
    first = boundaries(fmt)[0]
    assert first.sizes == {"n": 90, "m": 80, "k": 900}
    slot = next(one for one in Catalogue(fmt, first, TargetFacts()).slots if one.kind == "pair")
    fillers = slot.choice("full block and latecomers").plan.arrays
    left, right = (fillers[name](900, 1, most, None) for name, most in (("a", 90), ("b", 80)))
    assert set(left) == set(range(1, 91))
    assert set(right) == set(range(1, 29)), "the block's side is the root of what latecomers leave"
    assert len(set(zip(left.tolist(), right.tolist(), strict=True))) == 900
