"""How large small and medium inputs are: a few dozen elements and a thousand, but no larger than runs are cheap.

Where a random input of medium size is dear, random inputs of growing sizes tell up to where they are cheap. What takes
a power of its size is only compared at smaller medium sizes. A program that takes exponential time may run a second at
twenty elements and a millisecond at ten: feedback and the reading of shapes work below that as well, and full size is
left to what they found. Reckoned from counts, never from a clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from math import log

from slowpath.engine.candidate import FULL, SMALL
from slowpath.engine.hunt import Hunt
from slowpath.engine.space import MEDIUM_BYTES, SMALL_SIZE, Space
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.model.campaign import CampaignEvent

SMALL_COST = 10_000_000
MEDIUM_COST = 40_000_000
CAP_SHARE = 1 / 6
"""What one run at full size may take of the time that is left: what is run there is meant to be the worst."""
LEAST_SIZE = 4
STEEP = 5.0
"""What grows by a larger power of its size is taken for exponential."""
TRIALS = 2


def size_up(hunt: Hunt, space: Space) -> Iterator[CampaignEvent]:
    """Runs a random input of medium size, and where that is dear makes small and medium smaller."""
    count = _count_at(hunt, space, None)
    yield from hunt.runner.drain()
    if count <= MEDIUM_COST:
        return
    small = medium = cheap = 0
    size, largest = LEAST_SIZE, max(space.medium[0].boundary.sizes.values(), default=0)
    is_steep = False
    while size < largest and not hunt.is_over:
        count = _count_at(hunt, space, size)
        yield from hunt.runner.drain()
        if count > MEDIUM_COST and size > _next(medium, True) > 1 and exponent(medium, cheap, size, count) > STEEP:
            size, is_steep = _next(medium, True), True
            continue
        if count > MEDIUM_COST:
            break
        small, medium, cheap = size if count <= SMALL_COST else small, size, count
        size = _next(size, is_steep)
    if small >= SMALL_SIZE and not is_steep:
        space.lower_medium(medium)
    elif small:
        space.resize(small, medium)
        if not hunt.meter.counted:
            hunt.runner.cap.lift(CAP_SHARE * hunt.meter.remaining_s)


def exponent(size: int, count: int, larger: int, larger_count: int) -> float:
    """The power of its size that a program takes between two sizes; at least that where the larger run was cut."""
    return log(larger_count / max(1, count)) / log(larger / max(1, size))


def _next(size: int, is_steep: bool) -> int:
    """The next size to try: in small steps while more might take exponentially longer."""
    return size + 1 + size // 10 if is_steep or size < SMALL_SIZE else size * 3 // 2


def _count_at(hunt: Hunt, space: Space, size: int | None) -> int:
    """What the costliest of a few random inputs of a size cost; of one of medium size where none is said."""
    boundary = space.full[0].boundary
    site = space.medium[0] if size is None else space.reduced(boundary, SMALL, size, MEDIUM_BYTES)
    candidates, counts = [], [0]
    for trial in range(1 if size is None else TRIALS):
        with suppress(CannotGenerate):
            # What turns out too dear is no parent among the small ones.
            candidates.append(replace(space.build(site, (), "saturation", trial),
                                      level=site.level if size is None else FULL))
    counts += [outcome.count for outcome in hunt.runner.evaluate_all(candidates)
               if outcome.execution.verdict.can_be_slow_input]
    return max(counts)
