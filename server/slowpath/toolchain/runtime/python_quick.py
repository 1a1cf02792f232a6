"""Several runs of a Python program in one process. Runs under the USER's interpreter, standard library only.

Theory of operation. A fork of the warm interpreter costs more than a small input does, so requests that allow it
(`OP_QUICK`) are served, one after the other, by one such fork: it takes them from the driver's socket itself while the
server waits for its end. Each run is a fresh `__main__` with fresh standard streams; what a program can change beyond
that is set back, and a program that could change more is refused by what its text names (`refusal`).

Only a run that ends well counts: at anything else (an exception, an exit status, last words, a signal, more CPU time
than a small input may take, a module that isn't as it was) the process ends, and the server makes that run again by a
fork of its own. So a quick run that goes wrong costs time, and says nothing. Whether quick runs count what single ones
do is the driver's to compare; they never confirm anything.
"""

import _socket
import ast
import atexit
import builtins
import gc
import io
import os
import signal
import sys
import time

MOST_RUNS = 500
MOST_CPU_S = 0.02
"""A run that is longer than this gains nothing by sparing a fork."""
UNHEARD_S = 1.0
"""How long a run may be without a sign of life; it has `MOST_CPU_S`, but may sleep or wait, or the machine be busy."""

MODULES = frozenset(
    (
        "__future__ array bisect cmath collections collections.abc copy dataclasses datetime decimal enum "
        "fractions functools heapq io itertools json math numbers operator os os.path queue random re statistics "
        "string sys time typing"
    ).split()
)
"""Importing these again changes nothing, and their functions keep no state but what is set back here."""
NAMES_OF = {
    "os": frozenset(["SEEK_CUR", "SEEK_END", "SEEK_SET", "fstat", "linesep", "name", "path", "read", "sep", "write"]),
    "sys": frozenset(
        (
            "__stderr__ __stdin__ __stdout__ argv byteorder exit float_info get_int_max_str_digits "
            "getrecursionlimit getsizeof hash_info int_info intern maxsize maxunicode platform "
            "set_int_max_str_digits setrecursionlimit stderr stdin stdout version version_info"
        ).split()
    ),
}
"""What may be used of modules that hold more than functions."""
MAY_BE_SET = frozenset([("sys", "stdin"), ("sys", "stdout"), ("sys", "stderr"), ("sys", "argv")])
FORBIDDEN = frozenset(
    "__builtins__ __import__ __loader__ __spec__ breakpoint compile delattr exec setattr vars".split()
)
STANDARD_STREAMS = (0, 1, 2)


def refusal(source):
    """Why the program's runs can't share a process, by what its text names; "" when nothing speaks against it."""
    tree = ast.parse(source)
    modules = {}
    for node in ast.walk(tree):
        for module, name in imported(node):
            if module not in MODULES:
                return "it imports %s" % (module or "a file of its folder")
            if name is None:
                continue
            if name == "*" and module in NAMES_OF:
                return "it imports all of %s" % module
            if module in NAMES_OF and name not in NAMES_OF[module]:
                return "it uses %s.%s" % (module, name)
        if isinstance(node, ast.Import):
            modules.update(
                (
                    alias.asname or alias.name.partition(".")[0],
                    alias.name if alias.asname else alias.name.partition(".")[0],
                )
                for alias in node.names
            )
    return next(filter(None, (refused_node(node, modules) for node in ast.walk(tree))), "")


def imported(node):
    """(module, name or None) of an import statement; nothing for another node."""
    if isinstance(node, ast.Import):
        return [(alias.name, None) for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [("" if node.level else node.module, alias.name) for alias in node.names]
    return []


def refused_node(node, modules):
    """Why one node speaks against it, or ""."""
    if isinstance(node, ast.Name) and node.id in FORBIDDEN:
        return "it uses %s" % node.id
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == "__del__":
        return "it acts when an object goes"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "open":
        given = node.args[0] if node.args else None
        if not (isinstance(given, ast.Constant) and type(given.value) is int and given.value in STANDARD_STREAMS):
            return "it opens files"
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
        module = modules[node.value.id]
        if module in NAMES_OF and node.attr not in NAMES_OF[module]:
            return "it uses %s.%s" % (module, node.attr)
        if not isinstance(node.ctx, ast.Load) and (module, node.attr) not in MAY_BE_SET:
            return "it changes %s" % module
    return ""


class QuickRuns:
    """What a process does that serves several requests. `run` is the target's `SearchRun`, prepared."""

    most_runs = MOST_RUNS
    unheard_s = UNHEARD_S

    def __init__(self, run):
        self.run = run
        self.counting = run.counting
        self.watched = [
            vars(builtins),
            *(vars(sys.modules[name]) for name in sorted(MODULES) if name in sys.modules and name not in NAMES_OF),
        ]
        self.control = None
        self.as_it_was = self.lists = self.styles = self.arguments = ()
        self.recursion = 0
        self.digits = self.context = None

    def become(self, control):
        """Makes this process, a fork of the server, the one that takes requests from `control`."""
        self.control = _socket.socket(fileno=control)
        self.as_it_was = [(names, dict(names)) for names in self.watched]
        self.recursion = sys.getrecursionlimit()
        self.arguments = list(sys.argv)
        self.digits = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else None
        self.context = sys.modules["decimal"].getcontext().copy() if "decimal" in sys.modules else None
        self.styles = [
            (stream.encoding, stream.errors, stream.line_buffering, stream.name)
            for stream in (sys.__stdin__, sys.__stdout__, sys.__stderr__)
        ]
        self.lists = [(values, list(values)) for values in self.counting.lists()]
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)

    def peek(self, request, alike):
        """The bytes of the next request if they are like those of `request`, as `alike` says; else None. They stay
        where they are."""
        peeked = self.control.recv(len(request), _socket.MSG_PEEK | _socket.MSG_WAITALL)
        return peeked if len(peeked) == len(request) and alike(peeked, request) else None

    def take(self, request):
        """Takes the request that was peeked at."""
        self.control.recv(len(request), _socket.MSG_WAITALL)

    def begin(self, given, output):
        """Sets everything back; `given` and `output` are descriptors. Returns the CPU time used until now, in ns.

        It's the thread's: while a timer of the process's CPU time is set, that clock itself only ticks.
        """
        self.close_streams()
        os.dup2(output, 1)
        for descriptor in (1, 2):
            os.lseek(descriptor, 0, os.SEEK_SET)
            os.ftruncate(descriptor, 0)
        os.dup2(given, 0)
        os.lseek(0, 0, os.SEEK_SET)
        sys.stdin, sys.stdout, sys.stderr = (stream(number, *style) for number, style in enumerate(self.styles))
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
        sys.setrecursionlimit(self.recursion)
        sys.argv[:] = self.arguments
        if self.digits is not None:
            sys.set_int_max_str_digits(self.digits)
        if self.context is not None:
            sys.modules["decimal"].setcontext(self.context.copy())
        for values, first in self.lists:
            values[:] = first
        self.counting.begin()
        self.run.seed_random()
        signal.setitimer(signal.ITIMER_PROF, MOST_CPU_S)
        return time.thread_time_ns()

    def close_streams(self):
        """Lets go of the last run's streams while what they still hold goes to the last run's files."""
        sys.stdin = sys.stdout = sys.stderr = None
        sys.__stdin__ = sys.__stdout__ = sys.__stderr__ = None

    def ended_well(self, status):
        """Does what an interpreter does at its end; whether the run is one that counts."""
        if status != 0 or self.counting.threads or self.counting.processes:
            return False
        try:
            atexit._run_exitfuncs()
            self.counting.store()
            for stream_of_run in (sys.stdout, sys.stderr):
                if stream_of_run is not None and not stream_of_run.closed:
                    stream_of_run.flush()
        except BaseException:
            return False
        if os.fstat(2).st_size:
            return False
        signal.setitimer(signal.ITIMER_PROF, 0)
        return all(names == before for names, before in self.as_it_was)

    def forget(self):
        """Takes the last run's program apart. What its objects do when they go isn't counted any more, and ends the
        process where it takes longer than a run may: the answer is with the driver."""
        signal.setitimer(signal.ITIMER_PROF, MOST_CPU_S)
        signal.setitimer(signal.ITIMER_REAL, self.unheard_s)
        sys.modules["__main__"].__dict__.clear()
        sys.last_type = sys.last_value = sys.last_traceback = None
        if not gc.isenabled():
            gc.enable()
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def stream(number, encoding, errors, line_buffering, name):
    """A standard stream as the interpreter makes it at its start."""
    raw = io.FileIO(number, "rb" if number == 0 else "wb", closefd=False)
    raw.name = name
    buffer = io.BufferedReader(raw) if number == 0 else io.BufferedWriter(raw)
    made = io.TextIOWrapper(buffer, encoding, errors, newline="\n", line_buffering=line_buffering)
    made.mode = "r" if number == 0 else "w"
    return made
