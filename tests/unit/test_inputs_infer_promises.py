"""What a statement promises and a format can't say is named; what the format says isn't."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution

LIST = b"n = int(input())\na = list(map(int, input().split()))\n"
INPUT = "## Input\n\nThe first line has n (1 <= n <= 50), the second n integers a_1, ..., a_n (1 <= a_i <= 9).\n\n"
PROMISED = [
    "A guest with the number x leaves (there is one).",
    "Take a box of that weight away (there is at least one such box).",
    "It is guaranteed that there is a sorted subarray of length 3.",
    "It is guaranteed that it is always possible to find such a pair.",
    "It is guaranteed that an answer always exists.",
    "The input is generated in such a way that the game ends.",
    "It is guaranteed that there is at least one element that occurs twice.",
    "You may assume that the array is the record of a real game.",
    "It is guaranteed that the first and last card are red and all a_i are distinct.",
    "The numbers are a permutation of 1, ..., n with exactly n/2 ones.",
    "For every value v there is at least one a_i equal to v.",
    "Here exactly n/2 of them are equal to 1.",
    "The array contains the same number of ones and zeros.",
    "Additional constraint on the input: such an integer w exists.",
    "It is guaranteed that 2 <= n <= 40.",
]
SAID = [
    "Additional constraint on the input: all a_i are distinct.",
    "Each number appears at most twice.",
    "No integer occurs more than three times.",
    "Each integer from 1 to 9 appears exactly twice.",
    "It is guaranteed that n is even.",
    "It is guaranteed that the sum of all a_i is at most 99.",
    "It is guaranteed that all a_i are distinct.",
    "It is guaranteed that n is even and all a_i are distinct.",
]
NONE = [
    "Print the guest with the number x (if there is one).",
    "The doors are numbered (there are two kinds of them).",
    "Find the least number that is guaranteed to be enough.",
    "It can be shown that an answer always exists.",
    "Find a place such that nobody stands there.",
    "Bob is guaranteed to win.",
    "There are exactly n integers on that line.",
    "If each number appears at most twice, print YES.",
]


def report_on(sentence: str) -> FormatReport:
    problem = Problem("case", "plain", Path("."), "# A list\n\n" + INPUT + sentence + "\n")
    return infer(problem, Solution(Path("case.py"), "python", LIST))


def promises(sentence: str) -> list[str]:
    return [one.sentence for one in report_on(sentence).promises]


@pytest.mark.parametrize("sentence", PROMISED)
def test_names_what_the_format_cannot_say(sentence: str) -> None:
    said = sentence.removesuffix(".")
    assert [mark.quote for mark in report_on(sentence).sentences if mark.mark == "unclear"] == [said]
    assert promises(sentence) == ([said] if re.match("It is|The input|You may|Additional", said) else [])


@pytest.mark.parametrize(
    ("sentence", "unclear"),
    [
        ("It is guaranteed that all a_i are distinct, and that the first player wins.", "the first player wins"),
        (
            "It is guaranteed that all a_i are between 2 and 8, and that the sum of all a_i is at most 99.",
            "It is guaranteed that all a_i are between 2 and 8",
        ),
    ],
)
def test_names_which_of_several_promises_the_format_cannot_say(sentence: str, unclear: str) -> None:
    assert [mark.quote for mark in report_on(sentence).sentences if mark.mark == "unclear"] == [unclear]
    assert promises(sentence) == [unclear]


@pytest.mark.parametrize("sentence", [*SAID, *NONE])
def test_does_not_name_what_the_format_says_or_nobody_promises(sentence: str) -> None:
    assert promises(sentence) == []


def test_a_promise_is_seen_beside_another_sentence_of_its_row() -> None:
    found = promises("It is guaranteed that the sum of all a_i is at most 99. It is guaranteed that a path exists.")
    assert len(found) == 1


ROWS = b"n = int(input())\nfor i in range(n):\n    a, b = map(int, input().split())\n"


@pytest.mark.parametrize(
    ("sentence", "a", "b"),
    [
        ("It is guaranteed that $b_i < a_{i+1}$ for all i", "a_i", "b_i"),
        ("It's guaranteed that bi < ai + 1 for all valid i", "ai", "bi"),
    ],
)
def test_what_a_row_promises_of_the_next_one_is_in_the_format(sentence: str, a: str, b: str) -> None:
    statement = (
        f"# Rows\n\n## Input\n\nThe first line has n (1 <= n <= 50), each of the next n lines {a} and {b} "
        f"(1 <= {a} < {b} <= 99). {sentence}.\n"
    )
    problem = Problem("case", "plain", Path("."), statement)
    found = infer(problem, Solution(Path("case.py"), "python", ROWS))
    assert found.promises == ()
    assert found.text.endswith("where next a > b\n")


EDGES = b"n, m = map(int, input().split())\nfor i in range(m):\n    u, v = map(int, input().split())\n"
GRAPH = (
    "# A graph\n\nAnn has an undirected graph without self-loops and multiple edges.\n\n## Input\n\nThe first line has "
    "n and m (2 <= n <= 9, 1 <= m <= 9), the numbers of vertices and edges. Each of the next m lines has u and v (1 <= "
    "u, v <= n), an edge.\n\nIt's guaranteed that the graph doesn't contain self-loops, and that "
)


@pytest.mark.parametrize(
    ("promised", "is_named"),
    [("there is at most one edge between any pair of vertices.", False), ("vertex 1 is a leaf.", True)],
)
def test_what_is_said_twice_of_a_graph_is_said(promised: str, is_named: bool) -> None:
    problem = Problem("case", "plain", Path("."), GRAPH + promised + "\n")
    assert bool(infer(problem, Solution(Path("case.py"), "python", EDGES)).promises) is is_named
