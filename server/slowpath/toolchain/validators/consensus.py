"""Consensus of correct solutions as a validator of inputs (WEDGE appendix A.3).

"A well-formed input should be processed correctly by all correct solutions": an input is valid when at least 95 % of
the solutions agree on it. Solutions agree where they end well with the same answer; answers are compared token by
token, or, for problems with many right answers, by the problem's own checker, which is handed in and accepts an
answer as right for an input, given the one that most solutions print. A solution that fails disagrees with all others;
one that is cut says nothing. Runs every solution on every input: meant for the few inputs that are to be shown or kept,
not for all that a search runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from slowpath.model.execution import Execution, RunLimits
from slowpath.model.ports import AnswerChecker, Executor, InputVerdict
from slowpath.model.verdict import Verdict
from slowpath.toolchain.answers.tokens import TokenChecker

AGREEING_SHARE = 0.95
LEAST_SOLUTIONS = 2
LIMITS = RunLimits(cpu_s=10.0, wall_s=40.0)


class ConsensusValidator:
    """Implements `model.ports.InputValidator` by running `executors`, one for each correct solution, opened by the
    caller, who closes them. Not thread-safe, as they are."""

    name = "the consensus of correct solutions"

    def __init__(
        self,
        executors: Sequence[Executor],
        *,
        limits: RunLimits = LIMITS,
        checker: AnswerChecker | None = None,
        share: float = AGREEING_SHARE,
    ) -> None:
        if len(executors) < LEAST_SOLUTIONS:
            raise ValueError(f"a consensus needs {LEAST_SOLUTIONS} solutions, not {len(executors)}")
        self._executors = tuple(executors)
        self._limits = limits
        self._checker = checker or TokenChecker()
        self._share = share

    def validate(self, data: bytes) -> InputVerdict:
        """Whether the solutions agree on the input; the reason says how many do, and how the others end."""
        runs = [each.run(data, self._limits, keep_output=True, keep_counters=False) for each in self._executors]
        # A run that was cut says nothing about validity: slow inputs are what is looked for.
        ended = [run for run in runs if not run.cut]
        if len(ended) < LEAST_SOLUTIONS:
            return InputVerdict(
                None,
                f"{len(runs) - len(ended)} of {len(runs)} solutions were cut at their limit, so"
                " that nothing can be compared",
            )
        outputs = [run.output or b"" for run in ended if run.verdict is Verdict.OK]
        verdicts = [self._checker.check(data, output, _commonest(outputs)) for output in outputs]
        broken = next((verdict for verdict in verdicts if verdict.right is None), None)
        if broken is not None:
            return InputVerdict(None, f"{self._checker.name} can't say whether they agree: {broken.reason}")
        agreeing = sum(verdict.right is True for verdict in verdicts)
        if agreeing >= self._share * len(ended):
            return InputVerdict(True)
        return InputVerdict(False, f"only {agreeing} of {len(ended)} correct solutions agree on it{_failures(ended)}")


def _commonest(outputs: Sequence[bytes]) -> bytes:
    """The output that most solutions print, blanks aside; of equals the first."""
    answers = Counter(tuple(output.split()) for output in outputs)
    return max(outputs, key=lambda output: answers[tuple(output.split())])


def _failures(runs: Sequence[Execution]) -> str:
    failed = Counter(run.verdict.value for run in runs if run.verdict is not Verdict.OK)
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(failed.items()))
    return f" ({told})" if told else ""
