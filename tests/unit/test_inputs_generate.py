"""Generation: the plan's wishes are met where the format allows, and everything is valid."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from slowpath.inputs.filling.distinct import distinct_numbers
from slowpath.inputs.filling.edges import EdgeRules, random_edges, repaired
from slowpath.inputs.filling.fill import grid_ends, on_grid
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.graphs import is_bipartite, is_connected, is_tree, topological_order
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.text_form.text import FormatSyntaxError, from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import FloatType

GOLDEN = Path(__file__).parent.parent / "golden" / "formats"


def read(name: str):
    return from_text((GOLDEN / f"{name}.format").read_text())


def made(fmt, seed=1, **plan):
    instance = generate(fmt, Plan(**plan), np.random.default_rng(seed))
    assert violations(fmt, instance) == []
    return instance


def descending(length, lo, hi, rng):
    return np.arange(hi, hi - length, -1)


def test_a_filler_that_fits_is_taken_as_it_is():
    instance = made(read("array"), sizes={"n": 1000}, arrays={"a": descending})
    assert instance["a"].tolist() == list(range(10**9, 10**9 - 1000, -1))


def test_proposals_out_of_bounds_or_too_short_are_made_to_fit():
    fmt = from_text("n: int 1..100\na: int[n] 1..5\n")
    instance = made(fmt, sizes={"n": 7}, arrays={"a": lambda length, lo, hi, rng: np.array([-9, 9])})
    assert instance["a"].tolist() == [1, 5, 1, 5, 1, 5, 1]


def test_a_permutation_keeps_the_order_of_the_proposal():
    instance = made(read("permutation"), sizes={"n": 5}, arrays={"p": lambda *_: np.array([30, 10, 20, 50, 40])})
    assert instance["p"].tolist() == [3, 1, 2, 5, 4]


def test_distinct_arrays_keep_the_first_of_equal_values():
    fmt = from_text("n: int 1..9\nb: int[n] 1..9 distinct\n")
    instance = made(fmt, sizes={"n": 9}, arrays={"b": lambda length, lo, hi, rng: np.full(length, 4)})
    assert instance["b"][0] == 4
    assert sorted(instance["b"].tolist()) == list(range(1, 10))


@pytest.mark.parametrize(
    ("proposed", "kept"),
    [
        ([10**9] * 4, {10**9 - 3, 10**9 - 2, 10**9 - 1, 10**9}),
        ([1] * 4, {1, 2, 3, 4}),
        ([7, 10**9, 7, 10**9], {7, 8, 10**9 - 1, 10**9}),
    ],
)
def test_distinct_arrays_keep_near_to_the_few_values_that_are_proposed(proposed, kept):
    fmt = from_text("n: int 1..9\nb: int[n] 1..10^9 distinct\n")
    instance = made(fmt, sizes={"n": 4}, arrays={"b": lambda *_: np.array(proposed)})
    assert set(instance["b"].tolist()) == kept
    assert set(distinct_numbers(proposed, 1, 10**30, np.random.default_rng(0), "b")) >= set(proposed)


def test_a_proposed_star_stays_a_star_and_a_broken_tree_is_mended():
    def star(vertices, count, rng):
        return np.ones(count), np.arange(2, count + 2)

    instance = made(read("tree"), sizes={"n": 50}, edges={"u": star})
    assert set(instance["u"].tolist()) == {1}
    broken = made(read("tree"), sizes={"n": 50}, edges={"u": lambda v, c, rng: (np.ones(c), np.full(c, 2))})
    assert is_tree(50, broken["u"] - 1, broken["v"] - 1)


@pytest.mark.parametrize("wish", ["max", "min", 3])
def test_scalars_follow_their_wish(wish):
    fmt = from_text("n: int 5..9; k: int 2..n\na: int[n] 1..9\n")
    instance = made(fmt, sizes={"n": 6}, scalars={"k": wish})
    assert instance["k"] == {"max": 6, "min": 2, 3: 3}[wish]


def test_words_have_the_planned_length_and_letters():
    instance = made(read("strings"), sizes={"s": 40, "t": 3}, words={"s": lambda n, alphabet, rng: "z" * n})
    assert instance["s"] == "z" * 40
    assert len(instance["t"]) == 3


def test_grids_take_matrices_of_alphabet_places():
    def walls(rows, columns, lo, hi, rng):
        return np.indices((rows, columns)).sum(axis=0) % 2

    assert made(read("grid"), sizes={"h": 2, "w": 3}, matrices={"g": walls})["g"] == ["#.#", ".#."]


def test_tags_follow_their_filler():
    instance = made(read("queries"), sizes={"n": 4, "q": 6}, tags={"ops": lambda n, tags, rng: ["pop", "1"] * n})
    assert [row[0] for row in instance["ops"]] == ["pop", "1"] * 3


@pytest.mark.parametrize(
    ("cases", "expected"), [("one", [200]), ("tiny", [1] * 40), ("tail", [1] * 39 + [161]), ("even", [5] * 40)]
)
def test_case_plans_spread_the_sum(cases, expected):
    fmt = from_text("t: int 1..40\ntests: cases[t]\n  n: int 1..200\n  a: int[n] 1..9\nwhere sum n <= 200\n")
    sizes = {"n": 200} | ({"t": 40} if cases == "even" else {})
    instance = made(fmt, sizes=sizes, cases=cases)
    assert [case["n"] for case in instance["tests"]] == expected


def test_random_cases_stay_under_the_sum():
    fmt = read("cases_sum")
    instance = made(fmt, sizes={"t": 300}, cases="random")
    assert len({case["n"] for case in instance["tests"]}) > 20


def test_very_many_tiny_cases_take_no_seconds_of_their_own():
    fmt = from_text("t: int 1..10^5\ntests: cases[t]\n  n: int 1..2*10^5\n  a: int[n] 1..n\nwhere sum n <= 2*10^5\n")
    for cases, first, last in (("tiny", 1, 1), ("tail", 1, 100001), ("one", 100001, 1)):
        tests = made(fmt, cases=cases, sizes={"t": 10**5, "n": 2 * 10**5})["tests"]
        assert len(tests) == 10**5
        assert (tests[0]["n"], tests[-1]["n"]) == (first, last)
        assert len({id(case) for case in tests}) < 2000, "most stand again"
        assert sum(case["n"] for case in tests) == 10**5 - 2 + first + last


def test_relations_between_the_ends_of_edges_are_known_when_edges_are_made():
    fmt = from_text(
        "n: int 2..50; m: int 49..60\nrows[m] graph(u, v; n) connected: u: int 1..n; v: int 1..n\nwhere u < v\n"
    )
    for seed in range(10):
        made(fmt, seed, sizes={"n": 50, "m": 49})


def test_sums_of_elements_are_scaled_down_in_order():
    instance = made(read("sum_array"), sizes={"n": 1000}, arrays={"a": lambda n, lo, hi, rng: np.arange(n) * 1000})
    assert instance["a"].sum() <= 10**6
    assert (np.diff(instance["a"]) >= 0).all()


def test_integers_beyond_int64_are_drawn_over_their_whole_range():
    values = [value for seed in range(20) for value in made(read("big"), seed, sizes={"n": 20})["a"]]
    assert min(values) < -(10**29)
    assert max(values) > 10**29


def test_more_test_cases_than_the_sum_allows_give_way():
    fmt = from_text("t: int 1..1000\ntests: cases[t]\n  n: int 2..50\n  a: int[n] 1..9\nwhere sum n <= 100\n")
    assert len(made(fmt, cases="tiny")["tests"]) == 50


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("n: int 4..4\na: int[n] 1..3 distinct\n", "a is distinct"),
        ("n: int 3..3; m: int 9..9\nrows[m] graph(u, v; n) simple: u: int 1..n; v: int 1..n\n", "simple graph"),
        ("t: int 3..3\ntests: cases[t]\n  n: int 2..9\n  a: int[n] 1..9\nwhere sum n <= 5\n", "the sum of n <= 5"),
        ("a: int 1..5; b: int 6..9\nwhere a > b\n", "a > b"),
    ],
)
def test_what_cannot_be_met_is_named(text, named):
    with pytest.raises(CannotGenerate, match=named) as caught:
        generate(from_text(text), Plan(), np.random.default_rng(1))
    assert caught.value.remedy


RULES = {
    "connected simple": EdgeRules(connected=True, simple=True, loops=False),
    "connected bipartite": EdgeRules(connected=True, bipartite=True, loops=False),
    "simple bipartite": EdgeRules(simple=True, bipartite=True, loops=False),
    "acyclic directed simple": EdgeRules(acyclic=True, directed=True, simple=True, loops=False),
    "forest": EdgeRules(acyclic=True, loops=False),
}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(("vertices", "count"), [(2, 1), (6, 5), (40, 39), (40, 200), (300, 299)])
def test_edges_obey_their_rules_even_when_nearly_all_exist(name, vertices, count):
    rules = RULES[name]
    rng = np.random.default_rng(3)
    if name == "forest":
        count = min(count, vertices - 1)
    proposals = [
        random_edges(rules, vertices, count, rng),
        repaired(rules, vertices, np.zeros(count), np.ones(count), rng),
    ]
    for u, v in proposals:
        assert u.size == count
        assert not (u == v).any()
        if rules.connected:
            assert is_connected(vertices, u, v)
        if rules.bipartite:
            assert is_bipartite(vertices, u, v)
        if rules.simple:
            assert len({frozenset(edge) for edge in zip(u.tolist(), v.tolist(), strict=True)}) == count
        if rules.acyclic and rules.directed:
            assert topological_order(vertices, u, v) is not None


def test_a_complete_graph_can_be_drawn():
    u, v = random_edges(EdgeRules(simple=True, connected=True, loops=False), 30, 435, np.random.default_rng(0))
    assert len({frozenset(edge) for edge in zip(u.tolist(), v.tolist(), strict=True)}) == 435


@pytest.mark.parametrize(("vertices", "edges"), [(2, 2), (4, 8), (6, 18), (6, 17), (7, 24)])
def test_a_bipartite_graph_can_be_as_dense_as_its_sides_allow(vertices, edges):
    fmt = from_text(
        "n: int 1..12\nm: int 0..40\n"
        "rows[m] graph(u, v; n) bipartite connected directed simple: u: int 1..n; v: int 1..n\n"
    )
    for seed in range(20):
        made = generate(fmt, Plan(sizes={"n": vertices, "m": edges}), np.random.default_rng(seed))
        assert (made["n"], made["m"]) == (vertices, edges)
        assert violations(fmt, made) == []


@pytest.mark.parametrize(
    "text",
    [
        "n: int 2..1000\na: int[n] 1..9\nwhere n % 2 == 0\n",
        "n: int 1..1000; k: int 2..10\na: int[n] 1..9\nwhere n % k == 0\n",
        "n: int 1..50; k: int 1..1000\na: int[n] 1..10^9\nwhere a % k == 0\n",
        "n: int 1..50\nrows[n]: l: int 1..10^9; r: int 1..10^9\nwhere l % 2 == r % 2\nwhere l <= r\n",
        "n: int 1..50\nrows[n]: a: int 1..9; b: int 1..9; c: int 1..9\nwhere a < b\nwhere b < c\n",
        "a: int 1..10^9; b: int 1..10^9\nwhere abs(a-b) <= 10\n",
        "a: int 1..10^9; b: int 1..10^9; c: int 2..1000\nwhere (a+b) % c == 0\n",
        "n: int 1..10^6; m: int 1..10^6\nwhere n*m <= 10^6\n",
        "n: int 1..100\ns: word n..n brackets\n",
        "q: int 1..60\nops: queries[q]\n  1: x: int 1..90; k: int 2..5\n  2:\nwhere x % k == 0\n",
        "n: int 1..9; m: int 1..500\na: int[n] 0..60\nwhere sum a == m\n",
        "t: int 1..5\ntests: cases[t]\n  n: int 1..9; m: int 1..50\n  rows[n]: k: int 1..9; x: int[k] 0..1\n"
        "where sum k <= m\n",
        "p: int 2..10^18\nx: int 0..p-1\nwhere prime p\n",
        "n: int 1..50\nrows[n]: p: int 2..100; x: int 0..p-1\nwhere prime p\n",
        "t: int 1..50\ntests: cases[t]\n  n: int 1..50; a: int 0..n-1; b: int 0..n-1\nwhere a != b\nwhere sum n <= "
        "100\n",
        "q: int 1..300\nops: queries[q] holding 0\n  0 adds: x: int 1..9\n  1 takes:\n  2 needs: i: int 0.._held-1\n",
        "n: int 1..9; q: int 1..300\nops: queries[q] holding n\n  0 adds: i: int 0.._held; x: int 1..9\n"
        "  1 takes: j: int 0.._held-1\n  2 needs: l: int 0.._held-1; r: int l+1.._held\n",
        "q: int 1..300\nops: queries[q]\n  0: k: int -1.._row-1; x: int 1..9\n  1: k2: int -1.._row-1\n",
        "q: int 1..300\nops: queries[q] holding 1\n  a takes: l: int 0.._row; r: int 0.._row\n  b:\nwhere l <= r\n",
        "p: int 2..100; q: int 2..100\nwhere prime p\nwhere prime q\nwhere p < q\n",
        "n: int 3..50\na: int[n] 0..10^9\nwhere a[0] == 0\nwhere a[n-1] != 0\nwhere a[1] > 10^9-3\n",
        "n: int 2..50\na: int[n] 1..n permutation\nwhere a[0] == n\n",
        "n: int 1..9\na: int[n] 0..9 distinct\nwhere a[n//2] == 7\n",
        "n: int 1..9\na: int[n] 0..9 sorted\nwhere a[2] == 4\n",
        "n: int 1..9\nrows[n]: i: int 0..n; x: int i..9\nwhere x[0] <= 2\nwhere i[n-1] == 0\n",
        "t: int 1..9\ntests: cases[t]\n  n: int 1..9; k: int 0..n\n  a: int[n] 0..99 lines\nwhere a[k] == k\n",
        't: count 1..20 until "0 0"\ntests: cases[t]\n  n: int 0..2; m: int 0..1\n',
        'n: count 0..50 until "-1"\na: int[n] -1..1\n',
        "n: int 1..9\nrows[n] points(x, y) distinct: x: int 0..2; y: int 0..2\n",
        "n: int 1..10^9; k: int 1..9\nwhere 2^62 % n == 0\n",
        "t: int 50..100\ntests: cases[t]\n  n: int 1..90; m: int 1..90\nwhere n*m >= 2\nwhere sum n*m <= 200\n",
        "n: int 1..9; l: int 1..10^9; r: int 1..10^9\na: int[n] l+1..r-1\n",
    ],
)
def test_meets_what_chance_alone_would_hardly_meet(text):
    fmt = from_text(text)
    for seed in range(10):
        instance = generate(fmt, Plan(cases="random"), np.random.default_rng(seed))
        assert violations(fmt, instance) == []
        assert print_input(fmt, parse(fmt, print_input(fmt, instance))) == print_input(fmt, instance)


@pytest.mark.parametrize(
    "text",
    [
        "t: int 1..9\nx: cases[t]\n  n: int 1..9\nwhere sum n == 5\n",
        "n: int 1..9\na: int[n] 1..9 distinct\nwhere sum a == n\n",
        "s: word 1..9 number\nwhere prime s\n",
    ],
)
def test_refuses_relations_that_it_could_not_meet(text):
    with pytest.raises(FormatSyntaxError):
        from_text(text)


def test_says_at_once_that_there_is_no_prime():
    with pytest.raises(CannotGenerate, match="prime p"):
        generate(from_text("p: int 24..28\nwhere prime p\n"), Plan(), np.random.default_rng(0))


@pytest.mark.parametrize("of", ["int[k] 0..9", 'word[k] 100000..100000 of "a-z"', "int[k] 0..k distinct"])
def test_an_input_that_would_take_all_memory_is_not_made(of):
    fmt = from_text(f"m: int 200000..300000\nrows[m]: k: int 200000..300000; t: {of}\n")
    with pytest.raises(CannotGenerate, match="t: at most 50000000 values"):
        generate(fmt, Plan(), np.random.default_rng(1))


def test_more_test_cases_than_memory_holds_are_not_begun():
    fmt = from_text("t: int 1..10^9\ntests: cases[t]\n  n: int 1..9\n")
    made = generate(fmt, Plan(sizes={"t": 10**9}), np.random.default_rng(1))
    assert len(made["tests"]) == made["t"] < 2_000_001
    with pytest.raises(CannotGenerate, match="test cases in one input"):
        generate(from_text("tests: cases[10^9]\n  n: int 1..9\n"), Plan(), np.random.default_rng(1))


@pytest.mark.parametrize(
    ("low", "high", "decimals"), [(0.5, 1.9, 8), (-5.0, 5.0, 2), (0.0, 9.0, 0), (-1e6, 1e6, 6), (0.0, 1.0, 16)]
)
def test_many_decimals_at_once_are_those_that_are_made_one_by_one(low, high, decimals):
    of = FloatType(low, high, decimals)
    steps = np.random.default_rng(1).integers(*grid_ends(of), 2000)
    many, single = ([str(value) for value in on_grid(some, of)] for some in (steps, steps.tolist()))
    assert many == single
