"""What `slowpath tests` writes is accepted by the tools that setters use: BAPCtools and problemtools."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from small_test_set import INPUTS, RIGHT, a_set

from slowpath.pipeline.formats import format_from_text
from slowpath.pipeline.testing.problem import specified_tests
from slowpath.pipeline.testing.writing import write_test_set
from slowpath.settings import Settings


@pytest.fixture
def problem(tmp_path):
    """A package in a folder whose name every tool takes, with a set that was written for it in each layout."""
    folder = tmp_path / "spread"
    for name, data in (
        (
            "problem.yaml",
            b"problem_format_version: 2025-09\nname: {en: Spread}\nuuid: "
            b"1c2f7f36-7bd4-4f0d-9a5e-0a3a6c8b9d10\nlimits: {time_limit: 1.0}\n",
        ),
        ("data/sample/1.in", INPUTS[0][1]),
        ("data/sample/1.ans", b"2\n"),
        ("submissions/accepted/a.py", RIGHT),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return specified_tests(
        folder,
        Settings(),
        seconds=1.0,
        most=9,
        most_bytes=1 << 20,
        read_format=lambda read: format_from_text("n: int 1..1000\na: int[n] 1..10^9\n", None, read),
    )


@pytest.fixture
def tools(tmp_path) -> Path:
    """A folder with what both tools run Python programs with. Few machines have PyPy, and what is asked is whether the
    programs are accepted: here it is this interpreter."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("pypy3", "python3"):
        (folder / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        (folder / name).chmod(0o755)
    return folder


def ran(tools: Path, tool: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    # They lie beside the interpreter, which need not be on the PATH.
    path = os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which(tool, path=path)
    if found is None:
        pytest.skip(f"{tool} isn't installed")
    home = tools.parent / "home"
    home.mkdir(exist_ok=True)
    # Tools remember in the home folder which package has which id. Where they think that a server tests them they print
    # colours.
    plain = {name: value for name, value in os.environ.items() if name not in ("CI", "GITLAB_CI")}
    return subprocess.run(
        [found, *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        env={**plain, "NO_COLOR": "1", "HOME": str(home), "PATH": path},
        timeout=600,
    )


def test_bapctools_takes_what_is_written_and_makes_it_again(problem, tools, tmp_path):
    out = tmp_path / "out" / "spread"
    write_test_set(out, "icpc", problem, a_set())
    done = ran(tools, "bt", "validate", "--error", folder=out)
    said = done.stdout
    assert "Input validation: Done" in said and "Answer validation: Done" in said
    assert done.returncode == 0, said
    assert not [line for line in said.splitlines() if "WARNING" in line or "ERROR" in line or "FAILED" in line], said
    slow = next((out / "data" / "secret").glob("*slow*.in"))
    before = slow.read_bytes()
    slow.unlink()
    ran(tools, "bt", "generate", folder=out)
    assert slow.read_bytes() == before


def test_problemtools_takes_what_is_written(problem, tools, tmp_path):
    out = tmp_path / "out" / "spread"
    write_test_set(out, "icpc-legacy", problem, a_set())
    done = ran(tools, "verifyproblem", "-p", "config", "data", "validators", "submissions", "--", str(out), folder=out)
    assert " 0 errors" in done.stdout, done.stdout
