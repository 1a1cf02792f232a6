"""Reads the relations of a format's text form: what stands behind "where"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from slowpath.inputs.layout import is_local_sum, places, relation_names
from slowpath.inputs.relation_kinds import kind_that_reads
from slowpath.inputs.relation_kinds.kind import Block
from slowpath.inputs.relation_kinds.row_lists import as_row_lists
from slowpath.inputs.relation_kinds.total import is_total
from slowpath.inputs.relations.compared_values import unfit_comparison
from slowpath.inputs.relations.single_elements import has_elements
from slowpath.inputs.text_form.expressions import ExpressionReader
from slowpath.inputs.text_form.lexer import Lexeme, Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import ROW, InputFormat, Relation, Scalar

_COMPARISONS = ("<=", ">=", "==", "!=", "<", ">")


class RelationReader(ExpressionReader):
    """Reads relations over the variables of a format that is known: comparisons and sums itself, all others by their
    kind (`relation_kinds`), which it helps with words (`relation_kinds.kind.Reader`)."""

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
        follows = words.peek()
        operand = follows.kind in ("name", "number") or follows.text == "("
        summed = words.next.text == "sum" and (operand or "sum" not in self._all)
        if summed:
            words.take()
        left = self.over_places(words)
        operator = self.operator(words)
        right = self.over_places(words)
        self.end(words)
        relation = Relation("sum" if summed else "compare", left, operator, right)
        in_lists = None if summed else as_row_lists(self.places, relation)
        if in_lists is not None:
            return in_lists
        self._check_row(relation, words, at)
        unfit = unfit_comparison(self.format, relation)
        if unfit:
            raise words.error(unfit, at)
        bounded = right.constant is not None and operator in ("<", "<=")
        if not summed or bounded or is_local_sum(self.format, relation):
            return relation
        if not is_total(self.format, left, operator, right):
            raise words.error(
                "such a sum, which test cases share, can only be bounded above by a number; one over the "
                "elements, rows or queries of a test case may be compared with single numbers of it",
                at,
            )
        return replace(relation, kind="total")

    def _check_row(self, relation: Relation, words: Words, at: Lexeme) -> None:
        """`_row` counts the elements of arrays or the rows, so such a relation is about some."""
        names = relation_names(relation)
        if ROW not in names:
            return
        lists = [name for name in names - {ROW} if has_elements(self.places.get(name))]
        singles = [
            name
            for name in names - {ROW}
            if (place := self.places.get(name)) is not None and place.rows is None and isinstance(place.item, Scalar)
        ]
        if relation.kind != "compare" or not lists or len(lists) + len(singles) + 1 < len(names):
            raise words.error(
                f"{ROW!r} is the index of an element of an array of integers, or of a row: compare such "
                "an array or field with it",
                at,
            )

    # For kinds

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

    def bound(self, words: Words) -> tuple[str, Expr, str]:
        """A comparison with a number or a character, to the end of the line: (operator, right, character)."""
        operator, at = self.operator(words), words.next
        character = words.string("a character") if at.kind == "string" else ""
        if at.kind == "string" and len(character) != 1:
            raise words.error("a single character is compared", at)
        right = expr(ord(character)) if character else self.over_scalars(words)
        self.end(words)
        return operator, right, character

    def over_places(self, words: Words) -> Expr:
        """An expression over any variables and the place of an element or row."""
        self._place_names = (ROW,)
        made = self.expression(words, any_name=True)
        self._place_names = ()
        return made

    def over_scalars(self, words: Words) -> Expr:
        """An expression over single numbers."""
        at = words.next
        made = self.expression(words, any_name=True)
        for name in made.names:
            self.check_scalar(name, words, at)
        return made

    def check_scalar(self, name: str, words: Words, at: Lexeme) -> None:
        """Raises at a word where a variable isn't a single number."""
        place = self.places.get(name)
        if place is None or place.rows is not None or not isinstance(place.item, Scalar):
            raise words.error(f"{name!r} is no single number", at)
