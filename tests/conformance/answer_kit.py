"""What every checker of answers does. All judge one problem: print a pair of numbers whose sum is the input."""

from __future__ import annotations

import pytest

from slowpath.model.ports import AnswerChecker

INPUT, ANSWER = b"5\n", b"2 3\n"


class AnswerKit:
    """A subclass gives the fixture `checker`."""

    @pytest.fixture
    def checker(self) -> AnswerChecker:
        raise NotImplementedError

    def test_has_a_name(self, checker):
        assert checker.name

    @pytest.mark.parametrize("output", [ANSWER, b"2 3", b" 2\n3 \n"])
    def test_accepts_the_answer_itself_whatever_its_blanks(self, checker, output):
        verdict = checker.check(INPUT, output, ANSWER)
        assert verdict.right is True, verdict

    @pytest.mark.parametrize("output", [b"2 4\n", b"", b"2\n", b"x y\n", b"2 3 0\n", b"\xff\0"])
    def test_refuses_what_is_wrong_and_says_why(self, checker, output):
        verdict = checker.check(INPUT, output, ANSWER)
        assert verdict.right is False and verdict.reason

    def test_judging_twice_gives_the_same(self, checker):
        assert checker.check(INPUT, b"9 9", ANSWER) == checker.check(INPUT, b"9 9", ANSWER)
