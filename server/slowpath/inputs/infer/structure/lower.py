"""From a read grammar with its sites to the nodes of an `InputFormat`.

A loop over one token is an array (or a word, where the characters are glued), over several a table of records,
over a branch tagged queries, over anything else a block of cases. Which tokens share a line is what the
samples show; without samples, tokens of one read statement share a line and lists stand on their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from slowpath.inputs.infer.facts.counted import stated_count
from slowpath.inputs.infer.facts.types import Typer
from slowpath.inputs.infer.reads.items import Branch, Break, Item, Loop, Rest, Text, Token, leaves
from slowpath.inputs.infer.structure.align import Site, Sites, Unfit, note
from slowpath.inputs.infer.structure.grids import grid_columns, visited_columns
from slowpath.inputs.infer.structure.kinds_of_query import Kinds
from slowpath.inputs.infer.structure.pieces import Piece, lines_of
from slowpath.inputs.infer.structure.solve import is_plain, without_breaks
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    ROW,
    Array,
    Cases,
    ElementType,
    IntType,
    Matrix,
    Node,
    Records,
    Scalar,
    Tagged,
    TextType,
    Variant,
    WordType,
)
from slowpath.source.sums import difference

_MOST_TAGS = 12


@dataclass
class Lowering:
    """One lowering. `remarks` are (line, text) of what was decided without ground."""

    typer: Typer
    sites: Sites
    has_samples: bool
    by_lines: bool = False
    remarks: list[tuple[int, str]] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def nodes(self, items: tuple[Item, ...], path: str) -> tuple[Node, ...]:
        """The nodes of a sequence of items."""
        self.taken |= {leaf.key for leaf in leaves(items)}
        pieces: list[Piece] = []
        broken = True
        statement = -1
        for index, item in enumerate(items):
            where = f"{path}.{index}"
            if isinstance(item, Break):
                broken = True
                continue
            if isinstance(item, Loop) and item.count == "1" and not item.cases:
                inner = self.nodes(item.body, where)
                pieces += [Piece(node, True, isinstance(node, Scalar | Array)) for node in inner]
                continue
            made = self.piece(item, where, broken, statement)
            pieces += made
            broken, statement = False, getattr(item, "statement", -1)
        return lines_of(pieces)

    def piece(self, item: Item, where: str, broken: bool, statement: int) -> list[Piece]:
        """What one item is."""
        site = self.sites.get(where, Site())
        if isinstance(item, Token):
            kind = self.typer.type_of(item, site)
            self._scalar_seen(item.key, kind)
            return [Piece(Scalar(item.key, kind), self._starts(site, broken, item.statement != statement))]
        if isinstance(item, Text):
            kind = self.typer.type_of(item, site)
            self._scalar_seen(item.key, kind)
            starts = broken or not site.first or True in site.first
            return [Piece(Scalar(item.key, kind), starts, not (starts and isinstance(kind, TextType)))]
        if isinstance(item, Rest):
            starts = self._starts(site, broken, True)
            counter = self.counter(item.key, "", site, item.line, of_line=True) if item.length is None else None
            kind = self.listed(item, site)
            length = expr(counter.name if counter else item.length or "0")
            self.typer.filled |= length.names
            return [
                *([Piece(counter, starts)] if counter else []),
                Piece(Array(item.key, length, kind, item.separator), starts and counter is None),
            ]
        if isinstance(item, Loop):
            return self.loop(item, where, site, broken)
        if isinstance(item, Branch):
            raise Unfit(f"line {item.line}: what is read depends on {item.on}, outside a list of queries")
        return []

    def _scalar_seen(self, name: str, kind: ElementType) -> None:
        if isinstance(kind, IntType | WordType):
            self.typer.scope.append(name)

    def _starts(self, site: Site, broken: bool, default: bool) -> bool:
        if broken:
            return True
        return default and not self.by_lines if not site.first else True in site.first

    # -- loops -------------------------------------------------------------------------------------------

    def loop(self, item: Loop, where: str, site: Site, broken: bool) -> list[Piece]:
        """An array, matrix, table, list of queries or block of cases."""
        if item.count == "":
            raise Unfit(f"line {item.line}: how often this loop reads isn't known")
        if item.count is None:
            return self.endless(item, where, site, broken)
        body, count = without_breaks(item.body), expr(item.count)
        index = item.body.index(body[0]) if body else 0
        inner = f"{where}.{index}"
        if item.cases and not (len(body) == 1 and isinstance(body[0], Loop)):
            return [self.cases(item, where, count)]
        if len(body) == 1 and isinstance(body[0], Token | Text):
            return [self.array(body[0], inner, count, len(item.body) > 1, broken)]
        if (
            len(body) == 1
            and isinstance(body[0], Rest)
            and body[0].length is not None
            and body[0].separator == " "
            and ROW not in expr(body[0].length).names
        ):
            kind = self.listed(body[0], self.sites.get(inner, Site()))
            length = expr(body[0].length or "0")
            if body[0].key not in length.names:
                return [Piece(Matrix(body[0].key, count, length, kind), True, False)]
        if len(body) == 1 and isinstance(body[0], Loop):
            made = self.matrix(body[0], inner, count)
            if made is not None:
                return [Piece(made, True, False)]
            triangle = self.triangle(item, body[0], where)
            if triangle is not None:
                return [Piece(triangle, True, False)]
            if self._is_of_lines(body[0], inner):
                return [self.cases(item, where, count)]
        if isinstance(body[-1], Branch | Token | Rest | Loop) and any(isinstance(part, Branch) for part in body):
            return [Piece(self.tagged(item, where, count), True, False)]
        if is_plain(item.body) and self._one_line(item, where):
            return [Piece(self.records(item, where, count), True, False)]
        return [self.cases(item, where, count)]

    def endless(self, item: Loop, where: str, site: Site, broken: bool) -> list[Piece]:
        """A loop that goes on until certain tokens, or the input's end, behind a silent count."""
        body = without_breaks(item.body)
        first = next((leaf.key for leaf in leaves(item.body)), "row")
        until = "" if site.ends == {"input"} else " ".join(item.until)
        plain = is_plain(item.body) and (len(body) == 1 or self._one_line(item, where))
        is_of_lines = (len(body) == 1 and isinstance(body[0], Text)) or any(
            isinstance(one, Branch) for one in item.body
        )
        counter = self.counter(first if plain else "", until, site, item.line, plain or is_of_lines)
        if len(item.until) == 1 and re.fullmatch(r"-?\d+", item.until[0]):
            self.typer.barred[first] = int(item.until[0])
        pieces = self.loop(replace(item, count=counter.name, until=()), where, site, broken)
        if (
            item.until
            and len(body) == 1
            and isinstance(node := pieces[0].node, Array)
            and node.separator == " "
            and "line" in site.ends
            and "same line" not in site.ends
        ):
            pieces = [Piece(replace(node, separator="\n"), True, False)]
        alone = not (len(pieces) == 1 and isinstance(pieces[0].node, Array) and pieces[0].shares)
        if alone:
            return [Piece(counter, True, False), *(replace(piece, starts=True, shares=False) for piece in pieces)]
        return [Piece(counter, pieces[0].starts), replace(pieces[0], starts=False)]

    def counter(
        self, counted: str, until: str, site: Site, line: int, told: bool = True, of_line: bool = False
    ) -> Scalar:
        """The silent count of what repeats until the input, the line or certain tokens end it, of test cases where
        nothing is `counted` by name; `told` where a statement may bound it."""
        name = self.fresh(f"{counted}_count" if counted else "count")
        cases = self.typer.knowledge.bounds(name, ("cases",), self.typer.visible, (None, None), nameless=True)
        is_of_cases = not counted or (until != "\n" and not of_line and cases.hi is not None)
        (self.typer.roles.case_counts if is_of_cases else self.typer.roles.sizes).add(name)
        self.typer.silent.add(name)
        seen = Site()
        for made, _ in site.counts:
            note(seen, str(made), {})
        is_told = (told or is_of_cases) and until != "\n"
        said = stated_count(self.typer, name, seen, of_line, not told) if is_told else None
        kind = said or self.typer.type_of(Token(name, "int", 64, line), seen)
        self.typer.scope.append(name)
        return Scalar(name, kind, until)

    def triangle(self, item: Loop, inner: Loop, where: str) -> Records | None:
        """A loop over a loop over one token, as many of them as the row says."""
        body = without_breaks(inner.body)
        if (
            len(body) != 1
            or not isinstance(body[0], Token)
            or not inner.count
            or not item.count
            or item.cases
            or ROW not in expr(inner.count).names
        ):
            return None
        path = f"{where}.{item.body.index(inner)}"
        kind = self.listed(body[0], self.sites.get(f"{path}.{inner.body.index(body[0])}", Site()))
        rows, length = expr(item.count), expr(inner.count)
        if _at_row(length, "0") == "0":
            rows, length = _less_one(rows), expr(_at_row(length, f"({ROW}+1)"))
        elif _at_row(length, f"(({rows})-1)") == "0":
            rows = _less_one(rows)
        return Records(rows, (Array(body[0].key, length, kind),))

    def array(self, item: Token | Text, where: str, count: Expr, by_lines: bool, broken: bool) -> Piece:
        """A loop over one token."""
        site = self.sites.get(where, Site())
        kind = self.listed(item, site)
        self.typer.filled |= count.names
        if site.glued:
            if isinstance(kind, WordType):
                whole = WordType(count, count, kind.alphabet)
                kind = self.typer.formed(item.key, whole, (), self.typer.roles.strings == 0)
            return Piece(Scalar(item.key, kind), self._starts(site, broken, True))
        columns = (
            visited_columns(self.typer, item, count.text) if not site.visits and isinstance(kind, WordType) else None
        )
        if columns is not None:
            return Piece(Matrix(item.key, count, columns, _of_single(kind), ""), True, False)
        lines = (
            True in site.later
            if site.later
            else (
                by_lines
                or item.key in self.typer.knowledge.by_lines
                or isinstance(item, Text)
                or isinstance(kind, TextType)
                or (isinstance(kind, WordType) and item_kind(item) == "word")
            )
        )
        if (
            lines
            and isinstance(kind, WordType)
            and (grid := grid_columns(self.typer, item, kind, site, count)) is not None
        ):
            return Piece(Matrix(item.key, count, grid, _of_single(kind), ""), True, False)
        return Piece(Array(item.key, count, kind, "\n" if lines else " "), self._starts(site, broken, True), not lines)

    def listed(self, item: Token | Rest | Text, site: Site) -> ElementType:
        """The type of a leaf that is an element of a list."""
        self.typer.listed += 1
        kind = self.typer.type_of(item, site)
        self.typer.listed -= 1
        return kind

    def matrix(self, item: Loop, where: str, rows: Expr) -> Matrix | None:
        """A loop over a loop over one token."""
        body = without_breaks(item.body)
        if len(body) != 1 or not isinstance(body[0], Token) or not item.count or item.cases:
            return None
        columns = expr(item.count)
        if ROW in columns.names:
            return None
        if self._is_of_lines(item, where):
            return None
        site = self.sites.get(f"{where}.{item.body.index(body[0])}", Site())
        kind = self.listed(body[0], site)
        glued = site.glued or (body[0].kind in ("char", "digit") and not site.visits)
        return Matrix(body[0].key, rows, columns, kind, "" if glued else " ")

    def _is_of_lines(self, item: Loop, where: str) -> bool:
        """Whether a loop reads words that each stand on a line, as the lines of a grid do."""
        body = without_breaks(item.body)
        inner = self.sites.get(f"{where}.{item.body.index(body[0])}", Site()) if body else Site()
        return len(body) == 1 and isinstance(body[0], Token) and body[0].kind == "word" and inner.later == {True}

    def _ragged(self, item: Loop) -> bool:
        """Whether each round is a count and as many values, as the rows of a table are, which no tests are."""
        body = without_breaks(item.body)
        return (
            len(body) == 2
            and isinstance(body[0], Token)
            and isinstance(body[1], Loop)
            and body[1].count == body[0].key
            and not re.fullmatch(r"_?t|tc|tt|tests?\w*|cases?", item.count or "", re.I)
        )

    def _one_line(self, item: Loop, where: str) -> bool:
        """Whether each round stands on one line; without samples a list stands on its own."""
        if not self.has_samples and any(isinstance(part, Loop) for part in item.body) and not self._ragged(item):
            return False
        for index, part in enumerate(item.body):
            inside = f"{where}.{index}" if not isinstance(part, Loop) else f"{where}.{index}.0"
            site = self.sites.get(inside)
            started = index == 0 or isinstance(part, Break)
            if site is not None and not started and True in site.first:
                return False
        breaks = [i for i, part in enumerate(item.body) if isinstance(part, Break)]
        return not breaks or breaks == [len(item.body) - 1]

    def records(self, item: Loop, where: str, count: Expr) -> Records:
        """A table: one line a round."""
        depth = len(self.typer.scope)
        self.typer.knowledge.rows = count.text
        fields = self.fields([(f"{where}.{index}", part) for index, part in enumerate(item.body)])
        self.typer.knowledge.rows = None
        del self.typer.scope[depth:]
        return Records(count, fields)

    def fields(self, parts: list[tuple[str, Item]]) -> tuple[Scalar | Array, ...]:
        """The fields of one line, from (path, item) pairs."""
        made: list[Scalar | Array] = []
        for where, part in parts:
            for piece in [] if isinstance(part, Break) else self.piece(part, where, False, -1):
                if not isinstance(piece.node, Scalar | Array):
                    raise Unfit("a line's field is itself a block")
                node = piece.node
                made.append(
                    node
                    if not isinstance(node, Array) or node.separator != "\n"
                    else Array(node.name, node.length, node.type, " ")
                )
        return tuple(made)

    def cases(self, item: Loop, where: str, count: Expr) -> Piece:
        """A block that repeats."""
        depth = len(self.typer.scope)
        body = self.nodes(item.body, where)
        del self.typer.scope[depth:]
        return Piece(
            Cases(self.fresh("tests" if item.cases or self._is_test_count(count) else "blocks"), count, body),
            True,
            False,
        )

    def _is_test_count(self, count: Expr) -> bool:
        return bool(count.names & self.typer.roles.case_counts)

    def fresh(self, name: str) -> str:
        """A name for a block, that no variable has."""
        made, number = name, 2
        while made in self.taken:
            made, number = f"{name}{number}", number + 1
        self.taken.add(made)
        return made

    # -- tagged queries ----------------------------------------------------------------------------------

    def tagged(self, item: Loop, where: str, count: Expr) -> Tagged:
        """A list of queries: the tag, then its own fields."""
        body = [(index, part) for index, part in enumerate(item.body) if not isinstance(part, Break)]
        at, branch = next((index, part) for index, part in body if isinstance(part, Branch))
        tag = next((index for index, part in body if isinstance(part, Token) and part.key == branch.on), None)
        if tag is None:
            raise Unfit(f"line {branch.line}: what is read depends on {branch.on}, which isn't on the same line")
        depth = len(self.typer.scope)
        lead = self.fields([(f"{where}.{index}", part) for index, part in body if index < tag])
        if not all(isinstance(node, Scalar) for node in lead):
            raise Unfit(f"line {branch.line}: a list stands before {branch.on}, on which the rest of its line depends")
        before = [(f"{where}.{index}", part) for index, part in body if tag < index < at]
        after = [(f"{where}.{index}", part) for index, part in body if index > at]
        after_lead = len(self.typer.scope)
        variants: list[Variant] = []
        kinds = Kinds(self.sites, self.typer.knowledge.statement, self.remarks)
        for tags, arm, arm_path in kinds.arms(branch, f"{where}.{at}"):
            own = [(f"{arm_path}.{index}", part) for index, part in enumerate(arm)]
            self.typer.knowledge.kinds = frozenset(tags)
            fields = self.fields([*before, *own, *after])
            self.typer.knowledge.kinds = frozenset()
            del self.typer.scope[after_lead:]
            variants += [Variant(tag, fields) for tag in tags if tag not in {v.tag for v in variants}]
        del self.typer.scope[depth:]
        if not variants or len(variants) > _MOST_TAGS:
            raise Unfit(f"line {branch.line}: {branch.on} has too many values to be a query's kind")
        return Tagged(
            self.fresh("queries"), count, tuple(variants), tuple(node for node in lead if isinstance(node, Scalar))
        )


def _of_single(kind: ElementType) -> ElementType:
    """The type of one cell of a grid, by that of its lines."""
    return replace(kind, length_lo=expr(1), length_hi=expr(1)) if isinstance(kind, WordType) else kind


def _at_row(length: Expr, row: str) -> str:
    """A length with another expression for the number of the row, in its shortest form."""
    return difference(re.sub(rf"\b{ROW}\b", row, length.text))


def _less_one(rows: Expr) -> Expr:
    return expr(difference(f"{rows}-1"))


def item_kind(item: Token | Text) -> str:
    """The read kind of a leaf."""
    return getattr(item, "kind", "text")
