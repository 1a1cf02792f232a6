"""One job of the packages bench, in a process of its own: `python -m slowpath.bench.packages_run`, a job as JSON in,
what came of it as JSON out."""

from __future__ import annotations

import json
import resource
import sys

from slowpath import settings as settings_module
from slowpath.bench.packages_formats import format_outcome
from slowpath.bench.packages_jobs import FormatJob
from slowpath.wire import decode, encode

MEMORY_BYTES = 4 << 30


def main() -> int:
    """Does the job on standard input. Returns 0; a failure of ours is in the result."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    made = format_outcome(decode(FormatJob, json.load(sys.stdin)), settings_module.load())
    sys.stdout.write(json.dumps(encode(made)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
