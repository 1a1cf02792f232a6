"""Growing a valid instance: always valid, of the wanted size, and what it looked like."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.mutators.enlarge import PLACES, TREE_WAYS, VALUES, Way, any_way, enlarged
from slowpath.inputs.mutators.graph_growth import grown_graph
from slowpath.inputs.mutators.saplings import grown_edges, grown_parents
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations

FORMATS = {
    "array": ("n: int 1..500\na: int[n] 1..10^9\n", {"n": 8}, {"n": 40}),
    "permutation": ("n: int 1..500\na: int[n] 1..n permutation\n", {"n": 7}, {"n": 50}),
    "indices": ("n: int 1..500; r: int 1..n\nf: int[n] 1..n\n", {"n": 7}, {"n": 50}),
    "tree": (
        "n: int 2..500; q: int 1..9\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\nrows[q]: a: int 1..n\n",
        {"n": 8, "q": 9},
        {"n": 31, "q": 9},
    ),
    "parents": ("n: int 2..500\np: int[n-1] 1..n parents\n", {"n": 6}, {"n": 60}),
    "graph": (
        "n: int 2..90; m: int 1..90\nrows[m] graph(u, v; n): u: int 1..n; v: int 1..n; w: int 1..9\n",
        {"n": 6, "m": 8},
        {"n": 40, "m": 60},
    ),
    "words": (
        's: word 1..500 of "a-c"\nq: int 1..99\nw: word[q] 1..9 of "ab" lines\n',
        {"s": 5, "q": 3},
        {"s": 50, "q": 30},
    ),
    "grid": ('h: int 1..60; w: int 1..60\ng: word[h] w..w of ".#" lines\n', {"h": 4, "w": 5}, {"h": 13, "w": 20}),
    "matrix": ("h: int 1..60; w: int 1..60\ng: int[h][w] 0..9\n", {"h": 4, "w": 5}, {"h": 13, "w": 20}),
    "queries": ("q: int 1..500\nops: queries[q]\n  push: x: int 1..10^9\n  pop:\n", {"q": 6}, {"q": 60}),
}


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_grown_is_valid_and_has_the_wanted_sizes(name):
    text, small_sizes, sizes = FORMATS[name]
    fmt, rng = from_text(text), np.random.default_rng(1)
    small = generate(fmt, Plan(sizes=small_sizes), rng)
    grown = 0
    for _ in range(60):
        before = repr(small)
        try:
            large = enlarged(fmt, small, sizes, any_way(rng), rng)
        except CannotGenerate:
            continue
        assert violations(fmt, large) == []
        assert repr(small) == before
        grown += {size: (len(large[size]) if isinstance(large[size], str) else large[size]) for size in sizes} == sizes
    assert grown >= 50


def test_the_longest_of_the_test_cases_grows():
    fmt = from_text("t: int 1..9\ntests: cases[t]\n  n: int 1..200\n  a: int[n] 1..9\nwhere sum n <= 200\n")
    small = parse(fmt, b"2\n1\n7\n3\n1 2 3\n")
    large = enlarged(fmt, small, {"t": 2, "n": 100}, Way("repeated", "kept", TREE_WAYS[0]), np.random.default_rng(0))
    assert [case["n"] for case in large["tests"]] == [1, 100]
    assert large["tests"][1]["a"].tolist() == ([1, 2, 3] * 34)[:100]


@pytest.mark.parametrize(
    ("places", "values", "expected"),
    [
        ("repeated", "higher with each copy", [3, 1, 2, 6, 4, 5]),
        ("each several times", "side by side", [5, 6, 1, 2, 3, 4]),
        ("each several times", "side by side, turned", [6, 5, 2, 1, 4, 3]),
    ],
)
@pytest.mark.parametrize("trait", ["", " permutation"])
def test_copies_lie_as_the_way_says(places, values, expected, trait):
    fmt = from_text(f"n: int 1..6\na: int[n] 1..{'n' if trait else 99}{trait}\n")
    small = parse(fmt, b"3\n3 1 2\n")
    large = enlarged(fmt, small, {"n": 6}, Way(places, values, TREE_WAYS[0]), np.random.default_rng(0))
    assert large["a"].tolist() == expected


def test_a_chain_grows_to_a_chain_and_a_star_to_a_star():
    assert grown_parents(np.array([0, 1, 2]), 7, "edges divided").tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert grown_parents(np.array([0, 1, 2]), 7, "copies in a chain").tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert grown_parents(np.array([0, 0, 0]), 5, "leaves at the end").tolist() == [0, 0, 0, 1, 1]
    assert grown_parents(np.array([0, 0, 0]), 5, "copies at the root").tolist() == [0, 0, 0, 0, 4]
    u, v = grown_edges(np.array([1, 3]), np.array([2, 1]), 4, "a leaf at each vertex")
    assert sorted(zip(u.tolist(), v.tolist(), strict=True)) == [(1, 2), (1, 3), (1, 5), (3, 4)]


@pytest.mark.parametrize(
    "bounds", ["u: int 1..n; v: int 1..n", "u: int 1..n-1; v: int u+1..n", "u: int 0..n-1; v: int 0..n-1"]
)
def test_a_cycle_grows_to_a_cycle_and_new_edges_have_the_weight_of_old_ones(bounds):
    fmt = from_text(f"n: int 1..90; m: int 1..90\nrows[m] graph(u, v; n) no-loops simple: {bounds}; w: int 1..9\n")
    first = 0 if "0" in bounds else 1
    lines = [f"{first + at} {first + at + 1} 7" for at in range(4)] + [f"{first} {first + 4} 7"]
    cycle = parse(fmt, ("5 5\n" + "\n".join(lines) + "\n").encode())
    grown = enlarged(fmt, cycle, {"n": 18, "m": 18}, Way(PLACES[0], "kept", "edges divided"), np.random.default_rng(0))
    assert violations(fmt, grown) == [] and set(grown["w"].tolist()) == {7}
    neighbours = {vertex: set() for vertex in range(first, first + 18)}
    for u, v in zip(grown["u"].tolist(), grown["v"].tolist(), strict=True):
        neighbours[u].add(v)
        neighbours[v].add(u)
    walk, here, before = 0, first, None
    while walk == 0 or here != first:
        here, before = min(neighbours[here] - {before}), here
        walk += 1
    assert walk == 18


@pytest.mark.parametrize(
    ("way", "degrees"), [("a leaf at each vertex", [1, 1, 1, 3, 3, 3]), ("a path at the end", [1, 2, 2, 2, 2, 3])]
)
def test_leaves_and_a_path_are_put_at_a_graphs_vertices(way, degrees):
    u, v, of = grown_graph(np.array([0, 1, 0]), np.array([1, 2, 2]), 3, 3, way)
    assert sorted(np.bincount(np.concatenate((u, v))).tolist()) == degrees and len(of) == 6


def test_all_ways_have_names_of_their_own():
    for words in (PLACES, VALUES, TREE_WAYS):
        assert len(set(words)) == len(words)
