"""Reads the text form of a format. The grammar stands in `slowpath.inputs.text`."""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass, field

from slowpath.inputs.distinct import unfit_name
from slowpath.inputs.layout import Place, is_local_sum, places
from slowpath.inputs.present import has_many
from slowpath.inputs.silent import counted_items, is_on_one_line
from slowpath.inputs.single_elements import has_elements
from slowpath.inputs.text_lexer import FormatSyntaxError, Lexeme, Words, lexemes
from slowpath.inputs.word_forms import PAIRS, bracket_pairs, digits_of
from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    BLANK_LINE,
    EFFECTS,
    HELD,
    QUANTITIES,
    ROW,
    TRAITS,
    Array,
    Cases,
    ElementType,
    FloatType,
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
    WordType,
)

_TYPES = ("int", "float", "word", "text")
_COUNT = "count"
_FORMS = {"number": string.digits, "brackets": "()", "fixed": ""}
_BINARY = ("+", "-", "*", "//", "%", "^", "**")
_COMPARISONS = ("<=", ">=", "==", "!=", "<", ">")
_INFINITY = "inf"


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
    reader = _Reader()
    return reader.read(_rows(text))


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


class _Reader:
    """Keeps the relations, and the names that are visible at the current place, innermost scope last."""

    def __init__(self) -> None:
        self._scopes: list[set[str]] = [set()]
        self._all: set[str] = set()
        self._place_names: tuple[str, ...] = ()
        self._in_kinds = False
        self._outside_kinds: set[str] = set()
        self._places: Mapping[str, Place] = {}
        self._format = InputFormat(())
        self._counters: list[_Counter] = []

    def read(self, rows: list[_Row]) -> InputFormat:
        wheres = [row for row in rows if _is_relation(row)]
        nodes = tuple(self._node(row) for row in rows if not _is_relation(row))
        self._check_counters(nodes)
        self._format = InputFormat(nodes)
        self._places = places(self._format)
        return InputFormat(nodes, tuple(self._relation(row) for row in wheres))

    def _check_counters(self, nodes: tuple[Node, ...]) -> None:
        """Every silent scalar must count what stands behind it, and end where it says."""
        for counted in counted_items(nodes):
            mine = next(counter for counter in self._counters if counter.scalar is counted.counter)
            flaw = counted.flaw
            if not flaw and mine.said and (mine.said == "line") != is_on_one_line(counted.item):
                flaw = f"can't end with the {mine.said}: " + (
                    "an array on one line ends with it" if mine.said == "input" else "it counts more than one line")
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
            self._end(words)
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
                vertices = self._expr(words)
            words.expect(")")
        traits = self._traits(words)
        words.expect(":")
        fields = self._row_fields(words, visible_after=True)
        names = {item.name for item in fields}
        for endpoint in endpoints:
            if endpoint.text not in names:
                raise words.error(f"{endpoint.text!r} is no field of these rows", endpoint)
        return Records(count, fields, structure, tuple(word.text for word in endpoints), vertices, traits)

    def _row_fields(self, words: Words, visible_after: bool, before: set[str] = frozenset(),  # type: ignore[assignment]
                    places: tuple[str, ...] = (ROW,)) -> tuple[Scalar | Array, ...]:
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
        self._end(words)
        places = (ROW,) if held is None else (ROW, HELD)
        before = {field.name for field in lead}
        variants: list[Variant] = []
        for line in row.block:
            inside = Words(line.words)
            tag, effect = self._tag(inside), ""
            if inside.next.text in EFFECTS:
                if held is None:
                    raise inside.error("the queries hold nothing: write \"holding 0\" behind queries[...]")
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
        made = self._expr(words)
        for counter in self._counters:
            if counter.scalar.name in made.names:
                raise words.error(f"{counter.scalar.name!r} is known only behind the queries", at)
        return made

    def _lead(self, words: Words) -> tuple[Scalar, ...]:
        """The fields before the tag: single tokens."""
        at = words.next
        fields = self._row_fields(words, False, places=())
        scalars = tuple(field for field in fields if isinstance(field, Scalar) and not field.is_silent
                        and not isinstance(field.type, TextType))
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
        self._end(words)
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
        of = self._type(kind.text, words)
        separator = self._separator(words) if sizes else " "
        if not sizes:
            return Scalar(name, of)
        if len(sizes) == 2:
            return Matrix(name, sizes[0], sizes[1], of, separator)
        return Array(name, sizes[0], of, separator, self._traits(words))

    def _count(self, name: str, at: Lexeme, words: Words) -> Scalar:
        """A silent scalar, from behind the word "count"."""
        low = self._expr(words)
        words.expect("..")
        high = self._expr(words)
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

    def _type(self, kind: str, words: Words) -> ElementType:
        if kind == "float":
            lo = self._float(words)
            words.expect("..")
            hi = self._float(words)
            decimals = int(self._number(words)) if words.accept("decimals") else 6
            return FloatType(lo, hi, decimals)
        low = self._expr(words)
        words.expect("..")
        high = self._expr(words)
        if kind == "int":
            return IntType(low, high)
        if kind == "text":
            words.expect("of")
            return TextType(low, high, self._alphabet(words))
        return self._word_type(low, high, words)

    def _word_type(self, low: Expr, high: Expr, words: Words) -> WordType:
        alphabet, at = "", words.next
        if words.next.text not in _FORMS:
            words.expect("of")
            at = words.next
            alphabet = self._alphabet(words)
        form = words.take().text if words.next.kind == "name" and words.next.text in _FORMS else ""
        alphabet = alphabet or _FORMS[form]
        if form == "number" and not _are_digits(alphabet):
            raise words.error("a number is made of digits (0-9, or 0-9a-f) and a minus", at)
        if form == "fixed" and not (low.constant == high.constant == len(alphabet) > 0):
            raise words.error(f"a fixed word is as long as what stands behind \"of\": {len(alphabet)} characters", at)
        if form == "brackets" and not bracket_pairs(alphabet):
            raise words.error(f"brackets are made of the pairs {' '.join(PAIRS)}", at)
        return WordType(low, high, alphabet, form)

    def _float(self, words: Words) -> float:
        sign = -1.0 if words.accept("-") else 1.0
        if words.next.text == _INFINITY:
            return sign * float(words.take().text)
        return sign * float(self._number(words, fraction=True))

    def _number(self, words: Words, fraction: bool = False) -> str:
        if words.next.kind != "number" or not (fraction or words.next.text.isdigit()):
            raise words.error("expected a number")
        return words.take().text

    def _alphabet(self, words: Words) -> str:
        at = words.next
        text = words.string("an alphabet")
        pieces: list[str] = []
        place, open_range = 0, False
        while place < len(text):
            if text[place] == "-" and pieces and not open_range and place + 1 < len(text):
                open_range = True
                place += 1
                continue
            place += text[place] == "\\" and place + 1 < len(text)
            if open_range:
                pieces[-1:] = _range(pieces[-1], text[place], words, at)
                open_range = False
            else:
                pieces.append(text[place])
            place += 1
        if not pieces:
            raise words.error("an alphabet can't be empty", at)
        return "".join(pieces)

    def _separator(self, words: Words) -> str:
        if words.accept("lines"):
            return "\n"
        if words.accept("joined"):
            return ""
        if words.accept("separated"):
            words.expect("by")
            return words.string("a separator")
        return " "

    def _at_trait(self, words: Words) -> bool:
        return _trait_word(words) in TRAITS

    def _traits(self, words: Words) -> frozenset[str]:
        made = set()
        while words.next.kind == "name":
            trait = _trait_word(words)
            if trait not in TRAITS:
                raise words.error(f"{trait!r} is no known trait (known: {', '.join(sorted(TRAITS))})")
            for _ in range(2 * trait.count("-") + 1):
                words.take()
            made.add(trait)
        return frozenset(made)

    # Expressions

    def _size(self, words: Words) -> Expr:
        words.expect("[")
        size = self._expr(words)
        words.expect("]")
        return size

    def _expr(self, words: Words, any_name: bool = False) -> Expr:
        """The longest expression from here: it ends where a value is followed by anything but an operator."""
        begin = words.next
        text = self._sum(words, any_name)
        try:
            return expr(text)
        except ValueError as error:
            raise words.error(str(error), begin) from None

    def _sum(self, words: Words, any_name: bool) -> str:
        text = self._value(words, any_name)
        while words.next.kind == "sign" and words.next.text in _BINARY:
            text += words.take().text + self._value(words, any_name)
        return text

    def _value(self, words: Words, any_name: bool) -> str:
        if words.accept("-"):
            return "-" + self._value(words, any_name)
        if words.accept("("):
            inner = self._sum(words, any_name)
            words.expect(")")
            return f"({inner})"
        if words.next.kind == "number":
            if not words.next.text.isdigit():
                raise words.error("bounds and sizes are integers: write 10^5, not 1e5 or 1.5")
            return words.take().text
        name = words.name("a number or a variable")
        if words.accept("("):
            return self._call(name, words, any_name)
        if name.text in self._place_names:
            return name.text
        known = self._all if any_name else set().union(*self._scopes)
        if name.text not in known:
            raise words.error(f"unknown variable {name.text!r} (known here: {', '.join(sorted(known)) or 'none'})",
                              name)
        return name.text

    def _call(self, name: Lexeme, words: Words, any_name: bool) -> str:
        if name.text not in ("min", "max", "len", "abs"):
            raise words.error(f"unknown function {name.text!r} (known: abs, len, max, min)", name)
        arguments = [self._sum(words, any_name)]
        while words.accept(","):
            arguments.append(self._sum(words, any_name))
        words.expect(")")
        return f"{name.text}({','.join(arguments)})"

    # Relations

    def _relation(self, row: _Row) -> Relation:
        words = Words(row.words)
        words.take()
        if words.next.text == "distinct" and words.peek().kind == "name":
            return self._distinct(words)
        if words.next.text == "prime" and words.peek().kind == "name":
            return self._prime(words)
        if words.next.text in QUANTITIES and words.peek().kind == "name":
            return self._present(words)
        if words.next.kind == "name" and words.peek().text == "[":
            return self._element(words)
        kind = "compare"
        follows = words.peek()
        operand = follows.kind in ("name", "number") or follows.text == "("
        if words.next.text == "sum" and (operand or "sum" not in self._all):
            words.take()
            kind = "sum"
        left = self._expr(words, any_name=True)
        if words.next.text not in _COMPARISONS:
            raise words.error(f"expected one of {' '.join(_COMPARISONS)}")
        operator = words.take().text
        right = self._expr(words, any_name=True)
        self._end(words)
        relation = Relation(kind, left, operator, right)
        bounded = right.constant is not None and operator in ("<", "<=")
        if kind == "sum" and not bounded and not is_local_sum(self._format, relation):
            raise words.error("such a sum can only be bounded above by a number; the elements of one integer array, "
                              "matrix or field of rows may also have a sum of n, or at least n", row.words[0])
        return relation

    def _element(self, words: Words) -> Relation:
        """`a[0] == 0`; the index and the bound are over single numbers."""
        name = words.name("the name of an array or a field")
        if not has_elements(self._places.get(name.text)):
            raise words.error(f"{name.text!r} has no single elements to speak of: it is no array of integers and no "
                              "such field of rows", name)
        words.expect("[")
        index = self._over_scalars(words)
        words.expect("]")
        if words.next.text not in _COMPARISONS:
            raise words.error(f"expected one of {' '.join(_COMPARISONS)}")
        operator = words.take().text
        right = self._over_scalars(words)
        self._end(words)
        return Relation("element", Expr(name.text), operator, right, (index,))

    def _over_scalars(self, words: Words) -> Expr:
        at = words.next
        made = self._expr(words, any_name=True)
        for name in made.names:
            place = self._places.get(name)
            if place is None or place.rows is not None or not isinstance(place.item, Scalar):
                raise words.error(f"{name!r} is no single number", at)
        return made

    def _prime(self, words: Words) -> Relation:
        words.take()
        name = words.name("the name of an integer, array or field")
        place = self._places.get(name.text)
        if place is None:
            raise words.error(f"unknown variable {name.text!r} (known here: {', '.join(sorted(self._all))})", name)
        whole = not (place.is_column and isinstance(place.item, Array))
        if place.is_tagged or not whole or not isinstance(getattr(place.item, "type", None), IntType):
            raise words.error(f"{name.text!r} can't be prime: it isn't an integer, an array or a field of rows", name)
        self._end(words)
        return Relation("prime", Expr(name.text), "", Expr(name.text))

    def _present(self, words: Words) -> Relation:
        """`some a >= 0`, `one g == "S"`."""
        kind = words.take().text
        name = words.name("the name of a list, table or string")
        if words.next.text not in _COMPARISONS:
            raise words.error(f"expected one of {' '.join(_COMPARISONS)}")
        operator = words.take().text
        at = words.next
        character = words.string("a character") if at.kind == "string" else ""
        if at.kind == "string" and len(character) != 1:
            raise words.error("a single character is compared", at)
        if not has_many(self._places.get(name.text), bool(character)):
            what = "characters" if character else "integers"
            raise words.error(f"{name.text!r} isn't a list, table or string with {what} as elements", name)
        right = expr(ord(character)) if character else self._over_scalars(words)
        self._end(words)
        return Relation(kind, Expr(name.text), operator, right, (), character)

    def _distinct(self, words: Words) -> Relation:
        words.take()
        names: list[Expr] = []
        while True:
            name = words.name("the name of an array or a field")
            if name.text not in self._all:
                raise words.error(f"unknown variable {name.text!r} (known here: {', '.join(sorted(self._all))})", name)
            names.append(Expr(name.text))
            unfit = unfit_name(self._places, [other.text for other in names])
            if unfit is not None:
                raise words.error(f"{unfit[0]!r} can't be distinct: it {unfit[1]}", name)
            if not words.accept(","):
                break
        self._end(words)
        return Relation("distinct", names[0], "", names[min(1, len(names) - 1)], tuple(names[2:]))

    def _end(self, words: Words) -> None:
        if words.next.kind != "end":
            raise words.error("expected the end of the line")


def _are_digits(alphabet: str) -> bool:
    """Whether numbers can be written in the characters: digits of some base, and perhaps a minus."""
    digits = digits_of(alphabet)
    return digits.isascii() and digits.isalnum()


def _is_relation(row: _Row) -> bool:
    return row.words[0].text == "where" and row.words[1].text not in (":", "[")


def _trait_word(words: Words) -> str:
    """The trait that begins here, hyphens joined."""
    text, ahead = words.next.text, 1
    while words.peek(ahead).text == "-" and words.peek(ahead + 1).kind == "name":
        text += "-" + words.peek(ahead + 1).text
        ahead += 2
    return text


def _range(first: str, last: str, words: Words, at: Lexeme) -> list[str]:
    if ord(last) < ord(first):
        raise words.error(f"the range {first}-{last} runs backwards", at)
    return [chr(code) for code in range(ord(first), ord(last) + 1)]
