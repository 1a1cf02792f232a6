"""`a_{i+1}` in plain text that has lost its braces: `ai + 1`, which may also be one more than a_i."""

from __future__ import annotations

from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.statement import Sentence

_LOST = late_regex(r"\b([A-Za-z]{1,2})_?([ijk]) ?\+ ?1\b")
_BUT_THE_LAST = late_regex(
    r"\b[ijk] ?< ?[A-Za-z]\b|\b[ijk] ?<= ?[A-Za-z] ?- ?1\b|\bto [A-Za-z] ?- ?1\b|"
    r"\bvalid [ijk]\b"
)
_MARKED_UP = late_regex(r"[$_{]")


def with_shifts(sentence: Sentence) -> str:
    """A sentence's text, with the subscript where it says that it speaks of all i but the last ("for 1 <= i < n")."""
    if _MARKED_UP.search(sentence.quote) or not _BUT_THE_LAST.search(sentence.text):
        return sentence.text
    return _LOST.sub(r"\1_\2_p1", sentence.text)
