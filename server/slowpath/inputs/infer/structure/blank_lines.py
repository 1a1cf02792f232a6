"""Empty lines before or behind each test case, or between parts of the input, which programs that read tokens don't
see: the samples show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, count, islice

from slowpath.inputs.layout import places
from slowpath.inputs.parsing.parse import filled_lines, parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.model.expression import expr
from slowpath.model.format import Cases, InputFormat, Node, Scalar, TextType

_FEWEST_CASES = 2
_MOST_LINES, _MOST_PARTS = 3, 9
"""So many empty lines between so many parts are looked for."""


def with_blank_lines(fmt: InputFormat, samples: Sequence[bytes]) -> InputFormat:
    """The format with an empty line in each test case, or between its parts, where all samples have one there; `fmt`
    itself where they have no empty lines, or others."""
    if not samples or not all(b"\n\n" in data.replace(b"\r", b"").strip() for data in samples):
        return fmt
    names = (f"blank{number if number > 1 else ''}" for number in count(1))
    lines = [Scalar(name, TextType(expr(0), expr(0), " ")) for name in islice(_free(names, fmt), _MOST_LINES)]
    variants = (*_in_cases(fmt, samples, lines[0]), *_between(fmt, lines))
    return next((made for made in variants if all(leaves_lines_empty(made, data) for data in samples)), fmt)


def _free(names: Iterator[str], fmt: InputFormat) -> Iterator[str]:
    taken = places(fmt)
    return (name for name in names if name not in taken)


def leaves_lines_empty(fmt: InputFormat, data: bytes) -> bool:
    """Whether the format would write the same lines of `data` empty; False where it doesn't parse."""
    try:
        made = print_input(fmt, parse(fmt, data))
    except ParseError:
        return False
    return [number for number, _ in filled_lines(data)] == [number for number, _ in filled_lines(made)]


def _in_cases(fmt: InputFormat, samples: Sequence[bytes], line: Scalar) -> Iterator[InputFormat]:
    """The format with an empty line before or behind each test case."""
    cases = [node.name for node in fmt.nodes if isinstance(node, Cases)]
    if not cases or all(len(parse(fmt, data)[cases[0]]) < _FEWEST_CASES for data in samples):
        return  # An empty line behind the number of test cases would look the same.
    for is_first in (True, False):

        def with_line(node: Node, is_first: bool = is_first) -> Node:
            if not isinstance(node, Cases):
                return node
            return replace(node, body=(line, *node.body) if is_first else (*node.body, line))

        yield replace(fmt, nodes=tuple(map(with_line, fmt.nodes)))


def _between(fmt: InputFormat, lines: Sequence[Scalar]) -> Iterator[InputFormat]:
    """The format with empty lines between some of its parts, of test cases with such as are in each of them."""
    gaps = range(1, min(len(fmt.nodes), _MOST_PARTS))
    for many in range(1, len(lines) + 1):
        for chosen in combinations(gaps, many):
            nodes = list(fmt.nodes)
            for line, place in zip(reversed(lines[:many]), reversed(chosen), strict=True):
                nodes.insert(place, line)
            yield replace(fmt, nodes=tuple(nodes))
