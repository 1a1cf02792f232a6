"""What may come next where an input grows row by row: what helped before, further on; or rows drawn anew.

A *habit* is a place among the rows and how to go on from there: the rows up to it again, some step further, and
whether the tail stays or goes along. What made an input costlier is mostly to be done again where it was done last, so
a habit moves along with what it made, and is tried before others as long as it helps; one that helps is tried twice as
often at once, as one walks faster on a good road. Several habits stand side by side, as the ends of several chains do
when it's chance that decides, for the program, which of them a row belongs to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from slowpath.engine.moves.number_moves import wish
from slowpath.engine.moves.rows_grown import Grown, Track, joined, repeated, settled, stepped
from slowpath.inputs.mutators.order import below

MOST_HABITS = 48
FIRST_SCORE, FADING = 0.3, 0.85
MOST_BLOCK = 4
MOST_TIMES = 1 << 12
TAILS = ("kept", "last", "on")
"""The tail as it was; the last row that came; what came, going on."""


@dataclass
class Habit:
    """The `many` rows that end before `end` again, `shift` further, `times` over; `tail` is one of `TAILS`."""

    end: int
    many: int
    shift: tuple[float, ...]
    tail: str
    times: int = 1
    score: float = FIRST_SCORE
    tried_on: int = -1
    """On how many rows it was tried last."""


@dataclass(frozen=True)
class Move:
    """An input that grew, by which habit (None: drawn anew), how often, and how many rows longer than before."""

    grown: Grown
    habit: Habit | None = None
    times: int = 1
    came: int = 0
    way: tuple[int, tuple[float, ...], str] | None = None
    """How many rows were gone on with, in which steps, with which tail, where it was drawn."""


class Mover:
    """Draws what may come next on one track, and remembers what helped."""

    def __init__(self, track: Track, literals: Sequence[int], rng: np.random.Generator) -> None:
        self._track = track
        self._literals = [literal for literal in literals if 0 < literal < 1 << 31]
        self._rng = rng
        self._habits: list[Habit] = []
        self._numbers = [turn for turn, lane in enumerate(track.lanes) if not lane.tells_kinds]

    def _below(self, most: int) -> int:
        return below(most, self._rng)

    def first(self) -> Grown:
        """No rows, and one drawn by chance as the tail."""
        lanes = len(self._track.lanes)
        lowest = np.array([[float(lane.lo) for lane in self._track.lanes]])
        empty = Grown(np.empty((0, lanes)), lowest, np.zeros(lanes))
        return settled(self._track, replace(empty, block=self._row(empty)[None, :]))

    def recalled(self, grown: Grown) -> None:
        """Takes the last rows for what one may go on with, where an input is grown on that another grew."""
        self.helped(len(grown.rows) - 1, Move(grown, None, 1, 1))

    def habitual(self, grown: Grown, most: int, room: int) -> list[Move]:
        """The habits that helped most, gone on with; the first also twice as far."""
        made: list[Move] = []
        fresh = [habit for habit in self._habits if habit.tried_on != len(grown.rows)]
        for habit in sorted(fresh, key=lambda one: -one.score)[:most]:
            habit.tried_on = len(grown.rows)
            wanted = {1} if self._track.by_order else {habit.times, 2 * habit.times if not made else 1}
            for times in sorted(wanted):
                if times * habit.many <= room:
                    made.append(self._by(grown, habit, times))
        return made

    def _by(self, grown: Grown, habit: Habit, times: int) -> Move:
        rows = grown.rows[habit.end - habit.many : habit.end]
        return self._with(grown, rows, np.array(habit.shift), times, habit.tail, habit)

    def _with(
        self, grown: Grown, rows: np.ndarray, shift: np.ndarray, times: int, tail: str, habit: Habit | None
    ) -> Move:
        came = repeated(self._track, rows, shift, times)
        block, step = grown.block, grown.shift
        if tail == "last":
            block, step = came[-1:], np.zeros_like(step)
        elif tail == "on":
            block, step = came[-len(rows) :], shift
        way = (len(rows), tuple(shift.tolist()), tail) if habit is None else None
        return Move(settled(self._track, stepped(grown, came, block, step)), habit, times, len(came), way)

    def drawn(self, grown: Grown, room: int) -> Move:
        """Rows drawn anew: of what is there, or by chance; or another tail."""
        choice = self._below(12)
        if choice < 2:
            return Move(self._other_tail(grown))
        if choice < 5 and len(grown.rows):
            return self._again(grown, room)
        if choice < 8 and len(grown.rows) and self._track.by_order:
            return self._elsewhere(grown)
        many = 1 if choice < 10 else 2
        rows = np.stack([self._row(grown) for _ in range(min(many, room))])
        shift = self._shift(grown, rows, len(grown.rows)) if self._below(3) == 0 else np.zeros(rows.shape[1])
        times = 1 << self._below(self._most_bits(6, room // len(rows))) if shift.any() else 1
        tail = TAILS[self._below(3)]
        came = joined((rows, repeated(self._track, rows, shift, times - 1))) if times > 1 else rows
        block, step = grown.block, grown.shift
        if tail != "kept":
            block, step = (came[-1:], np.zeros_like(step)) if tail == "last" else (came[-len(rows) :], shift)
        return Move(settled(self._track, stepped(grown, came, block, step)), None, times, len(came))

    def _elsewhere(self, grown: Grown) -> Move:
        """The last row at another place in the order."""
        row = grown.rows[-1].copy()
        lanes = list(self._track.by_order)
        row[lanes] = self._place(grown.rows[:, lanes])
        block, step = (row[None, :], np.zeros_like(grown.shift)) if self._below(2) else (grown.block, grown.shift)
        return Move(settled(self._track, stepped(grown, row[None, :], block, step)), None, 1, 1)

    def _again(self, grown: Grown, room: int) -> Move:
        """Some rows of those that are there again, as they were or further on."""
        many = min(1 + self._below(MOST_BLOCK), len(grown.rows), room)
        end = len(grown.rows) if self._below(2) else many + self._below(len(grown.rows) - many + 1)
        rows = grown.rows[end - many : end]
        times = 1 << self._below(self._most_bits(8, room // many))
        return self._with(grown, rows, self._shift(grown, rows, end), times, TAILS[self._below(3)], None)

    def _most_bits(self, most: int, room: int) -> int:
        """Of how often rows are gone on with; by order once, since chance may put the next elsewhere."""
        return 1 if self._track.by_order else min(most, max(1, room.bit_length()))

    def _other_tail(self, grown: Grown) -> Grown:
        choice = self._below(3)
        if choice == 0 and len(grown.rows):
            many = min(1 + self._below(2), len(grown.rows))
            end = many + self._below(len(grown.rows) - many + 1)
            block = grown.rows[end - many : end]
        else:
            block = np.stack([self._row(grown) for _ in range(1 + (choice == 1))])
        shift = self._shift(grown, block, len(grown.rows)) if self._below(2) else np.zeros(block.shape[1])
        return settled(self._track, Grown(grown.rows, block, shift))

    def _shift(self, grown: Grown, rows: np.ndarray, end: int) -> np.ndarray:
        """How much further: a step up or down, or what two rows differ by; columns alike, or one of them alone."""
        shift = np.zeros(rows.shape[1])
        if not self._numbers or self._below(4) == 0:
            return shift
        step = float(1 - 2 * self._below(2))
        choice = self._below(8)
        if not self._track.by_order:
            if choice == 0:
                step *= 1 << self._below(20)
            elif choice == 1 and self._literals:
                step *= self._literals[self._below(len(self._literals))]
            elif choice == 2 and len(grown.rows) >= 2 * len(rows) and end >= 2 * len(rows):
                shift = rows[-1] - grown.rows[end - len(rows) - 1]
                shift[[turn for turn in range(len(shift)) if turn not in self._numbers]] = 0.0
                return shift
        chosen = self._numbers if self._below(2) else [self._numbers[self._below(len(self._numbers))]]
        shift[chosen] = step
        return shift

    def _row(self, grown: Grown) -> np.ndarray:
        """One row: parts of one that is there, and numbers drawn by chance or beside others."""
        known = joined((grown.rows, grown.block)) if len(grown.rows) else grown.block
        row = (
            known[-1 - min(len(known) - 1, int(self._rng.geometric(0.2)) - 1)].copy()
            if self._below(2)
            else known[self._below(len(known))].copy()
        )
        for turn, lane in enumerate(self._track.lanes):
            if self._below(3) == 0:
                continue
            if lane.tells_kinds:
                row[turn] = lane.lo + self._below(lane.hi - lane.lo + 1)
            elif turn in self._track.by_order:
                row[turn] = self._place(known[:, list(self._track.by_order)])
            else:
                column = known[:, turn]
                others = [int(column[self._below(len(column))]) for _ in range(4)]
                row[turn] = wish(int(row[turn]), lane.lo, lane.hi, others, self._literals, self._rng)
        return row

    def _place(self, known: np.ndarray) -> float:
        """Below all, above all, that of a number that is there, or beside it."""
        choice = self._below(6)
        if choice < 2:
            return float(known.max()) + 1.0 if choice else float(known.min()) - 1.0
        value = float(known.flat[self._below(known.size)])
        return value + (0.0, 0.0, 0.5, -0.5)[choice - 2]

    def helped(self, before: int, move: Move) -> None:
        """Takes note of what was taken: a habit goes along with what it made; what is new may become one."""
        end = before + move.came
        if move.habit is not None:
            move.habit.end, move.habit.times = end, min(MOST_TIMES, move.times)
            move.habit.score += (1.0 - FADING) * (1.0 - move.habit.score)
            return
        if not move.came:
            return
        if move.way is not None:
            many, shift, tail = move.way
            self._habits.append(Habit(end, many, shift, tail, move.times, 1.0))
        lanes = len(self._track.lanes)
        for many in (1, 2) if move.came == 2 else (1,):
            for step in (1.0, -1.0) if self._track.by_order else (1.0, -1.0, 0.0):
                steps = tuple(step if turn in self._numbers else 0.0 for turn in range(lanes))
                if not step or any(steps):
                    self._habits += [Habit(end, many, steps, tail) for tail in TAILS[:2]]
        self._habits.sort(key=lambda one: -one.score)
        del self._habits[MOST_HABITS:]

    def failed(self, moves: Sequence[Move]) -> None:
        """Takes note of what wasn't taken."""
        for move in moves:
            if move.habit is not None:
                move.habit.score *= FADING
                move.habit.times = max(1, min(move.habit.times, move.times) // 2)
