"""Searches in which one run at full size takes a good part of the time: smaller inputs say which are worth one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.engine.cap import AdaptiveCap
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, SlowInputFound
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

SIZE = 40_000
WORST_S = SIZE * SIZE / 2 / 100_000_000
LIMIT_S, SEARCH_SLOWDOWN, LAUNCH_S = 20.0, 1.5, 0.0008
HOUSES = f"n: int 1..{SIZE}\nk: int 0..n\nh: int[k] 1..n strictly-sorted\n"
RANGES = f"n: int 1..{SIZE}\nm: int 1..{SIZE // 2}\nrows[m]: l: int 1..n; r: int l..n\n"


def walked_to_the_next(instance: dict) -> list[int]:
    """From each house on to the next marked one: worst where only the last ones are marked."""
    apart = np.diff([0, *instance["h"]])
    return [len(apart), int((apart * (apart + 1) // 2).sum())]


def walked_through(instance: dict) -> list[int]:
    """Every range from end to end: worst where all of them are the whole."""
    left, right = np.asarray(instance["l"]), np.asarray(instance["r"])
    return [left.size, int((right - left + 1).sum())]


def slowest_s(fake_executor, text: str, hits: Callable[[dict], list[int]], sample: bytes, seconds: float) -> float:
    """The CPU seconds of the slowest input found, on a clock that goes on by what the runs take."""
    fmt, now = from_text(text), 0.0
    executor = fake_executor(fmt, hits, 2)
    run, confirm = executor._ran, executor.confirm

    def taking_time(data, limits, keep_output=False):
        nonlocal now
        execution = run(data, limits, keep_output)
        now += SEARCH_SLOWDOWN * execution.cpu_ns / 1e9 + LAUNCH_S
        return replace(execution, cpu_ns=int(SEARCH_SLOWDOWN * execution.cpu_ns))

    def confirming(data, limits, *, runs=5, **more):
        nonlocal now
        confirmation = confirm(data, limits, runs=runs, **more)
        now += runs * confirmation.cpu_s + LAUNCH_S
        return confirmation

    executor._ran, executor.confirm = taking_time, confirming
    spec = CampaignSpec(
        "solution.cpp",
        "cpp",
        b"int main(){}",
        fmt,
        (("1", sample),),
        Budget(seconds),
        limits=RunLimits(cpu_s=SEARCH_SLOWDOWN * LIMIT_S),
        time_limit_s=LIMIT_S,
    )
    found = [0.0]
    for event in run_campaign(
        spec,
        executor,
        campaign_id="c",
        keep_input=input_id,
        clock=lambda: now,
        work_clock=lambda: now,
        stop=lambda: found[-1] >= 0.95 * WORST_S,
    ):
        if isinstance(event, SlowInputFound):
            found.append(event.slow_input.cost.cpu_s)
    return max(found)


@pytest.mark.parametrize(
    ("text", "hits", "sample"), [(HOUSES, walked_to_the_next, b"5\n2\n2 3\n"), (RANGES, walked_through, b"5\n1\n2 3\n")]
)
def test_few_dear_runs_reach_what_many_cheap_ones_foretell(fake_executor, text, hits, sample):
    assert slowest_s(fake_executor, text, hits, sample, seconds=60) >= 0.95 * WORST_S


def test_the_cap_goes_at_once_to_where_a_run_of_that_length_ends():
    cap = AdaptiveCap(30.0)
    cap.aim(4.0)
    assert (cap.seconds, cap.next_s) == (0.35, 5.0)
    cap.raise_step()
    cap.aim(2.0)
    assert (cap.seconds, cap.next_s) == (5.0, 10.0)
