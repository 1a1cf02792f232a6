"""A climb over automata that fill arrays and words by halves (`shapes.halving`), at medium size.

Programs that divide and conquer are slow on sequences that are hard to say by place and easy by the way down to it: the
worst order for a game tree's pruning is a word of two letters that doubles by a rule. The rules are few, so they are
climbed: one turn, or what stands in one state, changed at a time, begun anew where nothing helps any more. All parts
turn alike, each has its own values. At a thousand elements a rule shows that holds for more; at two hundred many do as
well by chance. What becomes best is built as large as allowed. Where no automaton costs more than equal elements and
random ones do, nothing here is divided, and the climbs end soon.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.engine.awaited import Awaited
from slowpath.engine.candidate import FULL, Candidate, Outcome
from slowpath.engine.run_cost import run_cost
from slowpath.engine.seen import Seen
from slowpath.engine.shaped import at_sizes, built, first_built
from slowpath.engine.shapes import Shape
from slowpath.engine.shapes.inventing import Inventor
from slowpath.engine.shapes.parts import Part
from slowpath.engine.shapes.terms import Term
from slowpath.engine.space import Site
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.mutators.order import below

MOST_SIZE, LEAST_SIZE = 1024, 16
LEAST_STATES, MOST_STATES = 2, 6
TURNED = 0.7
PATIENCE = 60
DRAWS = 6
"""So many automata are drawn before the best of them is climbed from."""
SHAKEN = 4
"""So many changes at once lead away from the best automaton."""
FUTILE_AFTER, SETTLED_AFTER = 4, 8
"""So many climbs that gained nothing in a row, and there is no more of them: where none gained ever, where some did."""
FUTILE_COST, SETTLED_COST = 1_000_000_000, 2_000_000_000
"""What runs may cost without a gain, in the same way: two thirds of a second, and more than one."""
GAIN = 1.03
PROMOTED_SHARE = 0.7
MOST_KNOWN = 20_000
TRIES = 20


@dataclass(frozen=True)
class _Automaton:
    """Turns for all parts, and for each part what stands in each state."""

    turns: tuple[int, ...]
    values: tuple[tuple[Term, ...], ...]


class Halving:
    """Climbs from random automata, one after the other."""

    id = "halving"
    batch = 8

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        self._site = self._quartered()
        all_parts = context.parts_at(self._site)
        self._parts = [
            part
            for part in all_parts
            if part.kind in ("arrays", "words") and not part.is_order and part.values.size >= LEAST_SIZE
        ]
        names = tuple(part.name for part in all_parts if part.kind in ("sizes", "scalars"))
        self._inventor = Inventor(context.literals, names, self._rng)
        self._base = tuple((part.kind, part.name, "hi") for part in all_parts if part.kind == "sizes")
        self._first: Iterator[Shape] = iter(self._plain())
        self._queue: deque[tuple[Shape, int]] = deque()
        self._awaited = Awaited[tuple[_Automaton | None]]()
        self._made = Seen(MOST_KNOWN)
        self._plainest = 0
        self._at: tuple[int, _Automaton] | None = None
        self._best: tuple[int, _Automaton] | None = None
        self._promoted = 0.0
        self._cost = 0.0
        self._climbs = self._runs = self._idle = self._futile = 0

    def _quartered(self) -> Site:
        """Full size by four and by four again, so that ways down are shorter by an even number of halves: who takes
        turns at them has the last one where he has it at full size."""
        medium, full = self._context.space.medium[0], self._context.space.full[0].boundary.sizes
        shift = 0
        while max(full.values(), default=0) >> shift > MOST_SIZE:
            shift += 2
        if medium.level == FULL or self._context.space.is_resized or not shift:
            return medium
        return at_sizes(
            medium,
            {name: size >> shift if size >> shift else medium.boundary.sizes[name] for name, size in full.items()},
        )

    def _plain(self) -> Iterator[Shape]:
        """What automata are held against: equal elements, and random ones."""
        terms: list[Term] = ["lo", "hi", ("fitted", "i"), ("fitted", "j")]
        for term in (*terms, *(("random", "lo", "hi", seed) for seed in range(DRAWS))):
            yield Shape((*self._base, *((part.kind, part.name, term) for part in self._parts)))

    # Proposals

    def propose(self) -> Candidate | None:
        if not self._parts or (not self._queue and self._is_futile()):
            return None
        grown = first_built(self._context.space, self._queue, self.id)
        if grown is not None:
            return grown
        for _ in range(TRIES):
            made = self._next()
            if made is not None:
                return made
        return None

    def _is_futile(self) -> bool:
        climbs, cost = (SETTLED_AFTER, SETTLED_COST) if self._promoted else (FUTILE_AFTER, FUTILE_COST)
        return self._futile >= climbs or self._cost >= cost

    def _next(self) -> Candidate | None:
        """What is tried at medium size: first what automata are held against, then these."""
        automaton, shape = None, next(self._first, None)
        if shape is None:
            automaton = self._drawn() if self._at is None or self._runs < DRAWS else self._changed(self._at[1])
            shape = self._shape(automaton)
        try:
            made = built(self._context.space, self._site, shape, self.id)
        except CannotGenerate:
            return None
        if made.id in self._made:
            # Few inputs may be all that automata make: who makes them again gets no further.
            self._rest(automaton)
            return None
        self._made.add(made.id)
        return self._awaited.add(made, (automaton,))

    def _shape(self, automaton: _Automaton) -> Shape:
        return Shape(
            (
                *self._base,
                *(
                    (part.kind, part.name, ("halves", ("turns", *automaton.turns), *values))
                    for part, values in zip(self._parts, automaton.values, strict=True)
                ),
            )
        )

    def _drawn(self) -> _Automaton:
        """An automaton drawn at random, or in every other climb the best so far with much changed."""
        rng = self._rng
        if self._best is not None and self._climbs % 2:
            made = self._best[1]
            for _ in range(SHAKEN):
                made = self._changed(made)
            return made
        states = LEAST_STATES + below(MOST_STATES - LEAST_STATES + 1, rng)
        values = []
        for part in self._parts:
            pair = self._pair(part)
            values.append(tuple(pair[below(2, rng)] for _ in range(states)))
        return _Automaton(tuple(below(states, rng) for _ in range(2 * states)), tuple(values))

    def _pair(self, part: Part) -> tuple[Term, Term]:
        """Two values: next to each other at a bound, both bounds, any."""
        choice = self._rng.random()
        if choice < 0.4:
            return ("hi", ("-", "hi", 1)) if below(2, self._rng) else ("lo", ("+", "lo", 1))
        return ("lo", "hi") if choice < 0.6 else (self._value(part), self._value(part))

    def _value(self, part: Part) -> Term:
        """A value for some state: one about a bound, one of the program's text, any."""
        rng, choice = self._rng, self._rng.random()
        if choice < 0.5:
            few = below(3, rng)
            bound = ("lo", "hi")[below(2, rng)]
            return bound if not few else ("+" if bound == "lo" else "-", bound, few)
        if choice < 0.75:
            return self._inventor.constant()
        return part.lo + below(part.hi - part.lo + 1, rng) if part.hi - part.lo < 1 << 52 else self._inventor.number()

    def _changed(self, old: _Automaton) -> _Automaton:
        """One turn, or one value, or several changed."""
        rng, turns, values = self._rng, list(old.turns), [list(of_part) for of_part in old.values]
        for _ in range(1 + (rng.random() < 0.4)):
            if rng.random() < TURNED:
                turns[below(len(turns), rng)] = below(len(turns) // 2, rng)
                continue
            which = below(len(values), rng)
            own, part = values[which], self._parts[which]
            at = below(len(own), rng)
            if rng.random() < 0.7:
                own[at] = own[below(len(own), rng)]
            else:
                # The same value changes in all states that have it, as often as in one alone.
                made, was, is_all = self._value(part), own[at], rng.random() < 0.5
                own[:] = [
                    made if place == at or (is_all and value == was) else value for place, value in enumerate(own)
                ]
        return _Automaton(tuple(turns), tuple(map(tuple, values)))

    # Outcomes

    def observe(self, outcome: Outcome) -> None:
        found = self._awaited.take(outcome)
        if found is None:
            return
        self._cost += run_cost(outcome)
        (automaton,) = found
        if not outcome.execution.verdict.can_be_slow_input:
            return
        count = self._context.worth(outcome.count, self._rng)
        if automaton is None:
            self._plainest = max(self._plainest, count)
        else:
            self._weigh(count, automaton)

    def _rival(self) -> int:
        """What the costliest input of that size costs, whoever made it."""
        if self._site.level != FULL:
            return self._context.best_medium()
        return max((entry.count for entry in self._context.corpus.best(FULL)), default=0)

    def _weigh(self, count: int, automaton: _Automaton) -> None:
        self._runs += 1
        is_better = self._at is None or count > self._at[0]
        if self._at is None or count >= self._at[0]:
            self._at = count, automaton
        if self._best is None or count > self._best[0]:
            self._best = count, automaton
        self._idle = 0 if is_better else self._idle + 1
        if self._idle >= PATIENCE:
            self._begin_anew()

    def _rest(self, automaton: _Automaton | None) -> None:
        """Takes note of an automaton that makes an input once more."""
        self._idle += automaton is not None
        if self._idle >= PATIENCE and self._best is not None:
            self._begin_anew()

    def _begin_anew(self) -> None:
        assert self._best is not None
        count = self._best[0]
        is_gain = count > GAIN * max(self._promoted, self._plainest) and count >= PROMOTED_SHARE * self._rival()
        self._futile = 0 if is_gain else self._futile + 1
        if is_gain:
            self._promoted, self._cost = float(count), 0.0
            if self._site.level != FULL:
                self._queue.extend(
                    (self._shape(self._best[1]), place) for place in range(len(self._context.space.full))
                )
        self._climbs += 1
        self._at, self._runs, self._idle = None, 0, 0
