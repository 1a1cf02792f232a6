"""Scratch folders: removed with their owner, or after it was killed, never before."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from slowpath.sandbox.scratch import ScratchFolder, remove_abandoned

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs locks on folders")
OWNER = """
import sys
from slowpath.sandbox.scratch import ScratchFolder
folder = ScratchFolder("test")
(folder.path / "file").write_text("left")
print(folder.path, flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def owner():
    with subprocess.Popen([sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        yield process
        process.kill()


def folder_of(owner: subprocess.Popen) -> Path:
    assert owner.stdout is not None
    return Path(owner.stdout.readline().decode().strip())


def test_what_a_killed_process_left_is_removed_at_the_next_start(temporary, owner):
    left = folder_of(owner)
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    remove_abandoned(temporary, time.time() + 60)
    assert not left.exists()


def test_what_a_living_process_has_stays(temporary, owner):
    held = folder_of(owner)
    remove_abandoned(temporary, time.time() + 60)
    assert (held / "file").exists()


def test_a_folder_that_may_have_no_lock_yet_stays(temporary):
    fresh = temporary / "slowpath-scratch-test-fresh"
    fresh.mkdir()
    ScratchFolder("test").remove()
    assert fresh.exists()


def test_an_owner_removes_what_a_program_locked_up():
    folder = ScratchFolder("test")
    inner = folder.path / "inner"
    (inner / "innermost").mkdir(parents=True)
    os.chmod(inner, 0)
    folder.remove()
    folder.remove()
    assert not folder.path.exists()


def test_a_link_out_of_the_folder_is_not_followed(temporary):
    outside = temporary / "outside"
    outside.mkdir(mode=0o755)
    folder = ScratchFolder("test")
    (folder.path / "link").symlink_to(outside)
    folder.remove()
    assert outside.stat().st_mode & 0o777 == 0o755
