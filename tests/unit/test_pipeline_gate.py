"""The fidelity gate: only a checker that compiles, changes nothing and fires on the slow input alone is faithful."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline, settings
from slowpath.model.constraint import AFTER, BEFORE, BODY, COUNT, Condition, Constraint, ConstraintOrigin, Count, Place
from slowpath.model.problem import Solution

PROGRAM = b"""n = int(input())
total = 0
for i in range(n):
    total += i
print(total)
"""
SLOW, FAST = b"1000\n", b"10\n"
OTHERS = (b"3\n", b"77\n")
READ = Place(AFTER, 1)


def constraint(name: str, condition: Condition | None) -> Constraint:
    return Constraint(name, 3, f"{name} holds", condition, ConstraintOrigin("rule", "test"))


def at_least(bound: float) -> Condition:
    return Condition("n", READ, factor=bound)


@pytest.fixture
def judged(tmp_path, build_cache):
    def judge(
        *constraints: Constraint,
        program: bytes = PROGRAM,
        slow: bytes | None = SLOW,
        fast: bytes | None = FAST,
        **options,
    ):
        chosen = settings.load({"cache_dir": build_cache, "state_dir": tmp_path / "state"})
        solution = Solution(Path(tmp_path / "solution.py"), "python", program)
        return pipeline.judge_checkers(solution, constraints, slow, fast, OTHERS, chosen, **options)

    return judge


def test_a_checker_that_fires_on_the_slow_input_alone_is_faithful(judged):
    (verdict,) = judged(constraint("c0", at_least(500)))
    assert verdict.is_faithful and verdict.compared == 4 and verdict.reason == ""


def test_a_count_is_compared_after_its_loop(judged):
    counted = Condition(COUNT, Place(AFTER, 3), right="n", factor=1.0, count=Count(Place(BODY, 3), "i >= 100"))
    rare = replace(counted, factor=0.5)
    verdicts = judged(constraint("c1", rare), constraint("c2", counted))
    assert [verdict.is_faithful for verdict in verdicts] == [True, False]
    assert "neither" in verdicts[1].reason


@pytest.mark.parametrize(("bound", "reason"), [(5, "both"), (5000, "neither")])
def test_one_that_doesnt_tell_the_pair_apart_is_refused(judged, bound, reason):
    (verdict,) = judged(constraint("c3", at_least(bound)))
    assert verdict.compiles and verdict.outputs_equal and not verdict.is_faithful
    assert reason in verdict.reason
    assert f"was 1000 on the slow input and 10 on the fast one, and it fires from {bound} on" in verdict.reason


def test_one_bad_checker_costs_the_others_nothing(judged):
    changing = Condition("globals().__setitem__('total', 5) or 1", Place(BEFORE, 5))
    verdicts = judged(constraint("c4", at_least(500)), constraint("c5", changing), constraint("c6", at_least(600)))
    assert [verdict.is_faithful for verdict in verdicts] == [True, False, True]
    assert verdicts[1].outputs_equal is False and "prints something else" in verdicts[1].reason


def test_what_is_no_code_is_refused_with_its_reason(judged):
    verdicts = judged(
        constraint("c7", at_least(500)), constraint("c8", Condition("n >= >= 3", READ)), constraint("c9", None)
    )
    assert [verdict.compiles for verdict in verdicts] == [True, False, False]
    assert all(verdict.reason for verdict in verdicts[1:])


def test_without_a_pair_nothing_is_faithful(judged):
    (verdict,) = judged(constraint("ca", at_least(500)), slow=None, fast=None)
    assert verdict.compiles and verdict.outputs_equal and not verdict.is_faithful
    assert "no pair" in verdict.reason


def test_outputs_of_a_random_program_cant_be_compared(judged):
    program = b"import random\nn = int(input())\nprint(random.random())\n"
    (verdict,) = judged(constraint("cb", Condition("n", Place(AFTER, 2), factor=500)), program=program)
    assert not verdict.outputs_equal and not verdict.is_faithful
    assert "each time" in verdict.reason


def test_being_stopped_is_a_verdict(judged):
    (verdict,) = judged(constraint("cc", at_least(500)), stop=lambda: True)
    assert not verdict.is_faithful and "stopped" in verdict.reason
