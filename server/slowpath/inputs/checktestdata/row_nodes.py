"""The node that repeated lines of a script are: an array, a matrix, a grid, rows or test cases."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.inputs.checktestdata.scope import CannotConvert, Scope
from slowpath.inputs.checktestdata.syntax import Place
from slowpath.model.expression import Expr
from slowpath.model.format import ROW, Array, Cases, Line, Matrix, Node, Records, Scalar, TextType, WordType

_Item = Scalar | Array


def rows_node(scope: Scope, place: Place, nodes: list[Node], count: Expr) -> Node:
    """The node for `count` times the lines of `nodes`. Raises `CannotConvert`."""
    if len(nodes) == 1 and isinstance(nodes[0], Scalar | Array | Line):
        items = nodes[0].items if isinstance(nodes[0], Line) else (nodes[0],)
        simple = _simple_node(scope, items, count)
        if simple is not None:
            return simple
        names = [item.name for item in items]
        scope.make_fields(names)
        return Records(count, tuple(items))
    if any(ROW in repr(node) for node in nodes):
        raise CannotConvert(place, "bounds within a test case that mention its number")
    name = scope.fresh("tests")
    scope.make_cases(name, nodes)
    return Cases(name, count, tuple(nodes))


def _simple_node(scope: Scope, items: Sequence[_Item], count: Expr) -> Node | None:
    """An array with an element a line, a matrix or a grid, where the rows are no more than that."""
    if len(items) != 1:
        return None
    (item,) = items
    if isinstance(item, Scalar):
        of = item.type
        if ROW in repr(of) or (isinstance(of, TextType) and scope.is_compared(item.name)):
            return None
        if (
            isinstance(of, WordType)
            and of.length_lo == of.length_hi
            and of.length_lo.constant != 1
            and not of.form
            and not scope.is_compared(item.name)
        ):
            scope.make_matrix(item.name)
            return Matrix(item.name, count, of.length_lo, of, "")
        scope.make_array(item.name, count)
        return Array(item.name, count, of, "\n")
    own = {item.name}
    if (
        item.separator == ""
        and isinstance(item.type, WordType)
        and item.type.length_hi.constant == 1
        and ROW not in item.length.names
        and not own & item.length.names
        and not scope.is_compared(item.name)
        and not scope.is_silent(item.length)
    ):
        scope.make_matrix(item.name)
        return Matrix(item.name, count, item.length, item.type, "")
    if (
        ROW in repr(item)
        or item.traits
        or item.separator == ""
        or own & item.length.names
        or scope.is_silent(item.length)
        or scope.is_compared(item.name)
    ):
        return None
    scope.make_matrix(item.name)
    return Matrix(item.name, count, item.length, item.type, item.separator)
