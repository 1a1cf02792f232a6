"""What is said of answers in odd places is heard: without headings, set apart, behind inline notes, in long texts."""

from __future__ import annotations

import pytest

from slowpath.statement.answers.answer_shape import answer_shape
from slowpath.statement.answers.any_answer import any_answer
from slowpath.statement.answers.no_answer import no_answer
from slowpath.statement.answers.one_answer import asks_for, decides_between
from slowpath.statement.answers.stated_answers import stated_tolerance
from slowpath.statement.sentences.statement import read_statement

OUTPUT = "# T\n\nStory.\n\n## Input\n\nThe first line contains n.\n\n## Output\n\n"
NUMBERS = [(b"1\n", b"3\n"), (b"2\n", b"4\n")]
WORDS = [(b"1\n", b"YES\n"), (b"2\n", b"NO\n")]


def test_without_headings_what_follows_the_output_is_about_it():
    text = (
        "Ann has some sticks. The first line contains n, the number of sticks. The second line contains n integers. "
        "Print the area of the largest triangle. Your answer is accepted if its absolute error is at most 1e-6. If it "
        "is impossible, print IMPOSSIBLE. It is guaranteed that n is at most 9."
    )
    assert stated_tolerance(text) == 1e-6 and no_answer(text) == ("IMPOSSIBLE",)
    assert read_statement(text).sentences[-1].section == "input"


@pytest.mark.parametrize(
    "shown",
    [
        "```\nMAYBE\n```",
        "```text\nMAYBE\n```",
        "``` MAYBE ```",
        "<pre>MAYBE</pre>",
        "\\begin{verbatim}\nMAYBE\n\\end{verbatim}",
    ],
)
def test_a_word_that_is_set_apart_is_one_of_the_words(shown):
    statement = f"{OUTPUT}Print YES or NO. If it can't be told, print\n{shown}\n"
    assert answer_shape(statement, WORDS).objection(b"MAYBE\n") == ""
    assert answer_shape(statement, WORDS).objection(b"PERHAPS\n") != ""


@pytest.mark.parametrize(
    "said", ["If it is impossible, print\n\n```\n-1\n```\n", "\n\nConstraints: if there is none, the answer is -1."]
)
def test_a_number_below_zero_may_stand_anywhere(said):
    shape = answer_shape(f"{OUTPUT}Print the number of ways. {said}", NUMBERS)
    assert not shape.is_count and answer_shape(f"{OUTPUT}Print the number of ways.", NUMBERS).is_count


@pytest.mark.parametrize(
    "said",
    [
        "Note: an answer that is at most 5 percent too large is accepted as well.",
        "Explanation: what is off by one counts as correct.",
        "Constraints: the error must be at most 5 percent.",
        "Scoring: answers get the more points, the closer they are.",
        "Limits\n\nAn error of at most 5 percent is tolerated.",
    ],
)
def test_what_is_right_as_well_is_heard_behind_the_output(said):
    assert asks_for(f"{OUTPUT}Print the smallest total cost.")
    assert not asks_for(f"{OUTPUT}Print the smallest total cost.\n\n{said}")


def test_long_texts_lose_nothing_that_is_said_of_answers():
    several = (
        "If there are several, print any of them. An error of 1e-6 is tolerated. Print -1 if there is no solution."
    )
    story = "The cat sat on the mat. " * 420
    statement = f"# T\n\n{story}\n\n## Input\n\nThe first line contains n.\n\n## Output\n\n{several}"
    assert any_answer(statement) and stated_tolerance(statement) == 1e-6 and no_answer(statement) == ("-1",)
    endless = "Print the smallest number of moves " + "that are made by the players of the game " * 32
    assert not asks_for(f"{OUTPUT}{endless} where any other answer is accepted.")


@pytest.mark.parametrize("power", ["10^{–6}", "10^–6", "1E–6", "$1e{-6}$", "$10^{-6}$", "1e-6"])
def test_powers_are_read_however_they_are_written(power):
    assert stated_tolerance(f"{OUTPUT}Print it with an error of at most {power}.") == 1e-6


def test_a_bold_number_is_what_is_printed():
    assert no_answer(f"{OUTPUT}Print the path. If there is no solution, print **-1**.\n") == ("-1",)


@pytest.mark.parametrize(
    ("story", "output"),
    [
        ("Both ways lead home. Can you help her?", "Print the direction in which she goes: LEFT or RIGHT."),
        ("Is it far?", "Print the direction in which she goes: LEFT or RIGHT."),
        ("Do you see how?", "Print LEFT or RIGHT."),
    ],
)
def test_not_each_question_is_answered_by_two_words(story, output):
    assert not decides_between(OUTPUT.replace("Story.", story) + output, "left", "right")


@pytest.mark.parametrize(
    "said",
    [
        "so that a b;\n" * 360,
        "print a so that b;\n" * 360,
        "if a multiple a is a b c d e f;\n" * 80,
        "if a multiple a " * 75,
        "no a " * 300,
        "(a, " * 300,
        "for each a " * 200,
    ],
)
def test_texts_that_repeat_themselves_are_read_soon(said):
    statement = f"{OUTPUT}Print the sum;\n{said}"
    assert not decides_between(statement, "yes", "no") and not asks_for(statement, 2)
    any_answer(statement)
    read_statement(statement.replace("## Output", "## Constraints"))
