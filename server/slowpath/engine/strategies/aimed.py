"""Inputs made to satisfy a constraint: the format is narrowed to the constraint's aims, and searched like any other.

Where a constraint says what must hold of the input itself (`Constraint.aims`), nothing has to be found: saturated
inputs and patterns of the narrowed format (`inputs.narrowed`) satisfy it by construction, and mutants under the
narrowed format stay inside (WEDGE section 3.3's constraint-aware mutators, by solving instead of by a model's code).
Aims are the proposer's word: where the first inputs don't satisfy the condition when run, or no input can be made, the
constraint is left to `approach`.

What constraints say is known before anything was run, so it comes first (`_Opening`): one input of medium size a
narrowed format tells whether it's worth one of full size, or a seed for the small world. Where elements of an array are
compared, its two orders are narrowed formats too.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from slowpath.catalogue import Genome
from slowpath.engine.candidate import FULL, LEVELS, MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.constraints.watch import Target
from slowpath.engine.space import SMALL_BYTES, Space, rng_seed
from slowpath.engine.strategies.turns import Turns
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.filling.narrowed import CannotNarrow, narrowed
from slowpath.inputs.layout import relation_names
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.model.constraint import LARGEST, LEAST, Aim, WithTrait
from slowpath.model.origin import Origin
from slowpath.wire import encode

MOST_TARGETS = 6
MOST_BOUNDARIES = 3
PATTERNS = 16
PROMOTED = 3
PARENTS = 3
TRIALS = 6
"""Inputs after which aims that none of them satisfied are disbelieved."""
MOST_FAILURES = 5
MOST_ORDERED, MOST_MATCHED = 2, 3
MOST_OPENED = 3
LARGER = 2
"""How much longer than other small inputs one may be."""
WORTHWHILE = 1.1


class Aimed:
    """Takes the constraints that have aims by turns, once each of them was tried alone."""

    id = "aimed"
    batch = 1

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._courses: dict[str, _Course] = {}
        self._turns = Turns(context, self._is_aimable, MOST_TARGETS)
        self._opening = _Opening(context, self._course)
        self._last: _Course | None = None

    @property
    def is_opening(self) -> bool:
        """Whether there is something left to be tried before anything else."""
        return self._opening.has_more

    def _is_aimable(self, target: Target) -> bool:
        return bool(target.constraint.aims) and target.constraint.id not in self._context.unaimable

    def propose(self) -> Candidate | None:
        opened = self._opening.propose()
        if opened is not None:
            self._last = opened[0]
            return opened[1]
        for target in self._turns.next():
            course = self._course(target)
            candidate = course.propose() if course is not None else None
            if candidate is not None:
                self._last = course
                return candidate
        return None

    def _course(self, target: Target) -> _Course | None:
        """The search of one narrowed format; None, and never again, where it can't be narrowed."""
        name = target.constraint.id
        if name not in self._courses:
            try:
                self._courses[name] = _Course(
                    self._context,
                    target.constraint.aims,
                    f"aimed at line {target.constraint.line}",
                    name,
                    target.slot is not None,
                )
            except (CannotNarrow, CannotGenerate):
                self._context.unaimable.add(name)
                return None
        return self._courses[name]

    def observe(self, outcome: Outcome) -> None:
        if self._last is not None:
            self._last.observe(outcome)


class _Opening:
    """The first inputs of narrowed formats. Those whose input of medium size costs more than a random one's are tried
    at full size, costliest first; the two best also together, and the small world is given one of each."""

    def __init__(self, context: StrategyContext, course_of: Callable[[Target], _Course | None]) -> None:
        self._context = context
        self._course_of = course_of
        self._plans = self._planned()
        self._next: tuple[_Course, str] | None = None
        self._is_over = False

    @property
    def has_more(self) -> bool:
        """Whether there is an input to propose."""
        if self._next is None and not self._is_over:
            self._next = next(self._plans, None)
            self._is_over = self._next is None
        return self._next is not None

    def propose(self) -> tuple[_Course, Candidate] | None:
        """The next input and the course that it's from; None when all were tried."""
        while self.has_more:
            assert self._next is not None
            (course, level), self._next = self._next, None
            with contextlib.suppress(CannotGenerate):
                return course, course.open(level)
        return None

    def _planned(self) -> Iterator[tuple[_Course, str]]:
        site = self._context.space.medium[0]
        plain = max((entry.count for entry in self._context.corpus.best(site.level)), default=0)
        courses = self._courses()
        yield from ((course, MEDIUM) for course in courses)
        rising = [
            course for course in courses if course.opened > WORTHWHILE * plain or not self._context.corpus.has_feedback
        ]
        if self._context.corpus.has_feedback:
            rising.sort(key=lambda course: -course.opened)
        both = next(
            (
                made
                for other in rising[1:]
                if not rising[0].subjects & other.subjects and (made := self._both(rising[0], other)) is not None
            ),
            None,
        )
        if both is not None:
            yield both, MEDIUM
            if both.opened > rising[0].opened:
                rising.insert(0, both)
        rising = rising[:MOST_OPENED]
        if site.level != FULL:
            yield from ((course, FULL) for course in rising)
        if self._context.space.small[0].level == SMALL:
            yield from ((course, SMALL) for course in rising)

    def _courses(self) -> list[_Course]:
        context = self._context
        targets = context.targets() if context.aimed else context.watch.aimable()
        made = [course for target in targets[:MOST_TARGETS] if (course := self._course_of(target)) is not None]
        for aims, words in () if context.aimed else self._orders():
            with contextlib.suppress(CannotNarrow, CannotGenerate):
                made.append(_Course(context, aims, words))
        formats = [context.space.format, *(course.format for course in made)]
        return [course for place, course in enumerate(made) if course.format not in formats[: place + 1]]

    def _orders(self) -> Iterator[tuple[tuple[Aim, ...], str]]:
        """The aims at the orders on which the program's comparisons may hang, with words for each."""
        compared = self._context.compared
        for name in compared.ordered[:MOST_ORDERED]:
            for trait, word in (("sorted", "rising"), ("reverse-sorted", "falling"), (LARGEST, "all the largest")):
                yield (WithTrait(name, trait),), f"{name} {word}"
        matched = compared.matched[:MOST_MATCHED]
        for trait, word in ((LEAST, "all the first letter"), (LARGEST, "all the last letter")):
            if matched:
                yield tuple(WithTrait(name, trait) for name in matched), f"{', '.join(matched)} {word}"

    def _both(self, one: _Course, other: _Course) -> _Course | None:
        aims = tuple(dict.fromkeys((*one.aims, *other.aims)))
        try:
            return _Course(self._context, aims, f"{one.words} and {other.words}")
        except (CannotNarrow, CannotGenerate):
            return None


class _Course:
    """One narrowed format: saturated inputs first, patterns at medium size, the best of them at full size, then
    mutants of what did best, at all sizes by turns."""

    def __init__(
        self, context: StrategyContext, aims: tuple[Aim, ...], words: str, name: str = "", can_be_tested: bool = False
    ) -> None:
        self._context = context
        self._name = name or words
        self._can_be_tested = can_be_tested
        self.aims, self.words = aims, words
        self.opened = 0
        outer = context.space
        self.format = narrowed(outer.format, aims)
        seed = rng_seed(outer.seed, self._name)
        self._space = Space(
            self.format, boundaries(self.format)[:MOST_BOUNDARIES], outer.facts, seed, outer.hints, outer.has_catalogue
        )
        self._space.resize_like(outer)
        self._rng = context.rng(f"aimed {self._name}")
        self._plans = self._planned()
        self._scored: list[tuple[int, int, Genome]] = []
        self._last: tuple[str, int, Genome] | None = None
        self._best: dict[str, list[tuple[int, Candidate]]] = {level: [] for level in LEVELS}
        self._tried = self._satisfied = self._failures = self._mutants = 0

    @property
    def subjects(self) -> frozenset[str]:
        """The names that the aims speak of."""
        return frozenset().union(
            *({aim.name} if isinstance(aim, WithTrait) else relation_names(aim) for aim in self.aims)
        )

    def open(self, level: str) -> Candidate:
        """The first input of a level. Raises `CannotGenerate`, also where the aims leave nothing small: a large input
        would be the costliest of the small ones for good."""
        self._last = level, 0, ()
        made = self._built(*self._last)
        if level == SMALL and len(made.data) > LARGER * max(SMALL_BYTES, self._context.space.small_bytes):
            raise CannotGenerate("the aims leave no small input")
        return made

    def _planned(self) -> Iterator[tuple[str, int, Genome]]:
        """(level, place of the site, genome) of all other inputs that aren't mutants."""
        space = self._space
        yield from ((FULL, place, ()) for place, site in enumerate(space.medium) if site.level != FULL or place)
        for place, site in enumerate(space.medium):
            yield from (
                (MEDIUM, place, genome) for genome in islice(site.catalogue.genomes(), 1, PATTERNS // (place + 1))
            )
        best = sorted(self._scored, key=lambda scored: -scored[0])[:PROMOTED]
        yield from (
            (FULL, place, space.full[place].catalogue.known(genome))
            for _, place, genome in best
            if space.medium[place].level != FULL
        )

    def propose(self) -> Candidate | None:
        """The next input; None where there is none now. Raises `CannotGenerate` for a plan that can't be made."""
        self._last = next(self._plans, None)
        try:
            return self._built(*self._last) if self._last is not None else self._mutant()
        except CannotGenerate:
            self._failed()
            raise

    def _built(self, level: str, place: int, genome: Genome) -> Candidate:
        made = self._space.build(self._space.sites(level)[place], genome, Aimed.id)
        recipe = {**(made.origin.recipe or {}), "aims": encode(self.aims, tuple[Aim, ...])}
        return replace(made, origin=replace(made.origin, label=f"{made.origin.label}, {self.words}", recipe=recipe))

    def _mutant(self) -> Candidate | None:
        levels = [level for level in LEVELS if self._best[level]]
        if not levels:
            self._failed()
            return None
        self._mutants += 1
        level = levels[self._mutants % len(levels)]
        parents = self._best[level]
        parent = parents[min(int(self._rng.geometric(0.5)) - 1, len(parents) - 1)][1]
        assert parent.instance is not None
        instance, label = mutate(self.format, parent.instance, self._rng)
        origin = Origin(Aimed.id, f"{label} of #{parent.id[:6]}, {self.words}", parent=parent.id)
        return self._space.from_instance(instance, origin, level, Aimed.id)

    def _failed(self) -> None:
        self._failures += 1
        if self._failures >= MOST_FAILURES:
            self._context.unaimable.add(self._name)

    def observe(self, outcome: Outcome) -> None:
        if not outcome.execution.verdict.can_be_slow_input:
            return
        candidate = outcome.candidate
        # Without feedback nothing is ranked: chance decides what is grown and what is mutated.
        worth = self._context.worth(outcome.count, self._rng)
        self.opened = max(self.opened, outcome.count)
        if self._last is not None and self._last[0] == MEDIUM and self._last[2]:
            self._scored.append((worth, *self._last[1:]))
        best = self._best[candidate.level]
        best.append((worth, candidate))
        best.sort(key=lambda entry: -entry[0])
        del best[PARENTS:]
        if self._can_be_tested and outcome.execution.counters is not None:
            self._tried += 1
            self._satisfied += self._name in self._context.watch.satisfied_by(outcome.execution)
            if self._tried >= TRIALS and not self._satisfied:
                self._context.unaimable.add(self._name)
