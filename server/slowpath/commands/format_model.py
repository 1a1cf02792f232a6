"""`slowpath format --model`: the format that a language model reads in the statement, and who says so."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from slowpath import pipeline, wire
from slowpath.commands import console, json_objects, model_json
from slowpath.commands.generators import attempt_line
from slowpath.errors import ModelUnavailable, TokensSpent
from slowpath.llm.shown import shown_input
from slowpath.model.campaign import Warned
from slowpath.model.problem import Problem, Solution
from slowpath.model.reading import FORMAT, GENERATOR, VALIDATOR, ModelReading
from slowpath.pipeline.remarks import difference_sentence
from slowpath.settings import Settings

MOST_SHOWN = 6
MOST_ASKED = 3
SHOWN_LINES = 12


def ask(options: argparse.Namespace, problem: Problem, solution: Solution, settings: Settings) -> ModelReading | None:
    """The reading, each round told as it comes; None where the model doesn't answer, which is a warning."""
    client = pipeline.open_model(
        settings, record=options.record, replay=options.replay, max_tokens=options.max_tokens, obtained=options.obtained
    )
    try:
        found = pipeline.read_with_model(
            problem,
            solution,
            settings,
            client,
            rounds=options.rounds,
            keep=options.record is None and options.replay is None,
            on_attempt=lambda attempt: _tell(attempt, options.json),
        )
    except (ModelUnavailable, TokensSpent) as error:
        told_warning(options.json, error.code, f"The model's reading is left out: {error.message}", error.remedy)
        return None
    if found.failure is not None:
        failure = found.failure
        told_warning(options.json, failure.code, f"Asking ended early: {failure.message}", failure.remedy)
    return found.reading


def told_warning(as_json: bool, code: str, message: str, remedy: str) -> None:
    """Prints a warning."""
    if as_json:
        console.print_json(json_objects.event_object(Warned(code, message, remedy)))
    else:
        console.note(f"warning: {message} {remedy}")


def _tell(attempt: Any, as_json: bool) -> None:
    if as_json:
        console.print_json(model_json.attempt_object(attempt))
    else:
        console.note(f"{attempt.prompt}, {attempt_line(attempt)}")


def reading_object(reading: ModelReading) -> dict[str, Any]:
    """The reading as JSON: which parts stand, who says so, which differences stay."""
    return {
        "model": reading.model,
        "stands": reading.stands,
        "format": reading.format is not None,
        "validator": "none"
        if reading.validator is None
        else "calibrated"
        if reading.validator.calibrated
        else "tested",
        "generator": reading.generator is not None,
        "unsaid": [wire.encode(each) for each in reading.format.unsaid] if reading.format is not None else [],
        "judged": reading.judged,
        "accepted": reading.accepted,
        "rounds": reading.rounds,
        "doubts": list(reading.doubts),
        "differences": [json_objects.difference_object(each) for each in reading.differences],
    }


def show(reading: ModelReading) -> None:
    """What became of the three parts, for people."""
    out = console.console()
    out.print("\nthe model's format, validator and generator, compared with each other:")
    for line in _lines(reading):
        console.say(out, f"  {line}")


def _lines(reading: ModelReading) -> list[str]:
    validator = (
        "none that works"
        if reading.validator is None
        else "agrees with the others"
        if reading.validator.calibrated
        else "accepts the samples, but contradicts the others, so it isn't used"
    )
    made = [
        f"{FORMAT}: {'works' if reading.format is not None else 'none that works'}",
        f"{VALIDATOR}: {validator}"
        + (f"; it accepts {reading.accepted} of {reading.judged} inputs of the format" if reading.judged else ""),
        f"{GENERATOR}: {'works' if reading.generator is not None else 'none that works'}",
    ]
    for each in reading.differences[:MOST_SHOWN]:
        state = f"settled, {each.settled}" if each.settled else "open"
        made.append(f"difference ({state}, {each.alike} inputs): {difference_sentence(each)}"[:400])
    return [*made, *(f"doubt: {each}" for each in reading.doubts)]


def verdicts_of_user(reading: ModelReading, as_json: bool) -> list[tuple[bytes, bool]]:
    """Asks who sits at the terminal whether the inputs are valid on which the parts of the reading differ, and returns
    those that were answered. Empty where nobody sits there, or nothing is open."""
    if as_json or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return []
    verdicts = []
    for place, each in enumerate(reading.open[:MOST_ASKED], 1):
        console.note(f"\nIs this input valid? ({place} of {min(len(reading.open), MOST_ASKED)})")
        console.note(shown_input(each.data, SHOWN_LINES))
        console.note(f"{difference_sentence(each)}.")
        answer = input_line("y for yes, n for no, Enter if you don't know: ")
        if answer[:1] in ("y", "n"):
            verdicts.append((each.data, answer[:1] == "y"))
    return verdicts


def input_line(prompt: str) -> str:
    """What the user types, in small letters; "" at the end of the input."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower()
