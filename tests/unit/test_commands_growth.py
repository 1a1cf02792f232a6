"""What the shell says of growth, small twins and faults."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from slowpath.commands import console, live
from slowpath.commands.live import LiveView
from slowpath.model.campaign import Budget, FaultFound, SlowInputFound
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.cost import Cost
from slowpath.model.format import FormatReport, InputFormat
from slowpath.model.growth import CONSTANT, EXPONENTIAL, LINEARITHMIC, POLYNOMIAL, THRESHOLD, Growth, GrowthPoint
from slowpath.model.origin import Origin
from slowpath.model.problem import Problem
from slowpath.model.slow_input import Fault, MinimisedInput, SlowInput, TypicalCost
from slowpath.model.verdict import Verdict

QUADRATIC = Growth(
    "n",
    (GrowthPoint(10, 300), GrowthPoint(100, 30_000)),
    POLYNOMIAL,
    "n^1.98",
    1.98,
    1.9,
    2.06,
    200_000,
    120_000_000_000,
    110_000_000_000,
    130_000_000_000,
    41.0,
)
TWIN = MinimisedInput("m" * 16, 30, (("n", 37), ("m", 1200)), 900, 0.001, 75)
SLOW = SlowInput(
    "a" * 16,
    500,
    Cost(1_000_000, 0.5, 0.01, 1 << 20, count_spread=7),
    40.0,
    Origin("pattern", "a: sorted"),
    Verdict.OK,
    3,
    typical=TypicalCost(5, 100_000, 90_000, 110_000),
)
FAULT = Fault("f" * 16, 4, Origin("mutation", "mutation of #3"), Verdict.RUNTIME_ERROR, "SIGFPE\x1b[31m", "signal 8", 9)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, "about n^1.98 (1.90-2.06); at n = 200,000: 41 s"),
        ({"predicted_s": 0.0}, "about n^1.98 (1.90-2.06); at n = 200,000: 120G steps"),
        (
            {"predicted_low": 60_000_000_000, "predicted_high": 240_000_000_000},
            "about n^1.98 (1.90-2.06); at n = 200,000: 41 s (20.5 s to 82 s)",
        ),
        (
            {"model": CONSTANT, "predicted_s": 0.0, "predicted": 90, "predicted_low": 88, "predicted_high": 92},
            "doesn't grow with n; at n = 200,000: 90 steps",
        ),
        (
            {"model": LINEARITHMIC, "formula": "n log n", "low": 1.05, "high": 1.07},
            "about n log n (as a power: 1.05-1.07); at n = 200,000: 41 s",
        ),
        (
            {"model": EXPONENTIAL, "formula": "2^n", "low": 0.99, "high": 1.01, "predicted_s": 1e9},
            "about 2^n (1.99-2.01); at n = 200,000: 32 years",
        ),
        (
            {
                "model": EXPONENTIAL,
                "formula": "2^n",
                "low": 0.99,
                "high": 1.01,
                "predicted": 10**18,
                "predicted_s": 1e9,
            },
            "about 2^n (1.99-2.01); at n = 200,000: more than 32 years",
        ),
        ({"model": THRESHOLD, "formula": "slow from n = 90,000 on"}, "slow from n = 90,000 on; at n = 200,000: 41 s"),
        ({"remark": "Measured up to n = 34"}, "about n^1.98 (1.90-2.06); at n = 200,000: 41 s. Measured up to n = 34"),
    ],
)
def test_growth_is_said_in_a_sentence(changed, said):
    assert console.growth_sentence(replace(QUADRATIC, **changed)) == said


def test_a_twin_is_named_by_its_sizes():
    assert console.twin_sentence(TWIN) == "n = 37, m = 1,200: 12x a random input of that size"
    assert console.twin_sentence(replace(TWIN, sizes=())).startswith("30 B: ")


def test_the_end_of_a_search_says_growth_twins_and_faults(capsys, monkeypatch):
    monkeypatch.setattr(live.console, "console", lambda: Console(width=160, force_terminal=False))
    view = CampaignView()
    report = FormatReport(InputFormat(()), "n: int")
    with LiveView(Problem("p", "bare", Path("p")), report, Budget(seconds=1.0), as_json=False) as shown:
        for event in (
            SlowInputFound(replace(SLOW, typical=None)),
            SlowInputFound(replace(SLOW, growth=QUADRATIC, minimised=TWIN)),
            FaultFound(FAULT),
        ):
            view = fold(view, event)
            shown.show(event, view)
    out = capsys.readouterr().out
    assert out.count("OK  a: sorted") == 1
    assert "~10 " in out
    assert "n^1.98" in out
    assert "1  about n^1.98 (1.90-2.06); at n = 200,000: 41 s" in out
    assert "1  n = 37, m = 1,200: 12x" in out
    assert "RE SIGFPE" in out
    assert "\x1b" not in out
