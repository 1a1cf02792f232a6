"""A real language server whose workers run the fake engine."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import fake_engine

from slowpath.lsp.server import main
from slowpath.worker import supervisor

if __name__ == "__main__":
    supervisor.WORKER_COMMAND = fake_engine.WORKER_COMMAND
    sys.exit(main())
