"""What a run of the instrumented program does. Runs under the USER's interpreter, stdlib only.

The program is instrumented once (`python_instrument`), what it imports is imported where that is safe, and each run
is a fork of this warm interpreter that executes it as `__main__` and at its end copies the counters
(`python_counting`) into the shared memory. When a run passes its limit it gets SIGXCPU, whose handler stores the
counters; a run that sits in a long call in C doesn't come to that, and is read from outside (`python_outside`).

Runs repeat: string hashing is seeded by the environment and `random` after each fork with a constant, unless the
environment asks for varied runs.
"""

import _thread
import atexit
import builtins
import dis
import errno
import gc
import json
import os
import resource
import signal
import sys
import types

from python_counting import Counting
from python_instrument import Program
from python_outside import Outside
from python_processes import limit_for_good, mapped_bytes
from python_quick import QuickRuns, refusal
from python_wire import RUN_ALLOCATION_FAILED, RUN_PROCESSES, RUN_THREADS

RANDOM_SEED = 0
VARIED_VARIABLE = "SLOWPATH_VARIED"
MOST_PROCESSES = 6
THREAD_STACK_BYTES = 8 << 20
OUR_FOLDER = os.path.dirname(os.path.abspath(__file__))
PROCESS_EVENTS = frozenset({"os.fork", "os.forkpty", "os.system", "os.posix_spawn", "os.spawn", "subprocess.Popen"})
THREAD_STARTERS = (
    "start_new_thread",
    "_start_new_thread",
    "start_new",
    "start_joinable_thread",
    "_start_joinable_thread",
)
WARM_MODULES = frozenset(
    (
        "abc array ast bisect calendar cmath collections collections.abc contextlib copy copyreg dataclasses "
        "datetime decimal enum fractions functools heapq inspect io itertools json keyword math numbers operator "
        "os os.path queue random re sre_compile statistics string struct sys textwrap threading time traceback "
        "types typing"
    ).split()
)


class SearchRun:
    """What a run of the instrumented program does, in the forked process."""

    def __init__(self, copy, path, conditions=None):
        wanted = []
        if conditions is not None:
            with open(conditions, "rb") as file:
                wanted = json.load(file)
        with open(copy, "rb") as file:
            source = file.read()
        self.program = Program(source, path, wanted)
        self.slow_because = refusal(source)
        self.path = path
        self.counters = self.program.counters
        self.description = {
            "python": sys.version.split()[0],
            "slots": self.program.slots,
            "weights": self.program.weights,
            "lines": [[line, self.program.lines[line]] for line in self.program.executable],
            "probed": self.program.probes.probed,
            "unprobed": self.program.probes.unprobed,
            "quick": not self.slow_because,
        }
        self.counting = self.quick = None

    def prepare(self, shared):
        """Makes everything that forked runs then find ready."""
        self.counting = Counting(self.program, shared)
        for name, value in self.counting.names().items():
            setattr(builtins, name, value)
        self.outside = Outside(self.counting)
        for name in warm_modules(self.program.code):
            try:
                __import__(name)
            except Exception:
                continue
        sys.setrecursionlimit(sys.getrecursionlimit() + 4)
        sys.path[0] = os.path.dirname(self.path)
        sys.argv[:] = [self.path]
        sys.dont_write_bytecode = True
        self.mapped_bytes = mapped_bytes()
        if not self.slow_because:
            self.quick = QuickRuns(self)
        hide_our_modules()
        gc.collect()
        gc.freeze()

    def run(self, request):
        """Runs the program; never returns."""
        self.counting.begin()
        self.enter(request[5])
        self.seed_random()
        self.leave(self.execute())

    def enter(self, memory_bytes):
        """Makes this process one in which the program may run."""
        signal.signal(signal.SIGXCPU, self.cut)
        signal.signal(signal.SIGXFSZ, self.cut)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self.watch()
        # The server's own stack limit, which is a judge's, would be every thread's default.
        _thread.stack_size(THREAD_STACK_BYTES)
        if memory_bytes:
            limit_for_good(resource.RLIMIT_AS, memory_bytes + self.mapped_bytes)

    @staticmethod
    def seed_random():
        """Lets random numbers be the same in each run, where they may."""
        if "random" in sys.modules:
            sys.modules["random"].seed(None if VARIED_VARIABLE in os.environ else RANDOM_SEED)

    def execute(self):
        """Executes the program as `__main__`; returns its exit status."""
        main = types.ModuleType("__main__")
        main.__dict__.update(
            __file__=self.path, __builtins__=builtins, __cached__=None, _slowpath_c=self.counting.counts
        )
        sys.modules["__main__"] = main
        try:
            exec(self.program.code, main.__dict__)
        except SystemExit as error:
            self.counting.left_by(error, None, None)
            return exit_status(error)
        except BaseException as error:
            if isinstance(error, MemoryError):
                self.counting.shared.mark(RUN_ALLOCATION_FAILED)
            self.counting.left_by(error, None, None)
            self.report(error)
            return 1
        return 0

    def report(self, error):
        """The traceback from the user's first frame on, by the hook that the program may have set."""
        entry = error.__traceback__
        while entry is not None and entry.tb_frame.f_code.co_filename != self.path:
            entry = entry.tb_next
        error = error.with_traceback(entry)
        try:
            sys.excepthook(type(error), error, entry)
        except BaseException:
            sys.__excepthook__(type(error), error, entry)

    def leave(self, status):
        """What an interpreter does at its end: waits for threads, calls exit functions, flushes."""
        try:
            if "threading" in sys.modules:
                sys.modules["threading"]._shutdown()
            atexit._run_exitfuncs()
        except BaseException:
            sys.excepthook(*sys.exc_info())
        self.counting.store()
        for stream in (sys.stdout, sys.stderr):
            try:
                if stream is not None and not stream.closed:
                    stream.flush()
            except BaseException:
                status = status or 120
        self.exit(status)

    def watch(self):
        """Notices threads and processes, and sees to it that `os._exit` stores the counters.

        A single thread is no race: it is the usual way to a large stack, and the main thread waits for it.
        Processes may be started, but only so many along one line of descent, which ends a fork bomb early.
        """
        counting, shared = self.counting, self.counting.shared
        self.exit = os._exit

        def on_event(event, arguments):
            if event in PROCESS_EVENTS:
                shared.mark(RUN_PROCESSES)
                counting.processes += 1
                if counting.processes > MOST_PROCESSES:
                    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

        def noticed(start):
            def start_thread(*arguments, **named):
                counting.threads += 1
                if counting.threads > 1:
                    shared.mark(RUN_THREADS)
                return start(*arguments, **named)

            return start_thread

        def leave_at_once(status):
            counting.store([sys._getframe(1)])
            self.exit(status)

        sys.addaudithook(on_event)
        os._exit = leave_at_once
        for module in filter(None, (_thread, sys.modules.get("threading"))):
            for name in THREAD_STARTERS:
                if hasattr(module, name):
                    setattr(module, name, noticed(getattr(module, name)))

    def cut(self, number, frame):
        """A limit was passed: store what was counted and die of the signal that said so."""
        self.counting.store(sys._current_frames().values())
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        os.kill(os.getpid(), signal.SIGKILL)


def exit_status(error):
    """The exit status that `SystemExit` asks for, saying what it carries as the interpreter does."""
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    print(error.code, file=sys.stderr)
    return 1


def warm_modules(code):
    """The modules that the program's own top level imports and that do nothing else when they are imported."""
    wanted = [instruction.argval for instruction in dis.get_instructions(code) if instruction.opname == "IMPORT_NAME"]
    return [name for name in wanted if name in WARM_MODULES]


def hide_our_modules():
    """Takes them off the interpreter's list: the program's folder may have modules of the same names."""
    for name, module in list(sys.modules.items()):
        if name != "__main__" and os.path.dirname(getattr(module, "__file__", None) or "") == OUR_FOLDER:
            del sys.modules[name]
