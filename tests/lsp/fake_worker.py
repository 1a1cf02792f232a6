"""A real worker process over the fake engine."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import fake_breaking
import fake_engine
import fake_optimizing

from slowpath.worker.main import main


def work() -> int:
    """Works until the search is over, with the fakes in their places."""
    fake_engine.install()
    fake_breaking.install()
    fake_optimizing.install()
    return main()


def serve(_spares: tuple = ()) -> int:
    """Forked by itself (`forking`), in a session of its own as a supervisor starts workers."""
    os.setsid()
    return work()


if __name__ == "__main__":
    sys.exit(work())
