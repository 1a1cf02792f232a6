"""Single elements of arrays changed one by one, and what the changes told remembered.

The alternating variable method (McMinn 2004) over elements: what an element's change took from a measure says that the
element is right as it is, and what it gave that it's right now; both are left alone, so that the changes that are left
go to elements that aren't right yet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from slowpath.engine.candidate import Candidate
from slowpath.inputs.filling.fill import ints
from slowpath.inputs.layout import places
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import Array, InputFormat, IntType

MOST_ELEMENTS = 400
TRIALS = 6


class ElementMoves:
    """The moves from one input, and from those that they lead to."""

    def __init__(self, fmt: InputFormat, rng: np.random.Generator) -> None:
        self._format = fmt
        self._rng = rng
        self._arrays = {
            name: place.item.type
            for name, place in places(fmt).items()
            if not place.path and isinstance(place.item, Array) and isinstance(place.item.type, IntType)
        }
        self._right: set[tuple[str, int]] = set()
        self._tried: set[str] = set()
        self._from = ""
        self._last: tuple[str, int] | None = None

    @property
    def can_move(self) -> bool:
        """Whether the format has arrays of integers."""
        return bool(self._arrays)

    def moved(self, parent: Candidate) -> tuple[dict[str, Any], str] | None:
        """The parent's values with one element changed, seldom as it was before, and a label; None where no change is
        found."""
        self._last = None
        instance = parent.instance or {}
        if self._from not in (parent.id, parent.origin.parent):
            self._right = set()
        if self._from != parent.id:
            self._tried = set()
        self._from = parent.id
        elements = [(name, at) for name in self._arrays for at in range(len(instance.get(name, ())))]
        if not elements or len(elements) > MOST_ELEMENTS:
            return None
        free = [element for element in elements if element not in self._right]
        if not free:
            self._right, free = set(), elements
        found: tuple[dict[str, Any], str] | None = None
        for _ in range(TRIALS):
            name, at = free[int(self._rng.integers(len(free)))]
            value = self._value(instance, name, at)
            if value is None or value == instance[name][at]:
                continue
            changed = np.array(instance[name])
            changed[at] = value
            made = {**instance, name: changed}
            if not violations(self._format, made, 1):
                self._last, found = (name, at), (made, f"{name}[{at}] = {value}")
                if found[1] not in self._tried:
                    self._tried.add(found[1])
                    break
        return found

    def _value(self, instance: dict[str, Any], name: str, at: int) -> int | None:
        """Any value within bounds, or one beside the present one, or another element's."""
        try:
            lo, hi = self._arrays[name].lo.value(instance), self._arrays[name].hi.value(instance)
        except (KeyError, ArithmeticError):
            return None
        drawn, now = self._rng.random(), int(instance[name][at])
        if drawn < 0.6:
            return int(ints(1, lo, hi, None, self._rng, "a number")[0])
        if drawn < 0.8:
            return now + (1 if drawn < 0.7 else -1) * int(1 << self._rng.integers(max(1, (hi - lo).bit_length())))
        return int(instance[name][int(self._rng.integers(len(instance[name])))])

    def learned(self, gained: int) -> None:
        """What the last move did to the measure: the difference, 0 where it changed nothing."""
        if self._last is not None and gained:
            self._right.add(self._last)
        self._last = None
