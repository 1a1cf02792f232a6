"""Every construction of the catalogue, over awkward sizes: lengths, bounds, alphabets, trees that are trees."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from slowpath.catalogue import Catalogue
from slowpath.catalogue.arrays import ARRAYS
from slowpath.catalogue.bare_graphs import BARE, coprime, roots, two_coprime
from slowpath.catalogue.derived_keys import WAYS, less_place, running_sum, with_place
from slowpath.catalogue.facts import BucketCount, TargetFacts
from slowpath.catalogue.flows import SIDED
from slowpath.catalogue.graphs import EDGES
from slowpath.catalogue.hashing import ask_library, bucket_keys, dict_path_keys, set_path_keys
from slowpath.catalogue.intervals import INTERVALS
from slowpath.catalogue.matrices import MATRICES
from slowpath.catalogue.numbers import primes_below, semiprimes_below
from slowpath.catalogue.points import AXES
from slowpath.catalogue.queries import PAIRS, numbered_kinds, tag_constructions
from slowpath.catalogue.scalars import SCALARS
from slowpath.catalogue.shortest_paths import WEIGHTED, WeightedGraph
from slowpath.catalogue.strings import WORDS
from slowpath.catalogue.trees import LABELS, SHAPES, as_edges, as_parents
from slowpath.inputs.filling.fill import ints
from slowpath.inputs.graphs import components
from slowpath.inputs.relations.primes import is_prime
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text

BOUNDS = [
    (1, 1, 1),
    (2, 1, 5),
    (7, 0, 3),
    (100, -5, 10**9),
    (257, -7, -3),
    (1000, 1, 10**18),
    (3, -(10**18), 10**18),
    *((length, -(2**63), 2**63 - 1) for length in (1, 2, 3, 50)),
    (40, 5 * 10**18, 2**63 - 1),
]


@pytest.mark.parametrize("name", SIDED)
@pytest.mark.parametrize(("left", "right", "count"), [(1, 1, 0), (1, 5, 7), (10**12, 10**12, 50), (10**12, 1, 9)])
def test_pairs_of_two_sides_are_as_many_as_asked_for_however_many_things_there_are(name, left, right, count):
    u, v = SIDED[name][0](left, right, count)
    assert len(u) == len(v) == count
    assert ((u >= 0) & (u < left)).all()
    assert ((v >= 0) & (v < right)).all()


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.parametrize(("length", "lo", "hi"), BOUNDS)
def test_arrays_keep_their_length_and_bounds(name, length, lo, hi, rng):
    values = ARRAYS[name].filler(length, lo, hi, rng)
    assert len(values) == length
    assert values.dtype == np.int64
    assert lo <= values.min()
    assert values.max() <= hi


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("alphabet", ["a", "ab", "xyz0123456789"])
def test_words_keep_their_length_and_alphabet(name, alphabet, rng):
    for length in (1, 2, 3, 64, 1001):
        word = WORDS[name].filler(length, alphabet, rng)
        assert len(word) == length
        assert set(word) <= set(alphabet)


@pytest.mark.parametrize("name", BARE)
@pytest.mark.parametrize("vertices", [2, 3, 5, 9, 100, 101, 1000])
def test_bare_graphs_have_as_many_edges_as_they_say_and_no_other(name, vertices, rng):
    bare = BARE[name]
    u, v = bare.filler(vertices, bare.count(vertices), rng)
    more, _ = bare.filler(vertices, bare.count(vertices) + 5, rng)
    assert len(u) == len(v) == bare.count(vertices) == len(more) - 5
    assert ((u >= 1) & (u <= vertices) & (v >= 1) & (v <= vertices)).all()
    if vertices > 6:
        assert len({frozenset(edge) for edge in zip(u.tolist(), v.tolist(), strict=True)}) == len(u)
        assert (u != v).all()


@pytest.mark.parametrize(
    ("lengths", "vertices", "parts"),
    [
        (two_coprime, 100, [49, 51]),
        (two_coprime, 101, [50, 51]),
        (coprime, 40, [3, 5, 7, 11, 14]),
        (roots, 100, [10] * 10),
    ],
)
def test_cycles_are_as_long_as_asked_for_and_every_vertex_is_on_one(lengths, vertices, parts):
    assert lengths(vertices) == parts
    name = {
        two_coprime: "just two cycles of coprime lengths",
        coprime: "just cycles of coprime lengths",
        roots: "just cycles of root n",
    }[lengths]
    u, v = BARE[name].filler(vertices, vertices, np.random.default_rng(1))
    assert (np.bincount(np.concatenate([u, v]), minlength=vertices + 1)[1:] == 2).all()
    assert sorted(Counter(components(vertices, u - 1, v - 1).tolist()).values()) == sorted(parts)


@pytest.mark.parametrize(
    ("name", "parts"), [("just two chains", [51, 50]), ("just chains of root n", [*[10] * 9, 11])], ids=["two", "roots"]
)
def test_chains_hang_together_nowhere_and_every_vertex_is_on_one(name, parts):
    bare = BARE[name]
    u, v = bare.filler(101, bare.count(101), np.random.default_rng(1))
    assert len(u) == 101 - len(parts) and np.bincount(np.concatenate([u, v])).max() == 2
    assert sorted(Counter(components(101, u - 1, v - 1).tolist()).values()) == sorted(parts)


def test_a_closed_field_has_no_way_out(rng):
    """From no cell of the field a walk over what is no wall comes to the border."""
    for name in MATRICES:
        if not name.startswith("closed field"):
            continue
        grid = MATRICES[name].filler(9, 8, 0, 2, rng)
        wall, reached = grid[1, 1], {(4, 4)}
        assert grid[4, 4] != wall != grid[0, 0]
        waiting = [*reached]
        while waiting:
            row, column = waiting.pop()
            for place in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if grid[place] != wall and place not in reached:
                    reached.add(place)
                    waiting.append(place)
        assert len(reached) == 5 * 4


def test_words_that_have_all_in_common_but_a_part_differ_there_alone(rng):
    words = [WORDS["all in common but four letters at the end"].filler(50, "abcdefghij", rng) for _ in range(100)]
    assert len(set(words)) > 95 and {word[:46] for word in words} == {"a" * 46}
    at_start = WORDS["all in common but four letters at the start"]
    assert {at_start.filler(50, "abc", rng)[4:] for _ in range(9)} == {"a" * 46}


@pytest.mark.parametrize("name", ["upper half of the values, each once", "even numbers, each once"])
def test_no_subset_of_them_sums_up_to_an_odd_target_just_above_all(name, rng):
    """What a knapsack looks for in vain until all values are through."""
    sums = {0}
    for value in ARRAYS[name].filler(20, 1, 40, rng).tolist():
        sums |= {each + value for each in sums if each + value <= 41}
    assert 41 not in sums


@pytest.mark.parametrize("name", MATRICES)
def test_matrices_keep_their_shape_and_bounds(name, rng):
    for rows, columns, lo, hi in (
        (1, 1, 0, 0),
        (5, 3, 0, 1),
        (40, 30, -3, 10**9),
        (40, 30, -(10**18), 10**18),
        (2, 1, -(2**63), 2**63 - 1),
        (4, 3, -(2**63), 2**63 - 1),
    ):
        grid = MATRICES[name].filler(rows, columns, lo, hi, rng)
        assert grid.shape == (rows, columns)
        assert lo <= grid.min()
        assert grid.max() <= hi


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("labels", LABELS)
def test_shapes_are_trees(name, labels, rng):
    for vertices in (2, 3, 10, 101):
        u, v = as_edges(SHAPES[name].filler, labels)(vertices, vertices - 1, rng)
        assert len(u) == len(v) == vertices - 1
        assert reachable(vertices, u, v) == vertices
        parents = as_parents(SHAPES[name].filler)(vertices - 1, 1, vertices, rng)
        assert (parents <= np.arange(1, vertices)).all()


def reachable(vertices: int, u, v) -> int:
    """How many vertices can be reached from vertex 1."""
    neighbours = {vertex: [] for vertex in range(1, vertices + 1)}
    for a, b in zip(u.tolist(), v.tolist(), strict=True):
        neighbours[a].append(b)
        neighbours[b].append(a)
    seen, stack = {1}, [1]
    while stack:
        fresh = [other for other in neighbours[stack.pop()] if other not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return len(seen)


@pytest.mark.parametrize("name", [*EDGES, *WEIGHTED])
def test_graphs_have_the_edges_asked_for_within_the_vertices(name, rng):
    for vertices, count in ((2, 1), (5, 4), (5, 10), (300, 900), (50, 600)):
        if name in EDGES:
            u, v = EDGES[name].filler(vertices, count, rng)
        else:
            u, v, w = WEIGHTED[name].filler(vertices, count, 1, 10**6, rng)
            assert len(w) == count
            assert w.min() >= 1
            assert w.max() <= 10**6
        assert len(u) == len(v) == count
        assert min(u.min(), v.min()) >= 1
        assert max(u.max(), v.max()) <= vertices
        assert not (u == v).any()


@pytest.mark.parametrize("name", [*EDGES, *WEIGHTED])
@pytest.mark.parametrize(("lo", "hi"), [(0, 0), (1, 3), (1, 10**9)])
def test_graphs_of_few_edges_and_few_vertices_are_made_too(name, lo, hi, rng):
    for vertices, count in itertools.product((1, 2, 3, 7), (0, 1, 2, 9)):
        if name in EDGES:
            u, v = EDGES[name].filler(vertices, count, rng)
        else:
            graph = WeightedGraph(WEIGHTED[name].filler, vertices, lo, hi)
            u, v = graph.edges(vertices, count, rng)
            assert len(graph.weights(count, lo, hi, rng)) == count
        assert len(u) == len(v) and (len(u) == count or vertices == 1)


@pytest.mark.parametrize("kinds", [1, 2, 3, 4, 5, 12])
def test_tags_come_from_the_list_each_kind_alone_and_before_others(kinds, rng):
    tags = tuple(f"kind {number}" for number in range(kinds))
    made = tag_constructions(kinds)
    for construction in made.values():
        for count in (0, 1, 40):
            filled = construction.filler(count, tags, rng)
            assert len(filled) == count
            assert set(filled) <= set(tags)
    filled = [tuple(construction.filler(8, tags, rng)) for name, construction in made.items() if name != "random kinds"]
    assert len(set(filled)) == len(filled)
    assert {tag for row in filled if len(set(row)) == 1 for tag in row} == set(tags[:8] if kinds > 1 else ())


def test_kinds_that_are_numbers_go_before_each_other(rng):
    made = numbered_kinds(3)
    assert made["half first kind, half third"].filler(4, 1, 3, rng).tolist() == [1, 1, 3, 3]
    assert made["two thirds third kind, then second"].filler(6, 0, 2, rng).tolist() == [2, 2, 2, 2, 1, 1]
    fmt = from_text("n: int 1..100\nrows[n]: t: int 1..3; x: int 1..9; y: int 1..n\n")
    slots = {slot.name: [choice.name for choice in slot.choices] for slot in Catalogue(fmt, boundaries(fmt)[0]).slots}
    assert set(made) <= set(slots["t"])
    assert set(made).isdisjoint({*slots["x"], *slots["y"]})


def test_signs_stand_behind_the_letters_too():
    assert WORDS["halves, turned"].filler(5, "*ab", None) == "aaa**"


EXTREMES = (-(2**63), 2**63 - 1)


@pytest.mark.parametrize(
    "filler", [column for columns in (*PAIRS.values(), *INTERVALS.values(), *AXES.values()) for column in columns]
)
def test_columns_are_made_of_any_bounds_that_int64_holds(filler, rng):
    for length, lo, hi in ((2, *EXTREMES), (50, *EXTREMES), (50, 0, 0), (50, -(10**18), 10**18)):
        assert len(ints(length, lo, hi, filler, rng, "x")) == length


@pytest.mark.parametrize(("lo", "hi"), [(10**20, 10**21), (-(10**21), -(10**20)), (-(10**300), 10**300)])
def test_constructions_meet_bounds_beyond_int64(lo, hi, rng):
    for made in ARRAYS.values():
        values = ints(20, lo, hi, made.filler, rng, "x")
        assert len(values) == 20
        assert all(lo <= value <= hi for value in values)


def test_no_primes_are_looked_for_among_numbers_of_a_thousand_digits():
    for numbers in (primes_below, semiprimes_below):
        assert numbers(10**300, 2, 1)
        assert not numbers(10**1000, 2, 1)


@pytest.mark.parametrize("name", PAIRS)
def test_pairs_are_two_columns_within_bounds(name, rng):
    for column in PAIRS[name]:
        values = column(9, 1, 4, rng)
        assert len(values) == 9
        assert values.min() >= 1
        assert values.max() <= 4


@pytest.mark.parametrize("name", SCALARS)
def test_scalar_wishes_stay_within_bounds(name):
    for lo, hi in ((1, 1), (1, 100), (-5, 5), (-10, -3), (0, 0), (1, 10**18)):
        assert lo <= SCALARS[name](lo, hi) <= hi


def test_primes_are_told_from_composites():
    assert [n for n in range(30) if is_prime(n)] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    assert is_prime(10**9 + 7)
    assert not is_prime(3215031751)


def chain_lengths(keys, growth) -> int:
    """Comparisons of a chained table that grows by `growth` [(size, buckets)] and prepends, as libstdc++ does."""
    buckets, chains, stored, work = 1, {}, [], 0
    for key in keys:
        chain = chains.setdefault(key % buckets, [])
        if key in chain:
            work += len(chain) - chain.index(key)
            continue
        work += len(chain)
        stored.append(key)
        chain.append(key)
        grown = [made for size, made in growth if len(stored) >= size]
        if grown and grown[-1] != buckets:
            buckets, chains = grown[-1], {}
            for old in stored:
                chains.setdefault(old % buckets, []).append(old)
    return work


def test_bucket_keys_collide_in_a_table_that_grows(rng):
    growth = [(1, 13), (14, 29), (30, 59), (60, 127), (128, 257), (258, 541), (542, 1109)]
    counts = tuple(
        BucketCount(buckets, size, following[0] - 1) for (size, buckets), following in itertools.pairwise(growth)
    )
    keys = bucket_keys(counts, 0, "cycle", False)(2000, 1, 10**9, rng)
    usual = rng.integers(1, 10**9, size=2000)
    assert keys.min() >= 1
    assert keys.max() <= 10**9
    assert chain_lengths(keys.tolist(), growth) > 50 * chain_lengths(usual.tolist(), growth)


KEYS_OF_VALUES = [
    (lambda keys: less_place(keys, 0), lambda values: values - np.arange(2000)),
    (lambda keys: less_place(keys, 1), lambda values: values - np.arange(1, 2001)),
    (lambda keys: with_place(keys, 0), lambda values: values + np.arange(2000)),
    (running_sum, np.cumsum),
]


@pytest.mark.parametrize(("derived", "keys_of"), KEYS_OF_VALUES)
def test_derived_keys_collide_in_a_table_that_grows(derived, keys_of, rng):
    growth = [(1, 13), (14, 29), (30, 59), (60, 127), (128, 257), (258, 541), (542, 1109), (1110, 2357), (2358, 5087)]
    counts = tuple(
        BucketCount(buckets, size, following[0] - 1) for (size, buckets), following in itertools.pairwise(growth)
    )
    values = derived(bucket_keys(counts, 0, "first", False))(2000, 1, 10**8, rng)
    usual = rng.integers(1, 10**8, size=2000)
    assert chain_lengths(keys_of(values).tolist(), growth) > 50 * chain_lengths(keys_of(usual).tolist(), growth)


@pytest.mark.parametrize("derived", [derived for way in WAYS.values() for _, derived in way])
@pytest.mark.parametrize(("length", "lo", "hi"), BOUNDS)
def test_derived_keys_keep_their_length_and_bounds(derived, length, lo, hi, rng):
    counts = (BucketCount(29, 14, 29), BucketCount(59, 30, 59), BucketCount(257, 128, 257))
    for filler in (bucket_keys(counts, 0, "cycle", False), dict_path_keys, set_path_keys):
        values = derived(filler)(length, lo, hi, rng)
        assert len(values) == length
        assert lo <= values.min()
        assert values.max() <= hi


def test_bucket_counts_are_read_from_what_the_probe_prints():
    counts = ask_library(lambda source: b"grown 59 30\ngrown 127 60\ngrown 257 128\nreserved 1031 0\nnoise\n")
    assert counts == (BucketCount(59, 30, 59), BucketCount(127, 60, 127), BucketCount(1031, 0, 1031))
    assert TargetFacts.from_json(TargetFacts(counts).to_json()) == TargetFacts(counts)
    assert ask_library(lambda source: b"") == ()


@pytest.mark.parametrize("filler", [dict_path_keys, set_path_keys])
@pytest.mark.parametrize(("lo", "hi"), [(-(10**9), -1), (-(10**9), -3), (-40, -20), (-5, 0)])
def test_cpython_keys_keep_negative_bounds(filler, lo, hi, rng):
    keys = filler(500, lo, hi, rng)
    assert lo <= keys.min()
    assert keys.max() <= hi


@pytest.mark.parametrize(("filler", "stride", "bits"), [(dict_path_keys, 1, 9), (set_path_keys, 10, 9)])
def test_cpython_keys_walk_a_long_probe_path(filler, stride, bits, rng):
    keys = filler(1000, 1, 10**9, rng).tolist()
    walker, filled = keys[-1], set(keys[:-1]) - {keys[-1]}
    slots = {key % (1 << bits) for key in filled}
    steps, slot, perturb, mask = 0, walker & ((1 << bits) - 1), walker, (1 << bits) - 1
    while slot in slots and steps < 10_000:
        steps += 1
        perturb >>= 5
        slot = (5 * slot + 1 + perturb) & mask
    assert len(filled) == len(slots)
    assert steps * stride >= 300
