"""What is known before the search: the samples, and what an earlier process of the campaign left."""

from __future__ import annotations

from slowpath.analysis.failures import signal_name
from slowpath.engine.candidate import Outcome
from slowpath.engine.hunt import Hunt
from slowpath.engine.phases.baseline import measure_baseline
from slowpath.model.campaign import Resumed, SampleFailed
from slowpath.model.origin import Origin


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
    outcomes, failed = [], 0
    for name, data in hunt.spec.samples:
        if hunt.is_over:
            break
        candidate = hunt.candidate(data, Origin("sample", f"sample {name}"))
        outcome = runner.run(candidate, hunt.spec.limits.cpu_s)
        if outcome.execution.verdict.value != "OK":
            failed += 1
            runner.tell(_failed(name, outcome))
        else:
            outcomes.append(outcome)
            runner.accept_sample(outcome)
        runner.beat()
        yield from runner.drain()
    was_over = hunt.is_over
    if outcomes:
        measure_baseline(hunt, max(outcomes, key=lambda o: o.count), from_samples=True)
    yield from runner.drain()
    return failed < len(hunt.spec.samples) and (bool(outcomes) or was_over)


def _failed(name: str, outcome: Outcome) -> SampleFailed:
    execution = outcome.execution
    detail = execution.stderr_tail.decode("utf-8", "replace").strip()[-300:]
    if execution.cut:
        spent = f"{outcome.cap_s:g} s of CPU time" if execution.cpu_ns >= outcome.cap_s * 1e9 else \
            f"{execution.wall_ns / 1e9:.2g} s, of which it computed for {execution.cpu_ns / 1e9:.2g} s"
        detail = f"cut after {spent}. {detail}".strip()
    elif execution.signal is not None:
        detail = f"ended by {signal_name(execution.signal)}. {detail}".strip()
    elif execution.exit_code:
        detail = f"exit code {execution.exit_code}. {detail}".strip()
    return SampleFailed(name, execution.verdict, detail)
