"""Many integers as decimal text at once, and back: each about 1 ms per 1e5 numbers, where Python takes 12.

Written, by a writer in machine code where one was given (`write_with`); else every number has a row of bytes, four
digits at a time from a table, zero bytes for digits that it doesn't have, and then the zero bytes are deleted. Read,
the last eight bytes of every token are loaded as one 64-bit word, whose digits are summed in three multiplications;
longer tokens need more words, or a few digits. (Design, engine.md section 1: at 100 KB and more, reading and printing
must not rule the search.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

LONGEST = 18
"""Tokens of so many digits surely fit in 64 bits."""

DigitWriter = Callable[[np.ndarray, bytes], np.ndarray]
"""Contiguous int64 values as decimal text in uint8, each followed by its byte of the second argument, which is
repeated."""

_writer: DigitWriter | None = None
_SMALL = 150
_SMALL_FOR_WRITER = 50
"""Fewer are written sooner one by one, by Python's own formatting."""
_GROUP = 10_000
_CHUNK = 1 << 14
_SPARSE = 16
"""With fewer than one zero byte in so many they are deleted one by one."""

_WORD = 8
_HALF = 4
_FIRST_STEP = np.uint64(10 * 2**8 + 1), np.uint64(8)
_STEPS = [
    (np.uint64(mask), np.uint64(factor), np.uint64(right))
    for mask, factor, right in ((0x00FF00FF00FF00FF, 100 * 2**16 + 1, 16), (0x0000FFFF0000FFFF, 10_000 * 2**32 + 1, 32))
]
"""The digits of a word two by two, then four by four, and all eight."""

_KEPT = np.array([0x0F0F0F0F0F0F0F0F << 8 * (_WORD - digits) & 2**64 - 1 for digits in range(_WORD + 1)], np.uint64)
"""What is kept of a word that ends in so many digits: their values, not what stands before them."""

_ONE, _ALL_BUT_ONE = np.uint64(1), np.uint64(63)
_FEW_MORE = 2
"""Digits beyond the first word that are sooner read one by one."""


def _tables() -> np.ndarray:
    """Four bytes for each number below 10000: with leading zeros; then, 10000 further, without them, 0 as nothing."""
    full = [b"%04d" % number for number in range(_GROUP)]
    bare = [b"%d" % number if number else b"" for number in range(_GROUP)]
    return np.frombuffer(b"".join([*full, *(text.rjust(4, b"\0") for text in bare)]), dtype=np.uint32)


_FOUR_DIGITS = _tables()


def write_with(writer: DigitWriter | None) -> None:
    """From now on this process writes with `writer`, or with numpy alone. The text is the same by both."""
    global _writer  # noqa: PLW0603 - what writes is no value of any search, and no search may depend on it.
    _writer = writer


def join_ints(values: np.ndarray, separator: bytes) -> bytes | memoryview:
    """The int64 `values` in decimal with `separator` between them, none at the end. Long texts aren't copied: whoever
    puts the input together does that."""
    if _are_few(values):
        return _pattern(values.size, separator) % tuple(values.tolist())
    if len(separator) != 1 or separator == b"\0":
        return separator.join([b"%d" % value for value in values.tolist()])
    return _text(values, separator)[:-1]


def join_rows(rows: np.ndarray, separators: bytes = b" ") -> bytes | memoryview:
    """The 2-d int64 `rows`, each ended by a newline. `separators` holds what stands behind each column but the
    last, or one byte for all of them. Long texts aren't copied."""
    count, width = rows.shape
    if not width:
        return b"\n" * count
    if len(separators) != width - 1:
        separators = separators * (width - 1)
    if _are_few(rows):
        return _row_pattern(separators) * count % tuple(rows.reshape(-1).tolist())
    return _text(rows.reshape(-1), separators + b"\n")


def join_ragged(heads: Sequence[np.ndarray], tails: Sequence[np.ndarray]) -> bytes | memoryview:
    """Lines of one int64 value of each of `heads` (at least one) and then those of one of `tails`, with blanks between
    them, each ended by a newline."""
    lengths = np.fromiter(map(len, tails), dtype=np.int64, count=len(tails))
    total = int(lengths.sum()) + len(heads) * len(tails)
    if total < (_SMALL if _writer is None else _SMALL_FOR_WRITER):
        rows = zip(*[head.tolist() for head in heads], [tail.tolist() for tail in tails], strict=True)
        return b"".join([_pattern(len(row) + len(tail)) % (*row, *tail) + b"\n" for *row, tail in rows])
    behind = np.cumsum(lengths + len(heads))
    begins = behind - lengths - len(heads)
    values, is_tail = np.empty(total, dtype=np.int64), np.ones(total, dtype=bool)
    for place, head in enumerate(heads):
        values[begins + place] = head
        is_tail[begins + place] = False
    values[is_tail] = np.concatenate(tails)
    ends = np.full(total, ord(" "), dtype=np.uint8)
    ends[behind - 1] = ord("\n")
    return _text(values, ends.tobytes())


@lru_cache(maxsize=512)
def _pattern(count: int, separator: bytes = b" ") -> bytes:
    """What formats `count` integers: all at once, which takes half as long as one by one."""
    return separator.replace(b"%", b"%%").join([b"%d"] * count)


@lru_cache(maxsize=256)
def _row_pattern(separators: bytes) -> bytes:
    parts = [bytes((separator,)).replace(b"%", b"%%") + b"%d" for separator in separators]
    return b"%d" + b"".join(parts) + b"\n"


def _are_few(values: np.ndarray) -> bool:
    return values.size < (_SMALL if _writer is None else _SMALL_FOR_WRITER)


def _text(values: np.ndarray, ends: bytes) -> memoryview:
    """Each of `values` followed by its byte of `ends`, which are repeated; a whole number of times."""
    if _writer is not None:
        return _writer(np.ascontiguousarray(values), ends).data
    following = np.tile(np.frombuffer(ends, dtype=np.uint8), values.size // len(ends))
    # In chunks, whose temporaries stay in the processor's cache.
    return memoryview(
        b"".join(
            [
                _block(values[begin : begin + _CHUNK], following[begin : begin + _CHUNK])
                for begin in range(0, values.size, _CHUNK)
            ]
        )
    )


def _block(values: np.ndarray, ends: np.ndarray) -> bytes:
    lowest, highest = int(values.min()), int(values.max())
    signed = lowest < 0
    magnitude = np.abs(values).view(np.uint64) if signed else values.view(np.uint64)  # The least int64 keeps its bits.
    largest = max(highest, -lowest)
    if largest < 1 << 32:
        magnitude = magnitude.astype(np.uint32)
    digits = max(len(str(largest)), _HALF)
    groups, width = -(-digits // _HALF), signed + digits + 1
    # The first group of each row may reach into the row before it, whose own bytes are written afterwards.
    room = np.empty(_HALF + values.size * width, dtype=np.uint8)
    text = room[_HALF:].reshape(values.size, width)
    columns = []
    for group in range(groups):
        rest = magnitude // _GROUP
        place = (magnitude - rest * _GROUP).astype(np.intp)
        place += _GROUP if group == groups - 1 else (rest == 0) * _GROUP
        columns.append(np.take(_FOUR_DIGITS, place, mode="clip"))
        magnitude = rest
    for group in reversed(range(groups)):
        left = signed + digits - _HALF * (group + 1)
        column = np.ndarray((values.size,), dtype=np.uint32, buffer=room, offset=_HALF + left, strides=(width,))
        column[:] = columns[group]
    if signed:
        text[:, 0] = np.where(values < 0, ord("-"), 0)
    text[:, -1] = ends
    text[values == 0, -2] = ord("0")  # A zero as a whole has lost its only digit.
    missing = text.size - np.count_nonzero(text)
    if not missing:
        return text.tobytes()
    # Searching for each zero byte costs more than a look at every byte where there are many.
    written = text.tobytes()
    return written.replace(b"\0", b"") if missing * _SPARSE < text.size else written.translate(None, b"\0")


class DigitReader:
    """Reads tokens of digits out of `data`, given where they begin and end."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        padded = data + b"\0" * (2 * _WORD - len(data) % _WORD)
        self._bytes = np.frombuffer(padded, dtype=np.uint8)
        self._words = np.frombuffer(padded, dtype="<u8")

    def integers(self, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """The int64 values of the tokens, each 1 to `LONGEST` digits and nothing else."""
        values = np.empty(starts.size, dtype=np.uint64)
        for begin in range(0, starts.size, _CHUNK):
            chunk = slice(begin, begin + _CHUNK)
            values[chunk] = self._chunk(ends[chunk], ends[chunk] - starts[chunk])
        # Words that end near the beginning of the data would begin before it.
        for place in range(int(np.searchsorted(ends, 3 * _WORD))):
            values[place] = int(self._data[starts[place] : ends[place]])
        return values.view(np.int64)

    def _chunk(self, ends: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        values = self._eight(ends, lengths)
        longest = int(lengths.max())
        if longest > _WORD + _FEW_MORE:
            for word in range(1, -(-longest // _WORD)):
                values += self._eight(ends - word * _WORD, lengths - word * _WORD) * np.uint64(10 ** (word * _WORD))
            return values
        for digit in range(_WORD, longest):
            more = self._bytes.take(ends - (digit + 1), mode="clip") - np.uint8(ord("0"))
            more *= lengths > digit
            values += more * np.uint64(10**digit)
        return values

    def _eight(self, ends: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        """The values of the last eight digits before `ends`, of as many as `lengths` says. The word is put together
        of the two aligned ones in which it stands."""
        begins = np.maximum(ends - _WORD, 0)
        right = ((begins & (_WORD - 1)) << 3).view(np.uint64)
        begins >>= 3
        words = self._words.take(begins, mode="clip")
        words >>= right
        begins += 1
        above = self._words.take(begins, mode="clip")
        above <<= _ONE  # A shift by all 64 bits isn't defined; so it is done in two.
        np.subtract(_ALL_BUT_ONE, right, out=right)
        above <<= right
        words |= above
        words &= _KEPT.take(lengths, mode="clip")
        words *= _FIRST_STEP[0]
        words >>= _FIRST_STEP[1]
        for mask, factor, places in _STEPS:
            words &= mask
            words *= factor
            words >>= places
        return words
