"""Many integers as decimal text at once, and back: each about 2 ms per 1e5 numbers, where Python takes 12.

Written, every number has a row of bytes, four digits at a time from a table, zero bytes for digits that it doesn't
have; then the zero bytes are deleted. Read, the last eight bytes of every token are loaded as one 64-bit word,
whose digits are summed in three multiplications; longer tokens need a second and third word. (Design, engine.md
section 1: at 100 KB and more, reading and printing must not rule the search.)
"""

from __future__ import annotations

import numpy as np

LONGEST = 18
"""Tokens of so many digits surely fit in 64 bits."""

_SMALL = 150
_GROUP = 10_000
_CHUNK = 1 << 14
_WORD = 8
_STEPS = [(np.uint64(mask), np.uint64(factor), np.uint64(right)) for mask, factor, right in (
    (0x0F0F0F0F0F0F0F0F, 10 * 2**8 + 1, 8), (0x00FF00FF00FF00FF, 100 * 2**16 + 1, 16),
    (0x0000FFFF0000FFFF, 10_000 * 2**32 + 1, 32))]
"""The digits of a word two by two, four by four, and all eight."""



def _tables() -> np.ndarray:
    """Four bytes for each number below 10000: with leading zeros; then, 10000 further, without them, 0 as nothing."""
    full = [b"%04d" % number for number in range(_GROUP)]
    bare = [b"%d" % number if number else b"" for number in range(_GROUP)]
    return np.frombuffer(b"".join([*full, *(text.rjust(4, b"\0") for text in bare)]), dtype=np.uint32)


_FOUR_DIGITS = _tables()


def join_ints(values: np.ndarray, separator: bytes) -> bytes:
    """The int64 `values` in decimal with `separator` (one byte) between them, none at the end."""
    if values.size < _SMALL or separator == b"\0":
        return separator.join([b"%d" % value for value in values.tolist()])
    return _blocks(values, np.full(values.size, separator[0], dtype=np.uint8))[:-1]


def join_rows(rows: np.ndarray, separators: bytes = b" ") -> bytes:
    """The 2-d int64 `rows`, each ended by a newline. `separators` holds what stands behind each column but the
    last, or one byte for all of them."""
    count, width = rows.shape
    if not width:
        return b"\n" * count
    if len(separators) != width - 1:
        separators = separators * (width - 1)
    if rows.size < _SMALL:
        pattern = b"%d" + b"".join([b"%c%%d" % separator for separator in separators]) + b"\n"
        return b"".join([pattern % tuple(row) for row in rows.tolist()])
    ends = np.tile(np.frombuffer(separators + b"\n", dtype=np.uint8), count)
    return _blocks(rows.reshape(-1), ends)


def _blocks(values: np.ndarray, ends: np.ndarray) -> bytes:
    """Each of `values` followed by its byte of `ends`. In chunks, whose temporaries stay in the processor's cache."""
    return b"".join([_block(values[begin:begin + _CHUNK], ends[begin:begin + _CHUNK])
                     for begin in range(0, values.size, _CHUNK)])


def _block(values: np.ndarray, ends: np.ndarray) -> bytes:
    lowest, highest = int(values.min()), int(values.max())
    signed = lowest < 0
    magnitude = np.abs(values).view(np.uint64) if signed else values.view(np.uint64)  # The least int64 keeps its bits.
    largest = max(highest, -lowest)
    if largest < 1 << 32:
        magnitude = magnitude.astype(np.uint32)
    groups = -(-len(str(largest)) // 4)
    width = signed + 4 * groups + 1
    text = np.empty((values.size, width), dtype=np.uint8)
    if signed:
        text[:, 0] = np.where(values < 0, ord("-"), 0)
    text[:, -1] = ends
    for group in range(groups):
        rest = magnitude // _GROUP
        place = (magnitude - rest * _GROUP).astype(np.intp)
        place += _GROUP if group == groups - 1 else (rest == 0) * _GROUP
        left = signed + 4 * (groups - 1 - group)
        column = np.ndarray((values.size,), dtype=np.uint32, buffer=text, offset=left, strides=(width,))
        column[:] = np.take(_FOUR_DIGITS, place, mode="clip")
        magnitude = rest
    text[values == 0, -2] = ord("0")  # A zero as a whole has lost its only digit.
    return text.tobytes().translate(None, b"\0")


class DigitReader:
    """Reads tokens of digits out of `data`, given where they begin and end."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        count = max(len(data) - _WORD + 1, 0)
        self._words = np.ndarray((count,), dtype="<u8", buffer=data, strides=(1,)) if count else np.zeros(1, np.uint64)

    def integers(self, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
        """The int64 values of the tokens, each 1 to `LONGEST` digits and nothing else."""
        values = np.empty(starts.size, dtype=np.uint64)
        for begin in range(0, starts.size, _CHUNK):
            chunk = slice(begin, begin + _CHUNK)
            values[chunk] = self._chunk(ends[chunk], ends[chunk] - starts[chunk])
        # Words that end near the beginning of the data would begin before it.
        for place in range(int(np.searchsorted(ends, 3 * _WORD))):
            values[place] = int(self._data[starts[place]:ends[place]])
        return values.view(np.int64)

    def _chunk(self, ends: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        values = self._eight(ends, lengths)
        longest = int(lengths.max())
        if longest > _WORD:
            values += self._eight(ends - _WORD, lengths - _WORD) * np.uint64(10**_WORD)
        if longest > 2 * _WORD:
            values += self._eight(ends - 2 * _WORD, lengths - 2 * _WORD) * np.uint64(10**(2 * _WORD))
        return values

    def _eight(self, ends: np.ndarray, lengths: np.ndarray) -> np.ndarray:
        """The values of the last eight digits before `ends`, of as many as `lengths` says."""
        # A shift by all 64 bits isn't defined; half of it, twice, is.
        half = np.minimum(lengths, _WORD)
        np.maximum(half, 0, out=half)
        np.subtract(_WORD, half, out=half)
        half *= 4
        shift = half.view(np.uint64)
        words = self._words[np.maximum(ends - _WORD, 0)]
        words >>= shift
        words >>= shift
        words <<= shift
        words <<= shift
        for mask, factor, right in _STEPS:
            words &= mask
            words *= factor
            words >>= right
        return words
