"""Small winners grown: shapes are read from several of them at once and tried small, at medium size, at full size.

After Singularity (Wei et al., FSE 2018), which searches patterns from nothing: what feedback search finds at a few
dozen elements shows them. A shape must first do at the winner's own size what the winner does, which costs next to
nothing and rejects most of what the winner doesn't mean; of those the costliest are compared at medium size, where
growth shows; of those the best is built as large as the format allows. Where no shape is read, the ways of growing that
need none (repeat, stretch ...) are left, which are tried as well.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from slowpath.engine.candidate import FULL, MEDIUM, SMALL, Candidate, Outcome
from slowpath.engine.corpus import Entry
from slowpath.engine.seen import Seen
from slowpath.engine.shaped import at_sizes, built
from slowpath.engine.shapes import Shape, fit, growths
from slowpath.engine.shapes.parts import views_of
from slowpath.engine.space import rng_seed
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate

WINNERS = 4
FITTED_AT_ONCE = 2
SHAPES = 24
BEST_SMALL, SIMPLEST, BEST_MEDIUM, MOST_PROMOTED = 10, 4, 2, 2
PROMOTED_SHARE = 0.7
NOTEWORTHY_GAIN = 1.1
MOST_PATIENCE = 40
MOST_KNOWN = 20_000


@dataclass(frozen=True)
class _Trial:
    """A shape to try at a site (by index) of a level, read from the input `parent`; `rank` is its simplicity's."""

    shape: Shape
    label: str
    level: str
    place: int
    parent: str
    sizes: tuple[tuple[str, int], ...]
    rank: int

    def at(self, level: str, place: int) -> _Trial:
        """The same shape elsewhere."""
        return _Trial(self.shape, self.label, level, place, self.parent, self.sizes, self.rank)


class Generalisation:
    """One group of winners after the other, each through three stages; a group waits for the one before."""

    id = "generalisation"
    batch = 8

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._small = context.space.smaller()[0]
        self._seen = Seen(MOST_KNOWN)
        self._built = Seen(MOST_KNOWN)
        self._queue: deque[_Trial] = deque()
        self._waiting: dict[str, list[_Trial]] = {}
        self._told: dict[str, int] = {}
        self._stage = FULL
        self._done: list[tuple[int, _Trial]] = []
        self._was_told = True
        self._fits = 0
        self._patience = 0
        self._best_small = 0

    def propose(self) -> Candidate | None:
        """The next trial of the stage. A stage ends once its outcomes are known, so a batch ends with it; inputs of
        full size are proposed one by one."""
        if self._waiting and not self._was_told and (not self._queue or self._stage == FULL):
            self._was_told = True
            return None
        if not self._queue:
            self._advance()
        while self._queue:
            trial = self._queue.popleft()
            try:
                candidate = self._candidate(trial)
            except CannotGenerate:
                continue
            # At a few elements most shapes make what others made; at dozens they would crowd out what is new.
            if self._context.space.is_resized and self._is_known(candidate.id, trial):
                continue
            self._waiting[candidate.id] = [trial]
            self._was_told = False
            return candidate
        return None

    def _is_known(self, made: str, trial: _Trial) -> bool:
        """Whether the input needn't be run for the trial: it's the winner itself, where the shape is exact, or what
        another shape of the group makes at that size. No input is run twice, so nobody would tell."""
        if made in self._told:
            self._done.append((self._told[made], trial))
        elif made in self._waiting:
            self._waiting[made].append(trial)
        else:
            return False
        return True

    def observe(self, outcome: Outcome) -> None:
        self._was_told = True
        trials = self._waiting.pop(outcome.candidate.id, [])
        if trials and outcome.execution.verdict.can_be_slow_input:
            count = outcome.count if self._context.corpus.has_feedback else 1
            self._told[outcome.candidate.id] = count
            self._done.extend((count, trial) for trial in trials)

    def _candidate(self, trial: _Trial) -> Candidate:
        space = self._context.space
        is_small = trial.level == SMALL
        site = at_sizes(self._small, dict(trial.sizes)) if is_small else space.sites(trial.level)[trial.place]
        return built(space, site, trial.shape, self.id, trial.parent, trial.label)

    # Stages

    def _advance(self) -> None:
        """To the next stage with the best of this one, or to the next group of winners."""
        done, self._done = sorted(self._done, key=lambda one: (-one[0], one[1].rank)), []
        self._waiting.clear()
        if self._stage == SMALL:
            self._stage = MEDIUM
            simplest = sorted((trial for _, trial in done), key=lambda trial: trial.rank)[:SIMPLEST]
            chosen = dict.fromkeys([*(trial for _, trial in done[:BEST_SMALL]), *simplest])
            self._add(trial.at(MEDIUM, 0) for trial in chosen)
        elif self._stage == MEDIUM:
            self._stage = FULL
            self._add_other_places(done)
            self._add_promoted(done)
        if not self._queue:
            self._stage = SMALL
            self._read_winners()

    def _add(self, trials: Iterable[_Trial]) -> None:
        for trial in trials:
            key = f"{rng_seed(trial.shape.id, trial.level, trial.place):x}"
            if trial.level == SMALL or key not in self._built:
                self._built.add(key)
                self._queue.append(trial)

    def _add_other_places(self, done: list[tuple[int, _Trial]]) -> None:
        """The best at the further boundaries of medium size too: many cases, one size beside another."""
        others = range(1, len(self._context.space.medium))
        self._add(trial.at(MEDIUM, place) for _, trial in done[:BEST_MEDIUM] for place in others)

    def _add_promoted(self, done: list[tuple[int, _Trial]]) -> None:
        best = self._context.best_medium()
        fitting = [trial for count, trial in done if count >= PROMOTED_SHARE * best]
        self._add(trial.at(FULL, trial.place) for trial in fitting[:MOST_PROMOTED])

    # Winners

    def _read_winners(self) -> None:
        """Shapes of the costliest small inputs that weren't read yet. Reading takes a tenth of a second, so winners are
        read again only once they have become clearly costlier, or after a while."""
        if self._small.level == FULL:
            return
        winners = [
            entry
            for entry in self._context.corpus.best(SMALL, WINNERS)
            if entry.candidate.instance is not None and entry.candidate.strategy != self.id
        ]
        fresh = [entry for entry in winners if entry.candidate.id not in self._seen]
        if not fresh:
            return
        best = winners[0].count
        if self._patience > 0 and best < NOTEWORTHY_GAIN * self._best_small:
            self._patience -= 1
            return
        self._best_small = max(self._best_small, best)
        self._fits += 1
        self._patience = min(3 * self._fits, MOST_PATIENCE)
        self._told.clear()
        for entry in fresh[:FITTED_AT_ONCE]:
            self._seen.add(entry.candidate.id)
            self._told[entry.candidate.id] = entry.count if self._context.corpus.has_feedback else 1
            self._add(self._trials(entry, winners))

    def _trials(self, entry: Entry, winners: list[Entry]) -> list[_Trial]:
        fmt = self._context.space.format
        instance = entry.candidate.instance
        assert instance is not None
        others = [other.candidate.instance for other in winners if other is not entry and other.candidate.instance]
        views = views_of(fmt, instance)
        sizes = tuple(sorted(views[0].sizes.items()))
        found = fit(fmt, [instance, *others], SHAPES, frozenset(self._context.literals))
        short = entry.candidate.id[:6]
        named = [
            *((fitted.shape, fitted.shape.label) for fitted in found),
            *(
                (shape, f"{label} from #{short} ({entry.candidate.origin.label})")
                for label, shape in growths(fmt, instance)
            ),
        ]
        return [
            _Trial(shape, label, SMALL, 0, entry.candidate.id, sizes, rank) for rank, (shape, label) in enumerate(named)
        ]
