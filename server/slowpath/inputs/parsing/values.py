"""Readers of single values, arrays and matrices, off the tokens of an input."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from slowpath.inputs.parsing.repetitions import repetitions
from slowpath.inputs.parsing.silent import Ending, ending_of, is_on_one_line
from slowpath.inputs.parsing.tokens import ParseError, Tokens
from slowpath.model.expression import Expr
from slowpath.model.format import Array, ElementType, FloatType, IntType, Matrix, Scalar, TextType, WordType

LARGEST_EMPTY = 1 << 40
"""Of an empty matrix one side may be any number, but no array has that shape beyond this."""
_INT64 = 2**63

ScalarReader = Callable[[Tokens], Any]
ValueReader = Callable[[Tokens, dict[str, Any]], Any]
"""Reads a value, where the variables of the scope are known."""


def size_of(expression: Expr, scope: Mapping[str, Any], tokens: Tokens, what: str) -> int:
    """The value of a length or count. Raises `ParseError` when it has none, is negative or beyond 64 bits."""
    try:
        value = int(expression.value(scope))
    except KeyError as error:
        raise tokens.error(f"the size of {what} mentions {error}, which isn't read yet") from None
    except (ArithmeticError, TypeError, ValueError):
        raise tokens.error(f"the size of {what}, {expression}, has no value") from None
    if abs(value) > _INT64:
        raise tokens.error(f"the size of {what}, {expression}, is beyond any input")
    if value < 0:
        raise tokens.error(f"the size of {what}, {expression}, is {value}")
    return value


def is_wide(of: ElementType, scope: Mapping[str, Any]) -> bool:
    """Whether a bound exceeds int64, so that values are kept as Python integers."""
    if not isinstance(of, IntType):
        return False
    try:
        lo, hi = of.lo.value(scope), of.hi.value(scope)
        return bool(np.min(lo) < -_INT64 or np.max(hi) >= _INT64)
    except (KeyError, ArithmeticError, TypeError, ValueError):
        return False


def always_narrow(of: ElementType) -> bool:
    """Whether constant bounds say that all values fit in int64."""
    if not isinstance(of, IntType):
        return False
    lo, hi = of.lo.constant, of.hi.constant
    return lo is not None and hi is not None and lo >= -_INT64 and hi < _INT64


def scalar_reader(node: Scalar, own_line: bool) -> ScalarReader:
    """How a scalar is read; a text takes its whole line where `own_line`, else what is left of the line."""
    name = node.name
    match node.type:
        case IntType():
            return lambda tokens: tokens.integer(name)
        case FloatType():
            return lambda tokens: tokens.number(name)
        case WordType():
            return lambda tokens: tokens.word(name)
        case TextType() if own_line:
            return lambda tokens: tokens.text_line(name)
    return lambda tokens: tokens.rest_of_line(name)


def array_reader(node: Array, counter: Scalar | None, own_line: bool) -> ValueReader:
    """How an array is read. Where `own_line`, nothing else stands on its line."""
    read = _elements_reader(node)
    ending = ending_of(counter, node)
    if ending is not None:
        return _uncounted(node, ending, own_line, read)
    name, length = node.name, node.length
    may_leave_line = own_line and node.separator != "\n" and not isinstance(node.type, TextType)

    def read_array(tokens: Tokens, scope: dict[str, Any]) -> Any:
        count = size_of(length, scope, tokens, name)
        if not count and may_leave_line:
            tokens.blank_line()
        return read(tokens, scope, count)

    return read_array


_CountedReader = Callable[[Tokens, Mapping[str, Any], int], Any]


def _elements_reader(node: Array) -> _CountedReader:
    """How as many elements as are known to be there are read."""
    if node.separator == "":
        return lambda tokens, scope, length: _joined(node, tokens, length)
    if node.separator.strip():
        return lambda tokens, scope, length: _separated(node, tokens, scope, length)
    name, of = node.name, node.type
    if isinstance(of, TextType):
        return lambda tokens, scope, length: _text_lines(name, tokens, length)
    if always_narrow(of):
        return lambda tokens, scope, length: tokens.integers(length, name)
    return lambda tokens, scope, length: elements(of, name, length, tokens, scope)


def _uncounted(node: Array, ending: Ending, own_line: bool, read: _CountedReader) -> ValueReader:
    """An array whose length shows only at its end."""
    name, words = node.name, list(ending.words)
    if isinstance(node.type, TextType):
        return lambda tokens, scope: [
            tokens.text_line(f"{name}[{number + 1}]") for number in repetitions(ending, node, tokens, scope)
        ]
    if ending.by_blank:
        return _until_empty_line(read)
    if not is_on_one_line(node) and not words:
        return lambda tokens, scope: read(tokens, scope, tokens.left)
    if node.separator.strip() or not node.separator:
        return _uncounted_piece(node, words, own_line, ending, read)

    def read_array(tokens: Tokens, scope: dict[str, Any]) -> Any:
        count = tokens.before(words, 1, name) if words else tokens.on_line(own_line, ending.least, name)
        values = read(tokens, scope, count)
        tokens.take(len(words), name)
        return values

    return read_array


def _until_empty_line(read: _CountedReader) -> ValueReader:
    def read_array(tokens: Tokens, scope: dict[str, Any]) -> Any:
        values = read(tokens, scope, tokens.before_empty_line())
        tokens.pass_line()
        return values

    return read_array


def _uncounted_piece(
    node: Array, words: list[bytes], own_line: bool, ending: Ending, read: _CountedReader
) -> ValueReader:
    """An array that is written as one token, or has marks between its elements."""
    mark, name = node.separator.strip(), node.name

    def read_array(tokens: Tokens, scope: dict[str, Any]) -> Any:
        there = tokens.before(words, 1, name) if words else tokens.on_line(own_line, ending.least, name)
        pieces = tokens.words[tokens.index : tokens.index + there]
        if not node.separator:
            count = len(tokens.decoded(pieces[0], tokens.index)) if pieces else 0
        elif mark == node.separator:
            count = pieces[0].count(mark.encode()) + 1 if pieces else 0
        else:
            count = there
        values = read(tokens, scope, count)
        tokens.take(len(words), name)
        return values

    return read_array


def elements(of: ElementType, name: str, length: int, tokens: Tokens, scope: Mapping[str, Any]) -> Any:
    """`length` tokens as values of one type."""
    if isinstance(of, IntType):
        values = tokens.integers(length, name)
        return values if not is_wide(of, scope) or isinstance(values, list) else values.tolist()
    if isinstance(of, FloatType):
        return tokens.numbers(length, name)
    first = tokens.index
    taken = tokens.take(length, name)
    return [tokens.decoded(token, first + place) for place, token in enumerate(taken)]


def _text_lines(name: str, tokens: Tokens, length: int) -> list[str]:
    if length > len(tokens.data):
        raise tokens.error(f"{name}: expected {length} lines")
    return [tokens.text_line(f"{name}[{place + 1}]") for place in range(length)]


def _separated(node: Array, tokens: Tokens, scope: Mapping[str, Any], length: int) -> Any:
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
        return elements(node.type, node.name, length, inner, scope)
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
        return np.frombuffer(word.encode(), dtype=np.uint8).astype(np.int64) - ord("0")
    return list(word)


# Matrices


def matrix_reader(node: Matrix) -> ValueReader:
    """How a matrix or a grid of characters is read."""
    read = _grid if node.separator == "" else _matrix

    def read_matrix(tokens: Tokens, scope: dict[str, Any]) -> Any:
        rows = size_of(node.rows, scope, tokens, node.name)
        return read(node, rows, size_of(node.columns, scope, tokens, node.name), tokens, scope)

    return read_matrix


def _matrix(node: Matrix, rows: int, columns: int, tokens: Tokens, scope: Mapping[str, Any]) -> Any:
    if max(rows, columns) > LARGEST_EMPTY and not rows * columns:
        raise tokens.error(f"{node.name}: {rows} rows of {columns} values are beyond any input")
    if rows and not columns:
        for _ in range(min(rows, len(tokens.data))):
            tokens.blank_line()
    values = elements(node.type, node.name, rows * columns, tokens, scope)
    if isinstance(values, np.ndarray):
        return values.reshape(rows, columns)
    return [values[row * columns : (row + 1) * columns] for row in range(rows)]


def _grid(node: Matrix, rows: int, columns: int, tokens: Tokens, _: Mapping[str, Any]) -> list[str]:
    alphabet = node.type.alphabet if isinstance(node.type, WordType | TextType) else ""
    by_lines = " " in alphabet or columns == 0
    if rows > max(tokens.left, len(tokens.data)):
        raise tokens.error(f"{node.name}: expected {rows} rows, the input ends before", tokens.count)
    made: list[str] = []
    for row in range(rows):
        what = f"{node.name}[{row + 1}]"
        text = tokens.text_line(what) if by_lines else tokens.word(what)
        if len(text) != columns:
            raise tokens.error(f"{what} has {len(text)} characters, not {columns}", max(tokens.index - 1, 0))
        made.append(text)
    return made
