"""Values for the elements of a format: drawn at random or taken from a filler, then made to fit.

What a filler proposes is clipped into the bounds and given the wanted traits, keeping as much of it as they
allow: a proposal for a permutation is replaced by its ranks, repeated elements of a distinct array by unused
values, a sorted array is sorted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from slowpath.inputs.filling.distinct import distinct_numbers
from slowpath.inputs.filling.plan import ArrayFiller, WordFiller, takes_rows
from slowpath.inputs.filling.word_draws import WordDraws
from slowpath.inputs.filling.word_forms import MINUS, as_number, digits_of, formed, with_random_sign
from slowpath.inputs.filling.word_patterns import random_words
from slowpath.inputs.layout import exact_sum
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.traits import root_marked
from slowpath.model.format import Array, ElementType, FloatType, TextType, WordType

INT64_LEAST, INT64_LARGEST = -(2**63), 2**63 - 1
_ROUNDS = 30
_LENGTHS_TRIED = 100
_SHORT_WORD = 12
_EXACT_FLOATS = 2**53
_NONE = np.empty(0, dtype=np.int64)


def ints(
    count: int, lo: Any, hi: Any, filler: ArrayFiller | None, rng: np.random.Generator, what: str
) -> np.ndarray | list[int]:
    """`count` integers within `lo..hi` (ints, or arrays with one bound per element); a list of int where a
    bound exceeds int64."""
    if type(lo) is int and type(hi) is int and INT64_LEAST <= lo <= hi <= INT64_LARGEST:
        if filler is None:
            return rng.integers(lo, hi, count, dtype=np.int64, endpoint=True)
        # `np.clip` takes three times as long for what is short.
        return np.minimum(np.maximum(proposal(count, lo, hi, filler, rng), lo), hi) if count else _NONE
    if not count:
        return [] if _is_wide(lo, hi) else np.empty(0, dtype=np.int64)
    if np.any(np.asarray(lo > hi)):
        raise CannotGenerate(f"{what} in {_shown(lo)}..{_shown(hi)}")
    if _is_wide(lo, hi):
        return _wide_ints(count, lo, hi, filler, rng)
    if filler is None:
        return rng.integers(lo, hi, count, dtype=np.int64, endpoint=True)
    least, most = (lo, hi) if takes_rows(filler) else (int(np.min(lo)), int(np.max(hi)))
    return np.clip(proposal(count, least, most, filler, rng), lo, hi).astype(np.int64)


def proposal(count: int, lo: Any, hi: Any, filler: ArrayFiller, rng: np.random.Generator) -> np.ndarray:
    """What a filler proposes, cut or repeated to `count` elements."""
    return _sized(filler(count, lo, hi, rng), count)


def _shown(bound: Any) -> str:
    return f"{bound.min()} to {bound.max()}" if isinstance(bound, np.ndarray) else str(bound)


def _is_wide(lo: Any, hi: Any) -> bool:
    return (not _is_int64(lo) and bool(np.any(np.asarray(lo < INT64_LEAST)))) or (
        not _is_int64(hi) and bool(np.any(np.asarray(hi > INT64_LARGEST)))
    )


def _is_int64(bound: Any) -> bool:
    return isinstance(bound, np.ndarray) and bound.dtype == np.int64


def _wide_ints(count: int, lo: Any, hi: Any, filler: ArrayFiller | None, rng: np.random.Generator) -> list[int]:
    lows = [int(bound) for bound in np.broadcast_to(np.asarray(lo, dtype=object), count)]
    highs = [int(bound) for bound in np.broadcast_to(np.asarray(hi, dtype=object), count)]
    if filler is None:
        return _random_wide(lows, highs, rng)
    least, most = (min(max(bound, INT64_LEAST), INT64_LARGEST) for bound in (min(lows), max(highs)))
    proposed = _sized(filler(count, least, most, rng), count)
    return [min(max(value, low), high) for value, low, high in zip(proposed.tolist(), lows, highs, strict=True)]


def _random_wide(lows: list[int], highs: list[int], rng: np.random.Generator) -> list[int]:
    """A uniform integer of any size for each pair of bounds; all random bytes are drawn at once, since a draw each
    would take a hundred times as long."""
    spans = [high - low + 1 for low, high in zip(lows, highs, strict=True)]
    width = (max(spans, default=1).bit_length() + 71) // 8
    drawn = rng.bytes(width * len(spans))
    return [
        low + int.from_bytes(drawn[place * width : (place + 1) * width], "big") % span
        for place, (low, span) in enumerate(zip(lows, spans, strict=True))
    ]


def _sized(proposed: Any, count: int) -> np.ndarray:
    values = np.asarray(proposed)
    if values.dtype != np.int64:
        values = np.asarray(values, dtype=np.int64)
    if values.size == count:
        return values
    return np.resize(values, count) if values.size else np.zeros(count, dtype=np.int64)


def floats(count: int, of: FloatType, filler: ArrayFiller | None, rng: np.random.Generator) -> list[float]:
    """`count` numbers on the grid of `of.decimals` digits; a filler proposes multiples of the last digit."""
    lo, hi = grid_ends(of)
    return on_grid(ints(count, lo, max(lo, hi), filler, rng, "a decimal"), of)


def grid_ends(of: FloatType) -> tuple[int, int]:
    """The bounds of a decimal in units of its last digit."""
    scale = 10**of.decimals
    return -int(-of.lo * scale // 1), int(of.hi * scale // 1)


def on_grid(steps: Iterable[Any], of: FloatType) -> list[float]:
    """Decimals from multiples of their last digit."""
    # Rounding to the printed digits makes parse(print(x)) == x; zero keeps no sign.
    scale = 10**of.decimals
    if isinstance(steps, np.ndarray) and max(scale, int(np.abs(steps).max(initial=0))) < _EXACT_FLOATS:
        # Both are exact, so that their quotient is rounded already.
        return (np.clip(steps / scale, of.lo, of.hi) + 0.0).tolist()
    return [min(max(round(int(step) / scale, of.decimals), of.lo), of.hi) + 0.0 for step in steps]


def distinct_floats(values: Sequence[float], of: FloatType, rng: np.random.Generator, what: str) -> list[float]:
    """`values` with those that stand twice replaced by other decimals of their type."""
    scale = 10**of.decimals
    return on_grid(distinct_numbers([round(value * scale) for value in values], *grid_ends(of), rng, what), of)


def word(length: int, of: WordType | TextType, filler: WordFiller | None, rng: np.random.Generator) -> str:
    """A word of `length` characters of a type, in its form."""
    form = of.form if isinstance(of, WordType) else ""
    if form == "number":
        digits = letters(length, digits_of(of.alphabet) or of.alphabet, filler, rng)
        return with_random_sign(as_number(digits, of.alphabet, rng), of.alphabet, rng)
    made = letters(length, of.alphabet, filler, rng)
    return formed(made, of, rng) if isinstance(of, WordType) and form else made


def words(
    lengths: Sequence[int], of: WordType | TextType, filler: WordFiller | None, rng: np.random.Generator
) -> list[str]:
    """A word of each of `lengths`, as `word` makes them one by one."""
    form = of.form if isinstance(of, WordType) else ""
    if filler is None and isinstance(of, WordType) and form == "pattern":
        return random_words(np.asarray(lengths), of.pattern, rng)
    if filler is None and form == "number" and MINUS not in of.alphabet:
        digits = parted(random_word(sum(lengths), of.alphabet, rng), np.asarray(lengths))
        return [as_number(word, of.alphabet, rng) if word[:1] == "0" else word for word in digits]
    if filler is None or form:
        return [word(length, of, filler, rng) for length in lengths]
    made, alphabet, known = [], of.alphabet, _characters(of.alphabet)
    for length in lengths:
        proposed = filler(length, alphabet, rng)
        is_right = len(proposed) == length and known.issuperset(proposed)
        made.append(proposed if is_right else _made_fit(proposed, length, alphabet, rng))
    return made


def letters(length: int, alphabet: str, filler: WordFiller | None, rng: np.random.Generator) -> str:
    """`length` characters of `alphabet`."""
    if filler is None:
        return random_word(length, alphabet, rng)
    proposed = filler(length, alphabet, rng)
    is_right = len(proposed) == length and _characters(alphabet).issuperset(proposed)
    return proposed if is_right else _made_fit(proposed, length, alphabet, rng)


def _made_fit(proposed: str, length: int, alphabet: str, rng: np.random.Generator) -> str:
    """As many of the proposed characters as are in the alphabet, and random ones behind them."""
    proposed = "".join(character for character in proposed[:length] if character in _characters(alphabet))
    return proposed + random_word(length - len(proposed), alphabet, rng)


@lru_cache(maxsize=64)
def _characters(alphabet: str) -> frozenset[str]:
    return frozenset(alphabet)


@lru_cache(maxsize=64)
def _codes(alphabet: str) -> tuple[np.ndarray, str]:
    """What stands for each character, and in which encoding: a byte where that is enough for all of them."""
    codes = [ord(character) for character in alphabet]
    is_narrow = max(codes, default=0) < 256
    return np.array(codes, dtype=np.uint8 if is_narrow else "<u4"), "latin-1" if is_narrow else "utf-32-le"


def parted(values: Any, lengths: np.ndarray) -> list[Any]:
    """Consecutive parts of so many values each."""
    ends = np.cumsum(lengths).tolist()
    return [values[begin:end] for begin, end in zip([0, *ends], ends, strict=False)]


def random_word(length: int, alphabet: str, rng: np.random.Generator) -> str:
    """Uniform characters."""
    return spelled(rng.integers(0, len(alphabet), length), alphabet)


def spelled(places: np.ndarray, alphabet: str) -> str:
    """The word whose characters stand at `places` (0-based) of `alphabet`."""
    if len(places) <= _SHORT_WORD:
        return "".join([alphabet[place] for place in places.tolist()])
    codes, encoding = _codes(alphabet)
    return codes[places].tobytes().decode(encoding)


# Traits of arrays


def with_traits(item: Array, values: Any, lo: int, hi: int, rng: np.random.Generator) -> Any:
    """`values` (ints within `lo..hi`, or words) with the traits of `item`."""
    traits = item.traits
    if "permutation" in traits:
        return permuted(values, lo)
    if "parents" in traits:
        return as_parents(item, values, lo)
    if traits & {"distinct", "strictly-sorted"}:
        values = (
            distinct_floats(values, item.type, rng, item.name)
            if isinstance(item.type, FloatType)
            else made_distinct(values, lo, hi, rng, item.name, item.type)
        )
    if traits & {"sorted", "strictly-sorted"}:
        return np.sort(values) if isinstance(values, np.ndarray) else sorted(values)
    if "reverse-sorted" in traits:
        ordered = np.sort(values)[::-1].copy() if isinstance(values, np.ndarray) else sorted(values, reverse=True)
        return ordered
    return values


def permuted(values: Any, lo: int) -> np.ndarray:
    """The ranks of `values`, equal ones in order, from `lo`."""
    if isinstance(values, np.ndarray) and _is_permutation(values, lo):
        return values
    order = np.argsort(np.asarray(values), kind="stable")
    ranks = np.empty(order.size, dtype=np.int64)
    ranks[order] = np.arange(lo, lo + order.size)
    return ranks


def _is_permutation(values: np.ndarray, lo: int) -> bool:
    if values.dtype != np.int64 or not values.size or values.min() != lo or values.max() != lo + values.size - 1:
        return False
    return bool((np.bincount(values - lo, minlength=values.size) == 1).all())


def as_parents(item: Array, values: Any, lo: int) -> np.ndarray:
    """Each element moved below its own vertex, so that the parents are a tree; see `traits.root_marked`."""
    proposed = np.asarray(values, dtype=np.int64)
    if root_marked(item, lo):
        own = np.arange(proposed.size)
        parents = lo + 1 + (proposed - lo - 1) % np.maximum(own, 1)
        parents[:1] = lo
        return parents
    own = np.arange(1, proposed.size + 1)
    return lo + (proposed - lo) % own


def made_distinct(
    values: Any, lo: int, hi: int, rng: np.random.Generator, what: str, of: ElementType | None = None
) -> Any:
    """`values` with repetitions replaced by unused values, words by some of type `of`; the first of equals stays."""
    if not isinstance(values, np.ndarray) and values and isinstance(values[0], str):
        return distinct_words(values, rng, what, of if isinstance(of, WordType | TextType) else None)
    return distinct_numbers(values, lo, hi, rng, what)


def distinct_words(
    words: Sequence[str],
    rng: np.random.Generator,
    what: str,
    of: WordType | TextType | None = None,
    fixed: Iterable[str] = (),
) -> list[str]:
    """`words` with those that stand twice, or among the `fixed` ones, replaced by other words of the same characters
    and, where such are left, length. `of` is their type, which lets lengths change where its bounds are numbers."""
    seen, full, made = set(fixed), set[int](), []
    form = isinstance(of, WordType) and bool(of.form)
    letters = "".join(sorted(set().union(*words)))
    draws = WordDraws(letters, rng)
    for given in words:
        fresh: str | None = given if given not in seen else None
        for length in () if fresh is not None else _lengths_near(len(given), of):
            if length in full:
                continue
            # Few characters may be all that were drawn; a length that they fill has more of them.
            if of is not None and (form or not letters):
                drawn = (word(length, of, None, rng) for _ in range(_ROUNDS))
                fresh = next((one for one in drawn if one not in seen), None)
            else:
                fresh = draws.fresh(length, seen)
            if fresh is not None:
                break
            full.add(length)
        if fresh is None:
            raise CannotGenerate(f"distinct words of {what}")
        seen.add(fresh)
        made.append(fresh)
    return made


def _lengths_near(length: int, of: WordType | TextType | None) -> Iterator[int]:
    """The length itself, then shorter ones, which what all lengths sum up to has room for, then longer ones, as far as
    the type allows; at most some hundred each."""
    yield length
    low, high = (None, None) if of is None else (of.length_lo.constant, of.length_hi.constant)
    if low is not None and high is not None:
        yield from range(length - 1, max(low, length - _LENGTHS_TRIED) - 1, -1)
        yield from range(length + 1, min(high, length + _LENGTHS_TRIED) + 1)


# Sums


def shrunk(values: Any, lo: int, most: int) -> Any:
    """Integers scaled towards `lo` so that their sum is at most `most`; order and equality stay."""
    total = exact_sum(values)
    floor = lo * len(values)
    if total <= most:
        return values
    if floor > most:
        raise CannotGenerate(f"{len(values)} values of at least {lo} with a sum of at most {most}")
    left, away = most - floor, total - floor
    if not isinstance(values, np.ndarray):
        return [lo + (int(value) - lo) * left // away for value in values]
    farthest = max(int(values.max()) - lo, lo - int(values.min()))
    if values.dtype == np.int64 and max(farthest * max(1, left), abs(lo) + farthest, away) <= INT64_LARGEST:
        return lo + (values - lo) * left // away
    return np.array([lo + (int(value) - lo) * left // away for value in values], dtype=np.int64)


def summing_to(values: Any, lows: Any, highs: Any, least: int | None, most: int | None, what: str) -> Any:
    """Integers moved within their bounds until their sum is at least `least` and at most `most` (None: anything);
    each by its part of the room it has, so that order mostly stays. Raises `CannotGenerate` where there is no room."""
    listed = [int(value) for value in values]
    total = sum(listed)
    wanted = least if least is not None and total < least else most if most is not None and total > most else None
    if wanted is None:
        return values
    ends = highs if wanted > total else lows
    room = [
        int(end) - value
        for end, value in zip(np.broadcast_to(np.asarray(ends, dtype=object), len(listed)), listed, strict=True)
    ]
    missing, spare = wanted - total, sum(room)
    if abs(spare) < abs(missing):
        raise CannotGenerate(what)
    # Rounded towards zero, at most one is missing for each element that still has room.
    moves = [abs(part) * abs(missing) // abs(spare) * (1 if missing > 0 else -1) for part in room]
    rest = missing - sum(moves)
    for place, part in enumerate(room):
        step = min(abs(rest), abs(part) - abs(moves[place]), 1) * (1 if missing > 0 else -1)
        moves[place] += step
        rest -= step
    made = [value + move for value, move in zip(listed, moves, strict=True)]
    return np.array(made, dtype=np.int64) if isinstance(values, np.ndarray) else made
