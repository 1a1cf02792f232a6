"""Points in the plane: on lines, on grids, on curves whose every point is a corner of the hull.

STAB appendix G, table 8 (geometry); Preparata and Shamos, "Computational geometry" (1985). A construction is a pair of
fillers, one per coordinate, each `(length, lo, hi, rng) -> int64 array`. They must agree without knowing of each
other, so both follow from the length and their own bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, isqrt

import numpy as np

from slowpath.catalogue import arrays
from slowpath.catalogue.spread import from_low, spread_over

Axes = tuple[Callable[..., np.ndarray], Callable[..., np.ndarray]]
_LARGEST_RADIUS = 1 << 62


def grid_column(length, lo, hi, rng):
    """The place within the row of a square grid of unit steps."""
    return from_low(np.arange(length) % max(1, ceil(length**0.5)), lo, hi)


def grid_row(length, lo, hi, rng):
    return from_low(np.arange(length) // max(1, ceil(length**0.5)), lo, hi)


def circle(sine: bool) -> Callable[..., np.ndarray]:
    """One coordinate of points on the largest circle within the bounds, in the order of a fixed shuffle."""

    def filler(length, lo, hi, rng):
        angles = np.random.default_rng(length).permutation(length) * (2 * np.pi / max(1, length))
        middle, radius = lo + (hi - lo) // 2, min((hi - lo) // 2, _LARGEST_RADIUS)
        values = np.round(np.sin(angles) * radius if sine else np.cos(angles) * radius)
        return np.clip(middle + values.astype(np.int64), lo, hi)

    return filler


def polygon(turned: bool) -> Callable[..., np.ndarray]:
    """One coordinate of corners of a polygon whose sides are the shortest steps of different directions: as many as
    fit on a lattice (`O(range^(2/3))`, Jarnik 1926). Further points lie on smaller copies within, layer by layer; all
    are in the order of a fixed shuffle. A quarter turn maps it to itself, so both coordinates reach as far."""

    def filler(length, lo, hi, rng):
        span = min(hi - lo, _LARGEST_RADIUS)
        right, up = steps(max(1, -(-length // 4)), span)
        corners = np.cumsum(np.concatenate((up, right, -up, -right) if turned else (right, -up, -right, up)))
        corners -= corners.min()
        corners *= max(1, span // max(1, int(corners.max())))
        layer, corner = np.divmod(fixed_order(length), len(corners))
        layers = int(layer.max(initial=0)) + 1
        middle = int(corners.max()) // 2
        return np.clip(lo + middle + (corners[corner] - middle) * (layers - layer) // layers, lo, hi)

    return filler


def steps(most: int, span: int) -> tuple[np.ndarray, np.ndarray]:
    """Up to `most` steps of different directions in a quarter turn, the shortest, in the order of their angles, as long
    as their sum fits into the span."""
    side = np.arange(isqrt(4 * most) + 3)
    right, up = (part.ravel() for part in np.meshgrid(side, side))
    apart = (np.gcd(right, up) == 1) & (right > 0)
    right, up = right[apart], up[apart]
    shortest = np.argsort(right + up, kind="stable")[:most]
    fitting = max(1, int(np.searchsorted(np.cumsum((right + up)[shortest]), span, "right")))
    chosen = shortest[:fitting]
    chosen = chosen[np.argsort(up[chosen] / right[chosen])]
    return right[chosen], up[chosen]


def fixed_order(length: int) -> np.ndarray:
    """A shuffle that hangs on nothing but the length, so that several columns agree in it."""
    return np.random.default_rng(length).permutation(length)


def parabola_x(length, lo, hi, rng):
    return from_low(fixed_order(length), lo, hi)


def parabola_y(length, lo, hi, rng):
    """`x^2` about the middle, as long as it stays within the bounds: no three points on a line, all of them corners."""
    reach = min(length, 2 * isqrt(max(0, hi - lo)) + 1)
    return np.clip(lo + (fixed_order(length) % reach - reach // 2) ** 2, lo, hi)


def step_along(falling: bool) -> Callable[..., np.ndarray]:
    """Ranks of a fixed shuffle as values: both axes together give a line with its points in random order."""

    def filler(length, lo, hi, rng):
        ranks = fixed_order(length)
        return spread_over(length - 1 - ranks if falling else ranks, lo, hi)

    return filler


def two_ends(length, lo, hi, rng):
    return np.where(np.arange(length) % 2 == 0, lo, hi).astype(np.int64)


def paired_ends(length, lo, hi, rng):
    return np.where(np.arange(length) // 2 % 2 == 0, lo, hi).astype(np.int64)


AXES: dict[str, Axes] = {
    "collinear, rising": (step_along(False), step_along(False)),
    "collinear, falling": (step_along(False), step_along(True)),
    "on one horizontal": (step_along(False), arrays.all_middle),
    "on one vertical": (arrays.all_middle, step_along(False)),
    "square grid of points": (grid_column, grid_row),
    "on a circle": (circle(False), circle(True)),
    "on a parabola": (parabola_x, parabola_y),
    "corners of a polygon": (polygon(False), polygon(True)),
    "two verticals": (two_ends, step_along(False)),
    "all one point": (arrays.all_middle, arrays.all_middle),
    "collinear, in order": (arrays.ascending, arrays.ascending),
    "corners of the square": (two_ends, paired_ends),
}
AGAINST = {
    "collinear, rising": "convex hull on collinear points",
    "collinear, falling": "convex hull on collinear points",
    "on one horizontal": "sweeps over the other axis",
    "on one vertical": "closest pair: the strip holds all points",
    "square grid of points": "closest pair by kd-tree: ties",
    "on a circle": "hulls of many corners, gift wrapping",
    "on a parabola": "hulls of many corners, gift wrapping",
    "corners of a polygon": "hulls of many corners, hulls taken away one by one",
    "two verticals": "strips, hulls of few corners",
    "all one point": "partitions of space that can't split",
    "collinear, in order": "unbalanced partitions of space, sorted insertion",
    "corners of the square": "hulls of four corners, ties",
}
