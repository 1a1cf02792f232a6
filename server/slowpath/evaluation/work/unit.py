"""One unit, in a process of its own: `python -m slowpath.evaluation.work.unit`, a `Work` as JSON in, a `Row` as JSON
out. What one leaves behind (caches, memory, a crash) touches no other; it ends when whoever asked for it is gone.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
import resource
import signal
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

from slowpath import __version__
from slowpath import settings as settings_module
from slowpath.errors import ModelUnavailable, SlowpathError, StoreUnwritable, TokensSpent, ToolMissing, UsageError
from slowpath.evaluation.cores import own_core
from slowpath.evaluation.rows import BAD_INPUT, FAILED, Row
from slowpath.evaluation.strategies import BREAK, FUZZER, OPTIMIZE, STRATEGIES, TESTS, TRANSFER
from slowpath.evaluation.units import Work
from slowpath.evaluation.work.opened import Opened, opened
from slowpath.settings import Settings
from slowpath.wire import decode, encode

OURS = (ToolMissing, UsageError, StoreUnwritable, ModelUnavailable, TokensSpent)
"""Failures that say nothing of the program."""
PARENT_POLL_S = 0.5


def main() -> int:
    """Does the unit on standard input. Returns 0; a failure is in the row."""
    work: Work = decode(Work, json.load(sys.stdin))
    _end_with(os.getppid())
    with own_core(Path(tempfile.gettempdir())) if work.own_core else contextlib.nullcontext() as core:
        began = time.monotonic()
        one_run = {"parallel_runs": 1} if work.own_core else {}
        settings = settings_module.load({"llm_model": work.model.model, "llm_base_url": work.model.base_url, **one_run})
        row = row_of(work, settings)
    row = replace(
        row,
        own_core=core,
        wall_s=time.monotonic() - began,
        node=platform.node(),
        version=__version__,
        peak_rss_bytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10,
    )
    sys.stdout.write(json.dumps(encode(row)))
    return 0


def row_of(work: Work, settings: Settings) -> Row:
    """Does the unit here. Never raises for what a data set holds, nor for a bug: both are in the row."""
    with tempfile.TemporaryDirectory(prefix="slowpath-unit-") as made:
        # The folder's name is the problem's, which a model is told: the same question has the same words.
        name = re.sub(r"[^\w.-]+", "-", work.unit.program.problem.rpartition("/")[2]).strip(".")
        folder = Path(made) / (name or "problem")
        try:
            return _done(opened(work, folder, settings))
        except SlowpathError as error:
            said = error.message.replace(f"{folder}/", "")
            return Row(work.unit, FAILED if isinstance(error, OURS) else BAD_INPUT, error.code, said)
        except (OSError, ValueError) as error:
            return Row(work.unit, BAD_INPUT, "unreadable", f"{type(error).__name__}: {error}")
        except Exception as error:
            return Row(work.unit, FAILED, "bug", f"{type(error).__name__}: {error}")


def _done(place: Opened) -> Row:
    strategy = STRATEGIES[place.work.unit.strategy]
    if strategy.kind in (TESTS, TRANSFER):
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


def _end_with(parent: int) -> None:
    """Ends this process soon after its parent is gone: then nobody takes the row."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_POLL_S)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
