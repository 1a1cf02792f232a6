"""The slowest rows with their values in disorder: as much work, and yet it may take longer.

Counts know nothing of branches that are mispredicted and of memory that is read here and there. Where values lie in an
order, a row that costs about as much in a random one may take twice the time. Clocks decide here, so only with a budget
in seconds: the row is timed before and after, three times each, and what takes clearly longer than both is shown beside
it and said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from slowpath.engine.candidate import Candidate, Outcome, ranking_count
from slowpath.engine.confirming import confirm_limits
from slowpath.engine.search_state import SearchState
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.validating.validate import violations
from slowpath.model.campaign import Warned
from slowpath.model.execution import Confirmation
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput
from slowpath.model.verdict import Verdict

ROWS = 2
RUNS = 3
LEAST_WORK_S = 0.003
"""What takes less than this is mostly launched and read."""
LEAST_LENGTH = 200
LEAST_COUNT, MOST_COUNT = 0.5, 1.1
"""The shares of a row's count between which disorder neither saves work nor makes more: it is to cost time alone."""
CLEARLY = 1.3
BY_CHANCE, LIKE_CHANCE = 2 / 3, 0.1
"""The share of places at which values in a random order turn, and how near to it a list counts as one."""


def disorder(state: SearchState, is_spent: Callable[[], bool]) -> None:
    """Shows what takes clearly longer in disorder beside its row."""
    for slow in state.findings.ranked()[:ROWS]:
        work_s = slow.cost.cpu_s - state.findings.baseline_s
        if is_spent() or slow.cost.at_least or slow.verdict is not Verdict.OK or work_s < LEAST_WORK_S:
            continue
        data = state.read_input(slow.id)
        outcome = _in_disorder(state, slow, data) if data is not None else None
        if data is not None and outcome is not None:
            _compare(state, slow, data, outcome)


def _in_disorder(state: SearchState, slow: SlowInput, data: bytes) -> Outcome | None:
    """A run of the row's values in a random order; None where it isn't valid, or is less or more work."""
    fmt = state.spec.format
    try:
        ordered = parse(fmt, data)
    except ParseError:
        return None
    if not any(_is_ordered(value) for value in _lists(ordered).values()):
        return None
    instance = shuffled(ordered, np.random.default_rng(state.seed))
    made = print_input(fmt, instance)
    origin = Origin("finalists", f"{slow.origin.label}, in disorder", parent=slow.id)
    candidate = Candidate(made, instance, origin, "full", "finalists")
    if made == data or violations(fmt, instance) or not state.findings.accepts(candidate):
        return None
    execution = state.executor.run(made, confirm_limits(state.spec))
    before, count = state.findings.count_of(slow), ranking_count(execution, state.meter.counted)
    if execution.verdict is not Verdict.OK or not LEAST_COUNT * before <= execution.count <= MOST_COUNT * before:
        return None
    return Outcome(candidate, execution, count, 0, state.meter.executions, 0.0)


def _compare(state: SearchState, slow: SlowInput, data: bytes, outcome: Outcome) -> None:
    """Times both by turns, and shows what takes clearly longer."""
    before, changed, after = (_timed(state, one) for one in (data, outcome.candidate.data, data))
    if before.verdict is not changed.verdict or changed.verdict is not Verdict.OK:
        return
    floor_s = state.findings.baseline_s
    times = (changed.cpu_s - floor_s) / max(LEAST_WORK_S, max(before.cpu_s, after.cpu_s) - floor_s)
    shown = list(state.findings.show_beside(outcome, changed)) if times > CLEARLY else []
    for event in shown:
        state.runner.tell(event)
    if shown:
        state.runner.tell(
            Warned(
                "slower-in-disorder",
                f"'{slow.origin.label}' takes {times:.1f} times as long with its values in a random "
                "order, though the program does hardly more steps then: the processor mispredicts branches, or waits "
                "for "
                "memory.",
                "Where time decides, use the input whose name ends in 'in disorder'.",
            )
        )


def _timed(state: SearchState, data: bytes) -> Confirmation:
    return state.executor.confirm(data, confirm_limits(state.spec), runs=RUNS)


def shuffled(instance: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """The instance with each long list of numbers in a random order, lists of one length (columns) in the same."""
    orders: dict[int, np.ndarray] = {}

    def order(length: int) -> np.ndarray:
        return orders.setdefault(length, rng.permutation(length))

    return {**instance, **{name: value[order(len(value))] for name, value in _lists(instance).items()}}


def _lists(instance: dict[str, Any]) -> dict[str, np.ndarray]:
    return {
        name: value
        for name, value in instance.items()
        if isinstance(value, np.ndarray) and value.ndim == 1 and len(value) >= LEAST_LENGTH
    }


def _is_ordered(values: np.ndarray) -> bool:
    """Whether values turn from rising to falling or back less often than in a random order, or more often."""
    turns = float((np.diff(np.sign(np.diff(values))) != 0).mean())
    return abs(turns - BY_CHANCE) > LIKE_CHANCE
