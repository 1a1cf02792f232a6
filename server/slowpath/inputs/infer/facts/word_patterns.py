"""Words that have a pattern: from what a statement writes (`HH:MM`, `YYYY/MM/DD`, `[A-Z]{3}[0-9]`, "a card", "three
letters followed by two digits"), or from samples that agree in where signs, digits and letters stand.

A pattern that a sample breaks isn't taken.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from slowpath.inputs.filling.word_patterns import pattern_flaw, templates
from slowpath.model.format import Evidence
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.sentences.statement import Sentence, Statement

_FEWEST_SEEN = 2
LONGEST_NAME = 40
_HOUR, _TENS, _MONTH = "([01][0-9]|2[0-3])", "[0-5][0-9]", "(0[1-9]|1[0-2])"
_DAYS = ("(0[13578]|1[02])", "(0[469]|11)", "02")
_DAY = ("(0[1-9]|[12][0-9]|3[01])", "(0[1-9]|[12][0-9]|30)", "(0[1-9]|1[0-9]|2[0-8])")
_LEAP_YEAR = "([12][0-9](0[48]|[2468][048]|[13579][26])|(1[26]|2[048])00)"
_TIME = late_regex(r"(?<![A-Za-z])[Hh]{2}:[Mm]{2}(?P<seconds>:[Ss]{2})?(?![A-Za-z])")
_DATE = late_regex(
    r"(?<![A-Za-z])(?:(?P<y>[Yy]{4})(?P<sign>[-/.])[Mm]{2}(?P=sign)[Dd]{2}|[Dd]{2}(?P<other>[-/.])"
    r"[Mm]{2}(?P=other)[Yy]{4})(?![A-Za-z])"
)
_CLASSES = late_regex(
    r"(?<![\])}|*+?\w])(?:\[(?:[A-Za-z0-9]-[A-Za-z0-9]|[A-Za-z0-9_])+\](?:\{\d{1,2}(?:,\d{1,2})?\})?"
    r"[-:/]?){2,8}(?![\w?*+\[({|])"
)
_CARD = late_regex(r"\bcards?\b", re.I)
_SUITS = late_regex(r"\b(?:suits?|hearts?|spades?|clubs?|diamonds?)\b", re.I)
_CARDS = (
    "[2-9TJQKA][CDHS]",
    "([2-9JQKA]|10)[CDHS]",
    "[CDHS][2-9TJQKA]",
    "[CDHS]([2-9JQKA]|10)",
    "[2-9TJQKA][cdhs]",
    "[cdhs][2-9TJQKA]",
    "([2-9JQKA]|10)[cdhs]",
)
_NUMBER = rf"(\d{{1,2}}|{'|'.join(word for word in WORDS if len(word) > 2)}|an?)"
_KIND = r"(?:(upper-?case|lower-?case|capital) )?(?:english |latin )?(letters?|digits?)"
_LINK = (
    r"(?:,? (?:and )?(?:then|followed by)|,? and)(?: an? (hyphen|dash|colon|slash|period|dot))?"
    r"(?:,? (?:and|followed by|then))?"
)
_FOLLOWED = late_regex(rf"\b{_NUMBER} {_KIND}{_LINK} {_NUMBER} {_KIND}", re.I)
_CAPITAL_FIRST = late_regex(
    r"\b(?:starts?|begins?|beginning|starting) with an? (?:upper-? ?case|capital)(?: english| latin)? letter\b"
    r"[^.]{0,60}\b(?:lower-? ?case|small)\b|\b(?:first|initial) (?:letter |character |of (?:which|them|these) |one )?"
    r"(?:is|are|being) (?:an? )?(?:upper-? ?case|capital\w*)\b[^.]{0,60}\b(?:lower-? ?case|small)\b",
    re.I,
)
"""A name with a capital in front: "the first of which is upper case and all others are lower case"."""
_NUMBER_OR_WORD = late_regex(
    r"\beither an? (?:[\w-]+ )?(?:integer|number) (?:[A-Za-z]\w* )?\(? ?(?P<low>[01]) ?<= ?\w+ ?<= ?"
    r"(?P<high>\d[\d,]{0,9}) ?\)?,? "
    r"or (?:(?:an?|the|one) )?(?:[a-z]+ )?[\"'`]+(?P<word>[A-Za-z?*#.-]{1,20})[\"'`]+",
    re.I,
)
"""A number, or a word in its place: "either an integer a (0 <= a <= 10,000) or the string `mumble`"."""
_SIGNS = {"hyphen": "-", "dash": "-", "colon": ":", "slash": "/", "period": "[.]", "dot": "[.]"}


def pattern_of(
    statement: Statement,
    name: str,
    values: Collection[str],
    is_meant: bool,
    is_free: bool,
    lengths: tuple[int, int] = (1, LONGEST_NAME),
) -> tuple[str, Evidence] | None:
    """The pattern of a string variable with its grounds; `values` are those of the samples, `is_meant` says that words
    about strings speak of this one, `is_free` that the statement gives neither its characters nor another length than
    one of `lengths`, which are those that are stated elsewhere."""
    for sentence in statement.sentences if values or is_meant else ():
        if not is_about_input(sentence):
            continue
        for pattern in _stated(sentence, values, lengths):
            if _is_pattern(pattern) and not any(pattern_flaw(value, pattern) for value in values):
                return pattern, sentence.ground(name, f"{name} is of the form {pattern}")
    pattern = _seen(values) if is_free else ""
    return (pattern, Evidence(name, f"{name} is of the form {pattern}", "samples", "", 0, 0.6)) if pattern else None


def _is_pattern(pattern: str) -> bool:
    try:
        templates(pattern)
    except ValueError:
        return False
    return True


def _stated(sentence: Sentence, values: Collection[str], lengths: tuple[int, int]) -> Iterator[str]:
    """The patterns that a sentence may mean, narrower ones first."""
    text = sentence.quote.replace("$", "").replace("\\", "")
    for time in _TIME.finditer(text):
        rest = f":{_TENS}" * (2 if time["seconds"] else 1)
        yield from (f"{_HOUR}{rest}", f"[0-9][0-9]{rest}")
    for date in _DATE.finditer(text):
        sign = "[.]" if "." in date.group() else date["sign"] or date["other"]
        yield _date(sign, bool(date["y"]))
    for found in _CLASSES.findall(text):
        yield found
    if values and _CARD.search(text) and _SUITS.search(text):
        yield from _CARDS
    if _CAPITAL_FIRST.search(sentence.text):
        least, most = lengths
        yield f"[A-Z][a-z]{{{least - 1},{_most_letters(sentence, most) - 1}}}"
    for either in _NUMBER_OR_WORD.finditer(sentence.text):
        numbers = _numbers(either["high"].replace(",", ""), int(either["low"]))
        yield "|".join((*numbers, re.sub(r"([?*.])", r"[\1]", either["word"])))
    for found in _FOLLOWED.finditer(sentence.text):
        first, letters, kind, sign, second, more, other = found.groups()
        one, two = (
            f"{_class(case, of)}{{{_count(count)}}}"
            for count, case, of in ((first, letters, kind), (second, more, other))
        )
        yield f"{one}{_SIGNS.get((sign or '').lower(), '')}{two}"


def _numbers(high: str, low: int) -> list[str]:
    """The numbers from 0 or 1 up to `high`, as alternatives: 0, [1-9][0-9]{0,3} and 10000 up to 10000."""
    made = ["0"] * (low == 0)
    if len(high) > 1:
        made.append("[1-9]" if len(high) == 2 else f"[1-9][0-9]{{0,{len(high) - 2}}}")
    for place, digit in enumerate(high):
        least, most = int(place == 0), int(digit) - 1
        if most >= least:
            left = len(high) - place - 1
            below = f"[{least}-{most}]" if most > least else str(least)
            made.append(high[:place] + below + (f"[0-9]{{{left}}}" if left > 1 else "[0-9]" * left))
    return [*made, high]


def _most_letters(sentence: Sentence, otherwise: int) -> int:
    """How many letters a sentence allows a name; another number where it doesn't say that."""
    counts = [int(number) for number in re.findall(r"(?<![\d.])\d{1,2}(?![\d.])", sentence.text)]
    return max(counts, default=otherwise)


def _date(sign: str, year_first: bool) -> str:
    """Days of the years from 1000 to 2999."""
    parts = [
        f"{month}{sign}{day}" if year_first else f"{day}{sign}{month}" for month, day in zip(_DAYS, _DAY, strict=True)
    ]
    day = f"({'|'.join(parts)})"
    if year_first:
        return f"[12][0-9]{{3}}{sign}{day}|{_LEAP_YEAR}{sign}02{sign}29"
    return f"{day}{sign}[12][0-9]{{3}}|29{sign}02{sign}{_LEAP_YEAR}"


def _class(case: str | None, kind: str) -> str:
    if kind.lower().startswith("digit"):
        return "[0-9]"
    return {"u": "[A-Z]", "c": "[A-Z]", "l": "[a-z]"}.get((case or " ").lower()[0], "[A-Za-z]")


def _count(text: str) -> int:
    return int(text) if text.isdigit() else WORDS.get(text.lower(), 1)


def _seen(values: Collection[str]) -> str:
    """The pattern of several values of one length that have the same signs at the same places, and digits or letters
    at all others; "" where there is none."""
    if len(set(values)) < _FEWEST_SEEN or len({len(value) for value in values}) > 1:
        return ""
    columns = [set(column) for column in zip(*values, strict=True)]
    if not 0 < len(columns) <= LONGEST_NAME:
        return ""
    kinds = [_kind(column) for column in columns]
    signs = [place for place, kind in enumerate(kinds) if kind and len(kind) == 1]
    if "" in kinds or not signs or kinds[0] in ("-", "+") or len(signs) == len(columns):
        return ""
    if [column for column in kinds if len(column) == 1] in ([":"], [":", ":"]) and len(columns) in (5, 8):
        time = _HOUR + f":{_TENS}" * len(signs)
        if not any(pattern_flaw(value, time) for value in values):
            return time
    return _joined(kinds)


def _kind(column: set[str]) -> str:
    """The class of the characters at one place: that of all digits, or all letters of a case, or the only sign."""
    for test, kind in ((str.isdigit, "[0-9]"), (str.isupper, "[A-Z]"), (str.islower, "[a-z]")):
        if all(letter.isascii() and test(letter) for letter in column):
            return kind
    only = next(iter(column))
    return only if len(column) == 1 and only in "-:/" else ""


def _joined(kinds: list[str]) -> str:
    """Like neighbours as one with its number."""
    made, place = "", 0
    while place < len(kinds):
        end = place
        while end < len(kinds) and kinds[end] == kinds[place]:
            end += 1
        kind = "[.]" if kinds[place] == "." else kinds[place]
        made += kind + (f"{{{end - place}}}" if end - place > 1 else "")
        place = end
    return made
