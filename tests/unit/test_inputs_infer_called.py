"""What sentences say of a list without its name: by what its elements are called, or of the only list there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution

LIST = "n = int(input())\na = list(map(int, input().split()))\n"
LISTS = "n = int(input())\na = list(map(int, input().split()))\nb = list(map(int, input().split()))\n"
ONE = "The first line has n (2 <= n <= 50). The second line has n {}. "
TWO = (
    "The first line has n (2 <= n <= 50). The second line has n weights a_1, ..., a_n (1 <= a_i <= 9). "
    "The third line has n prices b_1, ..., b_n (1 <= b_i <= 9). "
)


def lines_of(program: str, statement: str, sample: str) -> list[str]:
    problem = Problem("p", "plain", Path("/p"), statement, None, (Sample("1", sample.encode(), b""),))
    return infer(problem, Solution(Path("a.py"), "python", program.encode())).text.splitlines()


@pytest.mark.parametrize(
    ("story", "told", "traits"),
    [
        (
            "",
            "weights a_1 a_2 ... a_n (1 <= a_i <= 9). The weights are given in non-increasing order",
            "reverse-sorted",
        ),
        ("", "heights a_1, ..., a_n (1 <= a_i <= 9). It is guaranteed that the heights are distinct", "distinct"),
        ("", "integers between 1 and 9. They are given in non-increasing order", "reverse-sorted"),
        (
            "",
            "integers a_1, ..., a_n (1 <= a_i <= 9), where a_i is the age of child i. "
            "The ages of the children are distinct",
            "distinct",
        ),
        (
            "The weight of parcel i is a_i grams.\n",
            "integers between 1 and 9. The weights are in non-increasing order",
            "reverse-sorted",
        ),
        (
            "",
            "integers h (1 <= h <= 9), which are the shelf numbers of the books. "
            "The shelf numbers are given in strictly decreasing order",
            "distinct reverse-sorted",
        ),
        ("", "integers a (1 <= a <= 9), the times of the calls. No two calls come in the same minute", "distinct"),
    ],
)
def test_a_list_is_meant_by_what_its_elements_are_called(story: str, told: str, traits: str) -> None:
    found = lines_of(LIST, f"{story}## Input\n{ONE.format(told)}", "3\n3 2 1\n")
    assert found[1].partition(": ")[2] == f"int[n] 1..9 {traits}"


def test_of_several_lists_the_one_that_is_called_so_is_meant() -> None:
    found = lines_of(LISTS, f"## Input\n{TWO}The prices are given in non-decreasing order.", "3\n3 1 2\n1 2 3\n")
    assert found[1:] == ["a: int[n] 1..9", "b: int[n] 1..9 sorted"]


@pytest.mark.parametrize(
    "said",
    [
        "The numbers are given in non-decreasing order.",
        "They are given in non-decreasing order.",
        "The widths are given in non-decreasing order.",
        "The weights are not necessarily in non-decreasing order.",
    ],
)
def test_words_that_fit_no_list_or_several_say_nothing(said: str) -> None:
    found = lines_of(LISTS, f"## Input\n{TWO}{said}", "3\n1 2 3\n1 2 3\n")
    assert found[1:] == ["a: int[n] 1..9", "b: int[n] 1..9"]


@pytest.mark.parametrize(
    "said",
    [
        "Alice and Bob each have one card. They are distinct.",
        "At least two of the numbers are distinct.",
        "The game ends when the numbers are in non-decreasing order.",
        "You win as soon as all the numbers are distinct.",
        "Bob suspects that the numbers are distinct.",
        "The numbers must be in increasing order when you are done.",
        "In one move you take a subset whose elements are distinct.",
    ],
)
def test_what_is_said_of_some_or_of_later_is_not_said_of_the_list(said: str) -> None:
    told = "integers a_1, ..., a_n (1 <= a_i <= 9)"
    assert lines_of(LIST, f"## Input\n{ONE.format(told)}{said}", "3\n1 2 3\n")[1] == "a: int[n] 1..9"
    assert lines_of(LIST, f"{said}\n## Input\n{ONE.format(told)}", "3\n1 2 3\n")[1] == "a: int[n] 1..9"


@pytest.mark.parametrize("what", ["The sum", "The difference of any two of them", "Each intermediate value"])
def test_an_absolute_value_of_what_is_reckoned_bounds_no_value(what: str) -> None:
    found = lines_of(LIST, f"## Input\n{ONE.format('integers')}{what} is at most 7 in absolute value.", "3\n1 2 3\n")
    assert "7" not in found[1]


def test_an_absolute_value_makes_no_positive_numbers_negative() -> None:
    told = "positive integers, no larger than 1000 in absolute value"
    assert lines_of(LIST, f"## Input\n{ONE.format(told)}", "3\n1 2 3\n")[1] == "a: int[n] 1..1000"


def test_what_is_asked_of_the_heights_is_not_given() -> None:
    told = "heights a_1, ..., a_n (1 <= a_i <= 9). Print the heights sorted in ascending order"
    assert lines_of(LIST, f"## Input\n{ONE.format(told)}", "3\n1 2 3\n")[1] == "a: int[n] 1..9"


@pytest.mark.parametrize(
    "said",
    [
        ", each with absolute value at most 1000",
        ". The absolute value of each integer does not exceed 1000",
        ", no larger than 1000 in absolute value",
        ". All numbers are at most 1000 in absolute value",
    ],
)
def test_an_absolute_value_bounds_all_values_on_both_sides(said: str) -> None:
    assert lines_of(LIST, f"## Input\n{ONE.format('integers' + said)}", "3\n1 2 3\n") == [
        "n: int 2..50",
        "a: int[n] -1000..1000",
    ]


def test_all_values_do_not_make_a_size_negative() -> None:
    found = lines_of(
        LIST,
        "## Input\nThe first line has n. The second line has n integers. "
        "All numbers are at most 1000 in absolute value.",
        "3\n1 2 3\n",
    )
    assert found == ["n: int 1..1000", "a: int[n] -1000..1000"]


def test_digits_behind_the_point_are_no_length_of_what_an_absolute_value_bounds() -> None:
    program = "n = int(input())\nfor _ in range(n):\n    x, y = map(float, input().split())\n"
    found = lines_of(
        program,
        "## Input\nThe first line has n (2 <= n <= 50). The next n lines have two real numbers "
        "each, the x and y coordinates of a probe, with at most two digits after the decimal "
        "point and absolute value at most 100.",
        "2\n0.5 1\n2 3\n",
    )
    assert found[1] == "rows[n]: x: float -100.0..100.0 decimals 0..2; y: float -100.0..100.0 decimals 0..2"
