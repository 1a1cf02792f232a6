"""Random words of equal characters that aren't there yet, drawn many at a time: one by one most of the time would go
into asking for them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import islice

import numpy as np

_FIRST = 8
_MOST_CHARACTERS = 1 << 14
_FEW_WORDS = 1 << 17
_ROUNDS = 30


class WordDraws:
    """Uniform words over `alphabet` of every length; where few words of a length are left, each of them once."""

    def __init__(self, alphabet: str, rng: np.random.Generator) -> None:
        self._codes = np.array([ord(character) for character in alphabet], dtype="<u4")
        self._rng = rng
        self._drawn: dict[int, Iterator[str]] = {}
        self._once: dict[int, Iterator[str]] = {}

    def fresh(self, length: int, seen: Container[str]) -> str | None:
        """A word of that length that isn't in `seen`; None where none is left or none comes up."""
        if len(self._codes) == 1:
            only = chr(self._codes[0]) * length
            return None if only in seen else only
        if length not in self._once:
            drawn = self._drawn.setdefault(length, self._endless(length))
            found = next((word for word in islice(drawn, _ROUNDS) if word not in seen), None)
            if found is not None or len(self._codes) ** min(length, _FEW_WORDS.bit_length()) > _FEW_WORDS:
                return found
            self._once[length] = self._each_once(length)
        return next((word for word in self._once[length] if word not in seen), None)

    def _each_once(self, length: int) -> Iterator[str]:
        letters = len(self._codes)
        numbers = self._rng.permutation(letters**length)
        places = numbers[:, None] // letters ** np.arange(length) % letters
        return self._spelled(places.ravel(), length, len(numbers))

    def _endless(self, length: int) -> Iterator[str]:
        """Twice as many at a time as before, so that who wants few words pays for few."""
        many, most = _FIRST, max(1, _MOST_CHARACTERS // max(1, length))
        while True:
            many = min(many, most)
            yield from self._spelled(self._rng.integers(0, len(self._codes), many * length), length, many)
            many *= 2

    def _spelled(self, places: np.ndarray, length: int, many: int) -> Iterator[str]:
        together = self._codes[places].tobytes().decode("utf-32-le")
        return (together[start * length : (start + 1) * length] for start in range(many))
