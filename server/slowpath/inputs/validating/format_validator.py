"""The input format as a validator of inputs, with the line and the token at which one is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.inputs.parsing.parse import layout_remark, parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import InputFormat
from slowpath.model.ports import InputVerdict


@dataclass(frozen=True)
class FormatValidator:
    """Judges by `format`. With `strict_layout` blanks and line ends must be as the format prints them, else any
    blanks separate tokens, as they do for programs that read tokens."""

    format: InputFormat
    strict_layout: bool = False
    name: str = "the input format"

    def validate(self, data: bytes) -> InputVerdict:
        """Whether `data` follows the format; the reason names line and token, or the variable and its place."""
        try:
            wrong = violations(self.format, parse(self.format, data), 1)
        except ParseError as error:
            return InputVerdict(False, str(error))
        if wrong:
            return InputVerdict(False, str(wrong[0]))
        remark = layout_remark(self.format, data) if self.strict_layout else ""
        return InputVerdict(not remark, remark)
