"""From a format's places to the editor's and back, and edits that change no more than has to change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import PositionCodec

from slowpath.lsp.document import EditorDocument
from slowpath.lsp.features.format_actions import _edit
from slowpath.lsp.features.format_help import completions_at
from slowpath.lsp.format_remarks import place_of, range_of
from slowpath.lsp.formats import is_about, path_of, plain_text
from slowpath.model.format_text import Span

LINES = st.lists(st.sampled_from(["", "n: int 1..9", "a: int[n] 0..1", "# é 😀", "  x"]), max_size=6)


def document(text: str) -> EditorDocument:
    return EditorDocument(
        "file:///w/a.format",
        source=text,
        version=1,
        language_id="slowpath-format",
        position_codec=PositionCodec(types.PositionEncodingKind.Utf16),
    )


@given(LINES, LINES, st.sampled_from(["", "\n"]))
def test_an_edit_turns_one_text_into_the_other(before, after, end):
    old, new = "\n".join(before) + end, "\n".join(after) + end
    made = document(old)
    made.apply_change(types.TextDocumentContentChangePartial(_edit(made, new).range, _edit(made, new).new_text))
    assert plain_text(made) == new


def test_an_edit_leaves_the_lines_that_stay_alone():
    edit = _edit(document("a\nb\nc\nd\n"), "a\nB\nc\nd\n")
    assert (edit.range, edit.new_text) == (types.Range(types.Position(1, 0), types.Position(1, 1)), "B")


@given(st.text(alphabet="ab é😀\t", max_size=12), st.integers(1, 12))
def test_places_come_back_as_they_were(text, column):
    column = min(column, len(text) + 1)
    made = document(text)
    assert place_of(made, range_of(made, Span(1, column, column)).start) == (1, column)


@pytest.mark.parametrize(
    ("text", "trigger", "replaced"),
    [
        ("n: in", None, "in"),
        ("n: int 1..10^", None, "10^"),
        ("n: int 1..", ".", ""),
        ("n: ", " ", ""),
        ("n: int 1..9 ", " ", None),
        ("# n: ", " ", None),
    ],
)
def test_completion_replaces_what_is_half_typed(text, trigger, replaced):
    found = completions_at(document(text), types.Position(0, len(text)), trigger)
    assert bool(found) == (replaced is not None)
    for item in found:
        begin = item.text_edit.range.start.character
        assert text[begin:] == replaced


@pytest.mark.parametrize(
    ("path", "solution", "whether"),
    [
        ("/w/a.format", "/w/a.cpp", True),
        ("/w/a.format", "/w/b.cpp", False),
        ("/w/input.format", "/w/x/a.cpp", True),
        ("/w/input.format", "/v/a.cpp", False),
        ("/w/x/input.format", "/w/a.cpp", False),
    ],
)
def test_a_format_is_told_by_its_name(tmp_path, path, solution, whether):
    assert is_about(tmp_path / path[1:], tmp_path / solution[1:]) is whether


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("file:///w/a.format", "a.format"),
        ("untitled:/w/a%20b.format", "a b.format"),
        ("untitled:Untitled-1", None),
        ("git:/w/a.format", None),
    ],
)
def test_an_unsaved_format_knows_where_it_will_be(uri, name):
    path = path_of(uri)
    assert (path.name if path else None) == name
