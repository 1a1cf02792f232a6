"""Changes of the rows of a small input that may make it tidier: judged by what it takes to describe them.

Each is blind to what the program does: values renamed by their order of use, rows sorted, taken out, or put on from
what stands beside them, single values made those of bounds or of neighbours. A row is one element of all columns that
are as long as each other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.engine.shapes.arithmetic import FARTHEST
from slowpath.engine.shapes.phase_reading import MOST_ROWS, cut_into_runs
from slowpath.inputs.layout import places
from slowpath.inputs.mutators.order import below, block
from slowpath.inputs.validating.validate import violations
from slowpath.model.format import Array, InputFormat, IntType, Records, Scalar

Rows = np.ndarray
"""The values of one group, a row of the array a column of the input."""
Bounds = Sequence[tuple[int, int]]
AT_JOINTS = 0.7


class TidyMoves:
    """The moves on inputs of one format."""

    def __init__(self, fmt: InputFormat, rng: np.random.Generator) -> None:
        self._format = fmt
        self._rng = rng
        self._columns: dict[str, tuple[str, IntType]] = {}
        for name, place in places(fmt).items():
            of = getattr(place.item, "type", None)
            if not place.path and isinstance(of, IntType) and isinstance(place.item, Array | Scalar):
                if isinstance(place.rows, Records):
                    if isinstance(place.item, Scalar):
                        self._columns[name] = place.rows.fields[0].name, of
                elif isinstance(place.item, Array):
                    self._columns[name] = "", of

    @property
    def can_move(self) -> bool:
        """Whether the format has columns of integers."""
        return bool(self._columns)

    def groups(self, instance: Mapping[str, Any]) -> list[tuple[str, ...]]:
        """The columns whose elements belong together, of numbers that may be added without leaving 64 bits."""
        made: dict[tuple, list[str]] = {}
        for name, (rows, _) in self._columns.items():
            values = instance.get(name)
            if (
                isinstance(values, np.ndarray)
                and values.dtype == np.int64
                and 2 <= len(values) <= MOST_ROWS
                and values.min() >= -FARTHEST
                and values.max() <= FARTHEST
            ):
                made.setdefault((rows, len(values)), []).append(name)
        return [tuple(names) for names in made.values()]

    def bits(self, instance: Mapping[str, Any]) -> float:
        """What it takes to describe the rows."""
        return sum(cut_into_runs(*self._rows(instance, group))[0] for group in self.groups(instance))

    def _rows(self, instance: Mapping[str, Any], group: Sequence[str]) -> tuple[Rows, list[tuple[int, int]]]:
        bounds = []
        for name in group:
            of, values = self._columns[name][1], instance[name]
            ends = []
            for bound, otherwise in ((of.lo, int(values.min())), (of.hi, int(values.max()))):
                try:
                    ends.append(max(-FARTHEST, min(FARTHEST, int(bound.value(instance)))))
                except (KeyError, ArithmeticError, TypeError, ValueError):
                    ends.append(otherwise)
            bounds.append((ends[0], max(ends)))
        return np.stack([instance[name] for name in group]), bounds

    def moved(self, instance: Mapping[str, Any]) -> tuple[dict[str, Any], str] | None:
        """The input with one group changed, and how; None where that changes nothing or isn't valid."""
        groups = self.groups(instance)
        if not groups:
            return None
        group = groups[below(len(groups), self._rng)]
        rows, bounds = self._rows(instance, group)
        move, label = _MOVES[below(len(_MOVES), self._rng)]
        made = move(rows.copy(), bounds, self._rng)
        lo, hi = np.array(bounds).T[:, :, None]
        if np.array_equal(made, rows) or (made < lo).any() or (made > hi).any():
            return None
        changed = {**instance, **{name: np.ascontiguousarray(made[turn]) for turn, name in enumerate(group)}}
        return None if violations(self._format, changed, 1) else (changed, label)


def _renamed(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    """The values of a column, or of all with its bounds, renamed by their order of use, upwards or downwards, from the
    front or from the back; perhaps all but the least that may stand there, which may mean something else."""
    first = below(len(bounds), rng)
    lo, hi = bounds[first]
    alike = [turn for turn, own in enumerate(bounds) if own == bounds[first]]
    which = alike if rng.random() < 0.6 else [first]
    read = rows[which].T.reshape(-1)
    used = list(dict.fromkeys((read if rng.random() < 0.7 else read[::-1]).tolist()))
    spared = lo if lo == 0 or rng.random() < 0.3 else lo - 1
    used = [value for value in used if value != spared]
    if hi - lo >= 1 << 30 or not used:
        return rows
    least = lo + (spared == lo)
    names = range(least, least + len(used)) if rng.random() < 0.6 else range(hi, hi - len(used), -1)
    new = dict(zip(used, names, strict=True))
    rows[which] = [[new.get(value, value) for value in column] for column in rows[which].tolist()]
    return rows


def _exchanged(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    """Two values of a column, or of all with its bounds, in each other's places."""
    first = below(len(bounds), rng)
    which = [turn for turn, own in enumerate(bounds) if own == bounds[first]] if rng.random() < 0.6 else [first]
    one, other = (int(rows[first, below(rows.shape[1], rng)]) for _ in range(2))
    if rng.random() < 0.5:
        other = one + (1 if rng.random() < 0.5 else -1)
    part = rows[which]
    rows[which] = np.where(part == one, other, np.where(part == other, one, part))
    return rows


def _sorted(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    """A stretch of rows in the order of one column."""
    begin, end = block(rows.shape[1], rng)
    order = np.argsort(rows[below(len(bounds), rng), begin:end], kind="stable")
    rows[:, begin:end] = rows[:, begin:end][:, order if rng.random() < 0.6 else order[::-1]]
    return rows


def _reversed(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    begin, end = block(rows.shape[1], rng)
    rows[:, begin:end] = rows[:, begin:end][:, ::-1].copy()
    return rows


def _shifted(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    """A stretch of rows moved elsewhere."""
    begin, end = block(rows.shape[1], rng)
    rest = np.delete(rows, slice(begin, end), axis=1)
    at = below(rest.shape[1] + 1, rng)
    return np.concatenate((rest[:, :at], rows[:, begin:end], rest[:, at:]), axis=1)


def _joint(rows: Rows, rng: np.random.Generator) -> int:
    """A place between rows, or at an end: mostly one where a run begins or ends, of which tidy rows have few."""
    count = rows.shape[1]
    if count > 2 and rng.random() < AT_JOINTS:
        steps = np.diff(rows, axis=1)
        changes = np.flatnonzero((steps[:, 1:] != steps[:, :-1]).any(axis=0))
        places = np.concatenate(([0, count], changes + 1, changes + 2))
        return int(places[below(len(places), rng)])
    return below(count + 1, rng)


def _continued(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    """Rows as those before or behind them say: the same again, or on by the same step, one or two rows apart."""
    turned = rng.random() < 0.5
    rows = rows[:, ::-1] if turned else rows
    count, apart = rows.shape[1], 1 + (rng.random() < 0.25)
    at = max(apart, min(count - 1, _joint(rows, rng)))
    end = min(count, at + 1 + int(count * rng.random() ** 4))
    step = rows[:, at - apart] - rows[:, at - 2 * apart] if at >= 2 * apart and rng.random() < 0.6 else 0 * rows[:, 0]
    for place in range(at, end):
        rows[:, place] = rows[:, place - apart] + step
    return rows[:, ::-1] if turned else rows


def _replaced(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    """A row or a few taken out, and as many put in elsewhere, which go on from what stands before or behind them."""
    count = rows.shape[1]
    many = min(count // 4, int(rng.geometric(0.6)))
    if many < 1:
        return rows
    begin = min(count - many, _joint(rows, rng))
    rest = np.delete(rows, slice(begin, begin + many), axis=1)
    turned = rng.random() < 0.5
    rest = rest[:, ::-1] if turned else rest
    at = max(1, _joint(rest, rng))
    step = rest[:, at - 1] - rest[:, at - 2] if at > 1 and rng.random() < 0.6 else 0 * rest[:, 0]
    new = rest[:, [at - 1]] + step[:, None] * np.arange(1, many + 1)
    made = np.concatenate((rest[:, :at], new, rest[:, at:]), axis=1)
    return made[:, ::-1] if turned else made


def _lengthened(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    """A run made longer, at either end, by a row or a few of another one."""
    runs = cut_into_runs(rows, bounds)[1]
    shrunk, grown = (runs[below(len(runs), rng)] for _ in range(2))
    many = min(shrunk.end - shrunk.start, int(rng.geometric(0.6)))
    if shrunk == grown or grown.end - grown.start < 2:
        return rows
    turns = grown.turns
    own = rows[:, grown.start : grown.end]
    for _ in range(many):
        own = (
            np.concatenate((own, 2 * own[:, [-turns]] - own[:, [-2 * turns]]), axis=1)
            if rng.random() < 0.5
            else np.concatenate((2 * own[:, [turns - 1]] - own[:, [2 * turns - 1]], own), axis=1)
        )
    left = rows[:, shrunk.start : shrunk.end]
    left = left[:, many:] if rng.random() < 0.5 else left[:, : left.shape[1] - many]
    parts = {shrunk: left, grown: own}
    return np.concatenate([parts.get(run, rows[:, run.start : run.end]) for run in runs], axis=1)


def _valued(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    """One value as a bound, as that of a neighbour or one off, or as that of another column."""
    turn, at = below(len(bounds), rng), below(rows.shape[1], rng)
    lo, hi = bounds[turn]
    beside = int(rows[turn, max(0, at - 1)])
    other = int(rows[below(len(bounds), rng), at])
    options = (lo, hi, beside, beside + 1, beside - 1, other, other + 1, other - 1)
    rows[turn, at] = options[below(len(options), rng)]
    return rows


def _valued_everywhere(rows: Rows, bounds: Bounds, rng: np.random.Generator) -> Rows:
    """A stretch of one column as a bound, as its first value, or as another column."""
    turn = below(len(bounds), rng)
    begin, end = block(rows.shape[1], rng)
    options = (bounds[turn][0], bounds[turn][1], rows[turn, begin], rows[below(len(bounds), rng), begin:end])
    rows[turn, begin:end] = options[below(len(options), rng)]
    return rows


_MOVES: tuple[tuple[Callable[[Rows, Bounds, np.random.Generator], Rows], str], ...] = (
    (_continued, "rows continued"),
    (_continued, "rows continued"),
    (_continued, "rows continued"),
    (_continued, "rows continued"),
    (_replaced, "rows replaced"),
    (_replaced, "rows replaced"),
    (_replaced, "rows replaced"),
    (_replaced, "rows replaced"),
    (_sorted, "rows sorted"),
    (_sorted, "rows sorted"),
    (_lengthened, "a run lengthened"),
    (_lengthened, "a run lengthened"),
    (_lengthened, "a run lengthened"),
    (_renamed, "values renamed"),
    (_exchanged, "two values exchanged"),
    (_reversed, "rows reversed"),
    (_shifted, "rows moved"),
    (_valued, "a value set"),
    (_valued_everywhere, "values set"),
)
"""Those that lead on most often are drawn more often."""
