"""A search for a breaking input as a window keeps and draws it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.lsp import live_break
from slowpath.lsp.break_states import shown, spent_share
from slowpath.lsp.features.break_diagnostics import line_remarks
from slowpath.lsp.live_break import LiveBreak
from slowpath.lsp.tracking import LineTracker
from slowpath.model.breaking import BreakFound, BreakingInput, BreakView, Complaint, Divergence, Failing
from slowpath.model.campaign import Budget, Warned
from slowpath.model.origin import Origin, input_id

TEXT = "one\ntwo\nthree\n"
COMPLAINT = Complaint("overflow", 2, "signed integer overflow")


def search() -> LiveBreak:
    return LiveBreak("s", "file:///a.cpp", Path("/a.cpp"), TEXT, LineTracker(TEXT))


def found(data: bytes = b"1\n", **parts) -> BreakingInput:
    made = BreakingInput(input_id(data), len(data), (("n", 1),), Origin("tiny", "tiny"), Failing.WRONG_ANSWER, "wrong")
    return replace(made, **parts)


def test_what_is_on_show_is_kept_when_there_is_too_much(monkeypatch):
    monkeypatch.setattr(live_break, "MOST_HELD_BYTES", 100)
    kept = search()
    for data in (b"input", b"expected", b"actual"):
        kept.hold(data)
    kept.take(BreakFound(found(b"input", expected=input_id(b"expected"), actual=input_id(b"actual"))))
    for size in range(40, 50):
        kept.hold(b"x" * size)
    assert {input_id(data) for data in (b"input", b"expected", b"actual")} <= set(kept.held)
    assert input_id(b"x" * 49) in kept.held
    assert sum(map(len, kept.held.values())) <= 100


def test_an_input_that_was_made_smaller_can_still_be_named():
    kept = search()
    kept.take(BreakFound(found(b"large\n")))
    kept.take(BreakFound(found(b"1\n", minimised_from=input_id(b"large\n"))))
    assert list(kept.found) == [input_id(b"large\n"), input_id(b"1\n")]
    assert kept.state.breaking.is_minimised


@pytest.mark.parametrize(("data", "text"), [
    (b"1 2\n", "1 2\n"), (b"", ""), (b"\xff\n", "\ufffd\n"), (None, None), (b"1" * 601, None), (b"1\n" * 25, None)])
def test_only_what_is_short_stands_in_the_panel(data, text):
    assert shown(data) == text


@pytest.mark.parametrize(("view", "share"), [
    (BreakView(), 0.0), (BreakView(budget=Budget(seconds=10), elapsed_s=4), 0.4),
    (BreakView(budget=Budget(executions=10), executions=30), 1.0),
    (BreakView(state="finished", budget=Budget(seconds=10), elapsed_s=4), 1.0)])
def test_the_share_of_the_budget_that_is_spent(view, share):
    assert spent_share(view) == share


@pytest.mark.parametrize("code", ["no-reference", "any-answer"])
def test_nobody_is_sent_to_the_command_line(code):
    kept = search()
    kept.take(Warned(code, "Something is missing.", "Give it: --option FILE."))
    (warning,) = kept.state.warnings
    assert warning.startswith("Something is missing. ")
    assert "--" not in warning


def test_a_line_at_which_a_sanitizer_complains_is_told_no_second_reason():
    kept = search()
    kept.take(BreakFound(found(complaint=COMPLAINT, divergence=Divergence(2, 2, 1, 1))))
    assert line_remarks(kept) == [(1, "Signed integer overflow, on a valid input with n = 1.")]


def test_values_that_agree_are_not_named_as_a_reason():
    kept = search()
    kept.take(BreakFound(found(divergence=Divergence(3, 4, 1, 1, (("a", "1", "1"), ("b", "", "2"))))))
    ((line, text),) = line_remarks(kept)
    assert line == 2
    assert text.endswith("first differs from the accepted version here (its line 4); b is unset here and 2 there.")
