"""What things are told apart or ordered by is a noun, and means the value that is described by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

ROWS = "n = int(input())\nfor i in range(n):\n    w, v = map(int, input().split())\n    print(w * v)\n"
LIST = "n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"
OF_ROWS = (
    "## Input\n\nThe first line contains one integer n (1 <= n <= 1000), the number of parcels. Then follow n "
    "lines. Each line contains two integers w and v (1 <= w, v <= 1000), the weight and the value of a parcel. "
)
OF_LIST = (
    "## Input\n\nThe first line contains one integer n (1 <= n <= 1000), the number of parcels. The second line "
    "contains n integers, the weights of the parcels, each between 1 and 100. "
)


def text_of(statement: str, program: str, sample: str) -> str:
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode())).text


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("No two parcels have the same weight.", "where distinct w\n"),
        ("All parcels have distinct values.", "where distinct v\n"),
        ("The parcels are listed in decreasing order of weight.", "rows[n] reverse-sorted:"),
        ("The parcels are listed in order of decreasing weight.", "rows[n] reverse-sorted:"),
        ("No two parcels have the same weight and value.", "rows[n] distinct:"),
    ],
)
def test_columns_are_meant_by_their_nouns(said: str, held: str) -> None:
    assert held in text_of(OF_ROWS + said, ROWS, "2\n4 3\n3 2\n")


def test_a_story_says_something_and_asks_for_something_in_one_sentence() -> None:
    story = "No two parcels share both weight and value, but it is not known how many of them are heavy.\n\n"
    rows = OF_ROWS.replace("the weight and the value of a parcel", "its weight and value")
    assert "rows[n] distinct:" in text_of(story + rows, ROWS, "2\n4 3\n3 2\n")


@pytest.mark.parametrize(
    ("said", "trait"),
    [
        ("No two parcels are of equal weight.", "distinct"),
        ("The parcels have pairwise different weights.", "distinct"),
        ("The parcels are given in increasing order of weight.", "sorted"),
    ],
)
def test_lists_are_meant_by_their_nouns(said: str, trait: str) -> None:
    assert text_of(OF_LIST + said, LIST, "2\n3 4\n").endswith(f"a: int[n] 1..100 {trait}\n")


def test_neighbours_differ_in_what_a_noun_means() -> None:
    said = "No two neighbouring parcels have the same weight."
    assert text_of(OF_LIST + said, LIST, "2\n3 4\n").endswith("a: int[n] 1..100\nwhere apart a\n")
    assert " distinct" not in text_of(OF_ROWS + said, ROWS, "2\n4 3\n3 2\n")


def test_neighbours_that_differ_in_what_a_noun_means_are_apart() -> None:
    said = "No two neighbouring parcels have the same {}."
    assert text_of(OF_LIST + said.format("weight"), LIST, "2\n3 4\n").endswith("a: int[n] 1..100\nwhere apart a\n")
    assert text_of(OF_LIST + said.format("owner"), LIST, "2\n3 4\n").endswith("a: int[n] 1..100\n")


@pytest.mark.parametrize(
    "said",
    [
        "No two neighbouring parcels have the same owner.",
        "No two parcels have the same owner.",
        "The parcels may have different weights.",
        "All parcels need not have distinct weights.",
        "If all parcels have distinct weights, print YES.",
        "Print the parcels in increasing order of weight.",
    ],
)
def test_what_is_said_of_others_or_asked_for_is_no_trait(said: str) -> None:
    assert text_of(OF_LIST + said, LIST, "2\n3 4\n").endswith("a: int[n] 1..100\n")
    assert " distinct" not in text_of(OF_ROWS + said, ROWS, "2\n4 3\n3 2\n")


def test_a_place_is_that_of_the_things_whose_rows_there_are() -> None:
    statement = (
        "# Walls\n\n## Input\n\nThe first line contains w (1 <= w <= 9), the number of walls, and p (1 <= p <= 9), the "
        "number of pirates. Each of the next w lines contains the ends (s, t) and (u, v) of a wall. Each of the next p "
        "lines contains (a_i, b_i), which is the position of a pirate, and (c_i, d_i), which is where they look. All "
        "coordinates are integers between 1 and 50. No two pirates have the same position.\n"
    )
    program = (
        "w, p = map(int, input().split())\nfor i in range(w):\n    s, t, u, v = map(int, input().split())\n"
        "    print(s + t + u + v)\nfor i in range(p):\n    a, b, c, d = map(int, input().split())\n"
        "    print(a + b + c + d)\n"
    )
    text = text_of(statement, program, "2 2\n1 2 3 4\n1 2 4 5\n6 7 1 2\n7 8 1 2\n")
    assert "rows[p] points(a, b) distinct:" in text and text.count("distinct") == 1
