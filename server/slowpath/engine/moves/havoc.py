"""Random edits of bytes that know nothing of what the bytes mean: AFL's havoc and splicing.

The operators and their odds are those of afl-fuzz 2.52b, on which PerfFuzz (ISSTA 2018) is built: 2 to 128 stacked
edits an input, each one of fifteen kinds (bits, interesting and near values of one, two and four bytes, blocks deleted,
cloned, overwritten). There is no dictionary, which afl-fuzz has only when it's given one.
"""

from __future__ import annotations

from random import Random
from typing import Literal

import numpy as np

STACKING_POWERS = 7
LARGEST_STEP = 35
LARGEST_BLOCK = 32_768
BLOCKS = ((1, 32), (32, 128), (128, 1500))
LARGE_BLOCKS = (1500, LARGEST_BLOCK)
ODDS_OF_LARGE = 10
KINDS = 15
INTERESTING = {
    1: (-128, -1, 0, 1, 16, 32, 64, 100, 127),
    2: (-128, -1, 0, 1, 16, 32, 64, 100, 127, -32768, -129, 128, 255, 256, 512, 1000, 1024, 4096, 32767),
    4: (
        -128,
        -1,
        0,
        1,
        16,
        32,
        64,
        100,
        127,
        -32768,
        -129,
        128,
        255,
        256,
        512,
        1000,
        1024,
        4096,
        32767,
        -2147483648,
        -100663046,
        -32769,
        32768,
        65535,
        65536,
        100663045,
        2147483647,
    ),
}


def havoc(data: bytes, rng: Random, most_bytes: int) -> bytes:
    """The bytes after a stack of random edits, at most `most_bytes` of them, or as many as there were."""
    buffer = bytearray(data or b"\0")
    for _ in range(1 << (1 + _below(STACKING_POWERS, rng))):
        _edit(buffer, _below(KINDS, rng), rng, most_bytes)
    return bytes(buffer)


def splice(data: bytes, other: bytes, rng: Random) -> bytes | None:
    """The head of one and the tail of the other, cut between their first and last difference; None where they hardly
    differ."""
    shared = min(len(data), len(other))
    if not shared:
        return None
    differing = np.flatnonzero(np.frombuffer(data, np.uint8, shared) != np.frombuffer(other, np.uint8, shared))
    if len(differing) < 2 or differing[-1] < 2:
        return None
    cut = int(differing[0]) + _below(int(differing[-1] - differing[0]), rng)
    return data[:cut] + other[cut:]


def _below(most: int, rng: Random) -> int:
    """A number in 0..most-1, in half the time that `randrange` takes."""
    return int(rng.random() * most)


def _edit(buffer: bytearray, kind: int, rng: Random, most_bytes: int) -> None:
    length = len(buffer)
    if kind == 0:
        bit = _below(8 * length, rng)
        buffer[bit >> 3] ^= 128 >> (bit & 7)
    elif kind <= 3:
        _write(buffer, (1, 2, 4)[kind - 1], None, rng)
    elif kind <= 9:
        step = 1 + _below(LARGEST_STEP, rng)
        _write(buffer, (1, 2, 4)[(kind - 4) // 2], step if kind % 2 else -step, rng)
    elif kind == 10:
        buffer[_below(length, rng)] ^= 1 + _below(255, rng)
    elif kind <= 12:
        _delete(buffer, rng)
    elif kind == 13:
        _insert(buffer, rng, most_bytes)
    else:
        _overwrite(buffer, rng)


def _write(buffer: bytearray, width: int, step: int | None, rng: Random) -> None:
    """An interesting value in the place of a number of so many bytes, or the number changed by a step, in either byte
    order."""
    if len(buffer) < width:
        return
    at = _below(len(buffer) - width + 1, rng)
    order: Literal["little", "big"] = "little" if width == 1 or _below(2, rng) else "big"
    value = rng.choice(INTERESTING[width]) if step is None else int.from_bytes(buffer[at : at + width], order) + step
    buffer[at : at + width] = (value % (1 << 8 * width)).to_bytes(width, order)


def _block_length(most: int, rng: Random) -> int:
    """The length of a block: small ones as often as larger ones, very large ones now and then."""
    kind = _below(len(BLOCKS), rng)
    low, high = BLOCKS[kind]
    if kind == len(BLOCKS) - 1 and not _below(ODDS_OF_LARGE, rng):
        low, high = LARGE_BLOCKS
    if low >= most:
        low = 1
    return low + _below(min(high, most) - low + 1, rng)


def _delete(buffer: bytearray, rng: Random) -> None:
    if len(buffer) < 2:
        return
    length = _block_length(len(buffer) - 1, rng)
    start = _below(len(buffer) - length + 1, rng)
    del buffer[start : start + length]


def _insert(buffer: bytearray, rng: Random, most_bytes: int) -> None:
    """A block of its own bytes cloned (three in four), or one byte many times, at a random place."""
    clones = _below(4, rng)
    length = _block_length(len(buffer) if clones else LARGEST_BLOCK, rng)
    if len(buffer) + length > most_bytes:
        return
    block = _copied(buffer, length, rng) if clones else _repeated(buffer, length, rng)
    at = _below(len(buffer), rng)
    buffer[at:at] = block


def _overwrite(buffer: bytearray, rng: Random) -> None:
    if len(buffer) < 2:
        return
    length = _block_length(len(buffer) - 1, rng)
    block = _copied(buffer, length, rng) if _below(4, rng) else _repeated(buffer, length, rng)
    at = _below(len(buffer) - length + 1, rng)
    buffer[at : at + length] = block


def _copied(buffer: bytearray, length: int, rng: Random) -> bytes:
    start = _below(len(buffer) - length + 1, rng)
    return bytes(buffer[start : start + length])


def _repeated(buffer: bytearray, length: int, rng: Random) -> bytes:
    byte = _below(256, rng) if _below(2, rng) else buffer[_below(len(buffer), rng)]
    return bytes([byte]) * length
