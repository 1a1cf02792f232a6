"""Sentences that call variables by nouns say what they say of the names."""

from __future__ import annotations

import pytest

from slowpath.statement.sentences.statement import read_statement

PARCELS = (
    "## Input\n\nThe first line has $n$ ($1 \\le n \\le 9$), the number of parcels. The second line has "
    "$n$ integers $w_1, \\ldots, w_n$ ($1 \\le w_i \\le 90$), the weights of the parcels. {}\n"
)


def last(statement: str) -> str:
    return read_statement(statement).sentences[-1].text


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("Every weight is odd.", "w_i is odd"),
        ("All of the weights are powers of two.", "w_i are powers of two"),
        ("The number of parcels is a multiple of 3.", "n is a multiple of 3"),
        ("It is known that all weights are even.", "It is known that w_i are even"),
    ],
)
def test_a_noun_that_stands_for_one_variable_is_its_name(said, read):
    assert last(PARCELS.format(said)) == read


@pytest.mark.parametrize(
    "said",
    [
        "Some weights are odd",
        "The weights of all boxes are odd",
        "Each weight w_j is odd",
        "The heights are odd",
        "Print whether all weights fit",
    ],
)
def test_other_sentences_stay_as_they_are(said):
    assert last(PARCELS.format(said + ".")) == said


def test_a_noun_that_stands_for_two_variables_is_none_s_name():
    two = "## Input\n\nThe line has $a_i$, the weight of a box, and $b_i$, the weight of a bag. All weights are odd.\n"
    assert last(two) == "All weights are odd"
