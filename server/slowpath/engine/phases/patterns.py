"""The first seconds: saturated sizes, then known hard patterns compared at medium size, the best promoted to full."""

from __future__ import annotations

import math
from collections.abc import Iterator

from slowpath.analysis.cues import cues
from slowpath.analysis.ordered import compared_parts
from slowpath.catalogue import TargetFacts, hints_of, select
from slowpath.catalogue.libraries import Probe, library_of
from slowpath.engine.phases.answered_sizes import lower_to_answered_sizes
from slowpath.engine.phases.contrast import contrast
from slowpath.engine.phases.sizing import size_up
from slowpath.engine.search_state import SearchState
from slowpath.engine.space import Space
from slowpath.engine.strategies.aimed import Aimed
from slowpath.engine.strategies.model_mutators import ModelMutators
from slowpath.engine.strategies.patterns import Patterns
from slowpath.engine.strategies.strategy import Strategy
from slowpath.engine.strategy_context import StrategyContext
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


def make_space(state: SearchState, probe: Probe | None):
    """Yields the events of the making of the format's space, and returns it."""
    spec = state.spec
    yield from state.enter("patterns", "Looking for the largest sizes that the format allows.")
    seen = cues(spec.source, spec.language)
    facts = TargetFacts(library=spec.language).with_constants(seen)
    question = library_of(spec.language).question
    if question is not None and question.about in spec.source and probe is not None and state.uses_catalogue:
        yield from state.enter("patterns", question.said)
        try:
            facts = question.answer(facts, probe)
        except SlowpathError as error:
            state.runner.tell(Warned("hash-probe", f"Hash collisions are left out: {error.message}", error.remedy))
    hints = hints_of(seen, select(spec.statement, spec.source, spec.language))
    return Space(spec.format, boundaries(spec.format), facts, state.seed, hints, state.uses_catalogue)


def opening(state: SearchState, context: StrategyContext) -> Iterator[CampaignEvent]:
    """What constraints say of the input is tried before anything else, then what a model's mutators know of it. Where
    single inputs are dear, be it to make or to run, what is left waits for the strategy's turns: patterns of medium
    size cost next to nothing beside them."""
    if state.watch.constraints:
        context.compared = compared_parts(state.spec.source, state.spec.language, state.spec.format)
    share = math.inf if state.meter.counted else state.meter.share + ROUND_SHARE
    for name in ("aimed", "model-mutators"):
        while (
            isinstance(strategy := state.strategy(name, context), Aimed | ModelMutators)
            and strategy.is_opening
            and state.meter.share < share
            and not state.is_over
        ):
            yield from state.turn(strategy)


def pair_first(state: SearchState, context: StrategyContext, compared: Strategy | None) -> Iterator[CampaignEvent]:
    """The pair from a few patterns at medium size, before dear runs at full size can use up the seconds."""
    executions, share = state.meter.executions + PATTERNS_PER_PROMOTION, state.meter.share + ROUND_SHARE
    has_more = compared is not None
    while has_more and state.meter.executions < executions and state.meter.share < share:
        has_more = yield from state.turn(compared)
    yield from contrast(state, context)


def patterns(state: SearchState, context: StrategyContext) -> Iterator[CampaignEvent]:
    """Saturated inputs, then patterns at medium size with promotions of the best in between."""
    if state.strategy("saturation", context) is not None:
        yield from size_up(state, context)
    chosen = {name: state.strategy(name, context) for name in ("saturation", "patterns", "promotion")}
    if state.past.has_searched or not any(chosen.values()):
        return
    yield from state.enter("patterns", "Trying the largest sizes and known worst cases.")
    if state.spec.compares and not state.meter.counted:
        yield from pair_first(state, context, chosen["patterns"])
    for _ in range(FIRST_SATURATED):
        yield from state.turn(chosen["saturation"])
    if (yield from lower_to_answered_sizes(state, context)):
        yield from size_up(state, context)
        chosen = {name: state.strategy(name, context) for name in chosen}
        yield from state.turn(chosen["saturation"])
    yield from opening(state, context)
    yield from state.turn(state.strategy("model-generators", context))
    compared = chosen["patterns"]
    has_more = compared is not None
    rounds, compared_until = 0, state.meter.share
    while has_more and not state.is_over and (_share_of(state, compared) < PATTERNS_SHARE or rounds < LEAST_ROUNDS):
        rounds += 1
        executions, share = state.meter.executions + PATTERNS_PER_PROMOTION, state.meter.share
        most = math.inf if state.meter.counted else share + ROUND_SHARE
        # Comparing is cheap: it takes as much time as the promotions before it did, if there is as much to compare.
        enough = 2 * share - compared_until
        while has_more and not state.is_over:
            compared_until = state.meter.share
            if compared_until >= most or (compared_until >= enough and state.meter.executions >= executions):
                break
            has_more = yield from state.turn(compared)
        yield from state.turn(chosen["promotion"])
        yield from state.turn(state.strategy("model-generators", context))
        yield from state.turn(state.strategy("aimed", context))
    for _ in range(LAST_PROMOTIONS):
        if _share_of(state, compared) < PATTERNS_SHARE:
            yield from state.turn(chosen["promotion"])
    yield from contrast(state, context)


def _share_of(state: SearchState, compared: Strategy | None) -> float:
    """The share of the budget that the comparison of patterns has used up. Where executions are counted, those of
    smaller inputs are left out: they take hardly any time, and in a budget in seconds they cost the patterns none."""
    smaller = compared.smaller_runs if isinstance(compared, Patterns) else 0
    return state.meter.share - state.meter.part(smaller)
