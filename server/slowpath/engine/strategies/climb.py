"""Local search over the numbers and letters of the costliest inputs at full size, where these are few.

Where an input is a few numbers (WEDGE's example 633A: `a b c`), there is no shape to find, only values; the cost
is often smooth but for divisibility, which neighbours and swaps get across. So it is where an input is a small grid, of
which each square matters for itself (`letter_moves`). First all single steps of the scalars of the best input, then
pairs of them, anew whenever the best changes. In between, and where the numbers are a short array or a few rows, or
letters a few words: several chains of simulated annealing (Kirkpatrick et al. 1983), each from another good input, that
take single steps and structural mutations by turns; one that gets no further begins again, since a chain that froze at
a low cost stays there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import log
from typing import Any

import numpy as np

from slowpath.engine.awaited import Awaited
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, Candidate, Outcome
from slowpath.engine.moves.letter_moves import letters_of, stepped
from slowpath.engine.moves.number_moves import Number, bounds_at, numbers_of, value_at, wish, with_value
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.fill import ints
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.mutators.order import below
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import InputFormat, IntType, Scalar
from slowpath.model.nodes import items_of
from slowpath.model.origin import Origin

LARGEST_BYTES = 20_000
STEPS = (1, -1, 2, -2, 3, -3, 5, -5, 10, -10, 100, -100)
MOST_PAIRS = 400
MOST_NUMBERS = 160
MOST_LETTERS = 400
CHAINS = 4
WARMTH = 0.25
"""The temperature at which a chain begins, in natural logarithms of cost; it falls to nothing over `COOLING` runs."""
COOLING = 120
PATIENCE = 90
STRUCTURAL = 0.25
TRIES = 30
MOST_AT_ONCE = 8


@dataclass
class _Chain:
    """One walk: where it stands, what that costs, its runs so far, and how many steps ago it was best."""

    at: Candidate
    count: int
    best: int
    runs: int = 0
    idle: int = 0


class Climb(Batched):
    """Single steps and pairs of steps of the best input's scalars, and chains of annealing by turns with these."""

    id = "climb"

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE, 1 if context.space.is_resized else 8)
        self._context = context
        self._rng = context.rng(self.id)
        self._scalars = integer_scalars(context.space.format)
        self._parent_id = ""
        self._moves: Iterator[dict[str, int]] = iter(())
        self._chains: list[_Chain] = []
        self._awaited = Awaited[_Chain](4 * MOST_AT_ONCE)
        self._turn = 0

    def propose(self) -> Candidate | None:
        best = next(iter(self._context.corpus.best(FULL, 1)), None)
        if best is None or best.candidate.instance is None or len(best.candidate.data) > LARGEST_BYTES:
            return None
        self._turn += 1
        steps = (self._stepped, self._annealed) if self._turn % 2 else (self._annealed, self._stepped)
        return next((made for step in steps if (made := step(best.candidate)) is not None), None)

    # Single steps and pairs

    def _stepped(self, parent: Candidate) -> Candidate | None:
        fmt, instance = self._context.space.format, parent.instance
        assert instance is not None
        if parent.id != self._parent_id:
            self._parent_id = parent.id
            self._moves = self._all_moves(instance)
        for move in self._moves:
            moved = {**instance, **move}
            # A size moved without its array, or a relation broken, is no candidate.
            if not violations(fmt, moved, 1):
                label = ", ".join(f"{name} = {value}" for name, value in move.items())
                return self._candidate(moved, label, parent)
        return None

    def _all_moves(self, instance: dict) -> Iterator[dict[str, int]]:
        options = {
            scalar.name: self._values(scalar, instance)
            for scalar in self._scalars
            if isinstance(instance.get(scalar.name), int)
        }
        for name, values in options.items():
            yield from ({name: value} for value in values)
        pairs = [
            {a: x, b: y} for a, b in product(options, options) if a < b for x, y in product(options[a], options[b])
        ]
        order = self._rng.permutation(len(pairs))[:MOST_PAIRS]
        yield from (pairs[int(i)] for i in order)

    def _values(self, scalar: Scalar, instance: dict) -> list[int]:
        assert isinstance(scalar.type, IntType)
        try:
            lo, hi = scalar.type.lo.value(instance), scalar.type.hi.value(instance)
        except (KeyError, ArithmeticError):
            return []
        now = int(instance[scalar.name])
        wishes = [
            lo,
            hi,
            hi - 1,
            lo + 1,
            2 * now,
            now // 2,
            *(now + step for step in STEPS),
            *map(int, ints(4, lo, hi, None, self._rng, scalar.name)),
        ]
        return [value for value in dict.fromkeys(wishes) if lo <= value <= hi and value != now]

    # Annealing

    def _annealed(self, best: Candidate) -> Candidate | None:
        assert best.instance is not None
        fmt = self._context.space.format
        if not numbers_of(fmt, best.instance, MOST_NUMBERS) and not letters_of(fmt, best.instance, MOST_LETTERS):
            return None
        chain = self._chain()
        if chain is None:
            return None
        # What was run before is never told of: a chain all of whose neighbours are known is idle too.
        chain.idle += 1
        made = self._moved(chain.at)
        return made and self._awaited.add(made, chain)

    def _chain(self) -> _Chain | None:
        """The next chain; those that got no further begin anew, from one of the costliest inputs."""
        if len(self._chains) < CHAINS:
            begun = self._begun()
            if begun is not None:
                self._chains.append(begun)
        if not self._chains:
            return None
        place = self._turn // 2 % len(self._chains)
        if self._chains[place].idle >= PATIENCE:
            self._chains[place] = self._begun() or self._chains[place]
        return self._chains[place]

    def _begun(self) -> _Chain | None:
        elites = [
            entry for entry in self._context.corpus.elites(FULL, 2 * CHAINS) if entry.candidate.instance is not None
        ]
        if not elites:
            return None
        entry = elites[min(int(self._rng.geometric(0.35)), len(elites)) - 1]
        return _Chain(entry.candidate, entry.count, entry.count)

    def _moved(self, parent: Candidate) -> Candidate | None:
        fmt, rng = self._context.space.format, self._rng
        assert parent.instance is not None
        numbers = numbers_of(fmt, parent.instance, MOST_NUMBERS)
        letters = letters_of(fmt, parent.instance, MOST_LETTERS)
        if not (numbers or letters) or rng.random() < STRUCTURAL:
            instance, label = mutate(fmt, parent.instance, rng)
            return self._candidate(instance, label, parent)
        others = [value_at(parent.instance, number) for number in numbers]
        for _ in range(TRIES):
            instance, labels = parent.instance, []
            for _ in range(min(3, int(rng.geometric(0.6)))):
                is_letter = below(len(numbers) + len(letters), rng) >= len(numbers)
                instance, label = (
                    stepped(instance, letters, rng) if is_letter else self._step(instance, numbers, others)
                )
                labels.append(label)
            made = self._candidate(instance, ", ".join(labels), parent)
            if made.data != parent.data and not violations(fmt, instance, 1):
                return made
        return None

    def _step(self, instance: dict[str, Any], numbers: list[Number], others: list[int]) -> tuple[dict[str, Any], str]:
        rng = self._rng
        number = numbers[below(len(numbers), rng)]
        if rng.random() < 0.15:
            same = [other for other in numbers if other.name == number.name]
            other = same[below(len(same), rng)]
            mine, theirs = value_at(instance, number), value_at(instance, other)
            swapped = with_value(with_value(instance, number, theirs), other, mine)
            return swapped, f"{number.name}: swapped"
        lo, hi = bounds_at(self._context.space.format, instance, number)
        value = wish(value_at(instance, number), lo, hi, others, self._context.literals, rng)
        place = "" if number.index is None else f"[{number.index + 1}]"
        return with_value(instance, number, value), f"{number.name}{place} = {value}"

    def _candidate(self, instance: dict[str, Any], label: str, parent: Candidate) -> Candidate:
        origin = Origin(self.id, f"{label} in #{parent.id[:6]}", parent=parent.id)
        return self._context.space.from_instance(instance, origin, FULL, self.id)

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        chain = self._awaited.take(outcome)
        if chain is None:
            return
        chain.runs += 1
        if not outcome.execution.verdict.can_be_slow_input or not self._accepts(chain, outcome.count):
            return
        chain.at, chain.count = outcome.candidate, outcome.count
        if outcome.count > chain.best:
            chain.best, chain.idle = outcome.count, 0

    def _accepts(self, chain: _Chain, count: int) -> bool:
        """Whether the chain goes on from there (Metropolis' rule, on logarithms)."""
        if not self._context.corpus.has_feedback or count >= chain.count:
            return True
        warmth = WARMTH * max(0.0, 1.0 - chain.runs / COOLING)
        fall = log(max(1, chain.count)) - log(max(1, count))
        return warmth > 0 and self._rng.random() < np.exp(-fall / warmth)


def integer_scalars(fmt: InputFormat) -> list[Scalar]:
    """The integer scalars outside of test cases."""
    return [item for item in items_of(fmt.nodes) if isinstance(item, Scalar) and isinstance(item.type, IntType)]
