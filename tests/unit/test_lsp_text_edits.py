"""Edits make one text of another, and touch nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec

from slowpath.lsp.lines import lines_with_ends
from slowpath.lsp.text_edits import text_edits

CODEC = PositionCodec()
lines = st.lists(st.sampled_from(["a\n", "b\r\n", "  c d\n", "ä𝄞 x\n", "\r\n", "{\n", "}\r"]), max_size=8)
tails = st.sampled_from(["", "end", "𝄞", "\r"])


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """The text after the edits, as an editor would apply them: from the last to the first."""
    starts, at = [], 0
    for line in (*lines_with_ends(text), ""):
        starts.append(at)
        at += len(line)

    def offset(place: types.Position) -> int:
        rest = text[starts[place.line] :]
        units = 0
        for index, character in enumerate(rest):
            if units == place.character:
                return starts[place.line] + index
            units += len(character.encode("utf-16-le")) // 2
        return len(text)

    for edit in reversed(edits):
        begin, end = offset(edit.range.start), offset(edit.range.end)
        text = text[:begin] + edit.new_text + text[end:]
    return text


def places(edits: list[types.TextEdit]) -> list[tuple[int, int]]:
    return [(place.line, place.character) for edit in edits for place in (edit.range.start, edit.range.end)]


@given(lines, tails, lines, tails)
def test_the_edits_make_the_other_text(before, before_tail, after, after_tail):
    one, other = "".join(before) + before_tail, "".join(after) + after_tail
    edits = text_edits(one, other, CODEC)
    assert applied(one, edits) == other
    assert places(edits) == sorted(places(edits))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a\nb\n", "a\nb\n", []),
        ("a\nb\n", "a\nx\nb\n", [((1, 0), (1, 0), "x\n")]),
        ("a\nx\nb\n", "a\nb\n", [((1, 0), (2, 0), "")]),
        ("for (;;) f();\n", "for (;;) {c(); f();}\n", [((0, 9), (0, 13), "{c(); f();}")]),
        ("𝄞 a\n", "𝄞 b\n", [((0, 3), (0, 4), "b")]),
        ("a\nb\nc\n", "x\na\nb\nc\ny\n", [((0, 0), (0, 0), "x\n"), ((3, 0), (3, 0), "y\n")]),
        ("a", "a\nb", [((0, 1), (0, 1), "\nb")]),
    ],
)
def test_only_what_differs_is_replaced(before, after, expected):
    edits = text_edits(before, after, CODEC)
    assert applied(before, edits) == after
    assert [
        ((e.range.start.line, e.range.start.character), (e.range.end.line, e.range.end.character), e.new_text)
        for e in edits
    ] == expected


def test_a_document_of_many_lines_is_compared_between_its_changes_only():
    text = "".join(f"line {number}\n" for number in range(20_000))
    (edit,) = text_edits(text, text.replace("line 9999\n", "line 9999\nnew\n"), CODEC)
    assert edit.range.start.line == edit.range.end.line == 10_000
