"""A search for a breaking input as a window keeps and draws it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import StoreUnwritable
from slowpath.lsp import breaks as breaks_module
from slowpath.lsp import live_break, searches
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
    monkeypatch.setattr(LiveBreak, "most_held_bytes", 100)
    kept = search()
    for data in (b"input", b"expected", b"actual", b"other"):
        kept.hold(data)
    outputs = {"expected": input_id(b"expected"), "actual": input_id(b"actual")}
    kept.take(BreakFound(found(b"input", **outputs, other=input_id(b"other"))))
    for size in range(40, 50):
        kept.hold(b"x" * size)
    assert {input_id(data) for data in (b"input", b"expected", b"actual", b"other")} <= set(kept.held)
    shown = kept.state.breaking
    assert shown is not None and shown.other_text == "other"
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
    assert (live.view.state, live.view.message, live.view.remedy) == ("failed", "The disk is full.", "Free some disk.")


class Worker:
    """Stands for a worker that ends a while after it was told to. `at_once` counts those that run."""

    at_once: list[int]

    def __init__(self, begin, hear, command) -> None:
        self.running, self._told = False, asyncio.Event()

    def start(self) -> None:
        self.running = True
        self.at_once.append(self.at_once[-1] + 1)

    def control(self, action: str) -> None:
        self._told.set()

    async def wait(self) -> None:
        await self._told.wait()
        for _ in range(20):
            await asyncio.sleep(0)
        if self.running:
            self.running = False
            self.at_once.append(self.at_once[-1] - 1)


def test_of_searches_that_are_begun_right_after_one_another_one_runs_at_a_time(tmp_path, monkeypatch):
    monkeypatch.setattr(searches, "Supervised", Worker)
    monkeypatch.setattr(Worker, "at_once", [0], raising=False)

    async def begin() -> None:
        breaks = Breaks(lambda _: None, lambda: Options(Settings(state_dir=tmp_path)))
        breaks._begin(search(), lambda: None)
        await asyncio.gather(*breaks._tasks)
        for _ in range(3):
            breaks._begin(search(), lambda: None)
        await asyncio.gather(*breaks._tasks)

    asyncio.run(begin())
    assert Worker.at_once == [0, 1, 0, 1]


FIND = (InputHeld(b"1\n"), BreakHappened(BreakFound(found())))


@pytest.mark.parametrize("end", [BreakHappened(Ended("finished")), Died("It was killed.", restarting=False)])
def test_what_was_found_is_kept_however_the_search_ends(tmp_path, end):
    live = folded(tmp_path, *FIND, end)
    kept = kept_break(live.path, tmp_path)
    assert kept.view.breaking == found() and kept.held == {input_id(b"1\n"): b"1\n"}
    assert kept.view.state in ("finished", "failed")


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "killed"])
def test_what_a_search_found_that_still_runs_is_kept_as_of_one_that_was_stopped(tmp_path, closed):
    live = folded(tmp_path, *FIND, closed=closed)
    kept = kept_break(live.path, tmp_path)
    assert (kept.view.breaking, kept.view.state, kept.held) == (found(), "stopped", {input_id(b"1\n"): b"1\n"})
    assert closed or live.view.state == "preparing"


def test_finds_that_come_faster_than_they_are_written_are_written_once_as_the_last_one_is(tmp_path, monkeypatch):
    written: list[BreakingInput] = []
    monkeypatch.setattr(breaks_module, "keep_break", lambda kept, _: written.append(kept.view.breaking))
    data = [b"%d\n" % number for number in range(9)]
    folded(tmp_path, *[said for each in data for said in (InputHeld(each), BreakHappened(BreakFound(found(each))))])
    assert written == [found(data[-1])]


def test_what_was_found_last_is_kept_when_the_window_closes_right_then(tmp_path, monkeypatch):
    written: list[BreakingInput] = []

    def write(kept, state_dir) -> None:
        # The first one takes longer, and is not to be the one that stays.
        if not written:
            time.sleep(0.05)
        written.append(kept.view.breaking)

    monkeypatch.setattr(breaks_module, "keep_break", write)

    async def hear() -> None:
        breaks, live = Breaks(lambda _: None, lambda: Options(Settings(state_dir=tmp_path))), search()
        breaks.by_uri[live.uri] = live
        for message in (*FIND, BreakHappened(Ended("finished"))):
            breaks._hear(live, message)
        breaks.by_uri[live.uri] = again = search()
        for message in (InputHeld(b"2\n"), BreakHappened(BreakFound(found(b"2\n")))):
            breaks._hear(again, message)
        await breaks.close()

    asyncio.run(hear())
    assert written == [found(), found(b"2\n")]


KINDS_OF_GROUNDS = {
    "nothing": lambda folder: None,
    "a sample": lambda folder: (folder / "samples" / "2.in").write_text("3\n"),
    "statement": lambda folder: (folder / "statement.md").write_text("Print n twice. Time limit: 1 second\n"),
    "reference": lambda folder: (folder / "brute.py").write_text("print(2 * int(input()))\n"),
    "format": lambda folder: (folder / "solution.format").write_text("n: int 1..9\n"),
    "another reference": lambda folder: (folder / "naive.py").write_text("print(int(input()))\n"),
}


@pytest.mark.parametrize("changed", KINDS_OF_GROUNDS)
def test_a_find_is_shown_again_as_long_as_the_program_is_judged_as_it_was(tmp_path, changed):
    folder, state_dir = tmp_path / "problem", tmp_path / "state"
    (folder / "samples").mkdir(parents=True)
    (folder / "samples" / "1.in").write_text("1\n")
    (folder / "samples" / "1.out").write_text("1\n")
    (folder / "statement.md").write_text("Print n.\n")
    (folder / "brute.py").write_text("print(int(input()))\n")
    path = folder / "solution.py"
    path.write_text("print(input())\n")
    uri = path.as_uri()

    async def search_and_restore() -> list[str]:
        breaks = Breaks(lambda _: None, lambda: Options(Settings(state_dir=state_dir)))
        live = breaks.start(uri, path, path.read_bytes(), Budget(1.0), 0, {}, None)
        await asyncio.gather(*breaks._tasks)
        for message in (*FIND, BreakHappened(Ended("finished"))):
            breaks._hear(live, message)
        await breaks.close()
        KINDS_OF_GROUNDS[changed](folder)
        later = Breaks(lambda _: None, lambda: Options(Settings(state_dir=state_dir)))
        await later.restore(uri, path, path.read_text(), {})
        return [each.view.breaking for each in later.by_uri.values()]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(searches, "Supervised", Idle)
        assert asyncio.run(search_and_restore()) == ([found()] if changed in ("nothing", "a sample") else [])


class Idle:
    """Stands for a worker that says nothing."""

    running = False

    def __init__(self, begin, hear, command) -> None:
        pass

    def start(self) -> None:
        pass

    async def close(self) -> None:
        pass


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
    live = folded(
        tmp_path,
        ModelReplied(first),
        Died("It was killed.", restarting=True),
        ModelReplied(from_cache),
        ModelReplied(second),
    )
    assert live.asked == [first, second]


@pytest.mark.parametrize(
    ("data", "text"),
    [(b"1 2\n", "1 2\n"), (b"", ""), (b"\xff\n", "\ufffd\n"), (None, None), (b"1" * 601, None), (b"1\n" * 25, None)],
)
def test_only_what_is_short_stands_in_the_panel(data, text):
    assert shown(data) == text


@pytest.mark.parametrize(
    ("view", "share"),
    [
        (BreakView(), 0.0),
        (BreakView(budget=Budget(seconds=10), elapsed_s=4), 0.4),
        (BreakView(budget=Budget(executions=10), executions=30), 1.0),
        (BreakView(state="finished", budget=Budget(seconds=10), elapsed_s=4), 1.0),
    ],
)
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


def test_a_crash_is_told_at_its_line_with_what_the_variables_held():
    kept = search()
    crash = found(failing=Failing.RUNTIME_ERROR, reason="IndexError, line 3", said="there i = 5")
    kept.take(BreakFound(replace(crash, complaint=COMPLAINT)))
    assert line_remarks(kept) == [
        (2, "IndexError, line 3: there i = 5, on a valid input with n = 1."),
        (1, "Signed integer overflow, on a valid input with n = 1."),
    ]


def test_values_that_agree_are_not_named_as_a_reason():
    kept = search()
    kept.take(BreakFound(found(divergence=Divergence(3, 4, 1, 1, (("a", "1", "1"), ("b", "", "2"))))))
    ((line, text),) = line_remarks(kept)
    assert line == 2
    assert text.endswith("first differs from the accepted version here (its line 4); b is unset here and 2 there.")
