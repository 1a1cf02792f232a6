"""What sentences with words that restrict values speak of: what the format has already, or what is no value."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer.accounts.doubts import accounted
from slowpath.inputs.text_form.text import from_text
from slowpath.model.format import Evidence, FormatReport
from slowpath.model.problem import Problem

SAID = "The numbers a_i are {}."
LAMPS = "n: int 1..100\na: int[n] 1..n {}\n"
TWO = "b: int[n] 1..n\n"


def why(sentence: str, text: str, trait: str = "", section: str = "## Input\n\n", told: str = SAID) -> str:
    """Why a sentence isn't understood, "" where it is; another one says that a has the trait."""
    first = told.format(trait)
    statement = f"# Lamps\n\nThere are lamps.\n\n## Input\n\n{first}\n\n"
    place = statement if section else "# Lamps\n\n"
    statement = f"{place}{sentence}\n" if section else f"{place}{sentence}\n\n## Input\n\n{first}\n"
    line = 1 + statement[: statement.index(first)].count("\n")
    facts = [fact for fact in (f"a is {trait}" if trait else "", "a >= 1") if fact]
    evidence = [Evidence("a", fact, "statement", first.rstrip("."), line) for fact in facts]
    report = FormatReport(from_text(text), text, tuple(evidence))
    marks = accounted(report, Problem("p", "plain", Path("p"), statement=statement)).sentences
    (mark,) = [mark for mark in marks if mark.quote == sentence.rstrip(".?")]
    return mark.why


@pytest.mark.parametrize(
    ("sentence", "trait"),
    [
        ("Here n is the number of elements of the permutation A.", "permutation"),
        ("Here n is the length of the permutation.", "permutation"),
        ("The distinct numbers a_i are the heights of lamps.", "distinct"),
        ("Here n is the length of the sorted list a.", "sorted"),
    ],
)
def test_what_only_names_what_the_format_has_is_understood(sentence, trait):
    assert why(sentence, LAMPS.format(trait), trait) == ""


@pytest.mark.parametrize(
    ("sentence", "trait", "text"),
    [
        ("Here n is the number of elements of the permutation B.", "permutation", LAMPS + TWO),
        ("Here n is the length of the permutation.", "permutation", LAMPS + TWO),
        ("The distinct numbers b_i are the heights of lamps.", "distinct", LAMPS + TWO),
        ("The distinct numbers a_i, b_i are the heights.", "distinct", LAMPS + TWO),
        ("The sorted list a has a sorted list b beside it.", "sorted", LAMPS + TWO),
    ],
)
def test_what_is_said_of_another_list_is_not_understood(sentence, trait, text):
    assert trait in why(sentence, text.format(trait), trait) or "permutation" in why(
        sentence, text.format(trait), trait
    )


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("The shop offers n different lamps.", "n: int 1..9\na: int[n] 0..99\n"),
        ("The shop offers n different lamps.", "n: int 1..9\nrows[n]: x: int 0..9; y: int 0..9\n"),
        ("The shop offers n different lamps.", 'n: int 1..9\na: word[n] 1..9 of "a-z"\n'),
        ("The shop offers n different lamps.", "n: int 1..9\nk: int 1..9\na: int[n] 1..k\nb: int[n] 0..9\n"),
        ("The shop offers n different weights of lamps.", "n: int 1..9\na: int[n] 0..99\n"),
        ("The shop offers n distinct points to lamps.", "n: int 1..9\na: int[n] 0..99\nb: int[n] 0..99\n"),
        ("The lamps are of the king's n children (they all have distinct tastes).", "n: int 1..9\na: int[n] 1..5\n"),
        ("The lamps are of the king's n children (they all have distinct tastes).", "n: int 1..9\na: int[7] 1..n\n"),
    ],
)
def test_things_whose_values_are_read_have_to_differ(sentence, text):
    said = why(sentence, text, section="", told="The heights of the lamps are n and a_i.")
    assert "differ" in said or "distinct" in said


def test_what_an_example_or_a_definition_says_is_understood():
    assert why("For example, no two lamps differ by 17.", LAMPS.format("distinct"), "distinct") == ""
    story = "Given the lamps, we define the strictly increasing part of them in the following way"
    assert why(f"{story}.", LAMPS.format(""), section="", told="The lamps have the heights a_i.") == ""


@pytest.mark.parametrize(
    ("sentence", "trait"),
    [
        ("The ranking is given from most liked lamp to least liked lamp.", ""),
        ("The prices are given from most liked lamp to least liked lamp.", "permutation"),
        ("The ranking is given from tallest lamp to smallest lamp.", "permutation"),
    ],
)
def test_an_order_from_one_end_to_the_other_is_a_doubt(sentence, trait):
    assert why(sentence, LAMPS.format(trait), told="The rankings a_i follow.")


@pytest.mark.parametrize(
    "sentence",
    [
        "The prices of a year are given as 7 integers.",
        "The heights of the lamps are all given in metres.",
        "Ann's house is located at street crossing 1, and her lamps are there too.",
        "The i-th wire connects the i-th and (i+1)-th lamp.",
        "That is, the reach of a lamp is its height.",
        "Note that only lamps are read, the only thing that remains is to light them.",
        "The letters describe the doors along the hall of lamps.",
    ],
)
def test_manners_of_laying_out_are_no_doubt(sentence):
    text = 'n: int 1..9\na: int[7] 1..9\ns: word 1..9 of "A-C"\n'
    assert "what it says" not in why(sentence, text) and "letters" not in why(sentence, text)


ROADS = "n: int 2..9\nm: int 1..9\nrows[m]: u: int 1..n; v: int {}\n"


@pytest.mark.parametrize(
    ("sentence", "text", "is_met"),
    [
        ("The second line has n values (a_i = 0 or a_i = 1).", "n: int 2..9\na: int[n] 0..1\n", True),
        ("The second line has n values (a_i = 2, 3 or 4).", "n: int 2..9\na: int[n] 2..4\n", True),
        ("The second line has n values (a_i = 0 or a_i = 1).", "n: int 2..9\na: int[n] 0..2\n", False),
        ("The second line has n values (a_i = 0 or a_i = 2).", "n: int 2..9\na: int[n] 0..2\n", False),
        ("Each road is between two different towns.", ROADS.format("1..n") + "where u != v\n", True),
        ("Each road connects two distinct towns.", ROADS.format("u+1..n"), True),
        ("Each road connects two distinct towns.", ROADS.format("1..n"), False),
        ("Each road connects two distinct towns.", ROADS.format("u..n"), False),
        ("Each road connects two distinct towns.", ROADS.format("0..9"), False),
        ("All numbers are positive and distinct.", "n: int 2..9\na: int[n] 1..9 distinct\n", True),
        ("Then all numbers which are divisible by 2 are painted.", "n: int 2..9\na: int[n] 0..1\n", True),
        ("Then all numbers which follow are divisible by 2.", "n: int 2..9\na: int[n] 0..1\n", False),
    ],
)
def test_what_values_are_in_any_case_is_no_doubt(sentence, text, is_met):
    said = why(sentence, text)
    assert any(word in said for word in ("= 0 or a_i", "different", "distinct", "divisible")) != is_met


@pytest.mark.parametrize(
    ("sentence", "text", "is_met"),
    [
        ("The word has only lowercase letters.", 's: word 1..9 of "a-z"\n', True),
        ("The word has only one of its letters twice.", 's: word 1..9 of "a-z"\n', False),
        ("n is written without leading zeros.", 'n: word 1..9 of "0-9" number\n', True),
        ("n does not start with a zero.", 'n: word 1..9 of "0-9" number\n', True),
        ("n does not start with a zero.", 'n: word 1..9 of "0-9"\n', False),
        ("The digits follow, there are no leading zeros.", "n: int 1..9\na: int[n] 0..9\n", False),
        ("The words are given in no particular order.", 'n: word 1..9 of "0-9"\n', True),
        ("All numbers in the input are positive integers.", "n: int 1..9\na: int[n] n..9\n", True),
        ("All numbers in the input are positive integers.", "n: int 1..9\na: int[n] 0..9\n", False),
        ("All values are positive.", "n: int 1..9\na: float[n] 0.0..9.0 decimals 1\n", False),
        ("The profit of each day is positive.", "n: int 1..9\nrows[n]: a: int 1..9; b: int 1..9\n", False),
        ("n is a number that must be played.", "n: int 1..9\n", False),
        ("n is the number of lamps, which is 50.", "n: int 1..9\n", False),
    ],
)
def test_what_the_shape_of_the_format_meets(sentence, text, is_met):
    assert (why(sentence, text, told="It begins with numbers.") == "") == is_met


@pytest.mark.parametrize(
    ("told", "is_free"), [("The heights a_i follow.", True), ("The positions a_i of the towers follow.", False)]
)
def test_an_order_in_place_sorts_places_alone(told, is_free):
    text = "n: int 1..9\na: int[n] 0..9\n"
    assert (why("The towers are listed from left to right.", text, told=told) == "") == is_free
    assert why("The towers are listed from tallest to smallest.", text, told=told) == "what it says"
