"""An instance as the bytes of an input: single blanks, `\\n` after every line, nothing else.

A format is turned once into a list of closures, one per node; printing an instance runs them. An empty array
on a line of its own prints an empty line, since programs that read lines expect one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.digits import join_ints, join_rows
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
)

Instance = dict[str, Any]
_Printer = Callable[[Mapping[str, Any], list[bytes]], None]
_Tokens = Callable[[Any], bytes]


def print_input(fmt: InputFormat, instance: Instance) -> bytes:
    """The bytes of `instance`. Raises `KeyError` when a variable of the format is missing from it."""
    lines: list[bytes] = []
    for printer in _printers(fmt):
        printer(instance, lines)
    return b"".join(lines)


@per_format
def _printers(fmt: InputFormat) -> list[_Printer]:
    return [_printer(node) for node in fmt.nodes]


def _printer(node: Node) -> _Printer:
    match node:
        case Scalar() | Array():
            return _line_printer((node,))
        case Line():
            return _line_printer(node.items)
        case Matrix():
            return _matrix_printer(node)
        case Records():
            return _records_printer(node)
        case Tagged():
            return _tagged_printer(node)
        case Cases():
            return _cases_printer(node)
    raise AssertionError(node)


def _line_printer(items: tuple[Scalar | Array, ...]) -> _Printer:
    writers = [(item.name, _tokens(item)) for item in items]
    if len(items) == 1:
        name, write = writers[0]
        if isinstance(items[0], Array) and items[0].separator == "\n":
            return lambda instance, out: out.append(write(instance[name]) + b"\n"
                                                    if len(instance[name]) else b"")
        return lambda instance, out: out.append(write(instance[name]) + b"\n")
    last = len(items) - 1

    def print_line(instance: Mapping[str, Any], out: list[bytes]) -> None:
        # An empty array leaves no blank behind; an empty text at the end of the line keeps its own.
        pieces = [write(instance[name]) for name, write in writers]
        out.append(b" ".join([piece for place, piece in enumerate(pieces)
                              if piece or (place == last and isinstance(items[place], Scalar))]) + b"\n")

    return print_line


def _tokens(item: Scalar | Array) -> _Tokens:
    """How the value of `item` is written, without the end of its line."""
    write = _element(item.type)
    if isinstance(item, Scalar):
        return write
    separator = item.separator.encode()
    if separator and isinstance(item.type, IntType):
        return lambda values: (join_ints(values, separator) if isinstance(values, np.ndarray) and
                               values.dtype == np.int64 else separator.join([b"%d" % int(v) for v in values]))
    return lambda values: separator.join([write(value) for value in values])


def _element(of: ElementType) -> _Tokens:
    if isinstance(of, IntType):
        return lambda value: b"%d" % int(value)
    if isinstance(of, FloatType):
        decimals = of.decimals
        return lambda value: b"%.*f" % (decimals, value)
    return lambda value: value.encode()


def _matrix_printer(node: Matrix) -> _Printer:
    name, separator = node.name, node.separator.encode()
    write = _element(node.type)

    def print_matrix(instance: Mapping[str, Any], out: list[bytes]) -> None:
        rows = instance[name]
        if not separator:
            out.append("".join([row + "\n" for row in rows]).encode())
        elif isinstance(rows, np.ndarray) and rows.dtype == np.int64:
            out.append(join_rows(rows, separator))
        else:
            out.extend([separator.join([write(value) for value in row]) + b"\n" for row in rows])

    return print_matrix


def _records_printer(node: Records) -> _Printer:
    names = [item.name for item in node.fields]
    writers = [_tokens(item) for item in node.fields]
    ints = all(isinstance(item, Scalar) and isinstance(item.type, IntType) for item in node.fields)

    def print_records(instance: Mapping[str, Any], out: list[bytes]) -> None:
        columns = [instance[name] for name in names]
        if ints and all(isinstance(column, np.ndarray) and column.dtype == np.int64 for column in columns):
            out.append(join_rows(np.stack(columns, axis=1)))
        else:
            texts = [_column(write, column) for write, column in zip(writers, columns, strict=True)]
            out.extend([_row(pieces) for pieces in zip(*texts, strict=True)])

    return print_records


def _column(write: _Tokens, column: Any) -> list[bytes]:
    values = column.tolist() if isinstance(column, np.ndarray) else column
    return [write(value) for value in values]


def _row(pieces: tuple[bytes, ...]) -> bytes:
    return b" ".join([piece for place, piece in enumerate(pieces) if piece or place == 0]) + b"\n"


def _tagged_printer(node: Tagged) -> _Printer:
    name = node.name
    writers = {variant.tag: (variant.tag.encode(), [_tokens(item) for item in variant.fields])
               for variant in node.variants}

    def print_tagged(instance: Mapping[str, Any], out: list[bytes]) -> None:
        for row in instance[name]:
            tag, fields = writers[row[0]]
            out.append(_row((tag, *(write(value) for write, value in zip(fields, row[1:], strict=True)))))

    return print_tagged


def _cases_printer(node: Cases) -> _Printer:
    name = node.name
    printers = [_printer(child) for child in node.body]

    def print_cases(instance: Mapping[str, Any], out: list[bytes]) -> None:
        # A case may stand many times as the same object; it is written once and then copied.
        written: dict[int, bytes] = {}
        for case in instance[name]:
            text = written.get(id(case))
            if text is None:
                lines: list[bytes] = []
                for printer in printers:
                    printer(case, lines)
                text = written[id(case)] = b"".join(lines)
            out.append(text)

    return print_cases
