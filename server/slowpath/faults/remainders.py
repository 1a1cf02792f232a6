"""Whether a wrong number is the right one but for a multiple of a modulus, or of what a machine's word holds.

By chance that is so once in a modulus, so one find says nearly all: a remainder that is negative or was forgotten, or
a number that lost its upper bits where no sanitizer looks (in unsigned numbers, in what is assigned to a smaller type).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from slowpath.model.patterns import late_regex

LEAST_MODULUS = 1000
_WORDS = (64, 32)
_TAKEN = late_regex(r"%=?\s*\(?\s*([\w']+)|\bpow\s*\([^()]*,[^()]*,\s*(\w+)\s*\)")
_FACTOR = r"(?:10\s*\*\*\s*(?P<power>\d{1,2})|(?P<mantissa>\d[\d'_]*)(?:e(?P<exponent>\d{1,2}))?)"
_VALUE = late_regex(
    rf"(?:\([\w ]+\)|\(|int\s*\()*\s*{_FACTOR}\)?\s*(?P<rest>[+-]\s*\d{{1,9}})?(?!\s*[*/])", re.IGNORECASE
)
_NAME_IS = r"\b{name}\b\s*(?:=|\{{)?\s*"


def explained(actual: int, expected: int, rows: Iterable[str]) -> str:
    """What a wrong and the right number differ by, as a sentence; "" where it is nothing of the kind. `rows` is the
    program's text without comments."""
    apart = actual - expected
    if not apart:
        return ""
    modulus = next((each for each in sorted(set(_moduli("\n".join(rows))), reverse=True) if not apart % each), None)
    if modulus is not None and actual < 0 <= expected:
        return (
            f"It prints {actual}, which differs from {expected} by a multiple of the modulus {modulus}: the "
            "remainder of a negative number is negative."
        )
    if modulus is not None and 0 <= expected < modulus <= actual:
        return f"It prints {actual}, where {expected} is its remainder by {modulus}: the last remainder isn't taken."
    bits = next((bits for bits in _WORDS if not apart % (1 << bits)), None)
    if bits is None:
        return ""
    return f"It prints {actual}, which differs from {expected} by a multiple of 2^{bits}: upper bits were lost."


def _moduli(text: str) -> Iterator[int]:
    """The numbers by which a program takes remainders, written there or by name."""
    for match in _TAKEN.finditer(text):
        word = match[1] or match[2]
        values = (
            [word]
            if word[0].isdigit()
            else [
                text[named.end() : named.end() + 40]
                for named in re.finditer(_NAME_IS.format(name=re.escape(word)), text)
            ]
        )
        yield from (number for value in values for number in _number(value) if number >= LEAST_MODULUS)


def _number(text: str) -> Iterator[int]:
    match = _VALUE.match(text)
    if match is None:
        return
    if match["power"]:
        number = 10 ** int(match["power"])
    else:
        number = int(re.sub(r"\D", "", match["mantissa"])[:40]) * 10 ** int(match["exponent"] or 0)
    yield number + int("".join((match["rest"] or "0").split()))
