"""What a reading is asked for: the problem as a model sees it, and the values of the three prompts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from slowpath.llm.prompts import FOLDERS, PromptBroken, load_prompt
from slowpath.llm.shown import shown_input, shown_program, shown_statement
from slowpath.model.languages import name_of
from slowpath.model.problem import Sample
from slowpath.model.reading import FORMAT, GENERATOR, PARTS, VALIDATOR

PROMPTS = {FORMAT: "input-format", VALIDATOR: "input-validator", GENERATOR: "input-generator"}
SHOWN_SAMPLES = 4
MOST_JUDGED = 8
NONE_GIVEN = NO_PROGRAM = "(none is given)"
NOT_VALID = "\n>>>\n\n# Inputs that are not valid, as the problem's author says\n<<<"
"""Ends the valid inputs in a prompt, and begins those that aren't."""
_SECTIONS = ("Lines", "Counts that the input doesn't say", "Grammar")


@dataclass(frozen=True)
class ReadingQuestion:
    """A problem to be read. The program is shown for the format alone; validator and generator follow the statement.
    `invalid` are inputs of which somebody says so."""

    problem: str
    statement: str = field(repr=False)
    samples: tuple[Sample, ...] = field(default=(), repr=False)
    source: bytes = field(default=b"", repr=False)
    language: str = ""
    invalid: tuple[Sample, ...] = field(default=(), repr=False)

    def values(self, part: str) -> Mapping[str, str]:
        """The values of a part's prompt."""
        values = {"statement": shown_statement(self.statement), "samples": self._shown()}
        if part == FORMAT:
            values |= {
                "program": shown_program(self.source) or NO_PROGRAM,
                "reference": reference(),
                "language": name_of(self.language) or "unknown",
            }
        return values

    def _shown(self) -> str:
        """Samples, what else is known to be valid, and what is known not to be."""
        samples = [sample for sample in self.samples if not sample.is_judged][:SHOWN_SAMPLES]
        judged = [sample for sample in self.samples if sample.is_judged][:MOST_JUDGED]
        shown = [shown_input(sample.data) for sample in (*samples, *judged)] or [NONE_GIVEN]
        refused = [NOT_VALID] if self.invalid else []
        refused += [shown_input(each.data) for each in self.invalid[:MOST_JUDGED]]
        return "\n\n".join([*shown, *refused])

    def id(self, model: str) -> str:
        """The content id of the question to this model: it is asked once a statement, whatever the program; without a
        statement the program is what is read."""
        digest = hashlib.sha256(model.encode())
        for part in PARTS:
            digest.update(load_prompt(PROMPTS[part]).name.encode())
        for text in (
            self.statement.encode(),
            *(sample.data for sample in self.samples),
            b"" if self.statement.strip() else self.source,
            *(each.data for each in self.invalid),
        ):
            digest.update(len(text).to_bytes(8, "big") + text)
        return digest.hexdigest()[:24]


@cache
def reference() -> str:
    """The text form of formats as the page for people describes it, so that both stay the same: its head and what it
    says of lines, counts and the grammar."""
    for folder in FOLDERS:
        page = folder.parent / "docs" / "format.md"
        if page.is_file():
            return reference_of(page.read_text("utf-8"))
    raise PromptBroken(f"no docs/format.md beside {' or '.join(map(str, FOLDERS))}")


def reference_of(page: str) -> str:
    """What the page says of the language itself."""
    head, *sections = re.split(r"^## ", page, flags=re.M)
    titled = {section.partition("\n")[0].strip(): section for section in sections}
    missing = [title for title in _SECTIONS if title not in titled]
    if missing:
        raise PromptBroken(f"docs/format.md has no section {missing[0]!r}")
    example = head[head.index("One line of text") :].strip()
    return "\n\n".join([example, *(f"## {titled[title].strip()}" for title in _SECTIONS)])


def place_in(statement: str, sentence: str) -> int:
    """The 1-based line on which the words begin in the statement, 0 where they don't stand there; blanks may differ."""
    words = sentence.split()
    if not words:
        return 0
    found: re.Match[str] | None = re.search(r"\s+".join(map(re.escape, words)), statement)
    return statement.count("\n", 0, found.start()) + 1 if found else 0
