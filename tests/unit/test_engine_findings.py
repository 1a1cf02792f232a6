"""The list of slow inputs: which of two that are slow for the same reason is kept."""

from __future__ import annotations

from array import array
from itertools import count

import pytest
from quicksort_campaign import ARRAY

from slowpath.engine.budget import BudgetMeter
from slowpath.engine.candidate import FULL, Candidate, Outcome
from slowpath.engine.confirming import ConfirmLimits
from slowpath.engine.findings import Findings
from slowpath.model.campaign import Budget, SlowInputDropped
from slowpath.model.execution import Execution, RunLimits
from slowpath.model.origin import Origin
from slowpath.model.verdict import Verdict

CLEAN_S = {b"1\n1\n": 9.0, b"1\n2\n": 0.5}
"""What the clean build takes, in seconds; the time limit is 1 s, and runs are cut after 2 s."""


def outcome(data: bytes, iterations: int, cut: bool) -> Outcome:
    """A run of the search build, of two seconds and so many iterations of one loop."""
    execution = Execution(
        Verdict.TIME_LIMIT if cut else Verdict.OK,
        iterations,
        2 * 10**9,
        2 * 10**9,
        1 << 20,
        exit_code=0,
        cut=cut,
        counters=array("Q", [1, iterations]),
    )
    return Outcome(Candidate(data, None, Origin("havoc", "havoc"), FULL, "havoc"), execution, iterations, 0, 1, 2.0)


@pytest.fixture
def findings(fake_executor) -> Findings:
    executor = fake_executor(ARRAY, lambda instance: [1, round(10**8 * CLEAN_S[b"1\n%d\n" % instance["a"][0]])], 2)
    limits = ConfirmLimits(RunLimits(cpu_s=2.0), 1.0)
    ticks = count()
    meter = BudgetMeter(Budget(seconds=1000.0), lambda: next(ticks) / 1000)
    return Findings(executor, 5, limits, meter, lambda _: "", lambda _: True)


def rows(findings: Findings) -> list[tuple[Verdict, float]]:
    return [(slow.verdict, slow.cost.cpu_s) for slow in findings.ranked()]


def test_an_input_over_the_limit_is_never_dropped_for_one_within_it(findings):
    """Its run was cut, so that fewer iterations were counted than of the other's whole run."""
    list(findings.offer(outcome(b"1\n1\n", 10**9, cut=True)))
    told = list(findings.offer(outcome(b"1\n2\n", 3 * 10**9, cut=False)))
    assert not any(isinstance(event, SlowInputDropped) for event in told)
    assert rows(findings) == [(Verdict.TIME_LIMIT, 2.0)]


def test_an_input_over_the_limit_takes_the_place_of_one_within_it(findings):
    list(findings.offer(outcome(b"1\n2\n", 10**9, cut=False)))
    list(findings.offer(outcome(b"1\n1\n", 3 * 10**9, cut=True)))
    assert rows(findings) == [(Verdict.TIME_LIMIT, 2.0)]
