"""The languages that are known, as data (`*.toml`)."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources

from slowpath.model.patterns import late_regex

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

VERBATIM = "\ue000"
"""Unicode's first character for private use, before a word that stands for itself: it isn't put into English."""
_ORDER = ("russian", "chinese", "korean", "japanese", "swedish")
"""Japanese reads what Chinese left over."""
_NO_VERBS = frozenset({"as", "its", "uses", "lines"})
"""English words that look like what one does beside another word that is known."""
_AGREEING = (
    r"\b(?P<who>(?:(?P<head>\w+) (?:of|on|in) (?:(?:the|all|these) )?(?:\w+ ){0,2}?)?(?P<last>\w+))"
    r"(?P<between> (?:always |never |all )?)(?P<verb>{verbs})\b"
)
_SHARED = {
    "{n}": r"(-?\s?(?:(?<!\d)(?<!\d,)\d[\d,]*(?:\s?\*\s?10\s?\^\s?\d+|\s?\^\s?\d+)?|[A-Za-z](?:_\w+)?)"
    r"(?:\s?[-+*]\s?(?:\d+|[A-Za-z]))?)",
    "{name}": r"([A-Za-z](?:_\w+)?)",
    "{other}": r"[-\d|A-Za-z]",
}


@dataclass(frozen=True)
class Language:
    """One language. `letters` matches a letter that only it and its like have, None where it is told by its `marks`;
    `phrases` are (pattern, English) pairs, of which `rules` are made, `words` and `nouns` are a glossary in lower case,
    `stems` has the nouns' forms for one, which may be those for many too, `plurals` the English words for many; `verbs`
    has what many do by what one does ("lies": "lie"), `agreeing` finds what one does behind who does it; `headings` are
    (section, pattern) pairs, `abbreviations` matches what is short for a word, with a dot that ends no sentence."""

    name: str
    letters: re.Pattern[str] | None
    marks: frozenset[str]
    phrases: tuple[tuple[str, str], ...]
    words: Mapping[str, str]
    nouns: Mapping[str, str]
    stems: Mapping[str, str]
    plurals: frozenset[str]
    verbs: Mapping[str, str]
    headings: tuple[tuple[str, str], ...]
    abbreviations: re.Pattern[str] | None

    @cached_property
    def rules(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """Compiled for the first statement in the language: hundreds of patterns, which English ones don't need."""
        flags = re.I if self.letters is None else 0
        return tuple((late_regex(_whole(pattern), flags), english) for pattern, english in self.phrases)

    @cached_property
    def agreeing(self) -> re.Pattern[str]:
        return late_regex(_AGREEING.replace("{verbs}", "|".join(self.verbs)))


@lru_cache(maxsize=1)
def languages() -> tuple[Language, ...]:
    """All languages, in the order in which they are tried."""
    return tuple(map(_read, _ORDER))


@lru_cache(maxsize=1)
def english_words() -> frozenset[str]:
    """All English words of the glossaries: what another language writes just so is known."""
    return frozenset(
        word
        for language in languages()
        for english in (*language.words.values(), *language.nouns.values())
        for word in english.lower().split()
    )


def _read(name: str) -> Language:
    told = tomllib.loads(resources.files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))
    words = {word: english for english, listed in told.get("words", {}).items() for word in listed.split()}
    return Language(
        name,
        late_regex(told["letters"]) if "letters" in told else None,
        frozenset(told.get("marks", ())),
        tuple((pattern, english) for pattern, english in told["rules"]),
        words,
        *_nouns(told.get("nouns", {})),
        _verbs(frozenset(words.values())),
        tuple(told.get("headings", {}).items()),
        _abbreviations(told.get("abbreviations", ())),
    )


def _abbreviations(words: Sequence[str]) -> re.Pattern[str] | None:
    if not words:
        return None
    return late_regex(rf"\b({'|'.join(map(re.escape, words))})\.(?=\s+(?-i:[a-zåäö\d])|\s*[$,])", re.I)


def _nouns(table: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    """All forms of nouns, and those for one, with their English, and the English words for many. `table` has the four
    forms of each (a city, the city, cities, the cities) by its English ("city", or "child/children")."""
    nouns: dict[str, str] = {}
    plurals: set[str] = set()
    stems: dict[str, str] = {}
    for english, listed in table.items():
        one, _, irregular = english.partition("/")
        many = irregular or _plural(one)
        plurals.add(many)
        for forms in listed.split(", "):
            single, the_single, several, the_several = forms.split()
            stems.setdefault(single, one)
            for form, meaning in (
                (several, many),
                (single, one),
                (the_single, f"the {one}"),
                (the_several, f"the {many}"),
            ):
                nouns.setdefault(form, meaning)
    return nouns, stems, frozenset(plurals)


def _verbs(words: frozenset[str]) -> dict[str, str]:
    """The forms of verbs for one with those for many, of those that have both."""
    regular = {
        f"{stem}{ending}": base
        for base in words
        for stem, ending in ((base, "s"), (base, "es"), (base[:-1], "ies" if base.endswith("y") else "\0"))
        if f"{stem}{ending}" in words - _NO_VERBS
    }
    return {**regular, "is": "are", "has": "have", "was": "were"}


def _plural(noun: str) -> str:
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if re.search(r"(?:s|x|ch|sh)$", noun) else f"{noun}s"


def _whole(pattern: str) -> str:
    for short, long in _SHARED.items():
        pattern = pattern.replace(short, long)
    return pattern
