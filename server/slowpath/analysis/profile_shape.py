"""Whether two inputs are slow for the same reason: the shapes of their line profiles, size taken away.

Two quicksort killers of different lengths run the same lines in the same proportions, so they have one shape; an input
that is slow in the output loop has another. In between lie inputs that run the same loop but take its branches more
or less often: what tells reasons apart is where the work is, so shapes are compared by how far their distributions
over the lines overlap, not by equality. The name of a shape is a short text that can be stored and shown.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

SMALLEST_SHARE = 0.04
STEPS = 12
NEGLIGIBLE_SHARE = 0.001
ALIKE = 0.8
"""The overlap from which on two profiles count as one reason. A loop of two lines whose body, a third one, runs always
or never has 0.82 with itself; two loops that share the work equally have 0.71 with one of them alone."""


@dataclass(frozen=True)
class ProfileShape:
    """The shape of a profile. `roots` are the square roots of the lines' shares of all hits; without any the shape is
    told by the name that it was given."""

    given_name: str = ""
    roots: Mapping[int, float] = field(default_factory=dict, hash=False)
    hits: Mapping[int, int] = field(default_factory=dict, hash=False, repr=False)

    @cached_property
    def name(self) -> str:
        """What is stored and shown of it, "" where nothing is known. Made when it's asked for: most runs that are
        compared are slow for a reason that is known."""
        return self.given_name or profile_shape(self.hits)

    def overlap(self, other: ProfileShape) -> float:
        """The Bhattacharyya coefficient of the two distributions over the lines, 0..1; 1.0 for the same proportions."""
        return math.fsum(root * other.roots.get(line, 0.0) for line, root in self.roots.items())

    def is_like(self, other: ProfileShape) -> bool:
        """Whether both are slow for the same reason."""
        if not self.roots or not other.roots:
            return bool(self.name) and self.name == other.name
        return self.overlap(other) >= ALIKE


def shape_of(hits: Mapping[int, int]) -> ProfileShape:
    """The shape of a profile (`line -> hits`, lines 1-based)."""
    total = sum(hits.values())
    if not total:
        return ProfileShape()
    least = NEGLIGIBLE_SHARE * total
    roots = {line: math.sqrt(count / total) for line, count in hits.items() if count >= least}
    return ProfileShape(roots=roots, hits=hits)


def profile_shape(hits: Mapping[int, int]) -> str:
    """The name of a profile's shape: 12 hex digits, "" when nothing ran.

    A line counts when it has at least 4% of all hits; its share is kept in twelfths.
    """
    total = sum(hits.values())
    if not total:
        return ""
    shares = {line: count / total for line, count in hits.items()}
    steps = [(line, round(share * STEPS)) for line, share in sorted(shares.items()) if share >= SMALLEST_SHARE]
    return hashlib.sha256(repr(steps).encode()).hexdigest()[:12]
