"""How large small and medium inputs are where a random input of medium size is dear."""

from __future__ import annotations

from itertools import count as counter

import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.engine.phases import patterns, sizing
from slowpath.engine.space import MEDIUM_SIZE, SMALL_SIZE, Space
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

ARRAY = from_text("n: int 1..50000\na: int[n] 1..10^6\n")
SAMPLES = (("1", b"3\n2 1 3\n"), ("2", b"5\n5 1 4 2 3\n"))


def sized(executor, monkeypatch) -> tuple[Space, int]:
    """The space after sizing, and how many runs that took."""
    seen: list[tuple[Space, int]] = []

    def size_up(state, context):
        before = state.meter.executions
        yield from sizing.size_up(state, context)
        seen.append((context.space, state.meter.executions - before))

    monkeypatch.setattr(patterns, "size_up", size_up)
    store: dict[str, bytes] = {}

    def keep(data: bytes) -> str:
        store[input_id(data)] = data
        return input_id(data)

    ticks = counter()
    spec = CampaignSpec(
        "solution.cpp", "cpp", b"int main(){}", ARRAY, SAMPLES, Budget(executions=120), limits=RunLimits(cpu_s=10.0)
    )
    list(
        run_campaign(
            spec,
            executor,
            campaign_id="c",
            keep_input=keep,
            clock=lambda: 0.001 * next(ticks),
            stop=lambda: False,
            read_input=store.get,
        )
    )
    return seen[0]


@pytest.mark.parametrize("power", [2, 3])
def test_a_power_of_the_size_lowers_medium_inputs_alone(power: int, fake_executor, monkeypatch):
    def steps(instance: dict) -> list[int]:
        return [1, 65 * len(instance["a"]) ** power // MEDIUM_SIZE ** (power - 2)]

    space, runs = sized(fake_executor(ARRAY, steps, 2), monkeypatch)
    assert not space.is_resized
    assert max(space.small[0].boundary.sizes.values()) == SMALL_SIZE
    assert MEDIUM_SIZE // 3 < space.medium[0].boundary.sizes["n"] < MEDIUM_SIZE
    assert runs < 80


@pytest.mark.parametrize("doubles_each", [1, 2, 6])
def test_what_takes_exponential_time_lowers_both(doubles_each: int, fake_executor, monkeypatch):
    def steps(instance: dict) -> list[int]:
        return [1, 1000 * 2 ** min(40, len(instance["a"]) // doubles_each)]

    space, _ = sized(fake_executor(ARRAY, steps, 2), monkeypatch)
    assert space.is_resized
    n = space.medium[0].boundary.sizes["n"]
    assert steps({"a": [0] * n})[1] <= sizing.MEDIUM_COST < steps({"a": [0] * (n + 2 + n // 5)})[1]


def test_what_is_cheap_is_left_alone(fake_executor, monkeypatch):
    space, runs = sized(fake_executor(ARRAY, lambda instance: [1, len(instance["a"])], 2), monkeypatch)
    assert not space.is_resized
    assert space.medium[0].boundary.sizes["n"] == MEDIUM_SIZE
    assert runs == 1


@pytest.mark.parametrize(("at_full", "is_level"), [(1.2, True), (40.0, False)])
def test_what_is_dear_at_every_size_is_compared_at_full_size_where_that_is_no_dearer(
    at_full, is_level, fake_executor, monkeypatch
):
    def steps(instance: dict) -> list[int]:
        return [60_000_000, int(60_000_000 * (at_full - 1) * len(instance["a"]) / 50_000)]

    space, runs = sized(fake_executor(ARRAY, steps, 2), monkeypatch)
    assert not space.is_resized
    assert (space.medium[0].boundary.sizes["n"] == 50_000) is is_level
    assert runs == 4
