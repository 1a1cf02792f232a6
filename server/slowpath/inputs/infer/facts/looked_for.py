"""Which characters a string may hold as far as the program's own comparisons show."""

from __future__ import annotations

from slowpath.inputs.infer.reads.items import Rest, Text, Token
from slowpath.statement.claims.alphabets import widened

_VOWELS = frozenset("aeiouyAEIOUY")
_COUNTERPARTS = {
    "0": "01",
    "1": "01",
    "(": "()",
    ")": "()",
    "#": "#.",
    "*": "*.",
    "@": "@.",
    ".": ".#",
    "L": "LR",
    "R": "LR",
    "+": "+-",
    "-": "+-",
    "<": "<>",
    ">": "<>",
}
"""What else a string holds of which a program looks for one character only."""


def letters_of(leaf: Token | Rest | Text) -> str:
    """The alphabet that the program's own comparisons show: the characters it looks for, and what else there must be
    where it looks for one only, or for vowels."""
    letters = set(leaf.use.letters) - {" ", "\n"}
    for word in leaf.use.words:
        letters |= set(widened(set(word) - {" "}))
    if not letters:
        return widened(set())
    if letters <= _VOWELS:
        return widened(letters)
    if len(letters) == 1:
        only = next(iter(letters))
        return "".join(sorted(_COUNTERPARTS[only])) if only in _COUNTERPARTS else widened(letters)
    if letters & set("#*@") and "." not in letters:
        letters.add(".")
    return "".join(sorted(letters))
