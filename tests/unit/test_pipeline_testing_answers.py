"""The answers of tests: what right programs say, all of them, and when nobody can say what is right."""

from __future__ import annotations

from dataclasses import replace

from told_apart import RIGHT, Program, spec

from slowpath.faults.comparing import Comparison
from slowpath.model.answers import ASSUMED
from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.origin import Origin
from slowpath.model.ports import AnswerVerdict
from slowpath.model.testset import Group, LeftOut, ProposedTest
from slowpath.pipeline.testing.judging import TOGETHER, Answered, JudgeLimits, RightPrograms
from slowpath.settings import Settings
from slowpath.toolchain.answers import open_answer_checker


def test_a_slow_right_program_is_asked_of_few_large_inputs_and_of_all_tests():
    class Slower(Program):
        def confirm(self, data: bytes, limits: RunLimits, **how: bool) -> Confirmation:
            return replace(super().confirm(data, limits, **how), cpu_s=0.5)

    quick, alike, slow = Program(RIGHT), Program(RIGHT), Slower(RIGHT)
    right = RightPrograms(
        [("quick", quick), ("alike", alike), ("slow", slow)],
        Comparison(spec(b"right").breaking, open_answer_checker(None, Settings(), ASSUMED)),
        JudgeLimits(1.0),
    )
    large = [
        ProposedTest(Group.RANDOM, "large", "", Origin("random", "r"), b"1 " + b"0 " * 3000 + b"%d" % number)
        for number in range(9)
    ]
    small = replace(large[0], data=b"1 7")
    answered = list(right.answered([*large, small]))
    assert [each.answer for each in answered if isinstance(each, Answered)] == [b"%d\n" % n for n in (*range(9), 7)]
    assert len(alike.ran) == 10
    assert slow.ran == [small.data, large[0].data]
    right.confirmed(answered[5])
    assert slow.ran[-1] == large[5].data


def test_a_slow_right_program_is_asked_of_few_small_inputs_and_of_all_tests():
    class Timed(Program):
        wall_ns = 1_000_000

        def run_many(self, requests, *, quick=False):
            for ran in super().run_many(requests, quick=quick):
                yield replace(ran, wall_ns=self.wall_ns)

    class Slower(Timed):
        wall_ns = 100_000_000

    quick, alike, slow = Timed(RIGHT), Timed(RIGHT), Slower(RIGHT)
    right = RightPrograms(
        [("quick", quick), ("alike", alike), ("slow", slow)],
        Comparison(spec(b"right").breaking, open_answer_checker(None, Settings(), ASSUMED)),
        JudgeLimits(1.0),
    )
    small = [
        ProposedTest(Group.RANDOM, "small", "", Origin("random", "r"), b"1\n%d\n" % number) for number in range(1000)
    ]
    answered = list(right.answered(small))
    assert all(isinstance(each, Answered) for each in answered) and len(answered) == len(small)
    assert len(alike.ran) == 1000 and TOGETHER <= len(slow.ran) < 100
    right.confirmed(answered[500])
    assert slow.ran[-1] == small[500].data


def test_an_answer_that_depends_on_the_build_is_no_answer():
    class Unsteady(Program):
        def confirm(self, data: bytes, limits: RunLimits, **how: bool) -> Confirmation:
            return replace(super().confirm(data, limits, **how), output=b"%d\n" % len(self.ran) * 3)

    comparison = Comparison(spec(b"right").breaking, open_answer_checker(None, Settings(), ASSUMED))
    right = RightPrograms([("odd", Unsteady(RIGHT))], comparison, JudgeLimits(1.0))
    (answered,) = right.answered([ProposedTest(Group.RANDOM, "some", "", Origin("random", "r"), b"1 7")])
    assert isinstance(answered, Answered)
    left = right.confirmed(answered)
    assert isinstance(left, LeftOut) and "built otherwise" in left.reason


def test_an_answer_that_the_checker_refuses_is_no_answer():
    class NoSevens:
        name = "no sevens"

        def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
            return AnswerVerdict(output != b"7\n", "a seven")

    right = RightPrograms(
        [("right", Program(RIGHT))], Comparison(spec(b"right").breaking, NoSevens()), JudgeLimits(1.0)
    )
    inputs = [ProposedTest(Group.RANDOM, "some", "", Origin("random", "r"), b"1 %d" % number) for number in (6, 7)]
    six, seven = (right.confirmed(each) for each in right.answered(inputs) if isinstance(each, Answered))
    assert six == (b"6\n", 0.01) and isinstance(seven, LeftOut) and "the checker refuses" in seven.reason
