"""The lengths of phases and bursts climbed as plain numbers: at a few hundred elements, then at full size.

Where a table is cleaned when three quarters of it are taken, or an array doubles at powers of two, a phase must end
just there, and a burst must be a little longer than the gap that it goes over. Terms drawn for all sizes (`n // 2`)
don't say such numbers, and which number is right at full size can't be told from another size alone. So the lengths of
a good shape are said as numbers (`shapes.lengths`). Where runs are cheap one or two of them at once take steps of any
size, and what does as much is taken too, since lengths that must fit each other are found over plateaus. At full size
each length is first tried as it is, as the same part of the whole, and as far from a power of two; then the best of
these is climbed on by single numbers with steps that double where they help and halve where they don't (Hooke and
Jeeves, 1961).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from slowpath.engine.awaited import Awaited
from slowpath.engine.candidate import FULL, MEDIUM, Candidate, Outcome
from slowpath.engine.seen import Seen
from slowpath.engine.shaped import built, shape_of
from slowpath.engine.shapes import Shape, UnknownTerm
from slowpath.engine.shapes.lengths import grown, held, literal, skeleton, tidied, variables, with_value
from slowpath.engine.shapes.parts import View, view_of
from slowpath.engine.space import Site
from slowpath.engine.strategies.own_work import own_work
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate

SIZE = 200
PARENTS = 6
SMALL_RUNS, SMALL_PATIENCE, AT_ONCE = 360, 160, 8
PATIENCE_PER_NUMBER = 30
"""About as many steps as one number can take there: where few numbers are to be moved all were soon tried."""
MOST_GROWN, MOST_CLIMBED, TRIES = 16, 48, 3
LEAST_WORK, LEAST_COST = 0.5, 0.2
"""What a shape must do of the most that any does at a few hundred elements to be tried at full size, and cost there of
the costliest input to be climbed on."""
MOST_VARIABLES = 8
MOST_KNOWN = 20_000
PAIR, OTHERS = 0.5, 0.6
NEARER = 1.05
LENGTH_BITS, VALUE_BITS = 3, 9
"""Steps have at least up to so many bits."""


@dataclass
class _Axis:
    """One number of the climb at full size: which it is, and the next step."""

    at: int
    step: int


@dataclass
class _Climb:
    """One shape on its way: where it stands and what that does, at a level (`count`: small, its own work; then what it
    costs); `cost` is what it costs there."""

    place: int
    shape: Shape
    view: View
    sizes: tuple[int, int]
    is_costly: bool = False
    count: int = 0
    cost: int = 0
    runs: int = 0
    idle: int = 0
    waiting: deque[Shape] = field(default_factory=deque)
    axes: deque[_Axis] = field(default_factory=deque)


class PhaseLengths:
    """One shape after the other: small, grown, climbed at full size."""

    id = "phase-lengths"

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        self._known = Seen(MOST_KNOWN)
        self._sites: dict[int, Site] = {}
        self._climb: _Climb | None = None
        self._stage = ""
        self.batch = AT_ONCE
        """Several where each is cheap, one where the next hangs on the last."""
        self._begun = 0
        self.came_nearer = False
        """Whether what was told last does more at a few hundred elements: a step to an input that costs more only at
        full size."""
        self._awaited = Awaited[tuple[_Climb, str, Shape, _Axis | None]](4 * AT_ONCE)
        """Of which climb and stage each candidate is: a batch may go over the end of one."""
        self._is_ending = False
        """Whether the batch was ended where its climb had no more at a few hundred elements."""
        self._tried = Seen(MOST_KNOWN)

    def propose(self) -> Candidate | None:
        self.came_nearer = False
        for _ in range(4 * MOST_CLIMBED):
            self.batch = AT_ONCE if self._stage == "small" else 1
            if self._climb is None and not self._begin():
                return None
            made = {"small": self._moved, "grown": self._next_grown, "full": self._next_step}[self._stage]()
            if made is None and self._stage == "small" and not self._is_ending:
                # What the batch shows decides where the climb goes on from, and there one is made at a time.
                self._is_ending, self.batch = True, 1
                return None
            self._is_ending = False
            if made is None:
                self._leave()
                continue
            shape, tried = made
            candidate = self._built(shape)
            if candidate is not None:
                assert self._climb is not None
                return self._awaited.add(candidate, (self._climb, self._stage, shape, tried))
        return None

    def _built(self, shape: Shape) -> Candidate | None:
        assert self._climb is not None
        place = self._climb.place
        site = self._small(place) if self._stage == "small" else self._context.space.full[place]
        key = f"{site.level} {place} {shape.id}"
        if key in self._tried:
            return None
        self._tried.add(key)
        try:
            return built(self._context.space, site, tidied(shape), self.id)
        except CannotGenerate:
            return None

    def _small(self, place: int) -> Site:
        if place not in self._sites:
            self._sites[place] = self._context.space.at_size(place, SIZE)
        return self._sites[place]

    # Which shape

    def _begin(self) -> bool:
        """Takes the best shape that wasn't climbed on yet: the costliest at full size and those that do most at a few
        hundred elements, by turns."""
        if not self._context.corpus.has_feedback:
            return False
        self._begun += 1
        costly = list(self._costly())
        busy = [(shape, place) for _, shape in self._context.busiest for place in range(len(self._context.space.full))]
        first, then = (busy, costly) if self._begun % 2 else (costly, busy)
        if not any(self._takes(*one) for one in (*first, *then)):
            return False
        assert self._climb is not None
        self._climb.is_costly = not self._begun % 2
        return True

    def _costly(self) -> Iterator[tuple[Shape, int]]:
        corpus = self._context.corpus
        for entry in (*corpus.best(FULL, PARENTS), *corpus.best(MEDIUM, PARENTS)):
            shape = shape_of(entry.candidate)
            if shape is None or entry.candidate.strategy == self.id:
                continue
            label = (entry.candidate.origin.recipe or {})["boundary"]["label"]
            for at, site in enumerate(self._context.space.full):
                if label == site.boundary.label or label.startswith(site.boundary.label + ","):
                    yield shape, at

    def _takes(self, shape: Shape, place: int) -> bool:
        """Begins with a shape, unless one that differs in lengths alone was climbed on."""
        if f"{shape.id} {place}" in self._known:
            return False
        self._known.add(f"{shape.id} {place}")
        plain = self._literal(shape, self._small(place))
        if plain is None:
            return False
        made, view = plain
        found = variables(made, view)
        key = f"{skeleton(made, found).id} {place} without lengths"
        if len(found) > MOST_VARIABLES or key in self._known:
            return False
        self._known.add(key)
        first = [made] if any(one.is_length for one in found) else list(held(made, view))
        if not first:
            return False
        small, full = (
            max(site.boundary.sizes.values(), default=1)
            for site in (self._small(place), self._context.space.full[place])
        )
        self._climb = _Climb(place, made, view, (small, full))
        self._climb.waiting.extend(first if first == [made] else [literal(one, view) for one in first])
        self._stage = "small"
        return True

    def _literal(self, shape: Shape, site: Site) -> tuple[Shape, View] | None:
        """The shape with the lengths that it has there, and the parts of its input."""
        try:
            made = built(self._context.space, site, shape, self.id)
            assert made.instance is not None
            view = view_of(self._context.space.format, made.instance)
            return literal(shape, view), view
        except (CannotGenerate, UnknownTerm):
            return None

    # Small

    def _moved(self) -> tuple[Shape, None] | None:
        climb = self._climb
        assert climb is not None
        if climb.waiting:
            return climb.waiting.popleft(), None
        found = variables(climb.shape, climb.view)
        patience = min(SMALL_PATIENCE, PATIENCE_PER_NUMBER * (1 + len(found)))
        if climb.runs >= SMALL_RUNS or climb.idle >= patience or not found:
            return None
        climb.idle += 1
        shape = climb.shape
        # Lengths stand in front more often: most other numbers matter to few programs.
        rank = self._rng.random(len(found)) * np.array([1.0 if one.is_length else OTHERS for one in found])
        chosen = np.argsort(-rank, kind="stable")[: 1 + int(self._rng.random() < PAIR)]
        for at in chosen:
            one = found[int(at)]
            shape = with_value(shape, one, self._stepped(one.value, LENGTH_BITS if one.is_length else VALUE_BITS))
        return shape, None

    def _stepped(self, value: int, least_bits: int) -> int:
        """Another number: a step of any size up or down, seldom one of the program's text."""
        literals = self._context.literals
        if literals and self._rng.random() < 0.1:
            return int(literals[int(self._rng.integers(len(literals)))]) + int(self._rng.integers(3)) - 1
        bits = max(least_bits, abs(value).bit_length())
        step = 1 << int(self._rng.integers(bits))
        return value + (step if self._rng.random() < 0.5 else -step)

    # Grown, and at full size

    def _leave(self) -> None:
        """From small to full size, from there to the next shape."""
        climb = self._climb
        assert climb is not None
        if not climb.count or not self._is_worth(climb):
            self._climb = None
        elif self._stage == "small" and self._small(climb.place).level != FULL:
            climb.waiting = deque(self._all_grown(climb))
            self._stage, climb.count, climb.runs = "grown", 0, 0
        elif self._stage in ("small", "grown"):
            self._stage, climb.count, climb.runs = "full", climb.cost, 0
            found = variables(climb.shape, climb.view)
            climb.axes = deque(
                _Axis(at, sign * max(1, abs(one.value) // 2))
                for at, one in enumerate(found)
                for sign in ((1, -1) if one.is_length else (1,))
            )
        else:
            self._climb = None

    def _is_worth(self, climb: _Climb) -> bool:
        """Whether it does enough, beside the best, to go on to where runs are dearer."""
        if self._stage == "small":
            most = max((work for work, _ in self._context.busiest), default=0)
            return climb.is_costly or climb.count >= LEAST_WORK * most
        best = next(iter(self._context.corpus.best(FULL, 1)), None)
        return self._stage == "full" or best is None or climb.count >= LEAST_COST * best.count

    def _all_grown(self, climb: _Climb) -> list[Shape]:
        """All ways to take the lengths to full size, drawn where they are many."""
        lengths = [one for one in variables(climb.shape, climb.view) if one.is_length]
        options = [grown(one.value, *climb.sizes) for one in lengths]
        ways = dict.fromkeys(zip(*(values[:2] for values in options), strict=False))
        for _ in range(TRIES * MOST_GROWN):
            if len(ways) < MOST_GROWN:
                ways[tuple(values[int(self._rng.integers(len(values)))] for values in options)] = None
        made = []
        for way in ways:
            shape = climb.shape
            for one, value in zip(lengths, way, strict=True):
                shape = with_value(shape, one, value)
            made.append(shape)
        return made

    def _next_grown(self) -> tuple[Shape, None] | None:
        assert self._climb is not None
        return (self._climb.waiting.popleft(), None) if self._climb.waiting else None

    def _next_step(self) -> tuple[Shape, _Axis] | None:
        climb = self._climb
        assert climb is not None
        if climb.runs >= MOST_CLIMBED or not climb.axes:
            return None
        found = variables(climb.shape, climb.view)
        axis = climb.axes.popleft()
        if axis.at >= len(found):
            return self._next_step()
        # A step that isn't told of was in vain: it's halved at once, and doubled when it's told to have helped.
        shape = with_value(climb.shape, found[axis.at], found[axis.at].value + axis.step)
        halved = _Axis(axis.at, int(axis.step / 2))
        if halved.step:
            climb.axes.append(halved)
        return shape, axis

    # Outcomes

    def observe(self, outcome: Outcome) -> None:
        found = self._awaited.take(outcome)
        if found is None or found[0] is not self._climb or found[1] != self._stage:
            return
        climb, _, shape, tried = found
        climb.runs += 1
        if not outcome.execution.verdict.can_be_slow_input:
            return
        count = own_work(outcome, self._context.watch.probes) if self._stage == "small" else outcome.count
        is_better = count > climb.count
        if self._stage == "small":
            climb.idle = 0 if is_better else climb.idle
            self.came_nearer = self.came_nearer or 0 < NEARER * climb.count < count
        elif not is_better:
            return
        if count >= climb.count:
            climb.shape, climb.count, climb.cost = shape, count, outcome.count
        if tried is not None:
            self._go_on(climb, tried)

    def _go_on(self, climb: _Climb, tried: _Axis) -> None:
        """The step that helped is tried again, twice as large, in place of the same one halved."""
        climb.axes = deque(axis for axis in climb.axes if axis.at != tried.at or (axis.step > 0) != (tried.step > 0))
        climb.axes.appendleft(_Axis(tried.at, 2 * tried.step))
