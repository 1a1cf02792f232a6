"""Value distances: how near the two sides of a comparison came in a run, as a probe's slot says it.

A probe keeps the largest value of a run (`model.constraint`), so a distance is turned around: `NEAREST` less the
distance, exact up to half of it, and beyond that ever less, down to nothing.
"""

from __future__ import annotations

from slowpath.model.constraint import PROBE_SCALE

NEAREST = 1 << 52
"""What the probe's value is at distance 0: the largest for which a floating-point number holds every distance."""
FAR = NEAREST // 2
FRACTION = 1 << 20
"""Distances of floating-point numbers are counted in such parts of 1."""


def distance_of(slot: int) -> int | None:
    """The least distance of a run by its probe's slot; None where the comparison wasn't made, or was out of sight."""
    value = slot // PROBE_SCALE
    if value <= 0:
        return None
    return NEAREST - value if value > FAR else FAR * FAR // value
