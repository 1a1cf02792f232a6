"""Small inputs stay small, and ablations leave out what they say."""

from __future__ import annotations

import tracemalloc
from array import array
from dataclasses import replace

import numpy as np
import pytest

from slowpath.catalogue import TargetFacts
from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.corpus import Corpus, Entry
from slowpath.engine.lower_formats import lowered
from slowpath.engine.replay import remade
from slowpath.engine.scheduler import Scheduler
from slowpath.engine.seen import Seen
from slowpath.engine.shelf import Shelf
from slowpath.engine.space import SMALL_BYTES, Space
from slowpath.engine.strategies.generalisation import Generalisation
from slowpath.engine.strategies.shape_climb import ShapeClimb
from slowpath.engine.strategies.small_world import SmallWorld
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text, to_text
from slowpath.inputs.validating.validate import violations
from slowpath.model.execution import Execution
from slowpath.model.origin import Origin
from slowpath.model.verdict import Verdict

FORMATS = {
    "array": "n: int 1..600\na: int[n] 1..10^9\n",
    "cases": "t: int 1..50\ntests: cases[t]\n  n: int 1..300\n  a: int[n] 1..n\nwhere sum n <= 300\n",
    "tree": "n: int 2..300\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n",
    "words": 's: word 1..800 of "a-z"\np: word 1..800 of "a-z"\nwhere len(p) <= len(s)\n',
    "queries": "q: int 1..200\nops: queries[q]\n  push: x: int 1..10^9\n  pop:\n",
}


def context_of(text: str, has_feedback: bool = True, has_catalogue: bool = True) -> StrategyContext:
    fmt = from_text(text)
    space = Space(fmt, boundaries(fmt), TargetFacts(), seed=1, has_catalogue=has_catalogue)
    return StrategyContext(space, Corpus(has_feedback=has_feedback), seed=5)


def run(context: StrategyContext, strategy, turns: int, cost=lambda instance: len(str(instance))):
    """The candidates of some batches, each told of with what it costs."""
    made = []
    for _ in range(turns):
        batch = []
        while len(batch) < strategy.batch and (proposal := strategy.propose()) is not None:
            batch.append(proposal)
        for proposal in batch:
            count = cost(proposal.instance)
            context.corpus.consider(proposal, count, array("Q", [count]))
            strategy.observe(Outcome(proposal, Execution(Verdict.OK, count, 0, 0, 0), count, 0, 1, 0.5))
        made += batch
    return made


@pytest.mark.parametrize("name", FORMATS)
def test_the_small_world_stays_small_and_has_inputs_of_several_sizes(name):
    context = context_of(FORMATS[name])
    made = run(context, SmallWorld(context), 8)
    assert len(made) > 150
    assert max(len(candidate.data) for candidate in made) <= 4 * SMALL_BYTES
    assert len({len(candidate.data).bit_length() for candidate in made}) >= 4
    for candidate in made[::17]:
        assert candidate.level == SMALL
        assert violations(context.space.format, parse(context.space.format, candidate.data)) == []


def test_without_the_catalogue_nothing_of_it_is_built():
    context = context_of(FORMATS["array"], has_catalogue=False)
    assert all(list(site.catalogue.genomes()) == [()] for site in (*context.space.small, *context.space.full))
    made = run(context, SmallWorld(context), 2)
    assert {candidate.origin.recipe["genome"] == [] for candidate in made if candidate.origin.recipe} == {True}


def test_without_feedback_neither_cost_nor_counters_choose():
    corpus = Corpus(has_feedback=False)
    for place in range(500):
        candidate = Candidate(b"%04d" % place, None, Origin("sample", "x"), FULL, "sample")
        assert corpus.consider(candidate, place, array("Q", [place])) == 0
    rng = np.random.default_rng(0)
    chosen = [corpus.choose(FULL, rng).count for _ in range(2000)]
    assert len(set(chosen)) == 64
    assert 150 < np.mean(chosen) < 350
    assert len({entry.count for entry in corpus.best(FULL, 6)}) == 6


def test_elites_are_near_the_best_and_drift_over_a_plateau():
    corpus = Corpus()
    counts = {b"aaaa": 100, b"bbbb": 40, b"cccc": 95, b"dddd": 100, b"eeee": 100}
    for data, count in counts.items():
        corpus.consider(Candidate(data, None, Origin("sample", "x"), FULL, "sample"), count, array("Q", [1]))
    assert [entry.candidate.data for entry in corpus.elites(FULL, 9)] == [b"aaaa", b"eeee", b"cccc"]
    assert corpus.best(FULL)[0].candidate.data == b"aaaa"


def test_seen_remembers_the_latest_and_forgets_the_oldest():
    seen = Seen(generation=100)
    inputs = [b"%d\n" % number for number in range(1000)]
    for data in inputs:
        seen.add(data)
    assert all(data in seen for data in inputs[900:])
    assert sum(data in seen for data in inputs) <= 200


def test_seen_knows_what_has_the_hash_of_an_empty_slot():
    seen = Seen()
    assert 0 not in seen
    seen.add(0)
    assert 0 in seen and 1 << 8 not in seen


def test_seen_takes_few_bytes_an_input():
    tracemalloc.start()
    seen = Seen(generation=20_000)
    before, _ = tracemalloc.get_traced_memory()
    for number in range(200_000, 240_000):
        seen.add(number)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert after - before <= 32 * 40_000


QUERIES = from_text("q: int 1..50000\nops: queries[q]\n  1: x: int 1..10^9\n  2: l: int 1..10^9; r: int l..10^9\n")


def kept_of_queries(count: int, shelf: Shelf) -> list[tuple[Candidate, Entry]]:
    """So many inputs of 50,000 queries, each with its place in a corpus that keeps them all."""
    corpus = Corpus(shelf=shelf)
    made = []
    for number in range(count):
        instance = generate(QUERIES, Plan(sizes={"q": 50_000}), np.random.default_rng(number))
        candidate = Candidate(print_input(QUERIES, instance), instance, Origin("test", ""), FULL, "test")
        corpus.consider(candidate, 100 + number, array("Q", [number == at for at in range(count)]))
        made.append(candidate)
    entries = {entry.held.data: entry for entry in corpus.elites(FULL, count)}
    return [(candidate, entries[candidate.data]) for candidate in made]


def test_inputs_of_many_rows_are_kept_as_their_bytes_and_whole_where_they_are_asked_for():
    shelf = Shelf(lambda data: parse(QUERIES, data), most_bytes=1)
    for candidate, entry in kept_of_queries(2, shelf):
        assert entry.held.instance is None
        assert entry.candidate.instance == candidate.instance
        assert entry.candidate.id == candidate.id


def test_what_was_asked_for_lately_is_not_parsed_again():
    parsed: list[bytes] = []

    def asked(data: bytes):
        parsed.append(data)
        return parse(QUERIES, data)

    shelf = Shelf(asked)
    (first, entry), (_, other) = kept_of_queries(2, shelf)
    assert entry.candidate is first and other.candidate and not parsed


@pytest.mark.parametrize(("count", "is_put_away"), [(300_000, True), (100_000, False)])
def test_inputs_of_plain_numbers_are_put_away_where_they_are_large(count, is_put_away):
    instance = {"n": count, "a": np.arange(count)}
    candidate = Candidate(b" " * 2_000_000, instance, Origin("test", ""), FULL, "test")
    light = Shelf(lambda _: {}).put_away(candidate)
    assert (light is not None and light.instance is None) == is_put_away


class Named:
    batch = 1

    def __init__(self, name: str) -> None:
        self.id = name


def test_who_yields_gets_most_of_the_time_until_he_yields_no_more():
    good, bad = Named("good"), Named("bad")
    scheduler = Scheduler([(good, 1.0), (bad, 1.0)])

    def turns(count: int, rising: bool) -> float:
        taken = 0
        for _ in range(count):
            strategy = scheduler.next()
            taken += strategy is good
            best[0] *= 1.03 if strategy is good and rising else 1.0
            value = int(best[0]) if strategy is good else 1
            candidate = Candidate(b"1", None, Origin("x", "x"), FULL, "x")
            scheduler.account(
                strategy, [Outcome(candidate, Execution(Verdict.OK, value, 0, 0, 0), value, 0, 1, 0.5)], True
            )
        return taken / count

    best = [1000.0]
    turns(100, rising=True)
    assert turns(100, rising=True) > 0.75
    turns(15_000, rising=False)
    assert 0.4 < turns(500, rising=False) < 0.6


# Programs that take exponential time


def doubling(instance) -> int:
    """Work that doubles with each element, and less where elements are alike."""
    return 1000 * 2 ** len(instance["a"]) * len(set(instance["a"].tolist()))


TINY = "n: int 1..20\na: int[n] 1..4\n"


@pytest.mark.parametrize("make", [SmallWorld, ShapeClimb])
def test_where_small_sizes_are_dear_smaller_ones_are_searched(make):
    context = context_of(TINY, has_catalogue=False)
    context.space.resize(8, 11)
    made = run(context, make(context), 6, doubling)
    assert max(len(candidate.instance["a"]) for candidate in made if candidate.level == SMALL) <= 8
    assert sum(candidate.level == FULL for candidate in made) <= 1


def test_a_shape_that_is_its_winner_goes_on_without_another_run():
    context = context_of("n: int 1..6000\na: int[n] 1..1000000\n", has_catalogue=False)
    context.space.resize(12, 1000)
    fmt = context.space.format
    winner = parse(fmt, b"12\n" + b" ".join(b"%d" % (3 + 5 * (i % 4)) for i in range(12)) + b"\n")
    context.corpus.consider(
        context.space.from_instance(winner, Origin("small-world", "x"), SMALL, "small-world"), 99, array("Q", [99])
    )
    made = run(context, Generalisation(context), 8, lambda instance: 50)
    medium = [candidate.instance["a"] for candidate in made if candidate.level == MEDIUM]
    assert any(len(set(row.tolist())) == 4 and (row[4:] == row[:-4]).all() for row in medium)


def test_sizes_are_lowered_in_proportion_but_for_small_ones():
    assert lowered({"n": 2500, "m": 5000, "k": 5}, 200) == {"n": 100, "m": 200, "k": 5}
    assert lowered({"n": 100_000, "k": 300}, 200) == {"n": 200, "k": 200}
    assert lowered({"n": 20}, 200) == {"n": 20}


def test_numbers_that_bound_elements_are_lowered_along_with_sizes():
    context = context_of("n: int 2..2500; m: int 1..5000\nrows[m]: a: int 1..n; b: int 1..n\n")
    space = context.space
    site = space.medium[0]
    assert (site.boundary.sizes, site.ranges) == ({"m": 1000}, {"n": 500})
    made = [candidate for candidate in run(context, ShapeClimb(context), 2) if candidate.instance["n"] > 1]
    assert max(len(candidate.instance["a"]) for candidate in made) == 200
    assert max(candidate.instance["n"] for candidate in made) == 100
    assert all(remade(space.format, candidate.origin.recipe) == candidate.data for candidate in made)
    assert "n: int 2..32" in to_text(space.bounded(64))
    several = context_of("n: int 2..5000; m: int 1..5000; k: int 1..5000\nb: int[k] 1..9\nrows[m]: a: int 1..n\n").space
    assert len(several.full) > 1
    assert "n: int 2..1000;" in to_text(several.bounded(1000))


def test_what_mutants_made_at_full_size_is_no_measure_of_medium_size():
    context = context_of("n: int 1..20000\na: int[n] 1..10^9\n")
    space = context.space
    whole, medium = (space.build(site, (), "x") for site in (space.full[0], space.medium[0]))
    context.corpus.consider(replace(whole, level=MEDIUM), 10**9, None)
    context.corpus.consider(medium, 1000, None)
    assert context.best_medium() == 1000


def test_strides_of_the_program_are_among_the_first_shapes():
    context = context_of("n: int 1..20000\na: int[n] 1..10^9\n")
    context.literals = (2, 1009, 10**9)
    made = run(context, ShapeClimb(context), 2)
    strided = [
        candidate
        for candidate in made
        if len(set((np.array(candidate.instance["a"]) % 1009).tolist())) == 1
        and len(set(candidate.instance["a"].tolist())) > 100
    ]
    assert strided


def rounds_of_far_pointers(instance):
    """Who points far enough wakes up; so does who points over all of so many that are awake: in rounds over all."""
    values, count = instance["a"].tolist(), instance["n"]
    awake, rounds = [False] * count, 0
    while True:
        rounds += 1
        before, total = [0], 0
        for one in awake:
            total += 5 if one else 2
            before.append(total)
        woken = [at for at in range(count) if not awake[at] and abs(before[values[at] - 1] - before[at]) > 84]
        if not woken:
            return count * rounds
        for at in woken:
            awake[at] = True


@pytest.mark.parametrize("seed", range(3))
def test_a_length_is_followed_to_where_it_breaks_off(seed):
    context = context_of("n: int 1..3000\na: int[n] 1..n\n")
    context.seed = seed
    made = run(context, ShapeClimb(context), 50, rounds_of_far_pointers)
    # Where 17 point to the end each of the rest waits for the one before it; with a sixth of all many go at once.
    rounds = [rounds_of_far_pointers(candidate.instance) // candidate.instance["n"] for candidate in made]
    assert max(rounds) > 100
