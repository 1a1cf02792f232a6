"""What is to be printed where there is no answer, as statements say it, and what only sounds like that."""

from __future__ import annotations

import pytest

from slowpath.statement.answers.no_answer import no_answer, says_none

TOLD = [
    ("If there are several answers, print any of them; if there are none, print -1.", "-1"),
    ("Print any valid order, or -1 if there is none.", "-1"),
    ("If it is impossible, print `IMPOSSIBLE`.", "IMPOSSIBLE"),
    ('If it\'s impossible to do so, output the single word "Impossible".', "Impossible"),
    ("Print -1 if no such permutation exists.", "-1"),
    ('If there is no solution, print "No solution".', "No solution"),
    ("If it is possible, print YES and then the colours. Otherwise print NO.", "NO"),
    ("If such a route exists, print its doors; otherwise print -1.", "-1"),
    ('Output "YES" if a plan exists, and "NO" otherwise.', "NO"),
    ("Print NO if the jars can't be split; else print YES and a split.", "NO"),
    ("If a path does not exist, print $-1$.", "-1"),
    ("If there is an answer, print **YES**. Otherwise, print **NO**.", "NO"),
    ("If there is no row that satisfies both, print -1 instead.", "-1"),
]
NOT_TOLD = [
    "If no operations are needed, print 0.",
    "If it's impossible, print 0.",
    "If the first player can't win, she is sad.",
    "Print YES in any case.",
    "If there are no changes, print NONE.",
    "Otherwise, print the sum.",
    "Print -1 for each odd day.",
    "If n is even, print -1.",
    "If it is possible, print YES and the plan. Otherwise print the least number of jars.",
]


@pytest.mark.parametrize(("statement", "word"), TOLD)
def test_reads_what_says_that_there_is_no_answer(statement, word):
    assert no_answer(f"# Title\n\n## Output\n{statement}\n") == (word,)


@pytest.mark.parametrize("statement", NOT_TOLD)
def test_takes_no_other_sentence_for_that(statement):
    assert no_answer(f"# Title\n\n## Output\n{statement}\n") == ()


def test_what_is_said_of_the_input_tells_no_answer():
    assert no_answer("# Title\n\n## Input\nA line has -1 if there is no such boss.\n") == ()


def test_a_number_must_be_all_that_is_printed():
    assert says_none(b"-1\n", ("-1",)) and says_none(b" -1", ("-1",))
    assert not says_none(b"-1 4\n", ("-1",)) and not says_none(b"", ("-1",)) and not says_none(b"-12\n", ("-1",))


def test_a_word_may_stand_before_what_other_test_cases_print():
    assert says_none(b"no\nYES\n1 2\n", ("NO",)) and says_none(b"No solution\n", ("no solution",))
    assert not says_none(b"YES\nNO\n", ("NO",)) and not says_none(b"none\n", ("NO",))
