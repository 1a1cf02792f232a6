"""Earlier versions of a file, from the git history on this machine: read, never changed, nothing fetched.

Theory of operation. Only git's plumbing is asked, which runs no pager, filter, hook, signature check or text
converter, whatever a repository's configuration says; a clone that lacks objects isn't completed, and no configuration
of the machine is read.
"""

from __future__ import annotations

import os
from pathlib import Path

from slowpath.sandbox.process import run_tool, tool_environment

TIMEOUT_S = 30.0
MOST_VERSIONS = 60
LARGEST_BYTES = 1 << 20


def earlier_versions(path: Path, current: bytes) -> tuple[bytes, ...]:
    """The different texts that the file had in commits, the oldest first, without `current`; none where there is no
    repository, or no git. At most the latest `MOST_VERSIONS`."""
    listed = _git(path, "rev-list", f"--max-count={MOST_VERSIONS}", "HEAD", "--", path.name)
    made: dict[bytes, None] = {}
    for commit in reversed(listed.decode("ascii", "replace").split()):
        text = _git(path, "cat-file", "blob", f"{commit}:./{path.name}")
        if text.strip() and text != current and len(text) <= LARGEST_BYTES and b"\0" not in text:
            made.setdefault(text)
    return tuple(made)


def _git(path: Path, *arguments: str) -> bytes:
    """What git says; nothing where it fails."""
    environment = {
        **tool_environment(),
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ALLOW_PROTOCOL": "",
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
    }
    try:
        said = run_tool(
            ["git", "-c", "core.fsmonitor=false", "--no-pager", *arguments],
            cwd=path.parent,
            timeout_s=TIMEOUT_S,
            environment=environment,
        )
    except OSError:
        return b""
    return said.stdout if said.returncode == 0 and not said.timed_out else b""
