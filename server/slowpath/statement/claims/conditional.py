"""Sentences that say what would follow from a sum, or of which things they speak, not what is so."""

from __future__ import annotations

import re

_CONDITIONAL = re.compile(r"^\W*(?:if|when(?:ever)?)\b|\b(?:iff?|when(?:ever)?)\b[^.;]{0,60}\bsum\b", re.I)
_SUCH_THAT = re.compile(r"\bsuch that\b[^.;]{0,60}\bsum\b", re.I)
_GIVEN = re.compile(r"\b(?:lines?|contains?|given|guaranteed|tests?|inputs?|cases|integers|is|are)\b", re.I)
_ASKED = re.compile(r"\b(?:find|count|choose|select|print|how many)\b", re.I)


def is_conditional(text: str) -> bool:
    """Whether a sentence says of a sum what would follow from it, or of which things it speaks ("teams such that the
    sum is even"), not what is so ("integers such that the sum is even")."""
    such = _SUCH_THAT.search(text)
    before = text[: such.start()] if such is not None else ""
    return _CONDITIONAL.search(text) is not None or (
        such is not None and (_GIVEN.search(before) is None or _ASKED.search(before) is not None)
    )
