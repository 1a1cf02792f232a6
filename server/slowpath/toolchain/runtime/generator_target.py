"""The target in which programs run that a language model wrote: speaks `docs/wire.md`. Stdlib only.

    python -s -B generator_target.py

Theory of operation. The server is a warm interpreter; each run is a fork of it. A run reads one JSON line from its
standard input (`kind`, `source`, `most_bytes`, and by its kind `seed` and `size`, `texts` and `calls`, or `texts`),
goes into the jail (`jail.py`), works (`model_programs.py`), and writes to standard output one JSON line that says how
it ended, followed by the outputs' bytes. Randomness is seeded and hashing is fixed by the environment, so that runs
repeat. Limits of CPU and wall time, memory and output are the wire's; the run itself only says more precisely what
went wrong.

Which function: a generator's is the first of `FUNCTIONS` that the source defines. It is given a seed and a size where
it has parameters for them (by their names; `generate()` without any is STAB's own form). A source that defines none of
them but prints is taken as a script, and what it prints is the input. A mutator's is given a text and perhaps a seed, a
validator's a text.
"""

import gc
import json
import os
import resource
import sys

from jail import Forbidden, close_the_doors
from model_programs import FILE, Shape, TooLong, described, worked
from python_processes import limit_for_good, mapped_bytes
from python_server import Server
from python_wire import WIRE_VARIABLE

WARM = tuple(
    (
        "array bisect collections copy decimal fractions functools heapq itertools math operator re statistics "
        "string textwrap typing dataclasses enum"
    ).split()
)


class ProgramRun:
    """What a run does, in the forked process."""

    counters = 0
    counting = None
    quick = None
    outside = None

    def __init__(self):
        self.description = {"python": sys.version.split()[0]}
        self.mapped_bytes = 0

    def prepare(self, shared):
        """Imports what generators usually import, once for all runs."""
        for name in WARM:
            __import__(name)
        sys.path[:] = [folder for folder in sys.path if folder != os.path.dirname(os.path.abspath(__file__))]
        self.mapped_bytes = mapped_bytes()
        gc.collect()
        gc.freeze()

    def run(self, request):
        """Runs one program; never returns."""
        wanted = json.loads(sys.stdin.buffer.readline())
        if "numpy" in wanted["source"]:
            with_numpy(wanted.get("seed", 1))
        if request[5]:
            limit_for_good(resource.RLIMIT_AS, request[5] + self.mapped_bytes)
        output = os.fdopen(os.dup(1), "wb")
        close_the_doors()
        answer(output, *ended(wanted))
        output.flush()
        os._exit(0)


def with_numpy(seed):
    """Imports numpy before the doors are closed: it looks at more of the system than a generator may."""
    try:
        import numpy
    except ImportError:
        return
    numpy.random.seed(seed % 2**32)


def ended(wanted):
    """(how it failed or "", detail, arguments taken, outputs, notes) of one run."""
    takes = []
    try:
        outputs, notes = worked(wanted, takes)
        return "", "", takes, outputs, notes
    except Shape as error:
        failure, detail = "shape", str(error)
    except TooLong as error:
        failure, detail = "output", str(error)
    except MemoryError:
        failure, detail = "memory", "it ran out of memory"
    except SyntaxError as error:
        own = error.filename == FILE
        failure, detail = ("syntax", "line %s: %s" % (error.lineno, error.msg)) if own else ("crash", described(error))
    except Forbidden as error:
        failure, detail = "forbidden", described(error)
    except BaseException as error:
        failure, detail = "crash", described(error)
    return failure, detail, takes, [], []


def answer(output, failure, detail, takes, outputs, notes):
    """One line of JSON, then the outputs one after the other."""
    head = {
        "failure": failure,
        "detail": detail,
        "takes": takes,
        "lengths": [len(data) for data in outputs],
        "notes": notes,
    }
    output.write(json.dumps(head).encode() + b"\n")
    for data in outputs:
        output.write(data)


def main():
    _, *channels = (int(part) for part in os.environ.pop(WIRE_VARIABLE).split(":"))
    Server(ProgramRun(), channels).serve()


if __name__ == "__main__":
    main()
