"""Input validators of ICPC/Kattis packages: exit code 42 means valid, anything else refuses the input.

A failed `assert` (an abort in C++, exit code 1 in Python) is the usual way of refusing there. Other signals say
that the validator itself failed, for instance a crash or a limit of ours.
"""

from __future__ import annotations

import signal

from slowpath.model.ports import InputVerdict
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.bounded import BoundedRun
from slowpath.settings import Settings
from slowpath.toolchain.validators.running import ProgramValidator, crashed, last_line, opened

ACCEPTED = 42
_NOT_STARTED = (126, 127)


def open_validator(source: ValidatorSource, settings: Settings) -> ProgramValidator:
    """The validator, compiled where it has to be. Raises as `judging_program`."""
    return opened(source, settings, read)


def read(run: BoundedRun) -> InputVerdict:
    """What the exit code means in the package format."""
    if run.returncode == ACCEPTED:
        return InputVerdict(True)
    if run.returncode in _NOT_STARTED or (run.returncode < 0 and run.returncode != -signal.SIGABRT):
        return crashed(run)
    return InputVerdict(False, last_line(run))
