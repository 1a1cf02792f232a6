"""A search over shapes themselves at a few hundred elements: genetic programming, then climbing on their numbers.

Singularity (Wei et al., FSE 2018): an individual is a program that makes inputs of any size, its fitness what the
target costs on the input of one fixed size, lessened by the program's length. Here the population begins with simple
shapes, takes in what `generalisation` read from small winners, and replaces its worst one by one, so that there are no
generations to wait for. What becomes best is compared at medium size and, where it does well there, built as large as
allowed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.engine.awaited import Awaited
from slowpath.engine.candidate import FULL, MEDIUM, Candidate, Outcome
from slowpath.engine.run_cost import run_cost
from slowpath.engine.seen import Seen
from slowpath.engine.shaped import built, shape_of
from slowpath.engine.shapes import Shape, UnknownTerm
from slowpath.engine.shapes.breeding import crossed, moves, mutated, simplifications, size_of
from slowpath.engine.shapes.inventing import Inventor
from slowpath.engine.shapes.lengths import moved, scaled
from slowpath.engine.shapes.parts import Part, View, view_of
from slowpath.engine.shapes.profiles import profiles
from slowpath.engine.shapes.sequences import strided
from slowpath.engine.space import Site
from slowpath.engine.strategies.own_work import own_work
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate

SIZE = 200
POPULATION = 40
FIRST = 60
TOURNAMENT = 4
FREE_NODES, LENGTH_PENALTY = 12, 0.995
MUTATED, CROSSED = 0.65, 0.9
ADOPT_EVERY = 32
STALE_AFTER, SETTLED_AFTER = 60, 16
SETTLED_COST = 1_000_000_000
"""What the run of the best shape and those after it may cost before it is tried larger, though they be fewer."""
MOVES_AT_ONCE = 32
MOST_STRIDES = 16
LEAST_RANGE = 4
MOST_KNOWN = 20_000
PROMOTED_GAIN = 1.03
PROMOTED_SHARE = 0.7


@dataclass(frozen=True)
class Individual:
    """A shape with its fitness: the cost, lessened by every node beyond the first dozen. `key` orders them."""

    shape: Shape
    fitness: float
    key: tuple[float, int, str]

    @staticmethod
    def of(shape: Shape, count: int) -> Individual:
        """The shape that cost so much."""
        size = size_of(shape)
        fitness = count * LENGTH_PENALTY ** max(0, size - FREE_NODES)
        return Individual(shape, fitness, (-fitness, size, shape.id))


class ShapeClimb:
    """A population of shapes, steady-state."""

    id = "shape-climb"
    batch = 8
    with_lengths = 4
    """So many of the best have their lengths moved."""

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        self._site = context.space.at_size(0, SIZE)
        self._parts = self._all_parts()
        names = tuple(part.name for part in self._parts if part.kind in ("sizes", "scalars"))
        arrays = tuple(part.name for part in self._parts if part.kind == "arrays")
        self._inventor = Inventor(context.literals, names, self._rng, arrays)
        self._population: list[Individual] = []
        self._known = Seen(MOST_KNOWN)
        self._awaited = Awaited[tuple[Shape, str, int]]()
        self._queue: deque[tuple[Shape, str, int]] = deque((shape, "", 0) for shape in self._first())
        self._proposed = 0
        self._stale = 0
        self._stale_cost = 0.0
        self._promoted = 0.0
        self._climbed = Seen(MOST_KNOWN)
        self._moved = Seen(MOST_KNOWN)

    def _all_parts(self) -> tuple[Part, ...]:
        """The parts that inputs have, from a random one; none where inputs are single numbers, which `climb` takes."""
        parts = self._context.parts_at(self._site)
        return parts if any(part.kind not in ("sizes", "scalars") for part in parts) else ()

    def _first(self) -> Iterator[Shape]:
        """Shapes that say the same of all parts, then parts drawn each for itself."""
        base = Shape(tuple((part.kind, part.name, "hi") for part in self._parts if part.kind == "sizes"))
        plain = [part for part in self._parts if part.kind not in ("sizes", "edges")]
        for word in ("lo", "hi", ("fitted", "i"), ("fitted", "j"), ("interleave", "lo", "hi")) if plain else ():
            yield Shape((*base.parts, *((part.kind, part.name, word) for part in plain)))
        yield from self._all_but_one(base)
        for stride in self._strides():
            yield Shape(
                (
                    *base.parts,
                    *((part.kind, part.name, strided("lo", stride)) for part in plain if part.kind == "arrays"),
                )
            )
        yield from self._profiles(base)
        for _ in range(FIRST if self._parts else 0):
            shape = base
            for part in self._parts:
                if part.kind != "sizes" or self._inventor.below(6) == 0:
                    shape = shape.replaced(part.key, self._inventor.of_part(part))
            yield shape

    def _all_but_one(self, base: Shape) -> Iterator[Shape]:
        """Equal elements but for the last or the first, the same one in all parts, beside the least and the largest
        single numbers."""
        rows = [part for part in self._parts if part.kind in ("arrays", "words")]
        numbers = [part for part in self._parts if part.kind == "scalars"]
        for others, one in (("lo", "hi"), ("hi", "lo")) if rows else ():
            for place in (("-", "n", 1), 0):
                for value in ("hi", "lo") if numbers else ("hi",):
                    yield Shape(
                        (
                            *base.parts,
                            *((part.kind, part.name, value) for part in numbers),
                            *((part.kind, part.name, ("except", others, place, one)) for part in rows),
                        )
                    )

    def _profiles(self, base: Shape) -> Iterator[Shape]:
        """The same profile in all parts that are sequences, of which at least one has values enough for a curve."""
        rows = [part for part in self._parts if part.kind in ("arrays", "words")]
        if any(part.hi - part.lo >= LEAST_RANGE for part in rows):
            for profile in profiles():
                yield Shape((*base.parts, *((part.kind, part.name, profile) for part in rows)))

    def _strides(self) -> list[int]:
        """The numbers of the program's text that fit several times into what an array may hold: what is one modulo the
        size of a table is one place of it."""
        widest = max((part.hi - part.lo for part in self._parts if part.kind == "arrays"), default=0)
        return [number for number in self._context.literals if 2 < number <= widest // 4][:MOST_STRIDES]

    # Proposals

    def propose(self) -> Candidate | None:
        if not self._parts:
            return None
        self._proposed += 1
        if self._proposed % ADOPT_EVERY == 0:
            self._adopt()
        if not self._queue:
            self._move_lengths()
        for _ in range(POPULATION):
            shape, level, place = self._queue.popleft() if self._queue else (self._bred(), "", 0)
            if not level and shape.id in self._known:
                continue
            self._known.add(shape.id)
            try:
                candidate = built(self._context.space, self._site_of(level, place), shape, self.id)
            except CannotGenerate:
                continue
            return self._awaited.add(candidate, (shape, level, place))
        return None

    def _site_of(self, level: str, place: int) -> Site:
        return self._context.space.sites(level)[place] if level else self._site

    def _bred(self) -> Shape:
        choice = self._rng.random()
        if len(self._population) < 2 or choice >= CROSSED:
            parent = self._population[0].shape if self._population else Shape(())
            for part in self._parts:
                if part.kind != "sizes":
                    parent = parent.replaced(part.key, self._inventor.of_part(part))
            return parent
        if choice < MUTATED:
            child = mutated(self._chosen(), self._parts, self._inventor)
            return child if self._rng.random() < 0.7 else mutated(child, self._parts, self._inventor)
        return crossed(self._chosen(), self._chosen(), self._inventor)

    def _chosen(self) -> Shape:
        """The fittest of a few; any where nothing is ranked."""
        few = TOURNAMENT if self._context.corpus.has_feedback else 1
        places = self._rng.integers(0, len(self._population), few)
        return self._population[int(places.min())].shape

    def _adopt(self) -> None:
        """Shapes that others tried with success: those of the costliest inputs at medium and full size."""
        for level in (MEDIUM, FULL):
            for entry in self._context.corpus.best(level, 4):
                shape = shape_of(entry.candidate)
                if shape is not None and entry.candidate.strategy != self.id and shape.id not in self._known:
                    self._queue.append((shape, "", 0))

    # Outcomes

    def observe(self, outcome: Outcome) -> None:
        found = self._awaited.take(outcome)
        if found is None or not outcome.execution.verdict.can_be_slow_input:
            return
        shape, level, place = found
        if level == MEDIUM and self._site_of(FULL, place).level == FULL:
            self._consider_full(shape, place, outcome.count)
        if not level:
            self._context.offer(own_work(outcome, self._context.watch.probes), shape)
            self._place(
                Individual.of(shape, outcome.count if self._context.corpus.has_feedback else 1), run_cost(outcome)
            )

    def _place(self, individual: Individual, cost: float) -> None:
        best = self._population[0].fitness if self._population else 0.0
        self._population.append(individual)
        self._population.sort(key=lambda one: one.key)
        del self._population[POPULATION:]
        is_best = individual.fitness > best
        self._stale, self._stale_cost = (0, cost) if is_best else (self._stale + 1, self._stale_cost + cost)
        if self._stale and self._stale % STALE_AFTER == 0:
            self._climb()
        top = self._population[0]
        if top.fitness > PROMOTED_GAIN * self._promoted and (
            self._stale >= SETTLED_AFTER or self._stale_cost >= SETTLED_COST
        ):
            self._promoted = top.fitness
            view = self._view_of(top.shape)
            size = max(self._site.boundary.sizes.values(), default=1)
            shapes = (top.shape,) if view is None else dict.fromkeys((top.shape, scaled(top.shape, view, size)))
            self._queue.extend(
                (shape, MEDIUM, place) for shape in shapes for place in range(len(self._context.space.medium))
            )

    def _climb(self) -> None:
        """Queues the best that was not climbed on yet with parts said more simply, and with its numbers moved. What
        costs as much and is simpler is fitter, so that what is shown in the end says what matters."""
        for individual in self._population:
            if individual.shape.id not in self._climbed:
                self._climbed.add(individual.shape.id)
                shape = individual.shape
                for steps in (list(simplifications(shape)), list(moves(shape, self._context.literals, self._parts))):
                    order = self._rng.permutation(len(steps))[:MOVES_AT_ONCE]
                    self._queue.extend((steps[int(at)], "", 0) for at in order)
                return

    def _move_lengths(self) -> None:
        """Queues one of the best with its lengths moved, as soon as it is among them: how much less one does from
        number to number is a slope as soon as it is a length at all, and where it breaks off is worst."""
        for individual in self._population[: self.with_lengths]:
            shape = individual.shape
            if shape.id not in self._moved:
                self._moved.add(shape.id)
                view = self._view_of(shape)
                if view is not None:
                    self._queue.extend((other, "", 0) for other in moved(shape, view))
                return

    def _view_of(self, shape: Shape) -> View | None:
        """The parts of its input at a few hundred elements."""
        try:
            made = built(self._context.space, self._site, shape, self.id)
            return view_of(self._context.space.format, made.instance or {})
        except (CannotGenerate, UnknownTerm):
            return None

    def _consider_full(self, shape: Shape, place: int, count: int) -> None:
        best = self._context.best_medium()
        if count >= PROMOTED_SHARE * best and self._context.space.medium[place].level != FULL:
            self._queue.appendleft((shape, FULL, place))
