"""The smallest edits by which a document becomes another text, so that carets, folds and marks stay where they are.

Lines are compared first; where some were changed rather than added or removed, only what differs within them is
replaced. Positions count as the editor does (see `lines`).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from lsprotocol import types
from pygls.workspace import PositionCodec

from slowpath.lsp.lines import lines_with_ends


def text_edits(before: str, after: str, codec: PositionCodec) -> list[types.TextEdit]:
    """Edits of `before`, in order, none touching another. Quadratic in the lines between the first and last change."""
    old, new = lines_with_ends(before), lines_with_ends(after)
    head = begin_alike(old, new)
    tail = begin_alike(old[head:][::-1], new[head:][::-1])
    old_part, new_part = old[head : len(old) - tail], new[head : len(new) - tail]
    matcher = difflib.SequenceMatcher(None, old_part, new_part, autojunk=False)
    return [
        edit
        for tag, begin, end, new_begin, new_end in matcher.get_opcodes()
        if tag != "equal"
        for edit in _replacing(old, head + begin, head + end, "".join(new_part[new_begin:new_end]), codec)
    ]


def _replacing(lines: Sequence[str], begin: int, end: int, text: str, codec: PositionCodec) -> Iterator[types.TextEdit]:
    """The lines from `begin` to before `end` become `text`; what both begin and end with is left alone."""
    old = "".join(lines[begin:end])
    head = _outside_breaks(old, text, begin_alike(old, text))
    tail = begin_alike(old[head:][::-1], text[head:][::-1])
    while tail and (_splits_break(old, len(old) - tail) or _splits_break(text, len(text) - tail)):
        tail -= 1
    if old or text:
        yield types.TextEdit(
            types.Range(_position(lines, begin, head, codec), _position(lines, begin, len(old) - tail, codec)),
            text[head : len(text) - tail],
        )


def begin_alike(one: Sequence, other: Sequence) -> int:
    """With how many items both begin."""
    return next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _outside_breaks(old: str, new: str, at: int) -> int:
    """The place itself, or the one before where it would part a CR from its LF: no position is there."""
    return at - 1 if _splits_break(old, at) or _splits_break(new, at) else at


def _splits_break(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1] == "\r" and text[at] == "\n"


def _position(lines: Sequence[str], first: int, offset: int, codec: PositionCodec) -> types.Position:
    """The place `offset` characters after the beginning of line `first`."""
    line = first
    while line < len(lines) and offset >= len(lines[line]):
        offset -= len(lines[line])
        line += 1
    if line == len(lines) and line > 0 and not lines[-1].endswith(("\n", "\r")):
        # Behind a last line without an end there is no further line to stand at the beginning of.
        return types.Position(line - 1, codec.client_num_units(lines[-1]))
    return types.Position(line, codec.client_num_units(lines[line][:offset]) if line < len(lines) else 0)
