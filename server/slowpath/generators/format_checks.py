"""Runs the checks of a format (`where check "name":`) in the jail, many inputs in one run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.generators.validators import ModelValidator
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.validating.checks import CheckVerdict, Judge, checks_in, judged_inputs
from slowpath.model.format import InputFormat
from slowpath.model.generator import GeneratorRunner, ValidatorProgram
from slowpath.model.origin import input_id
from slowpath.model.patterns import late_regex
from slowpath.model.ports import InputVerdict

_FRAME = late_regex(r'File "[^"]*", line (\d+), in check_of_format\n\s*(.*)')


def jailed_judge(runner: GeneratorRunner) -> Judge:
    """A judge that runs checks by `runner`; a run that takes too long is halved until one input stands alone."""

    def judge(source: str, texts: Sequence[bytes]) -> list[CheckVerdict]:
        program = ValidatorProgram(input_id(source.encode("utf-8", "replace")), source, "check")
        verdicts = ModelValidator(program, runner, what="check").validate_many(texts)
        return [CheckVerdict(verdict.valid, _in_its_own_lines(verdict.reason)) for verdict in verdicts]

    return judge


def _in_its_own_lines(reason: str) -> str:
    """What a run said, the place told as a line of the check."""
    frames = _FRAME.findall(reason)
    if not frames:
        return "" if reason == "it returns False" else reason
    number, shown = frames[-1]
    return f"line {int(number) - 1} of the check, `{shown.strip()}`: {reason.splitlines()[-1]}"


@dataclass(frozen=True)
class FormatChecks:
    """Implements `model.ports.InputValidator` by the checks of the user's format."""

    fmt: InputFormat
    judge: Judge
    kind = "check"

    @property
    def name(self) -> str:
        """For people."""
        return " and ".join(str(relation) for relation in checks_in(self.fmt)) + " of the input format"

    def validate(self, data: bytes) -> InputVerdict:
        """See `InputValidator.validate`. One run of the sandbox for each check."""
        try:
            instance = parse(self.fmt, data)
        except ParseError:
            return InputVerdict(True)  # What doesn't follow the format is refused by whoever asks the format.
        for relation in checks_in(self.fmt):
            for title, verdict in judged_inputs(self.fmt, relation, [instance], self.judge)[0]:
                if not verdict.valid:
                    return InputVerdict(verdict.valid, f"{title}{relation}: {verdict.reason or 'it does not hold'}")
        return InputVerdict(True)
