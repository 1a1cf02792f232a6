"""Sentences that come near a rule of reading without meaning it: what they seem to say is no part of the format."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.statement.languages.translating import in_english

LIST = "n, k = map(int, input().split())\na = list(map(int, input().split()))\n"
WORD = "n, k = map(int, input().split())\ns = input()\n"
CASES = "t = int(input())\nfor _ in range(t):\n    n = int(input())\n    a = list(map(int, input().split()))\n"
FIRST = "## Input\n\nThe first line has $n$ and $k$ ($1 \\le n, k \\le 80$). "
NUMBERS = "The second line has $n$ integers $a_i$ ($1 \\le a_i \\le 99$). "


def report(source: str, statement: str) -> FormatReport:
    problem = Problem("case", "plain", Path("."), statement)
    return infer(problem, Solution(Path("case.py"), "python", source.encode()))


@pytest.mark.parametrize(
    "said",
    [
        "$|a_i - a_{i+1}| \\le 2^k$",
        "$a_{i+1} \\le a_i / 3$",
        "not all $a_i = a_{i+1}$",
        "$a_i = a_{i+1}$ never holds",
        "no two adjacent elements differ by at most 1",
        "adjacent elements differ by at most 2 in at least half of the places",
        "all numbers but one appear exactly twice",
        "each number except one occurs exactly three times",
        "each value occurs at most twice in each window",
        "each number that appears exactly twice is even",
        "no one of them is 5",
    ],
)
def test_what_holds_of_some_elements_alone_is_no_relation(said: str) -> None:
    made = report(LIST, f"{FIRST}{NUMBERS}It is guaranteed that {said}.")
    assert made.text == "n: int 1..80; k: int 1..80\na: int[n] 1..99\n"


@pytest.mark.parametrize("said", ["$a_i \\oplus a_j \\le k$", "$a_i$ xor $a_{i+1} \\le k$", "a_i ⊕ a_j ≤ k"])
def test_what_two_elements_make_together_bounds_neither(said: str) -> None:
    made = report(LIST, f"{FIRST}The second line has $n$ integers $a_i$. It is guaranteed that {said}.")
    assert made.text.endswith("\na: int[n] 0..1000000000\n")


@pytest.mark.parametrize(
    ("said", "relation"),
    [
        ("$|a_i - a_{i+1}| \\le k$", "where next a <= a+k\nwhere next a >= a-k\n"),
        ("$a_{i+1} \\le a_i + 2^3$ for all $i < n$", "where next a <= a+2^3\n"),
        ("each value occurs at most twice", "where times a <= 2\n"),
        ("one of them is 5", "where some a == 5\n"),
    ],
)
def test_what_holds_of_all_is_one(said: str, relation: str) -> None:
    made = report(LIST, f"{FIRST}{NUMBERS}It is guaranteed that {said}.")
    assert made.text.partition("1..99\n")[2] == relation


def test_a_long_product_is_read_in_no_exponential_time() -> None:
    text = "The hash is " + "*".join(map(str, range(1, 200))) + " of all."
    assert "next" not in report(LIST, f"{FIRST}{NUMBERS}{text}").text


@pytest.mark.parametrize(
    "said",
    [
        "In the sample there are 3 test cases.",
        "In the first example there are 2 data sets.",
        "There are 4 tests in which n is 1.",
    ],
)
def test_the_cases_of_a_sample_bound_none(said: str) -> None:
    made = report(
        CASES,
        "## Input\n\nThe first line has the number of test cases $t$. Each test case has two lines: "
        f"$n$ ($1 \\le n \\le 70$) and $n$ integers $a_i$ ($1 \\le a_i \\le 99$). {said}",
    )
    assert made.text.startswith("t: int 1..1000\n")


@pytest.mark.parametrize(
    "said",
    [
        "Its prefixes of length at most 3 are good.",
        "Every substring of length at least 3 has two equal letters.",
        "Its prefixes of length 1 to 3 are good.",
    ],
)
def test_a_part_of_a_string_bounds_not_its_length(said: str) -> None:
    made = report(WORD, f"{FIRST}The second line has a string $s$. {said}")
    assert "s: word 1..200000 of" in made.text


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("В деревне n домов", "n"),
        ("пары ребят a и b", "a b"),
        ("дорогой подарок a", "a"),
        ("дано дерево из n вершин", "tree n"),
        ("граф без рёбер и дорог", "edges edges"),
        ("наибольшее k", "k"),
        ("число n не больше 5", "integers n <= 5"),
        ("k больше 5", "k > 5"),
        ("所有数据的答案不超过 50", "answer <= 50"),
        ("所有数据均不超过 50", "all numbers <= 50"),
        ("所有整数不超过 50", "all numbers <= 50"),
        ("모든 입력에 대해 답은 50 이하이다", "answer <= 50"),
        ("모든 수는 50 이하이다", "all numbers <= 50"),
    ],
)
def test_words_that_begin_alike_abroad_are_told_apart(said: str, words: str) -> None:
    assert in_english(said) == words
