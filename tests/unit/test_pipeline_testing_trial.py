"""Opponents of a test set are run on inputs that have answers, as long as there is time."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest
from told_apart import RIGHT, Program, solution, spec

from slowpath.faults.comparing import Comparison
from slowpath.model.execution import RunLimits
from slowpath.model.origin import Origin
from slowpath.model.testset import Against, Group, Opponent, ProposedTest
from slowpath.pipeline.testing.judging import Answered, JudgeLimits, Trial


def test_a_batch_of_runs_ends_with_the_time():
    wanted = spec(b"right")
    tests = [
        Answered(
            ProposedTest(Group.TINY, "tiny", "", Origin("random", "r"), f"1\n{n}\n".encode()),
            f"{n}\n".encode(),
            Program(RIGHT).run(f"1\n{n}\n".encode(), RunLimits(1.0, 9.0)),
        )
        for n in range(5)
    ]
    trial = Trial(Comparison(wanted.breaking, None), JudgeLimits(1.0))
    opponent = Opponent("right too", Against.WRONG, solution(b"right too"))
    looked = count()
    outcome = trial.outcome(opponent, Program(RIGHT), tests, lambda: next(looked) >= 1)
    assert outcome.tried == tuple(test.proposed.id for test in tests[:2])


@pytest.mark.parametrize(("of", "reached"), [("right.py", True), ("another.py", None)])
def test_where_nothing_is_counted_the_program_that_was_changed_says_which_lines_ran(of, reached):
    data, right = b"1\n4\n", Program(RIGHT)
    tests = [
        Answered(
            ProposedTest(Group.TINY, "t", "", Origin("random", "r"), data), b"4\n", right.run(data, RunLimits(1, 9))
        )
    ]
    uncounted = Program(RIGHT)
    uncounted.counters = 0
    mutant = Opponent("m", Against.MUTANT, solution(b"right too"), "comparison", of, 1)
    trial = Trial(Comparison(spec(b"right").breaking, None), JudgeLimits(1.0), ("right.py", right))
    assert trial.outcome(mutant, uncounted, tests, lambda: False).reached is reached
    assert trial.outcome(replace(mutant, line=2), Program(RIGHT), tests, lambda: False).reached is False
