"""An instance as the bytes of an input: single blanks, `\\n` after every line, nothing else.

A format is turned once into a list of closures, one per node; printing an instance runs them. An empty array
on a line of its own prints an empty line, since programs that read lines expect one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.digits import join_ints, join_ragged, join_rows
from slowpath.inputs.parsing.flat_cases import flat_cases
from slowpath.inputs.parsing.silent import ending_of, is_on_one_line, with_counters
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

_MANY = 50

Instance = dict[str, Any]
Text = bytes | memoryview
Printer = Callable[[Mapping[str, Any], list[Text]], None]
"""Appends the lines of one node to those before."""
_Tokens = Callable[[Any], bytes]


def print_input(fmt: InputFormat, instance: Instance) -> bytes:
    """The bytes of `instance`. Raises `KeyError` when a variable of the format is missing from it."""
    lines: list[Text] = []
    for printer in _printers(fmt):
        printer(instance, lines)
    return b"".join(lines)


@per_format
def _printers(fmt: InputFormat) -> list[Printer]:
    return printers_of(fmt.nodes)


def printers_of(nodes: Sequence[Node]) -> list[Printer]:
    """The printers of `nodes`, each with what ends its repetitions where a silent scalar counts them."""
    printers = []
    for node, counter in with_counters(nodes):
        ending = ending_of(counter, node)
        on_its_line = is_on_one_line(node)
        printers.append(_printer(node, counter if on_its_line else None))
        if ending is not None and not on_its_line and (ending.words or ending.by_blank):
            printers.append(_ending_printer(b" ".join(ending.words) + b"\n"))
    return printers


def _ending_printer(line: bytes) -> Printer:
    return lambda instance, out: out.append(line)


def _printer(node: Node, counter: Scalar | None = None) -> Printer:
    match node:
        case Scalar():
            return _line_printer((node,))
        case Array():
            return _line_printer((node,) if counter is None else (counter, node))
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


def _line_printer(items: tuple[Scalar | Array, ...]) -> Printer:
    writers = line_writers(items)
    printed = [item for item, _ in with_counters(items)]
    if len(writers) == 1:
        name, write = writers[0][0], _text_of(items[0]) if len(items) == 1 else writers[0][1]
        if isinstance(printed[0], Array) and printed[0].separator == "\n":
            return lambda instance, out: out.extend((write(instance[name]), b"\n") if len(instance[name]) else ())
        return lambda instance, out: out.extend((write(instance[name]), b"\n"))
    last = len(writers) - 1

    def print_line(instance: Mapping[str, Any], out: list[Text]) -> None:
        # An empty array leaves no blank behind; an empty text at the end of the line keeps its own.
        pieces = [write(instance[name]) for name, write in writers]
        out.append(
            b" ".join(
                [
                    piece
                    for place, piece in enumerate(pieces)
                    if piece or (place == last and isinstance(printed[place], Scalar))
                ]
            )
            + b"\n"
        )

    return print_line


def line_writers(items: Sequence[Scalar | Array]) -> list[tuple[str, _Tokens]]:
    """The items that are printed on one line, by name, with how each is written. A sentinel follows its array."""
    writers = []
    for item, counter in with_counters(items):
        write, ending = _tokens(item), ending_of(counter, item)
        writers.append((item.name, write if ending is None or not ending.words else _closed(write, ending.words)))
    return writers


def _closed(write: _Tokens, words: tuple[bytes, ...]) -> _Tokens:
    end = b" ".join(words)

    def write_closed(values: Any) -> bytes:
        text = write(values)
        return text + b" " + end if text else end

    return write_closed


def _tokens(item: Scalar | Array) -> _Tokens:
    """How the value of `item` is written, without the end of its line."""
    write = element_writer(item.type)
    if isinstance(item, Scalar):
        return write
    separator = item.separator.encode()
    if separator and isinstance(item.type, IntType):
        return lambda values: bytes(_joined(values, separator))
    if isinstance(item.type, WordType | TextType):
        return lambda values: item.separator.join(values).encode()
    return lambda values: separator.join([write(value) for value in values])


def _text_of(item: Scalar | Array) -> Callable[[Any], Text]:
    """As `_tokens`, without a copy of what is long."""
    separator = item.separator.encode() if isinstance(item, Array) and isinstance(item.type, IntType) else b""
    return (lambda values: _joined(values, separator)) if separator else _tokens(item)


def _joined(values: Any, separator: bytes) -> Text:
    if isinstance(values, np.ndarray) and values.dtype == np.int64:
        return join_ints(values, separator)
    return separator.join([b"%d" % int(value) for value in values])


def element_writer(of: ElementType) -> Callable[[Any], bytes]:
    """How one value of a type is written."""
    if isinstance(of, IntType):
        return lambda value: b"%d" % int(value)
    if isinstance(of, FloatType):
        decimals = of.decimals
        if of.is_shortest and decimals:
            return lambda value: _without_zeros(b"%.*f" % (decimals, value))
        return lambda value: b"%.*f" % (decimals, value)
    return lambda value: value.encode()


def _without_zeros(written: bytes) -> bytes:
    """A decimal without what its end doesn't need: `2.50` is `2.5`, `-0.00` is `0`."""
    short = written.rstrip(b"0").rstrip(b".")
    return short if short != b"-0" else b"0"


def _matrix_printer(node: Matrix) -> Printer:
    name, separator = node.name, node.separator.encode()
    write = element_writer(node.type)

    def print_matrix(instance: Mapping[str, Any], out: list[Text]) -> None:
        rows = instance[name]
        if not separator:
            out.append("".join([row + "\n" for row in rows]).encode())
        elif len(separator) == 1 and isinstance(rows, np.ndarray) and rows.dtype == np.int64:
            out.append(join_rows(rows, separator))
        else:
            out.extend([separator.join([write(value) for value in row]) + b"\n" for row in rows])

    return print_matrix


def _records_printer(node: Records) -> Printer:
    writers = line_writers(node.fields)
    *heads, last = node.fields
    plain_heads = all(map(_is_plain_integer, heads))
    ints, ragged = plain_heads and _is_plain_integer(last), plain_heads and len(heads) > 0 and _is_plain_list(last)

    def print_records(instance: Mapping[str, Any], out: list[Text]) -> None:
        columns = [instance[name] for name, _ in writers]
        if ints and all(map(_is_int64, columns)):
            out.append(join_rows(np.stack(columns, axis=1)))
        elif ragged and all(map(_is_int64, (*columns[:-1], *columns[-1]))):
            out.append(join_ragged(columns[:-1], columns[-1]))
        else:
            texts = [_column(write, column) for (_, write), column in zip(writers, columns, strict=True)]
            out.extend([_row(pieces) for pieces in zip(*texts, strict=True)])

    return print_records


def _is_int64(values: Any) -> bool:
    return isinstance(values, np.ndarray) and values.dtype == np.int64


def _is_plain_list(field: Scalar | Array) -> bool:
    return isinstance(field, Array) and isinstance(field.type, IntType) and field.separator == " "


def _column(write: _Tokens, column: Any) -> list[bytes]:
    values = column.tolist() if isinstance(column, np.ndarray) else column
    return [write(value) for value in values]


def _row(pieces: tuple[bytes, ...]) -> bytes:
    return b" ".join([piece for place, piece in enumerate(pieces) if piece or place == 0]) + b"\n"


def _tagged_printer(node: Tagged) -> Printer:
    name, leading = node.name, len(node.lead)
    if not node.lead and all(_is_plain_integer(field) for variant in node.variants for field in variant.fields):
        return _integer_queries_printer(node)
    writers = {variant.tag: _row_writers(node.fields_of(variant)) for variant in node.variants}
    tags = {tag: tag.encode() for tag in writers}

    def print_tagged(instance: Mapping[str, Any], out: list[Text]) -> None:
        for row in instance[name]:
            pieces = [write(row[place]) for place, write in writers[row[0]]]
            out.append(_row((*pieces[:leading], tags[row[0]], *pieces[leading:])))

    return print_tagged


def _is_plain_integer(field: Scalar | Array) -> bool:
    return isinstance(field, Scalar) and isinstance(field.type, IntType) and not field.is_silent


def _integer_queries_printer(node: Tagged) -> Printer:
    """Queries of integers alone: all of them by one format put together of each kind's, several times as fast."""
    name = node.name
    patterns = {
        variant.tag: b" ".join([variant.tag.encode().replace(b"%", b"%%"), *([b"%d"] * len(variant.fields))]) + b"\n"
        for variant in node.variants
    }

    def print_queries(instance: Mapping[str, Any], out: list[Text]) -> None:
        rows = instance[name]
        values = [value for row in rows for value in row[1:]]
        out.append(b"".join([patterns[row[0]] for row in rows]) % tuple(values))

    return print_queries


def _row_writers(fields: Sequence[Scalar | Array]) -> list[tuple[int, _Tokens]]:
    """How the values of a query are written that are printed, each with its place in the row's tuple."""
    places = {field.name: place for place, field in enumerate(fields, 1)}
    return [(places[name], write) for name, write in line_writers(fields)]


def _cases_printer(node: Cases) -> Printer:
    name = node.name
    printers = printers_of(node.body)

    flat = flat_cases(node)

    def print_cases(instance: Mapping[str, Any], out: list[Text]) -> None:
        columns = flat.columns(instance[name]) if flat is not None and len(instance[name]) >= _MANY else None
        if flat is not None and columns is not None:
            out.append(join_rows(np.stack(columns, axis=1), flat.separators))
            return
        # A case may stand many times as the same object; it is written once and then copied.
        written: dict[int, bytes] = {}
        for case in instance[name]:
            text = written.get(id(case))
            if text is None:
                lines: list[Text] = []
                for printer in printers:
                    printer(case, lines)
                text = written[id(case)] = b"".join(lines)
            out.append(text)

    return print_cases
