"""The real language server with its real workers. Forked (`forking`), it and its first workers have been loaded before:
for tests of what they do, not of how they start."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import forking

from slowpath.lsp.serving import main
from slowpath.worker import supervisor
from slowpath.worker.main import main as work

__all__ = ["serve", "work"]


def serve(spares: tuple[forking.Spare, ...] = ()) -> int:
    """Serves until the client is done. The first workers are `spares`."""
    forking.first_workers(supervisor.WORKER_COMMAND, spares)
    return main()


if __name__ == "__main__":
    sys.exit(serve())
