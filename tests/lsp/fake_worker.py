"""A real worker process over the fake engine."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import fake_breaking
import fake_engine

from slowpath.worker.main import main

if __name__ == "__main__":
    fake_engine.install()
    fake_breaking.install()
    sys.exit(main())
