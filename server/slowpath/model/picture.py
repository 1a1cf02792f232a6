"""A picture of an input, as a value: what is drawn, not how."""

from __future__ import annotations

from dataclasses import dataclass

VALUES, POINTS, NETWORK, GRID = "values", "points", "network", "grid"
"""The kinds: values against their index, points in the plane, a graph, a table of letters or shades."""


@dataclass(frozen=True)
class Picture:
    """One picture. `name` is the variable's, `words` what it looks like, `length` how many elements it shows.

    `points` are positions, x to the right and y upwards, and `low`..`high` the values at the bottom and the top. Of a
    network they are the vertices, `labels` their numbers and `edges` pairs of places in `points`. Of a grid `cells` are
    its rows, each a string of digits that are places in `legend`.
    """

    kind: str
    name: str
    words: str
    length: int
    low: int | float = 0
    high: int | float = 0
    points: tuple[tuple[float, float], ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    labels: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    legend: tuple[str, ...] = ()
