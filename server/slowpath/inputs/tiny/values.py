"""The simplest values of a type, and one of them by a numbered choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from slowpath.inputs.filling.word_forms import bracket_pairs, digits_of
from slowpath.inputs.filling.word_patterns import templates
from slowpath.inputs.tiny.choices import Choose, DeadEnd
from slowpath.model.format import FloatType, IntType, TextType, WordType


@dataclass(frozen=True)
class Tininess:
    """How small instances are: no size above `size` (or the least that is allowed), elements among `span` values,
    single numbers among `reach`. With `has_ends` values are taken from both ends of their range by turns, else from
    the one that is nearer to zero."""

    size: int
    span: int
    reach: int
    has_ends: bool = False

    def __str__(self) -> str:
        kind = "extreme" if self.has_ends else "small"
        return f"sizes up to {self.size}, {self.span} {kind} values"


@lru_cache(maxsize=4096)
def simplest(lo: int, hi: int, most: int, has_ends: bool = False) -> list[int]:
    """Up to `most` integers of `lo..hi`, the simplest first: those next to zero, or those at the ends."""
    return list(islice(_from_ends(lo, hi) if has_ends else _from_zero(lo, hi), most))


def _from_zero(lo: int, hi: int) -> Iterator[int]:
    first = min(max(0, lo), hi)
    if lo > hi:
        return
    yield first
    for step in range(1, max(hi - first, first - lo) + 1):
        if first + step <= hi:
            yield first + step
        if first - step >= lo:
            yield first - step


def _from_ends(lo: int, hi: int) -> Iterator[int]:
    for step in range((hi - lo) // 2 + 1):
        yield lo + step
        if hi - step > lo + step:
            yield hi - step


def chosen_value(of: IntType | FloatType, scope: Mapping[str, Any], tininess: Tininess, choose: Choose) -> Any:
    """A number of a type whose bounds are known in `scope`."""
    if isinstance(of, FloatType):
        values = _floats(of, tininess.span, tininess.has_ends)
        return values[choose(len(values))]
    integers = simplest(int(of.lo.value(scope)), int(of.hi.value(scope)), tininess.span, tininess.has_ends)
    return integers[choose(len(integers))]


@lru_cache(maxsize=512)
def _floats(of: FloatType, most: int, has_ends: bool) -> list[float]:
    """Round numbers of the range, then those with a fraction."""
    middle = [0.0, 1.0, -1.0, 0.5, 2.0, 10.0**-of.decimals]
    offered = [of.lo, of.hi, *middle] if has_ends else [*middle, of.lo, of.hi]
    kept = dict.fromkeys(round(value, of.decimals) + 0.0 for value in offered if of.lo <= value <= of.hi)
    return list(kept)[:most]


def chosen_word(
    of: WordType | TextType, length: int | None, scope: Mapping[str, Any], tininess: Tininess, choose: Choose
) -> str:
    """A word of a type, of `length` characters, or as long as is chosen (None)."""
    form = of.form if isinstance(of, WordType) else ""
    if form == "fixed":
        return of.alphabet
    if isinstance(of, WordType) and form == "pattern":
        known = templates(of.pattern)
        template = known[choose(min(len(known), tininess.span))]
        return "".join([(letters := _letters(place, tininess))[choose(len(letters))] for place in template])
    if length is None:
        lo = max(int(of.length_lo.value(scope)), int(isinstance(of, WordType)))
        hi = int(of.length_hi.value(scope))
        length = lo + choose(min(hi, max(lo, tininess.size)) - lo + 1)
    if form == "brackets":
        return _brackets(of.alphabet, length, choose)
    if form == "number":
        return _number(digits_of(of.alphabet) or of.alphabet, length, tininess, choose)
    letters = _letters(of.alphabet, tininess)
    return "".join([letters[choose(len(letters))] for _ in range(length)])


def _letters(alphabet: str, tininess: Tininess) -> str:
    places = simplest(0, len(alphabet) - 1, tininess.span, tininess.has_ends)
    return "".join(alphabet[place] for place in places)


def _number(digits: str, length: int, tininess: Tininess, choose: Choose) -> str:
    first = digits.replace("0", "", 1) if length > 1 else digits
    made = [_letters(first, tininess)[choose(min(tininess.span, len(first)))]]
    letters = _letters(digits, tininess)
    return "".join([*made, *(letters[choose(len(letters))] for _ in range(length - 1))])


def _brackets(alphabet: str, length: int, choose: Choose) -> str:
    if length % 2:
        raise DeadEnd
    pairs = bracket_pairs(alphabet)
    made: list[str] = []
    awaited: list[str] = []
    for place in range(length):
        offered = list(pairs) if len(awaited) < length - place else []
        offered += awaited[-1:]
        letter = offered[choose(len(offered))]
        if awaited and letter == awaited[-1]:
            awaited.pop()
        else:
            awaited.append(pairs[letter])
        made.append(letter)
    return "".join(made)
