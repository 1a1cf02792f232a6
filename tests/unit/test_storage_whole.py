"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from slowpath.storage import whole
from slowpath.storage.whole import write_whole


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_and_keeps_its_permissions(tmp_path):
    path = tmp_path / "a ü.cpp"
    path.write_bytes(b"old")
    path.chmod(0o741)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new" and stat.S_IMODE(path.stat().st_mode) == 0o741
    assert names(tmp_path) == ["a ü.cpp"]


def test_a_new_file_has_the_permissions_that_any_new_file_has(tmp_path):
    (tmp_path / "usual").write_bytes(b"")
    write_whole(tmp_path / "new", b"x")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_stays_a_link(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "there" / "file")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "there" / "file").read_bytes() == b"new"


@pytest.mark.parametrize("failure", [OSError(28, "no space left"), KeyboardInterrupt()], ids=["full", "Ctrl-C"])
def test_what_cannot_be_finished_leaves_what_was_there(tmp_path, monkeypatch, failure):
    path = tmp_path / "a.cpp"
    path.write_bytes(b"old")

    def refuse(*_):
        raise failure

    monkeypatch.setattr(whole.os, "replace", refuse)
    with pytest.raises(type(failure)):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old" and names(tmp_path) == ["a.cpp"]


def test_what_is_no_file_is_written_to(tmp_path):
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"new")
    reader.join()
    assert heard == [b"new"] and stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_folder_that_is_missing_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "none" / "a", b"")
