"""Structure-aware mutation for who knows only bytes: a parent's bytes in, children's bytes out, all of them valid.

Fuzzers of bytes ask the same parent hundreds of times in a row, so the last ones stay parsed; they're also what is
crossed with.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import numpy as np

from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.validating.validate import holds
from slowpath.model.format import InputFormat

REMEMBERED = 16
MOST_MUTATIONS = 4
CROSSED_SHARE = 0.15


class ByteMutator:
    """Mutates by the format. A child that can't be made valid, or would be too long, is b""."""

    def __init__(self, fmt: InputFormat, seed: int) -> None:
        self._format = fmt
        self._rng = np.random.default_rng([seed, *b"byte-mutator"])
        self._parsed: OrderedDict[bytes, dict[str, Any] | None] = OrderedDict()

    def __call__(self, parent: bytes, wanted: int, most_bytes: int) -> list[bytes]:
        """As many children as wanted, each at most so long."""
        instance = self._instance(parent)
        return [self._child(instance, most_bytes) if instance is not None else b"" for _ in range(wanted)]

    def _instance(self, parent: bytes) -> dict[str, Any] | None:
        if parent not in self._parsed:
            try:
                self._parsed[parent] = parse(self._format, parent)
            except ParseError:
                self._parsed[parent] = None
            if len(self._parsed) > REMEMBERED:
                self._parsed.popitem(last=False)
        self._parsed.move_to_end(parent)
        return self._parsed[parent]

    def _child(self, instance: dict[str, Any], most_bytes: int) -> bytes:
        rng = self._rng
        others = [other for other in self._parsed.values() if other is not None and other is not instance]
        try:
            if others and rng.random() < CROSSED_SHARE:
                instance, _ = crossover(self._format, instance, others[int(rng.integers(len(others)))], rng)
            for _ in range(1 + min(MOST_MUTATIONS - 1, int(rng.geometric(0.6)) - 1)):
                instance, _ = mutate(self._format, instance, rng)
        except CannotGenerate:
            return b""
        data = print_input(self._format, instance)
        return data if len(data) <= most_bytes and holds(self._format, instance) else b""
