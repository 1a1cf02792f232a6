"""Validators written with testlib (Polygon, Library Checker's verifiers): exit code 0 means valid.

testlib ends with 1, 2 or 3 (wrong, presentation, fail) when an input is refused, and says why with the line. A failed
`assert`, which some use besides, refuses it too.
"""

from __future__ import annotations

import signal

from slowpath.model.ports import InputVerdict
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.bounded import BoundedRun
from slowpath.settings import Settings
from slowpath.toolchain.validators.running import ProgramValidator, crashed, opened, reason_of

_REFUSED = (1, 2, 3, 4, -signal.SIGABRT)


def open_validator(source: ValidatorSource, settings: Settings) -> ProgramValidator:
    """The validator, compiled. Raises as `judging_program`."""
    return opened(source, settings, read)


def read(run: BoundedRun) -> InputVerdict:
    """What testlib's exit code means."""
    if run.returncode == 0:
        return InputVerdict(True)
    return InputVerdict(False, reason_of(run)) if run.returncode in _REFUSED else crashed(run)
