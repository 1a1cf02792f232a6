"""Programs whose every run is dear: what a budget in seconds is spent on, by a clock that runs advance."""

from __future__ import annotations

from itertools import pairwise

import pytest

from slowpath.engine.batching import SIDE_BY_SIDE
from slowpath.engine.campaign import run_campaign
from slowpath.engine.search_state import SearchState
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, SlowInputFound
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

ARRAY = from_text("n: int 1..2000\na: int[n] 1..10^9\n")
LAUNCH_S = 0.002


@pytest.fixture
def timed_executor(fake_executor):
    """A `FakeExecutor` that is a clock as well: what runs take passes on it."""

    class TimedExecutor(fake_executor):
        now = 0.0

        def __call__(self) -> float:
            self.now += 1e-5
            return self.now

        def run(self, data, limits, **wishes):
            execution = super().run(data, limits, **wishes)
            self.now += execution.cpu_ns / 1e9 + LAUNCH_S
            return execution

        def confirm(self, data, limits, **wishes):
            confirmation = super().confirm(data, limits, **wishes)
            self.now += confirmation.cpu_s + LAUNCH_S
            return confirmation

    return TimedExecutor


def falls(instance: dict) -> float:
    """The share of the places of `a` at which it falls, times the square of how long it is, 1 at most."""
    values = instance["a"].tolist()
    falling = sum(one > other for one, other in pairwise(values))
    return falling / 1999 * len(values) / 2000


def searched(executor, seconds: float, compares: bool = False) -> tuple[CampaignView, list[float]]:
    """What a search of so many seconds comes to, and when it showed its inputs."""
    store: dict[str, bytes] = {}

    def keep(data: bytes) -> str:
        store[input_id(data)] = data
        return input_id(data)

    spec = CampaignSpec(
        "solution.cpp",
        "cpp",
        b"",
        ARRAY,
        (("1.in", b"3\n1 2 3\n"),),
        Budget(seconds=seconds),
        limits=RunLimits(cpu_s=10.0),
        time_limit_s=1.0,
        compares=compares,
    )
    view, shown = CampaignView(), []
    for event in run_campaign(
        spec,
        executor,
        campaign_id="c",
        keep_input=keep,
        clock=executor,
        stop=lambda: False,
        read_input=store.get,
        work_clock=executor,
        ends_s=seconds,
    ):
        view = fold(view, event)
        if isinstance(event, SlowInputFound):
            shown.append(executor.now)
    return view, shown


@pytest.mark.parametrize(("always", "seconds"), [(30_000_000, 20.0), (150_000_000, 25.0)])
def test_what_works_long_before_it_reads_anything_is_searched_all_the_same(always, seconds, timed_executor):
    executor = timed_executor(ARRAY, lambda instance: [always, int(60_000_000 * falls(instance))], 2)
    view, _ = searched(executor, seconds)
    assert view.slow_inputs[0].cost.count >= 0.99 * (always + 60_000_000)
    assert executor.now <= seconds + 1.0


def test_a_search_that_compares_has_its_pair_before_full_sizes_use_up_its_seconds(timed_executor):
    def hits(instance: dict) -> list[int]:
        is_full = len(instance["a"]) > 1000
        return [3_000_000_000 if is_full else 1000, int(10_000_000 * falls(instance))]

    pair = searched(timed_executor(ARRAY, hits, 2), 4.0, compares=True)[0].contrast
    assert pair is not None and pair.cost_ratio > 2 and pair.similarity > 1.9


def test_where_only_size_is_dear_a_smaller_input_of_its_kind_shows_what_grows_faster(timed_executor):
    executor = timed_executor(ARRAY, lambda instance: [len(instance["a"]), len(instance["a"]) ** 2], 2)
    pair = searched(executor, 4.0, compares=True)[0].contrast
    assert pair is not None
    assert [(line.line, round(line.ratio)) for line in pair.lines if line.hot] == [(2, 9)]
    assert any("grow faster than the size" in weakness for weakness in pair.weaknesses)


def test_what_is_dear_at_the_largest_size_alone_is_compared_below_it(timed_executor):
    def hits(instance: dict) -> list[int]:
        share = (len(instance["a"]) / 2000) ** 2
        return [int(80_000_000 * share), int(80_000_000 * falls(instance))]

    executor = timed_executor(ARRAY, hits, 2)
    view, shown = searched(executor, 20.0)
    assert view.slow_inputs[0].cost.count >= 150_000_000
    assert executor.runs > 100
    assert shown[0] < 5.0


def test_where_inputs_are_dear_few_are_decided_on_together_whoever_ran_the_last(fake_executor, monkeypatch):
    turns: list[int] = []
    run_for = SearchState.run_for

    def counted(state, strategy, candidates):
        turns.append(len(candidates))
        return run_for(state, strategy, candidates)

    monkeypatch.setattr(SearchState, "run_for", counted)
    executor = fake_executor(ARRAY, lambda instance: [100_000_000, int(100_000_000 * falls(instance))], 2)
    spec = CampaignSpec(
        "solution.cpp",
        "cpp",
        b"",
        ARRAY,
        (),
        Budget(executions=80),
        limits=RunLimits(cpu_s=10.0),
        strategies=("saturation", "climb", "halving", "small-world", "generalisation"),
    )
    for _ in run_campaign(spec, executor, campaign_id="c", keep_input=input_id, clock=lambda: 0.0, stop=lambda: False):
        pass
    assert len(turns) > 20
    assert sum(turn > SIDE_BY_SIDE for turn in turns) <= 1, turns
