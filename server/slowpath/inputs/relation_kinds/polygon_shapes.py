"""Polygons of whole numbers: whether points are one, and how to make one of them.

A corner is (x, y), any whole numbers; side i leads from corner i to the next one, the last to the first. A convex
polygon is made of the points' own coordinates (P. Valtr, "Probability that n random points are in convex position",
1995), or, where these are too many for the area, of the shortest directions; another one by turning around what lies
between two sides that cross (T. Auer and M. Held, "Heuristics for the generation of random polygons", 1996), or as two
chains from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import gcd

import numpy as np

Corner = tuple[int, int]
Bounds = tuple[int, int]

FEWEST_CORNERS = 3
_MOST_TRIES, _MOST_DRAWN = 20, 2
_LARGEST = 10**9
"""Coordinates of which two products of differences can be added as 64 bits."""
_MOST_TURNED = 60
"""Polygons of more corners are put together as two chains."""


@dataclass(frozen=True)
class Shape:
    """What a polygon is to be: `convex`, `strictly` (no three corners in a row on one line), and how it `turn`s: 1
    counterclockwise, -1 clockwise, 0 either way."""

    convex: bool
    strictly: bool
    turn: int

    def flaw(self, corners: Sequence[Corner]) -> str:
        """Why the corners are no such polygon, "" where they are. The time is about that of sorting them."""
        if len(corners) < FEWEST_CORNERS:
            return "a polygon has three corners at least"
        sides = _sides(corners)
        following = np.roll(sides, -1, axis=0)
        turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
        turns_back = (sides * following).sum(axis=1) < 0
        same = ~sides.astype(bool).any(axis=1)
        flat = (turns == 0) & (turns_back | self.strictly | same)
        if flat.any():
            return f"corner {int(np.argmax(flat) + 1) % len(corners) + 1} lies on one line with those beside it"
        if self.convex and (turns.min() < 0 < turns.max() or _rounds(sides) != 1):
            return "the polygon isn't convex"
        crossing = None if self.convex else _crossing(corners)
        if crossing is not None:
            return f"the sides from corners {crossing[0] + 1} and {crossing[1] + 1} have a point in common"
        if self.turn and _turn(corners) != self.turn:
            return f"the corners aren't in {'counter' if self.turn > 0 else ''}clockwise order"
        return ""

    def repaired(
        self, corners: Sequence[Corner], area: Sequence[Bounds], rng: np.random.Generator
    ) -> list[Corner] | None:
        """A polygon of as many corners, of their coordinates where these will do, within an `area` that holds them,
        (lo, hi) of x and of y; None where none was found. Where it may have flat corners, it rather has none."""
        for shape in dict.fromkeys((replace(self, strictly=True), self)):
            for made in shape._candidates(list(corners), area, rng):
                turned = made[::-1] if self.turn and _turn(made) != self.turn else made
                if not shape.flaw(turned):
                    return turned
        return None

    def _candidates(
        self, corners: list[Corner], area: Sequence[Bounds], rng: np.random.Generator
    ) -> Iterator[list[Corner]]:
        yield corners
        if self.convex:
            for _ in range(_MOST_DRAWN):
                yield _of_coordinates(corners, rng)
            yield from _of_short_sides(len(corners), area, rng)
            return
        for _ in range(_MOST_TRIES):
            corners = _apart(corners, area, rng)
            made = _turned(corners) if len(corners) <= _MOST_TURNED else None
            made = made or _two_chains(corners)
            yield made
            on_lines = [at for at in range(len(made)) if _cross_at(made, at) == 0]
            corners = [_drawn(area, rng) if at in on_lines else corner for at, corner in enumerate(made)]


def _cross(one: Corner, other: Corner) -> int:
    return one[0] * other[1] - one[1] * other[0]


def _side_of(start: Corner, end: Corner, point: Corner) -> int:
    """Positive where a point lies left of the line from `start` to `end`, 0 where on it."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _cross_at(corners: Sequence[Corner], at: int) -> int:
    return _side_of(corners[at - 1], corners[at], corners[(at + 1) % len(corners)])


def _turn(corners: Sequence[Corner]) -> int:
    """1 where the corners go counterclockwise, -1 clockwise, 0 where they hold no area."""
    area = sum(_cross(one, other) for one, other in pairwise((*corners, *corners[:1])))
    return (area > 0) - (area < 0)


def _exact(corners: Sequence[Corner]) -> np.ndarray:
    """The corners as rows, of machine integers where no product of sides is too large for these."""
    most = max(max(map(abs, corner)) for corner in corners)
    return np.array(corners, dtype=np.int64 if most <= _LARGEST else object)


def _sides(corners: Sequence[Corner]) -> np.ndarray:
    at = _exact(corners)
    return np.roll(at, -1, axis=0) - at


def _rounds(sides: np.ndarray) -> int:
    """How often sides that all turn the same way go around."""
    upwards = (sides[:, 1] > 0) | ((sides[:, 1] == 0) & (sides[:, 0] > 0))
    return int((upwards != np.roll(upwards, -1)).sum()) // 2


def _crossing(corners: Sequence[Corner]) -> tuple[int, int] | None:
    """Two sides that share more than the corner between them, None where none do (M. Shamos and D. Hoey, "Geometric
    intersection problems", 1976). A line is swept from left to right, and of points above each other upwards; the sides
    that it cuts are in order from below, and only neighbours are compared. Sides in a row on one line don't turn back.
    """
    count = len(corners)
    order = sorted(range(count), key=corners.__getitem__)
    same = next(((one, other) for one, other in pairwise(order) if corners[one] == corners[other]), None)
    cut: list[int] = []
    for corner in order if same is None else ():
        begun = [side for side in (corner, (corner - 1) % count) if _left(corners, side) == corners[corner]]
        spot = _spot(corners, cut, corners[corner])
        ended = cut[spot : spot + 2 - len(begun)]
        beside = {corner, (corner - 1) % count}
        if len(ended) + len(begun) < 2 or not set(ended) <= beside:
            return cut[spot] if spot < len(cut) else cut[-1] if cut else corner, corner
        if not ended and _lies_on(corners, cut, spot, corners[corner]):
            return cut[spot], corner
        begun.sort(key=lambda side: _right(corners, side))
        if len(begun) == 2 and _side_of(corners[corner], *(_right(corners, side) for side in begun)) < 0:
            begun.reverse()
        cut[spot : spot + len(ended)] = begun
        for below, above in ((spot - 1, spot), (spot + len(begun) - 1, spot + len(begun))):
            if 0 <= below < above < len(cut) and _meet(corners, cut[below], cut[above]):
                return cut[below], cut[above]
    return same


def _left(corners: Sequence[Corner], side: int) -> Corner:
    return min(corners[side], corners[(side + 1) % len(corners)])


def _right(corners: Sequence[Corner], side: int) -> Corner:
    return max(corners[side], corners[(side + 1) % len(corners)])


def _spot(corners: Sequence[Corner], cut: Sequence[int], point: Corner) -> int:
    """How many of the sides that are cut lie below a point."""
    low, high = 0, len(cut)
    while low < high:
        middle = (low + high) // 2
        if _side_of(_left(corners, cut[middle]), _right(corners, cut[middle]), point) > 0:
            low = middle + 1
        else:
            high = middle
    return low


def _lies_on(corners: Sequence[Corner], cut: Sequence[int], spot: int, point: Corner) -> bool:
    if spot >= len(cut):
        return False
    return _side_of(_left(corners, cut[spot]), _right(corners, cut[spot]), point) == 0


def _meet(corners: Sequence[Corner], one: int, other: int) -> bool:
    """Whether two sides that don't follow each other have a point in common."""
    if (one - other) % len(corners) in (1, len(corners) - 1):
        return False
    ends = [(_left(corners, side), _right(corners, side)) for side in (one, other)]
    (a, b), (c, d) = ends
    sides = [_side_of(a, b, c), _side_of(a, b, d), _side_of(c, d, a), _side_of(c, d, b)]
    if any(
        side == 0 and min(ends[of]) <= point <= max(ends[of])
        for side, of, point in zip(sides, (0, 0, 1, 1), (c, d, a, b), strict=True)
    ):
        return True
    return (sides[0] > 0) != (sides[1] > 0) and (sides[2] > 0) != (sides[3] > 0) and 0 not in sides


def _drawn(area: Sequence[Bounds], rng: np.random.Generator) -> Corner:
    x, y = (int(rng.integers(lo, hi, endpoint=True)) for lo, hi in area)
    return x, y


def _apart(corners: Sequence[Corner], area: Sequence[Bounds], rng: np.random.Generator) -> list[Corner]:
    """The points, those drawn anew that are there already, as far as these find free places."""
    taken: set[Corner] = set()
    made = []
    for corner in corners:
        for _ in range(_MOST_TRIES):
            if corner not in taken:
                break
            corner = _drawn(area, rng)  # noqa: PLW2901
        taken.add(corner)
        made.append(corner)
    return made


def _turned(corners: list[Corner]) -> list[Corner] | None:
    """The points in an order in which no two sides cross, by turning around what lies between two that do, which makes
    the polygon shorter; None where it takes too long, as where sides lie on each other."""
    made = list(corners)
    for _ in range(len(made) * _MOST_TRIES):
        crossing = _crossing(made)
        if crossing is None:
            return made
        low, high = sorted(crossing)
        made[low + 1 : high + 1] = made[low + 1 : high + 1][::-1]
    return None


def _two_chains(corners: Sequence[Corner]) -> list[Corner]:
    """The points from the first to the last from left to right by those on one side of the line between these, and
    back by the others."""
    first, *others, last = sorted(corners)
    above = [point for point in others if _side_of(first, last, point) > 0]
    if not above:
        above = [point for point in others if _side_of(first, last, point) == 0]
    kept = set(above)
    return [first, *(point for point in others if point not in kept), last, *above[::-1]]


def _of_coordinates(corners: Sequence[Corner], rng: np.random.Generator) -> list[Corner]:
    """A convex polygon whose corners span the points' bounding box, drawn from their coordinates."""
    at = _exact(corners)
    steps = np.stack([rng.permutation(_steps(at[:, axis], rng)) for axis in (0, 1)], axis=1)
    return _walked(steps, at.min(axis=0), rng)


def _steps(values: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Differences that go from the least of some values to the greatest by some of them, and back by the others."""
    ordered = np.sort(values)
    is_up = rng.random(len(ordered)) < 1 / 2
    is_up[[0, -1]] = True
    back = ~is_up
    back[[0, -1]] = True
    return np.concatenate((np.diff(ordered[is_up]), np.diff(ordered[back][::-1])))


def _walked(steps: np.ndarray, low: np.ndarray, rng: np.random.Generator) -> list[Corner]:
    """The corners that some steps lead to in the order of their directions, the least of each coordinate at `low`,
    beginning at any of them."""
    at = np.cumsum(steps[np.argsort(np.arctan2(*steps.T[::-1].astype(float)), kind="stable")], axis=0)
    at = np.roll(at - at.min(axis=0) + low, int(rng.integers(len(steps))), axis=0)
    return [(int(x), int(y)) for x, y in at.tolist()]


def _of_short_sides(count: int, area: Sequence[Bounds], rng: np.random.Generator) -> Iterator[list[Corner]]:
    """A strictly convex polygon of the shortest sides with different directions, stretched to fill the area: as many
    corners as fit, or nearly so. What is one more than even loses a corner."""
    half = (count + 1) // 2
    reach = 1
    while len(steps := _directions(reach)) < half:
        reach *= 2
    steps = steps[:half]
    sizes = [hi - lo for lo, hi in area]
    scales = [size // sum(abs(step[axis]) for step in steps) for axis, size in enumerate(sizes)] if half > 1 else [0]
    if 0 in scales:
        return
    made = np.array([(sign * a * scales[0], sign * b * scales[1]) for a, b in steps for sign in (1, -1)], dtype=object)
    yield _walked(made, np.array([lo for lo, _ in area], dtype=object), rng)[:count]


def _directions(reach: int) -> list[Corner]:
    """Steps of different directions upwards, or to the right, that go at most `reach` in all, the shortest first."""
    found = ((a, b) for b in range(reach + 1) for a in range(b - reach, reach - b + 1) if gcd(a, b) == 1)
    return sorted((step for step in found if step[1] or step[0] > 0), key=lambda step: abs(step[0]) + step[1])
