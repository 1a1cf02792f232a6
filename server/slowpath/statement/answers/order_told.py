"""Whether a statement makes anything of the order in which things are listed, of which end of an edge comes first, of
what a vertex is called, or of how large numbers are beside others.

A relation of a program to itself is believed where the words leave no other reading: an English statement that nowhere
speaks of order, neighbours, places or ties, or one that says that the order is any. What describes the input's lines
("the i-th of them...") has places of its own, so only what makes the input sorted counts there.
"""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import EXAMPLES
from slowpath.statement.sentences.wholes import whole_sentences

FEWEST_ARTICLES = 3
"""So often stands "the" in an English statement at least."""
_UNREAD = "the statement isn't in English, or it isn't seen where it describes the input"
_ARTICLE = late_regex(r"\bthe\b", re.IGNORECASE)
_ANY_ORDER = late_regex(
    r"\bin (?:any|no (?:particular|specific)|(?:an )?arbitrary) order\b|\bunordered\b|"
    r"\bnot necessarily (?:sorted|ordered|in order)\b|\border (?:of|in which) [^.]{0,60}(?:does not|doesn't) matter\b",
    re.IGNORECASE,
)
_NO_ORDER = late_regex(r"\bin order (?:to|that|for)\b|\border of magnitude\b", re.IGNORECASE)
_ARRANGED = r"order(?:ed|ing|s)?|sort(?:ed|ing|s)?|chronolog\w+|(?:a|de)scending|(?:non-?)?(?:in|de)creasing"
_IN_ORDER = late_regex(rf"\b(?:{_ARRANGED})\b", re.IGNORECASE)
_ORDER = late_regex(
    rf"\b(?:{_ARRANGED}|sequen\w+|consecutive\w*|adjacent|neighbou?r\w*|contiguous|succ?essi\w+|preced\w+|previous\w*|"
    r"prefix\w*|suffix\w*|sub-?(?:array|string|sequence|list|segment)s?|segments?|index\w*|indices|numbered|positions?|"
    r"permut\w+|swap\w*|rotat\w+|revers\w+|circular\w*|cycl\w+|queue\w*|stack\w*|row|column|ties?|tied|"
    r"earli\w+|later|latest|(?:[a-z]|\d+)-?th|next to|in turn|one after (?:an|the )other|"
    r"from left to right|come first)\b",
    re.IGNORECASE,
)
_LISTED = late_regex(r"\b(?:given|listed|appear\w*|come|comes|input|described|provided|specified)\b", re.IGNORECASE)
_IN_TIME = late_regex(
    r"\b(?:events?|operations?|quer(?:y|ies)|commands?|instructions?|enter(?:s|ed|ing)?|leav(?:es?|ing)|left|spoken|arriv\w+|"
    r"process(?:es|ed)?|happen\w*|point in time|timeline|history|log(?:s|ged)?|schedul\w+|simulat\w+|"
    r"each (?:turn|round|step)|days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
"""Words about lines of input that say what happens one after the other."""
_BOTH_WAYS = late_regex(
    r"\b(?:undirected|bi-?directional|two-way|(?:both|either) (?:directions?|ways?)|between|connect\w*|joins?)\b",
    re.IGNORECASE,
)
_ONE_WAY = late_regex(
    r"\b(?<!un)(?<!bi)(?<!bi-)direct(?:ed|ional)\b|\bone-way\b|\bleads? from\b|"
    r"\bfrom [^.]{1,40}\bto\b|\bparent\w*|\bdepend\w*",
    re.IGNORECASE,
)
_CALLED = late_regex(
    r"\b(?:root\w*|(?:from|to|at) the (?:first|last)|source|sink|start\w*|depot|home|capital|destination|exit|entrance|"
    r"label\w*|smallest number|(?!(?:and|are|by|close|cost|degree|down|equal|exactly|from|is|least|length|most|next|of|"
    r"only|or|size|than|to|up|weight|with|all|for|contains?|has|have)\b)[a-z]{3,} (?:[01]|n|N)"
    r"(?![\w.,]|\s*(?:[<≤+*-]|\\l)))\b",
    re.IGNORECASE,
)
_NUMBERED = late_regex(
    r"\b(?:number|index|denot|nam)\w*\s+(?:\w+ ){0,2}?[01]\W{1,3}(?:\w+ ){0,2}?\S{1,12}", re.IGNORECASE
)
"""How names are given, which makes nothing of them."""
_OF_NUMBERS = late_regex(
    r"\b(?:mod(?:ul\w+)?|remainders?|divisible|divisors?|divides|multiples?|primes?|(?:is|are|be|an?) (?:even|odd)|"
    r"parity|xor|bits?|bitwise|binary|decimal|digits?|gcd|round(?:s|ed|ing)?|threshold\w*)\b|"
    r"\b(?:least|most|than|within|exceeds?|over|above|below) (?:[2-9]|[1-9]\d+)\b",
    re.IGNORECASE,
)
"""Words and numbers beside which it matters how large a value is."""


def makes_of_order(statement: str) -> str:
    """What speaks for the order of lists to matter: a sentence, or that there is none to be read; "" for nothing."""
    said = [each for each in whole_sentences(statement) if each.section != "examples"]
    if len(_ARTICLE.findall(statement)) < FEWEST_ARTICLES or not any(each.section == "input" for each in said):
        return _UNREAD
    if any(
        _ANY_ORDER.search(each.text) and (each.section == "input" or _LISTED.search(each.text))
        for each in said
        if each.section in ("", "input", "constraints")
    ):
        return ""
    return next(
        (
            each.original
            for each in said
            if (_IN_ORDER if each.section == "input" else _ORDER).search(_NO_ORDER.sub("", each.text))
            or (each.section == "input" and _IN_TIME.search(each.text))
        ),
        "",
    )


def makes_of_ends(statement: str) -> str:
    """What speaks for an edge's ends to be told apart; "" where they surely aren't."""
    said = [each.text for each in whole_sentences(statement) if each.section != "examples"]
    if not any(_BOTH_WAYS.search(text) for text in said):
        return "the statement doesn't say that edges have no direction"
    return next((text for text in said if _ONE_WAY.search(text)), "")


def makes_of_names(statement: str) -> str:
    """What speaks for a vertex to be special by its name; "" for nothing."""
    said = [each.text for each in whole_sentences(statement) if each.section not in ("input", "examples")]
    if len(_ARTICLE.findall(statement)) < FEWEST_ARTICLES:
        return _UNREAD
    return next((text for text in said if _CALLED.search(_NUMBERED.sub("", text))), "")


def makes_of_numbers(statement: str) -> str:
    """What speaks for an answer not to follow when all values are moved or multiplied; "" for nothing."""
    said = [each.text for each in whole_sentences(statement) if each.section not in ("input", *EXAMPLES)]
    if len(_ARTICLE.findall(statement)) < FEWEST_ARTICLES:
        return _UNREAD
    return next((text for text in said if _OF_NUMBERS.search(text)), "")
