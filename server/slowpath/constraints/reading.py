"""From the values of replies to constraints and conditions: `(good, rejected)`, each rejection with its reason.

Phases 1 and 2 give sentences about lines; phases 3 and 4 give code at places. What a reply wraps in an `if` is taken
out, a comparison that stands in one expression is split into what grows and what it is measured against, so that the
search sees a distance, and functions of a setup get names of their own. Everything else that doesn't fit is refused in
words that whoever wrote it can act on.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from slowpath.constraints.dialects import Dialect, Unfit
from slowpath.constraints.question import MOST_CONSTRAINTS, ConstraintQuestion
from slowpath.instrument.insertions import CannotPlace
from slowpath.instrument.places import resolve
from slowpath.llm.shown import one_line
from slowpath.model.constraint import BODY, COUNT, Condition, Count, Place
from slowpath.model.patterns import late_regex

LONGEST_SENTENCE = 400
MOST_WALKS = 100
LEAST_TELLING = 1000
_NUMBER = late_regex(r"(?<![\w.])\d+(?!\w|\.\d)")
_LINE = r"lines?\s+\d+(?:\s*(?:to|-|and|,)\s*\d+)*(?!\w)"
_LINE_NUMBERS = late_regex(
    rf"\s*\((?:(?:at|in|on|see|from)\s+)?{_LINE}\)|(?<!\bthose)(?<!\bthat)\s+(?:at|in|on|of|from|see|by)\s+{_LINE}",
    re.IGNORECASE,
)
"""What can go from a sentence that stands at its line anyway; "line 25 is passed" and "those of line 25" can't."""
_COUNT_WORD = late_regex(rf"(?<!\w){COUNT}(?!\w)")


@dataclass(frozen=True)
class Worded:
    """A constraint in words, as phase 2 gives it. `number` is its place in the list that phase 3 is given (from 1)."""

    number: int
    line: int
    lines: tuple[int, ...]
    sentence: str
    why: str


@dataclass(frozen=True)
class ReadConditions:
    """What a reply of phases 3 and 4 holds, by the constraint's number. `reworded` are those whose sentence it says
    anew, for a threshold that measuring corrected."""

    good: Mapping[int, Condition]
    rejected: Mapping[int, str]
    reworded: Mapping[int, Worded] = field(default_factory=dict)


def read_sentences(value: Mapping[str, Any], question: ConstraintQuestion) -> tuple[list[Worded], list[str]]:
    """The constraints of phase 2 whose lines exist, and the reasons against the others. Each sentence counts once."""
    good: list[Worded] = []
    rejected = []
    known = set()
    for place, each in enumerate(value["constraints"], 1):
        sentence = _said(each["sentence"])
        line = int(each["line"])
        reason = _sentence_flaw(sentence, line, question)
        if reason:
            rejected.append(f"Constraint {place}: {reason}")
        elif normal(sentence) not in known and len(good) < MOST_CONSTRAINTS:
            known.add(normal(sentence))
            lines = tuple(sorted({int(line) for line in each["lines"] if 1 <= int(line) <= question.line_count}))
            good.append(Worded(len(good) + 1, line, lines, sentence, _said(each["why"])))
    return good, rejected


def _said(text: Any) -> str:
    """A sentence as it is shown: on one line, without line numbers, which stand beside it and change."""
    return " ".join(_LINE_NUMBERS.sub("", one_line(str(text), LONGEST_SENTENCE)).split())


def _sentence_flaw(sentence: str, line: int, question: ConstraintQuestion) -> str:
    if not 1 <= line <= question.line_count:
        return f"the program has no line {line}; it has lines 1 to {question.line_count}."
    if not sentence:
        return "its sentence is empty."
    return _told_value(sentence, question)


def read_conditions(
    value: Mapping[str, Any], worded: Mapping[int, Worded], question: ConstraintQuestion
) -> ReadConditions:
    """The conditions of phases 3 and 4. The first checker of a constraint counts."""
    good: dict[int, Condition] = {}
    rejected: dict[int, str] = {}
    reworded: dict[int, Worded] = {}
    for each in value["checkers"]:
        number = int(each["constraint"])
        if number not in worded or number in good:
            continue
        try:
            good[number] = _condition(each, question)
            rejected.pop(number, None)
            sentence = _said(each.get("sentence") or "")
            if sentence and not _told_value(sentence, question):
                reworded[number] = replace(worded[number], sentence=sentence)
        except Unfit as error:
            rejected[number] = str(error)
    return ReadConditions(good, rejected, reworded)


def _condition(each: Mapping[str, Any], question: ConstraintQuestion) -> Condition:
    """One checker as a condition. Raises `Unfit`."""
    dialect, setup = question.dialect, str(each["setup"]).strip("\n")
    left, right = dialect.unwrapped(str(each["left"])), dialect.unwrapped(str(each["right"]))
    factor = float(each["factor"])
    if not math.isfinite(factor) or factor <= 0:
        raise Unfit(f"its factor {factor} isn't a positive number")
    place = _place(each["line"], each["where"], question)
    count = _count(each["count"], question, setup)
    _check_use_of_count(left, right, count)
    for side in (left, right):
        dialect.check(side, setup, question.source)
        _check_cheap(side, setup, place, question)
        told = _told_value(side, question)
        if told:
            raise Unfit(told)
    if right == "1" and factor == 1.0:
        left, right, factor = _split(left, dialect)
    return _with_own_names(Condition(left, place, right, factor, count, setup), dialect)


def _place(line: Any, where: Any, question: ConstraintQuestion) -> Place:
    """A place at which a text can stand. Raises `Unfit`."""
    made = Place(str(where), int(line))
    if not 1 <= made.line <= question.line_count:
        raise Unfit(f"the program has no line {made.line}; it has lines 1 to {question.line_count}")
    try:
        resolve(question.source, question.language, made)
    except CannotPlace as error:
        raise Unfit(f"nothing can stand {_position(made)}: {error.reason}; choose another line or position") from error
    return made


def _position(place: Place) -> str:
    if place.where == BODY:
        return f"in the body that begins at line {place.line}"
    return f"{place.where} line {place.line}"


def _count(value: Mapping[str, Any] | None, question: ConstraintQuestion, setup: str) -> Count | None:
    if value is None:
        return None
    amount = question.dialect.unwrapped(str(value["amount"]))
    question.dialect.check(amount, setup, question.source)
    since = None
    if value["since_line"] is not None:
        since = _place(value["since_line"], value["since_where"] or "before", question)
    at = _place(value["line"], value["where"], question)
    _check_cheap(amount, setup, at, question)
    return Count(at, amount, since)


def _check_use_of_count(left: str, right: str, count: Count | None) -> None:
    uses = any(_COUNT_WORD.search(side) for side in (left, right))
    if uses and count is None:
        raise Unfit(f"it uses {COUNT}, but its `count` is null")
    if count is not None and not uses:
        raise Unfit(f"it has a `count`, but neither `left` nor `right` uses {COUNT}")


def _check_cheap(expression: str, setup: str, place: Place, question: ConstraintQuestion) -> None:
    """What walks over data may not stand where the program comes by again and again."""
    visits = question.visits(place)
    if visits > MOST_WALKS and question.dialect.walks(expression, setup, question.source):
        raise Unfit(
            f"it walks over data ({expression[:60]}) at line {place.line}, which the slow run passes"
            f" {visits} times; check it where the program comes by once, or count instead"
        )


def _told_value(text: str, question: ConstraintQuestion) -> str:
    """The reason against an exact value of the slow input: a number of four digits or more that stands in it, isn't
    round, and is no bound of the format."""
    bounds = set(_NUMBER.findall(question.format_text()))
    tokens = None
    for number in _NUMBER.findall(text):
        value = int(number)
        if value < LEAST_TELLING or value % 50 == 0 or number in bounds or value & (value - 1) == 0:
            continue
        tokens = tokens if tokens is not None else set(question.slow.split())
        if number.encode() in tokens:
            return (
                f"it names {number}, a value of the slow input; say it relative to the program's variables or to"
                " the bounds of the format"
            )
    return ""


def _split(expression: str, dialect: Dialect) -> tuple[str, str, float]:
    """`a >= b` as what grows and what it is measured against, where nothing is lost by that: a threshold that may be
    zero or negative stays in the expression."""
    found = dialect.comparison(expression)
    if found is not None and found.operator in (">=", ">"):
        number = found.right.strip()
        if number.isdigit() and (int(number) > 0 or found.operator == ">"):
            return found.left, "1", float(int(number) + (found.operator == ">"))
        if found.operator == ">=" and not re.search(r"[-?]|\bif\b", number) and re.search(r"[A-Za-z_]", number):
            return found.left, number, 1.0
    return expression, "1", 1.0


def _with_own_names(condition: Condition, dialect: Dialect) -> Condition:
    """The functions of the setup under names that nobody else uses, equal for equal code."""
    names = dialect.functions(condition.setup)
    if not names:
        return condition
    text = f"{condition.setup}\0{condition.left}\0{condition.right}"
    suffix = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:6]

    def renamed(code: str) -> str:
        for name in names:
            code = re.sub(rf"(?<![\w.])(?<!->)(?<!::){re.escape(name)}(?!\w)", f"{name}_{suffix}", code)
        return code

    return _renamed(condition, renamed)


def _renamed(condition: Condition, renamed: Callable[[str], str]) -> Condition:
    count = condition.count
    if count is not None:
        count = Count(count.at, renamed(count.amount), count.since)
    return Condition(
        renamed(condition.left),
        condition.place,
        renamed(condition.right),
        condition.factor,
        count,
        renamed(condition.setup),
    )


def normal(text: str) -> str:
    """A text without what doesn't tell two of its kind apart: case, blanks, the stop at its end."""
    return "".join(text.lower().split()).rstrip(".")
