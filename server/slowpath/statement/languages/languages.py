"""The languages that are known, as data (`*.toml`)."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_ORDER = ("russian", "chinese", "korean", "japanese", "swedish")
"""Japanese reads what Chinese left over."""
_SHARED = {
    "{n}": r"(-?\s?(?:(?<!\d)(?<!\d,)\d[\d,]*(?:\s?\*\s?10\s?\^\s?\d+|\s?\^\s?\d+)?|[A-Za-z](?:_\w+)?)"
    r"(?:\s?[-+*]\s?(?:\d+|[A-Za-z]))?)",
    "{name}": r"([A-Za-z](?:_\w+)?)",
    "{other}": r"[-\d|A-Za-z]",
}


@dataclass(frozen=True)
class Language:
    """One language. `letters` matches a letter that only it and its like have, None where it is told by its `marks`;
    `rules` are (pattern, English) pairs, `words` is a glossary in lower case, `headings` are (section, pattern)
    pairs."""

    name: str
    letters: re.Pattern[str] | None
    marks: frozenset[str]
    rules: tuple[tuple[re.Pattern[str], str], ...]
    words: Mapping[str, str]
    headings: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1)
def languages() -> tuple[Language, ...]:
    """All languages, in the order in which they are tried."""
    return tuple(map(_read, _ORDER))


def _read(name: str) -> Language:
    told = tomllib.loads(resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))
    letters = re.compile(told["letters"]) if "letters" in told else None
    flags = re.I if letters is None else 0
    return Language(
        name,
        letters,
        frozenset(told.get("marks", ())),
        tuple((re.compile(_whole(pattern), flags), english) for pattern, english in told["rules"]),
        told.get("words", {}),
        tuple(told.get("headings", {}).items()),
    )


def _whole(pattern: str) -> str:
    for short, long in _SHARED.items():
        pattern = pattern.replace(short, long)
    return pattern
