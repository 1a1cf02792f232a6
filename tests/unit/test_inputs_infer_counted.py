"""Statements that bound what is counted rather than its number, numbers of hundreds of digits, and wrapped lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.text_form.lexer import FormatSyntaxError
from slowpath.inputs.text_form.text import from_text
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.statement.sentences.statement import read_statement

LIST = "n = int(input())\na = list(map(int, input().split()))\n"
LINES = "n = int(input())\na = [int(input()) for _ in range(n)]\n"
PAIRS = "n, m = map(int, input().split())\ne = [tuple(map(int, input().split())) for _ in range(m)]\n"
TO_END = "import sys\na = [int(x) for x in sys.stdin]\n"
WORD = "s = input()\n"
TWO = "a, b = map(int, input().split())\n"


def report(statement: str, program: str, sample: str) -> FormatReport:
    problem = Problem(
        "case",
        "plain",
        Path("."),
        f"## Input\n\n{statement}\n",
        samples=(Sample("1", sample.encode()),) if sample else (),
    )
    return infer(problem, Solution(Path("case.py"), "python", program.encode()))


@pytest.mark.parametrize(
    ("statement", "program", "sample", "said"),
    [
        (
            "The first line has the number of instructions n. There are at most 100 instructions. Each of the next n "
            "lines "
            "contains an integer from 1 to 9.",
            LINES,
            "2\n3\n1\n",
            "n: int 1..100",
        ),
        (
            "The first line contains n, the number of houses. There will be no more than 500 houses. Then n integers "
            "follow "
            "on a line, each at most 1000.",
            LIST,
            "2\n3 1\n",
            "n: int 1..500",
        ),
        (
            "The first line has two integers n and m, the number of towns and roads. There are between 2 and 50 towns "
            "and "
            "at most 200 roads. Each of the next m lines has two integers.",
            PAIRS,
            "3 2\n1 2\n2 3\n",
            "n: int 2..50; m: int 1..200",
        ),
        (
            "Lines with one integer each, between 1 and 9. There are at most 100 numbers.",
            TO_END,
            "3\n2\n",
            "a_count: count 1..100 until end",
        ),
        (
            "A single line with the program. There are at most 100 instructions. Each instruction is one of `L`, `R` "
            "and "
            "`F`.",
            WORD,
            "LRF\n",
            's: word 1..100 of "FLR"',
        ),
        (
            "A line with two integers $a$ and $b$, each between 1 and $10^{4290}$.",
            TWO,
            "1 2\n",
            'a: word 1..4290 of "0-9" number; b: word 1..4290 of "0-9" number',
        ),
    ],
)
def test_reads_what_bounds_the_first_line(statement: str, program: str, sample: str, said: str) -> None:
    assert report(statement, program, sample).text.splitlines()[0] == said


@pytest.mark.parametrize(
    "counted",
    [
        "There are at most 15 stars.",
        "There are at most 15 stars, each in a hurry.",
        "There are at most 15 stars. Each star is alone.",
        "There are at most 3 words.",
    ],
)
def test_a_bound_on_some_characters_is_no_length(counted: str) -> None:
    text = report(f"A single line with a string of `.` and `*`. {counted}", WORD, "..*.*\n").text
    assert text == 's: word 1..200000 of "*."\n'


@pytest.mark.parametrize("bound", ["$0 \\le a_i \\le 10^{500}$", "each between 1 and $10^{500}$"])
def test_numbers_of_a_list_may_have_hundreds_of_digits(bound: str) -> None:
    text = report(
        f"The first line has n (1 <= n <= 50). The second n integers $a_1, \\dots, a_n$ ({bound}).", LIST, "2\n1 2\n"
    ).text
    assert text == 'n: int 1..50\na: word[n] 1..500 of "0-9" number\n'


def test_says_of_a_power_that_is_too_large_what_to_write() -> None:
    with pytest.raises(FormatSyntaxError, match="is a word") as raised:
        from_text("n: int 1..9\na: int[n] 1..10^5000\n")
    assert (raised.value.line, raised.value.column) == (2, 14)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Each line has a length of at most\n80. Each word has at least\n3. letters", 3),
        ("There is one number, at most\n1. It is whole.", 2),
        ("Steps:\n1. do\n2. that\n3. again", 4),
        ("Some words\n1. first\n2. second", 3),
        ("Rules.\n\n7. the seventh\n8. the eighth", 3),
    ],
)
def test_a_wrapped_line_that_begins_with_a_number_is_no_item(text: str, sentences: int) -> None:
    assert len(read_statement(f"## Input\n\n{text}\n").sentences) == sentences
