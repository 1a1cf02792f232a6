"""A real language server whose workers run the fake engine, and whose gate finds every checker faithful at once, but
that of a program with `SLOW_GATE` never."""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import fake_engine
import forking
from fake_worker import work

from slowpath import pipeline
from slowpath.lsp.serving import main
from slowpath.worker import supervisor

__all__ = ["serve", "work"]


def judge_checkers(solution, constraints, slow, fast, inputs, settings, *, stop=lambda: False):
    while b"SLOW_GATE" in solution.source and not stop():
        time.sleep(0.02)
    assert slow == fake_engine.SLOW
    assert fast == fake_engine.FAST
    return [fake_engine.FAITHFUL for _ in constraints]


def serve(spares: tuple[forking.Spare, ...] = ()) -> int:
    """Serves until the client is done, with the fakes in their places. The first workers are `spares`."""
    pipeline.judge_checkers = judge_checkers
    supervisor.WORKER_COMMAND = fake_engine.WORKER_COMMAND
    forking.first_workers(supervisor.WORKER_COMMAND, spares)
    return main()


if __name__ == "__main__":
    sys.exit(serve())
