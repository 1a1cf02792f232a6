"""Reads the relations of a format's text form: what stands behind "where"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from slowpath.inputs.apart import can_be_apart
from slowpath.inputs.compared_values import unfit_comparison
from slowpath.inputs.distinct import unfit_name
from slowpath.inputs.layout import is_local_sum, places, relation_names
from slowpath.inputs.neighbours import columns_beside
from slowpath.inputs.occurrences import can_be_counted
from slowpath.inputs.present import has_many
from slowpath.inputs.relation_kinds import kind_that_reads
from slowpath.inputs.relation_kinds.kind import Block
from slowpath.inputs.relation_kinds.total import is_total
from slowpath.inputs.single_elements import has_elements
from slowpath.inputs.squares import is_square
from slowpath.inputs.table_parts import has_parts
from slowpath.inputs.text_expressions import ExpressionReader
from slowpath.inputs.text_lexer import Lexeme, Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import DIAGONALS, QUANTITIES, ROW, Array, InputFormat, IntType, Matrix, Relation, Scalar

_COMPARISONS = ("<=", ">=", "==", "!=", "<", ">")


class RelationReader(ExpressionReader):
    """Reads relations over the variables of a format that is known."""

    def __init__(self, fmt: InputFormat, names: Iterable[str], blocks: Mapping[int, Block]) -> None:
        super().__init__()
        self._all |= set(names)
        self.format = fmt
        self.places = places(fmt)
        self.blocks = blocks

    def relation(self, words: Words) -> Relation:
        """The relation that a line beginning with "where" states."""
        at = words.take()
        kind = kind_that_reads(words)
        if kind is not None:
            return kind.read(self, words)
        if words.next.text == "distinct" and words.peek().kind == "name":
            return self._distinct(words)
        if words.next.text == "prime" and words.peek().kind == "name":
            return self._prime(words)
        if words.next.text in ("apart", "symmetric") and words.peek().kind == "name":
            return self._plain(words)
        if words.next.text == "next" and words.peek().kind == "name":
            return self._next(words)
        if words.next.text == "times" and words.peek().kind == "name":
            return self._times(words)
        if words.next.text in (*QUANTITIES, *DIAGONALS, "border") and words.peek().kind == "name":
            return self._present(words)
        if words.next.kind == "name" and words.peek().text == "[":
            return self._element(words)
        follows = words.peek()
        operand = follows.kind in ("name", "number") or follows.text == "("
        summed = words.next.text == "sum" and (operand or "sum" not in self._all)
        if summed:
            words.take()
        self._place_names = (ROW,)
        left = self.expression(words, any_name=True)
        if words.next.text not in _COMPARISONS:
            raise words.error(f"expected one of {' '.join(_COMPARISONS)}")
        operator = words.take().text
        right = self.expression(words, any_name=True)
        self._place_names = ()
        self.end(words)
        relation = Relation("sum" if summed else "compare", left, operator, right)
        self._check_row(relation, words, at)
        unfit = unfit_comparison(self.format, relation)
        if unfit:
            raise words.error(unfit, at)
        bounded = right.constant is not None and operator in ("<", "<=")
        if summed and not bounded and not is_local_sum(self.format, relation) \
                and is_total(self.format, left, operator, right):
            return replace(relation, kind="total")
        if summed and not bounded and not is_local_sum(self.format, relation):
            raise words.error("such a sum, which test cases share, can only be bounded above by a number; one over the "
                              "elements, rows or queries of a test case may be compared with single numbers of it", at)
        return relation

    def _check_row(self, relation: Relation, words: Words, at: Lexeme) -> None:
        """`_row` counts the elements of arrays or the rows, so such a relation is about some."""
        names = relation_names(relation)
        if ROW not in names:
            return
        lists = [name for name in names - {ROW} if has_elements(self.places.get(name))]
        singles = [name for name in names - {ROW} if (place := self.places.get(name)) is not None
                   and place.rows is None and isinstance(place.item, Scalar)]
        if relation.kind != "compare" or not lists or len(lists) + len(singles) + 1 < len(names):
            raise words.error(f"{ROW!r} is the index of an element of an array of integers, or of a row: compare such "
                              "an array or field with it", at)

    def _plain(self, words: Words) -> Relation:
        """`apart a`, `symmetric d`."""
        kind = words.take().text
        name = words.name("the name of a list, word or table")
        if kind == "apart" and not can_be_apart(self.places.get(name.text)):
            raise words.error(f"{name.text!r} has no neighbours to tell apart: it is no array of integers, no such "
                              "field of rows and no word", name)
        if kind == "symmetric" and not is_square(self.places.get(name.text)):
            raise words.error(f"{name.text!r} can't be symmetric: it is no table of as many rows as columns", name)
        self.end(words)
        return Relation(kind, Expr(name.text), "", Expr(name.text))

    def _next(self, words: Words) -> Relation:
        """`next a <= a+1`, `next l > r`: the right side is about the element, or row, before."""
        words.take()
        name = words.name("the name of an array or a field")
        beside = columns_beside(self.format, name.text)
        if not beside:
            raise words.error(f"{name.text!r} has no next element: it is no array of integers and no such field of "
                              "rows", name)
        if words.next.text not in _COMPARISONS:
            raise words.error(f"expected one of {' '.join(_COMPARISONS)}")
        operator, at = words.take().text, words.next
        self._place_names = (ROW,)
        right = self.expression(words, any_name=True)
        self._place_names = ()
        for other in sorted(right.names - beside - {ROW}):
            self._check_scalar(other, words, at)
        self.end(words)
        return Relation("next", Expr(name.text), operator, right)

    def _times(self, words: Words) -> Relation:
        """`times a <= 2`."""
        words.take()
        name = words.name("the name of a list, table or string")
        if not can_be_counted(self.places.get(name.text)):
            raise words.error(f"{name.text!r} isn't a list, table or string in which a value can stand several times",
                              name)
        if words.next.text not in _COMPARISONS or words.next.text == "!=":
            raise words.error("expected one of <= >= == < >")
        operator = words.take().text
        right = self.over_scalars(words)
        self.end(words)
        return Relation("times", Expr(name.text), operator, right)

    def _element(self, words: Words) -> Relation:
        """`a[0] == 0`, `g[r][c] != "#"`; the indices and the bound are over single numbers."""
        name = words.name("the name of an array, field or table")
        if isinstance(getattr(self.places.get(name.text), "item", None), Matrix):
            return self._cell(words, name)
        if not has_elements(self.places.get(name.text)):
            raise words.error(f"{name.text!r} has no single elements to speak of: it is no array of integers and no "
                              "such field of rows", name)
        words.expect("[")
        index = self.over_scalars(words)
        words.expect("]")
        if words.next.text not in _COMPARISONS:
            raise words.error(f"expected one of {' '.join(_COMPARISONS)}")
        operator = words.take().text
        right = self.over_scalars(words)
        self.end(words)
        return Relation("element", Expr(name.text), operator, right, (index,))

    def _cell(self, words: Words, name: Lexeme) -> Relation:
        """`g[r][c] != "#"`, behind its name."""
        indices = []
        for _ in range(2):
            words.expect("[")
            indices.append(self.over_scalars(words))
            words.expect("]")
        operator, right, character = self._bound(words)
        if not has_parts(self.places[name.text], bool(character)):
            what = "characters" if character else "integers"
            raise words.error(f"{name.text!r} is no table with {what} as elements", name)
        return Relation("cell", Expr(name.text), operator, right, tuple(indices), character)

    def _bound(self, words: Words) -> tuple[str, Expr, str]:
        """A comparison with a number or a character, to the end of the line: (operator, right, character)."""
        if words.next.text not in _COMPARISONS:
            raise words.error(f"expected one of {' '.join(_COMPARISONS)}")
        operator = words.take().text
        at = words.next
        character = words.string("a character") if at.kind == "string" else ""
        if at.kind == "string" and len(character) != 1:
            raise words.error("a single character is compared", at)
        right = expr(ord(character)) if character else self.over_scalars(words)
        self.end(words)
        return operator, right, character

    def known_name(self, words: Words, what: str) -> Lexeme:
        """The next word, which must be the name of a variable."""
        name = words.name(what)
        if name.text not in self.places:
            raise words.error(f"unknown variable {name.text!r} (known here: {', '.join(sorted(self._all))})", name)
        return name

    def operator(self, words: Words) -> str:
        """The next word, which must compare."""
        if words.next.text not in _COMPARISONS:
            raise words.error(f"expected one of {' '.join(_COMPARISONS)}")
        return words.take().text

    def over_scalars(self, words: Words) -> Expr:
        at = words.next
        made = self.expression(words, any_name=True)
        for name in made.names:
            self._check_scalar(name, words, at)
        return made

    def _check_scalar(self, name: str, words: Words, at: Lexeme) -> None:
        place = self.places.get(name)
        if place is None or place.rows is not None or not isinstance(place.item, Scalar):
            raise words.error(f"{name!r} is no single number", at)

    def _prime(self, words: Words) -> Relation:
        words.take()
        name = words.name("the name of an integer, array or field")
        place = self.places.get(name.text)
        if place is None:
            raise words.error(f"unknown variable {name.text!r} (known here: {', '.join(sorted(self._all))})", name)
        whole = not (place.is_column and isinstance(place.item, Array))
        if place.is_tagged or not whole or not isinstance(getattr(place.item, "type", None), IntType):
            raise words.error(f"{name.text!r} can't be prime: it isn't an integer, an array or a field of rows", name)
        self.end(words)
        return Relation("prime", Expr(name.text), "", Expr(name.text))

    def _present(self, words: Words) -> Relation:
        """`some a >= 0`, `one g == "S"`, `diagonal d == 0`, `border g == "#"`."""
        kind = words.take().text
        name = words.name("the name of a list, table or string")
        operator, right, character = self._bound(words)
        what = "characters" if character else "integers"
        if kind in DIAGONALS and not is_square(self.places.get(name.text), bool(character)):
            raise words.error(f"{name.text!r} has no diagonal: it is no table of as many rows as columns with {what} "
                              "as elements", name)
        if kind == "border" and not has_parts(self.places.get(name.text), bool(character)):
            raise words.error(f"{name.text!r} has no border: it is no table with {what} as elements", name)
        if not has_many(self.places.get(name.text), bool(character)):
            raise words.error(f"{name.text!r} isn't a list, table or string with {what} as elements", name)
        return Relation(kind, Expr(name.text), operator, right, (), character)

    def _distinct(self, words: Words) -> Relation:
        words.take()
        names: list[Expr] = []
        while True:
            name = words.name("the name of an array or a field")
            if name.text not in self._all:
                raise words.error(f"unknown variable {name.text!r} (known here: {', '.join(sorted(self._all))})", name)
            names.append(Expr(name.text))
            unfit = unfit_name(self.places, [other.text for other in names])
            if unfit is not None:
                raise words.error(f"{unfit[0]!r} can't be distinct: it {unfit[1]}", name)
            if not words.accept(","):
                break
        self.end(words)
        return Relation("distinct", names[0], "", names[min(1, len(names) - 1)], tuple(names[2:]))
