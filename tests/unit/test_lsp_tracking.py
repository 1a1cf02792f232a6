"""Measured lines follow edits, or go."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.lsp.lines import line_breaks, lines_of, lines_with_ends
from slowpath.lsp.tracking import LineTracker

TEXT = "a\nb\nc\nd\n"


class Buffer:
    """A text being edited as an editor does, with the tracker told of it."""

    def __init__(self, text: str = TEXT):
        self.text = text
        self.tracker = LineTracker(text)

    def edit(self, start: tuple[int, int], end: tuple[int, int], text: str, settle: bool = True):
        self.tracker.edit(start[0], end[0], text)
        self.text = self.text[: self._offset(start)] + text + self.text[self._offset(end) :]
        if settle:
            self.tracker.settle(self.text)
        return self

    def _offset(self, place: tuple[int, int]) -> int:
        return sum(map(len, lines_with_ends(self.text)[: place[0]])) + place[1]

    @property
    def shown(self) -> dict[int, int]:
        places = {line: self.tracker.lsp_line(line) for line in range(1, 6)}
        return {line: place for line, place in places.items() if place is not None}


def test_nothing_edited_is_fresh():
    buffer = Buffer()
    assert buffer.shown == {1: 0, 2: 1, 3: 2, 4: 3, 5: 4}
    assert not buffer.tracker.stale
    assert buffer.tracker.line_at(2) == 3
    assert buffer.tracker.line_at(9) is None


@pytest.mark.parametrize(
    ("start", "end", "text", "shown"),
    [
        ((0, 0), (0, 0), "// new\n", {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}),
        ((0, 1), (0, 1), "\n// new", {1: 0, 2: 2, 3: 3, 4: 4, 5: 5}),
        ((1, 1), (1, 1), "\n", {1: 0, 2: 1, 3: 3, 4: 4, 5: 5}),
        ((1, 0), (1, 1), "x", {1: 0, 3: 2, 4: 3, 5: 4}),
        ((1, 0), (2, 0), "", {1: 0, 3: 1, 4: 2, 5: 3}),
        ((0, 1), (2, 1), "", {1: 0, 4: 1, 5: 2}),
        ((1, 0), (3, 0), "x\r\ny\r\nz\r\n", {1: 0, 4: 4, 5: 5}),
        ((1, 1), (2, 0), " ", {1: 0, 4: 2, 5: 3}),
        ((4, 0), (4, 0), "e", {1: 0, 2: 1, 3: 2, 4: 3}),
    ],
)
def test_an_edit_shifts_removes_and_makes_stale(start, end, text, shown):
    buffer = Buffer().edit(start, end, text)
    assert buffer.shown == shown
    assert buffer.tracker.stale


def test_trailing_blanks_change_nothing():
    buffer = Buffer().edit((1, 1), (1, 1), "  ")
    assert buffer.shown == {1: 0, 2: 1, 3: 2, 4: 3, 5: 4}
    assert not buffer.tracker.stale


def test_undo_makes_everything_fresh_again():
    buffer = Buffer().edit((1, 0), (2, 1), "x")
    assert 2 not in buffer.shown
    buffer.edit((1, 0), (1, 1), "b\nc")
    assert buffer.text == TEXT
    assert buffer.shown == {1: 0, 2: 1, 3: 2, 4: 3, 5: 4}
    assert not buffer.tracker.stale


def test_several_edits_at_once():
    buffer = Buffer()
    buffer.edit((3, 0), (3, 0), "x\n", settle=False)
    buffer.edit((0, 0), (0, 0), "y\n")
    assert buffer.shown == {1: 1, 2: 2, 3: 3, 4: 5, 5: 6}


def test_a_line_moved_onto_an_equal_one_is_not_taken_for_it():
    buffer = Buffer("}\n}\n}\n").edit((0, 0), (1, 0), "")
    places = [buffer.tracker.lsp_line(line) for line in (1, 2, 3)]
    assert len({place for place in places if place is not None}) == len([p for p in places if p is not None])


def test_restored_against_another_text_by_what_is_the_same():
    tracker = LineTracker(TEXT, "x\na\nb\nC\nd\n")
    assert [tracker.lsp_line(line) for line in (1, 2, 3, 4)] == [1, 2, None, 4]
    assert tracker.stale
    assert not LineTracker(TEXT, TEXT.replace("\n", "\r\n")).stale


@given(st.integers(0, 2**32))
def test_a_shown_line_always_has_the_text_that_was_measured(seed):
    rng = random.Random(seed)
    buffer = Buffer("".join(rng.choice("ab}") + "\n" for _ in range(8)))
    measured = lines_of(buffer.text)
    for _ in range(6):
        lines = lines_of(buffer.text)
        places = sorted((line, rng.randint(0, len(lines[line]))) for line in rng.choices(range(len(lines)), k=2))
        buffer.edit(places[0], places[1], rng.choice(["", "x", "\n", "a\n", "\nb", "}\n}\n", "\r\n"]))
        current = [line.rstrip() for line in lines_of(buffer.text)]
        shown = [(line, buffer.tracker.lsp_line(line)) for line in range(1, len(measured) + 1)]
        kept = [(line, place) for line, place in shown if place is not None]
        assert all(current[place] == measured[line - 1] for line, place in kept)
        assert [place for _, place in kept] == sorted({place for _, place in kept})
        assert buffer.tracker.stale == (current != measured)
        assert all(buffer.tracker.line_at(place) == line for line, place in kept)


@pytest.mark.parametrize("text", ["", "a", "a\n", "\n\n", "a\r\nb\rc\n", "form\x0cfeed\n\x85 \u2028x\n", "\r\n\r"])
def test_lines_are_those_of_the_editor(text):
    assert "".join(lines_with_ends(text)) == text
    assert len(lines_of(text)) == line_breaks(text) + 1
    with_ends = lines_with_ends(text)
    assert [line.rstrip("\r\n") for line in with_ends] == lines_of(text)[: len(with_ends)]
