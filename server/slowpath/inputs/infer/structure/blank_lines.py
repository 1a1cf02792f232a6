"""Empty lines before or behind each test case, which programs that read tokens don't see: the samples show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from slowpath.inputs.layout import places
from slowpath.inputs.parsing.parse import filled_lines, parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.model.expression import expr
from slowpath.model.format import Cases, InputFormat, Node, Scalar, TextType

_FEWEST_CASES = 2


def with_blank_lines(fmt: InputFormat, samples: Sequence[bytes]) -> InputFormat:
    """The format with an empty line in each test case where all samples have one there; `fmt` itself where they have no
    empty lines, or others."""
    cases = [node.name for node in fmt.nodes if isinstance(node, Cases)]
    if not cases or not samples or not all(b"\n\n" in data.replace(b"\r", b"").strip() for data in samples):
        return fmt
    if all(len(parse(fmt, data)[cases[0]]) < _FEWEST_CASES for data in samples):
        return fmt  # An empty line behind the number of test cases would look the same.
    return next((made for made in _variants(fmt) if all(leaves_lines_empty(made, data) for data in samples)), fmt)


def leaves_lines_empty(fmt: InputFormat, data: bytes) -> bool:
    """Whether the format would write the same lines of `data` empty; False where it doesn't parse."""
    try:
        made = print_input(fmt, parse(fmt, data))
    except ParseError:
        return False
    return [number for number, _ in filled_lines(data)] == [number for number, _ in filled_lines(made)]


def _variants(fmt: InputFormat) -> Iterator[InputFormat]:
    name = next(one for one in ("blank", "empty", "blank_line") if one not in places(fmt))
    line = Scalar(name, TextType(expr(0), expr(0), " "))
    for is_first in (True, False):

        def with_line(node: Node, is_first: bool = is_first) -> Node:
            if not isinstance(node, Cases):
                return node
            return replace(node, body=(line, *node.body) if is_first else (*node.body, line))

        yield replace(fmt, nodes=tuple(map(with_line, fmt.nodes)))
