"""Every command in the README runs, in a fresh clone."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) for line in block.strip().splitlines()]

# These start everything anew or stay open: the first is what runs this test, the others have tests of their own.
ELSEWHERE = {
    "./test": ".ci/run",
    "./slowpath editor examples/quicksort": "tests/e2e/test_editor.py",
    "npm run package": "tests/e2e/test_editor.py",
    "code --install-extension slowpath-0.1.0.vsix": "tests/e2e/test_editor.py",
    "pipx install ./slowpath-0.1.0-py3-none-any.whl": "tests/cli/test_install.py",
}
HERE = [command for command in COMMANDS if command not in ELSEWHERE]


@pytest.fixture(scope="module")
def clone(tmp_path_factory) -> Path:
    """The committed tree and what is being committed, without anything that was installed."""
    made = tmp_path_factory.mktemp("clone") / "slowpath"
    made.mkdir()
    listed = subprocess.run(
        ["git", "ls-files", "-zco", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    _copy(listed.stdout, made)
    return made


def _copy(listed: bytes, made: Path) -> None:
    archive = subprocess.run(
        ["tar", "-cf", "-", "--null", "--ignore-failed-read", "-T", "-"],
        input=listed,
        cwd=ROOT,
        capture_output=True,
        check=False,
    ).stdout
    subprocess.run(["tar", "-xf", "-", "-C", str(made)], input=archive, check=True)


@pytest.fixture(scope="module")
def environment(tmp_path_factory, build_cache) -> dict[str, str]:
    """Own state and the builds of all tests; the Python environment of this checkout where it has one, else a new
    one."""
    state = tmp_path_factory.mktemp("state")
    home = {"SLOWPATH_HOME": str(ROOT)} if (ROOT / ".venv").exists() else {}
    return {
        **{k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
        **home,
        "SLOWPATH_STATE_DIR": str(state / "state"),
        "SLOWPATH_CACHE_DIR": str(build_cache),
    }


def test_the_readme_has_commands():
    assert "./slowpath find examples/quicksort/solution.cpp --seconds 10" in COMMANDS and len(HERE) >= 6


@pytest.mark.parametrize("command", HERE)
def test_a_readme_command_runs_as_it_stands(clone, environment, command):
    """In the README's order: a later command may use what an earlier one wrote."""
    done = subprocess.run(
        command, shell=True, cwd=clone, env=environment, capture_output=True, timeout=1200, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    assert done.stdout or (clone / "again.in").exists()


def test_commands_that_run_elsewhere_are_named_there():
    assert set(ELSEWHERE) <= set(COMMANDS)
    for command, place in ELSEWHERE.items():
        text = (ROOT / place).read_text(encoding="utf-8")
        assert command.split()[-1] in text or command in text, (command, place)


def test_local_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert target.startswith("http") or (ROOT / target).exists(), target
