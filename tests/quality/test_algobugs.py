"""The checkers and guarantees that were written by hand for AlgoBugs, built and run as the faults bench does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath import settings as settings_module
from slowpath.model.validation import ValidatorSource
from slowpath.pipeline import open_validators
from slowpath.problems.answers import checker_from
from slowpath.toolchain.answers import open_answer_checker

pytestmark = pytest.mark.quality

FOLDER = Path(__file__).parent / "algobugs"
CHECKED = {
    "2122C": ("1|4|0 0|0 0|5 5|5 5", "1 3|2 4", ("4 1|3 2",), ("1 2|3 4", "1 3|1 4", "1 3", "1 3|2 4|1", "1 3|2 5")),
    "2146D1": ("1|0 2", "6|0 2 1", ("6|2 0 1", "6 1 2 0"), ("5|2 1 0", "6|2 1 0", "6|0 2 2", "6|0 2", "6|0 2 1 0")),
    "2157C": ("1|3 1 2|1 1 2|2 2 3", "1 2 0", ("1 9 0",), ("2 2 0", "1 1 0", "1 2 2", "1 2", "1 1000000001 0")),
    "2158D": ("1|4|0010|1110", "1|1 2", ("3|1 2|1 2|1 2",), ("-1", "0", "1|2 3", "1|2 2", "9" + "|1 2" * 9)),
    "2187B": ("1|3 6", "3 8", ("3 4",), ("3 6", "2 8", "3", "3 8 0", "3 -8", "x 8")),
    "2194D": ("1|2 2|1 0|0 1", "1|DRRD", ("1|RDDR",), ("0|RDRD", "1|RDRD", "1|DRR", "1|DRRDD", "1|drrd", "2|DRRD")),
}
"""An input, an answer, other outputs that are right, and outputs that are wrong."""
GUARANTEED = {
    "2157C": ("2|3 1 2|1 1 2|2 2 3|2 2 1|2 1 2", ("1|3 2 2|1 1 2|2 2 3", "1|3 1 2|1 1 2|2 1 3", "1|2 2 1|2 1 1")),
    "2217D": ("2|3 2|0 1 0|1 3|1 1|1|1", ("1|3 2|0 1 0|1 2", "1|3 3|1 1 0|1 2 3")),
}
"""An input that keeps what is guaranteed, and inputs that don't."""


def lines(text: str) -> bytes:
    return text.replace("|", "\n").encode() + b"\n"


def test_every_program_that_judges_is_tried_here():
    for kind, tried in (("checker", CHECKED), ("guarantee", GUARANTEED)):
        assert {path.name.split(".")[0] for path in FOLDER.glob(f"*.{kind}.cpp")} == set(tried)


@pytest.mark.parametrize("problem", CHECKED)
def test_a_checker_takes_every_right_output_and_no_other(problem):
    given, answer, right, wrong = CHECKED[problem]
    checker = open_answer_checker(checker_from(FOLDER / f"{problem}.checker.cpp"), settings_module.load())

    def said(output: str) -> bool | None:
        return checker.check(lines(given), lines(output), lines(answer)).right

    assert {output: said(output) for output in (answer, *right)} == dict.fromkeys((answer, *right), True)
    assert {output: said(output) for output in wrong} == dict.fromkeys(wrong, False)


@pytest.mark.parametrize("problem", GUARANTEED)
def test_a_guarantee_refuses_what_breaks_it(problem):
    kept, broken = GUARANTEED[problem]
    source = ValidatorSource("program", FOLDER / f"{problem}.guarantee.cpp", FOLDER)
    (judge,) = open_validators([source], settings_module.load())
    assert judge.validate(lines(kept)).valid is True
    assert {text: judge.validate(lines(text)).valid for text in broken} == dict.fromkeys(broken, False)
