"""The integers and texts that a program's text shows: thresholds, moduli, table sizes, words that it compares with;
what inputs are worth trying around."""

from __future__ import annotations

import re
from functools import lru_cache

from slowpath.analysis.cues.constants import constants_of
from slowpath.model.languages import LANGUAGE_FACTS, LanguageFacts
from slowpath.model.languages.cpp import FACTS as CPP
from slowpath.model.patterns import late_regex

LARGEST = 2**62
MOST = 64
SHORTEST_TEXT, LONGEST_TEXT = 2, 40
_NUMBER = late_regex(r"(?<![\w.])(0[xX][0-9a-fA-F']+|\d[\d'_]*(?:\.\d+)?(?:[eE]\d+)?)[uUlLzZ]*(?![\w.])")
_POWER = late_regex(r"\b(\d+)[uUlL]*\s*(\*\*|<<)\s*(\d+)")


def integer_literals(source: bytes, language: str) -> tuple[int, ...]:
    """The constants that the text defines, then each other integer but 0 and 1 in its order, at most `MOST`.

    Written as a decimal, hexadecimal, `1e9`, `10**9` or `1 << 20`; comments and texts are left out, as far as they can
    be told without parsing. Approximate on purpose: one number too many costs a trial.
    """
    text = _not_code(language).sub(" ", source.decode("utf-8", "replace"))
    defined = constants_of(text.splitlines()).values()
    found: dict[int, None] = {value: None for value in defined if 1 < value <= LARGEST}
    for match in sorted((*_NUMBER.finditer(text), *_POWER.finditer(text)), key=lambda match: match.start()):
        value = _value(match)
        if value is not None and 1 < value <= LARGEST:
            found[value] = None
    return tuple(found)[:MOST]


def text_literals(source: bytes, language: str) -> tuple[str, ...]:
    """The texts between quotes in their order, each once, at most `MOST`: those of `SHORTEST_TEXT` to `LONGEST_TEXT`
    characters without white space, which a word of an input could hold.

    Comments and (C++) lines of the preprocessor are left out, as far as they can be told without parsing; texts with a
    backslash as well.
    """
    found: dict[str, None] = {}
    for match in _texts(language).finditer(source.decode("utf-8", "replace")):
        text = (match[1] or "")[1:-1]
        if SHORTEST_TEXT <= len(text) <= LONGEST_TEXT and "\\" not in text and not any(map(str.isspace, text)):
            found[text] = None
    return tuple(found)[:MOST]


@lru_cache(maxsize=16)
def _texts(language: str) -> re.Pattern[str]:
    """Matches comments and lines of directives, and texts as its group."""
    facts = LANGUAGE_FACTS.get(language, CPP)
    directives = [rf"^[ \t]*{re.escape(facts.directives)}[^\n]*"] if facts.directives else []
    return late_regex("|".join([*_comments(facts), *directives, f"({_quoted(facts)})"]), re.DOTALL | re.MULTILINE)


@lru_cache(maxsize=16)
def _not_code(language: str) -> re.Pattern[str]:
    """Matches comments and texts."""
    facts = LANGUAGE_FACTS.get(language, CPP)
    return late_regex("|".join([*_comments(facts), _quoted(facts)]), re.DOTALL)


def _comments(facts: LanguageFacts) -> list[str]:
    first, last = facts.block_comment or ("", "")
    block = [f"{re.escape(first)}.*?{re.escape(last)}"] if first else []
    return [rf"{re.escape(facts.comment)}[^\n]*", *block]


def _quoted(facts: LanguageFacts) -> str:
    return "|".join(rf"{quote}(?:\\.|[^{quote}\\\n])*{quote}" for quote in facts.quotes)


def _value(match: re.Match[str]) -> int | None:
    if match.re is _POWER:
        base, operator, exponent = int(match[1]), match[2], int(match[3])
        if exponent > LARGEST.bit_length():
            return None
        return base**exponent if operator == "**" else base << exponent
    written = match[1].replace("'", "").replace("_", "")
    if written[:2] in ("0x", "0X"):
        return int(written, 16)
    try:
        number = float(written) if "e" in written.lower() or "." in written else int(written)
    except (ValueError, OverflowError):
        return None
    return int(number) if number == number // 1 and number <= LARGEST else None
