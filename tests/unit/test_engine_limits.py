"""Runs that are cut: samples over the limit, how long clean runs and a whole search may take."""

from __future__ import annotations

from dataclasses import replace

import pytest
from quicksort_campaign import ARRAY, SAMPLES, Campaign, quicksort, spec_of, view_of

from slowpath.model.campaign import BaselineMeasured, Budget, PhaseEntered, SampleFailed, SlowInputFound, Warned
from slowpath.model.verdict import Verdict


@pytest.fixture
def campaign(fake_executor) -> Campaign:
    return Campaign(fake_executor(ARRAY, quicksort, 4))


def test_a_sample_cut_at_the_time_limit_is_said_and_is_the_first_slow_input(fake_executor):
    executor = fake_executor(ARRAY, lambda instance: [1, 1, 10**12, len(instance["a"])], 4)
    spec = replace(spec_of(Budget(executions=30), samples=SAMPLES[:1]), time_limit_s=1.0)
    events = Campaign(executor).run(spec)
    assert any(isinstance(e, SampleFailed) and e.verdict is Verdict.TIME_LIMIT for e in events)
    first = next(e for e in events if isinstance(e, SlowInputFound)).slow_input
    assert (first.origin.label, first.verdict, first.ratio) == ("sample 1.in", Verdict.TIME_LIMIT, 1.0)
    assert events[-1].outcome == "finished"


def noted_caps(executor, what: str) -> list[float]:
    """The CPU limits, in order, of the runs that the method of that name will make."""
    caps: list[float] = []
    method = getattr(executor, what)
    setattr(executor, what, lambda data, limits, **more: (caps.append(limits.cpu_s), method(data, limits, **more))[1])
    return caps


def test_a_sample_that_only_the_search_build_is_too_slow_for_is_answered(fake_executor):
    """Its run is made once more, so that the sample is a baseline."""
    executor = fake_executor(ARRAY, lambda instance: [1, 150_000_000], 2)
    confirm = executor.confirm
    executor.confirm = lambda data, limits, **more: replace(
        confirm(data, limits, **more), verdict=Verdict.OK, cut=False, cpu_s=0.8
    )
    spec = replace(spec_of(Budget(seconds=8.0), samples=(("1.in", b"3\n1 2 3\n"),)), time_limit_s=1.0)
    events = Campaign(executor).run(spec)
    assert not any(isinstance(e, SampleFailed) for e in events)
    assert next(e for e in events if isinstance(e, BaselineMeasured)).label == "sample 1.in"


def test_all_ends_with_the_seconds_asked_for(fake_executor):
    campaign = Campaign(fake_executor(ARRAY, quicksort, 4))
    events = campaign.run(spec_of(Budget(seconds=5.0)), ends_s=1000.0)
    assert any(isinstance(e, PhaseEntered) and e.phase == "finalists" for e in events)
    assert events[-1].elapsed_s <= 5.0


def test_no_clean_run_goes_far_past_the_time_limit(fake_executor):
    executor = fake_executor(ARRAY, lambda instance: [1, 10**5 * len(instance["a"])], 2)
    confirmed = noted_caps(executor, "confirm")
    Campaign(executor).run(replace(spec_of(Budget(seconds=2.0)), time_limit_s=1.5))
    assert len(confirmed) > 1 and max(confirmed) == 3.0


def never_ends_beyond_three(fake_executor):
    return fake_executor(ARRAY, lambda instance: [1, 10**12 if len(instance["a"]) > 3 else 1], 2)


def test_a_clean_run_past_a_long_limit_leaves_time_for_the_search(fake_executor):
    executor = never_ends_beyond_three(fake_executor)
    confirmed = noted_caps(executor, "confirm")
    spec = replace(spec_of(Budget(seconds=30.0), samples=SAMPLES[:1]), time_limit_s=10.0)
    Campaign(executor).run(replace(spec, limits=replace(spec.limits, cpu_s=30.0)))
    assert max(confirmed[1:]) == pytest.approx(11.0)


@pytest.mark.parametrize(("seconds", "pace", "goes_past"), [(6.0, 1.0, False), (13.0, 1.0, True), (13.0, 2.0, False)])
def test_a_search_with_no_time_for_a_run_past_the_limit_shows_what_it_knows(fake_executor, seconds, pace, goes_past):
    executor = never_ends_beyond_three(fake_executor)
    confirmed, run = noted_caps(executor, "confirm"), executor.run
    executor.run = lambda data, limits, **more: (
        made := run(data, limits, **more),
        replace(made, wall_ns=int(pace * made.cpu_ns)),
    )[1]
    spec = replace(spec_of(Budget(seconds=seconds), samples=SAMPLES[:1]), time_limit_s=10.0)
    events = Campaign(executor).run(replace(spec, limits=replace(spec.limits, cpu_s=30.0)))
    slowest = view_of(events).slow_inputs[0]
    assert (slowest.is_over_limit, slowest.verdict is Verdict.CUT) == (goes_past, not goes_past)
    assert slowest.cost.at_least and slowest.cost.cpu_s == max(confirmed[1:])
    assert (max(confirmed[1:]) > 10.0) is goes_past and max(confirmed[1:]) < seconds
    assert ("had no time for a run up to the limit" in events[-1].message) is not goes_past


def test_a_sample_is_no_longer_run_past_a_limit_that_the_search_does_not_reach(fake_executor):
    executor = fake_executor(ARRAY, lambda instance: [1, 10**12], 2)
    confirmed = noted_caps(executor, "confirm")
    spec = replace(spec_of(Budget(seconds=8.0), samples=SAMPLES[:1]), time_limit_s=10.0)
    events = Campaign(executor).run(replace(spec, limits=replace(spec.limits, cpu_s=30.0)))
    first = next(e for e in events if isinstance(e, SlowInputFound)).slow_input
    assert (first.origin.label, first.verdict) == ("sample 1.in", Verdict.CUT)
    assert max(confirmed) <= 2.0


def test_where_runs_are_cut_before_the_time_limit_clean_ones_are_too(fake_executor):
    executor = never_ends_beyond_three(fake_executor)
    confirmed = noted_caps(executor, "confirm")
    Campaign(executor).run(replace(spec_of(Budget(seconds=30.0), samples=SAMPLES[:1]), time_limit_s=10.0))
    assert max(confirmed[1:]) == 4.0


def test_the_first_slow_inputs_are_told_soon_where_nobody_knows_the_limit(fake_executor):
    executor = fake_executor(ARRAY, lambda instance: [1, 10**12 if len(instance["a"]) > 3 else 1], 2)
    confirmed = noted_caps(executor, "confirm")
    Campaign(executor).run(spec_of(Budget(seconds=5.0), samples=SAMPLES[:1]))
    assert 2.0 in confirmed


def test_a_sample_over_the_limit_is_cut_at_twice_the_limit_and_is_no_baseline(fake_executor):
    executor = fake_executor(ARRAY, lambda instance: [1, 10**12 if len(instance["a"]) == 3 else len(instance["a"])], 2)
    searched, confirmed = noted_caps(executor, "run"), noted_caps(executor, "confirm")
    samples = (("slow", b"3\n1 2 3\n"), ("quick", b"2\n1 2\n"))
    spec = replace(spec_of(Budget(seconds=20.0), samples=samples), time_limit_s=1.0)
    events = Campaign(executor).run(spec)
    assert (searched[0], confirmed[0]) == (1.0, 2.0)
    assert next(e for e in events if isinstance(e, BaselineMeasured)).label == "sample quick"
    assert next(e for e in events if isinstance(e, SlowInputFound)).slow_input.origin.label == "sample slow"


@pytest.mark.parametrize(("used", "computes"), [(1.0, True), (0.1, False)])
def test_a_sample_that_a_busy_machine_let_wait_is_slow_and_one_that_sleeps_is_not(fake_executor, used, computes):
    """Both took three times as long by the wall clock as they may compute."""
    executor = fake_executor(ARRAY, lambda instance: [1, 10**12, len(instance["a"])], 3)
    run = executor.run

    def starved(data, limits, **more):
        execution = run(data, limits, **more)
        cap_ns = round(limits.cpu_s * 1e9)
        return replace(execution, cpu_ns=round(used * cap_ns), wall_ns=3 * cap_ns) if execution.cut else execution

    executor.run = starved
    events = Campaign(executor).run(replace(spec_of(Budget(seconds=2.0), samples=SAMPLES[:1]), time_limit_s=1.0))
    assert any(isinstance(e, SlowInputFound) for e in events) == computes


def test_a_sample_over_the_assumed_limit_is_a_slow_input_too(fake_executor):
    executor = fake_executor(ARRAY, lambda instance: [1, 10**12 if len(instance["a"]) == 3 else len(instance["a"])], 2)
    samples = (("slow", b"3\n1 2 3\n"), ("quick", b"2\n1 2\n"))
    spec = replace(spec_of(Budget(seconds=20.0), samples=samples), assumed_limit_s=1.0)
    first = next(e for e in Campaign(executor).run(spec) if isinstance(e, SlowInputFound)).slow_input
    assert (first.origin.label, first.verdict) == ("sample slow", Verdict.TIME_LIMIT)
    # A program that answers none may as well never end.
    ended = Campaign(executor).run(replace(spec, samples=samples[:1]))[-1]
    assert (ended.outcome, ended.code) == ("failed", "samples-failed")


def test_a_program_over_the_assumed_limit_on_all_samples_is_slow_where_it_ends(fake_executor):
    executor = fake_executor(ARRAY, lambda instance: [1, 15 * 10**7], 2)
    samples = (("first", b"3\n1 2 3\n"), ("second", b"2\n1 2\n"))
    spec = replace(spec_of(Budget(seconds=8.0), samples=samples), assumed_limit_s=1.0)
    found = [e.slow_input.origin.label for e in Campaign(executor).run(spec) if isinstance(e, SlowInputFound)]
    assert found[:1] == ["sample first"]


def test_samples_as_large_as_one_that_took_too_long_are_left_out_once_their_time_is_spent(fake_executor):
    executor = fake_executor(ARRAY, lambda instance: [1, 10**12 if len(instance["a"]) > 2 else 1], 2)
    samples = (*((f"large {i}", b"3\n1 2 %d\n" % i) for i in range(9)), ("quick", b"2\n1 2\n"))
    spec = replace(spec_of(Budget(seconds=0.15), samples=samples), time_limit_s=1.0)
    events = Campaign(executor).run(spec)
    failed = [e.name for e in events if isinstance(e, SampleFailed)]
    (warned,) = [e for e in events if isinstance(e, Warned) and e.code == "samples-left-out"]
    assert 0 < len(failed) < 9 and str(9 - len(failed)) in warned.message
    assert next(e for e in events if isinstance(e, BaselineMeasured)).label == "sample quick"


def test_an_endless_loop_on_some_inputs_is_found_as_a_time_limit(fake_executor):
    def hits(instance):
        return [1, len(instance["a"]), 10**12 if len(instance["a"]) > 100 else 1]

    view = view_of(Campaign(fake_executor(ARRAY, hits, 3)).run(spec_of(Budget(executions=80))))
    assert view.slow_inputs[0].verdict is Verdict.TIME_LIMIT
    assert view.slow_inputs[0].cost.at_least


def test_time_stands_for_the_count_where_the_program_leaves_none(fake_executor):
    """A program that becomes another one counts nothing: no input is a million times as slow as nothing."""
    executor = fake_executor(ARRAY, lambda instance: [0, 0, 0], 3)
    confirm = executor.confirm
    executor.confirm = lambda data, limits, **more: replace(
        confirm(data, limits, **more), cpu_s=0.001 + 1e-6 * (len(data) % 7)
    )
    events = Campaign(executor).run(spec_of(Budget(seconds=2.0)))
    assert [e.code for e in events if isinstance(e, Warned)] == ["no-counts"]
    assert view_of(events).baseline.cost.count == pytest.approx(1e6, rel=0.01)
    assert view_of(events).slow_inputs == ()


def test_no_time_stands_for_the_count_where_executions_are_counted(fake_executor):
    made = []
    for cpu_s in (0.001, 0.002):
        executor = fake_executor(ARRAY, lambda instance: [0, 0, 0], 3)
        confirm = executor.confirm
        executor.confirm = lambda data, limits, confirm=confirm, cpu_s=cpu_s, **more: replace(
            confirm(data, limits, **more), cpu_s=cpu_s
        )
        made.append(view_of(Campaign(executor).run(spec_of(Budget(executions=40)))))
    assert [view.baseline.cost.count for view in made] == [1, 1]
    assert [view.slow_inputs for view in made] == [(), ()]
