"""A checktestdata script of a package as the report of an inferred format: exact bounds, with what it can't say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowpath.inputs.checktestdata.convert import to_format
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.format_validator import FormatValidator
from slowpath.inputs.layout import places
from slowpath.inputs.text import to_text
from slowpath.model.format import Evidence, FloatType, FormatReport, InputFormat, IntType, Misfit, TextType, WordType
from slowpath.model.problem import Sample


def script_report(text: bytes, name: str, samples: Sequence[Sample]) -> FormatReport:
    """The format that the script `name` describes, with the samples that don't follow it as misfits.

    Raises `ScriptSyntaxError` where it can't be read and `CannotConvert` where no format has its layout.
    """
    converted = to_format(read_script(text))
    misfits = [Misfit(name, what, "the format is wider than the script: inputs are judged by the script too")
               for what in converted.left_out]
    validator = FormatValidator(converted.format)
    verdicts = ((sample.name, validator.validate(sample.data)) for sample in samples)
    misfits += [Misfit(sample, verdict.reason) for sample, verdict in verdicts if not verdict.valid]
    return FormatReport(converted.format, to_text(converted.format), tuple(_evidence(converted.format, name)),
                        tuple(misfits), converted.assumed)


def _evidence(fmt: InputFormat, script: str) -> Iterator[Evidence]:
    for name, place in places(fmt).items():
        match getattr(place.item, "type", None):
            case IntType() | FloatType() as of:
                yield Evidence(name, f"{of.lo} <= {name} <= {of.hi}", "package", script)
            case WordType() | TextType() as of:
                yield Evidence(name, f"{of.length_lo} <= |{name}| <= {of.length_hi}", "package", script)
