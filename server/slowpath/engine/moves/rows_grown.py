"""Inputs that grow row by row: rows so far, and the row or rows that fill what is left.

A program that reads a row at a time and keeps something is slow because of what it keeps: which row is best next shows
only in what the rows before have made. So an input is looked at as a beginning, which was built row by row, and a tail
that repeats one row, or goes on with it in steps: the row that costs most on what the beginning made. Numbers are
meant as they are, or only by their order: then each row names places among the numbers so far, and all are spread over
the range once the input is written, so that there is always room between two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from slowpath.engine.shapes.parts import view_of
from slowpath.model.format import Array, InputFormat, IntType, Records, Scalar, WordType
from slowpath.model.nodes import items_of

FEW = 10
"""A column with at most so many values tells kinds apart."""
ROOM = 2
"""The order alone may be meant where a column has so many times as many values as there are rows."""
FARTHEST = 1 << 52


@dataclass(frozen=True)
class Lane:
    """One column: its bounds, and whether its values tell kinds apart; letters of `alphabet` where it's a word."""

    name: str
    lo: int
    hi: int
    alphabet: str = ""

    @property
    def tells_kinds(self) -> bool:
        """Whether neighbours have nothing to do with each other."""
        return bool(self.alphabet) or self.hi - self.lo < FEW


@dataclass(frozen=True)
class Track:
    """Columns that are as long as each other; `size` is the number that says how long, "" where a word says it itself,
    `most` its largest value. `by_order` are the columns of which the order alone is meant."""

    size: str
    most: int
    lanes: tuple[Lane, ...]
    by_order: tuple[int, ...] = ()

    def in_order(self) -> Track | None:
        """The track by the order of its numbers, None where there is no room for that."""
        wide = [
            (lane.lo, lane.hi)
            for lane in self.lanes
            if not lane.tells_kinds and lane.hi - lane.lo + 1 >= ROOM * self.most
        ]
        if not wide:
            return None
        bounds = max(wide, key=lambda ends: ends[1] - ends[0])
        return replace(
            self, by_order=tuple(turn for turn, lane in enumerate(self.lanes) if (lane.lo, lane.hi) == bounds)
        )


def tracks_of(fmt: InputFormat, sizes: Mapping[str, int], instance: Mapping[str, Any]) -> list[Track]:
    """The rows of the input that can be added to one by one: columns of integers, arrays, single words."""
    parts = {part.name: part for part in view_of(fmt, instance).parts if part.kind in ("arrays", "words")}
    columns: dict[str, list[Any]] = {}
    found = []
    for item in items_of(fmt.nodes):
        if isinstance(item, Records):
            columns.setdefault(item.count.text, []).extend(item.fields)
        elif isinstance(item, Array):
            columns.setdefault(item.length.text, []).append(item)
        elif isinstance(item, Scalar) and isinstance(item.type, WordType) and item.name in sizes:
            found.append(
                Track("", sizes[item.name], (Lane(item.name, 0, len(item.type.alphabet) - 1, item.type.alphabet),))
            )
    for size, items in columns.items():
        if size in sizes and all(isinstance(item.type, IntType) and item.name in parts for item in items):
            lanes = tuple(Lane(item.name, parts[item.name].lo, parts[item.name].hi) for item in items)
            if all(abs(end) < FARTHEST for lane in lanes for end in (lane.lo, lane.hi)):
                found.append(Track(size, sizes[size], lanes))
    return found


@dataclass(frozen=True)
class Grown:
    """A beginning and its tail. `rows` and `block` have a column for each lane; of columns by order the numbers are
    places: whole ones are those of the numbers so far, fractions lie between. The tail repeats `block`, each time
    `shift` further, by order always as a new number beside the one before."""

    rows: np.ndarray
    block: np.ndarray
    shift: np.ndarray


def settled(track: Track, grown: Grown) -> Grown:
    """The same with places counted anew, so that they are whole numbers again."""
    if not track.by_order:
        return grown
    lanes, count = list(track.by_order), len(grown.rows)
    both = np.concatenate((grown.rows, grown.block))
    _, places = np.unique(both[:, lanes], return_inverse=True)
    both[:, lanes] = places.reshape(len(both), len(lanes))
    return Grown(both[:count], both[count:], grown.shift)


def repeated(track: Track, block: np.ndarray, shift: np.ndarray, times: int) -> np.ndarray:
    """The block so many times, each one step further than the one before, the first a step further than the block."""
    steps = np.arange(1, times + 1, dtype=np.float64)[:, None] * shift
    if track.by_order:
        lanes = list(track.by_order)
        steps[:, lanes] = np.sign(steps[:, lanes]) * np.arange(1, times + 1)[:, None] / (times + 1)
    return np.asarray((block[None, :, :] + steps[:, None, :]).reshape(times * len(block), block.shape[1]))


def written(track: Track, grown: Grown, length: int) -> np.ndarray:
    """The numbers of so many rows, one column for each lane, within the bounds."""
    grown = settled(track, grown)
    left = max(0, length - len(grown.rows))
    times = -(-left // len(grown.block))
    rows = (
        np.concatenate((grown.rows, repeated(track, grown.block, grown.shift, times)))[:length]
        if times
        else grown.rows[:length].copy()
    )
    if track.by_order:
        lanes = list(track.by_order)
        lo, hi = track.lanes[lanes[0]].lo, track.lanes[lanes[0]].hi
        known, places = np.unique(rows[:, lanes], return_inverse=True)
        # In two parts: the range times the number of rows may be more than 64 bits.
        apart, left_over = divmod(hi - lo, len(known) + 1)
        numbers = np.arange(1, len(known) + 1)
        spread = lo + apart * numbers + left_over * numbers // (len(known) + 1)
        rows[:, lanes] = spread[places.reshape(len(rows), len(lanes))]
    lows, highs = (np.array([getattr(lane, end) for lane in track.lanes]) for end in ("lo", "hi"))
    return np.clip(rows, lows, highs).astype(np.int64)


def put_into(instance: Mapping[str, Any], track: Track, rows: np.ndarray) -> dict[str, Any]:
    """The input with these rows in place of its own."""
    made = dict(instance)
    if track.size:
        made[track.size] = len(rows)
    for turn, lane in enumerate(track.lanes):
        column = rows[:, turn]
        made[lane.name] = (
            "".join([lane.alphabet[letter] for letter in column.tolist()])
            if lane.alphabet
            else np.ascontiguousarray(column)
        )
    return made


def stepped(grown: Grown, rows: np.ndarray, block: np.ndarray | None = None, shift: np.ndarray | None = None) -> Grown:
    """The input with further rows, and with another tail where one is given."""
    return Grown(
        np.concatenate((grown.rows, rows)),
        grown.block if block is None else block,
        grown.shift if shift is None else shift,
    )


def cut(track: Track, grown: Grown, rows: int) -> Grown:
    """The first rows of an input, with its tail."""
    return settled(track, Grown(grown.rows[:rows], grown.block, grown.shift))


def joined(blocks: Sequence[np.ndarray]) -> np.ndarray:
    """Rows one after the other."""
    return np.concatenate(list(blocks))
