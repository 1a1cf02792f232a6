"""The target of a program that judges inputs or outputs: speaks `docs/wire.md`. Standard library only.

    python -s -S -B command_target.py COMMAND...

Theory of operation. The server is an interpreter that does nothing; each run is a fork of it that is given files and
arguments (`python_given.py`), and becomes the command.
"""

import os
import resource
import signal
import sys

from python_given import take_given
from python_processes import limit_for_good
from python_server import Server
from python_wire import WIRE_VARIABLE

NOT_STARTED = 127


class CommandRun:
    """What a run does, in the forked process."""

    counters = 0
    counting = None
    quick = None
    outside = None

    def __init__(self, command):
        self.command = command
        self.description = {"python": sys.version.split()[0]}

    def prepare(self, shared):
        """Nothing needs to be made ready."""

    def run(self, request):
        """Becomes the command; never returns."""
        arguments = take_given()
        # What an interpreter ignores, and a program that it starts would go on ignoring.
        for number in (signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        if request[5]:
            limit_for_good(resource.RLIMIT_AS, request[5])
        try:
            os.execv(self.command[0], [*self.command, *arguments])
        finally:
            os._exit(NOT_STARTED)


def main():
    _, *channels = (int(part) for part in os.environ.pop(WIRE_VARIABLE).split(":"))
    Server(CommandRun(sys.argv[1:]), channels).serve()


if __name__ == "__main__":
    main()
