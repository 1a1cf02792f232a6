"""Python that stands in a format's text, indented below `where check "name":`; nothing else of the text is like it."""

from __future__ import annotations

import textwrap

from slowpath.inputs.relation_kinds.kind import Block
from slowpath.model.patterns import late_regex

_OPENING = late_regex(r"\s*where\s+check\s+\"(?:[^\"\\]|\\.)*\"\s*:?\s*(?:#.*)?$")


def without_blocks(text: str) -> tuple[str, dict[int, Block]]:
    """`text` with the lines of such blocks empty, and the blocks by the number of the line above them (from 1)."""
    lines = text.split("\n")
    blocks: dict[int, Block] = {}
    number = 0
    while number < len(lines):
        number += 1
        if not _OPENING.match(lines[number - 1]):
            continue
        end = _end(lines, number)
        inside = [line.removesuffix("\r") for line in lines[number:end]]
        lines[number:end] = [""] * len(inside)
        first = next((place for place, line in enumerate(inside) if line.strip()), None)
        if first is not None:
            body = textwrap.dedent("\n".join(line.rstrip() for line in inside[first:])).rstrip()
            margin = len(inside[first]) - len(inside[first].lstrip())
            blocks[number] = Block(body, number + first + 1, margin + 1)
        number = end
    return "\n".join(lines), blocks


def _end(lines: list[str], begin: int) -> int:
    """Behind the last line that is indented more than the one before `begin`."""
    margin = len(lines[begin - 1]) - len(lines[begin - 1].lstrip())
    end = begin
    for number in range(begin, len(lines)):
        line = lines[number].rstrip()
        if line and len(line) - len(line.lstrip()) <= margin:
            break
        end = number + 1 if line else end
    return end
