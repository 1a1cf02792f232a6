"""One sentence for each line of the input that a sentence describes, with the words filled in that it leaves out.

"The first line holds n, the second n heights between 1 and 9" becomes "The first line holds n" and "The second line
holds n heights between 1 and 9"; "the second line has a permutation and the third line n numbers, each at most 9" and
"line 1 gives n, line 2 the heights" are parted too. So does a sentence that goes on from one about the first line say
"line" again: "The second: n heights".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import Sentence

_LINE = r"the (?:second|third|fourth|fifth|next|following|last) line\b|line \d\b"
_SHORT = r"the (?:second|third|fourth|fifth)\b(?! (?:of|one|and|line)\b)"
_NEXT = late_regex(rf"(?:[,;]|,? and|,? while) (?:and |while |then )?(?=(?:(?:in|on) )?(?:{_LINE}|{_SHORT}))", re.I)
HAS = r"(?:contains?|consists? of|has|have|holds?|gives?|describes?|lists?|shows?)"
"""What a line does with what stands on it."""
_PART = late_regex(
    rf"(?P<within>(?:in|on) )?(?:(?P<line>{_LINE})|(?P<short>{_SHORT}))"
    rf"(?:(?:,? (?P<verb>{HAS})|,? (?:there )?(?P<is>is|are|being|comes?|follows?)|:)(?=\s))?\s+(?P<rest>.*)",
    re.I | re.S,
)
_FIRST = late_regex(r"\b(?:first line|line 1)\b", re.I)
_FIRST_SHORT = late_regex(rf"\bthe first(?= {HAS}\b)", re.I)
"""Where a sentence speaks of the first line, also by less than that."""
_LINES = late_regex(r"\blines\b", re.I)
_SAYS = late_regex(rf"\b(?:{HAS}|is|are|comes?)\b|:", re.I)
_OF_A_VALUE = late_regex(r"(?:at (?:most|least)|between|from|up to|less|greater|larger|smaller|no|not|in)\b", re.I)
"""What is said of a value rather than of a line: "the second at most 9"."""
_IN_CASES = late_regex(r"\b(?:test ?cases?|tests|data ?sets?|cases)\b", re.I)
"""Lines of each test case: which those are, other sentences say too."""
_COUNTED = late_regex(r"\b(?:two|three|four|pairs?|couple|triples?)\b(?! lines\b)", re.I)
"""Of several values on a line "the second" may be one."""
_OF_ALL = late_regex(r"(?:,|\() ?(?:where |with )?(?:all|both|none|these|they|the (?:former|latter))\b", re.I)
"""What is said of several lines at their end."""


def with_lines_parted(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """The sentences, those of the input that describe several lines one for each; as they are where the words as
    written don't tell the same parts."""
    before = ""
    for sentence in sentences:
        if sentence.section != "input" or sentence.foreign:
            before = ""
            yield sentence
            continue
        texts = _texts_of(sentence, before)
        quotes = _NEXT.split(sentence.quote) if len(texts) > 1 else [sentence.quote]
        for text, quote in zip(texts, quotes, strict=True):
            yield replace(sentence, text=text, quote=quote)
        before = before if before and texts[0] != sentence.text else " ".join(texts)


def _texts_of(sentence: Sentence, before: str) -> list[str]:
    """The parts of a sentence, each as a sentence of its own; `before` is what the sentence before it says."""
    told = _whole(sentence.text, before) or sentence.text
    first, *others = _NEXT.split(told)
    if others or _LINES.search(before):
        first = _FIRST_SHORT.sub(lambda match: f"{match[0]} line", first)
    wholes = [_whole(other, first) for other in others]
    are_parts = len(others) == len(_NEXT.split(sentence.quote)) - 1 and all(wholes)
    if not others or not are_parts or any(map(_OF_ALL.search, others)) or _IN_CASES.search(first):
        return [told if others else first]
    return [first, *wholes]


def _whole(part: str, first: str) -> str:
    """What a part says of its line as a sentence, with the verb of the one on the first line where it has none; ""
    where it may speak of something else."""
    found, told = _PART.fullmatch(part), _FIRST.search(first) or re.search(_LINE, first, re.I)
    if found is None or told is None or not _SAYS.search(first):
        return ""
    is_value = _COUNTED.search(first) or _OF_A_VALUE.match(found["rest"]) or (found["is"] and not found["within"])
    if found["short"] and is_value:
        return ""
    verb = found["verb"] or (re.search(HAS, first, re.I) or ["contains"])[0]
    line = found["line"] or f"{found['short']} line"
    return f"{line[:1].upper()}{line[1:]} {verb} {found['rest']}"
