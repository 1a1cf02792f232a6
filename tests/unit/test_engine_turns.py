"""The budget's meter, the cap of runs, what a run counts for, who has the next turn, and what the corpus keeps."""

from __future__ import annotations

from array import array
from dataclasses import replace
from itertools import count as counter

import numpy as np

from slowpath.engine.budget import BudgetMeter
from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome, ranking_count
from slowpath.engine.cap import AdaptiveCap
from slowpath.engine.corpus import Corpus
from slowpath.engine.scheduler import Scheduler
from slowpath.model.campaign import Budget
from slowpath.model.execution import Execution
from slowpath.model.origin import Origin
from slowpath.model.verdict import Verdict


def candidate(data: bytes, level: str = FULL) -> Candidate:
    return Candidate(data, None, Origin("sample", "x"), level, "sample")


def outcome(count: int, level: str = FULL, data: bytes = b"1", cut: bool = False, novelty: int = 0) -> Outcome:
    execution = Execution(Verdict.OK, count, 0, 0, 0, cut=cut)
    return Outcome(candidate(data, level), execution, count, novelty, 1, 0.5)


def test_the_meter_continues_where_the_past_ended():
    ticks = counter()
    meter = BudgetMeter(Budget(executions=5), lambda: next(ticks), spent_executions=3, spent_s=100.0)
    assert not meter.is_spent
    assert meter.counted
    meter.spend()
    meter.spend()
    assert meter.is_spent
    assert meter.elapsed_s > 100.0
    assert not BudgetMeter(Budget(seconds=1.0, executions=5), lambda: 0.0).counted


def test_the_cap_rises_only_when_it_cuts_and_never_above_the_limit():
    cap = AdaptiveCap(2.0)
    assert cap.seconds < 1.0
    assert not cap.observe(True)
    assert not cap.observe(False)
    assert cap.observe(True)
    while cap.can_be_raised:
        cap.raise_step()
    assert cap.seconds == cap.next_s == 2.0
    assert not cap.observe(True)


def test_a_run_may_take_more_than_every_run_takes():
    cap = AdaptiveCap(10.0)
    short = cap.seconds
    cap.learn(2.0, was_cut=True)
    assert cap.seconds == cap.below_full_s == 4.0, "nobody knows yet what a run takes at least"
    cap.learn(3.0, was_cut=False)
    assert cap.seconds == 6.0
    cap.learn(0.5, was_cut=False)
    assert (cap.seconds, cap.below_full_s) == (1.0, 1.0)
    cap.raise_step()
    assert (cap.seconds, cap.below_full_s) == (1.5, 1.0)
    cap.learn(0.0, was_cut=False)
    assert (cap.seconds, cap.below_full_s) == (1.0, short)
    cap.learn(9.0, was_cut=False)
    assert cap.seconds == 1.0


def test_work_in_library_calls_counts_by_its_time_unless_executions_are_counted():
    hidden = Execution(Verdict.OK, 1000, 800_000_000, 800_000_000, 0)
    short = Execution(Verdict.OK, 1000, 2_000_000, 2_000_000, 0)
    assert ranking_count(hidden, counted=False) > 700_000_000
    assert ranking_count(hidden, counted=True) == 1000
    assert ranking_count(short, counted=False) == 1000


def test_the_time_of_a_short_run_counts_only_where_it_is_clearly_more():
    doubtful = Execution(Verdict.OK, 5_000_000, 15_000_000, 15_000_000, 0)
    clear = Execution(Verdict.OK, 5_000_000, 150_000_000, 150_000_000, 0)
    assert ranking_count(doubtful, counted=False, clearly=4.0) == 5_000_000
    assert ranking_count(clear, counted=False, clearly=4.0) == 145_000_000


def test_the_cap_is_lifted_no_further_than_said():
    cap = AdaptiveCap(60.0)
    cap.lift(3.1)
    assert cap.seconds == 3.0
    cap.lift(0.5)
    assert cap.seconds == 3.0


class Named:
    def __init__(self, name: str) -> None:
        self.id = name

    def propose(self):
        return None

    def observe(self, outcome) -> None:
        return


def test_the_scheduler_gives_more_turns_to_what_yields_and_starves_none():
    good, bad = Named("good"), Named("bad")
    scheduler = Scheduler([(good, 1.0), (bad, 1.0)])
    turns = {"good": 0, "bad": 0}
    for best in range(1, 2001):
        strategy = scheduler.next()
        turns[strategy.id] += 1
        result = outcome(best * 10, novelty=1) if strategy is good else outcome(1, SMALL)
        scheduler.account(strategy, [result], 1)
    assert turns["good"] > 2 * turns["bad"] > 100


def test_the_scheduler_gives_more_turns_to_what_comes_nearer_before_any_cost_shows_it():
    nearer, other = Named("nearer"), Named("other")
    nearer.came_nearer = True
    scheduler = Scheduler([(nearer, 1.0), (other, 1.0)])
    turns = {"nearer": 0, "other": 0}
    for _ in range(2000):
        strategy = scheduler.next()
        turns[strategy.id] += 1
        scheduler.account(strategy, [outcome(1, SMALL)], True)
    assert turns["nearer"] > 2 * turns["other"] > 100


def test_what_is_made_in_vain_is_paid_for():
    vain, busy = Named("vain"), Named("busy")
    scheduler = Scheduler([(vain, 1.0), (busy, 1.0)])
    turns = []
    for _ in range(1000):
        strategy = scheduler.next()
        turns.append(strategy.id)
        scheduler.account(strategy, [] if strategy is vain else [outcome(5)], 64 if strategy is vain else 1)
    assert turns.count("vain") < turns.count("busy") / 8


def turns_of(names, took_s, runs_ns=100_000):
    """How many of a thousand turns each has, whose proposals take so long by the clock, or as they're reckoned."""
    strategies = [Named(name) for name in names]
    scheduler = Scheduler([(strategy, 1.0) for strategy in strategies])
    turns = dict.fromkeys(names, 0)
    for _ in range(1000):
        strategy = scheduler.next()
        turns[strategy.id] += 1
        run = outcome(5)
        run = replace(run, execution=replace(run.execution, cpu_ns=runs_ns))
        scheduler.account(strategy, [run], 1, None if took_s is None else took_s[strategy.id])
    return turns


def test_who_thinks_long_has_as_much_time_as_others_and_fewer_turns():
    turns = turns_of(("quick", "slow"), {"quick": 0.001, "slow": 0.009})
    assert turns["quick"] > 5 * turns["slow"] > 100
    turns = turns_of(("quick", "slow"), {"quick": 0.001, "slow": 0.009}, runs_ns=1_000_000_000)
    assert turns["quick"] < 1.1 * turns["slow"]


def test_without_a_clock_only_counts_are_reckoned():
    turns = turns_of(("quick", "slow"), None)
    assert min(turns.values()) > 400
    assert turns == turns_of(("quick", "slow"), None)


def test_those_on_ration_have_a_part_of_the_time_whatever_they_yield():
    good, other = Named("good"), Named("other")
    scheduler = Scheduler([(good, 1.0), (other, 1.0)], rationed=frozenset({"good"}))
    turns = []
    for best in range(1, 2001):
        strategy = scheduler.next()
        turns.append(strategy.id)
        scheduler.account(strategy, [outcome(best * 10 if strategy is good else 1)], True)
    assert turns[0] == "other"
    assert 0 < turns.count("good") < 0.25 * len(turns)


def test_a_strategy_with_nothing_to_try_rests():
    idle, busy = Named("idle"), Named("busy")
    scheduler = Scheduler([(idle, 5.0), (busy, 1.0)])
    turns = []
    for _ in range(20):
        strategy = scheduler.next()
        turns.append(strategy.id)
        scheduler.account(strategy, [] if strategy is idle else [outcome(5)], strategy is busy)
    assert turns.count("idle") <= 2


def test_the_corpus_keeps_who_raises_a_counter_in_its_class_of_size():
    corpus = Corpus()
    assert corpus.consider(candidate(b"aaaa"), 10, array("Q", [5, 0, 1])) == 2
    assert corpus.consider(candidate(b"bbbb"), 3, array("Q", [5, 0, 1])) == 0
    assert corpus.consider(candidate(b"cccc"), 3, array("Q", [0, 1, 0])) == 1
    assert corpus.consider(candidate(b"d" * 400), 9, array("Q", [1, 1, 1])) == 3
    assert corpus.consider(candidate(b"eeee", SMALL), 1, array("Q", [1, 0, 0])) == 1
    assert [entry.candidate.data for entry in corpus.best(FULL, 5)] == [b"aaaa", b"d" * 400]
    rng = np.random.default_rng(0)
    chosen = {corpus.choose(FULL, rng).candidate.data for _ in range(200)}
    assert chosen == {b"aaaa", b"cccc", b"d" * 400}
    assert corpus.choose("medium", rng) is None


def test_the_corpus_keeps_who_comes_nearest_to_a_constraint():
    corpus = Corpus(slots=2)
    assert corpus.consider(candidate(b"aaaa"), 10, array("Q", [5, 100, 7])) == 3
    assert corpus.consider(candidate(b"bbbb"), 3, array("Q", [5, 200, 7])) == 1
    assert corpus.consider(candidate(b"cccc"), 3, array("Q", [5, 201, 7])) == 0
    assert [entry.candidate.data for entry in corpus.holders(FULL, 0)] == [b"bbbb"]
    assert [entry.candidate.data for entry in corpus.holders(FULL, 1)] == [b"aaaa"]
    assert corpus.holders(SMALL, 0) == []
    chosen = {corpus.choose(FULL, np.random.default_rng(seed)).candidate.data for seed in range(60)}
    assert chosen == {b"aaaa", b"bbbb"}


def test_those_near_to_constraints_crowd_out_nobody_in_the_corpus():
    """One hundred and fifty inputs that each raise a counter and a slot of their own, in two halves of the counters."""
    events, slots = 150, 48
    plain, with_slots = Corpus(), Corpus(slots=slots)
    for place in range(events):
        counters = [0] * events
        counters[place] = 5
        probed = [0] * slots
        probed[place % slots] = 1 << (place // slots + 4)
        data = b"%04d" % place
        plain.consider(candidate(data), 1, array("Q", counters))
        with_slots.consider(candidate(data), 1, array("Q", [*counters, *probed]))
        nearer = [*([0] * events), *(2 * each for each in probed)]
        with_slots.consider(candidate(b"s" + data[1:]), 1, array("Q", nearer))

    def kept(corpus: Corpus) -> set[bytes]:
        rng = np.random.default_rng(0)
        return {corpus.choose(FULL, rng).candidate.data for _ in range(6000)}

    both = kept(with_slots)
    assert kept(plain) - both <= {b"0000"}
    assert len([data for data in both if data.startswith(b"s")]) <= 24
