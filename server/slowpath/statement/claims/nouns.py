"""What prose compares that has no name, by what it is called: "the price is at most 9", "n heights between 1 and 9"."""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.parted_lines import HAS

BREAKS = frozenset({",", ";", "(", ")", "--", ":"})
BE = frozenset(
    (
        "is are be was has have will can always also must should itself which and where both inclusive it "
        "guaranteed that all each"
    ).split()
)
VALUES = frozenset(
    (
        "all each every number numbers integer integers value values element elements coordinate coordinates "
        "weights weight lengths they none them both"
    ).split()
)
NO_ADJECTIVES = frozenset({"of", "in", "from", "to", "and", "or", "with", "the"})
_OWNS = late_regex(
    r"\b(?:(?:[Ee]ach|[Ee]very|[Aa]ll|[Tt]he|[Aa]ny) (?:[a-z-]+ )?((?!can |may |must )[a-z]{3,}) "
    r"(?:contains?|has|have|consists? of|will (?:have|contain)|is|are)|"
    r"[Tt]he (?!lengths?\b|size\b|total\b)([a-z]{3,})(?: (?:can|may|will|must)(?: (?:have|contain|be))?)?)$"
)
_MOST_OF_NOUN = 4
_OWNED = 5
"""Words of "the height of a house"."""
_ADJECTIVES = r"(?:(?!of\b|and\b|or\b|to\b|number\b)[a-z-]{4,} ){0,2}?"
_ON_LINE = late_regex(
    rf"\b(?i:lines?) (?:\d )?{HAS} (?:exactly )?"
    rf"(?:(?:the |their |its )?(?:(?:[A-Za-z]|\d+) )?{_ADJECTIVES}(?P<nouns>[a-z]{{3,}}s)|"
    rf"(?:the|an?|its|his|her|your) {_ADJECTIVES}(?P<noun>[a-z]{{3,}}(?<!(?<![su])s)))"
    r"(?: (?:of|in|for)(?: (?!(?:and|or)\b)[A-Za-z-]+){1,5})?$"
)
_HAVE = frozenset({"contains", "contain", "has", "have", "holds", "includes"})
_ARTICLES = frozenset({"the", "each", "every", "all", "its", "their", "no", "any"})
_OF_SOME = frozenset("each every a an any two three some adjacent neighbouring neighboring consecutive".split())
"""Words by which not all is summed: "the weight of two stones"."""


def owner_of(back: list[str]) -> str:
    """The noun that has so many letters ("each word contains"), "" for none."""
    found = _OWNS.search(" ".join(back))
    return (found[1] or found[2]) if found is not None else ""


def are_things(behind: list[str]) -> bool:
    """Whether the words behind a name are what it is the number of: "n distinct heights"."""
    behind = _without_end(behind)
    return (
        len(behind) in (2, 3)
        and re.fullmatch(r"[a-z]{3,}s", behind[-1]) is not None
        and all(re.fullmatch(r"[a-z-]{4,}", word) for word in behind)
        and BE.isdisjoint(behind)
        and NO_ADJECTIVES.isdisjoint(behind)
    )


def _without_end(words: list[str]) -> list[str]:
    """Without what ends in ", each is"."""
    while words and (words[-1] in BREAKS or words[-1] in BE):
        words = words[:-1]
    return words


def noun_on_line(back: list[str]) -> str:
    """The noun of all that a line has ("the second line contains n heights", "line 2 gives their heights"), "" for
    none."""
    found = _ON_LINE.search(" ".join(_without_end(back)))
    noun = (found["nouns"] or found["noun"]) if found is not None else ""
    return noun if noun not in VALUES | {"string", "word"} else ""


def noun_of(back: list[str], after: list[str]) -> tuple[str, str]:
    """What has no name but a noun, and whether that is "noun" of values or a "count" of things: "the price is", "there
    are at most 20 books". Both are "" where there is none."""
    words = _without_owner([word for word in _behind_number(back) if word.lower() not in BE])
    if {word.lower() for word in words} <= {"there", "no"} or back[-1].lower() in _HAVE:
        behind = after[after.index("]") :] if after[:1] == ["["] and "]" in after else after
        counted = next((word for word in behind[1:4] if re.fullmatch(r"[a-z]{3,}s", word)), None)
        return (counted, "count") if words and counted and re.match(r"[\d\]]", behind[0]) else ("", "")
    of = next((at for at, word in enumerate(words) if word.lower() == "of"), len(words))
    words = words[:of] if of > 1 else words  # "the genres of the books"
    is_plain = len(words) <= _MOST_OF_NOUN and words[0].lower() in _ARTICLES and re.fullmatch(r"[a-z]{3,}", words[-1])
    is_alone = len(words) == 1 and back[:1] == words and re.fullmatch(r"[A-Z][a-z]{2,}s", words[0]) is not None
    return (words[-1], "noun") if is_alone or (len(words) > 1 and is_plain) else ("", "")


def _behind_number(back: list[str]) -> list[str]:
    """What is spoken of next, behind what was compared before: "100 and the heights"."""
    return back[2:] if len(back) > 2 and back[0].isdigit() and back[1] == "and" else back


def _without_owner(words: list[str]) -> list[str]:
    """Without whose it is: "the height of a house", "the heights of the houses"."""
    lower = [word.lower() for word in words]
    has_owner = lower[:1] == ["the"] and lower[2:4] in (["of", word] for word in ("a", "an", "one", "the"))
    return words[:2] if has_owner and len(words) == _OWNED else words


def summed_noun(words: list[str]) -> str:
    """What is summed without a name: "the total weight of the stones", "the sum of all the heights"; "" for
    nothing."""
    told = [word for word in words if word.lower() not in BE | {"of", "the", "these", "those"}]
    is_whole = _OF_SOME.isdisjoint(word.lower() for word in words)
    return told[0] if told and is_whole and re.fullmatch(r"[a-z]{3,}", told[0]) else ""
