"""Comparisons in words rewritten with signs: "n does not exceed 100" -> `n <= 100`, "between 1 and 5" -> an interval.

The words are data (`phrases/comparisons.toml`); what is rewritten is then read by the same small grammar as signs
(`chains`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from slowpath.model.patterns import late_regex
from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.phrases.rows import COMPARISONS, rows

_COUNTED = late_regex(rf"([<>]=?|=) +({'|'.join(word for word in WORDS if len(word) > 2)})\b(?! of\b)", re.I)
_APPLIED = late_regex(
    r"(?<![A-Za-z])(?!(?:min|max|len|abs)\()[A-Za-z]\w{0,7}\((?![ij]\b)[A-Za-z]\w{0,7}(?: ?, ?[A-Za-z]\w{0,7}){0,3}\)"
    r"(?= ?(?:[<>]|!=|=))"
)
"""The value of a function, which isn't that of what it is of: `d(n) <= 10^9`. `A(i)` is an element."""
_SIZE_OF_FILES = late_regex(r"(?<![\d.,])\d[\d.,]{0,20} ?(?:[kKMG]i?B|(?:[Kk]ilo|[Mm]ega|[Gg]iga)?bytes?)\b")


def of_variables(text: str) -> str:
    """The text without numbers that no variable has: the value of a function, the size of a file."""
    return _APPLIED.sub("?", _SIZE_OF_FILES.sub("?", text))


@lru_cache(maxsize=2048)
def signed(text: str) -> str:
    """The sentence with its comparisons in signs."""
    for phrase in rows(COMPARISONS):
        text = phrase.pattern.sub(phrase.gives, text)
    return _COUNTED.sub(lambda match: f"{match.group(1)} {WORDS[match.group(2).lower()]} ", text)
