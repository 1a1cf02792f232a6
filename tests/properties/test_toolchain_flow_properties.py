"""The flow solver recovers what ran from the counters off any spanning tree, whatever the graph."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from slowpath.toolchain.cost_model import CostModel, cut_count, fit
from slowpath.toolchain.flow import line_map
from slowpath.toolchain.gcno import Arc, Function, Location, Notes

ENTRY, EXIT = 0, 1


def random_graph(blocks: int, extra: int, rng: random.Random) -> list[tuple[int, int]]:
    """A chain from the entry to the exit with `extra` arcs between inner blocks, loops included."""
    inner = list(range(2, blocks))
    arcs = {(ENTRY, 2), (blocks - 1, EXIT), *pairwise(inner)}
    while extra:
        extra -= 1
        arcs.add((rng.choice(inner), rng.choice([*inner, EXIT])))
    return sorted(arcs)


def walk(arcs: list[tuple[int, int]], blocks: int, rng: random.Random) -> Counter:
    """How often each arc is taken by one call of the function; wanders, then heads for the exit."""
    taken: Counter = Counter()
    at = ENTRY
    for step in range(10_000):
        choices = [arc for arc in arcs if arc[0] == at]
        ahead = (at, at + 1) if at + 1 < blocks and at > 1 else choices[0]
        arc = rng.choice(choices) if step < 40 or at == ENTRY else ahead if ahead in choices else (at, EXIT)
        taken[arc] += 1
        at = arc[1]
        if at == EXIT:
            return taken
    raise AssertionError("the walk never ends")


def off_tree(arcs: list[tuple[int, int]], blocks: int, rng: random.Random) -> set[tuple[int, int]]:
    """The arcs that need a counter: those off a random spanning tree in which exit and entry are one."""
    parent = list(range(blocks))

    def root(block: int) -> int:
        while parent[block] != block:
            block = parent[block]
        return block

    parent[EXIT] = ENTRY
    counted = set()
    for source, target in rng.sample(arcs, len(arcs)):
        if root(source) == root(target):
            counted.add((source, target))
        else:
            parent[root(source)] = root(target)
    return counted


@given(st.integers(3, 14), st.integers(0, 20), st.integers(0, 5), st.integers(0, 1 << 30))
def test_every_block_s_hits_are_recovered(blocks, extra, calls, seed):
    rng = random.Random(seed)
    arcs = random_graph(blocks, extra, rng)
    taken = sum((walk(arcs, blocks, rng) for _ in range(calls)), Counter())
    counted = off_tree(arcs, blocks, rng)
    lines = tuple((block, (Location("a.cpp", (block + 10,)),)) for block in range(2, blocks))
    function = Function(
        1, 2, 3, "f", False, "a.cpp", 1, 99, blocks, tuple(Arc(s, t, (s, t) not in counted) for s, t in arcs), lines
    )
    # The last block is taken for the exit by gcov's old rule, so an unlisted one stands behind it.
    padded = Function(**{**function.__dict__, "blocks": blocks + 1})
    mapped = line_map(Notes((12, 2), (padded,)), "a.cpp", [(1, 2, 3, len(counted))])
    counters = np.array([taken[arc] for arc in arcs if arc in counted], np.uint64)
    expected = {block + 10: sum(n for arc, n in taken.items() if arc[1] == block) for block in range(2, blocks)}
    assert mapped.hits(counters) == expected
    assert mapped.blocks(counters) == sum(expected.values())


@given(
    st.lists(
        st.tuples(st.integers(1000, 10**6), st.integers(1000, 10**5), st.integers(0, 10**5)), min_size=3, unique=True
    ),
    st.floats(0.5, 10),
    st.floats(1, 300),
    st.floats(1, 300),
)
def test_a_fit_finds_the_coefficients_that_made_the_numbers(points, per_block, per_byte, per_output_byte):
    """From runs long enough that a count's rounding to a whole number is no part of it."""
    made = CostModel(per_block, per_byte, 0.0, per_output_byte=per_output_byte)
    counts = [made.count(blocks, read, 0, printed) for blocks, read, printed in points]
    fitted = fit([p[0] for p in points], [p[1] for p in points], [p[2] for p in points], counts)
    for (blocks, read, printed), count in zip(points, counts, strict=True):
        assert abs(fitted.count(blocks, read, 0, printed) - count) <= 0.02 * count + 2


@given(st.integers(0, 10**9), st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_more_work_never_costs_less(blocks, size, extra, printed):
    model = CostModel(2.5, 120, 0, per_output_byte=60)
    assert model.count(blocks, size, extra, printed) <= model.count(blocks + 1, size + 1, extra + 1, printed + 1)
    assert cut_count(model.count(blocks, size), 0.5) >= 500_000_000
