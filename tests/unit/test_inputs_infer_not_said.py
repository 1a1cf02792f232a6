"""Sentences that sound as if they described the input and don't: of a task, of a part, of a possibility."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.problems.stated_samples import stated_samples

LIST = "n = int(input())\na = list(map(int, input().split()))\n"
TABLE = "n = int(input())\na = [list(map(int, input().split())) for _ in range(n)]\n"
WORD = "s = input()\nprint(s[::-1])\n"
PAIR = "n, m = map(int, input().split())\n"
OF_LIST = "The first line has n (2 <= n <= 50), the second n integers a_1, ..., a_n (1 <= a_i <= n). "
OF_TABLE = "The first line has n (2 <= n <= 50). Then n lines with n integers a_{i,j} (0 <= a_{i,j} <= 9) each. "


def report(program: str, statement: str, *samples: str) -> FormatReport:
    problem = Problem(
        "p",
        "plain",
        Path("/p"),
        statement,
        None,
        tuple(Sample(str(number), data.encode(), b"1\n") for number, data in enumerate(samples, 1)),
    )
    return infer(problem, Solution(Path("a.py"), "python", program.encode()))


@pytest.mark.parametrize(
    "sentence",
    [
        "It is guaranteed that there is at least one i such that a_i != a_{i+1}.",
        "It is guaranteed that a_i != i for some i.",
        "It is guaranteed that some order exists in which no two adjacent elements are equal.",
    ],
)
@pytest.mark.parametrize("head", ["", "## Input\n"])
def test_what_holds_of_one_element_is_not_said_of_all(head, sentence):
    assert "where" not in report(LIST, head + OF_LIST + sentence, "3\n2 3 1\n").text


@pytest.mark.parametrize(
    "sentence",
    [
        "Count the pairs with a_i != a_{i+1}.",
        "Rearrange it so that a_i != a_{i+1}.",
        "A list is nice: no two adjacent elements are equal.",
        "In a move, take an i with a_i != i.",
    ],
)
def test_a_task_is_not_the_input_where_no_section_describes_it(sentence):
    assert "where" not in report(LIST, OF_LIST + sentence, "3\n2 3 1\n").text


@pytest.mark.parametrize(
    "sentence",
    [
        "The matrix is not necessarily symmetric.",
        "The matrix is not symmetric.",
        "The elements on the diagonal are not zero.",
    ],
)
def test_what_is_denied_is_not_said(sentence):
    assert "where" not in report(TABLE, "## Input\n" + OF_TABLE + sentence, "2\n0 3\n3 0\n").text


@pytest.mark.parametrize(
    "sentence", ["Check whether each row is a permutation of 1 to n.", "A row is good if it is a permutation."]
)
def test_a_question_about_rows_is_not_their_kind(sentence):
    assert (
        "permutation"
        not in report(TABLE, OF_TABLE.replace("0 <=", "1 <=").replace("<= 9", "<= n") + sentence, "2\n1 2\n2 1\n").text
    )


@pytest.mark.parametrize(
    ("sentence", "samples", "expected"),
    [
        ("A string s (1 <= |s| <= 1000). Each character is L or R.", ("L\n", "R\n"), "s: word 1..1000 of"),
        (
            "A string s (1 <= |s| <= 100). It is nice with two letters followed by two digits.",
            ("ab12\n",),
            "s: word 1..100 of",
        ),
        ("The name of a file is given.", ("a.b\n", "c.d\n"), "s: word 1..200000 of"),
    ],
)
def test_a_form_of_a_part_does_not_shorten_the_string(sentence, samples, expected):
    assert report(WORD, "Input\n" + sentence, *samples).text.startswith(expected)


def test_a_form_that_samples_alone_show_is_still_assumed():
    assert report(WORD, "Input\nThe number plate of a car.", "AB-12\n", "CD-34\n").assumed == ("s",)


@pytest.mark.parametrize(
    ("program", "sentence", "sample", "expected"),
    [
        (WORD, "A string s of letters. There are at most 3 vowels in it.", "ab\n", "s: word 1..200000 of"),
        (
            PAIR,
            "Two integers n and m, the number of towns and the number of roads (1 <= n <= 50). There are at most 2 "
            "roads between any two towns.",
            "3 2\n",
            "n: int 1..50; m: int 1..1000000000\n",
        ),
        (
            LIST,
            "One n (1 <= n <= 50), the number of houses. Then n integers a_i (1 <= a_i <= 9). Each street has at most "
            "3 "
            "houses.",
            "3\n1 2 3\n",
            "n: int 1..50\n",
        ),
    ],
)
def test_a_number_of_something_else_bounds_nothing(program, sentence, sample, expected):
    assert report(program, "Input\n" + sentence, sample).text.startswith(expected)


def test_a_subset_that_is_asked_for_is_no_sum_of_the_input():
    said = (
        "Two integers n and k (1 <= n, k <= 9). Then n integers a_i (1 <= a_i <= 9). Find a subset of the "
        "a_i that sum to k."
    )
    program = "n, k = map(int, input().split())\na = list(map(int, input().split()))\n"
    assert "where" not in report(program, "Input\n" + said, "2 3\n1 2\n").text


def test_bars_that_nothing_closes_end_the_reading_of_a_sentence():
    assert report(LIST, "Input\n" + OF_LIST + "|" * 500 + " <= 5. " + "|a - " * 200, "2\n1 2\n").format is not None


def test_a_long_line_of_words_behind_an_output_is_read():
    """In a time that grows as it does: with its cube this would take days."""
    text = "yes no " * 20_000
    assert [sample.answer for sample in stated_samples(f"Sample Input\n1\nSample Output\n2\n\n{text}\n")] == [
        f"2\n\n{text.rstrip()}\n".encode()
    ]


def test_a_value_with_a_line_of_its_own_is_no_first_element_of_the_list_behind_it():
    said = (
        "The first line has n (2 <= n <= 50). The second line has r (1 <= r <= 9), the root's value. Then "
        "the parents of the others follow, p_i (1 <= p_i <= n), one a line. The last line has n integers c_i "
        "(0 <= c_i <= 5)."
    )
    program = (
        "n = int(input())\nr = int(input())\nfor _ in range(n - 1):\n    p = int(input())\n"
        "c = list(map(int, input().split()))\n"
    )
    found = report(program, "Input\n" + said, "3\n7\n1\n2\n0 1 2\n").text
    assert found.splitlines()[:2] == ["n: int 2..50", "r: int 1..9"]
