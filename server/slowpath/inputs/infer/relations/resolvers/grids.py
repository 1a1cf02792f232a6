"""Claims about tables: what the border of the only grid of characters is made of, and single cells of it ("the starting
cell (r, c) isn't a wall", `S_{r,c}` = `.`), squares that are symmetric, their diagonals.

Which character a wall is, the statement's legend says ("`#` denotes a wall").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from slowpath.inputs.infer.relations.claims import Claim
from slowpath.inputs.infer.relations.gathered import Gathered, is_single
from slowpath.inputs.infer.relations.resolvers.lists import so_many
from slowpath.inputs.layout import Place
from slowpath.inputs.relations.squares import is_square
from slowpath.inputs.relations.table_parts import has_parts
from slowpath.model.expression import Expr, expr
from slowpath.model.format import IntType, Matrix, Relation, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import in_quotes

_PAIR = late_regex(r"\(([A-Za-z]\w*), ?([A-Za-z]\w*)\)")
_STARTS = late_regex(r"\b(?:start\w*|initial|end\w*|finish|target|destination|goal|exit|treasure|given)\b", re.I)
_AROUND = r"(?:border|boundary|boundaries|perimeter|edges?|outermost|outer)"
_OWN = r"(?:cells?|squares?|characters?|tiles?|positions?)"
_OF_CELLS = late_regex(
    rf"\b{_AROUND} (?:\w+ )?(?:{_OWN}|rows?)\b|\b{_OWN}[^.;]{{0,20}}\b(?:on|at|along|of) the "
    rf"(?:\w+ )?{_AROUND}\b|\bfirst and (?:the )?last (?:rows?\b|{_OWN} (?:of|in) (?:every|each) row\b)",
    re.I,
)
_OPENINGS = late_regex(r"\b(?:exits?|doors?|no|exactly|adjacent)\b", re.I)
_CLAUSE_ENDS = late_regex(r", and |;")


def _only_grid(gathered: Gathered) -> Matrix | None:
    tables = [place.item for place in gathered.places.values() if has_parts(place, True)]
    table = tables[0] if len(tables) == 1 else None
    return table if isinstance(table, Matrix) and isinstance(table.type, WordType) else None


def _holds(sign: str, grid: Matrix) -> bool:
    return isinstance(grid.type, WordType) and sign in grid.type.alphabet


def _border(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Without samples only of what are surely the grid's own cells: walls may stand around it as well."""
    grid, found = _only_grid(gathered), claim.found
    is_of_cells = _OF_CELLS.search(claim.text) is not None
    clause = _CLAUSE_ENDS.split(claim.before)[-1] + found.group() + _CLAUSE_ENDS.split(claim.text[found.end() :])[0]
    is_first = found.group().lower().startswith("first")
    if (
        grid is None
        or _OPENINGS.search(clause)
        or spoken(clause, "excepted")
        or not (is_of_cells or (gathered.samples and not is_first))
    ):
        return
    said = found.groupdict()
    noun = next(filter(None, (said.get(each) for each in ("noun", "around", "other"))), "")
    sign = said["sign"] if said["sign"] and _holds(said["sign"], grid) else _meaning(noun, grid, gathered)
    if sign:
        yield Relation("border", Expr(grid.name), "==", expr(ord(sign)), (), sign)


def _border_without(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Where all but one of the grid's characters stand for what isn't on its border, that one does."""
    grid, found = _only_grid(gathered), claim.found
    if grid is None or not isinstance(grid.type, WordType):
        return
    barred = {_meaning(noun, grid, gathered) for noun in (found["noun"], found["other"]) if noun}
    left = set(grid.type.alphabet) - barred
    if "" not in barred and len(left) == 1:
        sign = left.pop()
        yield Relation("border", Expr(grid.name), "==", expr(ord(sign)), (), sign)


def _cells(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """What the cells that a sentence names hold, or those where something starts or ends."""
    grid = _only_grid(gathered)
    sign = _meaning(claim.found["noun"], grid, gathered) if grid is not None else ""
    if grid is None or not sign:
        return
    named = [_indices(first, second, grid, gathered) for first, second in _PAIR.findall(claim.text)]
    cells = [pair for pair in named if pair is not None]
    if not named and _STARTS.search(claim.text):
        cells = _only_cells(grid, gathered)
    for pair in cells:
        operator = "!=" if claim.phrase.gives == "cell barred" else "=="
        yield Relation("cell", Expr(grid.name), operator, expr(ord(sign)), pair, sign)


def _written(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """ "The cell (r, c) is `.`", and `S_{r,c}` is `.`, where the grid is S."""
    grid, found = _only_grid(gathered), claim.found.groupdict()
    if grid is None or not _holds(found["sign"], grid):
        return
    indices = _indices(found["row"], found["column"], grid, gathered)
    verb = found.get("verb") or ""
    if indices is not None and ("of" not in found or gathered.knowledge.same(found["of"], grid.name)):
        operator = "!=" if verb in ("is not", "!=", "≠") or verb.startswith("\\ne") else "=="
        yield Relation("cell", Expr(grid.name), operator, expr(ord(found["sign"])), indices, found["sign"])


def _one_of_meaning(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The character of the only grid that stands for what there is one of, or at least one."""
    grid = _only_grid(gathered)
    sign = _meaning(claim.found["noun"], grid, gathered) if grid is not None else ""
    if grid is not None and sign:
        yield from so_many(claim, Expr(grid.name), sign)


def _square(gathered: Gathered) -> tuple[str, Place] | None:
    """The only square table, with its name."""
    squares = [(name, place) for name, place in gathered.places.items() if is_square(place)]
    return squares[0] if len(squares) == 1 else None


def _symmetric(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    if (square := _square(gathered)) is not None:
        yield Relation("symmetric", Expr(square[0]), "", Expr(square[0]))


def _zero_diagonal(_: Claim, gathered: Gathered) -> Iterator[Relation]:
    """Zeros on the diagonal of the only square table, as numbers or as characters."""
    name, place = _square(gathered) or ("", None)
    of = getattr(place.item, "type", None) if place is not None else None
    if is_square(place, False):
        yield Relation("diagonal", Expr(name), "==", expr(0))
    elif isinstance(of, WordType) and "0" in of.alphabet:
        yield Relation("diagonal", Expr(name), "==", expr(ord("0")), (), "0")


def _diagonal(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The character on the diagonal of the only square table; one that is no digit stands nowhere else."""
    name, place = _square(gathered) or ("", None)
    of = getattr(place.item, "type", None) if place is not None else None
    sign = claim.found["sign"]
    if isinstance(of, WordType) and sign in of.alphabet and gathered.knowledge.same(claim.found["of"], name):
        yield Relation("diagonal", Expr(name), "==", expr(ord(sign)), (), sign)
        if not sign.isdigit():
            yield Relation("offdiagonal", Expr(name), "!=", expr(ord(sign)), (), sign)


def _indices(first: str, second: str, grid: Matrix, gathered: Gathered) -> tuple[Expr, Expr] | None:
    """The row and column, from 0, that two stated names give: those of the first cell or the last, or of one read."""
    sides = (grid.rows, grid.columns)
    corner = [_end(stated, side) for stated, side in zip((first, second), sides, strict=True)]
    if corner[0] is not None and corner[1] is not None:
        return corner[0], corner[1]
    names = []
    for stated in (first, second):
        plain = re.sub(r"[{}]", "", stated)
        wanted = (plain, plain.replace("_", ""))
        name = next((name for name in gathered.places for one in wanted if name == one), None) or next(
            (name for name in gathered.places for one in wanted if gathered.knowledge.same(one, name)), None
        )
        if name is None or not _is_index(name, grid, gathered):
            return None
        names.append(name)
    row, column = names
    rows, columns = grid.rows.text, grid.columns.text
    if rows != columns and _size(column, grid, gathered) == rows and _size(row, grid, gathered) == columns:
        row, column = column, row
    return _from_zero(row, grid, gathered), _from_zero(column, grid, gathered)


def _end(stated: str, side: Expr) -> Expr | None:
    """The first place or, counted from 1, the last one of a side; None where another is meant."""
    return expr(0) if stated in ("0", "1") else expr(f"{side.text}-1") if stated == side.text else None


def _only_cells(grid: Matrix, gathered: Gathered) -> list[tuple[Expr, Expr]]:
    """The places of the grid that pairs of numbers give, where all numbers that may be such are pairs."""
    sides = grid.rows.text, grid.columns.text
    names = [
        name for name in gathered.places if _is_index(name, grid, gathered) and _size(name, grid, gathered) in sides
    ]
    pairs = list(zip(names[::2], names[1::2], strict=False))
    if (
        len(names) % 2
        or not 1 <= len(pairs) <= 2
        or any((_size(row, grid, gathered), _size(column, grid, gathered)) != sides for row, column in pairs)
    ):
        return []
    return [(_from_zero(row, grid, gathered), _from_zero(column, grid, gathered)) for row, column in pairs]


def _is_index(name: str, grid: Matrix, gathered: Gathered) -> bool:
    place = gathered.places[name]
    return (
        is_single(place)
        and place.path == gathered.places[grid.name].path
        and name not in grid.rows.names | grid.columns.names
    )


def _size(name: str, grid: Matrix, gathered: Gathered) -> str:
    """The side of the grid that bounds an index: `n` of `1..n` and of `0..n-1`."""
    of = gathered.places[name].item.type  # type: ignore[union-attr]
    assert isinstance(of, IntType)
    return (
        expr(f"{of.hi.text}+1").text
        if of.lo.constant == 0 and of.hi.constant is not None
        else of.hi.text.removesuffix("-1")
        if of.lo.constant == 0
        else of.hi.text
    )


def _from_zero(name: str, grid: Matrix, gathered: Gathered) -> Expr:
    of = gathered.places[name].item.type  # type: ignore[union-attr]
    assert isinstance(of, IntType)
    return Expr(name) if of.lo.constant == 0 else expr(f"{name}-1")


def _meaning(noun: str, grid: Matrix, gathered: Gathered) -> str:
    """The character that stands for something, by the statement's legend; "" where it isn't said."""
    if not noun:
        return ""
    stem = re.escape(noun.lower().removesuffix("ed").removesuffix("ves").removesuffix("s"))
    marked = late_regex(
        rf"\b{stem}\w*\b(?:[^.;,\"'`()]{{0,30}}\b(?:marked|denoted|represented|shown|indicated|"
        rf"designated)\b[^.;,\"'`()]{{0,20}}|(?: \w+)? by )[\"'`](\S)[\"'`]",
        re.I,
    )
    before = late_regex(
        rf"[\"'`]\\?(\S)[\"'`]+\)?[,:]?(?: (?:--?|[\u2013\u2014=]))? \(?(?:[\w-]+ ){{0,5}}?{stem}", re.I
    )
    behind = late_regex(rf"\b{stem}\w*\b[^.;,\"'`()]{{0,40}}(?:\(|\(?[\"'`])(\S)[\"'`)]", re.I)
    for patterns in ((marked,), (before, behind)):
        for sentence in gathered.sentences:
            written = in_quotes(sentence)
            for pattern in patterns:
                sign = next((sign for sign in pattern.findall(written) if _holds(sign, grid)), None)
                if sign is not None:
                    return sign
    return ""


def _cells_in_total(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """The sum over all test cases of rows times columns of the only table."""
    tables = [place for place in gathered.places.values() if isinstance(place.item, Matrix)]
    bound = expr(re.sub(r"[, ]", "", claim.found["bound"]).replace("^", "**")).constant
    if len(tables) == 1 and bound is not None and tables[0].path and isinstance(tables[0].item, Matrix):
        yield Relation("sum", expr(f"({tables[0].item.rows})*({tables[0].item.columns})"), "<=", expr(bound))


RESOLVERS = {
    "border": _border,
    "border without": _border_without,
    "cell barred": _cells,
    "one of a meaning": _one_of_meaning,
    "cell free": _cells,
    "cell": _written,
    "cells in total": _cells_in_total,
    "symmetric": _symmetric,
    "diagonal zero": _zero_diagonal,
    "diagonal": _diagonal,
}
