"""Coming nearer to a constraint: a climb on its probe's slot, which says how near a run came (`left / right`).

For what a program's data must be like somewhere inside there is often no aim to solve for. The slot is a distance as in
search-based testing (Korel 1990; McMinn 2004, whose alternating variable method the moves of single numbers follow):
parents are those who came nearest, small inputs first, where runs are cheap and shapes can be found; when nothing comes
nearer any more, the nearest small input is grown and the climb goes on at the next size. What only asks how often a
line runs is left to the search itself, which has that from the program's counters; so is what counts anything, once an
input of the largest size satisfies it: cost leads on from there. It's otherwise where the search is to be about that
constraint.

A run of the climb is one that the search itself doesn't make, and most climbs lead nowhere. So it has a small part of
all runs, and more only as it comes nearer to what nobody came to yet.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.constraints.watch import Target
from slowpath.engine.corpus import in_steps
from slowpath.engine.shapes import grown
from slowpath.engine.space import SMALL_BYTES, rng_seed
from slowpath.engine.strategies.climb import integer_scalars
from slowpath.engine.strategies.elements import ElementMoves
from slowpath.engine.strategies.turns import Turns
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import IntType
from slowpath.model.origin import Origin

MOST_TARGETS = 4
PATIENCE, PATIENCE_WHEN_GROWN, FRUITLESS_ROUNDS = 40, 10, 2
PATIENCE_WHEN_THERE, FRUITLESS_ROUNDS_WHEN_THERE = 10, 1
"""Proposals that bring nothing before the size changes, fewer at larger sizes, where each costs as much as many small
ones; and rounds over all sizes that bring nothing before the constraint is given up. Less of both once an input of the
largest size satisfies it."""
SHARE, EARNED = 0.08, 12
"""Its part of all runs, and the runs that each step nearer adds to that."""
PARENTS = 3
MOST_MUTATIONS = 3
MOVES = 12
ELEMENTS_SHARE = 0.6
LARGEST_BYTES_MOVED = 20_000


class Approach:
    """Takes the constraints without (working) aims by turns. Those that it comes no nearer to are given up, unless the
    search is about one."""

    id = "approach"
    batch = 1

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._climbs: dict[str, _SlotClimb] = {}
        self._turns = Turns(context, self._is_for_this, MOST_TARGETS)
        self._last: _SlotClimb | None = None
        self._runs = self._earned = 0

    def propose(self) -> Candidate | None:
        if not self._context.aimed and self._runs > self._earned + SHARE * self._context.watch.readings:
            return None
        for target in self._turns.next():
            assert target.slot is not None
            name = target.constraint.id
            if name not in self._climbs:
                self._climbs[name] = _SlotClimb(self._context, name, target.constraint.line, target.slot)
            self._last = self._climbs[name]
            candidate = self._last.propose()
            if candidate is not None:
                return candidate
        return None

    @property
    def came_nearer(self) -> bool:
        """Whether its last run came a whole step nearer to a constraint than any before at that size."""
        return self._last is not None and self._last.has_stepped

    def _is_for_this(self, target: Target) -> bool:
        condition = target.constraint.condition
        has_distance = (
            condition is not None and not condition.is_plain and (not condition.is_total or bool(self._context.aimed))
        )
        is_aimed_at = bool(target.constraint.aims) and target.constraint.id not in self._context.unaimable
        climb = self._climbs.get(target.constraint.id)
        return (
            target.slot is not None
            and has_distance
            and not is_aimed_at
            and (
                bool(self._context.aimed)
                or not (self._is_left_to_cost(target) or (climb is not None and climb.is_in_vain))
            )
        )

    def _is_left_to_cost(self, target: Target) -> bool:
        condition = target.constraint.condition
        return condition is not None and condition.count is not None and _is_satisfied(self._context, target)

    def observe(self, outcome: Outcome) -> None:
        if self._last is None:
            return
        self._runs += 1
        self._last.observe(outcome)
        if self._last.has_stepped:
            self._earned += EARNED


def _is_satisfied(context: StrategyContext, target: Target) -> bool:
    """Whether an input of the largest size satisfies a constraint that has a probe."""
    condition = target.constraint.condition
    assert target.slot is not None and condition is not None
    return bool(context.corpus.largest(FULL, target.slot) >= in_steps(np.array([condition.slot_threshold]))[0])


class _SlotClimb:
    """The climb on one slot, a level at a time."""

    def __init__(self, context: StrategyContext, name: str, line: int, slot: int) -> None:
        self._context = context
        self._name = name
        self._line = line
        self._slot = slot
        self._rng = context.rng(f"approach {name}")
        self._levels = list(dict.fromkeys(context.space.sites(level)[0].level for level in (SMALL, MEDIUM, FULL)))
        largest = max((size for site in context.space.small for size in site.boundary.sizes.values()), default=1)
        # Mutants of small inputs under the whole format would grow, doubling by doubling.
        self._small_format = context.space.for_small(largest)
        self._medium_format = context.space.for_medium()
        self._at = 0
        self._best = dict.fromkeys(self._levels, -1)
        self._idle = 0
        self._fruitless = 0
        self._queue: deque[tuple[Candidate, str]] = deque()
        self._scalars = integer_scalars(context.space.format)
        self._move: dict[str, int] = {}
        self._elements = ElementMoves(context.space.format, self._rng)
        self.has_risen = self.has_stepped = False

    @property
    def is_in_vain(self) -> bool:
        """Whether no size came nearer in the last rounds."""
        rounds = FRUITLESS_ROUNDS_WHEN_THERE if self._is_there else FRUITLESS_ROUNDS
        return self._fruitless >= rounds * len(self._levels)

    @property
    def _is_there(self) -> bool:
        """Whether an input of the largest size satisfies the constraint."""
        target = self._context.watch.target(self._name)
        return target is not None and _is_satisfied(self._context, target)

    @property
    def _patience(self) -> int:
        if self._is_there:
            return PATIENCE_WHEN_THERE
        return PATIENCE_WHEN_GROWN if self._at else PATIENCE

    @property
    def _level(self) -> str:
        return self._levels[self._at]

    def propose(self) -> Candidate | None:
        if self._idle >= self._patience:
            self._next_level()
        self._idle += 1
        while self._queue:
            small, label = self._queue.popleft()
            try:
                return self._grown(small, label)
            except CannotGenerate:
                continue
        parents = self._context.corpus.holders(self._level, self._slot)[:PARENTS]
        if not parents:
            chosen = self._context.corpus.choose(self._level, self._rng)
            parents = [chosen] if chosen is not None else []
        parents = [entry for entry in parents if entry.candidate.instance is not None]
        if not parents:
            self._idle = PATIENCE
            return None
        if self._elements.can_move and self._rng.random() < ELEMENTS_SHARE:
            one = self._elements.moved(parents[0].candidate)
            if one is not None:
                self.has_risen, self._move = False, {}
                return self._made(parents[0].candidate, one[0], [one[1]])
        parent = parents[min(int(self._rng.geometric(0.6)) - 1, len(parents) - 1)].candidate
        return self._child(parent)

    def _next_level(self) -> None:
        """The next larger size, after the largest the smallest again; larger ones begin with the nearest small input,
        grown."""
        nearest = self._context.corpus.holders(self._level, self._slot)[:1]
        self._at = (self._at + 1) % len(self._levels)
        self._idle, self._move = 0, {}
        self._fruitless += 1
        self._queue.clear()
        if self._at and nearest and nearest[0].candidate.instance is not None:
            site = self._context.space.sites(self._level)[0]
            small = nearest[0].candidate
            self._queue.extend(
                (small, label) for label, _ in grown(self._context.space.format, small.instance or {}, site.boundary)
            )

    def _grown(self, small: Candidate, label: str) -> Candidate:
        space = self._context.space
        site = space.sites(self._level)[0]
        assert small.instance is not None
        plan = dict(grown(space.format, small.instance, site.boundary))[label]
        origin = Origin(Approach.id, f"{label} from #{small.id[:6]}, nearer to line {self._line}", parent=small.id)
        return space.from_plan(site, plan, rng_seed(space.seed, small.id, label, self._level), origin, Approach.id)

    def _child(self, parent: Candidate) -> Candidate | None:
        """A move of numbers, or a mutant; a few at once where single ones don't get further."""
        rng, space = self._rng, self._context.space
        self._elements.learned(0)
        fmt = {SMALL: self._small_format, MEDIUM: self._medium_format}.get(self._level, space.format)
        assert parent.instance is not None
        instance: dict[str, Any] = parent.instance
        labels: list[str] = []
        moved = self._moved(parent) if self._scalars and (self.has_risen or rng.random() < 0.5) else None
        if moved is not None:
            instance, labels = moved
        else:
            self._move = {}
            other = self._context.corpus.choose(self._level, rng) if rng.random() < 0.1 else None
            if other is not None and other.candidate.instance is not None:
                instance, label = crossover(fmt, instance, other.candidate.instance, rng)
                labels.append(label)
            for _ in range(1 + min(MOST_MUTATIONS - 1, int(rng.geometric(0.6)) - 1)):
                instance, label = mutate(fmt, instance, rng)
                labels.append(label)
        self.has_risen = False
        child = self._made(parent, instance, labels)
        is_small = self._level != SMALL or len(child.data) <= max(2 * SMALL_BYTES, 2 * len(parent.data))
        return child if is_small else None

    def _made(self, parent: Candidate, instance: dict[str, Any], labels: list[str]) -> Candidate:
        origin = Origin(
            Approach.id, f"{', '.join(labels)} of #{parent.id[:6]}, nearer to line {self._line}", parent=parent.id
        )
        return self._context.space.from_instance(instance, origin, self._level, Approach.id)

    def _moved(self, parent: Candidate) -> tuple[dict[str, Any], list[str]] | None:
        """One or two numbers changed: the move that has just come nearer doubled, else a step of random length."""
        instance = parent.instance
        if instance is None or len(parent.data) > LARGEST_BYTES_MOVED:
            return None
        if self.has_risen and self._move:
            self._move = {name: 2 * step for name, step in self._move.items()}
        for move in self._wished(instance):
            changed = {name: instance[name] + step for name, step in move.items()}
            moved = {**instance, **changed}
            if not violations(self._context.space.format, moved, 1):
                self._move = move
                return moved, [f"{name} = {value}" for name, value in changed.items()]
        return None

    def _wished(self, instance: dict[str, Any]) -> Iterator[dict[str, int]]:
        if self.has_risen and self._move:
            yield self._move
        rng = self._rng
        for _ in range(MOVES):
            count = 1 if len(self._scalars) == 1 or rng.random() < 0.7 else 2
            chosen = [self._scalars[int(at)] for at in rng.permutation(len(self._scalars))[:count]]
            move = {}
            for scalar in chosen:
                assert isinstance(scalar.type, IntType)
                try:
                    width = scalar.type.hi.value(instance) - scalar.type.lo.value(instance)
                except (KeyError, ArithmeticError):
                    continue
                step = int(rng.integers(1, 2 << int(rng.integers(max(1, width.bit_length())))))
                move[scalar.name] = step if rng.random() < 0.5 else -step
            if move:
                yield move

    def observe(self, outcome: Outcome) -> None:
        self.has_stepped = False
        slots = self._context.watch.slots(outcome.execution.counters)
        if slots is None:
            return
        reached, before = int(slots[self._slot]), self._best[self._level]
        self._elements.learned(reached - before)
        if reached <= before:
            return
        self._best[self._level], self._idle = reached, 0
        # The first run of a level is no rise, and a rise by a thousandth is no reason to stay.
        self.has_risen = before >= 0
        steps = in_steps(np.array([max(0, before), reached], dtype=np.uint64))
        if self.has_risen and steps[1] > steps[0]:
            self._fruitless, self.has_stepped = 0, True
