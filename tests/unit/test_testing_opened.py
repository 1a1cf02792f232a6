"""Programs that should fail are built one ahead of who takes them, mutants of a program all at once."""

from __future__ import annotations

import contextlib
import io
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from slowpath.model.problem import Solution
from slowpath.model.testset import Against, Opponent
from slowpath.pipeline.testing import opened
from slowpath.settings import Settings


@pytest.mark.parametrize(("left_s", "begun"), [(1e9, ["a", "b", "c"]), (1e-9, ["a", "b"])])
def test_the_next_program_is_not_built_where_the_time_ends_before(monkeypatch, left_s, begun):
    built: list[str] = []

    def opening(solution: Solution, _: Settings) -> object:
        built.append(solution.path.name)
        return contextlib.nullcontext()

    monkeypatch.setattr(opened, "open_executor", opening)
    opponents = [Opponent(name, Against.WRONG, Solution(Path(name), "python", b"")) for name in "abc"]
    with opened.Ahead(opponents, opened.BuiltTogether({}, Settings()).opened, lambda: left_s) as ahead:
        for each in opponents[:2]:
            ahead.take(each)
        ahead._waiting.clear()
        ahead._begun.clear()
    assert built == begun


def test_mutants_of_a_program_are_built_at_once_and_by_themselves_where_that_cannot_be(monkeypatch):
    asked: list[object] = []

    def together(solution: Solution, versions: Sequence[bytes], _: Settings) -> dict[int, Callable[[], str]]:
        asked.append((solution.path.name, list(versions)))
        return {place: f"version {place}".strip for place in range(len(versions) - 1)}

    monkeypatch.setattr(opened, "build_versions", together)
    monkeypatch.setattr(opened, "open_clean", lambda solution, _: f"alone: {solution.path.name}")
    right = {name: Solution(Path(name), "cpp", b"") for name in ("one", "two")}
    mutants = [
        Opponent(f"{of} {n}", Against.MUTANT, Solution(Path(f"{of} {n}"), "cpp", b"%d" % n), of=of)
        for of, count in (("one", 5), ("two", 2))
        for n in range(count)
    ]
    with opened.BuiltTogether(right, Settings()) as built:
        built.begin(mutants)
        made = [built.opened(each) for each in [*mutants, mutants[0]]]
    assert made == [*(f"version {n}" for n in range(4)), "alone: one 4", "alone: two 0", "alone: two 1", "version 0"]
    assert asked == [("one", [b"0", b"1", b"2", b"3", b"4"])], "two are no more work by themselves"


def test_given_programs_are_built_before_mutants_and_once(monkeypatch):
    built: list[str] = []
    at_work, go_on = threading.Event(), threading.Event()

    def opening(solution: Solution, _: Settings) -> object:
        built.append(solution.path.name)
        if len(built) == 1:
            at_work.set()
            assert go_on.wait(60)
        return io.BytesIO()

    monkeypatch.setattr(opened, "open_executor", opening)
    monkeypatch.setattr(opened, "build_versions", lambda *_: built.append("mutants") or {})
    given = [Opponent(name, Against.WRONG, Solution(Path(name), "cpp", b"")) for name in "abc"]
    mutants = [Opponent(f"m{n}", Against.MUTANT, Solution(Path("m"), "cpp", b"%d" % n), of="one") for n in range(4)]
    with opened.BuiltTogether({"one": Solution(Path("one"), "cpp", b"")}, Settings()) as together:
        together.begin(mutants, given)
        assert at_work.wait(60)
        together.opened(given[2])
        assert built == ["a", "c"], "one that waits for its turn is built by whoever wants it"
        go_on.set()
        together.opened(given[0])
        together.opened(given[1])
    assert built.count("c") == 1 and built.index("b") < built.index("mutants")


def test_mutants_wait_for_no_given_program_that_nobody_asked_for(monkeypatch):
    built: list[str] = []
    at_work, go_on = threading.Event(), threading.Event()

    def opening(solution: Solution, _: Settings) -> object:
        built.append(solution.path.name)
        at_work.set()
        assert go_on.wait(60)
        return io.BytesIO()

    monkeypatch.setattr(opened, "open_executor", opening)
    monkeypatch.setattr(opened, "build_versions", lambda *_: built.append("mutants") or {})
    monkeypatch.setattr(opened, "open_clean", lambda *_: io.BytesIO())
    given = [Opponent(name, Against.WRONG, Solution(Path(name), "cpp", b"")) for name in "abc"]
    mutants = [Opponent(f"m{n}", Against.MUTANT, Solution(Path("m"), "cpp", b"%d" % n), of="one") for n in range(4)]
    with opened.BuiltTogether({"one": Solution(Path("one"), "cpp", b"")}, Settings()) as together:
        together.begin(mutants, given)
        assert at_work.wait(60)
        threading.Timer(0.05, go_on.set).start()
        together.opened(mutants[0])
        assert built == ["a", "mutants"]
        together.opened(given[2])
    assert built == ["a", "mutants", "c"]
