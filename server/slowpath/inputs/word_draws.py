"""Random words of equal characters, drawn many at a time: one by one most of the time would go into asking for them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

_FIRST = 8
_MOST_CHARACTERS = 1 << 14


class WordDraws:
    """An endless supply of uniform words over `alphabet` for every length."""

    def __init__(self, alphabet: str, rng: np.random.Generator) -> None:
        self._codes = np.array([ord(character) for character in alphabet], dtype="<u4")
        self._rng = rng
        self._of_length: dict[int, Iterator[str]] = {}

    def draws(self, length: int) -> Iterator[str]:
        """The supply of that length, the same iterator each time."""
        if length not in self._of_length:
            self._of_length[length] = self._endless(length)
        return self._of_length[length]

    def _endless(self, length: int) -> Iterator[str]:
        """Twice as many at a time as before, so that who wants few words pays for few."""
        many, most = _FIRST, max(1, _MOST_CHARACTERS // max(1, length))
        while True:
            many = min(many, most)
            places = self._rng.integers(0, len(self._codes), many * length)
            together = self._codes[places].tobytes().decode("utf-32-le")
            yield from (together[start * length:(start + 1) * length] for start in range(many))
            many *= 2
