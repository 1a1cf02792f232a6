"""`python -m slowpath`."""

import sys

from slowpath.cli import main

sys.exit(main())
