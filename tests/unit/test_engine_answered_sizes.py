"""Programs that fail on inputs of full size: searched up to the sizes that they answer."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, Warned
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.format import InputFormat
from slowpath.model.origin import input_id
from slowpath.model.verdict import Verdict

ARRAY = from_text("n: int 1..50000\na: int[n] 1..10^6\n")
ARRAY_SAMPLES = (("1", b"3\n2 1 3\n"),)
ROWS = from_text("n: int 1..1000; m: int 1..5000\nrows[m]: u: int 1..n; v: int 1..n\n")
ROWS_SAMPLES = (("1", b"2 1\n1 2\n"),)


class FailingWhere(dict):
    """Verdicts by input: a failing exit where a condition on the instance holds."""

    def __init__(self, fmt: InputFormat, fails: Callable[[dict], bool]) -> None:
        self._format = fmt
        self._fails = fails

    def get(self, data, default=None):
        return Verdict.RUNTIME_ERROR if self._fails(parse(self._format, data)) else default


def searched(executor, fmt, samples, fails) -> tuple[CampaignView, dict[str, bytes], list[Warned]]:
    executor.verdicts = executor.clean_verdicts = FailingWhere(fmt, fails)
    store: dict[str, bytes] = {}

    def keep(data: bytes) -> str:
        store[input_id(data)] = data
        return input_id(data)

    spec = CampaignSpec("solution.cpp", "cpp", b"", fmt, samples, Budget(executions=120), limits=RunLimits(cpu_s=10.0))
    view, warned = CampaignView(), []
    for event in run_campaign(
        spec, executor, campaign_id="c", keep_input=keep, clock=lambda: 0.0, stop=lambda: False, read_input=store.get
    ):
        view = fold(view, event)
        if isinstance(event, Warned) and event.code == "fails-at-full-size":
            warned.append(event)
    return view, store, warned


def falls(instance: dict) -> list[int]:
    """Quadratic in the longest stretch that falls."""
    rises = np.flatnonzero(np.diff(instance["a"]) >= 0)
    return [len(instance["a"]), int(np.diff(np.concatenate(([-1], rises, [len(instance["a"]) - 1]))).max()) ** 2]


@pytest.mark.parametrize("most", [40, 700, 20_000])
def test_the_slowest_input_is_as_large_as_the_program_answers(most, fake_executor):
    view, store, warned = searched(
        fake_executor(ARRAY, falls, 2), ARRAY, ARRAY_SAMPLES, lambda instance: instance["n"] > most
    )
    slowest = parse(ARRAY, store[view.slow_inputs[0].id])
    assert 0.95 * most <= slowest["n"] <= most
    assert view.slow_inputs[0].cost.count >= 0.9 * most**2
    assert len(warned) == 1
    assert view.faults


def test_each_size_is_as_large_as_is_answered_beside_the_others(fake_executor):
    view, store, _ = searched(
        fake_executor(ROWS, lambda instance: [instance["n"] * instance["m"]], 1),
        ROWS,
        ROWS_SAMPLES,
        lambda instance: instance["n"] > 100,
    )
    slowest = parse(ROWS, store[view.slow_inputs[0].id])
    assert slowest["n"] >= 95
    assert slowest["m"] == 5000


@pytest.mark.parametrize(
    "fails",
    [lambda _: False, lambda instance: bool((np.diff(instance["a"]) < 0).all())],
    ids=["never", "where it falls"],
)
def test_what_answers_random_inputs_of_full_size_is_searched_there(fails, fake_executor):
    view, store, warned = searched(
        fake_executor(ARRAY, lambda instance: [len(instance["a"])], 1), ARRAY, ARRAY_SAMPLES, fails
    )
    assert not warned
    assert parse(ARRAY, store[view.slow_inputs[0].id])["n"] == 50_000


def test_what_fails_at_every_size_is_searched_all_the_same(fake_executor):
    sample = parse(ARRAY, ARRAY_SAMPLES[0][1])["a"].tolist()
    view, _, warned = searched(
        fake_executor(ARRAY, falls, 2), ARRAY, ARRAY_SAMPLES, lambda instance: instance["a"].tolist() != sample
    )
    assert not warned
    assert view.faults


@pytest.mark.parametrize(
    "fails",
    [lambda instance: instance["n"] > 5, lambda instance: len(np.unique(instance["a"] % 1000)) < instance["n"]],
    ids=["all that is larger than the samples", "where values collide"],
)
def test_where_size_needs_not_be_why_it_fails_nothing_is_lowered(fails, fake_executor):
    _, _, warned = searched(fake_executor(ARRAY, falls, 2), ARRAY, ARRAY_SAMPLES, fails)
    assert not warned
