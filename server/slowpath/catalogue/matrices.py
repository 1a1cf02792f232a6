"""Matrices and character grids: open fields, walls, mazes and orders.

Grids for searches follow the usual worst cases of flood fill and shortest path (an open field keeps the
frontier large, a snake the path long). Every filler is `(rows, columns, lo, hi, rng) -> int64 array`; a
character grid is filled by alphabet indices.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.spread import spread_over, stepped

SEARCH = "STAB appendix G, graph search"


def constant(which: str) -> Callable[..., np.ndarray]:
    """All cells the least, the second least, or the largest value."""

    def filler(rows, columns, lo, hi, rng):
        value = {"min": lo, "second": min(hi, lo + 1), "third": min(hi, lo + 2), "max": hi}[which]
        return np.full((rows, columns), value, dtype=np.int64)

    return filler


def uniform(rows, columns, lo, hi, rng):
    return rng.integers(lo, hi, size=(rows, columns), endpoint=True, dtype=np.int64)


def snake(wall_high: bool) -> Callable[..., np.ndarray]:
    """Every second row a wall with one gap, at the right and at the left by turns: the longest way through."""

    def filler(rows, columns, lo, hi, rng):
        wall, free = (min(hi, lo + 1), lo) if wall_high else (lo, min(hi, lo + 1))
        grid = np.full((rows, columns), free, dtype=np.int64)
        grid[1::2] = wall
        grid[1::4, -1:] = free
        grid[3::4, :1] = free
        return grid

    return filler


def checkerboard(rows, columns, lo, hi, rng):
    return np.where(np.add.outer(np.arange(rows), np.arange(columns)) % 2 == 0, lo, hi).astype(np.int64)


def rising(rows, columns, lo, hi, rng):
    ranks = np.arange(rows * columns, dtype=np.int64).reshape(rows, columns)
    last = max(1, rows * columns - 1)
    step, rest = divmod(hi - lo, last)
    return stepped(ranks, lo, step) + ranks * rest // last


def falling(rows, columns, lo, hi, rng):
    return rising(rows, columns, lo, hi, rng)[::-1, ::-1].copy()


def sparse(rows, columns, lo, hi, rng):
    """Least values with one cell in sixteen the largest."""
    return np.where(rng.random((rows, columns)) < 1 / 16, hi, lo).astype(np.int64)


def last_cell(rows, columns, lo, hi, rng):
    grid = np.full((rows, columns), lo, dtype=np.int64)
    grid[-1:, -1:] = hi
    return grid


def closed_field(wall: int, field: int) -> Callable[..., np.ndarray]:
    """A ring of one letter, next to the border, around a field of another; on the border a letter that is no wall:
    whatever looks for a way out from the field finds none."""

    def filler(rows, columns, lo, hi, rng):
        wall_value, field_value = (min(hi, lo + place) for place in (wall, field))
        grid = np.full((rows, columns), lo if wall else min(hi, lo + 1), dtype=np.int64)
        grid[1:-1, 1:-1] = wall_value
        grid[2:-2, 2:-2] = field_value
        return grid

    return filler


def within(axis: int, falls: bool) -> Callable[..., np.ndarray]:
    """The same rising or falling values along every row, or down every column."""

    def filler(rows, columns, lo, hi, rng):
        values = spread_over(np.arange((rows, columns)[axis]), lo, hi)
        values = values[::-1] if falls else values
        return np.broadcast_to(values if axis else values[:, None], (rows, columns)).copy()

    return filler


def serpentine(rows, columns, lo, hi, rng):
    """Rising all along, every second row from the right: one path through all cells."""
    grid = rising(rows, columns, lo, hi, rng)
    grid[1::2] = grid[1::2, ::-1].copy()
    return grid


MATRICES = by_name(
    Construction("random", uniform, "whatever is slow by size alone", SEARCH),
    Construction("all the least", constant("min"), "flood fill, largest squares", SEARCH),
    Construction("all the largest", constant("max"), "flood fill, loops over values", SEARCH),
    Construction("all the second", constant("second"), "grids whose second letter is the open one", SEARCH),
    Construction("snake", snake(True), "searches along one long path", SEARCH),
    Construction("snake of the other letter", snake(False), "searches along one long path", SEARCH),
    Construction("checkerboard", checkerboard, "counting components, union by labels", SEARCH),
    Construction("rising", rising, "sorting rows, longest increasing paths", SEARCH),
    Construction("falling", falling, "sorting rows, longest increasing paths", SEARCH),
    Construction(
        "rising all along, every second row from the right",
        serpentine,
        "longest increasing paths, recursion along neighbours",
        SEARCH,
    ),
    Construction("closed field of the first letter", closed_field(1, 0), "searches for a way out", SEARCH),
    Construction("closed field of the second letter", closed_field(0, 1), "searches for a way out", SEARCH),
    Construction(
        "closed field of the third letter", closed_field(1, 2), "searches from many places for a way out", SEARCH
    ),
    Construction("rising along every row", within(1, False), "rows or columns that must be monotone", SEARCH),
    Construction("rising down every column", within(0, False), "rows or columns that must be monotone", SEARCH),
    Construction("falling along every row", within(1, True), "rows or columns that must be monotone", SEARCH),
    Construction("falling down every column", within(0, True), "rows or columns that must be monotone", SEARCH),
    Construction("sparse", sparse, "searches from many sources", SEARCH),
    Construction("largest in the last cell", last_cell, "scans that stop early", SEARCH),
    Construction("all the third", constant("third"), "grids whose third letter is the open one", SEARCH),
    Construction(
        "closed field of the third letter behind the first",
        closed_field(0, 2),
        "searches from many places for a way out",
        SEARCH,
    ),
    Construction(
        "closed field of the first letter behind the third", closed_field(2, 0), "searches for a way out", SEARCH
    ),
    Construction(
        "closed field of the second letter behind the third", closed_field(2, 1), "searches for a way out", SEARCH
    ),
)
