"""What is known before the search: the samples, the baseline, and what an earlier process of the campaign left."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.engine.candidate import MEDIUM, Outcome
from slowpath.engine.findings import confirm_limits
from slowpath.engine.hunt import Hunt
from slowpath.engine.space import Space
from slowpath.inputs.generate import CannotGenerate
from slowpath.model.campaign import BaselineMeasured, CampaignEvent, Resumed, SampleFailed, Warned
from slowpath.model.cost import Cost
from slowpath.model.origin import Origin

BASELINE_RUNS = 3


def resume(hunt: Hunt) -> None:
    """Takes up what an earlier process confirmed: the list at once, the inputs as parents for mutation."""
    runner, past = hunt.runner, hunt.past
    runner.tell(Resumed())
    runner.totals.best_count = past.best_count
    runner.totals.generated, runner.totals.valid = past.generated, past.valid
    if past.contrast is not None:
        runner.contrasts.resume(past.contrast)
    for fault in past.faults:
        hunt.faults.restore(fault)
    for slow in past.slow_inputs:
        hunt.findings.restore(slow)
        data = hunt.read_input(slow.id)
        if data is not None:
            runner.adopt(hunt.candidate(data, slow.origin), slow.cost.count)


def samples(hunt: Hunt):
    """Runs every sample; yields its events and returns whether there is something to search: false where all fail."""
    if not hunt.spec.samples:
        return True
    runner = hunt.runner
    yield from hunt.enter("samples", f"Running {len(hunt.spec.samples)} samples.")
    outcomes = []
    for name, data in hunt.spec.samples:
        if hunt.is_over:
            break
        candidate = hunt.candidate(data, Origin("sample", f"sample {name}"))
        outcome = runner.run(candidate, hunt.spec.limits.cpu_s)
        if outcome.execution.verdict.value != "OK":
            runner.tell(_failed(name, outcome))
        else:
            outcomes.append(outcome)
            runner.accept_sample(outcome)
        runner.beat()
        yield from runner.drain()
    was_over = hunt.is_over
    if outcomes:
        _measure_baseline(hunt, max(outcomes, key=lambda o: o.count), from_samples=True)
    yield from runner.drain()
    return bool(outcomes) or was_over


def _failed(name: str, outcome: Outcome) -> SampleFailed:
    execution = outcome.execution
    detail = execution.stderr_tail.decode("utf-8", "replace").strip()[-300:]
    if execution.signal is not None:
        detail = f"ended by signal {execution.signal}. {detail}".strip()
    elif execution.exit_code:
        detail = f"exit code {execution.exit_code}. {detail}".strip()
    elif execution.cut:
        detail = f"cut after {outcome.cap_s:g} s of CPU time. {detail}".strip()
    return SampleFailed(name, execution.verdict, detail)


def _measure_baseline(hunt: Hunt, outcome: Outcome, from_samples: bool) -> None:
    """Confirms the baseline on the clean build, so that it's a cost like those of the slow inputs."""
    if hunt.past.baseline is not None:
        hunt.findings.rebased(hunt.past.baseline.cost.count, hunt.past.baseline.cost.cpu_s)
        return
    confirmation = hunt.executor.confirm(outcome.candidate.data, confirm_limits(hunt.spec), runs=BASELINE_RUNS)
    cost = Cost(outcome.count, confirmation.cpu_s, confirmation.cpu_s_spread, confirmation.peak_rss_bytes,
                confirmation.instructions, at_least=outcome.execution.cut)
    hunt.keep_input(outcome.candidate.data)
    hunt.findings.rebased(outcome.count, confirmation.cpu_s)
    hunt.runner.tell(BaselineMeasured(outcome.candidate.id, outcome.candidate.origin.label,
                                      len(outcome.candidate.data), cost, from_samples))


def without_samples(hunt: Hunt, space: Space) -> Iterator[CampaignEvent]:
    """Without samples the typical input is a random one of medium size."""
    if hunt.spec.samples or hunt.past.baseline is not None:
        return
    hunt.runner.tell(Warned("no-samples", "There are no samples: ratios refer to a random input.",
                            "Put samples beside the program (1.in and 1.out)."))
    for site in space.sites(MEDIUM):
        try:
            candidate = space.build(site, (), "saturation")
        except CannotGenerate:
            continue
        outcome = hunt.runner.run(candidate, hunt.spec.limits.cpu_s)
        if outcome.execution.verdict.can_be_slow_input:
            _measure_baseline(hunt, outcome, from_samples=False)
            break
    yield from hunt.runner.drain()
