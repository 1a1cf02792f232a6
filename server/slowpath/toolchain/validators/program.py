"""Validators outside of packages, in the folder of a problem: exit code 0 means valid, as everywhere in a shell."""

from __future__ import annotations

import signal

from slowpath.model.ports import InputVerdict
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.bounded import BoundedRun
from slowpath.settings import Settings
from slowpath.toolchain.validators.running import ProgramValidator, crashed, last_line, opened

_NOT_STARTED = (126, 127)


def open_validator(source: ValidatorSource, settings: Settings) -> ProgramValidator:
    """The validator, compiled where it has to be. Raises as `judging_program`."""
    return opened(source, settings, read)


def read(run: BoundedRun) -> InputVerdict:
    """What the exit code of an ordinary program means. 42, which only a package's validator ends with, is valid too."""
    if run.returncode in (0, 42):
        return InputVerdict(True)
    if run.returncode in _NOT_STARTED or (run.returncode < 0 and run.returncode != -signal.SIGABRT):
        return crashed(run)
    return InputVerdict(False, last_line(run))
