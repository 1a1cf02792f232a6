"""The target of a Java program that judges outputs: speaks `docs/wire.md`. Runs under our own interpreter, standard
library only.

    python java_checker_target.py COUNTERS FRESH COMMAND...

Theory of operation. As `java_target.py search`, one virtual machine makes many runs, each with fresh classes; each is
given files and arguments (`python_given.py`). A machine that has many files open, which such programs seldom close, is
ended.
"""

import io
import os
import sys

from java_machine import MachineGone
from java_target import SearchRun, SearchServer
from python_given import written_given
from python_wire import WIRE_VARIABLE

MOST_OPEN = 200


class CheckerRun(SearchRun):
    """What the server knows of its runs."""

    limits = None


class CheckerServer(SearchServer):
    """Answers the driver's requests by runs in a virtual machine."""

    def begin(self, machine, request):
        text = os.pread(self.inputs[request[8]], request[7], 0)
        given, arguments = written_given(io.BytesIO(text))
        try:
            machine.begin(given, os.fstat(given).st_size, arguments)
        finally:
            os.close(given)

    def answer(self, request):
        if self.machine is not None and self.machine.open_files > MOST_OPEN:
            self.end_machine()
        return super().answer(request)


def main():
    _, *channels = (int(part) for part in os.environ.pop(WIRE_VARIABLE).split(":"))
    try:
        server = CheckerServer(CheckerRun("0", *sys.argv[1:]), channels)
    except MachineGone:
        sys.exit(70)  # It said why.
    server.serve()


if __name__ == "__main__":
    main()
