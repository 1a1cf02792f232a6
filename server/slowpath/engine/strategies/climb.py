"""Hill climbing on the single numbers of the costliest input: bounds, neighbours, doubling, and two at once.

Where an input is a few numbers (WEDGE's example 633A: `a b c`), there is no shape to find, only values; the cost
is often smooth but for divisibility, which neighbours and swaps get across.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from slowpath.engine.board import Board
from slowpath.engine.candidate import FULL, Candidate, Outcome
from slowpath.inputs.validate import violations
from slowpath.model.format import Cases, IntType, Line, Node, Scalar
from slowpath.model.origin import Origin

LARGEST_BYTES = 20_000
STEPS = (1, -1, 2, -2, 3, -3, 5, -5, 10, -10, 100, -100)
MOST_PAIRS = 400


class Climb:
    """Tries all single steps from the best input, then pairs of steps; starts again when the best changes."""

    id = "climb"
    batch = 1

    def __init__(self, board: Board) -> None:
        self._board = board
        self._rng = board.rng(self.id)
        self._scalars = list(integer_scalars(board.space.format.nodes))
        self._parent_id = ""
        self._moves: Iterator[dict[str, int]] = iter(())

    def propose(self) -> Candidate | None:
        best = next(iter(self._board.corpus.best(FULL, 1)), None)
        if best is None or best.candidate.instance is None or not self._scalars \
                or len(best.candidate.data) > LARGEST_BYTES:
            return None
        parent, instance = best.candidate, best.candidate.instance
        if parent.id != self._parent_id:
            self._parent_id = parent.id
            self._moves = self._all_moves(instance)
        fmt = self._board.space.format
        for move in self._moves:
            moved = {**instance, **move}
            # A size moved without its array, or a relation broken, is no candidate.
            if not violations(fmt, moved, 1):
                label = ", ".join(f"{name} = {value}" for name, value in move.items())
                origin = Origin(self.id, f"{label} in #{parent.id[:6]}", parent=parent.id)
                return self._board.space.from_instance(moved, origin, FULL, self.id)
        return None

    def _all_moves(self, instance: dict) -> Iterator[dict[str, int]]:
        options = {scalar.name: self._values(scalar, instance) for scalar in self._scalars
                   if isinstance(instance.get(scalar.name), int)}
        for name, values in options.items():
            yield from ({name: value} for value in values)
        pairs = [{a: x, b: y} for a, b in product(options, options) if a < b
                 for x, y in product(options[a], options[b])]
        order = self._rng.permutation(len(pairs))[:MOST_PAIRS]
        yield from (pairs[int(i)] for i in order)

    def _values(self, scalar: Scalar, instance: dict) -> list[int]:
        assert isinstance(scalar.type, IntType)
        try:
            lo, hi = scalar.type.lo.value(instance), scalar.type.hi.value(instance)
        except (KeyError, ArithmeticError):
            return []
        now = int(instance[scalar.name])
        wishes = [lo, hi, hi - 1, lo + 1, 2 * now, now // 2, *(now + step for step in STEPS),
                  *self._rng.integers(lo, hi, size=4, endpoint=True).tolist()]
        return [value for value in dict.fromkeys(wishes) if lo <= value <= hi and value != now]

    def observe(self, outcome: Outcome) -> None:
        return


def integer_scalars(nodes: tuple[Node, ...]) -> Iterator[Scalar]:
    """The integer scalars outside of test cases."""
    for node in nodes:
        if isinstance(node, Line):
            yield from integer_scalars(tuple(item for item in node.items if isinstance(item, Scalar)))
        elif isinstance(node, Scalar) and isinstance(node.type, IntType):
            yield node
        elif isinstance(node, Cases):
            continue
