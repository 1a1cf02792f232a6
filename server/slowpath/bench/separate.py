"""A job of a bench, done in a process of its own: what one leaves behind (caches, memory, a crash) touches no other."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from slowpath.wire import encode


def done_apart(module: str, job: object, wall_s: float) -> dict[str, Any] | str:
    """What `python -m MODULE` prints of the job that it is handed as JSON, or in words how it failed."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", module],
            input=json.dumps(encode(job)),
            capture_output=True,
            text=True,
            timeout=wall_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it didn't end within {wall_s:.0f} s"
    if done.returncode != 0 or not done.stdout.strip():
        said = done.stderr.strip().splitlines()
        return said[-1] if said else f"it ended with {done.returncode}"
    made: dict[str, Any] = json.loads(done.stdout)
    return made
