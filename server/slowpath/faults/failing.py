"""How a run of the program fails, its answer aside: by its verdict, or by taking more than the problem allows."""

from __future__ import annotations

from pathlib import PurePath

from slowpath.analysis.failures import failure_of
from slowpath.analysis.waiting import waited
from slowpath.faults import limits
from slowpath.model.breaking import BreakSpec, Failing
from slowpath.model.execution import Execution
from slowpath.model.verdict import Verdict

_NANO = 1_000_000_000
Way = tuple[Failing, str]
"""How the program fails, and the reason in a sentence."""


class ProgramFailures:
    """Says of runs under the limits of `spec` how they fail."""

    def __init__(self, spec: BreakSpec) -> None:
        self._spec = spec
        self._limits = limits.program_limits(spec)
        self._file_name = PurePath(spec.path).name

    def of(self, execution: Execution) -> Way | None:
        """How a run fails, None where it ends well within the limits."""
        match execution.verdict:
            case Verdict.OK:
                return self._over(execution)
            case Verdict.TIME_LIMIT:
                return self._over_time(execution)
            case Verdict.IDLENESS_LIMIT:
                return Failing.TIME_LIMIT, f"it sleeps or waits until it is ended: it {waited(execution)}"
            case Verdict.MEMORY_LIMIT:
                return Failing.MEMORY_LIMIT, f"it takes more than {self._said_memory}"
            case Verdict.OUTPUT_LIMIT:
                return Failing.OUTPUT_LIMIT, f"it prints more than {execution.output_bytes >> 20} MB"
        failure = failure_of(
            execution.verdict,
            execution.exit_code,
            execution.signal,
            execution.stderr_tail,
            self._file_name,
            (self._limits.memory_bytes, self._limits.output_bytes),
        )
        return Failing.RUNTIME_ERROR, failure.reason

    def _over(self, execution: Execution) -> Way | None:
        """Whether a run that ended well took more than the problem allows."""
        if execution.cpu_ns > limits.time_limit_s(self._spec) * _NANO:
            return self._over_time(execution)
        if self._is_over_memory(execution):
            return Failing.MEMORY_LIMIT, f"it takes more than {self._said_memory}"
        return None

    def _over_time(self, execution: Execution) -> Way:
        """Too slow, and perhaps too large as well: a judge says which of them came first."""
        also = f", and more than {self._said_memory}" if self._is_over_memory(execution) else ""
        return Failing.TIME_LIMIT, f"it takes more than {self._said_time}{also}"

    def _is_over_memory(self, execution: Execution) -> bool:
        return execution.peak_rss_bytes > limits.memory_limit_bytes(self._spec)

    @property
    def _said_time(self) -> str:
        """The time limit for people."""
        assumed = "" if self._spec.time_limit_s else " (assumed)"
        return f"the time limit of {limits.time_limit_s(self._spec):g} s{assumed}"

    @property
    def _said_memory(self) -> str:
        """The memory limit for people."""
        assumed = "" if self._spec.memory_limit_bytes else " (assumed)"
        return f"the memory limit of {limits.memory_limit_bytes(self._spec) >> 20} MB{assumed}"
