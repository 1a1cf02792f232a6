"""A unit that searches for an input on which a wrong program fails (AlgoBugs section III-B)."""

from __future__ import annotations

import json

from slowpath import pipeline
from slowpath.evaluation.rows import BAD_INPUT, Exposure, MeasuredInput, Row
from slowpath.evaluation.work.opened import Opened, kept
from slowpath.evaluation.work.search_clock import SearchClock
from slowpath.model.breaking import BreakSpec, BreakView, fold_break
from slowpath.model.verdict import Verdict
from slowpath.storage.memory import MemoryStore


def break_row(place: Opened) -> Row:
    """Searches with the right program as the reference, where there is one; where it can't be used, nothing tells a
    wrong answer, and the row says so. Raises as `pipeline.break_spec`."""
    right = place.reference
    references = [right] if right is not None else []
    spec = pipeline.break_spec(
        place.solution,
        place.problem,
        place.report(references),
        place.settings,
        place.work.unit.budget,
        place.work.unit.seed,
        references=references,
        accepted=right,
    )
    clock = SearchClock.of(spec.budget)
    store, view = MemoryStore(), BreakView()
    events = pipeline.find_break(spec, place.settings, keep=store.put_input, stop=lambda: False, clock=clock)
    for event in clock.heard(events):
        view = fold_break(view, event)
    if view.state == "failed":
        raise pipeline.error_of(view)
    unused = next((each.reason for each in view.references if not each.usable), None)
    if unused is not None and view.breaking is None:
        return Row(place.work.unit, BAD_INPUT, "reference", f"The right program can't be used: {unused}")
    return Row(
        place.work.unit,
        executions=view.executions,
        search_s=view.elapsed_s,
        time_limit_s=spec.time_limit_s,
        exposure=_exposure(place, spec, view, store),
        reason=_nothing(view),
    )


def _nothing(view: BreakView) -> str:
    """Why a search that came to its end exposes nothing, "" where it does."""
    if view.breaking is None:
        return "No breaking input was found."
    return "" if view.breaking.failing.is_visible else "Only undefined behaviour was found, which shows in no output."


def _exposure(place: Opened, spec: BreakSpec, view: BreakView, store: MemoryStore) -> Exposure:
    found = view.breaking
    if found is None or not found.failing.is_visible:
        return Exposure()
    kind, data = found.classification, store.input(found.id) or b""
    recipe = json.dumps(pipeline.replay_document(found.origin, spec.format, data)) if data else ""
    return Exposure(
        found.failing.value,
        _is_valid(place, spec, data),
        kind.category.value if kind is not None else "",
        view.first_found_s,
        found.size,
        MeasuredInput(
            found.id,
            found.size,
            0,
            0.0,
            verdict=found.failing.value,
            validity=found.validity.value,
            strategy=found.origin.strategy,
            label=found.origin.label,
            data=kept(data),
            recipe=kept(recipe),
        ),
    )


def _is_valid(place: Opened, spec: BreakSpec, data: bytes) -> bool | None:
    """Whether the right program answers the input (AlgoBugs section III-C 1), None without one."""
    if place.reference is None:
        return None
    with pipeline.open_executor(pipeline.read_solution(place.reference), place.settings) as right:
        return right.confirm(data, spec.limits, runs=1).verdict is Verdict.OK
