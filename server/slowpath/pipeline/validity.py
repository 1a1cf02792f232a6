"""Who judges whether an input is valid: the package's own validators, then the format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.errors import FormatUnknown, SlowpathError
from slowpath.model.format import FormatReport
from slowpath.model.ports import InputValidator, InputVerdict
from slowpath.model.problem import Problem
from slowpath.model.validation import ValidatorSource
from slowpath.settings import Settings


def open_validators(sources: Sequence[ValidatorSource], settings: Settings) -> list[InputValidator]:
    """The validators of a package, compiled where they have to be: only for a workspace that is trusted.

    One that can't be opened is there too, and answers that it failed and why.
    """
    return [opened_validator(source, settings) for source in sources]


@dataclass(frozen=True)
class Judge:
    """Who may judge inputs. `kind` is the validator's, or "format"; `objection` says why it isn't believed, if so."""

    validator: InputValidator
    kind: str
    objection: str = ""


@dataclass(frozen=True)
class Opinion:
    """What one judge says of an input. The verdict of one that isn't believed has why in its reason."""

    name: str
    kind: str
    verdict: InputVerdict
    believed: bool


@dataclass(frozen=True)
class Judgement:
    """What all judges say of an input. `valid` is None where none that is believed has an opinion."""

    valid: bool | None
    opinions: tuple[Opinion, ...]


def judges_of(
    problem: Problem, report: FormatReport, settings: Settings, *, strict_layout: bool = False
) -> list[Judge]:
    """The validators of the package, then the format. Those that refuse a sample are there and not believed.

    Compiles and runs the package's: only for a workspace that is trusted. Raises `FormatUnknown` where there is none.
    """
    from slowpath.inputs.validating.format_validator import FormatValidator

    found = [
        (validator, source.kind)
        for validator, source in zip(open_validators(problem.validators, settings), problem.validators, strict=True)
    ]
    if report.format is not None:
        found.append((FormatValidator(report.format, strict_layout), "format"))
    if not found:
        raise FormatUnknown(
            "Nothing can judge inputs: the problem has no validator, and its input format can't be inferred.",
            "Write the format (docs/format.md has its text form).",
        )
    return [Judge(validator, kind, _objection(validator, problem)) for validator, kind in found]


def _objection(validator: InputValidator, problem: Problem) -> str:
    for sample in problem.samples:
        verdict = validator.validate(sample.data)
        if not verdict.valid:
            return f"it {'fails on' if verdict.valid is None else 'refuses'} sample {sample.name}: {verdict.reason}"
    return ""


def judged(judges: Sequence[Judge], data: bytes) -> Judgement:
    """Whether `data` is valid. The package's validators win; the format decides where none of them can."""
    opinions = tuple(_opinion(judge, data) for judge in judges)
    believed = [opinion for opinion in opinions if opinion.believed and opinion.verdict.valid is not None]
    deciding = [opinion for opinion in believed if opinion.kind != "format"] or believed
    return Judgement(all(bool(opinion.verdict.valid) for opinion in deciding) if deciding else None, opinions)


def _opinion(judge: Judge, data: bytes) -> Opinion:
    verdict = judge.validator.validate(data)
    if judge.objection:
        verdict = InputVerdict(verdict.valid, "; ".join(filter(None, [verdict.reason, judge.objection])))
    return Opinion(judge.validator.name, judge.kind, verdict, not judge.objection)


def opened_validator(source: ValidatorSource, settings: Settings) -> InputValidator:
    from slowpath.inputs.checktestdata.lexer import ScriptSyntaxError
    from slowpath.inputs.checktestdata.validator import script_validator
    from slowpath.toolchain.validators import open_validator
    from slowpath.toolchain.validators.pending import FailedValidator

    try:
        if source.kind == "checktestdata":
            return script_validator(source.name, source.path.read_bytes())
        return open_validator(source, settings)
    except SlowpathError as error:
        return FailedValidator(source.name, error.message)
    except ScriptSyntaxError as error:
        return FailedValidator(source.name, f"it can't be read: {error}")
    except OSError as error:
        return FailedValidator(source.name, f"it can't be read: {error.strerror or error}")
