"""Whether two inputs are slow for the same reason: the shape of a line profile, its size taken away.

Two quicksort killers of different lengths run the same lines in the same proportions, so they have one
shape; an input that is slow in the output loop has another. The shape is a short text, so that it can be
stored, compared and grouped by equality.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np

SMALLEST_SHARE = 0.04
STEPS = 12


def profile_shape(hits: Mapping[int, int]) -> str:
    """The shape of a profile (`line -> hits`, lines 1-based): 12 hex digits, "" when nothing ran.

    A line counts when it has at least 4% of all hits; its share is kept in twelfths. Shares near the edge of
    a step may fall on either side, so inputs of one kind can rarely get two shapes; that costs one more row.
    """
    total = sum(hits.values())
    if not total:
        return ""
    shares = {line: count / total for line, count in hits.items()}
    steps = [(line, round(share * STEPS)) for line, share in sorted(shares.items()) if share >= SMALLEST_SHARE]
    return hashlib.sha256(repr(steps).encode()).hexdigest()[:12]


def similarity(left: Mapping[int, int], right: Mapping[int, int]) -> float:
    """Cosine of the angle between two profiles, 0..1; 1.0 for the same proportions, 0.0 when one is empty."""
    lines = sorted(set(left) | set(right))
    a = np.array([left.get(line, 0) for line in lines], dtype=float)
    b = np.array([right.get(line, 0) for line in lines], dtype=float)
    norm = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / norm if norm else 0.0
