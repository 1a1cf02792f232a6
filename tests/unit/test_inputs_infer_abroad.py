"""Statements in Russian, Chinese, Korean and Japanese: what bounds, counts and orders is read in their own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.statement.languages.translating import in_english

LIST = "n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"
ROWS = "n = int(input())\nfor i in range(n):\n    x, y = map(int, input().split())\n    print(x * y)\n"
CASES = "t = int(input())\nfor _ in range(t):\n    n = int(input())\n"
CASES += "    a = list(map(int, input().split()))\n    print(a)\n"


def text_of(statement: str, program: str, sample: str) -> str:
    problem = Problem("case", "plain", Path("."), statement, samples=(Sample("1", sample.encode()),))
    return infer(problem, Solution(Path("case.py"), "python", program.encode())).text


@pytest.mark.parametrize(
    ("said", "low"),
    [
        (
            "Входные данные\n\nВ первой строке дано число n, не превосходящее 500. Во второй строке даны n целых "
            "чисел, "
            "все числа по модулю не превышают 10^6.",
            -(10**6),
        ),
        (
            "## 输入格式\n\n第一行一个正整数 $n$，不超过 $500$。\n\n第二行有 $n$ 个整数 $a_1, a_2, \\dots, a_n$，"
            "$a_i$ 的绝对值不超过 $10^6$。",
            -(10**6),
        ),
        (
            "## 입력\n\n첫째 줄에 수의 개수 n이 주어진다. n은 500 이하의 자연수이다. 둘째 줄에는 n개의 정수 $a_i$가 "
            "주어진다. "
            "($-10^6 \\le a_i \\le 10^6$)",
            -(10**6),
        ),
        (
            "## 입력\n\n첫째 줄에 n(1 ≤ n ≤ 500)이 주어진다. 둘째 줄에는 n개의 정수가 주어진다. "
            "모든 정수는 0 이상 1,000,000 이하이다.",
            0,
        ),
    ],
)
def test_words_of_other_languages_bound_a_list(said: str, low: int) -> None:
    text = text_of(said, LIST, "3\n5 1 2\n")
    first, second = text.splitlines()
    assert first == "n: int 1..500"
    assert second.partition(": ")[2] == f"int[n] {low}..1000000"


def test_a_bound_over_another_variable_leaves_the_other_side_to_what_is_said_of_all() -> None:
    text = text_of(
        "Входные данные\n\nВ первой строке количество отрезков n (1 ≤ n ≤ 90). Далее в n строках "
        "заданы пары целых чисел x и y. Все числа по модулю не превышают 10^7, x ≤ y.",
        ROWS,
        "1\n2 3\n",
    )
    assert text == "n: int 1..90\nrows[n] intervals: x: int -10000000..10000000; y: int x..10000000\n"


@pytest.mark.parametrize(
    "said",
    [
        "对于所有测试点，$n$ 的总和不超过 $3000$。",
        "모든 테스트에서 n의 합은 3000 이하이다.",
        "Сумма n по всем тестам не превосходит 3000.",
    ],
)
def test_a_sum_is_no_bound_of_a_single_value(said: str) -> None:
    text = text_of(
        f"## Input\n\nThe first line has t (1 <= t <= 9). Each test case has n (1 <= n <= 1000) and n "
        f"integers a_i (1 <= a_i <= 50). {said}",
        CASES,
        "1\n2\n3 4\n",
    )
    assert "n: int 1..1000\n" in text and "where sum n <= 3000\n" in text and "int[n] 1..50\n" in text


def test_text_without_foreign_letters_stays_as_it_is() -> None:
    said = "Each of the n lines (1 <= n) has a_i, and |s| is at most 5 -- no more."
    assert in_english(said) == said
