"""The bytes of an input as an instance of a format, tolerant of layout as judges are.

Tokens may stand on any lines; text lines (`getline`) must be lines, and so must arrays that end with their
line. `layout_remark` says where the layout differs from what `print_input` would write. Bounds are not checked
here: see `slowpath.inputs.validating.validate`.

A format is turned once into a list of closures, one per node; parsing runs them over the tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from slowpath.inputs.compiled import per_format
from slowpath.inputs.parsing.flat_cases import FlatCases, flat_cases
from slowpath.inputs.parsing.repetitions import repetitions
from slowpath.inputs.parsing.rows import records_reader, tagged_reader, unannounced
from slowpath.inputs.parsing.silent import Ending, ending_of, with_counters
from slowpath.inputs.parsing.tokens import ParseError, Tokens
from slowpath.inputs.parsing.values import array_reader, matrix_reader, scalar_reader, size_of
from slowpath.inputs.printing import Instance, print_input
from slowpath.model.format import Array, Cases, InputFormat, Line, Matrix, Node, Records, Scalar, Tagged

__all__ = ["Instance", "ParseError", "breaks_lines_elsewhere", "filled_lines", "layout_remark", "parse"]

_MOST_EMPTY_CASES = 10**6

Reader = Callable[[Tokens, dict[str, Any], Instance], None]
"""Reads one node: its variables go into the scope, which has all that are visible, and into the instance."""


def parse(fmt: InputFormat, data: bytes) -> Instance:
    """The instance that `data` holds. Raises `ParseError` where it doesn't follow the format."""
    tokens = Tokens(data)
    scope: dict[str, Any] = {}
    instance: Instance = {}
    for read in _format_readers(fmt):
        read(tokens, scope, instance)
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


def breaks_lines_elsewhere(fmt: InputFormat, data: bytes) -> str:
    """Which line of `data` holds another number of tokens than in the printed form, "" where all hold as many; empty
    lines count for nothing. Raises `ParseError` when `data` doesn't parse at all."""
    written, made = (filled_lines(text) for text in (data, print_input(fmt, parse(fmt, data))))
    for (number, count), (_, other) in zip(written, made, strict=False):
        if count != other:
            return f"line {number} holds {count} value{'s' * (count != 1)}, the format would write {other} there"
    return "" if len(written) == len(made) else f"it has {len(written)} lines, the format would write {len(made)}"


def filled_lines(text: bytes) -> list[tuple[int, int]]:
    """(1-based number, tokens) of the lines that aren't empty."""
    return [(number, len(line.split())) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _short(line: bytes) -> str:
    text = line[:60].decode(errors="backslashreplace")
    return repr(text if len(line) <= 60 else text + "...")


@per_format
def _format_readers(fmt: InputFormat) -> list[Reader]:
    return _readers(fmt.nodes)


def _readers(nodes: Sequence[Node]) -> list[Reader]:
    return [_reader(node, counter) for node, counter in with_counters(nodes)]


def _reader(node: Node, counter: Scalar | None) -> Reader:
    match node:
        case Scalar():
            return _scalar(node)
        case Array():
            return _array(node, counter)
        case Line():
            return _line(node)
        case Matrix():
            return _single(node.name, matrix_reader(node))
        case Records():
            return records_reader(node, counter)
        case Tagged():
            return tagged_reader(node, counter)
        case Cases():
            return _cases(node, counter)
    raise AssertionError(node)


def _single(name: str, read_value: Callable[[Tokens, dict[str, Any]], Any]) -> Reader:
    def read(tokens: Tokens, scope: dict[str, Any], instance: Instance) -> None:
        scope[name] = instance[name] = read_value(tokens, scope)

    return read


def _scalar(node: Scalar) -> Reader:
    name, read_value = node.name, scalar_reader(node, own_line=True)

    def read(tokens: Tokens, scope: dict[str, Any], instance: Instance) -> None:
        scope[name] = instance[name] = read_value(tokens)

    return read


def _array(node: Array, counter: Scalar | None, own_line: bool = True) -> Reader:
    name, read_value = node.name, array_reader(node, counter, own_line)
    if counter is None:
        return _single(name, read_value)
    count_name = counter.name

    def read(tokens: Tokens, scope: dict[str, Any], instance: Instance) -> None:
        values = read_value(tokens, scope)
        scope[count_name] = instance[count_name] = len(values)
        scope[name] = instance[name] = values

    return read


def _line(node: Line) -> Reader:
    items = list(with_counters(node.items))
    readers = [
        _scalar_of_line(item, place == 0)
        if isinstance(item, Scalar)
        else _array(item, counter, own_line=len(items) == 1)
        for place, (item, counter) in enumerate(items)
    ]

    def read(tokens: Tokens, scope: dict[str, Any], instance: Instance) -> None:
        for read_item in readers:
            read_item(tokens, scope, instance)

    return read


def _scalar_of_line(item: Scalar, is_first: bool) -> Reader:
    name, read_value = item.name, scalar_reader(item, own_line=is_first)

    def read(tokens: Tokens, scope: dict[str, Any], instance: Instance) -> None:
        scope[name] = instance[name] = read_value(tokens)

    return read


def _cases(node: Cases, counter: Scalar | None) -> Reader:
    ending, flat = ending_of(counter, node), flat_cases(node)
    if flat is not None and not (ending is not None and ending.by_blank):
        return _columns_of_cases(node, flat, ending)
    return _cases_in_turn(node, ending)


def _columns_of_cases(node: Cases, flat: FlatCases, ending: Ending | None) -> Reader:
    name, width, what = node.name, len(flat.names), ", ".join(flat.names)

    def read(tokens: Tokens, scope: dict[str, Any], instance: Instance) -> None:
        if ending is None:
            count = size_of(node.count, scope, tokens, name)
        else:
            count = scope[ending.name] = instance[ending.name] = unannounced(ending, width, what, tokens)
        values = tokens.integers(count * width, what)
        if ending is not None:
            tokens.take(len(ending.words), what)
        scope[name] = instance[name] = flat.cases(values)

    return read


def _cases_in_turn(node: Cases, ending: Ending | None) -> Reader:
    readers = _readers(node.body)
    name = node.name

    def read(tokens: Tokens, scope: dict[str, Any], instance: Instance) -> None:
        rounds: Iterable[int]
        if ending is None:
            rounds = _counted(size_of(node.count, scope, tokens, name), tokens, name)
        else:
            rounds = repetitions(ending, node, tokens, scope)
        made: list[Instance] = []
        for _ in rounds:
            inner = dict(scope)
            case: Instance = {}
            for read_node in readers:
                read_node(tokens, inner, case)
            made.append(case)
        if ending is not None:
            scope[ending.name] = instance[ending.name] = len(made)
        scope[name] = instance[name] = made

    return read


def _counted(count: int, tokens: Tokens, name: str) -> Iterator[int]:
    """`count` rounds, but no more than so many in a row that read nothing."""
    empty = 0
    before: tuple[int, int | None] = (-1, None)
    for number in range(count):
        yield number
        if count > _MOST_EMPTY_CASES:
            empty = empty + 1 if (tokens.index, tokens.fresh) == before else 0
            before = tokens.index, tokens.fresh
            if empty > _MOST_EMPTY_CASES:
                raise tokens.error(f"{count} cases of {name} that hold nothing")
