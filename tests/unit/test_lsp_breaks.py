"""A search for a breaking input as a window keeps and draws it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import StoreUnwritable
from slowpath.lsp import live_break
from slowpath.lsp.break_states import shown, spent_share
from slowpath.lsp.breaks import Breaks
from slowpath.lsp.features.break_diagnostics import line_remarks
from slowpath.lsp.live_break import LiveBreak
from slowpath.lsp.options import Options
from slowpath.lsp.tracking import LineTracker
from slowpath.model.asking import AskedRound
from slowpath.model.breaking import BreakFound, BreakingInput, BreakView, Complaint, Divergence, Failing
from slowpath.model.campaign import Budget, Ended, Warned
from slowpath.model.origin import Origin, input_id
from slowpath.settings import Settings
from slowpath.storage.kept_breaks import kept_break
from slowpath.worker.messages import BreakHappened, InputHeld, ModelReplied
from slowpath.worker.supervisor import Died

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


def test_of_earlier_finds_those_are_kept_that_there_is_room_for(monkeypatch):
    monkeypatch.setattr(live_break, "MOST_KEPT_BYTES", 100)
    live = search()
    for data in (b"small", b"x" * 98, b"y" * 60, b"last"):
        live.hold(data)
    live.earlier = (found(b"x" * 98), found(b"y" * 60), found(b"small"))
    live.take(BreakFound(found(b"last")))
    assert [each.size for each in live.kept.earlier] == [60, 5]
    assert sorted(map(len, live.kept.held.values())) == [4, 5, 60]


def test_a_find_that_is_too_large_is_not_kept_as_if_none_had_been_made(monkeypatch):
    monkeypatch.setattr(live_break, "MOST_KEPT_BYTES", 100)
    live = search()
    live.hold(b"x" * 101)
    live.take(BreakFound(found(b"x" * 101)))
    assert live.kept is None


def folded(state_dir: Path, *messages, closed: bool = False) -> LiveBreak:
    """A search of a window after a worker said that, once what follows from it is done; `closed` closes the window."""
    async def hear() -> LiveBreak:
        breaks, live = Breaks(lambda _: None, lambda: Options(Settings(state_dir=state_dir))), search()
        breaks.by_uri[live.uri] = live
        for message in messages:
            breaks._hear(live, message)
        await asyncio.gather(*breaks._tasks)
        if closed:
            await breaks.close()
        return live

    return asyncio.run(hear())


def test_a_search_whose_beginning_fails_has_failed(tmp_path):
    async def begin() -> LiveBreak:
        breaks, live = Breaks(lambda _: None, lambda: Options(Settings(state_dir=tmp_path))), search()

        def refuse():
            raise StoreUnwritable("The disk is full.", "Free some disk.")

        breaks._begin(live, refuse)
        await asyncio.gather(*breaks._tasks, return_exceptions=True)
        return live

    live = asyncio.run(begin())
    assert (live.outcome, live.view.message, live.view.remedy) == ("failed", "The disk is full.", "Free some disk.")


FIND = (InputHeld(b"1\n"), BreakHappened(BreakFound(found())))


@pytest.mark.parametrize("end", [BreakHappened(Ended("finished")), Died("It was killed.", restarting=False)])
def test_what_was_found_is_kept_however_the_search_ends(tmp_path, end):
    live = folded(tmp_path, *FIND, end)
    kept = kept_break(live.path, tmp_path)
    assert kept.view.breaking == found() and kept.held == {input_id(b"1\n"): b"1\n"}
    assert kept.view.state in ("finished", "failed")


def test_what_a_search_found_that_the_window_was_closed_on_is_kept_too(tmp_path):
    live = folded(tmp_path, *FIND, closed=True)
    kept = kept_break(live.path, tmp_path)
    assert (kept.view.breaking, kept.view.state) == (found(), "stopped")


def test_a_whole_search_without_a_find_forgets_an_earlier_one_of_the_same_text(tmp_path):
    live = folded(tmp_path, *FIND, BreakHappened(Ended("finished")))
    folded(tmp_path, BreakHappened(Ended("stopped")))
    assert kept_break(live.path, tmp_path) is not None, "one that was stopped says nothing"
    folded(tmp_path, BreakHappened(Ended("finished")))
    assert kept_break(live.path, tmp_path) is None


def test_rounds_that_a_worker_says_again_after_it_began_anew_count_once(tmp_path):
    first = AskedRound("hack/1", "m", 1, 1, conversation="c1", prompt_tokens=9)
    second = replace(first, round=2, conversation="c2")
    from_cache = replace(first, prompt_tokens=0)
    live = folded(tmp_path, ModelReplied(first), Died("It was killed.", restarting=True), ModelReplied(from_cache),
                  ModelReplied(second))
    assert live.asked == [first, second]


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


@pytest.mark.parametrize("code", ["no-reference", "any-answer", "tokens-spent"])
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
