"""One unit, in a process of its own: `python -m slowpath.evaluation.work.unit`, a `Work` as JSON in, a `Row` as JSON
out. What one leaves behind (caches, memory, a crash) touches no other; it ends when whoever asked for it is gone.

A unit that owns its core holds the lock of that core's file while it lives, so that no other unit of this machine has
it, whichever run or node it belongs to; the kernel gives it back when the process dies, however it does.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import platform
import resource
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from slowpath import __version__
from slowpath import settings as settings_module
from slowpath.errors import ModelUnavailable, SlowpathError, StoreUnwritable, ToolMissing, UsageError
from slowpath.evaluation.rows import BAD_INPUT, FAILED, Row
from slowpath.evaluation.strategies import BREAK, FUZZER, OPTIMIZE, STRATEGIES, TESTS
from slowpath.evaluation.units import Work
from slowpath.evaluation.work.opened import Opened, opened
from slowpath.settings import Settings
from slowpath.wire import decode, encode

OURS = (ToolMissing, UsageError, StoreUnwritable, ModelUnavailable)
"""Failures that say nothing of the program."""
CORE_POLL_S = 0.2
PARENT_POLL_S = 0.5


def main() -> int:
    """Does the unit on standard input. Returns 0; a failure is in the row."""
    work: Work = decode(Work, json.load(sys.stdin))
    _end_with(os.getppid())
    began = time.monotonic()
    with _core(Path(tempfile.gettempdir())) if work.own_core else contextlib.nullcontext() as core:
        one_run = {"parallel_runs": 1} if work.own_core else {}
        settings = settings_module.load({"llm_model": work.model.model, "llm_base_url": work.model.base_url, **one_run})
        row = row_of(work, settings)
    row = replace(row, own_core=core, wall_s=time.monotonic() - began, node=platform.node(), version=__version__,
                  peak_rss_bytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10)
    sys.stdout.write(json.dumps(encode(row)))
    return 0


def row_of(work: Work, settings: Settings) -> Row:
    """Does the unit here. Never raises for what a data set holds, nor for a bug: both are in the row."""
    with tempfile.TemporaryDirectory(prefix="slowpath-unit-") as folder:
        try:
            return _done(opened(work, Path(folder), settings))
        except SlowpathError as error:
            said = error.message.replace(f"{folder}/", "")
            return Row(work.unit, FAILED if isinstance(error, OURS) else BAD_INPUT, error.code, said)
        except (OSError, ValueError) as error:
            return Row(work.unit, BAD_INPUT, "unreadable", f"{type(error).__name__}: {error}")
        except Exception as error:
            return Row(work.unit, FAILED, "bug", f"{type(error).__name__}: {error}")


def _done(place: Opened) -> Row:
    strategy = STRATEGIES[place.work.unit.strategy]
    if strategy.kind == TESTS:
        from slowpath.evaluation.work.existing import existing_row

        return existing_row(place)
    if strategy.kind == BREAK:
        from slowpath.evaluation.work.breaking import break_row

        return break_row(place)
    if strategy.kind == FUZZER:
        from slowpath.evaluation.work.fuzzing import fuzzed_row

        return fuzzed_row(place)
    if strategy.kind == OPTIMIZE:
        from slowpath.evaluation.work.optimising import optimised_row

        return optimised_row(place)
    from slowpath.evaluation.work.searching import searched

    return searched(place, strategy)


@contextlib.contextmanager
def _core(locks: Path) -> Iterator[int]:
    """A core that nobody else has while this is entered; all that is started here runs on it alone. Waits for one."""
    while True:
        for core in sorted(os.sched_getaffinity(0)):
            file = os.open(locks / f"slowpath-core-{core}-{os.getuid()}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(file)
                continue
            before = os.sched_getaffinity(0)
            os.sched_setaffinity(0, {core})
            try:
                yield core
            finally:
                os.sched_setaffinity(0, before)
                os.close(file)
            return
        time.sleep(CORE_POLL_S)


def _end_with(parent: int) -> None:
    """Ends this process soon after its parent is gone: then nobody takes the row."""
    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_POLL_S)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
