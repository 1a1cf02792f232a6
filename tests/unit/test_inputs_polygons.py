"""Polygons: which points are one, tried against the definition, and whether those that are made are what was asked."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import numpy as np
import pytest

from slowpath.inputs.relation_kinds.polygon_shapes import Corner, Shape

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
STAR = [(0, 10), (6, -8), (-10, 3), (10, 3), (-6, -8)]
ANY, CONVEX = Shape(convex=False, strictly=False, turn=0), Shape(convex=True, strictly=False, turn=0)


def _points(count: int, most: int, rng: np.random.Generator) -> list[Corner]:
    return [(int(x), int(y)) for x, y in rng.integers(0, most + 1, (count, 2))]


def _side(a: Corner, b: Corner, c: Corner) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _share(one: tuple[Corner, Corner], other: tuple[Corner, Corner]) -> bool:
    """Whether two segments have a point in common, by the definition."""
    (a, b), (c, d) = one, other
    turns = [np.sign(_side(*three)) for three in ((a, b, c), (a, b, d), (c, d, a), (c, d, b))]
    if turns[0] != turns[1] and turns[2] != turns[3]:
        return True
    within = [(a, b, c), (a, b, d), (c, d, a), (c, d, b)]
    return any(
        turn == 0 and all(min(p[axis], q[axis]) <= r[axis] <= max(p[axis], q[axis]) for axis in (0, 1))
        for turn, (p, q, r) in zip(turns, within, strict=True)
    )


def _is_simple(corners: list[Corner]) -> bool:
    sides = list(pairwise((*corners, corners[0])))
    apart = [(i, j) for i, j in combinations(range(len(sides)), 2) if j - i not in (1, len(sides) - 1)]
    turns_back = any(
        _side(a, b, c) == 0 and (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) <= 0
        for a, b, c in zip(corners, (*corners[1:], corners[0]), (*corners[2:], *corners[:2]), strict=True)
    )
    return not turns_back and not any(_share(sides[i], sides[j]) for i, j in apart)


def test_simple_is_what_the_definition_says() -> None:
    rng = np.random.default_rng(3)
    found = {True: 0, False: 0}
    for _ in range(4000):
        corners = _points(int(rng.integers(3, 8)), int(rng.integers(1, 6)), rng)
        expected = _is_simple(corners)
        found[expected] += 1
        assert (ANY.flaw(corners) == "") == expected, corners
    assert min(found.values()) > 100


def test_a_star_turns_one_way_but_twice_around() -> None:
    assert CONVEX.flaw(STAR) == "the polygon isn't convex"
    assert CONVEX.flaw(SQUARE) == ""
    assert CONVEX.flaw([(0, 0), (2, 0), *SQUARE[1:]]) == ""


def test_what_is_right_but_for_its_order_only_turns_around() -> None:
    rng = np.random.default_rng(1)
    clockwise = Shape(convex=True, strictly=True, turn=-1)
    assert clockwise.repaired(SQUARE, [(0, 9), (0, 9)], rng) == SQUARE[::-1]


@pytest.mark.parametrize(("convex", "strictly", "turn"), [*product((False, True), (False, True), (-1, 0, 1))])
def test_made_ones_are_what_was_asked(convex: bool, strictly: bool, turn: int) -> None:
    rng, shape = np.random.default_rng(5), Shape(convex, strictly, turn)
    for count, most in ((3, 2), (4, 3), (5, 9), (12, 60), (40, 1000), (90, 10**9)):
        made = shape.repaired(_points(count, most, rng), [(0, most), (0, most)], rng)
        assert made is not None
        assert len(made) == count
        assert shape.flaw(made) == ""
        assert all(0 <= value <= most for corner in made for value in corner)


def test_nearly_as_many_corners_as_an_area_holds() -> None:
    """In a square of side m a convex polygon of whole numbers has some 3.45 m^(2/3) corners at most: 344 for 1000."""
    made = Shape(convex=True, strictly=True, turn=1).repaired(
        _points(300, 1000, np.random.default_rng(2)), [(0, 1000), (0, 1000)], np.random.default_rng(2)
    )
    assert made is not None
    assert len(made) == 300


def test_what_does_not_fit_is_none() -> None:
    rng = np.random.default_rng(1)
    assert Shape(convex=True, strictly=True, turn=0).repaired(_points(9, 2, rng), [(0, 2), (0, 2)], rng) is None
    assert ANY.repaired([(1, 1)] * 3, [(1, 1), (0, 9)], rng) is None
