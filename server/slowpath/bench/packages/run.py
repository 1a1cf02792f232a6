"""One job of the packages bench, in a process of its own: `python -m slowpath.bench.packages.run`, a job as JSON in,
what came of it as JSON out."""

from __future__ import annotations

import json
import resource
import sys

from slowpath import settings as settings_module
from slowpath.bench.packages.breaks import break_outcome
from slowpath.bench.packages.find import find_outcome
from slowpath.bench.packages.formats import format_outcome
from slowpath.bench.packages.jobs import Outcome, Work
from slowpath.bench.packages.tests import tests_outcome
from slowpath.wire import decode, encode

MEMORY_BYTES = 4 << 30


def main() -> int:
    """Does the job on standard input. Returns 0; a failure of ours is in the result."""
    work: Work = decode(Work, json.load(sys.stdin))
    model = work.format.model if work.format is not None else None
    settings = settings_module.load({"llm_model": model.model, "llm_base_url": model.base_url} if model else None)
    if work.find is not None:
        made: Outcome = find_outcome(work.find, settings)
    elif work.breaking is not None:
        made = break_outcome(work.breaking, settings)
    elif work.tests is not None:
        made = tests_outcome(work.tests, settings)
    else:
        assert work.format is not None
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
        made = format_outcome(work.format, settings)
    sys.stdout.write(json.dumps(encode(made)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
