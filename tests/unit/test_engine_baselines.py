"""The strategies that are there to be compared with: bytes that know no structure, and random valid inputs."""

from __future__ import annotations

from array import array
from itertools import count as counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.catalogue import TargetFacts
from slowpath.engine.campaign import run_campaign
from slowpath.engine.candidate import Candidate, Outcome
from slowpath.engine.corpus import Corpus
from slowpath.engine.moves.havoc import havoc, splice
from slowpath.engine.scheduler import Scheduler
from slowpath.engine.space import Space
from slowpath.engine.strategies import perffuzz
from slowpath.engine.strategies.afl import MOST_EMPTY_SLICES, Afl
from slowpath.engine.strategies.perffuzz import PerfFuzz
from slowpath.engine.strategies.random_valid import SMALLER_EVERY, RandomValid
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.campaign import Budget, CampaignSpec, Ended, PhaseEntered
from slowpath.model.execution import Execution, RunLimits
from slowpath.model.origin import input_id
from slowpath.model.verdict import Verdict

ARRAY = from_text("n: int 1..300\na: int[n] 1..10^6\n")
SAMPLES = (b"3\n2 1 3\n", b"1\n7\n")


def context_of(seed: int = 1) -> StrategyContext:
    return StrategyContext(Space(ARRAY, boundaries(ARRAY), TargetFacts(), seed), Corpus(), seed, samples=SAMPLES)


def run(candidate: Candidate, counters: list[int], verdict: Verdict = Verdict.OK) -> Outcome:
    execution = Execution(verdict, sum(counters), 0, 0, 0, counters=array("Q", counters))
    return Outcome(candidate, execution, sum(counters), 0, 1, 1.0)


@given(st.binary(max_size=200), st.integers(0, 10**6))
def test_havoc_keeps_within_the_length_it_was_given(data, seed):
    made = havoc(data, Random(seed), 120)
    assert 1 <= len(made) <= max(120, len(data))
    assert made == havoc(data, Random(seed), 120)


@given(st.binary(min_size=1, max_size=60), st.binary(min_size=1, max_size=60), st.integers(0, 99))
def test_splicing_takes_the_head_of_one_and_the_tail_of_the_other(first, second, seed):
    made = splice(first, second, Random(seed))
    if made is not None:
        assert len(made) == len(second)
        assert any(made == first[:cut] + second[cut:] for cut in range(min(len(first), len(second))))


def test_inputs_that_hardly_differ_are_not_spliced():
    assert splice(b"12345", b"12345", Random(1)) is None
    assert splice(b"12345", b"12395", Random(1)) is None
    assert splice(b"12345", b"", Random(1)) is None


def test_perffuzz_begins_with_random_inputs_of_the_largest_size_and_then_edits_bytes():
    fuzzer = PerfFuzz(context_of())
    made = [fuzzer.propose() for _ in range(40)]
    assert made[0].data.startswith(b"300\n")
    parents = {candidate.origin.parent for candidate in made if "havoc" in candidate.origin.label}
    assert parents
    assert any(candidate.instance is None for candidate in made)


def test_perffuzz_mutates_who_holds_a_maximum_and_leaves_who_was_beaten():
    fuzzer = PerfFuzz(context_of())
    space = context_of().space
    beaten, best, other = (space.build(space.full[0], (), "perffuzz", trial) for trial in range(3))
    for candidate, counters in ((beaten, [1, 5, 0]), (best, [9, 9, 0]), (other, [1, 1, 7])):
        fuzzer.observe(run(candidate, counters))
    fuzzer.observe(run(space.build(space.full[0], (), "perffuzz", 9), [9, 9, 0]))
    made = [fuzzer.propose() for _ in range(4000)]
    parents = [candidate.origin.parent for candidate in made if candidate is not None]
    assert parents.count(best.id) > 10 * parents.count(beaten.id)
    assert parents.count(other.id) > 10 * parents.count(beaten.id)


def test_perffuzz_lets_go_of_beaten_inputs_when_there_are_too_many_bytes(monkeypatch):
    monkeypatch.setattr(perffuzz, "MOST_BYTES", 20_000)
    fuzzer, space = PerfFuzz(context_of()), context_of().space
    for trial in range(40):
        fuzzer.observe(run(space.build(space.full[0], (), "perffuzz", trial), [trial + 1, 0]))
    assert sum(len(entry.data) for entry in fuzzer._queue) <= 20_000
    assert fuzzer._queue[-1].data
    assert all(fuzzer.propose() is not None for _ in range(500))


@pytest.mark.parametrize("verdict", [Verdict.RUNTIME_ERROR, Verdict.MEMORY_LIMIT])
def test_perffuzz_keeps_no_input_on_which_the_program_fails(verdict):
    fuzzer = PerfFuzz(context_of())
    failing = context_of().space.build(context_of().space.full[0], (), "perffuzz", 1)
    fuzzer.observe(run(failing, [10**6], verdict))
    assert all(candidate.origin.parent != failing.id for candidate in (fuzzer.propose() for _ in range(2000)))


def test_the_same_seed_gives_the_same_bytes():
    first, second = PerfFuzz(context_of()), PerfFuzz(context_of())
    assert [first.propose().data for _ in range(300)] == [second.propose().data for _ in range(300)]
    assert PerfFuzz(context_of(2)).propose().data != first.propose().data


def test_random_inputs_are_valid_and_mostly_of_the_largest_size():
    made = [RandomValid(context_of()).propose()]
    strategy = RandomValid(context_of())
    made = [strategy.propose() for _ in range(10 * SMALLER_EVERY)]
    assert all(is_valid(ARRAY, candidate.data) for candidate in made)
    sizes = [candidate.instance["n"] for candidate in made]
    assert sizes.count(300) >= len(made) * (SMALLER_EVERY - 1) / SMALLER_EVERY
    assert min(sizes) < 300
    assert len({candidate.data for candidate in made}) > 0.9 * len(made)


class FakeFuzzer:
    """Keeps what it's told to, a slice at a time."""

    largest_bytes = 1000

    def __init__(self, *slices: list[bytes]) -> None:
        self.slices = list(slices)
        self.begun: list[list[bytes]] = []

    def begin(self, seeds, mutate, rng_seed):
        self.begun.append(list(seeds))
        assert all(not child or is_valid(ARRAY, child) for child in mutate(seeds[0], 5, 1000))

    def advance(self, seconds):
        return self.slices.pop(0) if self.slices else []


def test_afl_begins_once_and_what_it_keeps_is_proposed():
    context = context_of()
    context.fuzzer = FakeFuzzer([b"2\n4 5\n", b"1\n6\n"], [], [b"3\n1 2 0\n"])
    strategy = Afl(context)
    made = [strategy.propose() for _ in range(4)]
    assert [candidate and candidate.data for candidate in made] == [b"2\n4 5\n", b"1\n6\n", None, b"3\n1 2 0\n"]
    (seeds,) = context.fuzzer.begun
    assert seeds[:2] == list(SAMPLES)
    assert 500 < len(seeds[2]) <= FakeFuzzer.largest_bytes
    assert made[0].instance is not None


def test_afl_is_let_on_no_more_when_it_keeps_nothing_for_long():
    context = context_of()
    context.fuzzer = FakeFuzzer(*[[]] * MOST_EMPTY_SLICES, [b"1\n6\n"])
    strategy = Afl(context)
    assert all(strategy.propose() is None for _ in range(MOST_EMPTY_SLICES + 5))
    assert len(context.fuzzer.slices) == 1


def test_the_time_that_afl_takes_is_booked_like_that_of_runs():
    context = context_of()
    context.fuzzer = FakeFuzzer([], [])
    afl, random = Afl(context), RandomValid(context)
    scheduler = Scheduler([(afl, 1.0), (random, 1.0)])
    turns = []
    for _ in range(200):
        turns.append(scheduler.next())
        candidate = turns[-1].propose()
        scheduler.account(turns[-1], [run(candidate, [1000])] if candidate else [], candidate is not None)
    assert turns.count(afl) < 20


def test_a_number_too_long_to_be_read_is_no_input_of_the_format():
    with pytest.raises(ParseError, match="5000 digits"):
        parse(ARRAY, b"1\n" + b"7" * 5000 + b"\n")


@pytest.mark.parametrize("executions", [1, 2, 7, 40, 150])
def test_no_more_is_run_than_the_budget_allows(fake_executor, executions):
    store, runs = {}, None
    executor = fake_executor(ARRAY, lambda instance: [1, len(instance["a"])], 2)
    events = run_campaign(
        CampaignSpec(
            *("solution.cpp", "cpp", b"int main(){}", ARRAY, (("1.in", SAMPLES[0]),), Budget(executions=executions)),
            limits=RunLimits(cpu_s=2.0),
            strategies=("random-valid",),
        ),
        executor,
        campaign_id="c",
        keep_input=lambda data: store.setdefault(input_id(data), data) and input_id(data),
        clock=counter().__next__,
        stop=lambda: False,
        read_input=store.get,
    )
    for event in events:
        if runs is None and (
            isinstance(event, Ended) or (isinstance(event, PhaseEntered) and event.phase == "finalists")
        ):
            runs = executor.runs
    assert runs <= executions
