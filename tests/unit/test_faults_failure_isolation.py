"""A source of inputs that fails by an error of ours ends alone: the search goes on without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.engine.failure_isolation import FAILED
from slowpath.faults.contest import Contender, Contest
from slowpath.faults.search import run_break
from slowpath.faults.sources.mutants import Mutants
from slowpath.faults.sources.nearer import Nearer
from slowpath.faults.sources.source import Stream
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, BreakView, Failing, Reference, Role, fold_break
from slowpath.model.campaign import Budget, Warned
from slowpath.model.origin import input_id
from slowpath.model.problem import Solution
from slowpath.toolchain.answers.tokens import TokenChecker

pytestmark = pytest.mark.strategy_fails

FORMAT = from_text("n: int 1..40\na: int[n] 1..1000\n")


def searched(fake_executor, executions: int, wrong_from: int) -> tuple[BreakView, list[str]]:
    """A search among inputs of a program that is wrong on those whose first number isn't less than `wrong_from`, and
    what it says of sources that fail."""

    def answer(first: int):
        return lambda i: b"1\n" if i["a"][0] >= first else b"0\n"

    reference = Reference(Solution(Path("right.py"), "python", b""), Role.ACCEPTED)
    spec = BreakSpec(
        path="wrong.py",
        language="python",
        source=b"",
        format=FORMAT,
        samples=(),
        budget=Budget(executions=executions),
        references=(reference,),
    )
    wrong, right = (fake_executor(FORMAT, lambda i: [i["n"]], 1, prints=answer(first)) for first in (wrong_from, 1001))
    contest = Contest(wrong, (Contender(reference, right),), TokenChecker())
    view, said = BreakView(), []
    for event in run_break(spec, contest, keep=input_id, clock=lambda: 0.0, stop=lambda: False):
        view = fold_break(view, event)
        said += [event.message] if isinstance(event, Warned) and event.code == FAILED else []
    return view, said


def failing(self, *arguments):
    raise IndexError("list index out of range")


@pytest.mark.parametrize(
    ("source", "method"),
    [(Mutants, "propose"), (Mutants, "observe"), (Mutants, "welcome"), (Nearer, "welcome"), (Stream, "observe")],
)
def test_the_search_goes_on_without_a_source_that_fails(fake_executor, monkeypatch, source, method):
    monkeypatch.setattr(source, method, failing)
    view, said = searched(fake_executor, 600, 1001)
    assert view.state == "finished" and view.breaking is None and view.executions == 600
    assert said and len(set(said)) == len(said), "each is said once"
    assert all("list index out of range" in message for message in said)


def test_what_the_others_find_is_found(fake_executor, monkeypatch):
    monkeypatch.setattr(Stream, "observe", failing)
    view, said = searched(fake_executor, 600, 900)
    assert view.breaking is not None and view.breaking.failing is Failing.WRONG_ANSWER
    assert said
