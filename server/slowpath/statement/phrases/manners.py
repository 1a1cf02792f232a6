"""How words are said: asked for, on a condition, denied, possible, of some alone, promised. The words are data
(`modality.toml`), each manner by the name that its rows give."""

from __future__ import annotations

import re
from functools import cache

from slowpath.model.patterns import late_regex
from slowpath.statement.phrases.rows import MODALITY, rows

_NEAR = 3
"""Words between what takes a phrase back and the phrase, at most."""
_SOON = 21
"""Characters behind a phrase in which the time that it is said of begins, at most."""
_LINES = late_regex(r"\blines?\b")


def spoken(text: str, *manners: str, reach: int | None = None) -> re.Match[str] | None:
    """Where a text speaks in one of these manners first; with `reach`, where it ends so, at most that many words
    before its end. Raises `KeyError` for a manner that no row gives."""
    return _pattern(manners, "" if reach is None else rf"(?: \w+){{0,{reach}}} ?$").search(text)


def without(text: str, *manners: str) -> str:
    """A text without what it says in these manners, each up to where its clause ends."""
    return _pattern(manners, "[^,;.]*").sub(" ", text)


@cache
def _pattern(manners: tuple[str, ...], behind: str) -> re.Pattern[str]:
    texts = [phrase.text for manner in manners for phrase in rows(MODALITY) if phrase.gives == manner]
    if unknown := set(manners) - {phrase.gives for phrase in rows(MODALITY)}:
        raise KeyError(f"no row of {MODALITY}.toml gives {', '.join(sorted(unknown))}")
    return late_regex(f"(?:{'|'.join(texts)}){behind}", re.I)


def is_asked(before: str) -> bool:
    """Whether a text that ends before a phrase asks for what the phrase says."""
    return spoken(before, "asked", "sought", reach=_NEAR) is not None


def is_denied(before: str) -> bool:
    """Whether a text that ends before a phrase denies it, or only allows it."""
    return spoken(before, "denied", "possible", reach=_NEAR) is not None


def is_of_some(text: str, match: re.Match[str]) -> bool:
    """Whether what is matched in a sentence is said of some inputs alone, or of what the input becomes: "if all are
    distinct", "... the same place at the end". A line that is there only sometimes has what is said of it."""
    before, behind = text[: match.start()], re.split("[.;,]", text[match.end() :])[0]
    condition = spoken(before, "conditional", "whether", "either")
    return (condition is not None and not _LINES.search(text[condition.end() :])) or (
        (later := spoken(behind, "later")) is not None and later.start() <= _SOON
    )
