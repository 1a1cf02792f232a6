"""`python -m slowpath`."""

import gc
import sys

from slowpath.cli import main

code = main()
# What is left goes with the process. Collecting it first takes a tenth of a second, on a busy machine seconds.
gc.freeze()
sys.exit(code)
