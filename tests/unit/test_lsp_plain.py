"""Line counts and diagnostics look through the checkers that stand in a program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath import pipeline
from slowpath.lsp.lines import lines_of
from slowpath.lsp.plain import plain_lines, solution, without_spans
from slowpath.lsp.tracking import LineTracker
from slowpath.model.constraint import Condition, Constraint, ConstraintOrigin, Place

CPP, PYTHON = Path("/nowhere/a.cpp"), Path("/nowhere/a.py")
LOOP = """\
#include <cstdio>
int main() {
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; i++)
        printf("%d ", i);
    puts("");
}
"""
SCRIPT = """\
n = int(input())
total = 0
for i in range(n):
    total += i
print(total)
"""


def spans(marked: str) -> list[tuple[int, int]]:
    """What stands between `<` and `>`, in bytes."""
    data = marked.encode()
    return [(found.start(), found.end()) for found in re.finditer(rb"<[^>]*>", data)]


@pytest.mark.parametrize(
    ("marked", "lines"),
    [
        ("a\n<x\n>b\n", ["a", None, "b", ""]),
        ("a {<\nx>\nb\n", ["a {", None, "b", ""]),
        ("f() <{x}>g()\r\n<y\r\n>last", ["f() g()", None, "last"]),
        ("<x\ny\n>ä<z>\n", [None, None, "ä", ""]),
        ("a\n<x\n>", ["a", None, ""]),
        ("a\n  <x>\nb", ["a", "  ", "b"]),
        ("<x>", [""]),
        ("", [""]),
    ],
)
def test_each_line_is_what_it_would_be_without_ours(marked, lines):
    assert without_spans(marked, spans(marked)) == lines


@given(st.text(alphabet="ab<>\nä ", max_size=40))
def test_what_is_left_are_the_lines_of_the_text_without_the_spans(text):
    marked = re.sub(r"<(?![^<>]*>)|(?<!<)>", "", text)
    kept = [line for line in without_spans(marked, spans(marked)) if line is not None]
    assert kept == lines_of(re.sub(r"<[^>]*>", "", marked))


def checked(path: Path, text: str, *places: Place) -> str:
    """The program with checkers at the places."""
    rule = ConstraintOrigin("rule", "r")
    constraints = [
        Constraint(f"id{number}", place.line, "long", Condition("n", place, "5"), rule)
        for number, place in enumerate(places)
    ]
    made = pipeline.with_checkers(solution(path, text), constraints)
    assert not made.rejected
    return made.source.decode()


@pytest.mark.parametrize(
    ("path", "text", "places"),
    [
        (CPP, LOOP, [Place("before", 5)]),
        (CPP, LOOP, [Place("body", 5)]),
        (CPP, LOOP.replace("\n", "\r\n"), [Place("before", 5), Place("body", 5), Place("after", 5)]),
        (PYTHON, SCRIPT, [Place("before", 3), Place("after", 3)]),
    ],
    ids=["before", "only statement", "CRLF", "Python"],
)
def test_counts_stay_fresh_beside_checkers(path, text, places):
    tracker = LineTracker(text, checked(path, text, *places), plain_lines(path))
    assert not tracker.stale
    now = lines_of(checked(path, text, *places))
    for number, line in enumerate(lines_of(text), 1):
        at = tracker.lsp_line(number)
        assert at is not None
        assert line.strip().split("(")[0] in now[at]
        assert tracker.line_at(at) == number


def test_an_edit_beside_checkers_makes_stale_and_undoing_it_fresh():
    text = checked(CPP, LOOP, Place("before", 5))
    tracker = LineTracker(LOOP, text, plain_lines(CPP))
    line = tracker.lsp_line(7)
    edited = text.replace('puts("")', 'puts("!")')
    tracker.edit(line, line, "!")
    tracker.settle(edited)
    assert tracker.stale
    assert tracker.lsp_line(7) is None
    assert tracker.lsp_line(5) is not None
    tracker.settle(text)
    assert not tracker.stale
    assert tracker.lsp_line(7) == line


def test_what_is_no_program_has_no_checkers():
    assert plain_lines(Path("/nowhere/notes.txt"))("a\nb") == ["a", "b"]
    assert plain_lines(CPP)("") == [""]
