"""Four columns as rectangles that don't overlap: slats and stairs.

STAB appendix G, table 8 (geometry). A construction is the least and the greatest side of both axes, a filler each. The
least ones agree through the length and their bounds, as points do; a greatest one is bounded by its row's least one,
from which it follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from slowpath.catalogue import arrays
from slowpath.catalogue.choices import Choice
from slowpath.catalogue.points import fixed_order, steps
from slowpath.inputs.filling.plan import ArrayFiller, Plan, for_each_row
from slowpath.model.format import IntType, Scalar

Sides = tuple[ArrayFiller, ArrayFiller, ArrayFiller, ArrayFiller]
"""Least x, greatest x, least y, greatest y."""


def hill(is_height: bool) -> Callable[..., np.ndarray]:
    """One coordinate of a hill of which every point is a corner, as many as fit on a lattice, in the lower half of its
    heights: its steps are the shortest of different directions."""

    def filler(length, lo, hi, rng):
        right, up = steps(length // 2 + 1, (hi - lo) // 2)
        at = np.cumsum(np.concatenate((up[::-1], -up[1:]) if is_height else (right[::-1], right[1:])))
        at -= at.min()
        room = (hi - lo) // 2 if is_height else hi - lo
        return lo + (at * max(1, room // max(1, int(at.max()))))[fixed_order(length) % len(at)]

    return filler


@for_each_row
def shortest(length, lo, hi, rng):
    return np.broadcast_to(lo, length)


@for_each_row
def longest(length, lo, hi, rng):
    return np.broadcast_to(hi, length)


@for_each_row
def mirrored(length, lo, hi, rng):
    """As far from the most there may be as the least side is from its least."""
    return np.broadcast_to(hi - (lo - np.min(lo)), length)


RECTANGLES: dict[str, tuple[Sides, str]] = {
    "slats between two hills": (
        (hill(False), shortest, hill(True), mirrored),
        "hulls of many corners, lines that meet all",
    ),
    "slats over the whole height": ((arrays.ascending, shortest, arrays.all_min, longest), "sweeps, skylines"),
    "stairs of small squares": ((arrays.ascending, shortest, arrays.ascending, shortest), "unbalanced partitions"),
}
"""With what each is against. None overlap: where they mustn't, moving very many apart takes too long."""


def rectangle_choices(sides: Sequence[str]) -> tuple[Choice, ...]:
    """Each as a choice for the columns of these names, in the order of `Sides`."""
    return tuple(
        Choice(label, Plan(arrays=dict(zip(sides, fillers, strict=True))), against)
        for label, (fillers, against) in RECTANGLES.items()
    )


def sides_of(numbers: Sequence[Scalar]) -> tuple[str, str, str, str] | None:
    """The columns of rectangles, by name: two of which each bounds another from below; None where there are none."""
    found = [
        (least.name, greatest.name)
        for least in numbers
        for greatest in numbers
        if isinstance(greatest.type, IntType) and least.name in greatest.type.lo.names
    ]
    return (*found[0], *found[1]) if len(found) == 2 and len({*found[0], *found[1]}) == 4 else None
