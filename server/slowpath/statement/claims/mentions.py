"""Which variable a statement means that speaks of it by what it is: "the price is between 1 and 1000" of the lines that
hold "a decimal number, the stock price of each day", "there are at most 20 books" of "the number of books".

Nothing is meant where the words fit several variables, or none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import Sentence

_SHORTEST = 3
_IN_Y = late_regex(r"[^aeiou](?:y|ies)$")
_BETWEEN = late_regex(r",? and (?:the |an? )?|, (?:the |an? )?|: ?|;")
_BESIDE = late_regex(
    r"\W*(?:(?:two|three|four|all|each|both) (?:[\w-]+ )?)?(?:integers?|numbers?(?! of)|strings?|words?|real|decimal|"
    r"at (?:most|least)|between|consist\w*|of|separated|from -?\d|in the range)\b"
)
"""What begins a part that only tells more of the thing before: "a score, an integer from 0 to 9"."""
_COUNT = late_regex(r"\b(?:number|amount|count) of (?:[a-z-]+ ){0,2}?[a-z-]+s\b", re.I)
_COUNTED = r"\b(?:number|amount|count) of (?:[\w-]+ ){{0,3}}?{noun}|\bhow many (?:[\w-]+ ){{0,3}}?{noun}"
IN_ES = late_regex(r"(x|ch|sh|ss|ias)es$")
"""What ends so loses both letters: indexes, matches, aliases."""


def is_meant(
    name: str,
    noun: str,
    counted: bool,
    described: Mapping[str, Sentence],
    copies: Mapping[str, str],
    of_all: bool = False,
) -> bool:
    """Whether a noun means this variable and no other, or this one among others where it is said `of_all` that it
    calls; `counted` where it is what the variable counts. `described` has the sentence about each variable's line, in
    the opposite order of the line, `copies` the statement's names of those that are called otherwise."""
    wanted = _pattern(noun, counted)
    if wanted is None or name not in described:
        return False
    phrases = {one: _phrase(one, described, copies) for one in described}
    if not counted:
        phrases = {one: _COUNT.sub(" ", phrase) for one, phrase in phrases.items()}
    return bool(wanted.search(phrases[name])) and (
        of_all
        or not any(
            wanted.search(phrase)
            for one, phrase in phrases.items()
            if one != name and not (counted and described[one] == described[name])
        )
    )


def is_told_nowhere(noun: str, described: Mapping[str, Sentence]) -> bool:
    """Whether no sentence about a line speaks of what a noun calls, so that any may be meant."""
    wanted = _pattern(noun, False)
    return wanted is not None and not any(wanted.search(line.text) for line in described.values())


def _pattern(noun: str, counted: bool) -> re.Pattern[str] | None:
    word = IN_ES.sub(r"\1", noun.lower())
    stem = re.escape(re.sub(r"(?:y|ies)$", "", word) if _IN_Y.search(word) else re.sub(r"(?<!s)s$", "", word))
    word = rf"{stem}(?:s|es|y|ies)?\b(?!')"  # Of "each employee's salary" the employee is no value.
    return late_regex(_COUNTED.format(noun=word) if counted else rf"\b{word}", re.I) if len(stem) >= _SHORTEST else None


def _phrase(name: str, described: Mapping[str, Sentence], copies: Mapping[str, str]) -> str:
    """What a sentence says of one of the variables on a line: the words behind its name, or, where the line's names
    stand together or it has none, its part of an enumeration."""
    line = described[name]
    beside = [one for one, other in described.items() if other == line][::-1]
    if len(beside) == 1:
        return line.text
    places = [re.search(rf"\b{re.escape(copies.get(one, one))}(?:_\w+)?\b", line.text) for one in beside]
    ends = [*(place.start() if place else 0 for place in places[1:]), len(line.text)]
    own = beside.index(name)
    if all(places):
        parts = [line.text[place.end() : end] for place, end in zip(places, ends, strict=True) if place is not None]
        if all(re.search(r"[a-z]{3,}", re.sub(r"\band\b", "", part)) for part in parts):
            return parts[own]
        told = _BETWEEN.split(parts[-1])
    else:
        told = _BETWEEN.split(line.text)
    told = [part for part in told if re.search(r"[a-z]{3,}", part) and not _BESIDE.match(part)]
    return told[len(told) - len(beside) + own] if len(told) >= len(beside) else line.text
