"""How a run of the program fails, its answer aside."""

from __future__ import annotations

import pytest

from slowpath.faults.failing import ProgramFailures
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.campaign import Budget
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

SPEC = BreakSpec(
    "solve.java",
    "java",
    b"",
    from_text("n: int 1..9"),
    (),
    Budget(executions=1),
    time_limit_s=2.0,
    memory_limit_bytes=256 << 20,
)
TOO_SLOW, TOO_LARGE = "it takes more than the time limit of 2 s", "it takes more than the memory limit of 256 MB"


@pytest.mark.parametrize(
    ("verdict", "cpu_s", "rss_mb", "expected"),
    [
        (Verdict.OK, 1.0, 100, None),
        (Verdict.OK, 2.5, 100, (Failing.TIME_LIMIT, TOO_SLOW)),
        (Verdict.OK, 1.0, 300, (Failing.MEMORY_LIMIT, TOO_LARGE)),
        (Verdict.TIME_LIMIT, 3.0, 300, (Failing.TIME_LIMIT, f"{TOO_SLOW}, and more than the memory limit of 256 MB")),
        (Verdict.MEMORY_LIMIT, 3.0, 300, (Failing.MEMORY_LIMIT, TOO_LARGE)),
        (
            Verdict.IDLENESS_LIMIT,
            0.01,
            100,
            (
                Failing.TIME_LIMIT,
                "it sleeps or waits until it is ended: it waited for 4 of 4 s, and computed for 0.01 s",
            ),
        ),
    ],
)
def test_what_a_run_took_says_how_it_fails(verdict, cpu_s, rss_mb, expected):
    wall_ns = 4_000_000_000
    execution = Execution(verdict, 0, int(cpu_s * 1e9), wall_ns, rss_mb << 20, idle_ns=wall_ns - int(cpu_s * 1e9))
    assert ProgramFailures(SPEC).of(execution) == expected
