"""Validation: what is wrong is named with its variable, place, value and bound."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.graphs import components, is_bipartite, is_forest, is_tree, spanning_edges, topological_order
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid, violations

GOLDEN = Path(__file__).parent.parent / "golden" / "formats"


def read(name: str):
    return from_text((GOLDEN / f"{name}.format").read_text())


@pytest.mark.parametrize("name", sorted(path.stem for path in GOLDEN.glob("*.format")))
def test_samples_are_valid(name):
    assert is_valid(read(name), (GOLDEN / f"{name}.in").read_bytes())


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("array", b"2\n1 1000000001\n", "a[2]: 1000000001 is greater than 1000000000"),
        ("scalars", b"5 6\n0\n", "k: 6 is greater than n = 5"),
        ("cases_sum", b"2\n1\n1\n1\n0\n", "tests[2].a[1]: 0 is less than 1"),
        ("tree", b"3\n1 2 1\n1 2 1\n", "u: isn't a tree on 3 vertices"),
        ("tree", b"3\n1 2 1\n3 3 1\n", "u: isn't a tree on 3 vertices"),
        ("graph", b"3 2\n1 2\n1 2\n", "u: the graph isn't simple"),
        ("graph", b"4 3\n1 2\n2 3\n1 3\n", "u: the graph isn't connected"),
        ("graph", b"3 1\n1 2\n", "u: the graph isn't connected"),
        ("digraph", b"2 2\n0 1 0.000\n1 0 0.000\n", "u: the graph isn't acyclic"),
        ("digraph", b"2 1\n0 1 100.001\n", "c[1]: 100.001 is outside of 0.0..100.0"),
        ("bipartite", b"3 3\n1 2\n2 3\n3 1\n", "u: the graph isn't bipartite"),
        ("queries", b"1 1\n5\n2 1 2\n", "ops[1].r: 2 is greater than n = 1"),
        ("strings", b"ab\nabc\n", "t: 'abc' has 3 characters, not 1..2"),
        ("strings", b"aB\na\n", "s: character 2 is 'B', which isn't in the alphabet"),
        ("intervals", b"2\n1 5\n4 3\n", "l: row 2 has l > r"),
        ("permutation", b"3\n1 1 3\n", "p: isn't a permutation of 1..3"),
        ("parents", b"4\n3 4 3\n", "p: isn't a tree"),
        ("two_arrays", b"2 2 1\n2 1\n1 2\n", "a: isn't sorted: element 1 is 2, element 2 is 1"),
        ("two_arrays", b"2 2 1\n1 2\n7 7\n", "b: isn't distinct: 7 stands twice"),
        ("big", b"1\n1000000000000000000000000000001\n5\n", "a[1]: 1000000000000000000000000000001 is greater"),
        ("grid", b"1 2\n.x\n", "g[1]: character 2 is 'x'"),
        ("matrix", b"1 2\n0 10\n", "g[1][2]: 10 is greater than 9"),
        ("ragged", b"1\n1001" + b" 1" * 1001, "k[1]: 1001 is greater than 1000"),
        ("product", b"1001 1000\n" + b"1 " * 1001000, "n*m <= 10**6: 1001000 <= 1000000 doesn't hold"),
        ("sum_array", b"2\n1000000 1\n", "the sum of a is 1000001, the bound 1000000"),
        (
            "nested",
            b"2\n150 10\n" + b"1 " * 150 + b"1 1 " * 10 + b"150 10\n" + b"1 " * 150 + b"1 1 " * 10,
            "the sum of n*q is 3000, the bound 1000",
        ),
    ],
)
def test_says_what_is_wrong_and_where(name, data, message):
    fmt = read(name)
    found = [str(violation) for violation in violations(fmt, parse(fmt, data))]
    assert any(message.removeprefix("u: ") in text for text in found), found
    assert not is_valid(fmt, data)


def test_sums_run_over_all_cases_rows_and_words():
    words = from_text('n: int 1..9\nw: word[n] 1..9 of "ab" lines\nwhere sum len(w) <= 5\n')
    assert is_valid(words, b"2 ab aba")
    assert not is_valid(words, b"2 aba aba")
    rows = from_text("n: int 1..9\nrows[n]: k: int 0..9; x: int[k] 1..9\nwhere sum k <= 2\n")
    assert is_valid(rows, b"2 1 5 1 5")
    assert not is_valid(rows, b"2 2 5 5 1 5")


def test_relations_hold_row_by_row_and_in_tagged_rows():
    rows = from_text("n: int 1..9\nrows[n]: l: int 1..9; r: int 1..9\nwhere l < r\n")
    assert is_valid(rows, b"2 1 2 3 4")
    assert not is_valid(rows, b"2 1 2 3 3")
    tagged = from_text("q: int 1..9\nops: queries[q]\n  s: l: int 1..9; r: int 1..9\n  t: x: int 1..9\nwhere l <= r\n")
    assert is_valid(tagged, b"2 s 1 2 t 9")
    assert not is_valid(tagged, b"2 s 2 1 t 9")


def test_products_beyond_int64_are_compared_exactly():
    fmt = from_text("n: int 1..9\nrows[n]: a: int 1..10^18; b: int 1..10^18\nwhere a*b <= 10^18\n")
    assert is_valid(fmt, b"1 1000000000 1000000000")
    assert not is_valid(fmt, b"1 10000000000 10000000000")


def test_parents_may_have_a_marked_root():
    fmt = from_text("n: int 1..9\np: int[n] -1..n parents\n")
    assert is_valid(fmt, b"3 -1 0 1")
    assert not is_valid(fmt, b"3 -1 -1 0")


def test_graph_facts_agree_with_a_plain_search():
    rng = np.random.default_rng(5)
    for vertices in (1, 2, 7, 40, 400):
        for _ in range(20):
            u, v = rng.integers(0, vertices, (2, int(rng.integers(0, vertices + 1))))
            neighbours: dict[int, set[int]] = {vertex: set() for vertex in range(vertices)}
            for a, b in zip(u.tolist(), v.tolist(), strict=True):
                neighbours[a].add(b)
                neighbours[b].add(a)
            label, colour, odd = {}, {}, False
            for start in range(vertices):
                if start in label:
                    continue
                stack, label[start], colour[start] = [start], start, 0
                while stack:
                    here = stack.pop()
                    for there in neighbours[here]:
                        if there not in label:
                            label[there], colour[there] = start, 1 - colour[here]
                            stack.append(there)
                        odd |= colour[there] == colour[here]
            roots = components(vertices, u, v)
            assert roots.tolist() == [label[vertex] for vertex in range(vertices)]
            assert is_bipartite(vertices, u, v) == (not odd)
            forest = spanning_edges(vertices, u, v)
            assert is_forest(vertices, u[forest], v[forest])
            assert components(vertices, u[forest], v[forest]).tolist() == roots.tolist()
            assert is_forest(vertices, u, v) == (len(set(label.values())) == vertices - u.size)
            assert is_tree(vertices, u, v) == (u.size == vertices - 1 and len(set(label.values())) == 1)
            order = topological_order(vertices, u, v)
            if order is not None:
                rank = np.argsort(order)
                assert (rank[u] < rank[v]).all()


@pytest.mark.parametrize(
    "text",
    [
        "n: int 1..9\na: int[n*n] 1..10\n",
        "n: int 1..9\na: int[n][n] 1..10\n",
        "n: int 1..9\nrows[n*n]: a: int 1..5\n",
        "n: int 1..9; m: int n*n..n*n*n\n",
        "n: int 1..9; m: int 1..5\nwhere n*n <= m\n",
        "n: int 1..9; m: int 1..5\nwhere m - n*n >= 1\n",
    ],
)
def test_numbers_so_long_that_their_products_cannot_be_written_are_invalid(text):
    # CPython writes no integer of more than 4,300 digits.
    assert not is_valid(from_text(text), b"9" * 4200 + b" 3\n")


@pytest.mark.parametrize(
    "text",
    [
        "q: int 0..20\nops: queries[q]\n  1: x: int 1..9; y: int 1..9\n  2: x: int 1..9\nwhere x != y\n",
        "q: int 0..20\nops: queries[q]\n  1: x: int _row..20\n  2:\n",
    ],
)
@pytest.mark.parametrize("before", [0, 3, 12])
def test_a_row_of_queries_without_anything_is_no_row(text, before):
    """Instances are made by programs as well: by mutators that a model wrote."""
    rows = [("2", 5) if "y:" in text else ("2",)] * before + [()]
    (violation,) = violations(from_text(text), {"q": len(rows), "ops": rows})
    assert (violation.where, violation.message) == (f"ops[{before + 1}]", "() is no row of this kind")
