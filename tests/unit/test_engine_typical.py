"""Rows are held against typical inputs of their size: what is slow only because it is large isn't called slow."""

from __future__ import annotations

from itertools import count as counter

import numpy as np
import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

ARRAY = from_text("n: int 1..2000\na: int[n] 1..10^6\n")
NUMBER = from_text("x: int 1..10^9\n")


def falls(instance: dict) -> list[int]:
    """Quadratic in the longest stretch that falls."""
    rises = np.flatnonzero(np.diff(instance["a"]) >= 0)
    longest = int(np.diff(np.concatenate(([-1], rises, [len(instance["a"]) - 1]))).max())
    return [1, len(instance["a"]), longest**2]


def by_size(instance: dict) -> list[int]:
    """Quadratic whatever the values are."""
    return [1, len(instance["a"]) ** 2]


def by_number(instance: dict) -> list[int]:
    return [1, instance["x"]]


def searched(executor, fmt, samples, executions: int = 120) -> CampaignView:
    store: dict[str, bytes] = {}
    ticks = counter()

    def keep(data: bytes) -> str:
        store[input_id(data)] = data
        return input_id(data)

    spec = CampaignSpec(
        "solution.cpp", "cpp", b"int main(){}", fmt, samples, Budget(executions=executions), limits=RunLimits(cpu_s=2.0)
    )
    view = CampaignView()
    for event in run_campaign(
        spec,
        executor,
        campaign_id="c",
        keep_input=keep,
        clock=lambda: 0.001 * next(ticks),
        stop=lambda: False,
        read_input=store.get,
    ):
        view = fold(view, event)
    return view


ARRAY_SAMPLES = (("1", b"3\n2 1 3\n"),)


def test_what_depends_on_the_values_is_slow_for_its_size(fake_executor):
    view = searched(fake_executor(ARRAY, falls, 3), ARRAY, ARRAY_SAMPLES)
    slow = view.slow_inputs[0]
    assert slow.typical is not None and slow.typical.draws == 5
    assert slow.typical.least <= slow.typical.count <= slow.typical.most
    assert slow.times_typical is not None and slow.times_typical > 100
    assert slow in view.slow_for_their_size
    assert "reversed" in slow.shape and dict(slow.sizes) == {"n": 2000}


@pytest.mark.parametrize(
    ("fmt", "samples", "hits"),
    [(ARRAY, ARRAY_SAMPLES, by_size), (NUMBER, (("1", b"3\n"),), by_number)],
    ids=["a list", "a lone number"],
)
def test_what_every_input_of_a_size_costs_is_only_large(fake_executor, fmt, samples, hits):
    view = searched(fake_executor(fmt, hits, 2), fmt, samples)
    assert view.slow_inputs and all(slow.is_only_large for slow in view.slow_inputs)
    assert view.slow_for_their_size == ()


def test_the_shapes_that_were_tried_are_counted(fake_executor):
    view = searched(fake_executor(ARRAY, by_size, 2), ARRAY, ARRAY_SAMPLES)
    assert 3 <= view.shapes <= view.executions
