"""Consensus of correct solutions: who agrees with whom, and what is said of an input on which they don't."""

from __future__ import annotations

import pytest

from slowpath.model.execution import Execution
from slowpath.model.ports import AnswerVerdict
from slowpath.model.verdict import Verdict
from slowpath.toolchain.validators.consensus import ConsensusValidator

OK, CRASH = Verdict.OK, Verdict.RUNTIME_ERROR


class Fixed:
    """An executor whose every run ends in the same way."""

    def __init__(self, output: bytes, verdict: Verdict = OK, cut: bool = False) -> None:
        self.ending = Execution(verdict, 1, 1, 1, 1, cut=cut, output=output)

    def run(self, data, limits, *, keep_output=False, keep_counters=True):
        assert keep_output and not keep_counters
        return self.ending


def verdict(*endings: tuple, **more):
    return ConsensusValidator([Fixed(*ending) for ending in endings], **more).validate(b"1\n")


@pytest.mark.parametrize(
    ("endings", "valid", "says"),
    [
        ([(b"1 2\n",), (b"1  2",), (b"1\n2\n",)], True, ""),
        ([(b"1",)] * 19 + [(b"2",)], True, ""),
        ([(b"1",)] * 18 + [(b"2",)] * 2, False, "only 18 of 20"),
        ([(b"1",), (b"2",)], False, "only 1 of 2"),
        ([(b"1",), (b"", CRASH)], False, "only 1 of 2 correct solutions agree on it (1 RE)"),
        ([(b"", CRASH), (b"", CRASH)], False, "only 0 of 2"),
        ([(b"1",), (b"1",), (b"", Verdict.TIME_LIMIT, True)], True, ""),
        ([(b"1",), (b"", Verdict.TIME_LIMIT, True)], None, "1 of 2 solutions were cut"),
    ],
)
def test_solutions_agree_by_tokens_and_a_run_that_is_cut_says_nothing(endings, valid, says):
    found = verdict(*endings)
    assert found.valid is valid and says in found.reason


class Odd:
    """A checker for which any odd number is right, and a word no number at all."""

    name = "odd"

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
        if not output.isdigit():
            return AnswerVerdict(None, "it crashed")
        return AnswerVerdict(int(output) % 2 == 1)


def test_where_many_answers_are_right_the_problems_own_checker_decides():
    assert verdict((b"1",), (b"3",), (b"5",), checker=Odd()).valid is True
    assert verdict((b"1",), (b"3",), (b"4",), checker=Odd()).valid is False


def test_a_checker_that_fails_leaves_it_open():
    found = verdict((b"1",), (b"x",), checker=Odd())
    assert found.valid is None and "odd can't say whether they agree: it crashed" in found.reason


def test_decimals_agree_within_a_tolerance():
    assert verdict((b"0.5000001\n",), (b"0.5\n",)).valid is True
    assert verdict((b"0.51\n",), (b"0.5\n",)).valid is False


def test_one_solution_is_no_consensus():
    with pytest.raises(ValueError, match="2 solutions"):
        verdict((b"1",))
