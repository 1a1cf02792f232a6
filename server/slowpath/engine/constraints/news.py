"""Which states of constraints are worth telling, and when: all that is right after the first contrastive pair, later
what changed, a few at a time. When is by executions, so that the same runs tell the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from slowpath.model.constraint import CANDIDATE, ConstraintState

TOLD_GROWTH = 2.0
MOST_TOLD = 4
TELL_EVERY = 96


class ConstraintNews:
    """What was told of each constraint, by its id; `told` is what an earlier process of the campaign told."""

    def __init__(self, told: Mapping[str, ConstraintState]) -> None:
        self._told = dict(told)
        self._queue: list[str] = []
        self._last_told = 0
        self._has_begun = bool(told)

    def begin(self, states: Mapping[str, ConstraintState]) -> None:
        """There is a pair: from the first one on there is something to tell."""
        if not self._has_begun:
            self._has_begun = True
            self._queue = [name for name in states if self._is_news(states[name])]
            self._last_told = -TELL_EVERY

    def worth_telling(
        self, states: Mapping[str, ConstraintState], readings: int, everything: bool
    ) -> Iterator[ConstraintState]:
        """States worth telling after so many readings, each once; before the first pair none, unless `everything` is
        asked for."""
        if not everything and (not self._has_begun or readings - self._last_told < TELL_EVERY):
            return
        waiting = self._queue or [name for name in states if self._is_news(states[name])]
        first, self._queue = bool(self._queue), []
        if not waiting:
            return
        self._last_told = readings
        # Changes of status first: mere growth can wait.
        waiting.sort(key=lambda name: not self._has_changed(states[name]))
        for name in waiting if everything or first else waiting[:MOST_TOLD]:
            self._told[name] = states[name]
            yield states[name]

    def untold(self, states: Mapping[str, ConstraintState]) -> Iterator[ConstraintState]:
        """All states that weren't told or have moved since, however little."""
        for name, state in states.items():
            if state != self._told.get(name):
                self._told[name] = state
                yield state

    def _is_news(self, state: ConstraintState) -> bool:
        told = self._told.get(state.constraint.id)
        if told is None:
            return state.status != CANDIDATE
        return self._has_changed(state) or any(
            now >= TOLD_GROWTH * max(1, then)
            for now, then in (
                (state.evidence.satisfying, told.evidence.satisfying),
                (state.evidence.violating, told.evidence.violating),
            )
        )

    def _has_changed(self, state: ConstraintState) -> bool:
        told = self._told.get(state.constraint.id)
        return told is None or _standing(state) != _standing(told)


def _standing(state: ConstraintState) -> tuple:
    """What a reader notices at once: all but how much evidence there is."""
    evidence = state.evidence
    return (
        state.status,
        state.hot,
        state.constraint,
        state.checker,
        state.reason,
        state.same_as,
        evidence.slow_satisfies,
        evidence.fast_satisfies,
    )
