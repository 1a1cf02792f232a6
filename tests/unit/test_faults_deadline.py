"""A search for a breaking input ends by its deadline, whatever it is at."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from slowpath.errors import Interrupted
from slowpath.faults.contest import Contender, Contest
from slowpath.faults.search import run_break
from slowpath.inputs.text_form.text import from_text
from slowpath.model.answers import AnswerRules
from slowpath.model.breaking import BreakSpec, BreakView, Reference, Role, fold_break
from slowpath.model.campaign import Budget
from slowpath.model.origin import input_id
from slowpath.model.problem import Sample, Solution
from slowpath.toolchain.answers.tokens import TokenChecker

FORMAT = from_text("n: int 1..9\na: int[n] 1..1000\n")
LATE_S = 0.5
"""What may be at work when the time is up goes on to its next look at the clock."""


@pytest.mark.parametrize("wrong_from", [1, 3, 1001])
@pytest.mark.parametrize("seconds", [2.0, 20.0])
def test_it_ends_in_time_with_what_it_found(fake_executor, seconds, wrong_from):
    ticks = (0.02 * number for number in count())
    reference = Reference(Solution(Path("right.py"), "python", b""), Role.ACCEPTED)
    spec = BreakSpec(
        "p.py", "python", b"", FORMAT, (Sample("1", b"1\n1\n", b"0\n"),), Budget(seconds), references=(reference,)
    )
    wrong = fake_executor(
        FORMAT, lambda i: [i["n"]], 1, prints=lambda i: b"1\n" if max(i["a"]) > wrong_from else b"0\n"
    )
    right = fake_executor(FORMAT, lambda i: [i["n"]], 1, prints=lambda i: b"0\n")
    contest, view = Contest(wrong, (Contender(reference, right),), TokenChecker()), BreakView()
    times = []

    def clock() -> float:
        times.append(next(ticks))
        return times[-1]

    for event in run_break(spec, contest, keep=input_id, clock=clock, stop=lambda: False, ends_s=1.2 * seconds + 2.0):
        view = fold_break(view, event)
    assert view.state in ("finished", "stopped")
    assert times[-1] <= 1.2 * seconds + 2.0 + LATE_S
    if seconds == 20.0:
        assert (view.breaking is not None) is (wrong_from < 1001)


@pytest.mark.strategy_fails
@pytest.mark.parametrize("ends", [Interrupted(), ValueError("ours")], ids=["stopped", "a bug of ours"])
def test_what_was_found_stays_where_runs_against_the_format_end_early(fake_executor, ends):
    reference = Reference(Solution(Path("right.py"), "python", b""), Role.ACCEPTED)
    spec = BreakSpec("p.py", "python", b"", FORMAT, (), Budget(executions=500), references=(reference,))
    wrong = fake_executor(FORMAT, lambda i: [i["n"]], 1, prints=lambda i: b"1\n" if max(i["a"]) > 3 else b"0\n")
    right = fake_executor(FORMAT, lambda i: [i["n"]], 1, prints=lambda i: b"0\n")

    def doubts(program, trusted):
        raise ends

    contest, view = Contest(wrong, (Contender(reference, right),), TokenChecker(), doubts=doubts), BreakView()
    for event in run_break(spec, contest, keep=input_id, clock=lambda: 0.0, stop=lambda: False):
        view = fold_break(view, event)
    assert view.breaking is not None
    assert bool(view.breaking.doubts) is isinstance(ends, ValueError)


@pytest.mark.parametrize(("wrong_from", "is_asked"), [(0, False), (3, True)])
def test_holding_the_format_against_a_slow_program_leaves_time_for_the_search(fake_executor, wrong_from, is_asked):
    ticks = (0.02 * number for number in count())
    reference = Reference(Solution(Path("right.py"), "python", b""), Role.ACCEPTED)
    spec = BreakSpec(
        "p.py",
        "python",
        b"",
        FORMAT,
        (Sample("1", b"1\n1\n", b"0\n"),),
        Budget(20.0),
        references=(reference,),
        rules=AnswerRules(is_judge=True),
    )
    wrong = fake_executor(
        FORMAT, lambda i: [i["n"]], 1, prints=lambda i: b"1\n" if max(i["a"]) > wrong_from else b"0\n"
    )
    right = fake_executor(FORMAT, lambda i: [i["n"]], 1, prints=lambda i: b"0\n")
    asked = []

    def doubts(program, trusted):
        while True:
            asked.append(trusted.executor.run(b"1\n1\n", spec.limits))

    contest, view = Contest(wrong, (Contender(reference, right),), TokenChecker(), doubts=doubts), BreakView()
    for event in run_break(spec, contest, keep=input_id, clock=lambda: next(ticks), stop=lambda: False, ends_s=22.0):
        view = fold_break(view, event)
    assert view.breaking is not None
    assert bool(asked) is is_asked
