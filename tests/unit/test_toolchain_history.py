"""Earlier versions come from the local history, whatever the repository's configuration would like to run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from slowpath.toolchain.history import earlier_versions

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", *arguments],
        cwd=folder,
        check=True,
        capture_output=True,
    )


def committed(folder: Path, *texts: bytes, name: str = "main.py") -> Path:
    git(folder, "init", "-q")
    path = folder / "deep" / name
    path.parent.mkdir()
    for text in texts:
        path.write_bytes(text)
        git(folder, "add", ".")
        git(folder, "commit", "-q", "--allow-empty", "-m", "x")
    return path


def test_versions_come_oldest_first_and_once(tmp_path):
    path = committed(tmp_path, b"one\n", b"two\n", b"one\n", b"three\n", b"now\n")
    assert earlier_versions(path, b"now\n") == (b"one\n", b"two\n", b"three\n")


def test_a_name_that_looks_like_a_pattern_or_an_option_is_a_name(tmp_path):
    path = committed(tmp_path, b"one\n", b"two\n", name=":(top)*.py")
    assert earlier_versions(path, b"two\n") == (b"one\n",)


@pytest.mark.parametrize(
    "option",
    ["core.fsmonitor", "core.pager", "gpg.program", "diff.external", "core.sshCommand", "core.alternateRefsCommand"],
)
def test_nothing_that_the_repository_names_is_run(tmp_path, option):
    path = committed(tmp_path, b"one\n", b"two\n")
    ran = tmp_path / "ran"
    program = tmp_path / "program.sh"
    program.write_text(f"#!/bin/sh\ntouch '{ran}'\n")
    program.chmod(0o755)
    git(tmp_path, "config", option, str(program))
    git(tmp_path, "config", "log.showSignature", "true")
    assert earlier_versions(path, b"two\n") == (b"one\n",)
    assert not ran.exists()


def test_no_repository_is_no_history(tmp_path):
    path = tmp_path / "main.py"
    path.write_bytes(b"x\n")
    assert earlier_versions(path, b"x\n") == ()
