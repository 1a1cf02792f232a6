"""A closer look after the search: small twins, runs that don't repeat, exact counts, faults made short."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count as counter

import numpy as np
import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.campaign import (
    Budget,
    CampaignSpec,
    PhaseEntered,
    SlowInputDropped,
    SlowInputFound,
    Warned,
    without_times,
)
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id
from slowpath.model.ports import InputVerdict
from slowpath.model.verdict import Verdict

ARRAY = from_text("n: int 1..2000\na: int[n] 1..10^6\n")
SAMPLES = (("1", b"3\n2 1 3\n"), ("2", b"5\n5 1 4 2 3\n"))


def falls(instance: dict) -> list[int]:
    """Line hits of something that is quadratic in the longest stretch that falls."""
    rises = np.flatnonzero(np.diff(instance["a"]) >= 0)
    longest = int(np.diff(np.concatenate(([-1], rises, [len(instance["a"]) - 1]))).max())
    return [1, len(instance["a"]), longest**2]


def even_first(instance: dict) -> list[int]:
    """Forty times as slow, at any size, where the first value is even and the last one isn't."""
    a = instance["a"]
    return [1, len(a), 39 * len(a) if a[0] % 2 == 0 and a[-1] % 2 == 1 and a[0] > a[-1] else 0]


def size_alone(instance: dict) -> list[int]:
    return [1, len(instance["a"]) ** 2]


class Wrapped:
    """An executor with some of its methods replaced."""

    def __init__(self, executor, **methods: Callable) -> None:
        self._executor = executor
        self.__dict__.update(methods)

    def __getattr__(self, name):
        return getattr(self._executor, name)


def searched(executor, executions=160, stop=lambda: False, validators=(), budget=None, step_s=0.001):
    store: dict[str, bytes] = {}
    ticks = counter()

    def keep(data: bytes) -> str:
        store[input_id(data)] = data
        return input_id(data)

    spec = CampaignSpec(
        "solution.cpp",
        "cpp",
        b"int main(){}",
        ARRAY,
        SAMPLES,
        budget or Budget(executions=executions),
        limits=RunLimits(cpu_s=2.0),
    )
    events = list(
        run_campaign(
            spec,
            executor,
            campaign_id="c",
            keep_input=keep,
            clock=lambda: step_s * next(ticks),
            stop=stop,
            read_input=store.get,
            validators=validators,
        )
    )
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    return events, view, store


def work_of(hits, data: bytes) -> int:
    return sum(hits(parse(ARRAY, data)))


def test_a_weakness_that_grows_with_the_size_is_shown_where_it_is_plain(fake_executor):
    _, view, store = searched(fake_executor(ARRAY, falls, 3))
    slow = view.slow_inputs[0]
    twin = slow.minimised
    assert twin is not None
    data = store[twin.id]
    assert is_valid(ARRAY, data)
    assert (len(data), work_of(falls, data)) == (twin.size, twin.count)
    assert dict(twin.sizes) == {"n": len(parse(ARRAY, data)["a"])}
    assert twin.size < 0.1 * slow.size
    assert twin.ratio >= 0.9 * 3.0


def test_a_weakness_of_any_size_keeps_its_ratio_at_a_hundredth_of_the_size(fake_executor):
    _, view, _ = searched(fake_executor(ARRAY, even_first, 3))
    slow = view.slow_inputs[0]
    assert slow.cost.count > 30_000
    assert slow.minimised is not None
    assert slow.minimised.size <= 0.01 * slow.size
    assert slow.minimised.ratio > 2.5


def test_what_is_slow_by_its_size_alone_has_no_twin(fake_executor):
    _, view, _ = searched(fake_executor(ARRAY, size_alone, 2))
    assert view.slow_inputs
    assert all(slow.minimised is None for slow in view.slow_inputs)


def test_a_twin_that_the_package_refuses_is_not_shown(fake_executor):
    class LongOnly:
        name = "validator"

        def validate(self, data):
            return InputVerdict(len(data) > 4000 or data in dict(SAMPLES).values(), "too short")

    _, view, _ = searched(fake_executor(ARRAY, falls, 3), validators=[LongOnly()])
    assert view.slow_inputs
    assert all(slow.minimised is None for slow in view.slow_inputs)


def slow_in_three_ways(instance: dict) -> list[int]:
    """Each line quadratic in the longest stretch of its kind: falling, rising, level."""
    steps = np.diff(instance["a"])
    longest = [
        int(np.diff(np.concatenate(([-1], np.flatnonzero(~way), [len(steps)]))).max())
        for way in (steps < 0, steps > 0, steps == 0)
    ]
    return [1, len(instance["a"]), *(length**2 for length in longest)]


def test_after_a_small_budget_in_executions_the_closer_look_is_small_too(fake_executor):
    executor = fake_executor(ARRAY, slow_in_three_ways, 5)
    _, view, _ = searched(executor, executions=100)
    assert executor.runs < 3 * 100
    assert view.slow_inputs[0].minimised is not None


def test_twins_repeat_with_the_seed(fake_executor):
    def found():
        events, _, _ = searched(fake_executor(ARRAY, falls, 3))
        return [without_times(e) for e in events if isinstance(e, SlowInputFound)]

    assert found() == found()


def test_a_program_that_draws_random_numbers_is_said_and_ranked_by_what_is_sure(fake_executor):
    executor = fake_executor(ARRAY, falls, 3)
    drawn = counter(1)

    def repeat(data, limits):
        execution = executor.run(data, limits)
        return replace(execution, count=execution.count // (1 + next(drawn) % 3))

    events, view, _ = searched(Wrapped(executor, repeat=repeat))
    assert [e.code for e in events if isinstance(e, Warned)].count("not-repeatable") == 1
    assert all(slow.cost.count_spread > 0 for slow in view.slow_inputs)
    sure = [slow.cost.count - slow.cost.count_spread for slow in view.slow_inputs]
    assert sure == sorted(sure, reverse=True)


def test_what_costs_less_than_the_baseline_once_it_is_repeated_is_dropped(fake_executor):
    """As where processes race, whose counts are lost by chance."""
    executor = fake_executor(ARRAY, size_alone, 2)

    def repeat(data, limits, **more):
        return replace(executor.run(data, limits, **more), count=1)

    events, view, _ = searched(Wrapped(executor, repeat=repeat))
    assert any(isinstance(event, SlowInputFound) for event in events)
    assert all(slow.ratio >= 1 for slow in view.slow_inputs)
    assert any(isinstance(event, SlowInputDropped) and "baseline" in event.reason for event in events)


def test_time_that_the_clean_build_does_not_take_makes_no_slow_input(fake_executor):
    executor = fake_executor(ARRAY, size_alone, 2)
    samples = [data for _, data in SAMPLES]

    def run(data, limits, **more):
        ran = executor.run(data, limits, **more)
        return ran if data in samples else replace(ran, count=1, cpu_ns=10**9)

    def confirm(data, limits, **more):
        return replace(executor.confirm(data, limits, **more), cpu_s=0.001, verdict=Verdict.OK, cut=False)

    def run_many(requests, **_):
        return (run(request.data, request.limits) for request in requests)

    _, view, _ = searched(
        Wrapped(executor, run=run, run_many=run_many, confirm=confirm), budget=Budget(seconds=3.0), step_s=0.01
    )
    assert view.slow_inputs == ()


def test_how_long_a_clean_run_takes_to_start_makes_no_slow_input(fake_executor):
    """As an interpreter on a busy machine, which may take twice as long to start as it did for the samples."""
    executor = fake_executor(ARRAY, lambda instance: [1, len(instance["a"])], 2)
    samples = [data for _, data in SAMPLES]

    def confirm(data, limits, **more):
        made = executor.confirm(data, limits, **more)
        return replace(made, cpu_s=0.025 if data in samples else 0.055)

    _, view, _ = searched(Wrapped(executor, confirm=confirm), budget=Budget(seconds=3.0), step_s=0.01)
    assert view.slow_inputs
    assert max(slow.cost.count for slow in view.slow_inputs) <= 1 + 2000


def test_a_row_gives_way_only_to_one_that_costs_more_however_runs_are_disturbed(fake_executor):
    executor = fake_executor(ARRAY, falls, 3)
    samples = [data for _, data in SAMPLES]

    def run(data, limits, **more):
        ran = executor.run(data, limits, **more)
        disturbed = data not in samples and len(data) % 3 == 0
        return replace(ran, cpu_ns=ran.cpu_ns + 60_000_000) if disturbed else ran

    def run_many(requests, **_):
        return (run(request.data, request.limits) for request in requests)

    events, _, _ = searched(Wrapped(executor, run=run, run_many=run_many), budget=Budget(seconds=3.0), step_s=0.002)
    counts: dict[str, int] = {}
    dropped = 0
    for event in events:
        if isinstance(event, SlowInputFound):
            counts[event.slow_input.id] = event.slow_input.cost.count
        elif isinstance(event, SlowInputDropped) and "which costs more" in event.reason:
            dropped += 1
            winner = event.reason.split(" as ")[1].split(",")[0]
            assert counts[winner] > counts[event.input_id]
    assert dropped


def test_a_program_that_repeats_is_not_warned_of(fake_executor):
    events, view, _ = searched(fake_executor(ARRAY, falls, 3))
    assert not any(isinstance(e, Warned) and e.code == "not-repeatable" for e in events)
    assert all(slow.cost.count_spread == 0 for slow in view.slow_inputs)


def counted(executor, instructions: Callable[[bytes], int | None]):
    def confirm(data, limits, *, runs=5, exact=False):
        made = executor.confirm(data, limits, runs=runs)
        return replace(made, instructions=instructions(data), instrument="qemu") if exact else made

    return Wrapped(executor, confirm=confirm)


def two_reasons(instance: dict) -> list[int]:
    """Two loops, of which the one or the other is long."""
    n, first = len(instance["a"]), int(instance["a"][0])
    return [1, n, 60 * n if first > 500_000 else 0, 40 * n if first <= 500_000 else 0]


def test_rows_are_ranked_by_instructions_where_all_have_them(fake_executor):
    def instructions(data):
        # The loop that the count makes the lesser one costs more in truth.
        return 10**9 - work_of(two_reasons, data)

    _, view, _ = searched(counted(fake_executor(ARRAY, two_reasons, 4), instructions))
    assert len(view.slow_inputs) >= 2
    assert {slow.instrument for slow in view.slow_inputs} == {"qemu"}
    counts = [slow.cost.count for slow in view.slow_inputs]
    assert counts == sorted(counts)


def test_rows_are_ranked_by_the_count_where_some_could_not_be_counted(fake_executor):
    calls = counter()
    _, view, _ = searched(
        counted(fake_executor(ARRAY, two_reasons, 4), lambda data: 1000 if next(calls) == 0 else None)
    )
    counts = [slow.cost.count for slow in view.slow_inputs]
    assert counts == sorted(counts, reverse=True)
    assert view.slow_inputs[0].cost.instructions == 1000


@pytest.mark.parametrize(("work", "rows"), [(1 << 60, True), (130_000, False)], ids=["all", "the slowest alone"])
def test_how_many_rows_are_counted_no_clock_decides_with_a_budget_in_executions(fake_executor, monkeypatch, work, rows):
    monkeypatch.setattr("slowpath.engine.phases.finalists.COUNTED_WORK", work)
    executor = counted(fake_executor(ARRAY, two_reasons, 4), lambda data: 10**9 - work_of(two_reasons, data))
    hasty, patient = (searched(executor, step_s=step_s)[1].slow_inputs for step_s in (1000.0, 0.001))
    assert [slow.id for slow in hasty] == [slow.id for slow in patient]
    assert [slow.cost.instructions for slow in hasty] == [slow.cost.instructions for slow in patient]
    assert hasty[0].cost.instructions is not None and len(hasty) > 1
    assert all(slow.cost.instructions is not None for slow in hasty) is rows


def test_nothing_is_looked_at_closer_once_the_search_is_stopped(fake_executor):
    executor = fake_executor(ARRAY, falls, 3)
    events, view, _ = searched(executor, executions=100_000, stop=lambda: executor.runs >= 60)
    assert view.state == "stopped"
    assert not any(isinstance(e, PhaseEntered) and e.phase == "finalists" for e in events)


def test_the_closer_look_ends_with_its_allowance(fake_executor):
    events, view, _ = searched(fake_executor(ARRAY, falls, 3), budget=Budget(seconds=0.5))
    assert view.state == "finished"
    began = next(e for e in events if isinstance(e, PhaseEntered) and e.phase == "finalists")
    assert events[-1].elapsed_s - began.elapsed_s < 8.0


@pytest.mark.parametrize("least", [7, 400])
def test_a_fault_is_told_with_an_input_as_short_as_shows_it(fake_executor, least):
    executor = fake_executor(ARRAY, falls, 3)

    def fails(data):
        return len(parse(ARRAY, data)["a"]) >= least

    def run(data, limits, **more):
        ran = executor.run(data, limits, **more)
        return replace(ran, verdict=Verdict.RUNTIME_ERROR, signal=11, exit_code=None) if fails(data) else ran

    def confirm(data, limits, **more):
        confirmed = executor.confirm(data, limits)
        return replace(confirmed, verdict=Verdict.RUNTIME_ERROR) if fails(data) else confirmed

    wrapped = Wrapped(
        executor,
        run=run,
        confirm=confirm,
        run_many=lambda requests, quick=False: (run(each.data, each.limits) for each in requests),
    )
    _, view, store = searched(wrapped, executions=120)
    (fault,) = view.faults
    assert len(parse(ARRAY, store[fault.id])["a"]) == least
    assert set(parse(ARRAY, store[fault.id])["a"].tolist()) == {1}
