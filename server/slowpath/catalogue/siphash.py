"""Words that collide under SipHash when its key is known (STAB appendix G: "exposed seed").

CPython hashes texts with SipHash-1-3 (2-4 before 3.11) under a key that is all zeros where `PYTHONHASHSEED=0` exposes
it; tables look at the lowest bits first. Words are drawn and hashed by the ten thousand until enough of them agree in
these bits. Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

POOL_BITS = 10
POOL = 512
BATCH = 1 << 14
_CONSTANTS = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)


@dataclass(frozen=True)
class SipKey:
    """The 128-bit key in two halves and the rounds per block and at the end."""

    k0: int = 0
    k1: int = 0
    rounds: int = 1
    final_rounds: int = 3


def siphash(words: np.ndarray, key: SipKey) -> np.ndarray:
    """The 64-bit hashes of byte words of one length, given as a `(count, length)` uint8 array."""
    count, length = words.shape
    padded = np.zeros((count, length // 8 * 8 + 8), dtype=np.uint8)
    padded[:, :length] = words
    padded[:, -1] = length & 0xFF
    blocks = padded.view("<u8")
    halves = (key.k0, key.k1, key.k0, key.k1)
    state = [
        np.full(count, half ^ constant, dtype=np.uint64) for half, constant in zip(halves, _CONSTANTS, strict=True)
    ]
    for column in range(blocks.shape[1]):
        state[3] ^= blocks[:, column]
        for _ in range(key.rounds):
            _round(state)
        state[0] ^= blocks[:, column]
    state[2] ^= np.uint64(0xFF)
    for _ in range(key.final_rounds):
        _round(state)
    return state[0] ^ state[1] ^ state[2] ^ state[3]


def _rotated(values: np.ndarray, by: int) -> np.ndarray:
    return (values << np.uint64(by)) | (values >> np.uint64(64 - by))


def _round(v: list[np.ndarray]) -> None:
    v[0] = v[0] + v[1]
    v[2] = v[2] + v[3]
    v[1] = _rotated(v[1], 13) ^ v[0]
    v[3] = _rotated(v[3], 16) ^ v[2]
    v[0] = _rotated(v[0], 32)
    v[2] = v[2] + v[1]
    v[0] = v[0] + v[3]
    v[1] = _rotated(v[1], 17) ^ v[2]
    v[3] = _rotated(v[3], 21) ^ v[0]
    v[2] = _rotated(v[2], 32)


def siphash_words(key: SipKey) -> Callable[..., str]:
    """Words whose hashes under `key` agree in the lowest `POOL_BITS` bits, drawn from a pool of `POOL`."""

    def filler(length, alphabet, rng):
        pool = _pool(key, length, alphabet)
        return pool[int(rng.integers(len(pool)))]

    return filler


@lru_cache(maxsize=32)
def _pool(key: SipKey, length: int, alphabet: str) -> tuple[str, ...]:
    """Different words with the same low bits; fewer than `POOL` where there are no more short ones."""
    rng = np.random.default_rng([length, len(alphabet)])
    codes = np.array([ord(letter) for letter in alphabet if ord(letter) < 128] or [97], dtype=np.uint8)
    found: dict[str, None] = {}
    for _ in range(2 * (POOL << POOL_BITS) // BATCH):
        words = codes[rng.integers(0, len(codes), size=(BATCH, length))]
        for row in words[siphash(words, key) & np.uint64((1 << POOL_BITS) - 1) == 0]:
            found[row.tobytes().decode("ascii")] = None
        if len(found) >= POOL or len(codes) ** length <= len(found) << POOL_BITS:
            break
    return tuple(found) or (alphabet[0] * length,)
