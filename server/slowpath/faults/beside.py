"""The program run once more while its batch is under way: in a process of its own, which is opened at first use."""

from __future__ import annotations

from collections.abc import Callable

from slowpath.errors import SlowpathError
from slowpath.faults import limits
from slowpath.model.breaking import BreakSpec
from slowpath.model.execution import Execution
from slowpath.model.ports import Executor


class Beside:
    """`open_program` opens the process; None where it can't."""

    def __init__(self, spec: BreakSpec, open_program: Callable[[], Executor | None]) -> None:
        self._spec = spec
        self._open_program = open_program
        self._program: Executor | None = None
        self._is_open = False

    def run(self, data: bytes) -> Execution | None:
        """A run with what it prints, None where the program can't be driven (any more)."""
        if not self._is_open:
            self._is_open, self._program = True, self._open_program()
        if self._program is None:
            return None
        try:
            return self._program.run(data, limits.program_limits(self._spec), keep_output=True, keep_counters=False)
        except SlowpathError:
            self._program = None
            return None
