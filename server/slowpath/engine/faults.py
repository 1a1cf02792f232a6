"""Inputs on which the program fails: one for each way of failing, the shortest, confirmed on the clean build.

A failing run is never a slow input. It is a fault when the input is valid by the format and by the package's validators
and the clean build fails on it as well; what fails under the search build alone isn't shown. Where a large part of
all inputs fails, the format is more likely wrong than the program: then it is doubted, and all that was found with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePath

from slowpath.analysis.failures import Failure, failure_of
from slowpath.engine.candidate import Candidate, Outcome
from slowpath.engine.jury import Jury
from slowpath.model.campaign import FaultFound, FormatDoubted
from slowpath.model.execution import Confirmation, Execution, RunLimits
from slowpath.model.ports import Executor
from slowpath.model.slow_input import Fault
from slowpath.model.validity import Doubt
from slowpath.model.verdict import Verdict

FAILURES = frozenset(verdict for verdict in Verdict if not verdict.can_be_slow_input) - {Verdict.WRONG_ANSWER}
MOST_FAULTS = 10
MOST_TRIES = 3
SHORTER = 0.5
MANY_RUNS = 64
MANY_SHARE = 0.3
Way = tuple[Verdict, str]
"""How a run failed: the verdict and the reason (`analysis.failures`)."""


class Faults:
    """Keeps the faults; `offer` and `replace` yield the events that tell of them.

    `accepts` judges an input's validity, `limits` are those of the clean build's runs.
    """

    def __init__(
        self,
        path: str,
        executor: Executor,
        limits: RunLimits,
        keep_input: Callable[[bytes], str],
        accepts: Callable[[Candidate], bool],
        jury: Jury,
    ) -> None:
        self._file_name = PurePath(path).name
        self._executor = executor
        self._limits = limits
        self._keep_input = keep_input
        self._accepts = accepts
        self._jury = jury
        self._tries: dict[Way, int] = {}
        self._runs = 0
        self._failed = 0
        self._asked = 0
        self._valid = 0
        self._has_doubted = False
        self.standing: dict[Way, Fault] = {}

    def restore(self, fault: Fault) -> None:
        """Takes up a fault that an earlier process of the campaign confirmed."""
        self.standing[fault.verdict, fault.reason] = fault

    def observe(self, outcome: Outcome) -> Iterator[FaultFound | FormatDoubted]:
        """Takes note of a run of an input that is valid by the format; a failed one is confirmed where it's news."""
        self._runs += 1
        if outcome.execution.verdict not in FAILURES:
            return
        self._failed += 1
        yield from self._told_many(outcome.candidate)
        failure = self.failure(outcome.execution)
        way = outcome.execution.verdict, failure.reason
        if not self._is_news(way, len(outcome.candidate.data)):
            return
        yield from self.replace(way, outcome.candidate, outcome.found_at_execution, failure)

    def confirmed(self, outcome: Outcome, confirmation: Confirmation) -> Iterator[FaultFound]:
        """Takes note of an accepted input on which the clean build failed, while the search's run was cut before that
        or ended well."""
        failure = self.failure(confirmation)
        way = confirmation.verdict, failure.reason
        if self._is_news(way, len(outcome.candidate.data)):
            yield self._standing(way, outcome.candidate, outcome.found_at_execution, failure)

    def _told_many(self, failing: Candidate) -> Iterator[FormatDoubted]:
        """Doubts the format where too many inputs fail. One that a validator refuses is no evidence: the first failing
        inputs are judged, and the share of valid ones among them holds for the rest."""
        if self._has_doubted or self._jury.confirms:
            return
        if self._asked < MANY_RUNS:
            self._asked += 1
            self._valid += self._accepts(failing)
        failed = round(self._failed * self._valid / self._asked)
        if self._runs < MANY_RUNS or failed < MANY_SHARE * self._runs:
            return
        self._has_doubted = True
        told = self._jury.doubt(
            Doubt("failing", f"The program fails on {failed} of the first {self._runs} inputs of the format.")
        )
        if told is not None:
            yield told

    def failure(self, execution: Execution | Confirmation) -> Failure:
        """How a run failed."""
        return failure_of(
            execution.verdict,
            execution.exit_code,
            execution.signal,
            execution.stderr_tail,
            self._file_name,
            (self._limits.memory_bytes, self._limits.output_bytes),
        )

    def _is_news(self, way: Way, size: int) -> bool:
        """Whether the input is the first that fails in this way, or much shorter than the one that stands for it."""
        if self._tries.get(way, 0) >= MOST_TRIES:
            return False
        known = self.standing.get(way)
        return size < SHORTER * known.size if known is not None else len(self.standing) < MOST_FAULTS

    def replace(
        self, way: Way, candidate: Candidate, found_at_execution: int, failure: Failure
    ) -> Iterator[FaultFound]:
        """Puts the input in the place of what stood for this way of failing, if it's accepted and confirmed."""
        if not self._accepts(candidate) or not self._is_confirmed(candidate):
            self._tries[way] = self._tries.get(way, 0) + 1
            return
        yield self._standing(way, candidate, found_at_execution, failure)

    def _standing(self, way: Way, candidate: Candidate, found_at_execution: int, failure: Failure) -> FaultFound:
        self._keep_input(candidate.data)
        verdict, reason = way
        fault = Fault(
            candidate.id,
            len(candidate.data),
            candidate.origin,
            verdict,
            reason,
            failure.detail,
            found_at_execution,
            self._jury.validity_of(candidate.data),
            self._jury.doubts_of(candidate.data),
        )
        self.standing[way] = fault
        return FaultFound(fault)

    def _is_confirmed(self, candidate: Candidate) -> bool:
        return self._executor.confirm(candidate.data, self._limits, runs=1).verdict in FAILURES
