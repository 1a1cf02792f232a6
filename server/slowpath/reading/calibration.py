"""The parts of a reading held against each other: which inputs they disagree on, and how that is told to each.

Pure but for the runs of the validator. The format makes inputs at small, medium and full size and damaged ones, the
generator made its own; format and validator judge all of them. Where a part takes an input for valid that another
refuses, that is a difference. One kind is no mistake: the format doesn't say all that the statement promises, names the
sentences, and the validator refuses some of its inputs; it is explained where the generator, which is to keep the
promises, has no input refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from slowpath.generators.validators import ModelValidator
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.sizes.sizes import scaled
from slowpath.inputs.validating.format_validator import FormatValidator
from slowpath.llm.shown import shown_input
from slowpath.model.format import InputFormat
from slowpath.model.ports import InputVerdict
from slowpath.model.problem import Sample
from slowpath.model.reading import FORMAT, GENERATOR, VALIDATOR, Difference, FormatPart, Refusal
from slowpath.reading.generator_part import GeneratorPart
from slowpath.reading.weakened import broken

SMALL = ((3, 20), (8, 20), (30, 10))
MEDIUM_SIZE, MEDIUM_INPUTS = 1000, 4
FULL_INPUTS = 2
LARGEST = 4 << 20
DAMAGED_SAMPLES = 2
MOST_TOLD = 4
SHOWN_LINES = 8
DAMAGE, SAMPLE = "damage", "sample"
LARGE = 1 << 16
NO_OPINION = "it has no opinion on large inputs"
UNSAID = "the format can't say all that the statement promises"


@dataclass(frozen=True)
class Parts:
    """The parts that stand on their own so far."""

    format: FormatPart | None = None
    validator: ModelValidator | None = None
    generator: GeneratorPart | None = None


@dataclass(frozen=True)
class Comparison:
    """What holding the parts against each other gave. `judged` of the format's inputs were shown to the validator,
    which took `accepted`; `made` of the generator's were judged by format or validator, `kept` by all that stand."""

    differences: tuple[Difference, ...] = ()
    judged: int = 0
    accepted: int = 0
    made: int = 0
    kept: int = 0


@dataclass(frozen=True)
class _Trial:
    made: str
    data: bytes = field(repr=False)
    what: str = ""


def compared(parts: Parts, samples: Sequence[Sample]) -> Comparison:
    """The parts' verdicts on all inputs that they made, and on the samples damaged by the format's rules."""
    trials = list(_trials(parts, samples))
    by_format = _format_verdicts(parts.format, trials)
    by_validator = parts.validator.validate_many([each.data for each in trials]) if parts.validator else []
    found: list[Difference] = []
    counts = {FORMAT: [0, 0], GENERATOR: [0, 0], DAMAGE: [0, 0]}
    for place, trial in enumerate(trials):
        verdicts = {FORMAT: by_format[place]} if by_format else {}
        if by_validator:
            verdicts[VALIDATOR] = by_validator[place]
        counts[trial.made][0] += 1
        counts[trial.made][1] += all(verdict.valid for verdict in verdicts.values())
        difference = _difference(trial, verdicts)
        if difference is not None:
            found.append(difference)
    (judged, accepted), (made, kept) = counts[FORMAT], counts[GENERATOR]
    grouped = tuple(_grouped(found))
    return Comparison(
        _explained(grouped, parts), judged if by_validator else 0, accepted if by_validator else 0, made, kept
    )


def _trials(parts: Parts, samples: Sequence[Sample]) -> Iterator[_Trial]:
    if parts.format is not None and parts.format.report.format is not None and parts.validator is not None:
        fmt = parts.format.report.format
        yield from (_Trial(FORMAT, data) for data in drawn(fmt))
        for place, sample in enumerate(samples[:DAMAGED_SAMPLES]):
            yield from (
                _Trial(DAMAGE, damage.data, damage.what) for damage in broken(fmt, sample.data, is_first=place == 0)
            )
    if parts.generator is not None:
        yield from (_Trial(GENERATOR, made.data) for made in parts.generator.inputs if len(made.data) <= LARGEST)


def drawn(fmt: InputFormat, seed: int = 0) -> Iterator[bytes]:
    """Inputs that the format makes at small, medium and full size; those that can't be made are left out."""
    rng = np.random.default_rng(seed)
    wanted = [(scaled(fmt, size), Plan()) for size, count in SMALL for _ in range(count)]
    wanted += [(scaled(fmt, MEDIUM_SIZE), Plan())] * MEDIUM_INPUTS
    wanted += [(fmt, Plan(sizes=dict(each.sizes), cases=each.cases)) for each in boundaries(fmt)[:FULL_INPUTS]]
    for shape, plan in wanted:
        try:
            data = print_input(shape, generate(shape, plan, rng))
        except (CannotGenerate, ValueError, OverflowError):
            continue
        if len(data) <= LARGEST:
            yield data


def _format_verdicts(part: FormatPart | None, trials: Sequence[_Trial]) -> list[InputVerdict]:
    """The format's verdicts; its own inputs and damages need no judging."""
    if part is None or part.report.format is None:
        return []
    judge = FormatValidator(part.report.format)
    return [
        InputVerdict(True)
        if trial.made == FORMAT
        else InputVerdict(False, trial.what)
        if trial.made == DAMAGE
        else judge.validate(trial.data)
        for trial in trials
    ]


def _difference(trial: _Trial, verdicts: dict[str, InputVerdict]) -> Difference | None:
    accepted = tuple(part for part, verdict in verdicts.items() if verdict.valid)
    if trial.made == GENERATOR:
        accepted = (*accepted, GENERATOR)
    refused = tuple(
        Refusal(part, verdict.reason, verdict.valid is None) for part, verdict in verdicts.items() if not verdict.valid
    )
    return Difference(trial.made, trial.data, accepted, refused, trial.what) if accepted and refused else None


def _grouped(found: Sequence[Difference]) -> Iterator[Difference]:
    """One difference a reason, by its smallest input."""
    groups: dict[tuple, list[Difference]] = {}
    for each in found:
        groups.setdefault(key_of(each), []).append(each)
    for group in groups.values():
        yield replace(min(group, key=lambda each: len(each.data)), alike=len(group))


def key_of(difference: Difference) -> tuple:
    """What makes two differences alike: who makes, accepts and refuses, in which words; values in them don't matter."""
    words = tuple((each.part, _general(each.words)) for each in difference.refused)
    return difference.made, difference.accepted_by, words


def _general(words: str) -> str:
    """Words without the values in them: what is quoted, and numbers."""
    quoted = re.sub(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`", "'#'", words)
    return re.sub(r"-?\d+(\.\d+)?", "#", quoted)[:200]


def _explained(found: tuple[Difference, ...], parts: Parts) -> tuple[Difference, ...]:
    """Settles what the format says of itself that it can't say."""
    promises_kept = parts.generator is not None and not any(
        each.made == GENERATOR and VALIDATOR in {refusal.part for refusal in each.refused} for each in found
    )
    if not (promises_kept and parts.format is not None and parts.format.unsaid):
        return found
    return tuple(replace(each, settled=UNSAID) if each.made == FORMAT and not failing(each) else each for each in found)


def failing(difference: Difference) -> tuple[str, ...]:
    """The parts that have no opinion on the input, but fail."""
    return tuple(refusal.part for refusal in difference.refused if refusal.fails)


def without_opinion(difference: Difference) -> Difference:
    """Settles what is no more than a part that fails on a large input: there it has no opinion, and is told so."""
    is_large = len(difference.data) >= LARGE
    return replace(difference, settled=NO_OPINION) if is_large and failing(difference) else difference


def concerned(difference: Difference) -> tuple[str, ...]:
    """Who is told: a part that fails alone; else those who refuse and those who accept, but a generator only where
    nobody else accepts its input."""
    if failing(difference):
        return failing(difference)
    accepting = [part for part in difference.accepted_by if part != GENERATOR] or list(difference.accepted_by)
    return (*(each.part for each in difference.refused), *accepting)


def told_to(part: str, difference: Difference, parts: Parts) -> str:
    """A difference in words for one of its sides: what each side says, the input, and what may be done."""
    refusing = [each for each in difference.refused if each.part != part and not each.fails]
    own = next((each for each in difference.refused if each.part == part), None)
    alike = f" ({difference.alike} inputs like this)" if difference.alike > 1 else ""
    shown = shown_input(difference.data, SHOWN_LINES)
    if own is not None and own.fails:
        return f"It fails on an input{alike}: {own.words}\n{shown}"
    if own is None:
        said = "; ".join(f"the {each.part} refuses it: {each.words}" for each in refusing)
        text = f"{_MINE[part][difference.made]}, but{alike} {said}.\n{shown}\n{_IF_INVALID[part]}"
    else:
        others = " and ".join(f"the {other}" for other in difference.accepted_by)
        text = f"You refuse an input{alike} that is valid by {others}: {own.words}\n{shown}\n{_IF_VALID[part]}"
    promises = _promises(part, parts.format)
    return f"{text}\n{promises}" if promises else text


_MINE = {
    FORMAT: {FORMAT: "This input follows your format", GENERATOR: "This input follows your format"},
    VALIDATOR: {DAMAGE: "You accept this input", GENERATOR: "You accept this input"},
    GENERATOR: {GENERATOR: "This input is yours"},
}
_IF_INVALID = {
    FORMAT: "If the statement forbids it, say so in the format, or, where that can't be said, in `unsaid`.",
    VALIDATOR: "If the statement forbids it, refuse it.",
    GENERATOR: "If the statement forbids it, don't make such inputs.",
}
_IF_VALID = {
    FORMAT: "If the statement allows it, let the format allow it.",
    VALIDATOR: "If the statement allows it, accept it.",
}


def _promises(part: str, fmt: FormatPart | None) -> str:
    """What the format says of itself that it can't say, for the others."""
    if part == FORMAT or fmt is None or not fmt.unsaid:
        return ""
    return "The format can't say: " + " ".join(f'"{each.sentence}"' for each in fmt.unsaid[:MOST_TOLD])
