"""Runs before their turn: the same search, with fewer changes between it and the program."""

from __future__ import annotations

from itertools import count as counter

import pytest

from slowpath.engine.ahead import Ahead, Unswayed
from slowpath.engine.campaign import run_campaign
from slowpath.engine.candidate import FULL, Candidate, Outcome
from slowpath.engine.strategies import SHARES
from slowpath.engine.strategies.random_valid import RandomValid
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, Ended, PhaseEntered, without_times
from slowpath.model.execution import Execution, RunLimits
from slowpath.model.origin import Origin, input_id
from slowpath.model.verdict import Verdict

FORMAT = from_text("n: int 1..40\na: int[n] 1..3\n")
SPEC = CampaignSpec(
    "solution.cpp", "cpp", b"int main(){}", FORMAT, (("1.in", b"3\n2 1 3\n"),), Budget(), limits=RunLimits(cpu_s=2.0)
)


def hits(instance: dict) -> list[int]:
    values = instance["a"].tolist()
    return [1, len(values), 1000 * sum(first > second for first, second in zip(values, values[1:], strict=False))]


def searched(executor, budget: Budget, strategies: tuple[str, ...]) -> tuple[list, int]:
    """The events without times, and how many runs there were until the search was over."""
    ticks, store, events, runs = counter(), {}, [], None
    spec = CampaignSpec(**{**SPEC.__dict__, "budget": budget, "strategies": strategies})
    for event in run_campaign(
        spec,
        executor,
        campaign_id="c",
        keep_input=lambda data: store.setdefault(input_id(data), data) and input_id(data),
        clock=lambda: next(ticks) / 1000,
        stop=lambda: False,
        read_input=store.get,
    ):
        events.append(without_times(event))
        if runs is None and (
            isinstance(event, Ended) or (isinstance(event, PhaseEntered) and event.phase == "finalists")
        ):
            runs = executor.runs
    return events, runs or 0


@pytest.mark.parametrize("executions", [1, 2, 7, 40, 150])
@pytest.mark.parametrize("strategies", [("random-valid",), ("random-valid", "saturation", "small-world")])
def test_the_events_are_those_of_single_runs(fake_executor, monkeypatch, executions, strategies):
    found = []
    for most_ahead in (1, 16):
        monkeypatch.setattr(RandomValid, "most_ahead", most_ahead)
        found.append(searched(fake_executor(FORMAT, hits, 3), Budget(executions=executions), strategies))
    assert found[0][0] == found[1][0]


@pytest.mark.parametrize("executions", [1, 2, 7, 40, 150])
def test_no_more_is_run_than_the_budget_allows(fake_executor, executions):
    assert searched(fake_executor(FORMAT, hits, 3), Budget(executions=executions), ("random-valid",))[1] <= executions


class Batches:
    """Stands for the runner: notes how much is run ahead."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def run_ahead(self, candidates) -> None:
        self.sizes.append(len(candidates))


@pytest.mark.parametrize(("count", "grows"), [(1000, True), (200_000_000, False)])
def test_only_what_is_cheap_is_run_ahead(count, grows):
    class Steady:
        id = "steady"
        most_ahead = 16

    batches, made = Batches(), counter()
    ahead = Ahead(Steady(), batches)
    for _ in range(200):
        candidate = ahead.next(lambda: Candidate(b"%d" % next(made), {}, Origin("x", "x"), FULL, "steady"))
        execution = Execution(Verdict.OK, count, 1, 1, 1)
        ahead.observe(Outcome(candidate, execution, count, 0, 1, 1.0))
    assert (max(batches.sizes) == 16) is grows
    assert grows or max(batches.sizes) == 2
    assert sum(batches.sizes) == next(made)


def test_candidates_keep_their_order_and_end_with_the_strategy():
    class Short:
        id = "short"
        most_ahead = 16

    left = [Candidate(b"%d" % number, {}, Origin("x", "x"), FULL, "short") for number in range(5)]
    given = iter(left)
    ahead = Ahead(Short(), Batches())
    assert [ahead.next(lambda: next(given, None)) for _ in range(7)] == [*left, None, None]


def test_only_strategies_that_hear_nothing_run_ahead():
    assert [name for name, (made, _) in SHARES.items() if hasattr(made, "most_ahead")] == [RandomValid.id]
    assert isinstance(RandomValid.__new__(RandomValid), Unswayed)
