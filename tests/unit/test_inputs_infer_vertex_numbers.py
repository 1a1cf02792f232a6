"""Graphs and trees whose statement bounds no vertex: from which number they count, and what "at most one" says."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

ROADS = """n, m = map(int, input().split())
near = [[] for _ in range(n + 1)]
for _ in range(m):
    u, v = map(int, input().split())
    near[u].append(v)
    near[v].append(u)
"""
INPUT = (
    "## Input\nThe first line has n (2 <= n <= 50) and m (0 <= m <= 20). Then follow m lines with two integers u "
    "and v, a road between the towns u and v."
)


def text_of(statement: str, sample: str, program: str = ROADS) -> str:
    problem = Problem("p", "plain", Path("/p"), statement, None, (Sample("1", sample.encode(), b""),))
    return infer(problem, Solution(Path("a.py"), "python", program.encode())).text


@pytest.mark.parametrize(
    ("story", "sample", "ends"),
    [
        ("There are n towns, numbered 0 to n-1.\n", "3 1\n1 2\n", "u: int 0..n-1; v: int 0..n-1"),
        ("There are n towns. The towns are numbered from 0.\n", "3 1\n1 2\n", "u: int 0..n-1; v: int 0..n-1"),
        ("There are n towns (0-indexed).\n", "3 1\n1 2\n", "u: int 0..n-1; v: int 0..n-1"),
        ("There are n towns.\n", "3 2\n0 1\n1 2\n", "u: int 0..n-1; v: int 0..n-1"),
        ("There are n towns, numbered 1 to n.\n", "3 1\n1 2\n", "u: int 1..n; v: int 1..n"),
        ("There are n towns. The roads are numbered from 0 to m-1.\n", "3 1\n1 2\n", "u: int 1..n; v: int 1..n"),
        ("There are n towns. The roads are numbered from 0.\n", "3 1\n1 3\n", "u: int 1..n; v: int 1..n"),
        ("The towns are numbered 1 to n, and each has a colour 0, 1 or 2.\n", "3 1\n1 2\n", "u: int 1..n; v: int 1..n"),
        ("There are n towns, and m roads, which are numbered 0 to m-1.\n", "3 1\n1 2\n", "u: int 1..n; v: int 1..n"),
        ("There are k owners numbered 0 to k-1 of n towns.\n", "3 1\n1 2\n", "u: int 1..n; v: int 1..n"),
        ("There are n towns. Taxis have numbers 0 to 9.\n", "3 1\n1 2\n", "u: int 1..n; v: int 1..n"),
        ("There are n towns numbered 0, 1, ..., n-1.\n", "3 1\n1 2\n", "u: int 0..n-1; v: int 0..n-1"),
        ("There are n+1 towns numbered 0 to n.\n", "4 2\n0 1\n1 2\n", "u: int 0..n; v: int 1..n"),
        ("There are n towns and a depot, 0.\n", "3 2\n0 1\n1 3\n", "u: int 0..n; v: int 1..n"),
    ],
)
def test_both_ends_count_from_what_the_statement_or_either_end_shows(story: str, sample: str, ends: str) -> None:
    assert text_of(story + INPUT, sample).splitlines()[1].split(": ", 1)[1] == ends


CABLES = """n, m = map(int, input().split())
cost = 0
for _ in range(m):
    parts = input().split()
    if parts[0] == "plan":
        u, v, c = map(int, parts[1:])
        cost += c * (u != v)
    else:
        u, v = map(int, parts[1:])
        cost -= u == v
print(cost)
"""


def test_who_is_called_one_of_numbered_things_is_one_of_their_numbers() -> None:
    statement = (
        "## Input\nThe first line has n (2 <= n <= 50), the number of islands, and m (1 <= m <= 20). The islands are "
        "numbered 0 through n-1. Then follow m lines of one of two forms:\n\n"
        "- `works u v`: there is a cable between the islands u and v;\n"
        "- `plan u v c`: a cable between island u and island v would cost c (1 <= c <= 90).\n"
    )
    found = text_of(statement, "3 2\nworks 0 2\nplan 1 0 7\n", CABLES)
    assert found == (
        "n: int 2..50; m: int 1..20\nqueries: queries[m]\n"
        "  plan: u: int 0..n-1; v: int 0..n-1; c: int 1..90\n  works: u2: int 0..n-1; v2: int 0..n-1\n"
    )


def test_a_sample_with_vertex_n_counts_from_one_whatever_is_numbered_from_zero() -> None:
    found = text_of("There are n towns. Time goes on in steps numbered from 0.\n" + INPUT, "3 1\n1 3\n")
    assert found.splitlines()[1].endswith(": u: int 1..n; v: int 1..n")


@pytest.mark.parametrize(
    ("said", "traits"),
    [
        ("There is at most one pipe from one basin to another.", "directed no-loops simple"),
        ("There is at most one flight from any airport to any other.", "directed no-loops simple"),
        ("There is at most one road between any two towns.", "no-loops simple"),
        (
            "There is at most one road from one town to another. Roads can be driven in both directions.",
            "no-loops simple",
        ),
        ("There may be several pipes from one basin to another.", ""),
        ("You may fill at most one pipe a day.", ""),
        ("You can take at most one train from one town to another.", ""),
        ("A courier carries at most one parcel from one town to another.", ""),
        ("At most one person can move from one town to another.", ""),
        ("There is at most one road from one town to another. Roads are used bidirectionally.", "no-loops simple"),
        ("All roads are one-way. A sign can be read in both directions.", "directed"),
    ],
)
def test_at_most_one_from_one_to_another_is_a_simple_directed_graph(said: str, traits: str) -> None:
    found = text_of(f"{INPUT} {said}", "3 1\n1 2\n").splitlines()[1]
    assert found == f"rows[m] graph(u, v; n){traits and ' ' + traits}: u: int 1..n; v: int 1..n"


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ("p_2, ..., p_n, the superiors of all others (1 <= p_i < i)", "p: int[n-1] 1..n-1 parents"),
        ("p_2, ..., p_n (1 <= p_i <= i-1)", "p: int[n-1] 1..n-1 parents"),
        ("p_1, ..., p_{n-1} (1 <= p_i <= i)", "p: int[n-1] 1..n parents"),
        ("p_1, ..., p_{n-1} (1 <= p_i <= n)", "p: int[n-1] 1..n"),
    ],
)
def test_a_list_below_its_own_places_is_the_parents_of_a_tree(told: str, found: str) -> None:
    program = "n = int(input())\np = list(map(int, input().split()))\n"
    text = text_of(
        f"## Input\nThe first line has n (2 <= n <= 50). The second line has n-1 integers {told}.",
        "4\n1 1 2\n",
        program,
    )
    assert text.splitlines()[1:] == [found]


@pytest.mark.parametrize(
    "said",
    [
        "If p_i < i, box i opens.",
        "A box is good when 1 <= p_i < i.",
        "Count the i such that p_i < i.",
        "It is not guaranteed that p_i < i.",
        "Either p_i < i or p_i = n.",
    ],
)
def test_a_list_that_may_be_below_its_places_is_no_tree(said: str) -> None:
    told = f"p_2, ..., p_n (1 <= p_i <= n). {said}"
    text = text_of(
        f"## Input\nThe first line has n (2 <= n <= 50). The second line has n-1 integers {told}",
        "4\n1 1 2\n",
        "n = int(input())\np = list(map(int, input().split()))\n",
    )
    assert "parents" not in text


@pytest.mark.parametrize(
    "said",
    [
        "It is not guaranteed that D is divisible by v.",
        "Either v or u divides D.",
        "At least one of v and u divides D.",
    ],
)
def test_rows_that_may_divide_a_number_need_not(said: str) -> None:
    text = text_of(
        "## Input\nThe first line has D (1 <= D <= 10^6), the second q (1 <= q <= 9). Each of the next q "
        f"lines has v and u (1 <= v, u <= D). {said}",
        "12\n2\n3 4\n12 1\n",
        "D = int(input())\nq = int(input())\nfor _ in range(q):\n    v, u = map(int, input().split())\n",
    )
    assert "%" not in text


def test_parents_are_read_from_the_story_too() -> None:
    program = "n = int(input())\np = list(map(int, input().split()))\n"
    text = text_of(
        "Every employee i (2 <= i <= n) has exactly one direct superior p_i (1 <= p_i < i).\n## Input\nThe "
        "first line has n (2 <= n <= 50). The second line has n-1 integers p_2, ..., p_n.",
        "4\n1 1 2\n",
        program,
    )
    assert text.splitlines()[1] == "p: int[n-1] 1..n-1 parents"
