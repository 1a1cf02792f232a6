"""The baseline, to which ratios refer: the costliest sample, else an input that a program of its kind meets every day.

Without samples that is a random input of medium size. Where even that takes long, because a number alone decides how
long the program takes or it is dear at every size, a smaller one says what is usual: beside an input that is slow
already nothing would be slow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowpath.analysis.failures import words_of_failure
from slowpath.engine.candidate import MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.confirming import confirm_limits
from slowpath.engine.search_state import SearchState
from slowpath.engine.space import Site, Space
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.model.campaign import NONE_ENDED, BaselineMeasured, CampaignEvent, SlowInputFound, Warned
from slowpath.model.cost import Cost
from slowpath.model.verdict import Verdict

BASELINE_RUNS = 3
DEAR = 300_000_000
"""Counts of a run, some 0.2 s, from which on it isn't what a program takes every day."""
MOST_S = 1.0
"""CPU seconds after which a run is cut: dear it is by then, where not every run takes as long."""


def measure_baseline(state: SearchState, outcome: Outcome, from_samples: bool) -> None:
    """Confirms the baseline on the clean build, so that it's a cost like those of the slow inputs.

    A run that counted nothing at all became another program or ended itself: then its time stands for the count,
    or 1 where no clock may decide.
    """
    if state.past.baseline is not None:
        state.findings.rebased(state.past.baseline.cost.count, state.past.baseline.cost.cpu_s)
        return
    confirmation = state.executor.confirm(outcome.candidate.data, confirm_limits(state.spec), runs=BASELINE_RUNS)
    count = outcome.count or (1 if state.meter.counted else int(confirmation.cpu_s * 1e9))
    if not outcome.count:
        state.runner.tell(
            Warned(
                "no-counts",
                "The program's steps can't be counted, perhaps since it starts another "
                "program: only its time says what is slow.",
                "Let the program itself do the work.",
            )
        )
    cost = Cost(
        count,
        confirmation.cpu_s,
        confirmation.cpu_s_spread,
        confirmation.peak_rss_bytes,
        confirmation.instructions,
        at_least=outcome.execution.cut,
    )
    state.keep_input(outcome.candidate.data)
    state.findings.rebased(count, confirmation.cpu_s)
    state.runner.tell(
        BaselineMeasured(
            outcome.candidate.id, outcome.candidate.origin.label, len(outcome.candidate.data), cost, from_samples
        )
    )


def without_samples(state: SearchState, space: Space) -> Iterator[CampaignEvent]:
    """Measures a random input where there are no samples, or none that is answered in time."""
    if state.findings.has_baseline or state.past.baseline is not None or state.is_over:
        return
    if not state.spec.samples:
        state.runner.tell(
            Warned(
                "no-samples",
                "There are no samples: nothing shows that the input format is right.",
                "Put samples beside the program (1.in and 1.out).",
            )
        )
    cheapest: Outcome | None = None
    for sites in (space.sites(MEDIUM), space.sites(SMALL)[:1], *([site] for site in space.calmer())):
        outcome = _first_run(state, space, sites)
        if outcome is not None and (cheapest is None or outcome.count < cheapest.count):
            cheapest = outcome
        if outcome is not None and _waits(outcome):
            break  # A smaller input isn't waited for any less.
        if state.is_over or (cheapest is not None and cheapest.count < DEAR):
            break
    # What never ended isn't usual: beside it nothing else would be slow.
    if cheapest is not None and not cheapest.execution.cut:
        measure_baseline(state, cheapest, from_samples=False)
        retell(state)
    elif cheapest is not None:
        state.runner.tell(_none_ended(cheapest))
    yield from state.runner.drain()


def _waits(outcome: Outcome) -> bool:
    return outcome.execution.verdict is Verdict.IDLENESS_LIMIT


def _none_ended(outcome: Outcome) -> Warned:
    """That neither a random input nor the smallest that was tried was answered: the program may never end."""
    wall_s, size = outcome.execution.wall_ns / 1e9, len(outcome.candidate.data)
    spent = f"waits, and didn't end within {wall_s:.2g} s" if _waits(outcome) else f"takes over {outcome.cap_s:g} s"
    why = words_of_failure(outcome.execution.stderr_tail)
    unended = "it may never end" + (f" ({why})" if why else "")
    return Warned(
        NONE_ENDED,
        f"The program {spent} on every input that was tried, one of {size:,} bytes too: {unended}.",
        "Run it on a small input of your own; put samples beside it (1.in and 1.out).",
    )


def retell(state: SearchState) -> None:
    """Tells again of what was found before there was a baseline, with its ratio."""
    for slow in state.findings.ranked():
        state.runner.tell(SlowInputFound(slow))


def _first_run(state: SearchState, space: Space, sites: Sequence[Site]) -> Outcome | None:
    """A random input of the first site at which one can be made and doesn't make the program fail."""
    for candidate in _random(space, sites):
        cap_s = max(MOST_S, state.runner.cap.below_full_s)
        outcome = state.runner.run(candidate, min(cap_s, state.spec.limits.cpu_s))
        if outcome.execution.verdict.can_be_slow_input or _waits(outcome):
            if not outcome.execution.cut:
                state.runner.keep(outcome)
            return outcome
    return None


def _random(space: Space, sites: Sequence[Site]) -> Iterator[Candidate]:
    for site in sites:
        try:
            yield space.build(site, (), "saturation")
        except CannotGenerate:
            continue
