"""The target of a Python solution: speaks `sandbox/wire.md`. Runs under the USER's interpreter, stdlib only.

    python python_target.py search|clean COPY PATH

COPY is the text to run, PATH the user's own file (the name in tracebacks, whose folder holds helper modules).

Theory of operation. `search` instruments the program once, imports what it imports where that is safe, and forks
a warm interpreter per run. The run executes the program as `__main__`; at its end it copies the counters into the
shared memory. `clean` forks and executes a fresh interpreter on the plain file: that is what confirms. The server
has one thread, blocks SIGCHLD and waits with sigtimedwait. When a run passes its limit it gets SIGXCPU, whose
handler stores the counters; a run that sits in a long call in C doesn't come to that, so it is stopped and its
counters are read from its memory, where they lie at the addresses that they have in the server (the layouts of
`list`, `int` and `itertools.count` are checked on ourselves first).

Runs repeat: string hashing is seeded by the environment and `random` after each fork with a constant, unless the
environment asks for varied runs. The clean build has neither.
"""

import _thread
import array
import atexit
import builtins
import contextlib
import errno
import itertools
import json
import mmap
import os
import resource
import select
import signal
import struct
import sys
import time
import types

VERSION = 2
WIRE_VARIABLE = "SLOWPATH_WIRE"
OUTPUTS_VARIABLE = "SLOWPATH_OUTPUTS"
HELLO = struct.Struct("<QIIQQ")
REQUEST = struct.Struct("<IIQQQQQQQ")
RESPONSE = struct.Struct("<IIQiiQQQQQQQIIQQQQQ")
HELLO_MAGIC = 0x4F4C4C4548505753
REQUEST_MAGIC = 0x51455250
RESPONSE_MAGIC = 0x53455250
SHARED_MAGIC = 0x4D45485350574C53
OP_RUN, OP_QUICK = 1, 3
END_EXITED, END_SIGNALED, END_CPU, END_WALL = 0, 1, 2, 3
RUN_COUNTED, RUN_THREADS, RUN_PROCESSES, RUN_ALLOCATION_FAILED = 1, 2, 4, 8
RUN_QUICK = 32
LANES_OFFSET, LANE_HEADER_BYTES, TAIL_BYTES = 4096, 64, 4096
QUICK_OFFSET, QUICK_REQUEST_OFFSET = 32, 64

SLICE_S = 0.2
GRACE_S = 0.05
NANO = 1_000_000_000
RANDOM_SEED = 0
VARIED_VARIABLE = "SLOWPATH_VARIED"
MOST_PROCESSES = 6
SEEN = "_slowpath_seen"
THREAD_STACK_BYTES = 8 << 20
CLEAN_STACK_BYTES = 64 << 20
PROCESS_EVENTS = frozenset({"os.fork", "os.forkpty", "os.system", "os.posix_spawn", "os.spawn", "subprocess.Popen"})
THREAD_STARTERS = ("start_new_thread", "_start_new_thread", "start_new", "start_joinable_thread",
                   "_start_joinable_thread")
WARM_MODULES = frozenset([
    "abc", "array", "ast", "bisect", "calendar", "cmath", "collections", "collections.abc", "contextlib",
    "copy", "copyreg", "dataclasses", "datetime", "decimal", "enum", "fractions", "functools", "heapq",
    "inspect", "io", "itertools", "json", "keyword", "math", "numbers", "operator", "os", "os.path",
    "queue", "random", "re", "sre_compile", "statistics", "string", "struct", "sys", "textwrap",
    "threading", "time", "traceback", "types", "typing",
])


class Shared:
    """The shared memory: a lane for each input, with flags, extra cost and counters. One lane is in use."""

    def __init__(self, descriptor, counters, lanes):
        lane_bytes = LANE_HEADER_BYTES + (8 * counters + 63) // 64 * 64
        os.ftruncate(descriptor, LANES_OFFSET + lanes * lane_bytes)
        self.memory = mmap.mmap(descriptor, LANES_OFFSET + lanes * lane_bytes)
        struct.pack_into("<QIIQ", self.memory, 0, SHARED_MAGIC, VERSION, lanes, counters)
        self.starts = [LANES_OFFSET + lane * lane_bytes for lane in range(lanes)]
        self.start = self.starts[0]
        self.zeros = bytes(8 * counters)

    def begin_quick(self, request):
        """Notes a request that a process which serves several is at."""
        self.memory[QUICK_REQUEST_OFFSET:QUICK_REQUEST_OFFSET + len(request)] = request
        self.memory[QUICK_OFFSET] = 1

    def end_quick(self):
        """Notes that it isn't at any."""
        self.memory[QUICK_OFFSET] = 0

    def quick_request(self):
        """The request that it is at, or was when it died, else None."""
        if not self.memory[QUICK_OFFSET]:
            return None
        return self.memory[QUICK_REQUEST_OFFSET:QUICK_REQUEST_OFFSET + REQUEST.size]

    def use(self, lane):
        """Makes the lane the one in use, and clears it."""
        self.start = self.starts[lane]
        struct.pack_into("<QQ", self.memory, self.start, 0, 0)
        at = self.start + LANE_HEADER_BYTES
        self.memory[at:at + len(self.zeros)] = self.zeros

    @property
    def flags(self):
        return struct.unpack_from("<I", self.memory, self.start)[0]

    @property
    def extra(self):
        return struct.unpack_from("<Q", self.memory, self.start + 8)[0]

    def mark(self, flag):
        struct.pack_into("<I", self.memory, self.start, self.flags | flag)

    def store(self, values, extra):
        data = array.array("Q", values).tobytes()
        at = self.start + LANE_HEADER_BYTES
        self.memory[at:at + len(data)] = data
        struct.pack_into("<Q", self.memory, self.start + 8, extra)
        self.mark(RUN_COUNTED)


class Counting:
    """The run's counters and the functions that the instrumented program calls by name."""

    def __init__(self, program, shared):
        self.program = program
        self.shared = shared
        self.counts = [0] * program.counters
        self.work = [0]
        self.ticks = {slot: itertools.count(1) for slot in program.ticks}
        self.ticked = dict.fromkeys(self.ticks, 0)
        self.probe_names = program.probes.runtime_names(self.counts)
        self.begin()

    def begin(self):
        """What a run in this process starts with; ticks can't be set back, so what they say is noted."""
        self.run_pid = os.getpid()
        self.threads = 0
        self.processes = 0
        for slot, tick in self.ticks.items():
            self.ticked[slot] = told_by(tick)

    def lists(self):
        """The lists that a run changes, all that it leaves behind but ticks."""
        return [self.counts, self.work, *(value for value in self.probe_names.values() if type(value) is list)]

    def names(self):
        """Everything that instrumented code refers to; goes into `builtins`."""
        counts, work = self.counts, self.work

        def items(value, slot, frame):
            counts[slot] += len(value) + frame
            return value

        def evaluated(value, slot):
            counts[slot] += 1
            return value

        def scan(value):
            kind = type(value)
            if kind is list or kind is tuple:
                work[0] += 15 * len(value)
            elif kind is str or kind is bytes:
                work[0] += len(value) >> 2
            return value

        def each(value):
            kind = type(value)
            if kind is list or kind is tuple or kind is set or kind is dict or kind is range:
                work[0] += 15 * len(value)
            return value

        def shift(value):
            if type(value) is list:
                work[0] += len(value) >> 1
            return value

        def copy(value):
            kind = type(value)
            if kind is list or kind is tuple or kind is set or kind is dict or kind is frozenset:
                work[0] += 4 * len(value)
            elif kind is str or kind is bytes:
                work[0] += len(value) >> 2
            return value

        def sort(value):
            if type(value) is list:
                work[0] += 10 * len(value) * len(value).bit_length()
            return value

        def end(slot):
            def exhausted():
                counts[slot] += 1
                return iter(())
            return Ending(exhausted)

        found = {"_slowpath_c": counts, "_slowpath_x": self.caught, "_slowpath_l": items, "_slowpath_e": evaluated,
                 "_slowpath_scan": scan, "_slowpath_each": each, "_slowpath_shift": shift, "_slowpath_copy": copy,
                 "_slowpath_sort": sort, "_slowpath_iter": iter, "_slowpath_chain": itertools.chain,
                 "_slowpath_end": end}
        for slot, tick in self.ticks.items():
            found["_slowpath_h%d" % slot] = tick.__next__
        found.update(self.probe_names)
        return found

    def caught(self, handler):
        """An `except` clause was entered."""
        error = sys.exc_info()[1]
        if error is not None:
            self.left_by(error, sys._getframe(1), handler)

    def left_by(self, error, frame, handler):
        """Takes back what the frames that `error` left had been counted ahead. Each traceback entry counts
        once, also when the exception is raised again and met by an outer handler: the exception itself keeps
        a mark of how far it was read (a note on our side would outlive it and meet its successor)."""
        entry = first = error.__traceback__
        seen = error.__dict__.get(SEEN)
        while entry is not None and id(entry) != seen:
            code = entry.tb_frame.f_code
            if code.co_filename == self.program.filename:
                self.apply(self.program.left_at(code, entry.tb_lineno, handler if entry.tb_frame is frame else None))
            entry = entry.tb_next
        error.__dict__[SEEN] = id(first)

    def apply(self, changes):
        for slot, times in changes:
            self.counts[slot] += times

    def store(self, frames=()):
        """Copies the counters out. `frames` are those that are cut in the middle."""
        if os.getpid() != self.run_pid:
            return
        counts = self.counts
        self.counts = list(counts)
        for innermost in frames:
            frame = innermost
            while frame is not None:
                if frame.f_code.co_filename == self.program.filename and frame.f_lineno is not None:
                    self.apply(self.program.left_at(frame.f_code, frame.f_lineno, None, tested=False))
                frame = frame.f_back
        for slot, tick in self.ticks.items():
            self.counts[slot] += told_by(tick) - self.ticked[slot]
        self.program.probes.settle(self.counts)
        self.shared.store(self.counts, self.work[0])
        self.counts = counts


def told_by(tick):
    """How often the `itertools.count(1)` was asked."""
    return int(repr(tick)[6:-1]) - 1


class Ending:
    """An iterable that is empty and says when it is looked at."""

    def __init__(self, exhausted):
        self.exhausted = exhausted

    def __iter__(self):
        return self.exhausted()


class Outside:
    """Reads another process's counters, laid out as ours. `works` says whether the layouts are as expected."""

    def __init__(self, counting):
        self.counting = counting
        self.modern = sys.version_info >= (3, 12)
        self.works = self.tested()

    def tested(self):
        probe, tick = [0, 7, 1 << 29, 1 << 40, (1 << 62) + 5], itertools.count(12)
        try:
            with open("/proc/self/mem", "rb", 0) as memory:
                return (sys.implementation.name == "cpython" and struct.calcsize("P") == 8
                        and self.integers(memory.fileno(), probe) == probe
                        and self.tick(memory.fileno(), tick) == 12)
        except (OSError, struct.error, ValueError, OverflowError):
            return False

    def integers(self, memory, ours):
        items = struct.unpack("<Q", os.pread(memory, 8, id(ours) + 24))[0]
        addresses = struct.unpack("<%dQ" % len(ours), os.pread(memory, 8 * len(ours), items))
        return [self.integer(memory, address) for address in addresses]

    def integer(self, memory, address):
        size, low, middle, high = struct.unpack("<qIII", os.pread(memory, 20, address + 16))
        digits = size >> 3 if self.modern else size
        if not 0 <= digits <= 3:
            raise ValueError("not a counter")
        return sum(digit << (30 * place) for place, digit in enumerate((low, middle, high)[:digits]))

    @staticmethod
    def tick(memory, ours):
        return struct.unpack("<q", os.pread(memory, 8, id(ours) + 16))[0]

    def store(self, pid):
        """Stores the counters of the stopped process `pid`; does nothing when they can't be read."""
        if not self.works:
            return
        counting = self.counting
        try:
            with open("/proc/%d/mem" % pid, "rb", 0) as file:
                memory = file.fileno()
                counts = self.integers(memory, counting.counts)
                for slot, tick in counting.ticks.items():
                    counts[slot] += self.tick(memory, tick) - 1
                probes = counting.program.probes
                probes.settle(counts, self.integers(memory, probes.passes), self.integers(memory, probes.most_passes))
                counting.shared.store(counts, self.integers(memory, counting.work)[0])
        except (OSError, struct.error, ValueError, OverflowError):
            return


class SearchRun:
    """What a run of the instrumented program does, in the forked process."""

    def __init__(self, copy, path, conditions=None):
        from python_instrument import Program
        from python_quick import refusal

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
            "python": sys.version.split()[0], "slots": self.program.slots, "weights": self.program.weights,
            "lines": [[line, self.program.lines[line]] for line in self.program.executable],
            "probed": self.program.probes.probed, "unprobed": self.program.probes.unprobed,
            "quick": not self.slow_because}
        self.counting = self.quick = None

    def prepare(self, shared):
        """Makes everything that forked runs then find ready."""
        import gc

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
            from python_quick import QuickRuns

            self.quick = QuickRuns(self)
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
            limit(resource.RLIMIT_AS, memory_bytes + self.mapped_bytes)

    @staticmethod
    def seed_random():
        """Lets random numbers be the same in each run, where they may."""
        if "random" in sys.modules:
            sys.modules["random"].seed(None if VARIED_VARIABLE in os.environ else RANDOM_SEED)

    def execute(self):
        """Executes the program as `__main__`; returns its exit status."""
        main = types.ModuleType("__main__")
        main.__dict__.update(__file__=self.path, __builtins__=builtins, __cached__=None,
                             _slowpath_c=self.counting.counts)
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
            limit(resource.RLIMIT_AS, request[5])
        try:
            os.execve(sys.executable, [sys.executable, self.copy], self.environment)
        finally:
            os._exit(127)


class Server:
    """Answers the driver's requests."""

    def __init__(self, kind, channels):
        self.kind = kind
        self.control, shared, output, self.errors, has_scratch, *self.inputs = channels
        own = os.environ.pop(OUTPUTS_VARIABLE, "").split(":")[1:]
        self.outputs = [int(part) for part in own] or [output] * len(self.inputs)
        for descriptor in (self.control, shared, output, self.errors, *self.inputs, *self.outputs):
            os.set_inheritable(descriptor, False)
        self.scratch = os.getcwd() if has_scratch else None
        self.prctl = find_prctl()
        self.call_prctl(36, 1)
        self.shared = Shared(shared, kind.counters, len(self.inputs))
        os.close(shared)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        kind.prepare(self.shared)

    def call_prctl(self, option, value):
        if self.prctl is not None:
            self.prctl(option, value, 0, 0, 0)

    def serve(self):
        description = json.dumps(self.kind.description).encode()
        self.send(HELLO.pack(HELLO_MAGIC, VERSION, os.getpid(), self.kind.counters, len(description)) + description)
        while True:
            data = self.receive(REQUEST.size)
            request = REQUEST.unpack(data) if data else None
            if request is None or request[0] != REQUEST_MAGIC or request[1] not in (OP_RUN, OP_QUICK):
                os._exit(0)
            if request[1] == OP_QUICK and self.kind.quick is not None:
                self.serve_quickly(data)
            else:
                self.send(self.answer(request))

    def send(self, data):
        while data:
            try:
                data = data[os.write(self.control, data):]
            except OSError:
                os._exit(0)

    def receive(self, size):
        data = b""
        while len(data) < size:
            try:
                part = os.read(self.control, size - len(data))
            except OSError:
                return None
            if not part:
                return None
            data += part
        return data

    def answer(self, request):
        """One run from fork to reaping, as a packed response with its last words."""
        self.shared.use(request[8])
        if self.scratch is not None:
            renew_folder(self.scratch)
        for descriptor in (self.outputs[request[8]], self.errors):
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)
        given = self.fresh_input(self.inputs[request[8]])
        sys.stderr.flush()
        start = time.monotonic_ns()
        server = os.getpid()
        pid = os.fork()
        if pid == 0:
            try:
                self.become_run(request, given, server)
            finally:
                os._exit(127)
        with contextlib.suppress(OSError):
            os.setpgid(pid, pid)
        how, status, usage = self.watch(pid, request, start)
        wall_ns = time.monotonic_ns() - start
        user_s, system_s = self.sweep(pid, usage)
        consumed = 0
        with contextlib.suppress(OSError):  # A pipe has no offset.
            consumed = os.lseek(given, 0, os.SEEK_CUR)
        os.close(given)
        return self.response(request, how, status, (user_s, system_s), usage, wall_ns, consumed)

    def serve_quickly(self, data):
        """Lets one fork serve this request and those like it that follow. One that it leaves is served as usual."""
        self.shared.begin_quick(data)
        server = os.getpid()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            try:
                self.become_quick(data, server)
            finally:
                os.kill(os.getpid(), signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.setpgid(pid, pid)
        self.sweep(pid, self.watch_quick(pid))
        left = self.shared.quick_request()
        if left is not None:
            self.shared.end_quick()
            self.send(self.answer(REQUEST.unpack(left)))

    def become_quick(self, data, server):
        """What the fork does: like a run, but that it keeps the descriptors of the wire. Never returns."""
        _, _, _, _, _, memory_bytes, output_bytes, _, _ = REQUEST.unpack(data)
        quick = self.kind.quick
        self.bind_to(server)
        os.dup2(self.errors, 2)
        os.close(self.errors)
        limit(resource.RLIMIT_FSIZE, output_bytes)
        limit(resource.RLIMIT_CORE, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        self.kind.enter(memory_bytes)
        quick.become(self.control)
        for _ in range(quick.most_runs):
            self.run_quickly(data)
            data = quick.next_request(data, alike)
            if data is None:
                break
        self.kind.exit(0)

    def run_quickly(self, data):
        """One of the fork's runs; ends the process when it isn't one that counts."""
        _, _, run_id, _, _, _, _, _, lane = REQUEST.unpack(data)
        self.shared.begin_quick(data)
        self.shared.use(lane)
        if self.scratch is not None:
            renew_folder(self.scratch)
        start_ns = time.monotonic_ns()
        used_ns = self.kind.quick.begin(self.inputs[lane], self.outputs[lane])
        status = self.kind.execute()
        if not self.kind.quick.ended_well(status):
            self.kind.exit(0)
        cpu_ns, consumed = time.thread_time_ns() - used_ns, 0
        with contextlib.suppress(OSError):  # The program may have closed it.
            consumed = os.lseek(0, 0, os.SEEK_CUR)
        response = RESPONSE.pack(
            RESPONSE_MAGIC, END_EXITED, run_id, 0, 0, cpu_ns, 0, time.monotonic_ns() - start_ns, 0,
            os.fstat(1).st_size, 0, consumed, self.shared.flags | RUN_QUICK, 0, self.shared.extra, 0, 0, 0, 0)
        self.shared.end_quick()
        self.send(response)
        self.kind.quick.forget()

    def watch_quick(self, pid):
        """Waits for the fork's end, or ends it when it is at one run for too long; returns its usage."""
        seen = None
        while True:
            reaped = reap_within(pid, self.kind.quick.unheard_s)
            if reaped is not None:
                return reaped[1]
            now = self.shared.quick_request()
            if now is not None and now == seen:
                os.kill(pid, signal.SIGKILL)
                return os.wait4(pid, 0)[2]
            seen = now

    def response(self, request, how, status, times, usage, wall_ns, consumed):
        exited = os.WIFEXITED(status)
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        if how == END_EXITED and number:
            how = END_SIGNALED
        error_bytes = os.fstat(self.errors).st_size
        tail = os.pread(self.errors, TAIL_BYTES, max(0, error_bytes - TAIL_BYTES)) if error_bytes else b""
        return RESPONSE.pack(
            RESPONSE_MAGIC, how, request[2], os.WEXITSTATUS(status) if exited else -1, number,
            int(times[0] * NANO), int(times[1] * NANO), wall_ns, usage.ru_maxrss * 1024,
            os.fstat(self.outputs[request[8]]).st_size, error_bytes, consumed,
            self.shared.flags, len(tail), self.shared.extra, 0, 0, 0, 0) + tail

    @staticmethod
    def fresh_input(lane):
        """A description of a lane's input of its own, read-only and at its start; its offset is watched."""
        try:
            return os.open("/proc/self/fd/%d" % lane, os.O_RDONLY)
        except OSError:
            copy = os.dup(lane)
            with contextlib.suppress(OSError):
                os.lseek(copy, 0, os.SEEK_SET)
            return copy

    def become_run(self, request, given, server):
        self.bind_to(server)
        for source, target in ((given, 0), (self.outputs[request[8]], 1), (self.errors, 2)):
            os.dup2(source, target)
        for descriptor in {self.control, *self.inputs, *self.outputs, self.errors, given}:
            if descriptor > 2:
                os.close(descriptor)
        limit(resource.RLIMIT_CPU, request[3] // NANO + 2)
        limit(resource.RLIMIT_FSIZE, request[6])
        limit(resource.RLIMIT_CORE, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        self.kind.run(request)

    def bind_to(self, server):
        """Makes this fork of the server a group of its own that dies with it."""
        os.setpgid(0, 0)
        self.call_prctl(1, signal.SIGKILL)
        if os.getppid() != server:
            os._exit(1)

    def watch(self, pid, request, start):
        """Waits for the run's end, or ends it at its limits; returns how, the status and the usage."""
        cpu_ns, wall_limit_ns = request[3], request[4]
        while True:
            wall_ns = time.monotonic_ns() - start
            used_ns = 0 if wall_ns < cpu_ns else cpu_ns_of(pid)
            if used_ns >= cpu_ns or wall_ns >= wall_limit_ns or (wall_ns > SLICE_S * NANO and self.driver_is_gone()):
                how = END_CPU if used_ns >= cpu_ns else END_WALL
                return (how, *self.end(pid))
            left_s = min(wall_limit_ns - wall_ns, max(cpu_ns - used_ns, 1_000_000)) / NANO
            reaped = reap_within(pid, min(left_s, SLICE_S))
            if reaped is not None:
                return (END_EXITED, *reaped)

    def driver_is_gone(self):
        poll = select.poll()
        poll.register(self.control, 0)
        return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))

    def end(self, pid):
        """Ends the run: SIGXCPU, upon which it stores its counters, then SIGKILL."""
        os.kill(pid, signal.SIGXCPU if self.kind.counting else signal.SIGKILL)
        reaped = reap_within(pid, GRACE_S)
        if reaped is not None:
            return reaped
        if self.kind.outside is not None and not self.shared.flags & RUN_COUNTED:
            os.kill(pid, signal.SIGSTOP)
            os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
            self.kind.outside.store(pid)
        os.kill(pid, signal.SIGKILL)
        return os.wait4(pid, 0)[1:]

    def sweep(self, group, usage):
        """Kills and reaps all that the run left; returns user and system seconds of all together."""
        user_s, system_s = usage.ru_utime, usage.ru_stime
        while True:
            try:
                reaped, _, more = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return user_s, system_s
            self.shared.mark(RUN_PROCESSES)
            if reaped:
                user_s, system_s = user_s + more.ru_utime, system_s + more.ru_stime
                continue
            kill_group(group)
            kill_orphans()
            wait_for_child(0.001)


def alike(data, before):
    """Whether both are requests for quick runs under the same limits."""
    asked, old = REQUEST.unpack(data), REQUEST.unpack(before)
    return asked[1] == OP_QUICK and asked[5:7] == old[5:7]


def renew_folder(path):
    """Throws away what the last run left in the folder. Its time of change is set to 0, so that any change shows."""
    if os.stat(path).st_mtime:
        empty_folder(path)
        os.utime(path, (0, 0))


def empty_folder(path):
    """Removes what is in the folder, as far as it lets itself be removed."""
    with os.scandir(path) as entries:
        left = list(entries)
    for entry in left:
        with contextlib.suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                os.chmod(entry.path, 0o700)
                empty_folder(entry.path)
                os.rmdir(entry.path)
            else:
                os.unlink(entry.path)


def limit(which, value):
    """Sets the soft limit, within the hard one."""
    hard = resource.getrlimit(which)[1]
    resource.setrlimit(which, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


def mapped_bytes():
    """What this process maps now."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * mmap.PAGESIZE
    except (OSError, ValueError, IndexError):
        return 64 << 20


def cpu_ns_of(pid):
    """CPU time that the process has used, threads included; 0 when it can't be told."""
    try:
        return int(time.clock_gettime((~pid << 3) | 2) * NANO)
    except OSError:
        return 0


def wait_for_child(seconds):
    """Sleeps until a child changed its state or the time is over."""
    if hasattr(signal, "sigtimedwait"):
        signal.sigtimedwait({signal.SIGCHLD}, seconds)
    else:
        time.sleep(min(seconds, 0.0005))


def reap_within(pid, seconds):
    """The status and usage of the process when it ends in time, else None."""
    end = time.monotonic() + seconds
    while True:
        reaped, status, usage = os.wait4(pid, os.WNOHANG)
        if reaped == pid:
            return status, usage
        left = end - time.monotonic()
        if left <= 0:
            return None
        wait_for_child(left)


def kill_group(group):
    """Kills what is left of a process group."""
    with contextlib.suppress(OSError):
        os.killpg(group, signal.SIGKILL)


def kill_orphans():
    """Kills every process whose parent is this server: what the run left was handed to it."""
    own = os.getpid()
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if not entry.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % entry) as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
            if parent == own:
                os.kill(int(entry), signal.SIGKILL)
        except (OSError, ValueError, IndexError):
            continue


def exit_status(error):
    """The exit status that `SystemExit` asks for, saying what it carries as the interpreter does."""
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    print(error.code, file=sys.stderr)
    return 1


def find_prctl():
    """The system call that binds a run to its server, or None where there is none."""
    try:
        import ctypes

        return ctypes.CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return None


def warm_modules(code):
    """The modules that the program's own top level imports and that do nothing else when they are imported."""
    import dis

    wanted = [instruction.argval for instruction in dis.get_instructions(code)
              if instruction.opname == "IMPORT_NAME"]
    return [name for name in wanted if name in WARM_MODULES]


def main():
    _, kind, *files = sys.argv
    version, *channels = (int(part) for part in os.environ.pop(WIRE_VARIABLE).split(":"))
    if version != VERSION:
        sys.exit("wire version %d, not %d" % (version, VERSION))
    Server((SearchRun if kind == "search" else CleanRun)(*files), channels).serve()


if __name__ == "__main__":
    main()
