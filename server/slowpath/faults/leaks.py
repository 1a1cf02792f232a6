"""Programs that print what they write for infinity: a number of their own text that no tiny input of small numbers
leads to, on several of them. Then a case was forgotten, whatever the right answer is.

A number that the statement mentions outside of its input may be asked for, and one input alone may come to any.
"""

from __future__ import annotations

import re

from slowpath.analysis.literals import integer_literals
from slowpath.faults.limits import TINY_BYTES
from slowpath.model.breaking import BreakSpec
from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.wholes import whole_sentences

LEAST = 10**6
FEWEST = 3
LARGEST_GIVEN = 50
_NAMED = {
    31: re.compile(rb"\bINT_M(?:AX|IN)\b|\bnumeric_limits\s*<\s*int\s*>"),
    63: re.compile(rb"\bLL(?:ONG)?_M(?:AX|IN)\b|\bnumeric_limits\s*<\s*(?:long|ll|int64_t)\b|\bsys\.maxsize\b"),
}
_INTEGER = re.compile(rb"-?\d{1,100}")
_MENTIONED = late_regex(r"(\d{1,30})(?:\s*(\^|\*\*|e)\s*(\d{1,2}))?")


class Leaks:
    """Hears of all outputs on which nobody has a say."""

    def __init__(self, spec: BreakSpec) -> None:
        known = {value for value in integer_literals(spec.source, spec.language) if value >= LEAST}
        for bits, named in _NAMED.items():
            if named.search(spec.source):
                known |= {2**bits - 1, 2**bits}
        self._known = known - set(_mentioned(spec.statement)) if known and _are_numbers(spec) else set()
        self._seen: dict[int, set[bytes]] = {}

    def objection(self, data: bytes, output: bytes) -> str:
        """Why an output is wrong, "" where that can't be said."""
        if not self._known or len(data) > TINY_BYTES or len(output) > TINY_BYTES:
            return ""
        value = next(
            (
                value
                for token in output.split()
                if _INTEGER.fullmatch(token) and abs(value := int(token)) in self._known
            ),
            None,
        )
        if value is None or any(abs(int(given)) > LARGEST_GIVEN for given in _INTEGER.findall(data)):
            return ""
        seen = self._seen.setdefault(value, set())
        seen.add(data)
        if len(seen) < FEWEST:
            return ""
        return f"it prints {value}, its own constant for infinity, on at least {FEWEST} tiny inputs"


def _are_numbers(spec: BreakSpec) -> bool:
    """Whether answers consist of numbers, as far as samples say, of which none is as large."""
    tokens = [token for sample in spec.samples for token in (sample.answer or b"").split()]
    return bool(tokens) and all(_INTEGER.fullmatch(token) and abs(int(token)) < LEAST for token in tokens)


def _mentioned(statement: str) -> list[int]:
    said = " ".join(
        sentence.text for sentence in whole_sentences(statement) if sentence.section not in ("input", "examples")
    )
    return [
        int(base) * 10 ** int(power) if how == "e" else int(base) ** int(power or 1)
        for base, how, power in _MENTIONED.findall(re.sub(r"\\[,;:! ]|(?<=\d)[\s',](?=\d{3}\b)", "", said))
    ]
