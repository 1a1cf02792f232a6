"""Holds a proposed format against the program: inputs made from it are run.

Confirmed is a format of whose inputs the program takes all and exactly what is there; refuted one where it wants
more, or ends with tokens left over, on every trial that shows anything. One odd trial decides nothing: programs answer
special cases early, without reading on. So a program that leaves tokens over refutes nothing while some line that
should read them has never run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from slowpath.inputs.infer.oracle.asking import Asker
from slowpath.inputs.infer.oracle.taking import Fit, Taking, taking
from slowpath.inputs.infer.oracle.trials import Trial, trials
from slowpath.model.format import InputFormat, Scalar
from slowpath.model.nodes import all_items

_ENOUGH = 2


class Answer(Enum):
    """What the program says of a format."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    UNCLEAR = "unclear"


@dataclass(frozen=True)
class Judgement:
    """The answer with the observation that decided it, and the trials on which the program took exactly all."""

    answer: Answer
    quote: str = ""
    exact: tuple[Trial, ...] = ()


def judged(
    asker: Asker,
    fmt: InputFormat,
    reading: frozenset[int] = frozenset(),
    is_valid: Callable[[bytes], bool] = lambda _: True,
) -> Judgement:
    """What the program says of `fmt`, by trials made from it; `reading` are the lines that should read it. Where more
    is known of what is valid than the format says, `is_valid` leaves other trials out: a program may end early on
    them. Raises `Spent` before the first trial only."""
    until_end = reads_until_end(fmt)
    seen: list[Taking] = []
    exact: list[Trial] = []
    for trial in (each for each in trials(fmt) if is_valid(each.text.data)):
        if seen and asker.is_spent:
            break
        seen.append(taking(asker, trial.text, until_end))
        if seen[-1].fit is Fit.EXACT:
            exact.append(trial)
            if len(exact) >= _ENOUGH and len(exact) == len(seen):
                break
    answer, quote = _together(seen)
    only_fewer = all(each.fit is not Fit.MORE for each in seen)
    if answer is Answer.REFUTED and only_fewer and (idle := reading - asker.lines_run):
        return Judgement(Answer.UNCLEAR, f"the program never came to line {min(idle)}")
    return Judgement(answer, quote, tuple(exact))


def _together(seen: list[Taking]) -> tuple[Answer, str]:
    counts = Counter(each.fit for each in seen)
    exact, wrong = counts[Fit.EXACT], counts[Fit.MORE] + counts[Fit.FEWER]
    if exact and (exact >= wrong or not counts[Fit.MORE]):
        return Answer.CONFIRMED, next(each.quote for each in seen if each.fit is Fit.EXACT)
    if wrong:
        return Answer.REFUTED, next(each.quote for each in seen if each.fit in (Fit.MORE, Fit.FEWER))
    return Answer.UNCLEAR, seen[0].quote if seen else "no small input could be made"


def reads_until_end(fmt: InputFormat) -> bool:
    """Whether an input of this format has no end of its own."""
    return any(isinstance(item, Scalar) and item.until == "" for _, item in all_items(fmt.nodes))
