"""How large small and medium inputs are: a few dozen elements and a thousand, but no larger than runs are cheap.

Where a random input of medium size is dear, random inputs of growing sizes tell up to where they are cheap. What takes
a power of its size is only compared at smaller medium sizes. Where even the smallest input is dear and the largest no
dearer, nothing is saved by comparing smaller ones. A program that takes exponential time may run a second at
twenty elements and a millisecond at ten: feedback and the reading of shapes work below that as well, and full size is
left to what they found. Reckoned from counts, never from a clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from slowpath.analysis.growth_formula import power_between
from slowpath.engine.candidate import FULL, SMALL, Outcome
from slowpath.engine.search_state import SearchState
from slowpath.engine.space import MEDIUM_BYTES, SMALL_SIZE, Site, Space
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.model.campaign import CampaignEvent

SMALL_COST = 10_000_000
MEDIUM_COST = 40_000_000
CAP_SHARE = 1 / 6
"""What one run at full size may take of the time that is left: what is run there is meant to be the worst."""
LEAST_SIZE = 4
STEEP = 5.0
"""What grows by a larger power of its size is taken for exponential."""
LEVEL = 2.0
"""An input of full size that costs at most so many times what the smallest one does is as cheap as inputs come."""
TRIALS = 2


def size_up(state: SearchState, context: StrategyContext) -> Iterator[CampaignEvent]:
    """Runs a random input of medium size, and where that is dear makes small and medium smaller."""
    space = context.space
    count = _count_at(state, space, None)
    yield from state.runner.drain()
    if count <= MEDIUM_COST:
        context.score(count, 0, ())
        return
    small = medium = cheap = 0
    size, largest = LEAST_SIZE, max(space.medium[0].boundary.sizes.values(), default=0)
    is_steep, least = False, 0
    while size < largest and not state.is_over:
        count = _count_at(state, space, size)
        least = least or count
        yield from state.runner.drain()
        if count > MEDIUM_COST and size > _next(medium, True) > 1 and power_between(medium, cheap, size, count) > STEEP:
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
        if not state.meter.counted:
            state.runner.cap.lift(CAP_SHARE * state.meter.remaining_s)
    elif _is_level(state, space, least):
        space.compare_at_full()
    yield from state.runner.drain()


def _next(size: int, is_steep: bool) -> int:
    """The next size to try: in small steps while more might take exponentially longer."""
    return size + 1 + size // 10 if is_steep or size < SMALL_SIZE else size * 3 // 2


def _count_at(state: SearchState, space: Space, size: int | None) -> int:
    """What the costliest of a few random inputs of a size cost; of one of medium size where none is said."""
    boundary = space.full[0].boundary
    site = space.medium[0] if size is None else space.reduced(boundary, SMALL, size, MEDIUM_BYTES)
    # What turns out too dear is no parent among the small ones.
    outcomes = _runs_at(state, space, site, site.level if size is None else FULL, 1 if size is None else TRIALS)
    return max((outcome.count for outcome in outcomes), default=0)


def _is_level(state: SearchState, space: Space, least: int) -> bool:
    """Whether an input of full size costs hardly more than `least`, which the smallest ones cost."""
    outcomes = _runs_at(state, space, space.full[0], FULL, 1)
    return any(not outcome.execution.cut and outcome.count <= LEVEL * least for outcome in outcomes)


def _runs_at(state: SearchState, space: Space, site: Site, level: str, trials: int) -> list[Outcome]:
    """Runs of random inputs of a site, as inputs of a level, on which the program didn't fail."""
    candidates = []
    for trial in range(trials):
        with suppress(CannotGenerate):
            candidates.append(replace(space.build(site, (), "saturation", trial), level=level))
    return [outcome for outcome in state.runner.evaluate_all(candidates) if outcome.execution.verdict.can_be_slow_input]
