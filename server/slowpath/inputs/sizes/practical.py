"""Bounds that keep inputs within what a judge would send, where the format itself allows gigabytes.

A statement that bounds the number of cases and the size of one, but no sum, or two sides of a matrix and no product,
allows inputs that no machine reads. What generates inputs therefore adds relations: the whole stays below `MOST_TOKENS`
tokens, or `MOST_CHARACTERS` of words, or is as small as the format allows. They decide what is made, never what is
valid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from slowpath.model.expression import Expr, expr
from slowpath.model.format import (
    ROW,
    Array,
    Cases,
    ElementType,
    InputFormat,
    IntType,
    Matrix,
    Node,
    Records,
    Relation,
    Scalar,
    Tagged,
    TextType,
    WordType,
)
from slowpath.model.nodes import fields_of, items_of

MOST_TOKENS = 4_000_000
MOST_CHARACTERS = 1 << 24
_MOST_CORNERS = 4
_BEYOND_REASON = 2**63
"""What a power is that is too large to be reckoned."""

_Range = tuple[int, int]


@dataclass(frozen=True)
class _Mass:
    """Something that there can be too much of: `size` of it in each of the cases down `path`, `most` together."""

    path: tuple[str, ...]
    size: Expr
    most: int


@dataclass(frozen=True)
class _Scope:
    """The test cases around a node: their names, and how few and how many there may be of them in all."""

    path: tuple[str, ...] = ()
    fewest: int = 1
    most: int = 1


def practical_relations(fmt: InputFormat) -> tuple[Relation, ...]:
    """Relations that bound what `fmt` leaves unreasonably large, none where its own relations do."""
    walk = _Walk()
    walk.nodes(fmt.nodes, _Scope())
    bounded = [
        relation.left.names
        for relation in fmt.relations
        if relation.kind == "sum" or (relation.kind == "compare" and relation.operator in ("<", "<="))
    ]
    made: dict[Relation, None] = {}
    for mass in walk.masses:
        if any(mass.size.names <= names for names in bounded):
            continue
        kind = "sum" if mass.path else "compare"
        made[Relation(kind, mass.size, "<=", expr(mass.most))] = None
    return tuple(made)


class _Walk:
    """Collects the masses whose largest value is beyond all reason, with the ranges of the variables so far."""

    def __init__(self) -> None:
        self.ranges: dict[str, _Range] = {}
        self.masses: list[_Mass] = []

    def nodes(self, nodes: tuple[Node, ...], scope: _Scope) -> None:
        """Looks at the nodes of one scope."""
        for item in items_of(nodes):
            self._item(item, scope)

    def _item(self, item: Scalar | Array | Matrix | Records | Tagged | Cases, scope: _Scope) -> None:
        match item:
            case Scalar():
                self._scalar(item, scope)
            case Array():
                self._mass(scope, item.length, MOST_TOKENS)
                self._words(item.name, item.type, scope, item.length, item.separator)
            case Matrix():
                self._mass(scope, expr(f"({item.rows})*({item.columns})"), MOST_TOKENS)
            case Records():
                self._mass(scope, item.count, MOST_TOKENS // max(len(item.fields), 1))
                for field in item.fields:
                    self._field(field, scope, item.count)
            case Tagged():
                self._mass(scope, item.count, MOST_TOKENS // 2)
                for field in dict.fromkeys(fields_of(item)):
                    self._field(field, scope, item.count)
            case Cases():
                few, many = self._range(item.count)
                self.nodes(
                    item.body, _Scope((*scope.path, item.name), scope.fewest * max(few, 0), scope.most * max(many, 1))
                )

    def _scalar(self, item: Scalar, scope: _Scope) -> None:
        if isinstance(item.type, IntType):
            self.ranges[item.name] = self._range(item.type.lo)[0], self._range(item.type.hi)[1]
        elif isinstance(item.type, WordType | TextType):
            self.ranges[item.name] = self._range(item.type.length_lo)[0], self._range(item.type.length_hi)[1]
            if scope.path:
                self._mass(scope, expr(f"len({item.name})"), MOST_CHARACTERS)

    def _words(self, name: str, of: ElementType, scope: _Scope, count: Expr, separator: str = " ") -> None:
        """Characters of all words of an array or column together, as the sum over them."""
        if isinstance(of, WordType | TextType) and separator != "":
            self.ranges[name] = self._range(of.length_lo)[0], self._range(of.length_hi)[1]
            few, many = self._range(count)
            rows = _Scope((*scope.path, name), scope.fewest * max(few, 0), scope.most * max(many, 1))
            self._mass(rows, expr(f"len({name})"), MOST_CHARACTERS)

    def _field(self, field: Scalar | Array, scope: _Scope, count: Expr) -> None:
        if isinstance(field, Scalar):
            if isinstance(field.type, IntType):
                self.ranges[field.name] = self._range(field.type.lo)[0], self._range(field.type.hi)[1]
            self._words(field.name, field.type, scope, count)
            return
        few, many = self._range(count)
        rows = _Scope((*scope.path, field.name), scope.fewest * max(few, 0), scope.most * max(many, 1))
        if field.length.text.isidentifier():
            self._mass(rows, field.length, MOST_TOKENS)
        self._words(field.name, field.type, rows, field.length, field.separator)

    def _mass(self, scope: _Scope, size: Expr, most: int) -> None:
        """Notes that `size` needs a bound of `most`, or of the least it can be, where it could exceed that."""
        least, largest = self._range(size)
        bound = max(most, scope.fewest * least)
        if size.names and ROW not in size.names and scope.most * largest > bound:
            self.masses.append(_Mass(scope.path, size, bound))

    def _range(self, expression: Expr) -> _Range:
        """Least and largest value at the corners of the variables' ranges; unknown names count as one."""
        names = sorted(expression.names)[:_MOST_CORNERS]
        values = [
            _value(expression, dict(zip(names, corner, strict=True)))
            for corner in product(*(self.ranges.get(name, (1, 1)) for name in names))
        ]
        return min(values), max(values)


def _value(expression: Expr, corner: Mapping[str, int]) -> int:
    variables = {name: corner.get(name, 1) for name in expression.names}
    try:
        return expression.value(
            {name: _Sized(value) for name, value in variables.items()} if "len(" in expression.text else variables
        )
    except (ZeroDivisionError, TypeError, ValueError):
        return 1
    except ArithmeticError:
        return _BEYOND_REASON


class _Sized(int):
    """A length that answers `len` as the word would."""

    def __len__(self) -> int:
        return int(self)
