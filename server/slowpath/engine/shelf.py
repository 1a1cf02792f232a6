"""Large inputs, put away as their bytes.

As values, rows of queries and test cases take ten times the memory of their text, lists of numbers as much again. What
is asked for is parsed again; what was asked for lately stays whole.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from slowpath.engine.candidate import Candidate

SHELF_BYTES = 32 << 20
HEAVY_BYTES = 1 << 20
"""An instance is heavy that takes more: parsing it again takes hardly longer than to print it, and less than a run."""
WEIGHED = 64
OF_TUPLE, OF_DICT = 56, 232


class Shelf:
    """Heavy inputs by their ids, whole as long as all of them take at most `most_bytes`, one in any case. `parsed`
    makes the instance of an input's bytes."""

    def __init__(self, parsed: Callable[[bytes], dict[str, Any]], most_bytes: int = SHELF_BYTES) -> None:
        self._parsed = parsed
        self._most_bytes = most_bytes
        self._whole: OrderedDict[str, tuple[Candidate, int]] = OrderedDict()
        self._bytes = 0

    def put_away(self, candidate: Candidate) -> Candidate | None:
        """The input without its instance, None where that isn't heavy."""
        weight = weight_of(candidate.instance)
        if weight <= HEAVY_BYTES:
            return None
        self._keep(candidate, weight)
        return replace(candidate, instance=None)

    def whole(self, light: Candidate) -> Candidate:
        """An input that was put away, with its instance."""
        kept = self._whole.get(light.id)
        if kept is not None:
            self._whole.move_to_end(light.id)
            return kept[0]
        made = replace(light, instance=self._parsed(light.data))
        self._keep(made, weight_of(made.instance))
        return made

    def _keep(self, candidate: Candidate, weight: int) -> None:
        if candidate.id in self._whole:
            return
        self._whole[candidate.id] = candidate, weight
        self._bytes += weight
        while self._bytes > self._most_bytes and len(self._whole) > 1:
            self._bytes -= self._whole.popitem(last=False)[1][1]


def weight_of(value: Any) -> int:
    """About how many bytes a value takes in memory; of long lists a few elements are weighed."""
    if isinstance(value, np.ndarray):
        return int(value.nbytes)
    if isinstance(value, list):
        some = value[:: max(1, len(value) // WEIGHED)]
        return 8 * len(value) + (len(value) * sum(map(weight_of, some)) // len(some) if some else 0)
    if isinstance(value, tuple):
        return OF_TUPLE + sum(8 + weight_of(part) for part in value)
    if isinstance(value, dict):
        return OF_DICT + sum(map(weight_of, value.values()))
    return sys.getsizeof(value)
