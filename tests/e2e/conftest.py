"""What the tests of this folder need beside Python."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

DEV = Path(__file__).resolve().parents[2] / "extension" / "dev"
TOOLS_MISSING = 3


@pytest.fixture(scope="session")
def editor_tools() -> None:
    """The editor and its browser are installed, or the test is skipped with the installer's own reason."""
    if shutil.which("npm") is None:
        pytest.skip("npm was not found; install Node and npm (Debian: apt install nodejs npm)")
    installed = subprocess.run(
        ["bash", str(DEV / "install-editor.sh"), "--browser"], check=False, capture_output=True, text=True, timeout=1200
    )
    if installed.returncode == TOOLS_MISSING:
        pytest.skip(installed.stderr.strip().replace("slowpath: ", " "))
    assert installed.returncode == 0, installed.stderr


@pytest.fixture(scope="session", autouse=True)
def build_cache() -> None:
    """The editor's server builds where a user's does: these tests wait by the clock, and begin with its builds."""
