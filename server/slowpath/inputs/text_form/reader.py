"""Reads the text form of a format. The grammar stands in `slowpath.inputs.text_form.text`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.inputs.parsing.silent import counted_items, is_on_one_line
from slowpath.inputs.relation_kinds.among import among
from slowpath.inputs.relation_kinds.kind import Block
from slowpath.inputs.text_form.blocks import without_blocks
from slowpath.inputs.text_form.lexer import FormatSyntaxError, Lexeme, Words, lexemes
from slowpath.inputs.text_form.relations import RelationReader
from slowpath.inputs.text_form.types import TypeReader
from slowpath.model.expression import Expr
from slowpath.model.format import (
    BLANK_LINE,
    EFFECTS,
    HELD,
    ROW,
    Array,
    Cases,
    ElementType,
    InputFormat,
    IntType,
    Line,
    Matrix,
    Node,
    Records,
    Relation,
    Scalar,
    Tagged,
    TextType,
    Variant,
)

_TYPES = ("int", "float", "word", "text")
_COUNT = "count"


@dataclass(frozen=True)
class _Counter:
    """A silent scalar, where its name stands, and whether "of line" or "of input" was said."""

    scalar: Scalar
    at: Lexeme
    said: str


@dataclass
class _Row:
    """A line of the text with the lines that are indented below it."""

    indent: int
    words: list[Lexeme]
    block: list[_Row] = field(default_factory=list)


def from_text(text: str) -> InputFormat:
    """The format written in `text`. Raises `FormatSyntaxError` at the first wrong place."""
    text, blocks = without_blocks(text)
    return _Reader().read(_rows(text), blocks)


def _rows(text: str) -> list[_Row]:
    """The lines as a tree by their indentation; empty lines and comments left out."""
    top = _Row(-1, [])
    stack = [top]
    for number, line in enumerate(text.split("\n"), 1):
        words = lexemes(line.removesuffix("\r"), number)
        if words[0].kind == "end":
            continue
        row = _Row(words[0].column - 1, words)
        while row.indent <= stack[-1].indent:
            stack.pop()
        siblings = stack[-1].block
        if siblings and siblings[0].indent != row.indent:
            raise FormatSyntaxError(number, row.indent + 1, "this line is indented like none before it")
        siblings.append(row)
        stack.append(row)
    return top.block


class _Reader(TypeReader):
    """Reads nodes, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self._in_kinds = False
        self._outside_kinds: set[str] = set()
        self._counters: list[_Counter] = []
        self._choices: list[Relation] = []
        self._names_of_kinds: set[str] = set()

    def read(self, rows: list[_Row], blocks: Mapping[int, Block]) -> InputFormat:
        wheres = [row for row in rows if _is_relation(row)]
        nodes = tuple(self._node(row) for row in rows if not _is_relation(row))
        self._check_counters(nodes)
        relations = RelationReader(InputFormat(nodes), self._all, blocks)
        told = (relations.relation(Words(row.words)) for row in wheres)
        return InputFormat(nodes, (*self._choices, *told))

    def _check_counters(self, nodes: tuple[Node, ...]) -> None:
        """Every silent scalar must count what stands behind it, and end where it says."""
        for counted in counted_items(nodes):
            mine = next(counter for counter in self._counters if counter.scalar is counted.counter)
            flaw = counted.flaw
            if not flaw and mine.said and (mine.said == "line") != is_on_one_line(counted.item):
                flaw = f"can't end with the {mine.said}: " + (
                    "an array on one line ends with it" if mine.said == "input" else "it counts more than one line"
                )
            if flaw:
                raise FormatSyntaxError(mine.at.line, mine.at.column, f"{mine.scalar.name!r} {flaw}")

    # Nodes

    def _node(self, row: _Row) -> Node:
        words = Words(row.words)
        kind = words.peek(2).text if words.peek(1).text == ":" else ""
        if words.next.text == "rows" and words.peek().text == "[":
            node: Node = self._records(words)
        elif kind == "queries":
            return self._tagged(words, row)
        elif kind == "cases":
            return self._cases(words, row)
        else:
            node = self._line(words)
        if row.block:
            first = row.block[0].words[0]
            raise FormatSyntaxError(first.line, first.column, "only queries and cases have an indented block")
        return node

    def _line(self, words: Words) -> Node:
        if words.next.text == "line" and words.peek().text != ":":
            words.take()
            return Line(self._items(words) if words.next.kind != "end" else ())
        first = self._item(words, matrix=True)
        if isinstance(first, Matrix) or words.next.kind == "end":
            self.end(words)
            return first
        words.expect(";")
        return Line((first, *self._items(words)))

    def _items(self, words: Words) -> tuple[Scalar | Array, ...]:
        made = []
        while True:
            made.append(self._item(words))
            if words.next.kind == "end":
                return tuple(made)
            words.expect(";")

    def _records(self, words: Words) -> Records:
        words.take()
        count = self._size(words)
        structure, endpoints, vertices = "", [], None
        if words.next.kind == "name" and not self._at_trait(words):
            structure = words.take().text
        if words.accept("("):
            while words.next.kind == "name" and words.peek().text in (",", ";", ")") and words.next.text != ";":
                endpoints.append(words.take())
                if not words.accept(","):
                    break
            if words.accept(";"):
                vertices = self.expression(words)
            words.expect(")")
        traits = self._traits(words)
        words.expect(":")
        fields = self._row_fields(words, visible_after=True)
        names = {item.name for item in fields}
        for endpoint in endpoints:
            if endpoint.text not in names:
                raise words.error(f"{endpoint.text!r} is no field of these rows", endpoint)
        return Records(count, fields, structure, tuple(word.text for word in endpoints), vertices, traits)

    def _row_fields(
        self,
        words: Words,
        visible_after: bool,
        before: set[str] = frozenset(),  # type: ignore[assignment]
        places: tuple[str, ...] = (ROW,),
    ) -> tuple[Scalar | Array, ...]:
        """The fields of rows, whose bounds may mention the names of `places`."""
        self._scopes.append(set(before))
        self._place_names, self._in_kinds = places, not visible_after
        fields = self._items(words)
        self._place_names, self._in_kinds = (), False
        names = self._scopes.pop()
        if visible_after:
            self._scopes[-1] |= names
        return fields

    def _tagged(self, words: Words, row: _Row) -> Tagged:
        name = self._declared(words)
        words.take()
        count = self._size(words)
        held = self._held(words) if words.accept("holding") else None
        lead = self._lead(words) if words.accept("after") else ()
        self.end(words)
        places = (ROW,) if held is None else (ROW, HELD)
        before = {field.name for field in lead}
        variants: list[Variant] = []
        for line in row.block:
            inside = Words(line.words)
            tag, effect = self._tag(inside), ""
            if inside.next.text in EFFECTS:
                if held is None:
                    raise inside.error('the queries hold nothing: write "holding 0" behind queries[...]')
                effect = inside.take().text
            inside.expect(":")
            fields = self._row_fields(inside, False, before, places) if inside.next.kind != "end" else ()
            variants.append(Variant(tag, fields, effect))
        if not variants:
            raise words.error("expected the kinds of queries, indented below")
        return Tagged(name, count, tuple(variants), lead, held)

    def _held(self, words: Words) -> Expr:
        """How many things are held at first, which is known before the queries."""
        at = words.next
        made = self.expression(words)
        for counter in self._counters:
            if counter.scalar.name in made.names:
                raise words.error(f"{counter.scalar.name!r} is known only behind the queries", at)
        return made

    def _lead(self, words: Words) -> tuple[Scalar, ...]:
        """The fields before the tag: single tokens."""
        at = words.next
        fields = self._row_fields(words, False, places=())
        scalars = tuple(
            field
            for field in fields
            if isinstance(field, Scalar) and not field.is_silent and not isinstance(field.type, TextType)
        )
        if len(scalars) < len(fields):
            raise words.error("only single numbers and words may stand before the tag", at)
        return scalars

    def _tag(self, words: Words) -> str:
        if words.next.kind == "string":
            return words.string("a tag")
        if words.next.kind not in ("name", "number"):
            raise words.error("expected a tag")
        return words.take().text

    def _cases(self, words: Words, row: _Row) -> Cases:
        name = self._declared(words)
        words.take()
        count = self._size(words)
        self.end(words)
        self._scopes.append(set())
        body = tuple(self._node(line) for line in row.block)
        self._scopes.pop()
        if not body:
            raise words.error("expected the lines of one case, indented below")
        return Cases(name, count, body)

    # Items

    def _item(self, words: Words, matrix: bool = False):
        at = words.next
        name = self._declared(words)
        if words.next.text == "one" and words.peek().text == "of":  # The type is that of what it is one of.
            return Scalar(name, self._chosen_type(name, "word" if words.peek(2).kind == "string" else "int", at, words))
        kind = words.name("int, float, word or text")
        if kind.text == _COUNT:
            return self._count(name, at, words)
        if kind.text not in _TYPES:
            raise words.error(f"expected int, float, word or text, found {kind.text!r}", kind)
        sizes = []
        while words.next.text == "[":
            sizes.append(self._size(words))
        if len(sizes) > (2 if matrix else 1):
            raise words.error("too many sizes: only a matrix has two, and it stands alone on its line")
        of = self._chosen_type(name, kind.text, at, words)
        joined_at = words.next
        separator = self._separator(words) if sizes else " "
        if separator == "":
            self._check_joined(of, len(sizes), words, joined_at)
        if not sizes:
            return Scalar(name, of)
        if len(sizes) == 2:
            return Matrix(name, sizes[0], sizes[1], of, separator)
        return Array(name, sizes[0], of, separator, self._traits(words))

    def _chosen_type(self, name: str, kind: str, at: Lexeme, words: Words) -> ElementType:
        """The type; numbers to choose from become a relation."""
        self._chosen = []
        of = self._type(kind, words)
        if self._chosen:
            if self._in_kinds and name in self._names_of_kinds:
                raise words.error(f"{name!r} is declared in another kind too: give it another name", at)
            self._choices.append(among(name, self._chosen))
        if self._in_kinds:
            self._names_of_kinds.add(name)
        return of

    def _count(self, name: str, at: Lexeme, words: Words) -> Scalar:
        """A silent scalar, from behind the word "count"."""
        low = self.expression(words)
        words.expect("..")
        high = self.expression(words)
        words.expect("until")
        said, until = "", ""
        if words.next.kind == "string":
            shown = words.next
            until = words.string("the tokens at the end")
            if not until.split() and until != BLANK_LINE:
                raise words.error('no tokens: write until end, or until "\\n" for an empty line', shown)
        else:
            words.expect("end")
            if words.accept("of"):
                if words.next.text not in ("line", "input"):
                    raise words.error("expected line or input")
                said = words.take().text
        scalar = Scalar(name, IntType(low, high), until)
        self._counters.append(_Counter(scalar, at, said))
        return scalar

    def _declared(self, words: Words) -> str:
        name = words.name("a variable's name")
        words.expect(":")
        if name.text in self._scopes[-1]:
            raise words.error(f"{name.text!r} is declared twice", name)
        if not self._in_kinds:
            if name.text in self._outside_kinds:
                raise words.error(f"{name.text!r} is declared in another block too: give it another name", name)
            self._outside_kinds.add(name.text)
        self._scopes[-1].add(name.text)
        self._all.add(name.text)
        return name.text


def _is_relation(row: _Row) -> bool:
    return row.words[0].text == "where" and row.words[1].text not in (":", "[")
