"""A checktestdata script as a validator of inputs."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.inputs.checktestdata.evaluation import ScriptError
from slowpath.inputs.checktestdata.interpreter import check
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.checktestdata.syntax import Script
from slowpath.model.ports import InputVerdict


@dataclass(frozen=True)
class ScriptValidator:
    """Judges by `script`, which is interpreted here: nothing is compiled or started."""

    name: str
    script: Script

    def validate(self, data: bytes) -> InputVerdict:
        """Whether `data` matches, with line and column; `valid` None where the script itself fails."""
        try:
            error = check(self.script, data)
        except ScriptError as failure:
            return InputVerdict(None, str(failure))
        return InputVerdict(True) if error is None else InputVerdict(False, str(error))


def script_validator(name: str, text: bytes) -> ScriptValidator:
    """The validator that is written in `text`. Raises `ScriptSyntaxError`."""
    return ScriptValidator(name, read_script(text))
