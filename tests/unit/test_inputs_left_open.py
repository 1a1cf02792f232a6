"""What a written format leaves open, in its comments."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.inputs.text_form.left_open import all_settled, left_open, open_lines, settled
from slowpath.inputs.text_form.provenance import with_bounds
from slowpath.inputs.text_form.text import from_text
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.model.validity import Doubt

TEXT = "n: int 1..100\na: int[n] 1..1000\n"
GCD = Doubt("sentence", 'Nothing in the format stands for "their gcd".', 5, 'Their "gcd" (of all): is 1.')
SORTED = Doubt("sentence", 'Nothing in the format stands for "sorted".', 7, "They are sorted.", "where next a >= a")
BOUNDS = Doubt("bounds", "Nothing says what values a may have.")
STATEMENT = """Some story.

## Input
The first line has n ($1 \\le n \\le 100$), the second one n integers $a_i$ ($1 \\le a_i \\le 1000$).
It is guaranteed that their greatest common divisor is one.
No prefix of them forms a mountain.

## Output
Print their sum.
"""
PROBLEM = Problem("gcd", "plain", Path("."), STATEMENT, samples=(Sample("1", b"3\n4 5 6\n"),))
SOLUTION = Solution(
    Path("a.py").absolute(), "python", b"n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"
)


def written(*doubts: Doubt, statement: str = "problem statement.md") -> str:
    return TEXT + "".join(f"{line}\n" for line in open_lines(doubts, statement))


@pytest.mark.parametrize("statement", ["", "statement.md", "problem (new) statement.md"])
def test_what_is_written_is_what_is_read(statement):
    assert left_open(written(GCD, SORTED, BOUNDS, statement=statement)) == (GCD, SORTED, BOUNDS)
    assert from_text(written(GCD, SORTED)) == from_text(TEXT)


def test_nothing_open_leaves_no_trace():
    assert written() == TEXT
    assert written(Doubt("no-statement", "There is no statement.")) == TEXT


def test_a_line_that_is_taken_stands_in_the_format_and_the_rest_stays_open():
    text = settled(written(GCD, SORTED), SORTED, SORTED.proposal)
    assert text.startswith(TEXT + "where next a >= a\n")
    assert left_open(text) == (GCD,)
    assert settled(text, GCD) == TEXT + "where next a >= a\n"


def test_a_dismissed_sentence_leaves_nothing():
    assert left_open(settled(written(GCD, SORTED), GCD)) == (SORTED,)
    assert settled(written(GCD), GCD) == TEXT == all_settled(written(GCD, BOUNDS))


def test_a_chosen_bound_is_no_longer_open():
    assert left_open(with_bounds(written(BOUNDS, GCD), "a", "1..9")) == (GCD,)
    assert left_open(with_bounds(written(BOUNDS, GCD), "n", "1..9")) == (BOUNDS, GCD)


def test_a_comment_in_the_user_s_own_words_is_a_doubt_too():
    assert left_open("# ? is this the whole input\n" + TEXT) == (Doubt("sentence", "is this the whole input"),)


def test_an_inferred_format_that_is_saved_stays_doubted_until_each_sentence_is_settled():
    inferred = pipeline.infer_format(PROBLEM, SOLUTION)
    text = pipeline.editable_format(PROBLEM, SOLUTION, inferred).text
    saved = pipeline.format_from_text(text, None, PROBLEM)
    assert saved.doubts and not saved.is_settled
    again = pipeline.infer_format(replace(PROBLEM, format_text=text), SOLUTION)
    assert [doubt.quote for doubt in again.doubts] == [doubt.quote for doubt in inferred.doubts]
    for doubt in again.doubts:
        text = settled(text, doubt)
    last = pipeline.infer_format(replace(PROBLEM, format_text=text), SOLUTION)
    assert last.is_settled and last.doubts == ()


def test_a_sentence_that_the_format_has_come_to_say_is_settled_whatever_its_comment():
    statement = STATEMENT.replace("No prefix of them forms a mountain.", "All are given in increasing order.")
    problem = Problem("gcd", "plain", Path("."), statement, samples=PROBLEM.samples)
    lines = open_lines([Doubt("sentence", "Not said.", 1, "All are given in increasing order")], "statement.md")
    for text, is_open in ((TEXT, True), (TEXT.replace("1..1000", "1..1000 strictly-sorted"), False)):
        report = pipeline.infer_format(replace(problem, format_text="\n".join([text, *lines, ""])), SOLUTION)
        assert bool(report.doubts) == is_open
