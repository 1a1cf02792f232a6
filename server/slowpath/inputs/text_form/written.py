"""A format that the user wrote: read, and held against the samples and against what inference found.

What the user wrote wins. It isn't changed where a sample or the statement says otherwise; that is said, at the place
in the text that is concerned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from slowpath.inputs.layout import places
from slowpath.inputs.parsing.sample_values import SampleFlaw, broken_lines, checked_samples, seen_values
from slowpath.inputs.text_form.left_open import left_open
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.positions import outline, word_at
from slowpath.inputs.text_form.provenance import ground_of_bound, grounds_of, in_powers
from slowpath.inputs.text_form.reader import from_text
from slowpath.model.expression import Expr
from slowpath.model.format import Evidence, FloatType, FormatReport, InputFormat, Misfit, TextType, WordType
from slowpath.model.format_text import Declared, FormatRemark, FormatStudy, Outline, Span
from slowpath.model.nodes import bounds_of
from slowpath.model.problem import Sample

_MOST_CORNER_NAMES = 4
_FIRM = ("statement", "package")


def written_report(text: str, samples: Sequence[Sample]) -> FormatReport:
    """The format in `text`; samples that it doesn't fit are misfits, what its comments leave open are doubts.

    Raises `FormatSyntaxError`.
    """
    fmt = read_written(text)
    lines = text.split("\n")
    evidence = tuple(
        Evidence(declared.name, declared.text, "user", lines[declared.at.line - 1].strip(), declared.at.line)
        for declared in outline(text).declared
    )
    _, flaws = checked_samples(fmt, samples)
    misfits = tuple(
        Misfit(f"sample {flaw.sample}", f"{flaw.place}: {flaw.message}", "what you wrote is taken all the same")
        for flaw in (*flaws, *broken_lines(fmt, samples))
    )
    return FormatReport(fmt, text, evidence, misfits, doubts=left_open(text))


def read_written(text: str) -> InputFormat:
    """The format in `text`, which holds a line at least: comments alone say nothing of the input.

    Raises `FormatSyntaxError`.
    """
    fmt = from_text(text)
    if not fmt.nodes:
        raise FormatSyntaxError(1, 1, "nothing is declared here: write a line for each line of input")
    return fmt


def study(text: str, samples: Sequence[Sample], inferred: FormatReport | None) -> FormatStudy:
    """All that an editor shows about `text`. `inferred` are the grounds of what it may agree with, None where
    nothing was inferred. Never raises."""
    found = outline(text)
    if not text.strip():
        return FormatStudy(found)
    grounds = {declared.name: grounds_of(declared.name, inferred) for declared in found.declared} if inferred else {}
    try:
        fmt = read_written(text)
    except FormatSyntaxError as error:
        return FormatStudy(found, (_syntax_remark(error, text),), grounds)
    instances, flaws = checked_samples(fmt, samples)
    remarks = [*_empty_ranges(fmt, found), *_sample_remarks(flaws, found)]
    remarks += _sample_remarks(list(broken_lines(fmt, samples)), found, "warning")
    assumed: tuple[str, ...] = ()
    if inferred is not None and inferred.format is not None:
        remarks += _contradictions(fmt, found, inferred, grounds)
        assumed = tuple(name for name in inferred.assumed if _same_bounds(name, fmt, inferred.format))
        remarks += _assumptions(assumed, found, grounds)
    return FormatStudy(found, tuple(remarks), grounds, seen_values(fmt, instances), assumed)


def _syntax_remark(error: FormatSyntaxError, text: str) -> FormatRemark:
    lines = text.split("\n")
    line = lines[error.line - 1] if error.line <= len(lines) else ""
    return FormatRemark(word_at(line, error.line, error.column), "error", "syntax", _capital(error.reason))


def _capital(message: str) -> str:
    return message[:1].upper() + message[1:] + "."


def _bounds(name: str, fmt: InputFormat) -> tuple[Expr, ...]:
    """The bounds of an integer, or the lengths of words."""
    place = places(fmt).get(name)
    of = getattr(place.item, "type", None) if place is not None else None
    return bounds_of(of) if of is not None else ()


def _empty_ranges(fmt: InputFormat, found: Outline) -> Iterator[FormatRemark]:
    for declared in found.declared:
        at, bounds, place = declared.bounds, _bounds(declared.name, fmt), places(fmt).get(declared.name)
        of = getattr(place.item, "type", None) if place is not None else None
        empty = of.lo > of.hi if isinstance(of, FloatType) else bool(bounds) and _always_less(bounds[1], bounds[0], fmt)
        if at is not None and empty:
            what = "length" if isinstance(of, WordType | TextType) else "value"
            yield FormatRemark(
                at,
                "error",
                "empty-range",
                f"No {what} of {declared.name} lies in this range: its low bound is greater than its high one.",
                declared.name,
            )


def _always_less(one: Expr, other: Expr, fmt: InputFormat) -> bool:
    """Whether `one` is less than `other` at every corner of the ranges of the variables that they mention, which
    decides it where each occurs in the first power."""
    names = sorted(one.names | other.names)
    ranges = [_constant_range(name, fmt) for name in names]
    if len(names) > _MOST_CORNER_NAMES or any(found is None for found in ranges):
        return False
    try:
        return all(
            one.value(dict(zip(names, corner, strict=True))) < other.value(dict(zip(names, corner, strict=True)))
            for corner in product(*(found for found in ranges if found))
        )
    except (ArithmeticError, TypeError, KeyError):
        return False


def _constant_range(name: str, fmt: InputFormat) -> tuple[int, int] | None:
    bounds = _bounds(name, fmt)
    low, high = (bounds[0].constant, bounds[1].constant) if bounds else (None, None)
    return (low, high) if low is not None and high is not None else None


def _sample_remarks(flaws: Sequence[SampleFlaw], found: Outline, severity: str = "error") -> Iterator[FormatRemark]:
    """Each at the variable that it names; what names none, at the first line that declares anything."""
    for flaw in flaws:
        declared = found.of(flaw.variable)
        at = declared.at if declared else found.declared[-1].at if found.declared else Span(1, 1, 1)
        yield FormatRemark(at, severity, "sample-misfit", f"{_capital(str(flaw))}", flaw.variable)


def _contradictions(
    fmt: InputFormat, found: Outline, inferred: FormatReport, grounds: Mapping[str, Sequence[Evidence]]
) -> Iterator[FormatRemark]:
    """Bounds that let through what the statement or the package excludes. Narrower ones are the user's choice."""
    assert inferred.format is not None
    for declared in found.declared:
        mine, theirs = _bounds(declared.name, fmt), _bounds(declared.name, inferred.format)
        if not mine or not theirs:
            continue
        for high, at in ((False, declared.low), (True, declared.high)):
            ground = ground_of_bound(grounds.get(declared.name, ()), high)
            own, stated = mine[high].constant, theirs[high].constant
            if at is None or own is None or stated is None or ground is None or ground.source not in _FIRM:
                continue
            if own > stated if high else own < stated:
                yield FormatRemark(
                    at,
                    "warning",
                    "contradicts-statement",
                    _against(declared, ground, stated, high),
                    declared.name,
                    in_powers(str(stated)),
                )


def _against(declared: Declared, ground: Evidence, stated: int, high: bool) -> str:
    place = f", line {ground.line}" if ground.line else ""
    bound = f"at {'most' if high else 'least'} {in_powers(str(stated))}"
    return f"The {ground.source}{place} says that {declared.name} is {bound}. What you wrote is taken."


def _same_bounds(name: str, fmt: InputFormat, inferred: InputFormat) -> bool:
    mine, theirs = _bounds(name, fmt), _bounds(name, inferred)
    return bool(mine and theirs) and all(
        one.text == other.text or (one.constant is not None and one.constant == other.constant)
        for one, other in zip(mine, theirs, strict=True)
    )


def _assumptions(
    assumed: Sequence[str], found: Outline, grounds: Mapping[str, Sequence[Evidence]]
) -> Iterator[FormatRemark]:
    for name in assumed:
        declared = found.of(name)
        if declared is not None and declared.bounds is not None:
            why = next((ground.quote for ground in grounds.get(name, ()) if ground.source == "assumed"), "")
            reason = f" ({why})" if why else ""
            yield FormatRemark(
                declared.bounds,
                "hint",
                "assumed-bound",
                f"Assumed{reason}: no source gives the bounds of {name}.",
                name,
            )
