"""Constraints at the places where the text that they speak of stands now. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from slowpath.model.constraint import Constraint, Count, Place


class PlaceGone(Exception):
    """The line that a constraint speaks of was edited since it was found. `line` is its number then (1-based)."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} was edited since the search")
        self.line = line


def moved(constraint: Constraint, line_of: Callable[[int], int | None]) -> Constraint:
    """The constraint in a text in which line `n` stands at `line_of(n)`; its id is kept. Raises `PlaceGone`.

    Columns hold, since a line that is found again is the same line.
    """
    condition = constraint.condition
    if condition is not None:
        count = condition.count
        condition = replace(
            condition,
            place=_place(condition.place, line_of),
            count=_count(count, line_of) if count is not None else None,
        )
    lines = (line_of(line) for line in constraint.lines)
    return replace(
        constraint,
        line=_line(constraint.line, line_of),
        condition=condition,
        lines=tuple(line for line in lines if line is not None),
    )


def _count(count: Count, line_of: Callable[[int], int | None]) -> Count:
    since = _place(count.since, line_of) if count.since is not None else None
    return replace(count, at=_place(count.at, line_of), since=since)


def _place(place: Place, line_of: Callable[[int], int | None]) -> Place:
    return replace(place, line=_line(place.line, line_of))


def _line(line: int, line_of: Callable[[int], int | None]) -> int:
    now = line_of(line)
    if now is None:
        raise PlaceGone(line)
    return now
