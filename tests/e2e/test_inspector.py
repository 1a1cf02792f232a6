"""The server for agents as the command line of the protocol's own inspector sees it: a client that isn't ours."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from slowpath.agents import tools

ROOT = Path(__file__).resolve().parents[2]
INSPECT = """
. "$0/tools.sh"
ensure_node24
exec "$EDITOR_HOME/inspector/node_modules/.bin/mcp-inspector" --cli "$@"
"""


def inspected(folder: Path, method: str, *options: str) -> dict[str, Any]:
    """What the server of that folder says to one request."""
    server = [sys.executable, "-m", "slowpath", "mcp", str(folder), "--connect-timeout", "120000"]
    environment = ["-e", f"PYTHONPATH={ROOT / 'server'}", "-e", f"SLOWPATH_STATE_DIR={folder.parent / 'state'}"]
    # With --strict it fails where a schema is one that some client can't read.
    ran = subprocess.run(
        ["bash", "-euc", INSPECT, ROOT / "extension" / "dev", *environment, *server, "--method", method, *options],
        check=True,
        capture_output=True,
        text=True,
        timeout=600,
    )
    return json.loads(ran.stdout)


@pytest.mark.usefixtures("editor_tools")
def test_the_inspector_lists_the_tools_and_calls_one(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "quicksort", tmp_path / "quicksort")
    listed = inspected(tmp_path / "quicksort", "tools/list", "--strict")
    assert sorted(tool["name"] for tool in listed["tools"]) == sorted(tools.NAMES)
    call = ("--tool-name", "infer_format", "--tool-arg", "file=solution.cpp")
    read = inspected(tmp_path / "quicksort", "tools/call", *call)
    assert not read["isError"] and read["structuredContent"]["largest"] == [{"n": 50000}]
