"""What is known before the search: the samples, and what an earlier process of the campaign left.

A sample on which the program computes for longer than the time limit, stated or assumed, is the first slow input:
the clean build is cut at twice the limit, that is told at once, and it is no baseline while there is another one. All
samples together have a part of a budget in seconds, so that a program which is too slow for them is searched all the
same: after that, samples as large as one that took too long aren't run.
"""

from __future__ import annotations

import math
from dataclasses import replace

from slowpath.analysis.failures import signal_name
from slowpath.engine.candidate import Outcome
from slowpath.engine.confirming import CLEARLY_OVER, confirm_limits
from slowpath.engine.phases.baseline import measure_baseline, retell
from slowpath.engine.search_state import SearchState
from slowpath.model.campaign import Resumed, SampleFailed, Warned
from slowpath.model.origin import Origin
from slowpath.model.verdict import Verdict

CUT_FACTOR = 2.0
PATIENCE = 5.0
"""So many times an assumed limit the smallest sample may take where none is answered: does the program ever end?"""
SHARE, LEAST_CAP_S = 0.25, 0.35
"""What all samples may take of a budget in seconds, and what each may in any case."""
COMPUTING = 0.5
"""The least share of its cap that a run which is cut while it computes has used: what waits uses less. The wall clock
says nothing of it, since a busy machine lets a run wait for a processor."""


def resume(state: SearchState) -> None:
    """Takes up what an earlier process confirmed: the list at once, the inputs as parents for mutation."""
    runner, past = state.runner, state.past
    runner.tell(Resumed())
    runner.totals.best_count = past.best_count
    runner.totals.generated, runner.totals.valid = past.generated, past.valid
    if past.contrast is not None:
        runner.contrasts.resume(past.contrast)
    for fault in past.faults:
        state.faults.restore(fault)
    for slow in past.slow_inputs:
        state.findings.restore(slow)
        data = state.read_input(slow.id)
        if data is not None:
            runner.adopt(state.candidate(data, slow.origin), slow.cost.count)


def samples(state: SearchState):
    """Runs every sample; yields its events and returns whether there is something to search: false where all fail."""
    if not state.spec.samples:
        return True
    runner = state.runner
    yield from state.enter("samples", f"Running {len(state.spec.samples)} samples.")
    answered: list[Outcome] = []
    slow: list[Outcome] = []
    endless: list[Outcome] = []
    failed, left_out, began_s = 0, 0, state.meter.elapsed_s
    too_large = math.inf
    for name, data in state.spec.samples:
        if state.is_over:
            break
        if len(data) >= too_large and _share_left_s(state, began_s) < 0:
            left_out += 1
            continue
        candidate = state.candidate(data, Origin("sample", f"sample {name}"))
        outcome = runner.run(candidate, _cap_s(state, began_s, 1.0))
        is_long = _computes_too_long(state, outcome)
        # Where nobody states a limit, a program that answers no sample may as well never end.
        is_endless = is_long and outcome.execution.cut and state.spec.time_limit_s is None and not answered
        is_slow = is_long and not is_endless and _shown(state, outcome, began_s)
        is_unsure = is_long and not is_slow and not is_endless and outcome.execution.cut
        if is_unsure and not state.meter.counted and not state.is_over:
            # The search build is slower than the clean one, which may answer in time.
            outcome = runner.run(candidate, _cap_s(state, began_s, CUT_FACTOR))
        if is_long:
            too_large = min(too_large, len(data))
        if outcome.execution.verdict is not Verdict.OK:
            failed += 1
            runner.tell(_failed(name, outcome))
        else:
            runner.accept_sample(outcome)
        if is_slow or is_endless:
            (slow if is_slow else endless).append(outcome)
        elif outcome.execution.verdict is Verdict.OK:
            answered.append(outcome)
        runner.beat()
        yield from runner.drain()
    if endless and (answered or _ends(state, min(endless, key=lambda outcome: len(outcome.candidate.data)))):
        slow += [outcome for outcome in endless if _shown(state, outcome, began_s)]
    if left_out:
        runner.tell(
            Warned(
                "samples-left-out",
                f"Samples that weren't run: {left_out}. Others no larger took too "
                "long, and the samples' share of the time was spent.",
                "Give the search more time.",
            )
        )
    was_over = state.is_over
    ended = [outcome for outcome in slow if not outcome.execution.cut]
    if answered or ended:
        measure_baseline(state, max(answered or ended, key=lambda o: o.count), from_samples=True)
        retell(state)
    yield from runner.drain()
    return bool(answered or slow) or (was_over and failed < len(state.spec.samples))


def _ends(state: SearchState, outcome: Outcome) -> bool:
    """Whether the clean build answers a sample if it's given more time, at most the part of all samples once more."""
    limit_s, seconds = state.spec.limit_s, state.spec.budget.seconds
    if limit_s is None or state.meter.counted or state.is_over:
        return False
    cap_s = min(PATIENCE * limit_s, math.inf if seconds is None else SHARE * seconds)
    limits = replace(confirm_limits(state.spec), cpu_s=cap_s)
    confirmation = state.executor.confirm(outcome.candidate.data, limits, runs=1)
    return confirmation.verdict is Verdict.OK and not confirmation.cut


def _cap_s(state: SearchState, began_s: float, factor: float, least_s: float = LEAST_CAP_S) -> float:
    """What a sample may take: so many times the time limit, and no more than is left of all samples' time."""
    if state.meter.counted:
        return state.spec.limits.cpu_s
    limit_s = state.spec.limit_s
    cap_s = state.spec.limits.cpu_s if limit_s is None else factor * limit_s
    return min(cap_s, max(least_s, _share_left_s(state, began_s)))


def _share_left_s(state: SearchState, began_s: float) -> float:
    """What is left of all samples' part of a budget in seconds; less than nothing once more was spent."""
    seconds = state.spec.budget.seconds
    return math.inf if seconds is None else SHARE * seconds - (state.meter.elapsed_s - began_s)


def _computes_too_long(state: SearchState, outcome: Outcome) -> bool:
    """Whether its run took longer than the limit, or was cut, and not while it waited."""
    execution, limit_s = outcome.execution, state.spec.limit_s
    if limit_s is None:
        return False  # It may as well never end.
    if execution.verdict is Verdict.TIME_LIMIT:
        return state.meter.counted or execution.cpu_ns >= COMPUTING * outcome.cap_s * 1e9
    return execution.verdict is Verdict.OK and not state.meter.counted and execution.cpu_ns > limit_s * 1e9


def _shown(state: SearchState, outcome: Outcome, began_s: float) -> bool:
    """Shows the sample as a slow input where the clean build is over the limit on it too."""
    limits, limit_s = confirm_limits(state.spec), state.spec.limit_s
    if limit_s is not None and not state.meter.counted:
        clearly_s = CLEARLY_OVER * limit_s
        has_time = clearly_s <= state.meter.remaining_s or state.spec.time_limit_s is None
        least_s = clearly_s if has_time else LEAST_CAP_S
        limits = replace(limits, cpu_s=_cap_s(state, began_s, CUT_FACTOR, least_s))
    confirmation = state.executor.confirm(outcome.candidate.data, limits, runs=1)
    if not confirmation.verdict.can_be_slow_input or not (
        confirmation.cut or (limit_s is not None and confirmation.cpu_s > limit_s)
    ):
        return False
    state.findings.compare_with(outcome.count)
    for event in state.findings.show_beside(outcome, confirmation):
        state.runner.tell(event)
    return True


def _failed(name: str, outcome: Outcome) -> SampleFailed:
    execution = outcome.execution
    detail = execution.stderr_tail.decode("utf-8", "replace").strip()[-300:]
    if execution.cut:
        spent = (
            f"{outcome.cap_s:g} s of CPU time"
            if execution.cpu_ns >= outcome.cap_s * 1e9
            else f"{execution.wall_ns / 1e9:.2g} s, of which it computed for {execution.cpu_ns / 1e9:.2g} s"
        )
        detail = f"cut after {spent}. {detail}".strip()
    elif execution.signal is not None:
        detail = f"ended by {signal_name(execution.signal)}. {detail}".strip()
    elif execution.exit_code:
        detail = f"exit code {execution.exit_code}. {detail}".strip()
    return SampleFailed(name, execution.verdict, detail)
