"""What a search for a breaking input asks a language model, with the pipeline's answers in its place."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from slowpath import pipeline
from slowpath.errors import ModelUnavailable, UsageError
from slowpath.llm.rounds import Attempt
from slowpath.model.breaking import (
    BreakFound,
    BreakingInput,
    BreakSpec,
    BreakView,
    Classification,
    Failing,
    FaultCategory,
    Idea,
)
from slowpath.model.campaign import Budget, PhaseEntered, Warned
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin
from slowpath.settings import Settings
from slowpath.worker.break_asking import BreakAsking
from slowpath.worker.messages import Asking, BeginBreak, ModelReplied

SPEC = BreakSpec("/p/a.py", "python", b"", InputFormat(()), (), Budget(1.0))
SEEN = Classification(FaultCategory.GREEDY, 0.4)
FOUND = BreakingInput("i", 2, (), Origin("tiny", "tiny"), Failing.WRONG_ANSWER, "wrong", classification=SEEN)


@pytest.fixture
def told() -> list:
    """What was told and said, in order."""
    return []


@pytest.fixture
def asking(told, tmp_path, monkeypatch):
    """A search that asks at most 7 tokens' worth of the client that `pipeline.open_model` is replaced to give."""
    monkeypatch.setattr(
        pipeline, "open_model", lambda settings, max_tokens, budget, relay: SimpleNamespace(model=f"m{max_tokens}")
    )
    begin = BeginBreak("/p/a.py", b"", Budget(1.0), 0, Settings(state_dir=tmp_path), asking=Asking(7))
    return BreakAsking(begin, SimpleNamespace(name="a"), None, told.append, told.append, lambda: False)


def test_nobody_is_asked_without_leave(told):
    quiet = BreakAsking(
        BeginBreak("/p/a.py", b"", Budget(1.0), 0, Settings()), None, None, told.append, told.append, lambda: False
    )
    assert quiet.with_ideas(SPEC) is SPEC
    quiet.tell_category(SPEC, BreakView(breaking=FOUND), lambda _: None)
    assert told == []


def test_ideas_join_the_search_and_every_round_is_said_as_it_comes(asking, told, monkeypatch):
    def with_ideas(spec, problem, report, settings, client, what, *, on_attempt, cancelled):
        on_attempt(Attempt(1, 1, "", (), prompt="hack/1"))
        return pipeline.Hacked(replace(spec, ideas=(Idea(b"1\n"),)), None, warnings=(Warned("w", "said"),))

    monkeypatch.setattr(pipeline, "with_ideas", with_ideas)
    assert asking.with_ideas(SPEC).ideas == (Idea(b"1\n"),)
    phase, replied, warned = told
    assert isinstance(phase, PhaseEntered) and warned == Warned("w", "said")
    assert isinstance(replied, ModelReplied) and (replied.asked.prompt, replied.asked.model) == ("hack/1", "m7")


def test_the_kind_of_bug_is_joined_with_what_evidence_says(asking, told, monkeypatch):
    said = Classification(FaultCategory.GREEDY, 0.9, ("sorts first",), "model")
    monkeypatch.setattr(pipeline, "model_category", lambda *_, **__: said)
    asking.tell_category(SPEC, BreakView(breaking=FOUND, executions=9), lambda _: None)
    found = told[-1]
    assert isinstance(found, BreakFound) and found.executions == 9
    assert found.breaking.classification.category is FaultCategory.GREEDY
    assert found.breaking.classification.confidence > SEEN.confidence


def test_a_model_that_does_not_answer_is_a_warning_each_time(asking, told, monkeypatch):
    def unavailable(*_, **__):
        raise ModelUnavailable("nobody there", "Start it.")

    monkeypatch.setattr(pipeline, "with_ideas", unavailable)
    monkeypatch.setattr(pipeline, "model_category", unavailable)
    assert asking.with_ideas(SPEC) is SPEC
    asking.tell_category(SPEC, BreakView(breaking=FOUND), lambda _: None)
    warned = [event for event in told if isinstance(event, Warned)]
    assert ["nobody there" in event.message for event in warned] == [True, True]


def test_a_model_that_can_not_be_asked_at_all_is_said(asking, told, monkeypatch):
    def refused(settings, max_tokens, budget, relay):
        raise UsageError("No language model is configured.", "Set one.")

    monkeypatch.setattr(pipeline, "open_model", refused)
    assert asking.with_ideas(SPEC) is SPEC
    (warned,) = told
    assert warned.message == "The language model isn't asked: No language model is configured."
