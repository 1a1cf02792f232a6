"""Rows with their values in disorder: shown beside them where clocks say that it takes clearly longer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import count as counter

import numpy as np
import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.engine.phases.disorder import shuffled
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, Warned
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

ARRAY = from_text("n: int 1..2000\na: int[n] 1..10^6\n")
SAMPLES = (("1", b"3\n2 1 3\n"), ("2", b"5\n5 1 4 2 3\n"))
SECONDS = Budget(seconds=8.0)


def rises(a: np.ndarray) -> int:
    return int((np.diff(a) > 0).sum())


def steps(instance: dict) -> list[int]:
    """Quadratic in any order, and a little more where values rise."""
    return [1, 16 * len(instance["a"]) ** 2, 1000 * rises(instance["a"])]


def turning(a: np.ndarray) -> float:
    """The share of places at which values turn from rising to falling or back: 0 in order, 2/3 by chance."""
    return float((np.diff(np.sign(np.diff(a))) != 0).mean()) if len(a) > 2 else 0.0


def searched(executor, slowdown: Callable[[np.ndarray], float], budget: Budget, keep_rows: int = 10):
    class Clocked:
        """The executor, whose clean build takes as long as the order of the values has it."""

        def confirm(self, data, limits, **more):
            a = parse(ARRAY, data)["a"]
            return replace(executor.confirm(data, limits, **more), cpu_s=1e-3 + 5e-9 * len(a) ** 2 * slowdown(a))

        def __getattr__(self, name):
            return getattr(executor, name)

    store: dict[str, bytes] = {}
    ticks = counter()

    def keep(data: bytes) -> str:
        store[input_id(data)] = data
        return input_id(data)

    spec = CampaignSpec(
        "solution.cpp", "cpp", b"int main(){}", ARRAY, SAMPLES, budget, limits=RunLimits(cpu_s=2.0), keep=keep_rows
    )
    events = list(
        run_campaign(
            spec,
            Clocked(),
            campaign_id="c",
            keep_input=keep,
            clock=lambda: 0.002 * next(ticks),
            stop=lambda: False,
            read_input=store.get,
        )
    )
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    warned = [event for event in events if isinstance(event, Warned) and event.code == "slower-in-disorder"]
    return view, store, warned


def test_what_takes_longer_in_disorder_is_shown_beside_its_row(fake_executor):
    view, store, warned = searched(fake_executor(ARRAY, steps, 3), lambda a: 1.0 + turning(a), SECONDS)
    best = view.slow_inputs[0]
    beside = next(slow for slow in view.slow_inputs if slow.origin.label.endswith(", in disorder"))
    assert beside.origin.parent in {slow.id for slow in view.slow_inputs}
    assert beside.cost.count <= best.cost.count
    assert beside.cost.cpu_s > 1.3 * best.cost.cpu_s
    assert sorted(parse(ARRAY, store[beside.id])["a"]) == sorted(parse(ARRAY, store[beside.origin.parent])["a"])
    assert len(warned) == 1


@pytest.mark.parametrize(
    ("slowdown", "budget"),
    [
        (lambda a: 1.0, SECONDS),
        (lambda a: 1.0 + 0.2 * turning(a), SECONDS),
        (lambda a: 1.0 + turning(a), Budget(executions=300)),
    ],
)
def test_nothing_is_shown_where_no_clock_clearly_says_so(fake_executor, slowdown, budget):
    view, _, warned = searched(fake_executor(ARRAY, steps, 3), slowdown, budget)
    assert view.slow_inputs
    assert not any("in disorder" in slow.origin.label for slow in view.slow_inputs)
    assert not warned


def test_nothing_is_said_of_an_input_that_has_no_place_among_the_rows(fake_executor):
    view, _, warned = searched(fake_executor(ARRAY, steps, 3), lambda a: 1.0 + turning(a), SECONDS, keep_rows=1)
    assert len(view.slow_inputs) == 1
    assert not warned


def test_what_is_more_work_in_disorder_needs_no_other_reason(fake_executor):
    executor = fake_executor(ARRAY, steps, 3)

    class Late:
        """The executor, which counts more in disorder under the longer limits of a closer look alone."""

        def run(self, data, limits, **more):
            ran = executor.run(data, limits, **more)
            is_dear = limits.cpu_s > 2.0 and turning(parse(ARRAY, data)["a"]) > 0.5
            return replace(ran, count=2 * ran.count) if is_dear else ran

        def __getattr__(self, name):
            return getattr(executor, name)

    view, _, warned = searched(Late(), lambda a: 1.0 + turning(a), SECONDS)
    assert view.slow_inputs
    assert not any("in disorder" in slow.origin.label for slow in view.slow_inputs)
    assert not warned


def test_columns_keep_their_rows_in_disorder():
    a = np.arange(500)
    made = shuffled({"n": 500, "a": a, "b": 2 * a, "few": np.arange(5), "s": "xyz"}, np.random.default_rng(1))
    assert (made["b"] == 2 * made["a"]).all()
    assert sorted(made["a"]) == a.tolist() != made["a"].tolist()
    assert (made["few"] == np.arange(5)).all()
    assert (made["n"], made["s"]) == (500, "xyz")
