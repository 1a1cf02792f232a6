"""Inputs made to satisfy a constraint: the format is narrowed to the constraint's aims, and searched like any other.

Where a constraint says what must hold of the input itself (`Constraint.aims`), nothing has to be found: saturated
inputs and patterns of the narrowed format (`inputs.narrowed`) satisfy it by construction, and mutants under the
narrowed format stay inside (WEDGE section 3.3's constraint-aware mutators, by solving instead of by a model's code).
Aims are the proposer's word: where the first inputs don't satisfy the condition when run, or no input can be made, the
constraint is left to `approach`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from slowpath.catalogue import Genome
from slowpath.engine.board import Board
from slowpath.engine.candidate import FULL, LEVELS, MEDIUM, Candidate, Outcome
from slowpath.engine.space import Space, rng_seed
from slowpath.engine.strategies.turns import Turns
from slowpath.engine.watch import Target
from slowpath.inputs.generate import CannotGenerate
from slowpath.inputs.mutate import mutate
from slowpath.inputs.narrowed import CannotNarrow, narrowed
from slowpath.inputs.saturate import boundaries
from slowpath.model.origin import Origin

MOST_TARGETS = 6
MOST_BOUNDARIES = 3
PATTERNS = 16
PROMOTED = 3
PARENTS = 3
TRIALS = 6
"""Inputs after which aims that none of them satisfied are disbelieved."""
MOST_FAILURES = 5


class Aimed:
    """Takes the constraints that have aims by turns."""

    id = "aimed"
    batch = 1

    def __init__(self, board: Board) -> None:
        self._board = board
        self._courses: dict[str, _Course] = {}
        self._turns = Turns(board, self._is_aimable, MOST_TARGETS)
        self._last: _Course | None = None

    def _is_aimable(self, target: Target) -> bool:
        return bool(target.constraint.aims) and target.constraint.id not in self._board.unaimable

    def propose(self) -> Candidate | None:
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
                self._courses[name] = _Course(self._board, target)
            except (CannotNarrow, CannotGenerate):
                self._board.unaimable.add(name)
                return None
        return self._courses[name]

    def observe(self, outcome: Outcome) -> None:
        if self._last is not None:
            self._last.observe(outcome)


class _Course:
    """One narrowed format: saturated inputs first, patterns at medium size, the best of them at full size, then
    mutants of what did best, at all sizes by turns."""

    def __init__(self, board: Board, target: Target) -> None:
        self._board = board
        self._name = target.constraint.id
        self._line = target.constraint.line
        self._can_be_tested = target.slot is not None
        outer = board.space
        self._format = narrowed(outer.format, target.constraint.aims)
        seed = rng_seed(outer.seed, self._name)
        self._space = Space(self._format, boundaries(self._format)[:MOST_BOUNDARIES], outer.facts, seed, outer.hints,
                            outer.has_catalogue)
        self._rng = board.rng(f"aimed {self._name}")
        self._plans = self._planned()
        self._scored: list[tuple[int, int, Genome]] = []
        self._last: tuple[str, int, Genome] | None = None
        self._best: dict[str, list[tuple[int, Candidate]]] = {level: [] for level in LEVELS}
        self._tried = self._satisfied = self._failures = self._mutants = 0

    def _planned(self) -> Iterator[tuple[str, int, Genome]]:
        """(level, place of the site, genome) of all inputs that aren't mutants."""
        space = self._space
        yield MEDIUM, 0, ()
        yield from ((FULL, place, ()) for place, site in enumerate(space.medium) if site.level != FULL or place)
        for place, site in enumerate(space.medium):
            yield from ((MEDIUM, place, genome)
                        for genome in islice(site.catalogue.genomes(), 1, PATTERNS // (place + 1)))
        best = sorted(self._scored, key=lambda scored: -scored[0])[:PROMOTED]
        yield from ((FULL, place, space.full[place].catalogue.known(genome)) for _, place, genome in best
                    if space.medium[place].level != FULL)

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
        # The recipe would be made again with the whole format, hence gives other bytes: it is left out.
        return replace(made, origin=Origin(Aimed.id, f"{made.origin.label}, aimed at line {self._line}"))

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
        instance, label = mutate(self._format, parent.instance, self._rng)
        origin = Origin(Aimed.id, f"{label} of #{parent.id[:6]}, aimed at line {self._line}", parent=parent.id)
        return self._space.from_instance(instance, origin, level, Aimed.id)

    def _failed(self) -> None:
        self._failures += 1
        if self._failures >= MOST_FAILURES:
            self._board.unaimable.add(self._name)

    def observe(self, outcome: Outcome) -> None:
        if not outcome.execution.verdict.can_be_slow_input:
            return
        candidate = outcome.candidate
        if self._last is not None and self._last[0] == MEDIUM and self._last[2]:
            self._scored.append((outcome.count, *self._last[1:]))
        best = self._best[candidate.level]
        best.append((outcome.count, candidate))
        best.sort(key=lambda entry: -entry[0])
        del best[PARENTS:]
        if self._can_be_tested and outcome.execution.counters is not None:
            self._tried += 1
            self._satisfied += self._name in self._board.watch.satisfied_by(outcome.execution)
            if self._tried >= TRIALS and not self._satisfied:
                self._board.unaimable.add(self._name)
