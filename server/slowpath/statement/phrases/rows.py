"""The phrases as rows of data: a file for each kind of fact, each row with its examples, which are its tests.

A file names parts that its patterns share, one after the other, each with those before it in braces.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources

from slowpath.model.patterns import late_regex

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

WORDS = ("order", "distinct", "graphs", "numbers", "strings", "input")
"""The files whose rows say a thing of what they name, or of all that there is."""
RELATIONS = "relations"
COMPARISONS = "comparisons"
"""The file whose rows give the signs that they are written with, as a template of what they found."""
MODALITY = "modality"
"""The file whose rows tell how something is said (`manners`)."""
ANSWERS = "answers"
"""The file whose rows tell what is said of the output."""


@dataclass(frozen=True)
class Phrase:
    """One way of saying something of the input; `gives` is what it says, `says` and `denies` are examples. `where` it
    counts: "promise" (what sentences say of the input for certain), "all" (where that is all of the input), or "clause"
    (where its own clause doesn't ask or suppose). It counts in no sentence that speaks in one of the manners `unless`,
    and only in those that speak in one that it `needs`, if any. With `quoted` it is looked for in the words as
    written, single characters in quotes."""

    id: str
    gives: str
    text: str
    says: tuple[str, ...]
    denies: tuple[str, ...]
    where: str = "promise"
    unless: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    quoted: bool = False

    @property
    def subject(self) -> str:
        """What it is about: "path", "disjoint", "pair", ..."""
        words = self.gives.split()
        return words[-1] if words[-1] == "path" else words[0]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What is looked for, in any letter case."""
        return late_regex(self.text, re.I)


@cache
def rows(name: str) -> tuple[Phrase, ...]:
    """The rows of a file, in its order."""
    file = tomllib.loads(resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))
    parts: dict[str, str] = {}
    for part, text in file["parts"].items():
        parts[part] = _whole(text, parts)
    return tuple(
        Phrase(
            row["id"],
            row["gives"],
            _whole(row["pattern"], parts),
            tuple(row["says"]),
            tuple(row["not"]),
            row.get("where", "promise"),
            tuple(row.get("unless", ())),
            tuple(row.get("needs", ())),
            row.get("quoted", False),
        )
        for row in file["phrase"]
    )


def _whole(pattern: str, parts: Mapping[str, str]) -> str:
    for name, text in parts.items():
        pattern = pattern.replace(f"{{{name}}}", text)
    return pattern


@cache
def ways_of(gives: str) -> tuple[re.Pattern[str], ...]:
    """The rows that say it, one by one."""
    return tuple(phrase.pattern for name in WORDS for phrase in rows(name) if phrase.gives == gives)


@cache
def saying(gives: str, *files: str) -> re.Pattern[str]:
    """What is said in any of the rows that say it, those before others first; of `WORDS` where no files are named."""
    found = [phrase for name in files or WORDS for phrase in rows(name) if phrase.gives == gives]
    return found[0].pattern if len(found) == 1 else late_regex("|".join(phrase.text for phrase in found), re.I)
