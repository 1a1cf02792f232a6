"""A unit that searches for slow inputs with our engine, by some of its strategies, or after asking a model."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from slowpath import pipeline
from slowpath.engine.strategies import ON_REQUEST, SHARES
from slowpath.errors import SlowpathError
from slowpath.evaluation.rows import KEPT, ConstraintFigures, MeasuredInput, ModelFigures, Row
from slowpath.evaluation.strategies import Strategy
from slowpath.evaluation.work.asking import Asked, asked_of
from slowpath.evaluation.work.opened import Opened, kept, limits_of
from slowpath.evaluation.work.search_clock import SearchClock
from slowpath.model.campaign import CampaignSpec, Ended, SlowInputFound
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import ConstraintState
from slowpath.model.slow_input import SlowInput, doubted, ranked
from slowpath.model.verdict import Verdict
from slowpath.storage.memory import MemoryStore


def searched(place: Opened, strategy: Strategy) -> Row:
    """Searches, and says what was found. Raises `SlowpathError` where there is no format or the search fails."""
    report = place.report()
    asked = asked_of(place, strategy, report) if strategy.asks else Asked()
    spec = replace(
        place.spec(report, strategies_of(strategy), strategy.ablations),
        generators=asked.generators,
        mutators=asked.mutators,
    )
    if asked.constraints:
        told = [
            *asked.constraints,
            *(each for each in spec.constraints if each.id not in {other.id for other in asked.constraints}),
        ]
        spec = replace(spec, constraints=tuple(told))
    view, store, found = _run(place, spec)
    slow = view.sure_inputs if not strategy.own else _own(found, strategy.own, view)
    measured = [_measured(each, spec, store) for each in slow[:KEPT]]
    row = Row(
        place.work.unit,
        inputs=counted_on(place, spec, measured, store),
        time_limit_s=view.limit_s,
        baseline_count=view.baseline.cost.count if view.baseline else 0,
        executions=view.executions,
        generated=view.generated,
        valid=view.valid,
        shares=(sum(share.satisfying for share in view.shares), sum(share.valid for share in view.shares)),
        constraints=tuple(map(figures_of, view.constraints)),
        search_s=view.elapsed_s,
        model=asked.figures if strategy.asks else None,
    )
    return replace(row, reason=_nothing(row, asked.figures))


def _nothing(row: Row, figures: ModelFigures) -> str:
    """Why a search that came to its end has no inputs, "" where it has some."""
    if row.inputs:
        return ""
    return figures.failure or "No valid slow input was found."


def strategies_of(strategy: Strategy) -> tuple[str, ...]:
    """The engine's strategies, () for all."""
    if not strategy.without:
        return strategy.strategies
    return tuple(name for name in SHARES if name not in (*strategy.without, *ON_REQUEST))


def _run(place: Opened, spec: CampaignSpec) -> tuple[CampaignView, MemoryStore, dict[str, SlowInput]]:
    clock = SearchClock.of(spec.budget)
    store, view = MemoryStore(), CampaignView()
    found: dict[str, SlowInput] = {}
    serial = pipeline.campaign_id(spec, "evaluate")
    events = pipeline.find(spec, place.settings, store, campaign_id=serial, stop=lambda: False, clock=clock)
    for event in clock.heard(events):
        view = fold(view, event)
        if isinstance(event, SlowInputFound):
            found[event.slow_input.id] = event.slow_input
        if isinstance(event, Ended) and event.outcome == "failed":
            raise pipeline.error_of(event) if event.code != "bug" else SlowpathError(event.message, event.remedy)
    return view, store, found


def _own(found: dict[str, SlowInput], own: Iterable[str], view: CampaignView) -> tuple[SlowInput, ...]:
    """What those strategies found themselves, though something else that took part found slower ones."""
    theirs = [doubted(slow, view.doubts) for slow in found.values() if slow.origin.strategy in own]
    return ranked(slow for slow in theirs if slow.validity.is_sure)


def counted_on(
    place: Opened, spec: CampaignSpec, inputs: Sequence[MeasuredInput], store: MemoryStore
) -> tuple[MeasuredInput, ...]:
    """The inputs, slowest first, counted as existing tests are, as far as these: a search cuts a run as soon as it is
    clearly slow, and ranks what took long for its count by its time. Seconds beyond the time limit stay lower bounds.
    """
    if not inputs:
        return ()
    counting, _ = limits_of(spec)

    def counted(each: MeasuredInput) -> MeasuredInput:
        ran = executor.run(store.input(each.id) or b"", counting, keep_counters=False)
        return replace(each, count=ran.count, at_least=ran.cut or each.verdict == Verdict.TIME_LIMIT.value)

    with pipeline.open_executor(place.solution, place.settings) as executor:
        made = [counted(each) for each in inputs]
    return tuple(sorted(made, key=lambda each: (-each.count, each.id)))


def _measured(slow: SlowInput, spec: CampaignSpec, store: MemoryStore) -> MeasuredInput:
    data = store.input(slow.id) or b""
    recipe = json.dumps(pipeline.replay_document(slow.origin, spec.format, data)) if data else ""
    return MeasuredInput(
        slow.id,
        slow.size,
        slow.cost.count,
        slow.cost.cpu_s,
        slow.cost.peak_rss_bytes,
        slow.cost.instructions,
        slow.cost.at_least,
        slow.verdict.value,
        slow.validity.value,
        slow.origin.strategy,
        slow.origin.label,
        slow.shape,
        slow.satisfies,
        data=kept(data),
        recipe=kept(recipe),
    )


def figures_of(state: ConstraintState) -> ConstraintFigures:
    """A constraint's figures for tables."""
    evidence, checker = state.evidence, state.checker
    return ConstraintFigures(
        state.constraint.id,
        state.constraint.origin.kind == "model",
        state.status,
        evidence.satisfying,
        evidence.violating,
        evidence.cost_ratio,
        evidence.p,
        checker.is_faithful if checker is not None else None,
    )
