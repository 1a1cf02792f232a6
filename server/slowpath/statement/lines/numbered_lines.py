"""Descriptions of lines by their numbers, as "Line 1: two integers, n and m" and "Lines 2..n+1: Line i+1 contains", in
the words that `described` reads: "The first line contains", "Each of the next n lines contains".
"""

from __future__ import annotations

import re
from collections import Counter

from slowpath.model.patterns import late_regex

_SPAN = r"(?:\s?\.\.+\s?|\s?-\s?|\s?\.\.\.\s?|\sto\s|\sthrough\s)"
_LINES = late_regex(rf"^\W{{0,3}}Lines? (?P<first>[\w+]{{1,20}}){_SPAN}(?P<last>[\w+]{{1,20}}) ?:\s*", re.I)
_LINE = late_regex(r"^\W{0,3}Line [\w+]{1,20} ?:\s*", re.I)
_OWN = late_regex(
    r"^(?:(?:each )?line [\w+]{1,12}|"
    r"(?:each|every)(?: of these)? lines?) (?:contains?|describes?|has|holds?|"
    r"consists? of)\s+",
    re.I,
)


def as_prose(text: str) -> str:
    """A sentence about numbered lines in the usual words; any other as it is."""
    spanned = _LINES.match(text)
    if spanned is not None:
        count = _between(spanned["first"], spanned["last"])
        return f"Each of the next {count} lines contains {_OWN.sub('', text[spanned.end() :])}" if count else text
    single = _LINE.match(text)
    return f"The next line contains {_OWN.sub('', text[single.end() :])}" if single is not None else text


def _between(first: str, last: str) -> str | None:
    """How many lines there are from one to another: from `2` to `n+1` are `n`."""
    terms = _terms(last)
    terms.subtract(_terms(first))
    terms[""] += 1
    names = [name for name, times in terms.items() if name and times]
    if any(terms[name] != 1 for name in names) or not names:
        return None
    rest = terms[""]
    return "+".join(names) + (f"{rest:+d}" if rest else "")


def _terms(text: str) -> Counter[str]:
    """What a sum is made of; numbers under the empty name."""
    made: Counter[str] = Counter()
    for term in text.split("+"):
        made["" if term.isdigit() else term] += int(term) if term.isdigit() else 1
    return made
