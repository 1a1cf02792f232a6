"""What is shown as a break is one: what isn't sure is told apart, and the search goes on for something surer."""

from __future__ import annotations

import math
from concurrent.futures import Future
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

import pytest

from slowpath.faults.contest import Contender, Contest
from slowpath.faults.search import run_break
from slowpath.inputs.text_form.text import from_text
from slowpath.model.answers import AnswerRules
from slowpath.model.breaking import (
    BreakFound,
    BreakingInput,
    BreakSpec,
    BreakView,
    Failing,
    Reference,
    Role,
    fold_break,
)
from slowpath.model.campaign import Budget
from slowpath.model.origin import Origin, input_id
from slowpath.model.problem import Sample, Solution
from slowpath.model.validity import Doubt, Validity
from slowpath.model.verdict import Verdict
from slowpath.toolchain.answers.tokens import TokenChecker

FORMAT = from_text("n: int 1..40\n")
SAMPLE, OTHER = Sample("1", b"5\n", b"yes\n"), Sample("2", b"6\n", b"no\n")
THREE, COUNT = Sample("1", b"5\n", b"3\n"), "Output\n\nPrint the number of ways."
YES_OR_NO = "Output\n\nPrint yes if there is one, no otherwise."

YES, NO = lambda i: b"yes\n", lambda i: b"no\n"


def four_or_less(i):
    return b"-1\n" if i["n"] > 20 else b"4\n"


def yes_below(bound: int):
    return lambda i: b"yes\n" if i["n"] < bound else b"no\n"


@dataclass(frozen=True)
class Known:
    """What is known beside the program: references by their roles, and doubts about the format."""

    references: tuple = ()
    doubts: tuple[Doubt, ...] = ()
    crashes_on: bytes = b""
    rules: AnswerRules = AnswerRules()
    samples: tuple[Sample, ...] = (SAMPLE,)
    statement: str = ""
    executions: int = 150


def searched(fake_executor, prints, known: Known) -> BreakView:
    names = [
        Reference(Solution(Path(f"{role.value}{number}.py"), "python", b""), role)
        for number, (role, _) in enumerate(known.references)
    ]
    spec = BreakSpec(
        "p.py",
        "python",
        b"",
        FORMAT,
        known.samples,
        Budget(executions=known.executions),
        references=tuple(names),
        doubts=known.doubts,
        rules=known.rules,
        statement=known.statement,
    )
    program = fake_executor(FORMAT, lambda i: [i["n"]], 1, prints=prints)
    if known.crashes_on:
        program.verdicts[known.crashes_on] = program.clean_verdicts[known.crashes_on] = Verdict.RUNTIME_ERROR
    others = tuple(
        Contender(name, fake_executor(FORMAT, lambda i: [i["n"]], 1, prints=printed))
        for name, (_, printed) in zip(names, known.references, strict=True)
    )
    contest = Contest(program, others, TokenChecker(spec.rules))
    view = BreakView()
    for event in run_break(spec, contest, keep=input_id, clock=lambda: 0.0, stop=lambda: False):
        view = fold_break(view, event)
    return view


ACCEPTED = (Role.ACCEPTED, YES)


@pytest.mark.parametrize(
    ("prints", "known", "failing", "is_sure"),
    [
        # An accepted solution says what is right.
        (yes_below(20), Known((ACCEPTED,)), Failing.WRONG_ANSWER, True),
        (yes_below(20), Known((ACCEPTED, ACCEPTED)), Failing.WRONG_ANSWER, True),
        (NO, Known((ACCEPTED,)), Failing.WRONG_ANSWER, True),
        # A sample alone: perhaps several answers are right.
        (NO, Known(), Failing.WRONG_ANSWER, False),
        (NO, Known(rules=AnswerRules(is_judge=True)), Failing.WRONG_ANSWER, True),
        # Not alone where the words leave one answer, and what is printed has its form.
        (NO, Known(samples=(SAMPLE, OTHER), statement=YES_OR_NO), Failing.WRONG_ANSWER, True),
        (NO, Known(samples=(SAMPLE, OTHER)), Failing.WRONG_ANSWER, False),
        (NO, Known(samples=(SAMPLE,), statement=YES_OR_NO), Failing.WRONG_ANSWER, True),
        (lambda i: b"perhaps\n", Known(samples=(SAMPLE,), statement=YES_OR_NO), Failing.WRONG_ANSWER, False),
        (NO, Known(crashes_on=b"7\n"), Failing.RUNTIME_ERROR, True),
        # But what the statement rules out is a wrong answer all the same.
        (four_or_less, Known(samples=(THREE,), statement=COUNT, executions=700), Failing.WRONG_ANSWER, True),
        (lambda i: b"4\n", Known(samples=(THREE,), statement=COUNT), Failing.WRONG_ANSWER, True),
        (lambda i: b"4 1\n", Known(samples=(THREE,), statement=COUNT), Failing.WRONG_ANSWER, False),
        # Where an accepted solution answers the sample otherwise, that is no break at all.
        (NO, Known(((Role.ACCEPTED, NO),)), None, None),
        (NO, Known(((Role.GIVEN, lambda i: b"perhaps\n"),)), None, None),
        (yes_below(20), Known(((Role.ACCEPTED, NO), ACCEPTED)), Failing.WRONG_ANSWER, False),
        # References that differ among themselves.
        (yes_below(20), Known((ACCEPTED, (Role.ACCEPTED, yes_below(10)))), None, None),
        # Capitals.
        (lambda i: b"YES\n" if i["n"] > 20 else b"yes\n", Known((ACCEPTED,)), Failing.WRONG_ANSWER, False),
        (
            lambda i: b"YES\n" if i["n"] > 20 else b"yes\n",
            Known((ACCEPTED,), rules=AnswerRules(source="given")),
            Failing.WRONG_ANSWER,
            True,
        ),
        # A format that something speaks against.
        (
            yes_below(20),
            Known((ACCEPTED,), (Doubt("sentence", "Nothing stands for it."),)),
            Failing.WRONG_ANSWER,
            False,
        ),
        (NO, Known((ACCEPTED,), (Doubt("sentence", "Nothing stands for it."),)), Failing.WRONG_ANSWER, True),
    ],
)
def test_only_what_nothing_speaks_against_is_a_break(fake_executor, prints, known, failing, is_sure):
    found = searched(fake_executor, prints, known).breaking
    assert (found and found.failing, found and found.is_break) == (failing, is_sure)


@pytest.mark.parametrize(
    ("wider", "seconds", "verdict"),
    [
        (YES, None, Failing.WRONG_ANSWER),
        (YES, 20.0, Failing.WRONG_ANSWER),
        # It is wrong on the sample, doesn't compile, or isn't built in time.
        (NO, None, None),
        (None, None, None),
        ("never", 20.0, None),
    ],
)
def test_the_program_is_held_against_itself_with_wider_integers_once_that_is_built(
    fake_executor, wider, seconds, verdict
):
    ticks = count()
    itself = Reference(Solution(Path("p with wider integers.py"), "python", b""), Role.WIDER)
    spec = BreakSpec(
        "p.py", "python", b"", FORMAT, (SAMPLE,), Budget(seconds, None if seconds else 150), references=(itself,)
    )
    building: Future = Future()
    if wider != "never":
        building.set_result(
            Contender(itself, fake_executor(FORMAT, lambda i: [i["n"]], 1, prints=wider)) if wider else None
        )
    contest = Contest(
        fake_executor(FORMAT, lambda i: [i["n"]], 1, prints=yes_below(20)), (), TokenChecker(), wider=building
    )
    view = BreakView()
    for event in run_break(
        spec,
        contest,
        keep=input_id,
        clock=lambda: 0.02 * next(ticks),
        stop=lambda: False,
        ends_s=24.0 if seconds else math.inf,
    ):
        view = fold_break(view, event)
    assert (view.breaking and view.breaking.failing) is verdict
    assert view.breaking is None or view.breaking.judged_by == "p with wider integers.py"


def found(name: str, **more) -> BreakFound:
    told = BreakingInput(name, 1, (), Origin("tiny", "tiny"), Failing.WRONG_ANSWER, "")
    return BreakFound(replace(told, **more), elapsed_s=float(ord(name)))


@pytest.mark.parametrize(
    ("events", "shown", "first_s"),
    [
        ([found("a"), found("b")], "b", 97.0),
        ([found("a", doubt="perhaps"), found("b")], "b", 98.0),
        ([found("a"), found("b", doubt="perhaps")], "a", 97.0),
        ([found("a"), found("b", validity=Validity.DOUBTFUL)], "a", 97.0),
        # What is looked at closer may turn out to be none.
        ([found("a"), found("b", minimised_from="a", doubt="perhaps")], "b", None),
        ([found("a"), found("a", doubt="perhaps")], "a", None),
        ([found("a", failing=Failing.UNDEFINED), found("b", doubt="perhaps")], "a", None),
        ([found("a", failing=Failing.UNDEFINED), found("b")], "b", 98.0),
    ],
)
def test_what_is_sure_is_shown_before_what_is_not(events, shown, first_s):
    view = BreakView()
    for event in events:
        view = fold_break(view, event)
    assert view.breaking is not None
    assert (view.breaking.id, view.first_found_s) == (shown, first_s)
