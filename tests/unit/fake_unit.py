"""Stands in for a unit's process in tests of where units run: `python -m fake_unit`, a `Work` in, a `Row` out.

What it does stands in the one file of its content: {"log": a file that gets a line, with its process's id, each time
that it begins, "gate": a file that it waits for, "dies": a file; where that isn't there it makes it, and kills the
process that started it}.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path

from slowpath.evaluation.rows import Row
from slowpath.evaluation.units import Work
from slowpath.wire import decode, encode

POLL_S = 0.05


def main() -> None:
    work: Work = decode(Work, json.load(sys.stdin))
    does = json.loads(work.content.files[0][1])
    with open(does["log"], "a", encoding="utf-8") as log:
        log.write(f"{work.unit.program.id} {os.getpid()}\n")
    parent = os.getppid()
    if does.get("dies") and not Path(does["dies"]).exists():
        Path(does["dies"]).touch()
        os.kill(parent, signal.SIGKILL)
    while does.get("gate") and not Path(does["gate"]).exists() and os.getppid() == parent:
        time.sleep(POLL_S)
    sys.stdout.write(json.dumps(encode(Row(work.unit, executions=1))))


if __name__ == "__main__":
    main()
