"""Validators that packages bring as programs: from a source to something that judges an input.

`KINDS` is the registry; a further kind is a file here and a line there. Scripts that we interpret ourselves are in
`slowpath.inputs.checktestdata`. Opening one compiles it (or takes the build from the cache) and asking it runs it:
never call this for a workspace that isn't trusted.
"""

from __future__ import annotations

from collections.abc import Callable

from slowpath.errors import SlowpathError
from slowpath.model.ports import InputValidator
from slowpath.model.validation import ValidatorSource
from slowpath.settings import Settings
from slowpath.toolchain.validators import kattis, program, testlib

KINDS: dict[str, Callable[[ValidatorSource, Settings], InputValidator]] = {
    "testlib": testlib.open_validator,
    "kattis": kattis.open_validator,
    "program": program.open_validator,
}


class ValidatorUnusable(SlowpathError):
    """A package's validator is of a kind or in a language that can't be run here (exit code 1)."""

    code = "validator-unusable"


def open_validator(source: ValidatorSource, settings: Settings) -> InputValidator:
    """The validator, built where it has to be.

    Raises `SlowpathError`: no compiler or interpreter, it doesn't compile, its language isn't known here.
    """
    if source.kind not in KINDS:
        raise ValidatorUnusable(f"{source.name} is of an unknown kind ({source.kind}).")
    return KINDS[source.kind](source, settings)
