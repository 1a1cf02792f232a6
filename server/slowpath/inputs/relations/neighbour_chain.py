"""Relations between neighbours of an array as a chain of steps: drawn, or narrowed, so that all hold."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.layout import Place, over_rows, places
from slowpath.inputs.relations.single_elements import all_bounds, allowed, has_elements
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.traits import interval_fields
from slowpath.model.expression import Expr
from slowpath.model.format import ROW, Array, InputFormat, IntType, Records, Relation, Scalar

PROBED_VALUES = (1, 7, 1_000_003)
_WIDE = 2**200
_SAFE = 2**60


def columns_beside(fmt: InputFormat, name: str) -> frozenset[str]:
    """What the right side of `next name ...` may mention of each element: the array itself, or the rows' fields."""
    place = places(fmt).get(name)
    if place is None or not has_elements(place):
        return frozenset()
    if isinstance(place.rows, Records):
        return frozenset(
            field.name for field in place.rows.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)
        )
    return frozenset({name})


@dataclass(frozen=True)
class _Difference:
    """`upper >= lower + by[i]` in each row i; `upper` is of the next row where `reaches` is 1, `lower` where -1."""

    upper: str
    lower: str
    by: Sequence[int]
    reaches: int


class Chain:
    """The relations between neighbours of one list, with what bounds and other relations say of its elements."""

    def __init__(self, fmt: InputFormat, name: str, scope: Mapping[str, Any]) -> None:
        known = places(fmt)
        self._place: Place = known[name]
        self._scope = scope
        self._beside = columns_beside(fmt, name)
        self._count = len(scope[name])
        self.relations = [one for one in fmt.relations if one.kind == "next" and one.left.text in self._beside]
        within = [
            one
            for one in fmt.relations
            if one.kind == "compare" and one.left.names | one.right.names <= self._beside | scope.keys()
        ]
        self.rules: list[_Difference] = []
        self.unequal = [one for one in self.relations if one.operator == "!="]
        self.curved = [one for one in self.relations if one.operator != "!=" and self._plus(one.right) is None]
        for one in self.relations:
            self.rules += self._differences(one.left.text, one.operator, one.right, 1)
        for one in within:
            if one.left.text in self._beside:
                self.rules += self._differences(one.left.text, one.operator, one.right, 0)
        if isinstance(self._place.rows, Records):
            for field in sorted(self._beside):
                of: Any = known[field].item.type  # type: ignore[union-attr]
                self.rules += self._differences(field, ">=", of.lo, 0) + self._differences(field, "<=", of.hi, 0)
            if self._place.rows.structure == "intervals":
                low, high = interval_fields(self._place.rows)
                self.rules.append(_Difference(high, low, [0] * self._count, 0))
        self.rules += self._orders()
        meant = {one for rule in self.rules for one in (rule.upper, rule.lower)}
        meant |= {one for relation in self.relations for one in (relation.left.names | relation.right.names)}
        self.fields = sorted(meant & self._beside | {name})
        self.ends = {field: self._ends(known[field]) for field in self.fields}

    def _ends(self, place: Place) -> tuple[list[int], list[int]]:
        """The bounds of a field in each row, as wide as they are where they mention another field."""
        of: Any = place.item.type  # type: ignore[union-attr]
        if not (of.lo.names | of.hi.names) & self._beside:
            lows, highs = all_bounds(place, self._scope[_name(place)], self._scope)
            return [int(low) for low in lows], [int(high) for high in highs]
        rows = {ROW: np.arange(self._count)}
        made = []
        for end, widest in ((of.lo, -_WIDE), (of.hi, _WIDE)):
            one: Any = widest if end.names & self._beside else over_rows(end, self._scope, rows, self._count)
            made.append([int(value) for value in np.broadcast_to(np.asarray(one, dtype=object), self._count)])
        return made[0], made[1]

    def _orders(self) -> list[_Difference]:
        """What the order of a list, or of rows by their first field, says."""
        rows = self._place.rows
        ordered = rows.fields[0] if isinstance(rows, Records) else self._place.item
        traits: frozenset[str] = getattr(rows or self._place.item, "traits", frozenset())
        name = getattr(ordered, "name", "")
        if name not in self._beside:
            return []
        made = [
            _Difference(name, name, [int(trait == "strictly-sorted")] * self._count, 1)
            for trait in ("sorted", "strictly-sorted")
            if trait in traits
        ]
        return made + [_Difference(name, name, [0] * self._count, -1)] * ("reverse-sorted" in traits)

    def _differences(self, name: str, operator: str, right: Expr, reaches: int) -> list[_Difference]:
        """A comparison with `right` as differences; none where it isn't another field plus what is known."""
        other = self._plus(right)
        if other is None:
            return []
        field, by = other
        if field == name and not reaches:
            return []
        made = []
        if operator in (">", ">=", "=="):
            made.append(_Difference(name, field, [step + (operator == ">") for step in by], reaches))
        if operator in ("<", "<=", "=="):
            made.append(_Difference(field, name, [(operator == "<") - step for step in by], -reaches))
        return made

    def _plus(self, side: Expr) -> tuple[str, list[int]] | None:
        """(y, c) where `side` is y + c with a single field y and c known in each row."""
        mine = side.names & self._beside
        if len(mine) != 1:
            return None
        field = next(iter(mine))
        rows = {ROW: np.arange(self._count)}
        try:
            at_zero, *probed = (
                over_rows(side, {**self._scope, field: value}, rows, self._count) for value in (0, *PROBED_VALUES)
            )
        except ArithmeticError:
            return None
        if not all(np.all(made - value == at_zero) for made, value in zip(probed, PROBED_VALUES, strict=True)):
            return None
        return field, at_zero.tolist() if isinstance(at_zero, np.ndarray) else [at_zero] * self._count

    def rising(self) -> dict[str, list[int]]:
        """The values sorted and moved apart, where all that is said is that they rise; {} elsewhere."""
        order = self._order()
        if not order or self.unequal or self.curved:
            return {}
        width = len(order)
        ends = [end for field in order for side in self.ends[field] for end in (min(side), max(side))]
        steps = [step for rule in self.rules for step in (min(rule.by), max(rule.by))]
        far = max(map(abs, ends)) + self._count * width * max(map(abs, steps))
        kind: Any = np.int64 if far < _SAFE else object
        gaps = np.zeros(self._count * width, dtype=kind)
        for rule in self.rules:
            if min(rule.by) < 0:
                return {}
            if rule.upper == rule.lower and width > 1:
                continue
            by, at = np.array(rule.by, dtype=kind), width if rule.reaches else order.index(rule.upper)
            gaps[at::width] = np.maximum(gaps[at::width], by[: len(gaps[at::width])])
        flat = np.array([self._scope[field] for field in order], dtype=kind).T.reshape(-1)
        lows, highs = (np.array([self.ends[field][end] for field in order], dtype=kind).T.reshape(-1) for end in (0, 1))
        behind = np.add.accumulate(gaps)
        made = np.maximum.accumulate(np.maximum(np.sort(flat), lows) - behind)
        most = np.minimum.accumulate((highs - behind)[::-1])[::-1]
        made = np.minimum(made, most) + behind
        if (made < lows).any():
            raise CannotGenerate(" and ".join(map(str, self.relations)))
        return {field: made[at::width].tolist() for at, field in enumerate(order)}

    def _order(self) -> list[str]:
        """One field, or two of which the second is never below the first, that rise from row to row."""
        onward = [rule for rule in self.rules if rule.reaches]
        if not onward or any(rule.reaches < 0 for rule in onward):
            return []
        ends = {(rule.upper, rule.lower) for rule in onward}
        across = {pair for pair in ends if pair[0] != pair[1]} or ends
        low, high = min(across)
        if len(across) > 1 or (
            ends != across
            and not all(rule.upper == low and not any(rule.by) for rule in onward if rule.upper == rule.lower)
        ):
            return []
        within = {(rule.upper, rule.lower) for rule in self.rules if not rule.reaches}
        if low == high and not within:
            return [low]
        return [low, high] if within == {(high, low)} else []

    def stepping(self) -> dict[str, list[int]]:
        """As `narrowed` for one list whose elements are only some steps away from the ones before them; {} elsewhere.
        What lies behind narrows all at once, since a list may have 10^5 elements."""
        differ = [one for one in self.unequal if one.right == one.left]
        if (
            len(self.fields) > 1
            or self.curved
            or len(differ) < len(self.unequal)
            or any(not rule.reaches for rule in self.rules)
        ):
            return {}
        field = self.fields[0]
        lows, highs = self.ends[field]
        far = max(highs) - min(lows)
        most, least = [far] * self._count, [-far] * self._count
        for rule in self.rules:
            if rule.reaches > 0:
                least = list(map(max, least, rule.by))
            else:
                most = [min(step, -other) for step, other in zip(most, rule.by, strict=True)]
        lows, highs = _behind(lows, most, max), _behind(highs, least, min)
        made: list[int] = []
        for value, low, high, up, down in zip(
            self._scope[field], lows, highs, [far, *most], [-far, *least], strict=False
        ):
            last = made[-1] if made else None
            ends = (low, high) if last is None else (max(low, last + down), min(high, last + up))
            found = _near(int(value), *ends, (last,) if differ and last is not None else ())
            if found is None:
                raise CannotGenerate(" and ".join(map(str, self.relations)))
            made.append(found)
        return {field: made}

    def narrowed(self) -> dict[str, list[int]]:
        """Values from the front on, each within what all behind it leave, as near as it can be to the one it had."""
        lows = {field: list(self.ends[field][0]) for field in self.fields}
        highs = {field: list(self.ends[field][1]) for field in self.fields}
        inner = [rule for rule in self.rules if not rule.reaches]
        onward = [rule for rule in self.rules if rule.reaches]
        for row in range(self._count - 1, -1, -1):
            for rule in onward if row + 1 < self._count else ():
                if rule.reaches > 0:
                    highs[rule.lower][row] = min(highs[rule.lower][row], highs[rule.upper][row + 1] - rule.by[row])
                else:
                    lows[rule.upper][row] = max(lows[rule.upper][row], lows[rule.lower][row + 1] + rule.by[row])
            if self.curved:
                self._narrow_curved(lows, highs, row)
            _settle(inner, lows, highs, row)
        made = {field: [int(value) for value in self._scope[field]] for field in self.fields}
        for row in range(self._count):
            for rule in onward if row else ():
                if rule.reaches > 0:
                    lows[rule.upper][row] = max(lows[rule.upper][row], made[rule.lower][row - 1] + rule.by[row - 1])
                else:
                    highs[rule.lower][row] = min(highs[rule.lower][row], made[rule.upper][row - 1] - rule.by[row - 1])
            before = (
                {**self._scope, ROW: row - 1, **{field: values[row - 1] for field, values in made.items()}}
                if row and (self.curved or self.unequal)
                else {}
            )
            for one in self.curved if row else ():
                name, bound = one.left.text, one.right.value(before)
                lows[name][row], highs[name][row] = allowed(one.operator, lows[name][row], highs[name][row], bound)
            _settle(inner, lows, highs, row)
            for field in self.fields:
                low, high = lows[field][row], highs[field][row]
                barred = {one.right.value(before) for one in self.unequal if one.left.text == field} if row else ()
                value = _near(made[field][row], low, high, barred)
                if value is None:
                    raise CannotGenerate(" and ".join(map(str, self.relations)))
                made[field][row] = lows[field][row] = highs[field][row] = value
                _settle(inner, lows, highs, row)
        return made

    def _narrow_curved(self, lows: dict[str, list[int]], highs: dict[str, list[int]], row: int) -> None:
        """Narrows what a right side is about that rises with it otherwise than by as much (`next a >= 2*a`)."""
        for one in self.curved if row + 1 < self._count else ():
            mine = sorted(one.right.names & self._beside)
            if len(mine) != 1:
                continue
            field, behind = mine[0], one.left.text

            def fits(value: int, one: Relation = one, field: str = field, behind: str = behind) -> bool:
                bound = one.right.value({**self._scope, ROW: row, field: value})
                low, high = allowed(one.operator, lows[behind][row + 1], highs[behind][row + 1], bound)
                return low <= high

            if one.operator in ("<", "<="):
                lows[field][row] = _first(fits, lows[field][row], highs[field][row])
            elif one.operator in (">", ">="):
                highs[field][row] = _first(fits, highs[field][row], lows[field][row])


def _behind(ends: Sequence[int], steps: Sequence[int], stricter: Callable[[int, int], int]) -> list[int]:
    """Bounds of elements narrowed from the end on: each is at most one of `steps` away from the one behind it."""
    made = list(ends)
    for at in range(len(made) - 2, -1, -1):
        made[at] = stricter(made[at], made[at + 1] - steps[at])
    return made


def _first(fits: Callable[[int], bool], begin: int, end: int) -> int:
    """The first from `begin` to `end` that fits, where all behind one that does fit too; `begin` where none does."""
    if fits(begin) or begin == end or not fits(end):
        return begin
    wrong, right = begin, end
    while abs(right - wrong) > 1:
        middle = (wrong + right) // 2
        wrong, right = (wrong, middle) if fits(middle) else (middle, right)
    return right


def _name(place: Place) -> str:
    assert isinstance(place.item, Scalar | Array)
    return place.item.name


def _settle(rules: Sequence[_Difference], lows: dict[str, list[int]], highs: dict[str, list[int]], row: int) -> None:
    """Narrows the bounds of one row by the orders within it."""
    for _ in rules:
        for rule in rules:
            step = rule.by[row]
            lows[rule.upper][row] = max(lows[rule.upper][row], lows[rule.lower][row] + step)
            highs[rule.lower][row] = min(highs[rule.lower][row], highs[rule.upper][row] - step)


def _near(value: int, low: int, high: int, barred: Collection[int]) -> int | None:
    """The value within bounds, and not barred, that is nearest to one; None where there is none."""
    if low > high:
        return None
    nearest = low if value < low else high if value > high else value
    if not barred:
        return nearest
    around = (nearest + sign * away for away in range(len(barred) + 1) for sign in (1, -1))
    return next((found for found in around if low <= found <= high and found not in barred), None)
