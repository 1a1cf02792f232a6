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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from slowpath.inputs.checktestdata.scribe import Scribe, string
from slowpath.inputs.checktestdata.write_elements import sizes_stored, write_each
from slowpath.inputs.graphs import components
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rows import is_directed, is_there, joined, put_rows, read_fields, rows_in
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr
from slowpath.model.format import InputFormat, Matrix, Records, Relation, WordType
from slowpath.model.format_text import FormatCompletion

Cell = tuple[int, int]
_EDGE_TRIES = 60
_UNSEEN, _AT_END = -2, -1


class GridPath(RelationKind):
    """A way through a grid of letters, between letters or between cells."""

    def __init__(self, name: str, between_cells: bool) -> None:
        self.name = name
        self._between_cells = between_cells
        if not between_cells:
            text = 'path | from "S" to "E" avoiding "#"'
            self.offered = FormatCompletion(name, "snippet", "a way through a grid", text)

    def begins(self, words: Words) -> bool:
        return (
            words.next.text == "path"
            and words.peek(2).text == "from"
            and (words.peek(3).text == "[") == self._between_cells
        )

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
        grid = scope[relation.left.text]
        first, last = self._ends(relation, scope)
        if not first or not last or not all(_is_inside(grid, cell) for cell in (*first, *last)):
            return ""
        is_wall = _framed(grid, self._walls(relation))
        begins, ends = _numbers(first, is_wall), _numbers(last, is_wall)
        if is_wall.flat[[*begins, *ends]].any():
            return "it ends in a wall"
        joined = _joined(is_wall)
        return "" if np.isin(joined[begins], joined[ends]).all() else "there is no such way"

    def _walls(self, relation: Relation) -> str:
        return relation.character if self._between_cells else relation.character[2:]

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
        free = [
            letter
            for letter in _alphabet(places(at.fmt)[name])
            if letter not in walls and letter not in _alone(at) | set(at.relation.character)
        ]
        is_wall = _framed(at.instance[name], walls)
        ways = _ways(is_wall, _numbers(begins, is_wall), _numbers(ends, is_wall), at.rng)
        broken = [cell for cell in sorted(ways) if is_wall.flat[cell]]
        if broken and not free:
            raise CannotGenerate(str(at.relation))
        grid = [list(row) for row in at.instance[name]]
        for cell, choice in zip(broken, at.rng.integers(len(free), size=len(broken)).tolist(), strict=True):
            row, column = divmod(cell, is_wall.shape[1])
            grid[row - 1][column - 1] = free[choice]
        at.instance[name] = ["".join(row) for row in grid]

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        place, name = places(fmt)[relation.left.text], relation.left.text
        joined, more = scribe.fresh("joined"), scribe.fresh("more")
        bottom, right = (f"{scribe.expression(size, {})}-1" for size in sizes_stored(place) or ())
        cells = [scribe.expression(part, {}) for part in relation.others]

        def is_end(at: int, value: str, row: str, column: str) -> str:
            return (
                f"{row}=={cells[2 * at]} && {column}=={cells[2 * at + 1]}"
                if cells
                else f"{value}=={string(relation.character[at])}"
            )

        def is_free(value: str) -> str:
            return " && ".join(f"{value}!={string(wall)}" for wall in self._walls(relation))

        def steps(row: str, column: str) -> str:
            beside = {
                f"{row}-1,{column}": f"{row}>0",
                f"{row}+1,{column}": f"{row}<{bottom}",
                f"{row},{column}-1": f"{column}>0",
                f"{row},{column}+1": f"{column}<{right}",
            }
            return " ".join(
                f"IF({there}) IF({joined}[{at}]==1) SET({joined}[{row},{column}]=1,{more}=1) END END"
                for at, there in beside.items()
            )

        write_each(
            scribe,
            place,
            name,
            lambda value, row, column: f"SET({joined}[{row},{column}]=0)",
            lambda *at: f"IF({is_end(1, *at)} && {is_free(at[0])}) SET({joined}[{at[1]},{at[2]}]=1) END",
        )
        with scribe.repeated_while(more):
            write_each(
                scribe,
                place,
                name,
                lambda value, row, column: (
                    f"IF({joined}[{row},{column}]==0 && {is_free(value)}) {steps(row, column)} END"
                ),
            )
        write_each(scribe, place, name, lambda *at: f"IF({is_end(0, *at)}) ASSERT({joined}[{at[1]},{at[2]}]==1) END")
        return True


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


def _framed(grid: Sequence[Sequence[str]], walls: str) -> np.ndarray:
    """Where walls stand, with a frame of them around the grid, so that every cell of it has four neighbours."""
    letters = np.frombuffer("".join(map("".join, grid)).encode("utf-32-le"), dtype="<u4")
    found = np.isin(letters, [ord(letter) for letter in walls]).reshape(len(grid), -1)
    return np.pad(found, 1, constant_values=True)


def _numbers(cells: Iterable[Cell], framed: np.ndarray) -> list[int]:
    """The places of a grid's cells in the framed grid, counted row by row."""
    return [(row + 1) * framed.shape[1] + column + 1 for row, column in cells]


def _joined(is_wall: np.ndarray) -> np.ndarray:
    """For every cell, counted row by row, a number that is the same for all that can be reached from it."""
    numbers = np.arange(is_wall.size).reshape(is_wall.shape)
    begins = ~is_wall
    begins[:, 1:] &= is_wall[:, :-1]
    runs = np.maximum.accumulate(np.where(begins | is_wall, numbers, 0).ravel()).reshape(is_wall.shape)
    both = ~is_wall[1:] & ~is_wall[:-1]
    return components(is_wall.size, runs[:-1][both], runs[1:][both])[runs.ravel()]


def _ways(is_wall: np.ndarray, begins: Sequence[int], ends: Sequence[int], rng: np.random.Generator) -> set[int]:
    """The cells of ways through a framed grid from each of `begins` to one of `ends`: of the shortest of those through
    the fewest walls one by chance. The grid's border, which is often all walls, counts as such. O(cells)."""
    is_dear = is_wall.copy()
    is_dear[[1, -2]] = is_dear[:, [1, -2]] = True
    dear, width = is_dear.ravel().tolist(), is_wall.shape[1]
    orders = list(permutations((1, -1, width, -width)))
    turns = rng.integers(len(orders), size=is_wall.size).tolist()
    seen = np.full(is_wall.shape, _UNSEEN)
    seen[[0, -1]] = seen[:, [0, -1]] = seen.flat[list(ends)] = _AT_END
    towards = seen.ravel().tolist()
    level, lacking = list(ends), set(begins) - set(ends)
    while level and lacking:
        behind_walls: list[int] = []
        for cell in level:  # It grows by the cells that are as cheap to reach.
            lacking.discard(cell)
            for step in orders[turns[cell]]:
                beside = cell + step
                if towards[beside] == _UNSEEN:
                    towards[beside] = cell
                    (behind_walls if dear[beside] else level).append(beside)
        level = behind_walls
    made: set[int] = set()
    for begin in begins:
        at = begin
        while at not in made and at != _AT_END:
            made.add(at)
            at = towards[at]
    return made


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
        return (
            ""
            if end in _reachable(edges, begin, _is_directed(fmt, relation))
            else f"no way leads from {begin} to {end}"
        )

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

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        known, names = places(fmt), _ends_of(relation)
        joined, more = scribe.fresh("joined"), scribe.fresh("more")
        begin, end = (scribe.expression(part, {}) for part in relation.others)
        u, v = (f"{joined}[{scribe.name(name)}[?]]" for name in names)
        step = f"IF({u}==1 && {v}==0) SET({v}=1,{more}=1) END"
        if not _is_directed(fmt, relation):
            step += f" IF({v}==1 && {u}==0) SET({u}=1,{more}=1) END"

        def each(command: str) -> None:
            write_each(scribe, known[names[0]], names[0], lambda _, row: command.replace("?", row))

        each(f"SET({u}=0,{v}=0)")
        scribe.line(f"SET({joined}[{end}]=0,{joined}[{begin}]=1)")
        with scribe.repeated_while(more):
            each(step)
        scribe.line(f"ASSERT({joined}[{end}]==1)")
        return True


def _ends_of(relation: Relation) -> list[str]:
    return [relation.left.text, relation.right.text]


def _is_directed(fmt: InputFormat, relation: Relation) -> bool:
    return is_directed(places(fmt)[relation.left.text])


def _reachable(edges: Iterable[tuple[Any, ...]], begin: Any, directed: bool) -> set[Any]:
    beside = joined(edges, directed)
    reached, waiting = {begin}, [begin]
    while waiting:
        for after in beside.get(waiting.pop(), ()):
            if after not in reached:
                reached.add(after)
                waiting.append(after)
    return reached


KINDS = (GridPath("path", between_cells=False), GridPath("cell path", between_cells=True), GraphPath())
