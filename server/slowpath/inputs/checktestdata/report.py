"""A package's own checktestdata script or testlib validator, read as the report of a format: exact bounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from slowpath.inputs.checktestdata.convert import CannotConvert, to_format
from slowpath.inputs.checktestdata.lexer import ScriptSyntaxError
from slowpath.inputs.checktestdata.reader import read_script
from slowpath.inputs.checktestdata.structures import in_names, told_names, with_names, with_structures
from slowpath.inputs.checktestdata.syntax import Script
from slowpath.inputs.layout import places
from slowpath.inputs.testlib.reading import read_validator
from slowpath.inputs.text_form.text import to_text
from slowpath.inputs.validating.format_validator import FormatValidator
from slowpath.model.format import Evidence, FloatType, FormatReport, InputFormat, IntType, Misfit, TextType, WordType
from slowpath.model.patterns import late_regex
from slowpath.model.problem import Sample
from slowpath.model.validation import ValidatorSource

_DEFINE = late_regex(r"^#define (\w+) (?:\(long long\))?(-?\d+)$", re.MULTILINE)


def script_report(text: bytes, name: str, samples: Sequence[Sample]) -> FormatReport:
    """The format that the script `name` describes, with the samples that don't follow it as misfits.

    Raises `ScriptSyntaxError` where it can't be read and `CannotConvert` where no format has its layout.
    """
    return _report(read_script(text), name, samples)


def validator_report(source: ValidatorSource, text: bytes, samples: Sequence[Sample]) -> FormatReport | None:
    """The format that a package's validator describes, where its source says it; nothing is compiled or run.

    None where it says no format, or one that a sample doesn't follow.
    """
    try:
        if source.kind == "checktestdata":
            report = _report(read_script(text), source.name, samples)
        elif source.kind == "testlib":
            defined = "\n".join(header for _, header in source.headers)
            constants = {name: int(value) for name, value in _DEFINE.findall(defined)}
            report = _report(read_validator(text, constants), source.name, samples)
        else:
            return None
    except (CannotConvert, ScriptSyntaxError, RecursionError):
        return None
    return report if all(misfit.where == source.name for misfit in report.misfits) else None


def completed(
    report: FormatReport, inferred: FormatReport, samples: Sequence[Sample], statement: str = ""
) -> FormatReport:
    """The validator's format with the names and structures that inference found, as far as the samples have them, and
    with the statement's sentences where these say the same. Names are those that `statement` has.

    Where the validator says more than a format can, and inference sees another layout, the inferred one: bounds are
    of no use in a layout that misses what the validator checks by hand.
    """
    if report.format is None or inferred.format is None:
        return report
    found = with_structures(report.format, inferred.format, is_wider=bool(report.misfits))
    if found is None:
        return inferred if report.misfits else report
    merged, called = found
    names = told_names(report.format, called, statement)
    if not all(FormatValidator(merged).validate(sample.data).valid for sample in samples):
        merged = report.format
    made = with_names(merged, names)
    says_more = merged != report.format or made == inferred.format
    own = (
        replace(each, about=names.get(each.about, each.about), fact=in_names(each.fact, names))
        for each in report.evidence
    )
    said = (each for each in inferred.evidence if says_more and each.source == "statement")
    assumed = tuple(names.get(name, name) for name in report.assumed)
    return replace(report, format=made, text=to_text(made), evidence=(*own, *said), assumed=assumed)


def _report(script: Script, name: str, samples: Sequence[Sample]) -> FormatReport:
    converted = to_format(script)
    misfits = [
        Misfit(name, what, "the format is wider here: inputs are judged by the validator too")
        for what in converted.left_out
    ]
    validator = FormatValidator(converted.format)
    verdicts = ((sample.name, validator.validate(sample.data)) for sample in samples)
    misfits += [Misfit(sample, verdict.reason) for sample, verdict in verdicts if not verdict.valid]
    return FormatReport(
        converted.format,
        to_text(converted.format),
        tuple(_evidence(converted.format, name)),
        tuple(misfits),
        converted.assumed,
    )


def _evidence(fmt: InputFormat, script: str) -> Iterator[Evidence]:
    for name, place in places(fmt).items():
        match getattr(place.item, "type", None):
            case IntType() | FloatType() as of:
                yield Evidence(name, f"{of.lo} <= {name} <= {of.hi}", "package", script)
            case WordType() | TextType() as of:
                yield Evidence(name, f"{of.length_lo} <= |{name}| <= {of.length_hi}", "package", script)
