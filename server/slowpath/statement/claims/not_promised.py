"""What takes a phrase back: it is denied, asked for, or said of some inputs or of another time alone."""

from __future__ import annotations

import re

NEGATED = re.compile(
    r"(?:不一定|不必|未必|不保证|可能|若|如果|是否)[^,;]{0,12}$|(?:\bне|\bесли|\bмогут) [^,;]{0,30}$|"
    r"(?:\bnot|n't|\bnot necessarily|\bneed not be|\bmay not be|\bpossibly|"
    r"\bmaybe)(?: \w+){0,3} ?$",
    re.I,
)
ASKED = re.compile(
    r"(?:求|多少|字典序|找|输出|计算|使)[^,;]{0,12}$|"
    r"\b(?:количество|сколько|найдите|выведите) [^,;]{0,30}$|"
    r"\b(?:number of|count|how many|into|make|becomes?|find|print|output|subsequence|substring|"
    r"longest|any|"
    r"lexicographically)(?: \w+){0,3} ?$",
    re.I,
)
_OF_SOME = re.compile(r"\b(?:if|whether|unless|either|in case|suppose)\b(?!.*\blines?\b)", re.I)
_LATER = re.compile(r"^[^.;,]{0,20}\b(?:at the end|in the end|afterwards|after|when|once|before|any ?more)\b", re.I)


def is_of_some(text: str, match: re.Match[str]) -> bool:
    """Whether what is matched in a sentence is said of some inputs alone, or of what the input becomes: "if all are
    distinct", "... the same place at the end". A line that is there only sometimes has what is said of it."""
    return _OF_SOME.search(text[: match.start()]) is not None or _LATER.search(text[match.end() :]) is not None
