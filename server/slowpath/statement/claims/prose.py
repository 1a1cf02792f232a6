"""Comparisons in words rewritten with signs: "n does not exceed 100" -> `n <= 100`, "between 1 and 5" -> an interval.

The words are data (`phrases/comparisons.toml`); what is rewritten is then read by the same small grammar as signs
(`chains`).
"""

from __future__ import annotations

import re
from functools import lru_cache

from slowpath.statement.claims.numerals import WORDS
from slowpath.statement.phrases.rows import COMPARISONS, rows

_COUNTED = re.compile(rf"([<>]=?|=) +({'|'.join(word for word in WORDS if len(word) > 2)})\b(?! of\b)", re.I)


@lru_cache(maxsize=2048)
def signed(text: str) -> str:
    """The sentence with its comparisons in signs."""
    for phrase in rows(COMPARISONS):
        text = phrase.pattern.sub(phrase.gives, text)
    return _COUNTED.sub(lambda match: f"{match.group(1)} {WORDS[match.group(2).lower()]} ", text)
