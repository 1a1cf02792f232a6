"""How often each value is there: `where times a <= 2`, `where times a == k`, `where times s == n`.

Said of a list, table or field of integers, or of the characters of a word. What is there too often gives way to values
that are there less often; where each must be there just so often the most frequent ones stay.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.layout import Place, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.present import elements_of, has_many
from slowpath.inputs.relations.single_elements import TESTS, all_bounds
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.model.format import InputFormat, IntType, Matrix, Relation, WordType

_DRAWS = 20


def can_be_counted(place: Place | None) -> bool:
    """Whether values of a variable can stand in it several times: a list or table of integers, or a word."""
    return has_many(place, of_characters=False) or has_many(place, of_characters=True)


def occurrence_flaw(relation: Relation, scope: Mapping[str, Any]) -> str:
    """Which value is there too often or too rarely, "" where none is."""
    values, bound = scope[relation.left.text], relation.right.value(scope)
    if isinstance(values, np.ndarray) and values.dtype != object:
        found, times = np.unique(values, return_counts=True)
        holds = np.broadcast_to(TESTS[relation.operator](times, bound), times.shape)
        wrong = [(found[at].item(), times[at].item()) for at in np.flatnonzero(~holds)[:1]]
    else:
        counted = Counter(elements_of(values).tolist())
        wrong = [one for one in counted.items() if not TESTS[relation.operator](one[1], bound)][:1]
    if not wrong:
        return ""
    shown = repr(chr(wrong[0][0])) if _has_characters(values) else str(wrong[0][0])
    return f"{shown} is there {wrong[0][1]} times, the bound {bound}"


def _has_characters(values: Any) -> bool:
    return isinstance(values, str) or (isinstance(values, list) and bool(values) and isinstance(values[0], str))


def repair_occurrences(
    fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any], rng: np.random.Generator
) -> None:
    """Gives elements other values until the relation holds. Raises `CannotGenerate` where bounds leave none."""
    name = relation.left.text
    if name not in instance or not occurrence_flaw(relation, scope):
        return
    place, values = places(fmt)[name], instance[name]
    drawer = _Drawer(place, values, scope, rng)
    listed, bound = drawer.listed, relation.right.value(scope)
    match relation.operator:
        case "<=" | "<":
            drawer.at_most(bound - (relation.operator == "<"))
        case ">=" | ">":
            drawer.at_least(bound + (relation.operator == ">"))
        case "==":
            drawer.just(bound)
    ordered = getattr(place.item, "traits", frozenset[str]()) & {"sorted", "reverse-sorted"}
    if ordered:
        listed.sort(reverse="reverse-sorted" in ordered)
    instance[name] = drawer.written(values)
    if occurrence_flaw(relation, {**scope, **instance}):
        raise CannotGenerate(str(relation))


class _Drawer:
    """The elements as numbers (characters by their place in the alphabet), and the bounds of each."""

    def __init__(self, place: Place, values: Any, scope: Mapping[str, Any], rng: np.random.Generator) -> None:
        of: Any = place.item.type  # type: ignore[union-attr]
        self._rng = rng
        self._onward: dict[int, int] = {}
        self._alphabet = of.alphabet if isinstance(of, WordType) else ""
        flat = elements_of(values).tolist()
        if self._alphabet:
            self.listed = [self._alphabet.index(chr(point)) for point in flat]
            self._lows, self._highs = [0] * len(flat), [len(self._alphabet) - 1] * len(flat)
            return
        assert isinstance(of, IntType)
        self.listed = flat
        ends = (
            [[end.value(scope)] * len(flat) for end in (of.lo, of.hi)]
            if isinstance(place.item, Matrix)
            else all_bounds(place, values, scope)
        )
        self._lows, self._highs = ([int(end) for end in side] for side in ends)

    def written(self, values: Any) -> Any:
        """The elements in the form that `values` have."""
        if self._alphabet:
            joined = "".join(self._alphabet[number] for number in self.listed)
            return joined if isinstance(values, str) else _cut(joined, values)
        if isinstance(values, np.ndarray):
            return np.array(self.listed, dtype=values.dtype).reshape(values.shape)
        return _cut(self.listed, values) if values and isinstance(values[0], list | np.ndarray) else list(self.listed)

    def at_most(self, most: int) -> None:
        """No value more than `most` times; which of them give way is drawn."""
        self._kept(Counter(), most)

    def just(self, times: int) -> None:
        """Each value that is there just so often: the most frequent ones stay."""
        count = len(self.listed)
        if times < 1 or count % times:
            raise CannotGenerate(f"{count} elements, each value {times} times")
        kept = Counter({value: times for value, _ in Counter(self.listed).most_common(count // times)})
        while len(kept) < count // times:
            kept[self._free(0, kept, 1)] = times
        self._kept(kept, 0)

    def at_least(self, least: int) -> None:
        """Values that are there less often give way to those that are."""
        there = Counter(self.listed)
        kept = sorted(value for value, times in there.items() if times >= least) or [there.most_common(1)[0][0]]
        for at, value in enumerate(self.listed):
            if there[value] < least:
                begin, end = bisect_left(kept, self._lows[at]), bisect_right(kept, self._highs[at])
                if begin == end:
                    raise CannotGenerate(f"each value at least {least} times")
                self.listed[at] = kept[int(self._rng.integers(begin, end))]

    def _kept(self, room: Counter[int], beyond: int) -> None:
        """Each value at most as often as `room` says, others as often as `beyond`; what is more gets a value with room
        left: one of `room` where others have none."""
        there: Counter[int] = Counter()
        moved = []
        for at in self._rng.permutation(len(self.listed)).tolist():
            value = self.listed[at]
            if there[value] < room.get(value, beyond):
                there[value] += 1
            else:
                moved.append(at)
        if beyond:
            for at in moved:
                self.listed[at] = self._free(at, there, beyond)
                there[self.listed[at]] += 1
            return
        left = [value for value, most in room.items() for _ in range(most - there[value])]
        for at, value in zip(moved, self._shuffled(left), strict=True):
            self.listed[at] = value

    def _shuffled(self, values: Sequence[int]) -> list[int]:
        return [values[at] for at in self._rng.permutation(len(values)).tolist()]

    def _free(self, at: int, there: Mapping[int, int], most: int) -> int:
        """A value within the bounds of one element that is there less than `most` times."""
        low, high = self._lows[at], self._highs[at]
        for _ in range(_DRAWS if low <= high else 0):
            value = random_int(low, high, self._rng)
            if there[value] < most:
                return value
        start = random_int(low, high, self._rng) if low <= high else low
        for begin, end in ((start, high), (low, start - 1)):
            value = self._first_free(begin, there, most)
            if value <= end:
                return value
        raise CannotGenerate(f"no value is there less than {most} times")

    def _first_free(self, value: int, there: Mapping[int, int], most: int) -> int:
        """The first value from one on that is there less than `most` times. What was passed is never gone through
        again, so that all searches take as long as there are elements, however wide the bounds are."""
        passed = []
        while there[value] >= most:
            passed.append(value)
            value = self._onward.get(value, value + 1)
        self._onward.update(dict.fromkeys(passed, value))
        return value


def _cut(elements: Any, rows: Sequence[Any]) -> list[Any]:
    """`elements` in pieces as long as `rows` are."""
    made, begin = [], 0
    for row in rows:
        made.append(elements[begin : begin + len(row)])
        begin += len(row)
    return made
