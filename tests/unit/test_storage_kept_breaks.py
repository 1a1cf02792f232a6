"""What the last search for a breaking input of a program found, on disk."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from slowpath.errors import StoreUnwritable
from slowpath.model.asking import AskedRound
from slowpath.model.breaking import BreakingInput, BreakView, Failing
from slowpath.model.campaign import Budget, Warned
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin
from slowpath.storage import kept_breaks
from slowpath.storage.kept_breaks import KeptBreak, forget_break, keep_break, kept_break

FOUND = BreakingInput(
    "i", 2, (("n", 1),), Origin("tiny", "tiny", recipe={"kind": "bytes"}), Failing.RUNTIME_ERROR, "it crashes"
)


def kept(path: str = "/p/ä.cpp", id_: str = "b") -> KeptBreak:
    view = BreakView(path, "finished", breaking=FOUND, budget=Budget(2.5), warnings=(Warned("w", "said"),))
    return KeptBreak(
        id_, path, b"\xff\n", 3, view, InputFormat(()), (FOUND,), {"i": b"\x00\xff"}, (AskedRound("p/1", "m", 1, 1),)
    )


def test_what_is_kept_comes_back_as_it_was_and_the_last_one_of_a_program_counts(tmp_path):
    keep_break(kept(id_="first"), tmp_path)
    keep_break(kept(), tmp_path)
    assert kept_break(Path("/p/ä.cpp"), tmp_path) == kept()
    assert kept_break(Path("/p/b.cpp"), tmp_path) is None
    assert [path.suffix for path in (tmp_path / kept_breaks.FOLDER).iterdir()] == [".json"]


def test_a_damaged_file_is_as_none(tmp_path):
    keep_break(kept(), tmp_path)
    (path,) = (tmp_path / kept_breaks.FOLDER).iterdir()
    path.write_text(path.read_text("utf-8")[:-20], "utf-8")
    assert kept_break(Path("/p/ä.cpp"), tmp_path) is None


def test_the_programs_that_were_not_searched_for_longest_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_breaks, "MOST_PROGRAMS", 2)
    for number in range(4):
        keep_break(kept(f"/p/{number}.cpp"), tmp_path)
    assert [kept_break(Path(f"/p/{number}.cpp"), tmp_path) is None for number in range(4)].count(True) == 2
    assert kept_break(Path("/p/3.cpp"), tmp_path) is not None


def test_what_a_killed_process_left_half_written_goes_once_nobody_can_be_writing_it(tmp_path):
    folder = tmp_path / kept_breaks.FOLDER
    folder.mkdir()
    for name, age_s in (("old", 2 * kept_breaks.LONGEST_WRITE_S), ("new", 0.0)):
        (folder / f"{name}{kept_breaks.PART}").write_text("{")
        os.utime(folder / f"{name}{kept_breaks.PART}", (time.time() - age_s,) * 2)
    keep_break(kept(), tmp_path)
    assert [path.stem for path in folder.glob(f"*{kept_breaks.PART}")] == ["new"]


def test_what_is_kept_of_a_text_is_forgotten_with_that_text_alone(tmp_path):
    keep_break(kept(), tmp_path)
    forget_break(Path("/p/ä.cpp"), b"another program", tmp_path)
    assert kept_break(Path("/p/ä.cpp"), tmp_path) is not None
    forget_break(Path("/p/ä.cpp"), kept().source, tmp_path)
    assert kept_break(Path("/p/ä.cpp"), tmp_path) is None


def test_what_could_not_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    keep_break(kept(), tmp_path)

    def full(_):
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(kept_breaks.wire, "dumps", full)
    with pytest.raises(StoreUnwritable):
        keep_break(kept(id_="second"), tmp_path)
    assert [path.suffix for path in (tmp_path / kept_breaks.FOLDER).iterdir()] == [".json"]
    assert kept_break(Path("/p/ä.cpp"), tmp_path) == kept()


def test_a_disk_that_refuses_is_said(tmp_path):
    (tmp_path / kept_breaks.FOLDER).write_text("a file in the folder's place")
    with pytest.raises(StoreUnwritable):
        keep_break(kept(), tmp_path)
