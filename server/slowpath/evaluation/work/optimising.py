"""A unit that looks for a proven faster version of the program, and measures both on the existing tests and on the slow
inputs that were found (WEDGE section 4.3, ECCO section 3.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from slowpath import pipeline
from slowpath.evaluation.rows import Optimised, Row
from slowpath.evaluation.work.opened import RUNS, Opened, limits_of
from slowpath.evaluation.work.search_clock import SearchClock
from slowpath.model.campaign import Ended
from slowpath.model.execution import RunLimits
from slowpath.model.ports import Executor
from slowpath.model.rewrite import ProvenRewrite
from slowpath.model.verdict import Verdict
from slowpath.storage.memory import MemoryStore

Measured = tuple[tuple[tuple[str, float, float, int, int], ...], tuple[tuple[int, int], ...]]
"""As `Optimised` has it: times and memory of both programs on each input, and their counts."""


def optimised_row(place: Opened) -> Row:
    """Optimises by the rules within the budget. Raises as `pipeline.optimize`."""
    budget, report, store = place.work.unit.budget, place.report(), MemoryStore()
    clock = SearchClock.of(budget)
    version: ProvenRewrite | None = None
    search_s = 0.0
    events = pipeline.optimize(
        place.solution,
        place.problem,
        report,
        place.settings,
        budget=budget,
        seed=place.work.unit.seed,
        keep=store.put_input,
        stop=lambda: False,
        clock=clock,
    )
    for event in clock.heard(events):
        if isinstance(event, Ended):
            search_s = event.elapsed_s
            if event.outcome == "failed":
                raise pipeline.error_of(event)
        # The last one is the whole of what withstood.
        version = event if isinstance(event, ProvenRewrite) else version
    tests = place.tests()
    row = Row(place.work.unit, search_s=search_s, tests=len(tests), optimised=Optimised())
    if version is None:
        return replace(row, reason="No faster version was proven.")
    limits = limits_of(place.spec(report))
    existing = [(test.name, test.data) for test in tests]
    found = [(test.name, store.input(test.input_id) or b"") for test in version.tests]
    with (
        pipeline.open_executor(place.solution, place.settings) as before,
        pipeline.open_executor(replace(place.solution, source=version.source), place.settings) as after,
    ):
        until = clock() + place.work.existing_s
        on_existing, existing_counts = _measured(before, after, limits, existing, lambda: clock() < until)
        on_found, found_counts = _measured(before, after, limits, found, lambda: True)
    return replace(row, optimised=Optimised(True, on_existing, on_found, existing_counts, found_counts))


def _measured(
    before: Executor,
    after: Executor,
    limits: tuple[RunLimits, RunLimits],
    inputs: Iterable[tuple[str, bytes]],
    goes_on: Callable[[], bool],
) -> Measured:
    """Both programs on the inputs that both answer, within the limits of a run that counts and one that confirms."""
    counting, clean = limits
    costs, counts = [], []
    for name, data in inputs:
        if goes_on():
            one, two = (executor.confirm(data, clean, runs=RUNS) for executor in (before, after))
            if one.verdict is two.verdict is Verdict.OK and not one.cut and not two.cut:
                costs.append((name, one.cpu_s, two.cpu_s, one.peak_rss_bytes, two.peak_rss_bytes))
                ran = [executor.run(data, counting, keep_counters=False).count for executor in (before, after)]
                counts.append((ran[0], ran[1]))
    return tuple(costs), tuple(counts)
