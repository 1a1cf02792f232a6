"""A statement's sentences with the section each stands in, for whoever looks for what is said and not how it's set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.markup import without_comments

_HEADINGS = {
    "input": "input",
    "the input": "input",
    "input format": "input",
    "input data": "input",
    "input specification": "input",
    "output": "output",
    "the output": "output",
    "output format": "output",
    "output data": "output",
    "output specification": "output",
    "note": "note",
    "notes": "note",
    "remark": "note",
    "explanation": "note",
    "example": "example",
    "examples": "example",
    "sample": "example",
    "samples": "example",
    "sample input": "example",
    "sample output": "example",
    "indata": "input",
    "utdata": "output",
    "exempel": "example",
}
_BEGINNINGS = (
    ("sample", "example"),
    ("exampl", "example"),
    ("exempel", "example"),
    ("explan", "note"),
    ("förkl", "note"),
)
_HEADING = late_regex(r"^\s*(?:#{1,6}\s|\\(?:sub)*section\*?\s*\{)")
_HEADING_MARKS = late_regex(
    r"^[\s#*_=\-:\\{}]*(?:section\*?|subsection\*?|begin|textbf|bf)?[\s*_{]*|[\s#*_=:\\{}.\-]*$"
)
_MARKS = late_regex(
    r"\\(?:relax|textbf|textit|emph|texttt|text|bf|it|tt)\b|\$+|[*`{}]|(?<![\w])_|_(?![\w])|<[^<>]{1,80}>"
)
_LATEX_LIST = late_regex(r"^\s*(?:\\item|[-+•]|\d+[.)])\s+")
_ENDS = late_regex(r"(?<=[.!?;])(?:[\"')\]]*)\s+(?=[A-Z\"'(\[0-9])|\n\s*\n")
_ABBREVIATED = late_regex(r"\b(?:i\.e|e\.g|resp|vs|cf|etc|no|fig)\.$", re.IGNORECASE)


@dataclass(frozen=True)
class Sentence:
    """A sentence without its markup. `section` is "input", "output", "note", "example" or "" for the story."""

    text: str
    section: str


def sentences(statement: str) -> Iterator[Sentence]:
    """All sentences in order; a list's item ends one. Linear."""
    for section, text in _sections(without_comments(statement)):
        for sentence in _split(text):
            plain = " ".join(_MARKS.sub("", sentence).split())
            if plain:
                yield Sentence(plain, section)


def _sections(statement: str) -> Iterator[tuple[str, str]]:
    section, lines = "", list[str]()
    for line in statement.splitlines():
        heading = _section_of(line)
        if heading is not None:
            yield section, "\n".join(lines)
            section, lines = heading, []
        else:
            lines.append(_LATEX_LIST.sub("\n\n", line))
    yield section, "\n".join(lines)


def _section_of(line: str) -> str | None:
    """The section that a line is the heading of, "" for one of another kind (constraints, scoring), None where it is
    none."""
    words = _HEADING_MARKS.sub("", line).strip().lower()
    if words in _HEADINGS or not _HEADING.match(line):
        return _HEADINGS.get(words)
    return next((section for word, section in _BEGINNINGS if words.startswith(word)), "")


def _split(text: str) -> Iterator[str]:
    held = ""
    for part in _ENDS.split(text):
        held = f"{held} {part}".strip() if held else part
        if not _ABBREVIATED.search(held.rstrip()):
            yield held
            held = ""
    if held:
        yield held
