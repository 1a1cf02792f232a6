"""The target of a Python program that judges inputs or outputs: speaks `docs/wire.md`. Runs under the USER's
interpreter, standard library only.

    python checker_target.py MAIN

Theory of operation. The server is a warm interpreter that has imported what the program imports, but for modules of its
own folder; each run is a fork of it that is given files and arguments (`python_given.py`), and executes the program as
`__main__`, as a fresh interpreter would.
"""

import ast
import atexit
import gc
import importlib.util
import io
import os
import resource
import sys
import types

from python_given import take_given
from python_processes import limit_for_good, mapped_bytes
from python_server import Server
from python_wire import WIRE_VARIABLE


class CheckerRun:
    """What a run does, in the forked process."""

    counters = 0
    counting = None
    quick = None
    outside = None

    def __init__(self, main):
        self.main = os.path.abspath(main)
        self.code = None
        self.mapped_bytes = 0
        self.description = {"python": sys.version.split()[0]}

    def prepare(self, shared):
        """Imports what the program imports, once for all runs."""
        with open(self.main, "rb") as file:
            source = file.read()
        self.code = compile(source, self.main, "exec")
        folder, ours = os.path.dirname(self.main), os.path.dirname(os.path.abspath(__file__))
        sys.path[:] = [folder, *(path for path in sys.path if os.path.abspath(path) != ours)]
        sys.dont_write_bytecode = True
        for name in imported(ast.parse(source)):
            if not is_inside(name, folder):
                try:
                    __import__(name)
                except Exception:
                    continue
        self.mapped_bytes = mapped_bytes()
        gc.collect()
        gc.freeze()

    def run(self, request):
        """Runs the program once; never returns."""
        arguments = take_given()
        given = io.BufferedReader(io.FileIO(0, closefd=False))
        sys.stdin = io.TextIOWrapper(given, sys.stdin.encoding, sys.stdin.errors, newline="\n")
        sys.argv[:] = [self.main, *arguments]
        if request[5]:
            limit_for_good(resource.RLIMIT_AS, request[5] + self.mapped_bytes)
        leave(self.status())

    def status(self):
        """Executes the program as `__main__`; its exit status."""
        main = types.ModuleType("__main__")
        main.__dict__.update(__file__=self.main, __builtins__=__builtins__, __cached__=None)
        sys.modules["__main__"] = main
        try:
            exec(self.code, main.__dict__)
        except SystemExit as error:
            if error.code is None:
                return 0
            if isinstance(error.code, int):
                return error.code & 0xFF
            print(error.code, file=sys.stderr)
            return 1
        except BaseException as error:
            error = error.with_traceback(error.__traceback__.tb_next)
            sys.excepthook(type(error), error, error.__traceback__)
            return 1
        return 0


def leave(status):
    """Ends the process as an interpreter does: waits for threads, calls exit functions, flushes."""
    try:
        if "threading" in sys.modules:
            sys.modules["threading"]._shutdown()
        atexit._run_exitfuncs()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:
            status = status or 120
    os._exit(status)


def imported(tree):
    """The modules that a program names in its imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


def is_inside(name, folder):
    """Whether the module lies in the program's folder, where importing it may do anything."""
    top = name.partition(".")[0]
    try:
        found = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return True
    return found is None or os.path.abspath(found.origin or folder).startswith(folder + os.sep)


def main():
    _, *channels = (int(part) for part in os.environ.pop(WIRE_VARIABLE).split(":"))
    Server(CheckerRun(sys.argv[1]), channels).serve()


if __name__ == "__main__":
    main()
