"""References, tried on the samples before anything is searched: one that crashes, hangs or answers otherwise than the
statement says isn't believed, and that is said first.

A brute force that is cut on a sample says nothing there; it isn't believed only where it answers none. Where several
answers may be right and no checker is there, a reference can't disagree with a sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from slowpath.analysis.failures import failure_of, hint_of
from slowpath.errors import SlowpathError
from slowpath.faults.comparing import Comparison
from slowpath.faults.contest import Contender, Contest
from slowpath.faults.limits import sample_limits
from slowpath.model.breaking import BreakSpec, ReferenceJudged, Role
from slowpath.model.execution import Execution
from slowpath.model.ports import Executor
from slowpath.model.problem import Sample
from slowpath.model.verdict import Verdict

_TRUST = (Role.GIVEN, Role.ACCEPTED, Role.BRUTE, Role.MODEL, Role.WIDER)


@dataclass(frozen=True)
class TriedReference:
    """A reference, and what became of it on the samples. `otherwise` are those to which one that is known to be right
    gives another answer: that says something of how answers are compared, not of who is right. `by_case`: all these
    differ in capitals alone."""

    contender: Contender
    judged: ReferenceJudged
    otherwise: tuple[Sample, ...] = ()
    by_case: bool = False


def tried_references(spec: BreakSpec, contest: Contest) -> Iterator[TriedReference]:
    """Each reference as it was found on the samples, in the order of the contest. One run a sample each, none of the
    program."""
    for contender in contest.contenders:
        reference = contender.reference
        trial = _Trial(spec, contest)
        reason = trial.objection(contender)
        said = reason or ("" if spec.samples else "there is no sample to try it on")
        is_known = reference.role in (Role.GIVEN, Role.ACCEPTED)
        yield TriedReference(
            contender,
            ReferenceJudged(reference.name, reference.role, not reason, said),
            tuple(trial.otherwise) if is_known else (),
            is_known and bool(trial.otherwise) and trial.by_case,
        )


def usable_references(tried: Iterable[TriedReference]) -> tuple[Contender, ...]:
    """Those that are believed, the most trusted first."""
    usable = [each.contender for each in tried if each.judged.usable]
    return tuple(sorted(usable, key=lambda contender: _TRUST.index(contender.reference.role)))


class _Trial:
    """Tries one reference after the other on the samples."""

    def __init__(self, spec: BreakSpec, contest: Contest) -> None:
        self._spec = spec
        self._comparison = Comparison(spec, contest.checker)
        self._limits = sample_limits(spec)
        self.otherwise: list[Sample] = []
        self.by_case = True

    def objection(self, contender: Contender) -> str:
        """What speaks against the reference, "" for nothing."""
        if contender.executor is None:
            return contender.failure or "it can't be run"
        answered, objection = 0, ""
        for sample in self._spec.samples:
            try:
                reason, is_answered = self._on_sample(contender, contender.executor, sample)
            except SlowpathError as error:
                return error.message
            if reason and not is_answered:
                return reason
            objection = objection or reason
            answered += is_answered
        if objection:
            return objection
        if self._spec.samples and not answered:
            return f"it finishes no sample within {self._limits.cpu_s:g} s"
        return ""

    def _on_sample(self, contender: Contender, executor: Executor, sample: Sample) -> tuple[str, bool]:
        """What speaks against it on one sample, and whether it answered it."""
        execution = executor.run(sample.data, self._limits, keep_output=True, keep_counters=False)
        if execution.verdict.is_out_of_time and contender.reference.role is Role.BRUTE:
            return "", False
        if execution.verdict is not Verdict.OK:
            return self._failed(contender, execution, sample), False
        if sample.answer is None:
            return "", True
        verdict = self._comparison.check(sample.data, execution.output or b"", sample.answer)
        if verdict.right is False:
            self.otherwise.append(sample)
            self.by_case &= (execution.output or b"").lower().split() == sample.answer.lower().split()
            return f"it disagrees with sample {sample.name}: {verdict.reason}", True
        return "", True

    def _failed(self, contender: Contender, execution: Execution, sample: Sample) -> str:
        if execution.verdict.is_out_of_time:
            return f"it doesn't finish on sample {sample.name} within {self._limits.cpu_s:g} s"
        failure = failure_of(
            execution.verdict,
            execution.exit_code,
            execution.signal,
            execution.stderr_tail,
            contender.reference.name,
            (self._limits.memory_bytes, self._limits.output_bytes),
        )
        why = ": ".join(filter(None, (failure.reason, hint_of(failure.detail))))
        return f"it fails on sample {sample.name}: {why}"
