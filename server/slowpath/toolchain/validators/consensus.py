"""Consensus of correct solutions as a validator of inputs (WEDGE appendix A.3).

"A well-formed input should be processed correctly by all correct solutions": an input is valid when at least 95 % of
the solutions agree on it. Solutions agree where they end well with the same answer; answers are compared token by
token, or, for problems with many right answers, by the problem's own check of outputs, which is handed in and accepts
an answer as right for an input. A solution that fails disagrees with all others; one that is cut says nothing. Runs
every solution on every input: meant for the few inputs that are to be shown or kept, not for all that a search runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from slowpath.model.execution import Execution, RunLimits
from slowpath.model.ports import Executor, InputVerdict
from slowpath.model.verdict import Verdict

AGREEING_SHARE = 0.95
LEAST_SOLUTIONS = 2
LIMITS = RunLimits(cpu_s=10.0, wall_s=40.0)

IsRight = Callable[[bytes, bytes], bool]
"""Whether an output (second) is a right answer to an input (first), as the problem's own checker says."""


class ConsensusValidator:
    """Implements `model.ports.InputValidator` by running `executors`, one for each correct solution, opened by the
    caller, who closes them. Not thread-safe, as they are."""

    name = "the consensus of correct solutions"

    def __init__(self, executors: Sequence[Executor], *, limits: RunLimits = LIMITS, is_right: IsRight | None = None,
                 share: float = AGREEING_SHARE) -> None:
        if len(executors) < LEAST_SOLUTIONS:
            raise ValueError(f"a consensus needs {LEAST_SOLUTIONS} solutions, not {len(executors)}")
        self._executors = tuple(executors)
        self._limits = limits
        self._is_right = is_right
        self._share = share

    def validate(self, data: bytes) -> InputVerdict:
        """Whether the solutions agree on the input; the reason says how many do, and how the others end."""
        runs = [each.run(data, self._limits, keep_output=True, keep_counters=False) for each in self._executors]
        # A run that was cut says nothing about validity: slow inputs are what is looked for.
        ended = [run for run in runs if not run.cut]
        if len(ended) < LEAST_SOLUTIONS:
            return InputVerdict(None, f"{len(runs) - len(ended)} of {len(runs)} solutions were cut at their limit, so"
                                      " that nothing can be compared")
        agreeing = self._agreeing(data, ended)
        if agreeing >= self._share * len(ended):
            return InputVerdict(True)
        return InputVerdict(False, f"only {agreeing} of {len(ended)} correct solutions agree on it{_failures(ended)}")

    def _agreeing(self, data: bytes, runs: Sequence[Execution]) -> int:
        """How many solutions agree: with the problem's check, or with the commonest answer."""
        answers = [tuple((run.output or b"").split()) for run in runs if run.verdict is Verdict.OK]
        if self._is_right is not None:
            return sum(self._is_right(data, run.output or b"") for run in runs if run.verdict is Verdict.OK)
        return max(Counter(answers).values(), default=0)


def _failures(runs: Sequence[Execution]) -> str:
    failed = Counter(run.verdict.value for run in runs if run.verdict is not Verdict.OK)
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(failed.items()))
    return f" ({told})" if told else ""
