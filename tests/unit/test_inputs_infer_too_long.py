"""Statements and programs that are too long to be read whole: read in bounded time, and the rest is doubted."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from slowpath.inputs.infer import infer
from slowpath.inputs.infer.facts.bounds_found import Bounds
from slowpath.inputs.infer.facts.knowledge import Knowledge
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.statement.sentences.statement import LARGEST, MOST_SENTENCES, read_statement

INPUT = (
    "## Input\n\nThe first line has $n$ ($1 \\le n \\le 1000$). The second line has $n$ integers $a_i$"
    " ($1 \\le a_i \\le 10^9$).\n"
)
FORMAT = "n: int 1..1000\na: int[n] 1..1000000000\n"
PROGRAM = "n = int(input())\na = list(map(int, input().split()))\n"
STORY = "Alice walked to the market and bought some apples for her friends.\n\n"
READ = [
    STORY * (2 * MOST_SENTENCES) + INPUT,
    INPUT + " ".join(f"It holds $1 \\le b_{i} \\le {i}$ for all." for i in range(2 * MOST_SENTENCES)),
    INPUT + "\n## Notes\n\n" + STORY * (LARGEST // 20),
]


def read(statement: str, program: str = PROGRAM, late: bool = False) -> FormatReport:
    problem = Problem("p", "plain", Path(), statement)
    return infer(problem, Solution(Path("p.py"), "python", program.encode()), late=lambda: late)


@pytest.mark.parametrize("statement", READ)
def test_reads_the_input_section_of_an_endless_statement_and_doubts_the_rest(statement: str) -> None:
    assert len(read_statement(statement).sentences) <= MOST_SENTENCES
    report = read(statement)
    assert report.text == FORMAT
    assert any(doubt.kind == "unread" and doubt.line for doubt in report.doubts)


def test_says_that_a_program_is_too_long_to_be_followed() -> None:
    report = read(INPUT, PROGRAM + "n = n + 1\n" * 40_000)
    assert report.text == FORMAT
    assert [doubt.kind for doubt in report.doubts] == ["unread"]


def test_says_what_was_not_looked_at_for_want_of_time() -> None:
    report = read(INPUT, late=True)
    assert report.text == FORMAT
    assert len(report.doubts) == 2
    assert all("for want of time" in doubt.text for doubt in report.doubts)
    assert not read(INPUT).doubts


def test_numbers_that_all_bound_each_other_are_asked_for_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    names = "abcdefghij"
    asked = []
    bounds = Knowledge.bounds

    def counted(self: Knowledge, name: str, *more, **others) -> Bounds:
        asked.append(name)
        return bounds(self, name, *more, **others)

    monkeypatch.setattr(Knowledge, "bounds", counted)
    said = " ".join(f"${low} \\le {high}$." for low, high in combinations(names, 2))
    report = read(
        f"## Input\n\nOne line with ${'$, $'.join(names)}$. {said} $1 \\le a$, ${names[-1]} \\le 9$.",
        f"{', '.join(names)} = map(int, input().split())\n",
    )
    assert report.text.startswith("a: int 1..9; b: int a..9; ")
    assert len(asked) <= 4 * len(names) ** 3  # With five names already 35,000 where every chain is followed.
