"""From a reply to a format: parsed, able to make inputs, and held against the samples. What is wrong with it is told as
whoever wrote it can act on: line, column, the line itself, and what may stand there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.parsing.sample_values import checked_samples
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.sizes import scaled
from slowpath.inputs.text_form.completion import completions
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.positions import outline
from slowpath.inputs.text_form.written import read_written
from slowpath.inputs.validating.validate import is_valid
from slowpath.llm.rounds import Judged
from slowpath.llm.shown import one_line, shown_input
from slowpath.model.format import Evidence, FormatReport, InputFormat
from slowpath.model.reading import FormatPart, Unsaid
from slowpath.model.stated import StatedConstraint
from slowpath.reading.question import ReadingQuestion, place_in, reference

SYNTAX, REFUSES, EMPTY, ACCEPTS = "syntax", "refuses-valid", "empty", "accepts-invalid"
MOST_ALLOWED = 12
MOST_REASONS = 6
MOST_ALIKE = 3
SHOWN_LINES = 8
LONGEST_SENTENCE = 400


def judged_format(value: Mapping[str, Any], question: ReadingQuestion) -> tuple[FormatPart | None, Judged]:
    """The format of a reply, None where it doesn't stand on its own, and what became of the reply."""
    text, idea = _unfenced(str(value["format"])), str(value["idea"])
    try:
        fmt = read_written(text)
    except FormatSyntaxError as error:
        return None, Judged(SYNTAX, (told_error(text, error),), text, idea)
    _, flaws = checked_samples(fmt, question.samples)
    if flaws:
        shown = {sample.name: shown_input(sample.data, SHOWN_LINES) for sample in question.samples}
        reasons = [
            f"It refuses the valid input {flaw.sample} at {flaw.place}: {flaw.message}\n{shown[flaw.sample]}"
            for flaw in flaws[:MOST_REASONS]
        ]
        return None, Judged(REFUSES, tuple(reasons), text, idea)
    failure = _failure_to_generate(fmt)
    if failure:
        return None, Judged(EMPTY, (f"No input can be made that follows it: {failure}",), text, idea)
    part = _part(text, fmt, value, question)
    accepted = [] if part.unsaid else [each for each in question.invalid if is_valid(fmt, each.data)]
    if accepted:
        told = [
            "It accepts an input that isn't valid, as the author says. If the format can't say why, name the sentence"
            f" in `unsaid`.\n{shown_input(each.data, SHOWN_LINES)}"
            for each in accepted[:MOST_REASONS]
        ]
        return None, Judged(ACCEPTS, tuple(told), text, idea)
    return part, Judged(source=text, idea=idea)


def told_error(text: str, error: FormatSyntaxError) -> str:
    """A mistake in the text with its line and what may stand at its place."""
    lines = text.split("\n")
    line = lines[error.line - 1] if error.line <= len(lines) else ""
    allowed = [offer.label for offer in completions(text, error.line, error.column)][:MOST_ALLOWED]
    told = f"It can't be read at line {error.line}, column {error.column}: {error.reason}.\n{line}\n"
    told += " " * (error.column - 1) + "^"
    told += f"\nThere may stand: {', '.join(allowed)}." if allowed else ""
    alike = [f"`{each}`" for each in lines_like(line, error.column)]
    return told + (f"\nLines of the language like this one: {', '.join(alike)}" if alike else "")


def lines_like(line: str, column: int) -> list[str]:
    """Lines of the reference with the word at the place, else with the first of the words before it that has any."""
    words = [*re.findall(r"[a-z-]+", line[column - 1 :])[:1], *re.findall(r"[a-z-]+", line[: column - 1])]
    shown = re.findall(r"^\| `([^`]+)` \|", reference(), re.M)
    found = ([each for each in shown if re.search(rf"\b{re.escape(word)}\b", each)] for word in words if len(word) > 2)
    return next(filter(None, found), [])[:MOST_ALIKE]


def _unfenced(text: str) -> str:
    """The text without a fence around it."""
    lines = text.strip("\n").split("\n")
    if len(lines) > 1 and lines[0].startswith("```") and lines[-1].startswith("```"):
        lines = lines[1:-1]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _failure_to_generate(fmt: InputFormat) -> str:
    small = scaled(fmt, SHOWN_LINES)
    try:
        print_input(small, generate(small, Plan(), np.random.default_rng(0)))
    except CannotGenerate as error:
        return str(error)
    return ""


def _part(text: str, fmt: InputFormat, value: Mapping[str, Any], question: ReadingQuestion) -> FormatPart:
    unsaid = tuple(
        Unsaid(_cut(each["sentence"]), _cut(each["why"]), place_in(question.statement, each["sentence"]))
        for each in value.get("unsaid", ())
    )
    report = FormatReport(fmt, text, _evidence(text, value.get("grounds", ()), question.statement))
    stated = tuple(StatedConstraint("guarantee", (), each.sentence, each.sentence, each.line, 1.0) for each in unsaid)
    return FormatPart(replace(report, stated=stated), unsaid)


def _evidence(text: str, grounds: Sequence[Mapping[str, str]], statement: str) -> tuple[Evidence, ...]:
    """Each variable as the format has it, with the sentences that the model gives for it; those that stand in the
    statement with their line."""
    said: dict[str, list[str]] = {}
    for ground in grounds:
        said.setdefault(ground["name"].strip(), []).append(_cut(ground["sentence"]))
    return tuple(
        Evidence(declared.name, declared.text, "model", sentence, place_in(statement, sentence))
        for declared in outline(text).declared
        for sentence in said.get(declared.name, [""])
    )


def _cut(text: str) -> str:
    return one_line(text, LONGEST_SENTENCE)
