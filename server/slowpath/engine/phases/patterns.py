"""The first seconds: saturated sizes, then known hard patterns compared at medium size, the best promoted to full."""

from __future__ import annotations

import math
from collections.abc import Iterator

from slowpath.analysis.cues import cues
from slowpath.analysis.ordered import compared_parts
from slowpath.catalogue import TargetFacts, hints_of, select
from slowpath.catalogue.libraries import Probe, library_of
from slowpath.engine.board import Board
from slowpath.engine.hunt import Hunt
from slowpath.engine.phases.contrast import contrast
from slowpath.engine.phases.sizing import size_up
from slowpath.engine.space import Space
from slowpath.engine.strategies.aimed import Aimed
from slowpath.engine.strategies.model_mutators import ModelMutators
from slowpath.errors import SlowpathError
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.model.campaign import CampaignEvent, Warned

PATTERNS_SHARE = 0.3
"""What the patterns may have before all strategies take turns; those that weren't tried by then have theirs among
them."""
PATTERNS_PER_PROMOTION = 24
LAST_PROMOTIONS = 6
LEAST_ROUNDS = 2
ROUND_SHARE = PATTERNS_SHARE / LEAST_ROUNDS
"""A round of patterns ends with that much of a budget in seconds too: where each run is dear, few are compared before
the best of them are promoted."""
FIRST_SATURATED = 1


def make_space(hunt: Hunt, probe: Probe | None):
    """Yields the events of the making of the format's space, and returns it."""
    spec = hunt.spec
    yield from hunt.enter("patterns", "Looking for the largest sizes that the format allows.")
    seen = cues(spec.source, spec.language)
    facts = TargetFacts(library=spec.language).with_constants(seen)
    question = library_of(spec.language).question
    if question is not None and question.about in spec.source and probe is not None and hunt.uses_catalogue:
        yield from hunt.enter("patterns", question.said)
        try:
            facts = question.answer(facts, probe)
        except SlowpathError as error:
            hunt.runner.tell(Warned("hash-probe", f"Hash collisions are left out: {error.message}", error.remedy))
    hints = hints_of(seen, select(spec.statement, spec.source, spec.language))
    return Space(spec.format, boundaries(spec.format), facts, hunt.seed, hints, hunt.uses_catalogue)


def opening(hunt: Hunt, board: Board) -> Iterator[CampaignEvent]:
    """What constraints say of the input is tried before anything else, then what a model's mutators know of it."""
    if hunt.watch.constraints:
        board.compared = compared_parts(hunt.spec.source, hunt.spec.language, hunt.spec.format)
    for name in ("aimed", "model-mutators"):
        while (
            isinstance(strategy := hunt.strategy(name, board), Aimed | ModelMutators)
            and strategy.is_opening
            and not hunt.is_over
        ):
            yield from hunt.turn(strategy)


def patterns(hunt: Hunt, board: Board) -> Iterator[CampaignEvent]:
    """Saturated inputs, then patterns at medium size with promotions of the best in between."""
    if hunt.strategy("saturation", board) is not None:
        yield from size_up(hunt, board.space)
    chosen = {name: hunt.strategy(name, board) for name in ("saturation", "patterns", "promotion")}
    if hunt.past.has_searched or not any(chosen.values()):
        return
    yield from hunt.enter("patterns", "Trying the largest sizes and known worst cases.")
    for _ in range(FIRST_SATURATED):
        yield from hunt.turn(chosen["saturation"])
    yield from opening(hunt, board)
    yield from hunt.turn(hunt.strategy("model-generators", board))
    has_more = chosen["patterns"] is not None
    rounds = 0
    while has_more and not hunt.is_over and (hunt.meter.share < PATTERNS_SHARE or rounds < LEAST_ROUNDS):
        rounds += 1
        executions = hunt.meter.executions + PATTERNS_PER_PROMOTION
        share = math.inf if hunt.meter.counted else hunt.meter.share + ROUND_SHARE
        while has_more and hunt.meter.executions < executions and hunt.meter.share < share and not hunt.is_over:
            has_more = yield from hunt.turn(chosen["patterns"])
        yield from hunt.turn(chosen["promotion"])
        yield from hunt.turn(hunt.strategy("model-generators", board))
        yield from hunt.turn(hunt.strategy("aimed", board))
    for _ in range(LAST_PROMOTIONS):
        if hunt.meter.share < PATTERNS_SHARE:
            yield from hunt.turn(chosen["promotion"])
    yield from contrast(hunt, board)
