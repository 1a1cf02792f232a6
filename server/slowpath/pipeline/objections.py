"""What a model that was asked for something else says against the format, judged by what the format rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from slowpath.model.campaign import Warned
from slowpath.model.format import FormatReport
from slowpath.model.patterns import late_regex
from slowpath.model.validity import Doubt

if TYPE_CHECKING:
    from slowpath.llm.rounds import Attempt

OBJECTION, USED = "objection", "used"
AGREEING = 2
"""So many replies that say the same against a sentence that was understood are believed."""
_WORD = late_regex(r"\w+")


@dataclass(frozen=True)
class Objected:
    """What a model says against the format: doubts that weren't known yet, and all that is to be told of it."""

    doubts: tuple[Doubt, ...] = ()
    warnings: tuple[Warned, ...] = ()


def objected(attempts: Sequence[Attempt], known: Sequence[Doubt], report: FormatReport) -> Objected:
    """Judges what a model says against the format. It makes doubtful what no validator confirms where it quotes a
    sentence that the format doesn't stand for wholly, or where several replies say it; what one reply says against a
    sentence that was understood, and of a format that the user answers for, is only told."""
    from slowpath.llm.rounds import objections_of

    quotes = {doubt.quote for doubt in known if doubt.kind == OBJECTION}
    said = [attempt.objection.quote for attempt in attempts if attempt.objection is not None]
    doubts, warnings = [], []
    for each in objections_of(attempts):
        if each.quote in quotes:
            continue
        text = f"The language model says that the format is wrong: {each.why}"
        facts = _facts_of(each.quote, report)
        is_believed = not report.is_settled and (not facts or said.count(each.quote) >= AGREEING)
        if is_believed:
            doubts.append(Doubt(OBJECTION, text, each.line, each.quote))
        elif facts and not report.is_settled:
            text += f". One reply isn't believed there: the format says {', '.join(facts)}"
        warnings.append(
            Warned(
                "format-objected",
                f'{text} ("{each.quote}")',
                'Look at the format: "Slowpath: Edit Input Format", or `slowpath format`.',
            )
        )
    return Objected(tuple(doubts), tuple(warnings))


def _facts_of(quote: str, report: FormatReport) -> tuple[str, ...]:
    """What stands in the format for the sentence that was quoted, where it stands for all of it."""
    words = _WORD.findall(quote.lower())
    for mark in report.sentences:
        own = _WORD.findall(mark.quote.lower())
        if mark.mark == USED and any(own[at : at + len(words)] == words for at in range(len(own) - len(words) + 1)):
            return mark.facts
    return ()
