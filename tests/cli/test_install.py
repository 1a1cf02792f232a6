"""Installing without a clone: the wheel that `npm run package` puts beside the extension, in an empty home."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from slowpath import __version__

ROOT = Path(__file__).resolve().parents[2]
WHEEL = f"slowpath-{__version__}-py3-none-any.whl"
README_COMMAND = "pipx install ./slowpath-0.1.0-py3-none-any.whl"
"""What pipx does is what happens here: an environment of its own, and pip."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A new environment into which the wheel was installed. What it needs is there already, as after a download: an
    index is neither asked nor needed to see that all that the wheel requires is what we have."""
    folder = tmp_path_factory.mktemp("install")
    subprocess.run([sys.executable, ROOT / "extension" / "dev" / "build_wheel.py", folder], check=True)
    made = folder / "environment"
    venv.create(made, symlinks=True)
    python = made / "bin" / "python"
    site = next((made / "lib").glob("python*")) / "site-packages"
    (site / "downloaded.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    for what in (["--force-reinstall", "--no-deps", folder / WHEEL], ["--dry-run", f"slowpath=={__version__}"]):
        subprocess.run(
            [
                sys.executable,
                "-m",
                "pip",
                "--python",
                python,
                "--disable-pip-version-check",
                "install",
                "--quiet",
                "--no-index",
                "--no-input",
                "--no-compile",
                *what,
            ],
            check=True,
            cwd=folder,
            env=_environment(folder),
        )
    return made


def _environment(home: Path) -> dict[str, str]:
    """What a new user's shell has: a home of their own and the system's programs."""
    return {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def _ran(installed: Path, *arguments: str) -> str:
    return subprocess.run(
        [installed / "bin" / "slowpath", *arguments],
        cwd=installed,
        env=_environment(installed),
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    ).stdout


def test_the_readme_names_the_wheel():
    assert README_COMMAND in (ROOT / "README.md").read_text(encoding="utf-8")
    assert README_COMMAND.endswith(f"/{WHEEL}")


def test_the_command_is_there_and_reads_a_problem(installed, tmp_path):
    assert _ran(installed, "--version").strip().endswith(__version__)
    solution = str(ROOT / "examples" / "list_membership" / "solution.py")
    assert "error" not in json.loads(_ran(installed, "format", solution, "--json").splitlines()[-1])
    prompt = _ran(installed, "generators", solution, "--show-prompt")
    assert len(prompt) > 500


def test_it_is_the_installed_package_that_runs_with_all_that_it_carries(installed):
    code = "import slowpath, pathlib; print(pathlib.Path(slowpath.__file__).parent)"
    where = subprocess.run(
        [installed / "bin" / "python", "-c", code],
        cwd=installed,
        env=_environment(installed),
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    assert Path(where).is_relative_to(installed)
    sources = {
        path.relative_to(ROOT / "server/slowpath").as_posix()
        for path in (ROOT / "server/slowpath").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    carried = {path.relative_to(where).as_posix() for path in Path(where).rglob("*") if path.is_file()}
    assert sources <= carried
    assert {"prompts/input-format/prompt.toml", "docs/format.md"} <= carried
