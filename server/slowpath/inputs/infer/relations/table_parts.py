"""What statements say of parts of a grid: "the border consists of walls", "the starting cell (r, c) isn't a wall",
`S_{r,c}` = `.`.

Which character a wall is, the statement's legend says ("`#` denotes a wall"). Read where the input is described or
promised only; what a sample contradicts is dropped by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.inputs.infer.relations.beside_others import is_stated
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.layout import Place, places
from slowpath.inputs.relations.table_parts import has_parts
from slowpath.model.expression import Expr, expr
from slowpath.model.format import InputFormat, IntType, Matrix, Node, Relation, Scalar, WordType
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.sentence import in_quotes
from slowpath.statement.sentences.statement import Sentence

_SOLID = (
    r"(?P<noun>wall|obstacle|block(?:ed)?|rock|tree|mountain|water|sea|mine|stone|brick|trap|hole|pit|fence|"
    r"occupied|forbidden|impassable)(?:s|es)?"
)
_EMPTY = r"(?P<noun>empty|free|open|passable|walkable|road|floor|land|grass|vacant)s?"
_BARRED = re.compile(rf"(?:\b(?:not|never|cannot|no|without)|n't)\b[^.;]{{0,40}}?\b{_SOLID}\b", re.I)
_FREE = re.compile(rf"\b(?:is|are|be|in|on|at|lies?)\b[^.;]{{0,30}}?\b{_EMPTY}\b", re.I)
_PAIR = re.compile(r"\(([A-Za-z]\w*), ?([A-Za-z]\w*)\)")
_STARTS = re.compile(r"\b(?:start\w*|initial|end\w*|finish|target|destination|goal|exit|treasure|given)\b", re.I)
_INDEX = r"([A-Za-z]\w*|[A-Za-z]_\{?\w+\}?)"
_WRITTEN = re.compile(
    rf"(?<![\w}}])([A-Za-z]\w*)_\{{?\(?{_INDEX}, ?{_INDEX}\)?\}}? ?(is always|is not|is|=|!=|"
    r"\\neq?|≠) ?\\?[\"'`](\S)[\"'`]"
)
_IN_CELL = re.compile(
    r"\b(?:contains?|has|is|be|with) (?:an? |the )?(?:character |symbol |letter |sign "
    r")?[\"'`](\S)[\"'`] "
    r"(?:in|at) (?:the )?(?:cell|square|position) \(([A-Za-z]\w*), ?([A-Za-z]\w*)\)",
    re.I,
)
_AROUND = r"(?:border|boundary|boundaries|perimeter|edges?|outermost|outer)"
_OWN = r"(?:cells?|squares?|characters?|tiles?|positions?)"
_BORDER = re.compile(
    rf"\b(?:{_AROUND}|first|surrounded|enclosed|bordered)\b[^.;]{{0,70}}?(?:\b{_SOLID}\b|"
    r"\b(?:always|all|only|consists? of|filled with) (?:all |only )?[\"'`]? ?"
    r"(?P<sign>[^\w\s.,;\"'`()])|(?:\b(?:is|are|be|contains?|consists? of)\b (?:always |all |only )*"
    r"(?:an? |the )?(?P<other>[a-z]{3,})(?=$|[.,;])))",
    re.I,
)
_OF_CELLS = re.compile(
    rf"\b{_AROUND} (?:\w+ )?(?:{_OWN}|rows?)\b|\b{_OWN}[^.;]{{0,20}}\b(?:on|at|along|of) the "
    rf"(?:\w+ )?{_AROUND}\b|\bfirst and (?:the )?last rows?\b",
    re.I,
)
_OPENINGS = re.compile(r"\b(?:exits?|doors?|no|exactly|adjacent)\b", re.I)
_CLAUSE_ENDS = re.compile(r", and |;")


@dataclass(frozen=True)
class _Table:
    """The only grid of characters, with what it is made of and the numbers that are places in it, two for each."""

    name: str
    item: Matrix
    alphabet: str
    known: dict[str, Place]


def parts_of_table(nodes: tuple[Node, ...], knowledge: Knowledge, has_samples: bool, gathered: Gathered) -> None:
    """Gathers the "border" and "cell" relations that sentences state."""
    known = places(InputFormat(nodes))
    tables = [place.item for place in known.values() if has_parts(place, True)]
    table = tables[0] if len(tables) == 1 else None
    if not isinstance(table, Matrix) or not isinstance(table.type, WordType):
        return
    grid = _Table(table.name, table, table.type.alphabet, known)
    for sentence in knowledge.statement.sentences:
        if not is_stated(sentence, knowledge, has_samples):
            continue
        for relation in (
            *_border(sentence, grid, knowledge, has_samples),
            *_cells(sentence, grid, knowledge),
            *_written(sentence, grid, knowledge),
            *_stated(sentence, grid, knowledge),
        ):
            gathered.add(relation, sentence)


def _border(sentence: Sentence, grid: _Table, knowledge: Knowledge, has_samples: bool) -> Iterator[Relation]:
    """Without samples only of what are surely the grid's own cells: walls may stand around it as well."""
    found = _BORDER.search(sentence.text)
    if (
        found is None
        or _OPENINGS.search(clause := _clause_around(sentence.text, found))
        or spoken(clause, "excepted")
        or not (has_samples or _OF_CELLS.search(sentence.text))
        or (found.group().lower().startswith("first") and not _OF_CELLS.search(sentence.text))
    ):
        return
    sign = (
        found["sign"]
        if found["sign"] and found["sign"] in grid.alphabet
        else _meaning(found["noun"] or found["other"] or "", grid, knowledge)
    )
    if sign:
        yield Relation("border", Expr(grid.name), "==", expr(ord(sign)), (), sign)


def _clause_around(text: str, found: re.Match[str]) -> str:
    return _CLAUSE_ENDS.split(text[: found.start()])[-1] + found.group() + _CLAUSE_ENDS.split(text[found.end() :])[0]


def _cells(sentence: Sentence, grid: _Table, knowledge: Knowledge) -> Iterator[Relation]:
    barred, free = _BARRED.search(sentence.text), _FREE.search(sentence.text)
    found = barred or free
    if found is None:
        return
    sign = _meaning(found["noun"], grid, knowledge)
    named = [_indices(first, second, grid, knowledge) for first, second in _PAIR.findall(sentence.text)]
    cells = [pair for pair in named if pair is not None]
    if not named and _STARTS.search(sentence.text):
        cells = _only_cells(grid)
    for row, column in cells if sign else ():
        yield Relation("cell", Expr(grid.name), "!=" if barred else "==", expr(ord(sign)), (row, column), sign)


def _stated(sentence: Sentence, grid: _Table, knowledge: Knowledge) -> Iterator[Relation]:
    """ "contains the character 'X' in cell (r, c)", "the cell (r, c) is '.'"."""
    for sign, *pair in _IN_CELL.findall(in_quotes(sentence)):
        indices = _indices(pair[0], pair[1], grid, knowledge)
        if indices is not None and sign in grid.alphabet:
            yield Relation("cell", Expr(grid.name), "==", expr(ord(sign)), indices, sign)


def _written(sentence: Sentence, grid: _Table, knowledge: Knowledge) -> Iterator[Relation]:
    """`S_{r,c}` is `.`, where the grid is S."""
    for name, first, second, verb, sign in _WRITTEN.findall(in_quotes(sentence)):
        indices = _indices(first, second, grid, knowledge)
        if knowledge.same(name, grid.name) and indices is not None and sign in grid.alphabet:
            operator = "!=" if verb in ("is not", "!=", "≠") or verb.startswith("\\ne") else "=="
            yield Relation("cell", Expr(grid.name), operator, expr(ord(sign)), indices, sign)


def _indices(first: str, second: str, grid: _Table, knowledge: Knowledge) -> tuple[Expr, Expr] | None:
    """The row and column, from 0, that two stated names give."""
    names = []
    for stated in (first, second):
        plain = re.sub(r"[{}]", "", stated)
        wanted = (plain, plain.replace("_", ""))
        name = next((name for name in grid.known for one in wanted if name == one), None) or next(
            (name for name in grid.known for one in wanted if knowledge.same(one, name)), None
        )
        if name is None or not _is_index(name, grid):
            return None
        names.append(name)
    row, column = names
    rows, columns = grid.item.rows.text, grid.item.columns.text
    if rows != columns and _size(column, grid) == rows and _size(row, grid) == columns:
        row, column = column, row
    return _from_zero(row, grid), _from_zero(column, grid)


def _only_cells(grid: _Table) -> list[tuple[Expr, Expr]]:
    """The places of the grid that pairs of numbers give, where all numbers that may be such are pairs."""
    sides = grid.item.rows.text, grid.item.columns.text
    names = [name for name in grid.known if _is_index(name, grid) and _size(name, grid) in sides]
    pairs = list(zip(names[::2], names[1::2], strict=False))
    if (
        len(names) % 2
        or not 1 <= len(pairs) <= 2
        or any((_size(row, grid), _size(column, grid)) != sides for row, column in pairs)
    ):
        return []
    return [(_from_zero(row, grid), _from_zero(column, grid)) for row, column in pairs]


def _is_index(name: str, grid: _Table) -> bool:
    place = grid.known[name]
    return (
        place.rows is None
        and isinstance(place.item, Scalar)
        and isinstance(place.item.type, IntType)
        and place.path == grid.known[grid.name].path
        and name not in grid.item.rows.names | grid.item.columns.names
    )


def _size(name: str, grid: _Table) -> str:
    """The side of the grid that bounds an index: `n` of `1..n` and of `0..n-1`."""
    of = grid.known[name].item.type  # type: ignore[union-attr]
    assert isinstance(of, IntType)
    return (
        expr(f"{of.hi.text}+1").text
        if of.lo.constant == 0 and of.hi.constant is not None
        else of.hi.text.removesuffix("-1")
        if of.lo.constant == 0
        else of.hi.text
    )


def _from_zero(name: str, grid: _Table) -> Expr:
    of = grid.known[name].item.type  # type: ignore[union-attr]
    assert isinstance(of, IntType)
    return Expr(name) if of.lo.constant == 0 else expr(f"{name}-1")


def _meaning(noun: str, grid: _Table, knowledge: Knowledge) -> str:
    """The character that stands for something, by the statement's legend; "" where it isn't said."""
    if not noun:
        return ""
    stem = re.escape(noun.lower().removesuffix("ed").removesuffix("ves").removesuffix("s"))
    marked = re.compile(
        rf"\b{stem}\w*\b[^.;,\"'`()]{{0,30}}\b(?:marked|denoted|represented|shown|indicated|"
        rf"designated)\b"
        rf"[^.;,\"'`()]{{0,20}}[\"'`](\S)[\"'`]",
        re.I,
    )
    before = re.compile(rf"[\"'`](\S)[\"'`]\)?[,:]? \(?(?:[\w-]+ ){{0,5}}?{stem}", re.I)
    behind = re.compile(rf"\b{stem}\w*\b[^.;,\"'`()]{{0,40}}(?:\(|\(?[\"'`])(\S)[\"'`)]", re.I)
    for patterns in ((marked,), (before, behind)):
        for sentence in knowledge.statement.sentences:
            written = in_quotes(sentence)
            for pattern in patterns:
                sign = next((sign for sign in pattern.findall(written) if sign in grid.alphabet), None)
                if sign is not None:
                    return sign
    return ""
