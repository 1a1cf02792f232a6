"""What stands on one line: pieces of a format that are put together to lines once all of them are known."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.format import Array, Line, Node, Scalar


@dataclass
class Piece:
    """A scalar or array that may share a line (`node`), or a whole node; `starts` says that it begins a line."""

    node: Node
    starts: bool
    shares: bool = True


def lines_of(pieces: list[Piece]) -> tuple[Node, ...]:
    """Groups what shares a line."""
    made: list[Node] = []
    line: list[Scalar | Array] = []
    for piece in pieces:
        if not piece.shares or piece.starts:
            made += _line(line)
            line = []
        if piece.shares and isinstance(piece.node, Scalar | Array):
            line.append(piece.node)
        else:
            made.append(piece.node)
    return (*made, *_line(line))


def _line(items: list[Scalar | Array]) -> list[Node]:
    if not items:
        return []
    return [items[0]] if len(items) == 1 else [Line(tuple(items))]
