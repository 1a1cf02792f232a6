"""What a model says against the format that it was shown: a sentence of the statement, and what is wrong.

A format that rules read out of a statement is wrong now and then, and whoever is asked to keep to it may see that
first. So prompts that show one say where it comes from, and their replies may object. An objection counts where it
quotes the statement; one that quotes nothing of it is told so, and thrown away.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from slowpath.llm.shown import one_line
from slowpath.model.format import FormatReport
from slowpath.model.patterns import late_regex

FIELD = "objection"
LEAST_WORDS = 3
LONGEST_WORDS = 300
MOST_DOUBTS = 4
NO_GROUNDS = "We read this format by rules; it may be wrong."
_WORD = late_regex(r"\w+")
_SOURCES = {
    "statement": "the statement",
    "samples": "the samples",
    "reads": "the program's text",
    "oracle": "runs of the program",
    "package": "the package",
    "model": "a language model's reading",
}


@dataclass(frozen=True)
class Objection:
    """One that counts: `quote` are words of the statement, as they stand there, in its line `line` (from 1), `why` says
    what is wrong."""

    quote: str
    line: int
    why: str


def objection_in(value: Mapping[str, Any], statement: str) -> tuple[Objection | None, str]:
    """The objection in a reply, and what its writer is told of it: ("" where there is none)."""
    said = value.get(FIELD)
    if not isinstance(said, Mapping):
        return None, ""
    sentence, why = (one_line(str(said.get(name, "")), LONGEST_WORDS) for name in ("sentence", "why"))
    if not sentence and not why:
        return None, ""
    found = _found(sentence, statement)
    if found is None:
        return None, f'Its objection counts for nothing: the statement doesn\'t say "{sentence}".'
    begin, end = found
    quote = one_line(statement[begin:end], LONGEST_WORDS)
    return Objection(
        quote, statement.count("\n", 0, begin) + 1, why
    ), f"It objects to the input format, which is looked at ({why}). Until then inputs are judged by it as it stands."


def _found(sentence: str, statement: str) -> tuple[int, int] | None:
    """Where the statement says the sentence, as far as words go: marks, blanks and markup may differ."""
    wanted = [word.lower() for word in _WORD.findall(sentence)]
    if len(wanted) < LEAST_WORDS:
        return None
    words = list(_WORD.finditer(statement))
    told = [word.group().lower() for word in words]
    for at in range(len(told) - len(wanted) + 1):
        if told[at] == wanted[0] and told[at : at + len(wanted)] == wanted:
            return words[at].start(), words[at + len(wanted) - 1].end()
    return None


def shown_grounds(report: FormatReport) -> str:
    """Where a format comes from and what is open about it, for a model, a sentence each."""
    if report.is_given:
        return "The user wrote this format, or said that it is right."
    sources = list(dict.fromkeys(_SOURCES[one.source] for one in report.evidence if one.source in _SOURCES))
    read = ", ".join(sources[:-1]) + (" and " if len(sources) > 1 else "") + sources[-1] if sources else "what there is"
    said = [f"We read this format out of {read}; it may be wrong."]
    if report.assumed:
        said.append(f"Nobody says what bounds {', '.join(report.assumed)} have: they are assumed.")
    said += [f"Open: {one_line(doubt.text, LONGEST_WORDS)}" for doubt in report.doubts[:MOST_DOUBTS]]
    return " ".join(said)
