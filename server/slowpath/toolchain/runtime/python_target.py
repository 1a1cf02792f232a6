"""The target of a Python solution: speaks `docs/wire.md`. Runs under the USER's interpreter, stdlib only.

    python python_target.py search|clean COPY PATH

COPY is the text to run, PATH the user's own file (the name in tracebacks, whose folder holds helper modules).

Theory of operation. The server (`python_server`) forks for each run. `search` (`python_search`) instruments the
program once and forks a warm interpreter that counts. `clean` forks and executes a fresh interpreter on the plain
file: that is what confirms; it imports nothing that only counting needs.
"""

import os
import resource
import sys

from python_processes import limit, limit_for_good
from python_server import Server
from python_wire import END_EXITED, RUN_ALLOCATION_FAILED, TAIL_BYTES, VERSION, WIRE_VARIABLE

CLEAN_STACK_BYTES = 64 << 20


class CleanRun:
    """What a run of the plain program does: a fresh interpreter on the plain file."""

    counters = 0
    counting = None
    quick = None
    outside = None

    def __init__(self, copy, path):
        self.copy = copy
        self.environment = {key: value for key, value in os.environ.items() if key != WIRE_VARIABLE}
        self.environment["PYTHONPATH"] = os.path.dirname(path)
        self.environment["PYTHONDONTWRITEBYTECODE"] = "1"
        self.description = {"python": sys.version.split()[0]}

    def prepare(self, shared):
        """Nothing needs to be made ready."""

    def run(self, request):
        """Becomes a fresh interpreter; never returns."""
        limit(resource.RLIMIT_STACK, CLEAN_STACK_BYTES)
        if request[5]:
            limit_for_good(resource.RLIMIT_AS, request[5])
        try:
            os.execve(sys.executable, [sys.executable, self.copy], self.environment)
        finally:
            os._exit(127)


class CleanServer(Server):
    """Says of a run that failed whether it wanted more memory, as its last words tell."""

    def response(self, request, how, status, times, usage, wall_ns, consumed):
        if how == END_EXITED and os.WIFEXITED(status) and os.WEXITSTATUS(status):
            size = os.fstat(self.errors).st_size
            said = os.pread(self.errors, TAIL_BYTES, max(0, size - TAIL_BYTES))
            if said.rstrip().rpartition(b"\n")[2].startswith(b"MemoryError"):
                self.shared.mark(RUN_ALLOCATION_FAILED)
        return super().response(request, how, status, times, usage, wall_ns, consumed)


def server_of(kind, files, channels):
    """The server of runs of a kind."""
    if kind != "search":
        return CleanServer(CleanRun(*files), channels)
    from python_search import SearchRun

    return Server(SearchRun(*files), channels)


def main():
    _, kind, *files = sys.argv
    version, *channels = (int(part) for part in os.environ.pop(WIRE_VARIABLE).split(":"))
    if version != VERSION:
        sys.exit("wire version %d, not %d" % (version, VERSION))
    server_of(kind, files, channels).serve()


if __name__ == "__main__":
    main()
