"""The bytes of an input as an instance of a format, tolerant of layout as judges are.

Tokens may stand on any lines; text lines (`getline`) must be lines. `layout_remark` says where the layout
differs from what `print_input` would write. Bounds are not checked here: see `slowpath.inputs.validate`.
About 20 ms for 1 MB of integers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.tokens import ParseError, Tokens
from slowpath.model.expression import Expr
from slowpath.model.format import (
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
    Scalar,
    Tagged,
    TextType,
    WordType,
)

__all__ = ["Instance", "ParseError", "layout_remark", "parse"]

_INT64 = 2**63
_MOST_EMPTY_CASES = 10**6


def parse(fmt: InputFormat, data: bytes) -> Instance:
    """The instance that `data` holds. Raises `ParseError` where it doesn't follow the format."""
    tokens = Tokens(data)
    instance: Instance = {}
    _nodes(fmt.nodes, tokens, instance, instance)
    tokens.check_end()
    return instance


def layout_remark(fmt: InputFormat, data: bytes) -> str:
    """Where the layout of `data` first differs from the printed form, "" when it doesn't.

    Raises `ParseError` when `data` doesn't parse at all.
    """
    printed = print_input(fmt, parse(fmt, data))
    if printed == data:
        return ""
    ours, theirs = printed.split(b"\n"), data.split(b"\n")
    for place, (mine, given) in enumerate(zip(ours, theirs, strict=False)):
        if mine != given:
            return f"line {place + 1} is {_short(given)}, the format would write {_short(mine)}"
    return f"the input has {len(theirs) - 1} lines, the format would write {len(ours) - 1}"


def _short(line: bytes) -> str:
    text = line[:60].decode(errors="backslashreplace")
    return repr(text if len(line) <= 60 else text + "...")


def _nodes(nodes: tuple[Node, ...], tokens: Tokens, scope: dict[str, Any], instance: Instance) -> None:
    """Reads `nodes` into `instance`; `scope` has all variables that are visible, and gets the new ones."""
    for node in nodes:
        for name, value in _node(node, tokens, scope):
            instance[name] = value
            scope[name] = value


def _node(node: Node, tokens: Tokens, scope: dict[str, Any]) -> list[tuple[str, Any]]:
    match node:
        case Scalar():
            return [(node.name, _scalar(node, tokens, own_line=True))]
        case Array():
            return [(node.name, _array(node, tokens, scope, own_line=True))]
        case Line():
            return _line(node, tokens, scope)
        case Matrix():
            return [(node.name, _matrix(node, tokens, scope))]
        case Records():
            return _records(node, tokens, scope)
        case Tagged():
            return [(node.name, _tagged(node, tokens, scope))]
        case Cases():
            return [(node.name, _cases(node, tokens, scope))]
    raise AssertionError(node)


def _size(expression: Expr, scope: dict[str, Any], tokens: Tokens, what: str) -> int:
    try:
        value = int(expression.value(scope))
    except KeyError as error:
        raise tokens.error(f"the size of {what} mentions {error}, which isn't read yet") from None
    except (ArithmeticError, TypeError, ValueError):
        raise tokens.error(f"the size of {what}, {expression}, has no value") from None
    if value < 0:
        raise tokens.error(f"the size of {what}, {expression}, is {value}")
    return value


def _scalar(node: Scalar, tokens: Tokens, own_line: bool) -> Any:
    match node.type:
        case IntType():
            return tokens.integer(node.name)
        case FloatType():
            return tokens.number(node.name)
        case WordType():
            return tokens.word(node.name)
        case TextType():
            return tokens.text_line(node.name) if own_line else tokens.rest_of_line(node.name)
    raise AssertionError(node.type)


def _array(node: Array, tokens: Tokens, scope: dict[str, Any], own_line: bool) -> Any:
    length = _size(node.length, scope, tokens, node.name)
    if not length and own_line and node.separator != "\n":
        tokens.blank_line()
    if node.separator == "":
        return _joined(node, tokens, length)
    if node.separator.strip():
        return _separated(node, tokens, scope, length)
    if isinstance(node.type, TextType):
        if length > len(tokens.data):
            raise tokens.error(f"{node.name}: expected {length} lines")
        return [tokens.text_line(f"{node.name}[{place + 1}]") for place in range(length)]
    return _elements(node.type, node.name, length, tokens, scope)


def _elements(of: ElementType, name: str, length: int, tokens: Tokens, scope: dict[str, Any]) -> Any:
    if isinstance(of, IntType):
        values = tokens.integers(length, name)
        return values if not is_wide(of, scope) or isinstance(values, list) else values.tolist()
    if isinstance(of, FloatType):
        tokens.take(0, name)
        if length > tokens.left:
            tokens.take(length, name)
        return [tokens.number(name) for _ in range(length)]
    first = tokens.index
    taken = tokens.take(length, name)
    return [tokens.decoded(token, first + place) for place, token in enumerate(taken)]


def _separated(node: Array, tokens: Tokens, scope: dict[str, Any], length: int) -> Any:
    """Elements with something else than blanks between them, as in `1,2,3` or `1, 2, 3`."""
    mark = node.separator.strip()
    if mark == node.separator:
        word = tokens.word(node.name) if length else ""
        pieces = word.split(mark) if word else []
    else:
        taken = tokens.take(length, node.name)
        pieces = [tokens.decoded(token, tokens.index - 1) for token in taken]
        pieces = [piece.removesuffix(mark) for piece in pieces[:-1]] + pieces[-1:]
    inner = Tokens(" ".join(pieces).encode())
    if inner.left != length:
        raise tokens.error(f"{node.name} has {inner.left} elements, not {length}", max(tokens.index - 1, 0))
    try:
        return _elements(node.type, node.name, length, inner, scope)
    except ParseError as error:
        raise tokens.error(error.reason, tokens.index - 1) from None


def _joined(node: Array, tokens: Tokens, length: int) -> Any:
    """`length` characters written as one token; no token at all when there are none."""
    word = tokens.word(node.name) if length else ""
    if len(word) != length:
        raise tokens.error(f"{node.name} has {len(word)} characters, not {length}", tokens.index - 1)
    if isinstance(node.type, IntType):
        if not (word.isascii() and word.isdigit()) and word:
            raise tokens.error(f"expected digits for {node.name}", tokens.index - 1)
        return np.array([int(figure) for figure in word], dtype=np.int64)
    return list(word)


def is_wide(of: IntType, scope: dict[str, Any]) -> bool:
    """Whether a bound exceeds int64, so that values are kept as Python integers."""
    try:
        lo, hi = of.lo.value(scope), of.hi.value(scope)
        return bool(np.min(lo) < -_INT64 or np.max(hi) >= _INT64)
    except (KeyError, ArithmeticError, TypeError, ValueError):
        return False


def _line(node: Line, tokens: Tokens, scope: dict[str, Any]) -> list[tuple[str, Any]]:
    visible = dict(scope)
    made: list[tuple[str, Any]] = []
    for place, item in enumerate(node.items):
        first = place == 0 and len(node.items) == 1
        value = _item(item, tokens, visible, own_line=first or (place == 0 and isinstance(item, Scalar)))
        visible[item.name] = value
        made.append((item.name, value))
    return made


def _item(item: Scalar | Array, tokens: Tokens, scope: dict[str, Any], own_line: bool = False) -> Any:
    if isinstance(item, Scalar):
        return _scalar(item, tokens, own_line)
    return _array(item, tokens, scope, own_line)


def _matrix(node: Matrix, tokens: Tokens, scope: dict[str, Any]) -> Any:
    rows = _size(node.rows, scope, tokens, node.name)
    columns = _size(node.columns, scope, tokens, node.name)
    if node.separator == "":
        return _grid(node, rows, columns, tokens)
    if rows and not columns:
        for _ in range(min(rows, len(tokens.data))):
            tokens.blank_line()
    values = _elements(node.type, node.name, rows * columns, tokens, scope)
    if isinstance(values, np.ndarray):
        return values.reshape(rows, columns)
    return [values[row * columns:(row + 1) * columns] for row in range(rows)]


def _grid(node: Matrix, rows: int, columns: int, tokens: Tokens) -> list[str]:
    alphabet = node.type.alphabet if isinstance(node.type, WordType | TextType) else ""
    by_lines = " " in alphabet or columns == 0
    if rows > max(tokens.left, len(tokens.data)):
        raise tokens.error(f"{node.name}: expected {rows} rows, the input ends before", len(tokens.words))
    made: list[str] = []
    for row in range(rows):
        what = f"{node.name}[{row + 1}]"
        text = tokens.text_line(what) if by_lines else tokens.word(what)
        if len(text) != columns:
            raise tokens.error(f"{what} has {len(text)} characters, not {columns}", max(tokens.index - 1, 0))
        made.append(text)
    return made


def _records(node: Records, tokens: Tokens, scope: dict[str, Any]) -> list[tuple[str, Any]]:
    what = node.fields[0].name if node.fields else "rows"
    count = _size(node.count, scope, tokens, f"the rows of {what}")
    width = len(node.fields)
    if all(isinstance(item, Scalar) and isinstance(item.type, IntType) for item in node.fields):
        values = tokens.integers(count * width, ", ".join(item.name for item in node.fields))
        return [(item.name, _int_column(item.type, values[place::width], scope))
                for place, item in enumerate(node.fields)]
    if count > max(tokens.left, len(tokens.data)):
        raise tokens.error(f"expected {count} rows of {what}, the input ends before", len(tokens.words))
    return _rows(node, count, tokens, scope)


def _int_column(of: ElementType, values: np.ndarray | list[int], scope: dict[str, Any]) -> Any:
    """A column cut out of the tokens of all rows: a list where its own bounds exceed int64."""
    if isinstance(values, list):
        fits = all(-_INT64 <= value < _INT64 for value in values)
        return np.array(values, dtype=np.int64) if fits and not _is_wide_type(of, scope) else values
    return values.tolist() if _is_wide_type(of, scope) else np.ascontiguousarray(values)


def _is_wide_type(of: ElementType, scope: dict[str, Any]) -> bool:
    return isinstance(of, IntType) and is_wide(of, scope)


def _rows(node: Records, count: int, tokens: Tokens, scope: dict[str, Any]) -> list[tuple[str, Any]]:
    columns: list[list] = [[] for _ in node.fields]
    visible = dict(scope)
    for _ in range(count):
        for place, item in enumerate(node.fields):
            visible[item.name] = _item(item, tokens, visible, own_line=place == 0)
            columns[place].append(visible[item.name])
    return [(item.name, _as_column(item, column, scope))
            for item, column in zip(node.fields, columns, strict=True)]


def _as_column(item: Scalar | Array, column: list, scope: dict[str, Any]) -> Any:
    """A column of integers is an int64 array where all of them fit."""
    if not (isinstance(item, Scalar) and isinstance(item.type, IntType)) or is_wide(item.type, scope):
        return column
    fits = all(-_INT64 <= value < _INT64 for value in column)
    return np.array(column, dtype=np.int64) if fits else column


def _tagged(node: Tagged, tokens: Tokens, scope: dict[str, Any]) -> list[tuple]:
    count = _size(node.count, scope, tokens, node.name)
    variants = {variant.tag: variant for variant in node.variants}
    if count > tokens.left:
        raise tokens.error(f"expected {count} rows of {node.name}, the input ends before", len(tokens.words))
    made: list[tuple] = []
    for _ in range(count):
        tag = tokens.word(node.name)
        if tag not in variants:
            known = ", ".join(sorted(variants))
            raise tokens.error(f"unknown tag {tag!r} in {node.name} (known: {known})", tokens.index - 1)
        visible = dict(scope) if variants[tag].fields else scope
        row: list[Any] = [tag]
        for item in variants[tag].fields:
            visible[item.name] = _item(item, tokens, visible)
            row.append(visible[item.name])
        made.append(tuple(row))
    return made


def _cases(node: Cases, tokens: Tokens, scope: dict[str, Any]) -> list[Instance]:
    count = _size(node.count, scope, tokens, node.name)
    made: list[Instance] = []
    for _ in range(count):
        before = tokens.index, tokens.fresh
        instance: Instance = {}
        _nodes(node.body, tokens, dict(scope), instance)
        made.append(instance)
        if (tokens.index, tokens.fresh) == before and len(made) > _MOST_EMPTY_CASES:
            raise tokens.error(f"{count} cases of {node.name} that hold nothing")
    return made
