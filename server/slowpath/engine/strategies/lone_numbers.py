"""Numbers looked through where hardly anything stands beside them: inputs of one element, thousands of runs a second.

Where the elements don't influence each other, the worst input is the worst element again and again. Among hundreds
nobody sees it: what one costs is lost in what all cost. So inputs are cut to one element each, whose numbers are drawn
by chance or moved from the costliest: by `number_moves`, and by what arithmetic does and undoes (so many times as much
and some, a part of that), since a number that takes long is often a step away from another that does. What costs most
is put everywhere at full size.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, SMALL, Candidate, Outcome
from slowpath.engine.moves.number_moves import bounds_at, numbers_of, product_wish, value_at, wish, with_value
from slowpath.engine.seen import Seen
from slowpath.engine.shaped import first_built
from slowpath.engine.shapes import Shape
from slowpath.engine.shapes.parts import view_of
from slowpath.engine.shapes.terms import Term
from slowpath.engine.space import SMALL_BYTES
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.fill import ints
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.mutators.order import below
from slowpath.inputs.validating.validate import violations
from slowpath.model.origin import Origin

MOST_NUMBERS = 4
LEAST_RANGE = 64
MOST_AT_ONCE = 64
KEPT = 32
BY_CHANCE, BY_ARITHMETIC = 0.35, 0.7
TRIES = 20
SETTLED_AFTER = 250
"""So many runs without a costlier number, before the costliest is put everywhere."""
GAIN = 1.01
MOST_SITES = 3
MOST_KNOWN = 20_000


class LoneNumbers(Batched):
    """A pool of the costliest inputs of one element, and what is drawn or moved from them."""

    id = "lone-numbers"

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE)
        self._context = context
        self._rng = context.rng(self.id)
        self._pool: list[tuple[int, Candidate]] = []
        self._queue: deque[tuple[Shape, int]] = deque()
        self._tried = Seen(MOST_KNOWN)
        self._idle = 0
        self._promoted = 0.0
        self._first = self._of_one_element()

    def _of_one_element(self) -> dict[str, Any] | None:
        """An input of one element; None where it isn't small, has too many numbers, or none with a choice."""
        space = self._context.space
        site = space.reduced(space.full[0].boundary, SMALL, 1, SMALL_BYTES)
        if site.level == FULL:
            return None
        try:
            made = generate(site.format, Plan(sizes=dict(site.boundary.sizes), cases=site.boundary.cases), self._rng)
        except CannotGenerate:
            return None
        numbers = numbers_of(space.format, made, MOST_NUMBERS)
        ranges = [hi - lo for lo, hi in (bounds_at(space.format, made, number) for number in numbers)]
        return made if max(ranges, default=0) >= LEAST_RANGE else None

    def propose(self) -> Candidate | None:
        if self._first is None:
            return None
        grown = first_built(self._context.space, self._queue, self.id)
        if grown is not None:
            return grown
        for _ in range(TRIES):
            made = self._moved()
            if made is not None and made.data not in self._tried:
                self._tried.add(made.data)
                return made
        return None

    def _moved(self) -> Candidate | None:
        """One of the costliest with one number or two changed; None where that isn't valid."""
        fmt, rng, labels = self._context.space.format, self._rng, []
        parent = self._pool[min(int(rng.geometric(0.15)), len(self._pool)) - 1][1] if self._pool else None
        instance = parent.instance if parent is not None else self._first
        assert instance is not None
        numbers = numbers_of(fmt, instance, MOST_NUMBERS)
        others = [value_at(instance, number) for number in numbers]
        for _ in range(1 + (len(numbers) > 1 and rng.random() < 0.3)):
            number = numbers[below(len(numbers), rng)]
            lo, hi = bounds_at(fmt, instance, number)
            if lo > hi:
                return None  # What was changed before left it no value.
            value = self._value(value_at(instance, number), lo, hi, others)
            instance = with_value(instance, number, value)
            labels.append(f"{number.name} = {value}")
        if violations(fmt, instance, 1):
            return None
        origin = Origin(self.id, ", ".join(labels), parent=parent.id if parent is not None else "")
        return self._context.space.from_instance(instance, origin, SMALL, self.id)

    def _value(self, now: int, lo: int, hi: int, others: list[int]) -> int:
        choice = self._rng.random()
        if not self._pool or choice < BY_CHANCE:
            return int(ints(1, lo, hi, None, self._rng, "a number")[0])
        if choice < BY_ARITHMETIC:
            return product_wish(now, lo, hi, self._context.literals, self._rng)
        return wish(now, lo, hi, others, self._context.literals, self._rng)

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        if outcome.candidate.level == FULL or not outcome.execution.verdict.can_be_slow_input:
            return
        count = self._context.worth(outcome.count, self._rng)
        best = self._pool[0][0] if self._pool else 0
        place = sum(other >= count for other, _ in self._pool)
        self._pool.insert(place, (count, outcome.candidate))
        del self._pool[KEPT:]
        self._idle = 0 if count > best else self._idle + 1
        if self._idle >= SETTLED_AFTER and self._pool[0][0] > GAIN * self._promoted:
            self._promoted = float(self._pool[0][0])
            shape = self._everywhere()
            self._queue.extend((shape, place) for place in range(min(MOST_SITES, len(self._context.space.full))))

    def _everywhere(self) -> Shape:
        """The costliest numbers at all places; the costliest few by turns where all elements must differ."""
        fmt, parts = self._context.space.format, []
        few = [view_of(fmt, candidate.instance or {}).part for _, candidate in self._pool]
        for part in view_of(fmt, self._pool[0][1].instance or {}).parts:
            if part.kind not in ("arrays", "scalars", "matrices"):
                continue
            term: Term = int(part.values[0])
            if part.is_order:
                values = dict.fromkeys(int(own.values[0]) for find in few if (own := find(part.key)) is not None)
                term = ("values", *values)
            parts.append((part.kind, part.name, term))
        return Shape(tuple(parts))
