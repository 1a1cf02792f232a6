"""A way that is promised: through a grid from one letter, or cell, to another, or along edges between vertices.

`where path g from "S" to "E" avoiding "#"`: from every S some E can be reached, side by side, over no wall.
`where path g from [r1-1][c1-1] to [r2-1][c2-1] avoiding "#"`: so can one cell from another; both count from 0.
`where path u, v from s to t`: along the edges of a graph, in their direction where it is `directed`.
What has no way gets one: walls give way along a random one of the shortest, an edge leads elsewhere.

"path": `left` is the grid, `character` the letters of both ends, then the walls. "cell path": `others` are the rows
and columns of both ends, `character` the walls. "graph path": `left` and `right` are the ends of edges, `others` the
vertices.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import is_there, put_rows, read_fields, rows_in
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr
from slowpath.model.format import InputFormat, Matrix, Records, Relation, WordType

Cell = tuple[int, int]
_WALL_COST, _EDGE_COST = 50.0, 20.0
_EDGE_TRIES = 60
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class GridPath(RelationKind):
    """A way through a grid of letters, between letters or between cells."""

    def __init__(self, name: str, between_cells: bool) -> None:
        self.name = name
        self._between_cells = between_cells

    def begins(self, words: Words) -> bool:
        return words.next.text == "path" and words.peek(2).text == "from" and (
            words.peek(3).text == "[") == self._between_cells

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = reader.known_name(words, "a grid")
        place = reader.places[name.text]
        if not _is_grid(place):
            raise words.error(f"{name.text!r} is no grid of joined characters", name)
        words.expect("from")
        cells: tuple[Expr, ...] = ()
        letters = ""
        if self._between_cells:
            cells = _read_cell(reader, words)
            words.expect("to")
            cells += _read_cell(reader, words)
        else:
            letters = _read_letter(words)
            words.expect("to")
            letters += _read_letter(words)
        words.expect("avoiding")
        at = words.next
        walls = words.string("the walls")
        if not walls or set(walls) & set(letters) or not set(_alphabet(place)) - set(walls):
            raise words.error("the walls are some of the grid's letters, not all, and none of both ends", at)
        reader.end(words)
        return Relation(self.name, Expr(name.text), "", Expr(name.text), cells, letters + walls)

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        grid, walls = scope[relation.left.text], self._walls(relation)
        begins, ends = self._ends(relation, scope)
        if any(not _is_inside(grid, cell) or grid[cell[0]][cell[1]] in walls for cell in (*begins, *ends)):
            return "" if not all(_is_inside(grid, cell) for cell in (*begins, *ends)) else "it ends in a wall"
        reached = _reached(grid, ends, walls)
        return "there is no such way" if begins and ends and not reached.issuperset(begins) else ""

    def _walls(self, relation: Relation) -> frozenset[str]:
        return frozenset(relation.character if self._between_cells else relation.character[2:])

    def _ends(self, relation: Relation, scope: Mapping[str, Any]) -> tuple[list[Cell], list[Cell]]:
        """Where the way begins and where it may end."""
        if self._between_cells:
            numbers = [int(part.value(scope)) for part in relation.others]
            return [(numbers[0], numbers[1])], [(numbers[2], numbers[3])]
        grid = scope[relation.left.text]
        return (list(_cells_of(grid, relation.character[0])), list(_cells_of(grid, relation.character[1])))

    def repair(self, at: Repairing) -> None:
        name = at.relation.left.text
        if name not in at.instance or not self.flaw(at.fmt, at.relation, at.scope):
            return
        walls = self._walls(at.relation)
        begins, ends = self._ends(at.relation, at.scope)
        free = [letter for letter in _alphabet(places(at.fmt)[name])
                if letter not in walls and letter not in _alone(at) | set(at.relation.character)]
        grid = [list(row) for row in at.instance[name]]
        for begin in begins:
            for row, column in _way(grid, begin, ends, walls, at.rng):
                if grid[row][column] in walls:
                    if not free:
                        raise CannotGenerate(str(at.relation))
                    grid[row][column] = free[int(at.rng.integers(len(free)))]
        at.instance[name] = ["".join(row) for row in grid]


def _is_grid(place: Place) -> bool:
    return isinstance(place.item, Matrix) and place.item.separator == "" and isinstance(place.item.type, WordType)


def _alphabet(place: Place) -> str:
    return place.item.type.alphabet  # type: ignore[union-attr]


def _read_letter(words: Words) -> str:
    at = words.next
    letter = words.string("a letter of the grid")
    if len(letter) != 1:
        raise words.error("a single letter", at)
    return letter


def _read_cell(reader: Reader, words: Words) -> tuple[Expr, ...]:
    made = []
    for _ in range(2):
        words.expect("[")
        made.append(reader.over_scalars(words))
        words.expect("]")
    return tuple(made)


def _alone(at: Repairing) -> set[str]:
    """Letters that other relations ask one of, which aren't given away."""
    return {other.character for other in at.fmt.relations if other.kind == "one" and other.left == at.relation.left}


def _is_inside(grid: Sequence[Sequence[str]], cell: Cell) -> bool:
    return 0 <= cell[0] < len(grid) and 0 <= cell[1] < len(grid[cell[0]])


def _cells_of(grid: Sequence[str], letter: str) -> Iterator[Cell]:
    for number, row in enumerate(grid):
        column = row.find(letter)
        while column >= 0:
            yield number, column
            column = row.find(letter, column + 1)


def _reached(grid: Sequence[Sequence[str]], ends: Iterable[Cell], walls: frozenset[str]) -> set[Cell]:
    reached = set(ends)
    waiting = deque(reached)
    while waiting:
        row, column = waiting.popleft()
        for down, across in _STEPS:
            cell = row + down, column + across
            if cell not in reached and _is_inside(grid, cell) and grid[cell[0]][cell[1]] not in walls:
                reached.add(cell)
                waiting.append(cell)
    return reached


def _way(grid: Sequence[Sequence[str]], begin: Cell, ends: Iterable[Cell], walls: frozenset[str],
         rng: np.random.Generator) -> list[Cell]:
    """The cells of a cheap way: walls cost much, the border (which is often all walls) more, else by chance."""
    height, width = len(grid), len(grid[0])
    costs = rng.random((height, width)) + 0.01
    costs[[0, -1], :] += _EDGE_COST
    costs[:, [0, -1]] += _EDGE_COST
    goals = set(ends)
    best, came = {begin: 0.0}, {begin: begin}
    waiting = [(0.0, begin)]
    while waiting:
        cost, cell = heapq.heappop(waiting)
        if cell in goals:
            way = [cell]
            while way[-1] != begin:
                way.append(came[way[-1]])
            return way
        if cost > best[cell]:
            continue
        for down, across in _STEPS:
            after = cell[0] + down, cell[1] + across
            if not _is_inside(grid, after):
                continue
            there = cost + float(costs[after]) + _WALL_COST * (grid[after[0]][after[1]] in walls)
            if there < best.get(after, float("inf")):
                best[after], came[after] = there, cell
                heapq.heappush(waiting, (there, after))
    return []


class GraphPath(RelationKind):
    """A way along the edges that two fields of rows are the ends of."""

    name = "graph path"

    def begins(self, words: Words) -> bool:
        return words.next.text == "path" and words.peek(2).text == ","

    def read(self, reader: Reader, words: Words) -> Relation:
        at = words.take()
        names = read_fields(reader, words, 2)
        if len(names) != 2 or not isinstance(reader.places[names[0]].rows, Records):
            raise words.error("two fields of rows are the ends of edges: `path u, v from s to t`", at)
        words.expect("from")
        begin = reader.over_scalars(words)
        words.expect("to")
        end = reader.over_scalars(words)
        reader.end(words)
        return Relation(self.name, Expr(names[0]), "", Expr(names[1]), (begin, end))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        edges = rows_in(places(fmt), _ends_of(relation), scope)
        begin, end = (part.value(scope) for part in relation.others)
        return "" if end in _reachable(edges, begin, _is_directed(fmt, relation)) else \
            f"no way leads from {begin} to {end}"

    def repair(self, at: Repairing) -> None:
        known, names = places(at.fmt), _ends_of(at.relation)
        if not is_there(known, names, at.instance) or not self.flaw(at.fmt, at.relation, at.scope):
            return
        edges = rows_in(known, names, at.scope)
        begin, end = (part.value(at.scope) for part in at.relation.others)
        directed, taken = _is_directed(at.fmt, at.relation), set(edges)
        for _ in range(_EDGE_TRIES if edges else 0):
            before = sorted(_reachable(edges, begin, directed))
            behind = sorted(_reachable([(v, u) for u, v in edges], end, directed))
            joint = (before[int(at.rng.integers(len(before)))], behind[int(at.rng.integers(len(behind)))])
            if joint in taken or (not directed and joint[::-1] in taken):
                continue
            made = list(edges)
            made[int(at.rng.integers(len(made)))] = joint
            if end in _reachable(made, begin, directed):
                put_rows(known, names, at.instance, made)
                return
        raise CannotGenerate(str(at.relation))


def _ends_of(relation: Relation) -> list[str]:
    return [relation.left.text, relation.right.text]


def _is_directed(fmt: InputFormat, relation: Relation) -> bool:
    rows = places(fmt)[relation.left.text].rows
    return isinstance(rows, Records) and bool(rows.traits & {"directed", "rooted"})


def _reachable(edges: Iterable[tuple[Any, ...]], begin: Any, directed: bool) -> set[Any]:
    beside: dict[Any, list[Any]] = {}
    for u, v in edges:
        beside.setdefault(u, []).append(v)
        if not directed:
            beside.setdefault(v, []).append(u)
    reached, waiting = {begin}, [begin]
    while waiting:
        for after in beside.get(waiting.pop(), ()):
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    return reached


KINDS = (GridPath("path", between_cells=False), GridPath("cell path", between_cells=True), GraphPath())
