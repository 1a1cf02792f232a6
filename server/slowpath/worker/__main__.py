"""`python -m slowpath.worker`: runs one campaign for a language server."""

import sys

from slowpath.worker.main import main

if __name__ == "__main__":
    sys.exit(main())
