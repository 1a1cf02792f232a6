"""Graphs that grow by one step: what a step comes to, and that the search finds the one that counts."""

from __future__ import annotations

import heapq
from array import array

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, SMALL, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.moves.graph_steps import GraphStep, any_step, changed, grown_graph
from slowpath.engine.space import Space
from slowpath.engine.strategies.graph_growth import GraphGrowth
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.reader import from_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

TOLLS = (
    "n: int 2..{n}; m: int 1..{m}\nrows[m] graph(a, b; n): a: int 1..n; b: int 1..n; w: int -1000000..1000000\n"
    "where a != b\n"
)
PLAIN = GraphStep(base=0, place=0, copied=0, joined=1, doubling=0, first=1, more=0, apart=1, slope=0, in_front=0)


def context_of(text):
    fmt = from_text(text)
    return StrategyContext(Space(fmt, boundaries(fmt), TargetFacts(), seed=1), Corpus(), seed=5)


def run(context, most, cost):
    """What the strategy proposes in so many runs, each with its cost."""
    strategy, made = GraphGrowth(context), []
    while len(made) < most:
        proposal = strategy.propose()
        if proposal is None:
            return made
        count = cost(proposal.instance)
        context.corpus.consider(proposal, count, array("Q", [count]))
        strategy.observe(Outcome(proposal, Execution(Verdict.OK, count, 0, 0, 0), count, 0, 1, 0.5))
        made.append((count, proposal))
    return made


def visits(instance):
    """How often Dijkstra's algorithm goes on from a vertex where edges may cost less than nothing."""
    leading = {}
    for a, b, w in zip(instance["a"].tolist(), instance["b"].tolist(), instance["w"].tolist(), strict=True):
        leading.setdefault(min(a, b), []).append((max(a, b), w))
    least, waiting, count = {1: 0}, [(0, 1)], 0
    while waiting:
        cost, at = heapq.heappop(waiting)
        if cost > least[at]:
            continue
        count += 1
        for to, w in leading.get(at, ()):
            if cost + w < least.get(to, 1 << 60):
                least[to] = cost + w
                heapq.heappush(waiting, (cost + w, to))
    return count


@pytest.mark.parametrize(
    ("joined", "front", "ends"),
    [(1, 0, [[0, 1], [1, 2], [2, 3]]), (3, 0, [[0, 1], [0, 2], [0, 3]]), (1, 1, [[2, 3], [1, 2], [0, 1]])],
)
def test_a_step_that_joins_makes_a_path_or_a_star(joined, front, ends):
    step = GraphStep(**{**vars(PLAIN), "joined": joined, "in_front": front})
    vertices, edges = grown_graph(step, 4, 9, [(1, 5)])
    assert vertices == 4
    assert edges[:, :2].tolist() == ends
    assert edges[:, 2].tolist() == [1, 1, 1]


def test_copies_with_their_original_make_every_pair():
    step = GraphStep(**{**vars(PLAIN), "copied": 1, "doubling": 1, "first": 3, "more": -1, "apart": -1})
    vertices, edges = grown_graph(step, 6, 99, [(-100, 100)])
    assert vertices == 6
    assert sorted(map(tuple, edges[:, :2].tolist())) == [(a, b) for a in range(6) for b in range(a + 1, 6)]


def test_any_step_keeps_to_the_numbers_of_vertices_and_edges_and_to_the_bounds():
    rng = np.random.default_rng(3)
    step = any_step(rng)
    for _ in range(300):
        step = changed(step, rng) if rng.random() < 0.7 else any_step(rng)
        vertices, edges = grown_graph(step, 30, 60, [(-50, 70), (0, 9)])
        assert vertices <= 30
        assert len(edges) <= 60
        assert edges.shape[1] == 4
        assert edges[:, :2].min() >= 0
        assert edges[:, :2].max() < vertices
        assert (edges[:, 0] != edges[:, 1]).all()
        assert -50 <= edges[:, 2].min() <= edges[:, 2].max() <= 70
        assert 0 <= edges[:, 3].min() <= edges[:, 3].max() <= 9


def test_the_step_that_doubles_the_work_is_found():
    """A climb at this size comes to a few hundred; the largest there is are 2^(n - 2) for the last vertex."""
    context = context_of(TOLLS.format(n=12, m=66))
    made = run(context, 1000, visits)
    assert max(count for count, _ in made) >= 2**10
    assert all(violations(context.space.format, candidate.instance) == [] for _, candidate in made[::50])


def test_large_graphs_are_tried_small_and_the_best_steps_at_full_size():
    context = context_of(TOLLS.format(n=3000, m=9000))
    made = run(context, 150, lambda instance: int(np.bincount(instance["a"]).max()) + 1)
    levels = [candidate.level for _, candidate in made]
    assert levels[0] == SMALL
    assert 0 < levels.count(FULL) <= 20
    assert max(count for count, _ in made) > 2000


@pytest.mark.parametrize(
    "text",
    [
        "n: int 1..90\na: int[n] 1..9\n",
        "n: int 2..9\nrows[n - 1] tree(u, v; n): u: int 1..n; v: int 1..n\n",
        TOLLS.format(n=12, m=66).replace("-1000000..1000000", "0..10^30"),
    ],
)
def test_what_has_no_graph_has_no_step(text):
    assert run(context_of(text), 5, lambda _: 1) == []


def test_what_is_tried_small_is_small_in_all_else():
    """A large input would be the costliest of the small ones for good."""
    context = context_of(TOLLS.format(n=3000, m=9000).replace("\n", "; q: int 1..100000\n", 1) + "c: int[q] 1..n\n")
    made = [candidate for _, candidate in run(context, 40, lambda instance: len(instance["a"]) + 1)]
    assert all(len(candidate.instance["c"]) < 100 for candidate in made if candidate.level == SMALL)
    assert sum(candidate.level == SMALL for candidate in made) > 20
