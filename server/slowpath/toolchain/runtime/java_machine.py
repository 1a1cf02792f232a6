"""One virtual machine that runs a program again and again (`java/slowpath/Machine.java`). Standard library only.

Theory of operation. The machine is a child of the server, in a group of its own that dies with it. Its standard
input and output are files of the server's own, into which a lane's input is copied and out of which the output is
taken, since a machine keeps the files that it was started with. It's told by pipes what to do and answers by another.
What it spent is the difference of its process's clock, collecting garbage among it, but for what it takes to get going
and for what its compiler takes, of which a tiny run has as much as of itself, by chance.
"""

import contextlib
import mmap
import os
import resource
import select
import signal
import stat
import struct
import tempfile

from java_heap import COLLECTORS, clocks_of, full_heap, read_clock
from python_processes import NANO, cpu_ns_of, limit_for_good
from python_wire import WIRE_VARIABLE

REPLY = struct.Struct("<iii")
REUSABLE = 1 << 16
START_S = 110.0
"""A tenth of a second of work, but for threads that wait for each other, on a machine that may have much else to do."""
STORE_S = 2.0
PIECE_BYTES = 1 << 20


class MachineGone(Exception):
    """The machine ended by itself."""


def unnamed_file(name):
    """An empty file that has no name, in memory where the system can."""
    if hasattr(os, "memfd_create"):
        with contextlib.suppress(OSError):
            return os.memfd_create(name)
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def copy_file(source, target, size):
    """Makes the file `target` hold the first `size` bytes of `source`; its offset is then at its beginning."""
    at = 0
    os.lseek(target, 0, os.SEEK_SET)
    os.ftruncate(target, 0)
    while at < size:
        data = os.pread(source, min(PIECE_BYTES, size - at), at)
        if not data:
            break
        at += len(data)
        while data:
            data = data[os.write(target, data) :]
    os.lseek(target, 0, os.SEEK_SET)


class Machine:
    """A machine that is started. `command` starts it, but for the descriptors and what follows them; `cold_ns` is what
    it will spend on itself in its first run."""

    def __init__(self, command, counters, errors, pipe, limits, cold_ns, in_child):
        self.limits = limits
        self.cold_ns = cold_ns
        self.compiler, self.compiled_ns = None, 0
        self.collector, self.collected_before_ns = None, 0
        self.runs = 0
        self.given = pipe if pipe is not None else unnamed_file("slowpath-given")
        self.is_open = pipe is not None
        self.printed = unnamed_file("slowpath-printed")
        self.counts = unnamed_file("slowpath-counts")
        size = 8 + 8 * counters
        os.ftruncate(self.counts, size)
        self.memory = mmap.mmap(self.counts, size)
        taken, self.commands = os.pipe()
        interrupts, self.interrupts = os.pipe()
        self.replies, given = os.pipe()
        memory_bytes, output_bytes = limits
        heap = ["-Xmx%dm" % max(16, memory_bytes >> 20)] if memory_bytes else []
        java, *rest = command
        at = rest.index("slowpath.Machine")
        last = [str(number) for number in (taken, interrupts, given, self.counts)]
        argv = [java, *heap, *rest[: at + 3], *last, rest[at + 3], str(int(self.is_open)), rest[at + 4]]
        self.pid = os.fork()
        if self.pid == 0:
            try:
                in_child()
                for source, target in ((self.given, 0), (self.printed, 1), (errors, 2)):
                    os.dup2(source, target)
                for descriptor in (taken, interrupts, given, self.counts):
                    os.set_inheritable(descriptor, True)
                limit_for_good(resource.RLIMIT_FSIZE, max(output_bytes, size))
                limit_for_good(resource.RLIMIT_CORE, 0)
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
                environment = {key: value for key, value in os.environ.items() if key != WIRE_VARIABLE}
                os.execve(java, argv, environment)
            finally:
                os._exit(127)
        for descriptor in (taken, interrupts, given):
            os.close(descriptor)
        self.poll = select.poll()
        self.poll.register(self.replies, select.POLLIN)

    def started(self):
        """Waits until it takes commands. Raises `MachineGone`."""
        if self.reply_within(START_S) is None:
            raise MachineGone
        self.compiler = next(iter(clocks_of(self.pid, ("C1 Compiler",))), None)
        self.collector = next(iter(clocks_of(self.pid, COLLECTORS[:1])), None)

    def begin(self, lane, input_bytes, arguments=()):
        """Begins a run on a lane's input."""
        if not self.is_open:
            copy_file(lane, self.given, input_bytes)
        os.lseek(self.printed, 0, os.SEEK_SET)
        os.ftruncate(self.printed, 0)
        self.runs += 1
        self.began_ns, self.cold_ns = self.worked_ns + self.cold_ns, 0
        self.collected_before_ns = self.collected_ns
        told = b"".join(each.encode() + b"\0" for each in arguments)
        self.tell(self.commands, len(told).to_bytes(4, "big") + told)

    def tell(self, pipe, what=b"!"):
        try:
            os.write(pipe, what)
        except OSError as error:
            raise MachineGone from error

    def reply_within(self, seconds):
        """The next reply, None where none comes in time. Raises `MachineGone`."""
        if not self.poll.poll(max(0, int(1000 * seconds))):
            return None
        data = os.read(self.replies, REPLY.size)
        if len(data) != REPLY.size:
            raise MachineGone
        return REPLY.unpack(data)

    def stored(self):
        """Whether the counters of a run that doesn't end could be stored."""
        try:
            self.tell(self.interrupts)
            return self.reply_within(STORE_S) is not None
        except MachineGone:
            return False

    @property
    def used_ns(self):
        """CPU time since the run began, without what the machine spends on itself."""
        return max(0, self.worked_ns - self.began_ns)  # Of one that is gone nothing is known.

    @property
    def worked_ns(self):
        """CPU time of all its threads but the compiling one, of which the last that was seen counts once it is gone."""
        if self.compiler is not None:
            self.compiled_ns = read_clock(self.compiler, self.compiled_ns)
        return cpu_ns_of(self.pid) - self.compiled_ns

    @property
    def collected_ns(self):
        """CPU time of the thread that collects garbage."""
        return 0 if self.collector is None else read_clock(self.collector)

    def full_heap(self):
        """See the function of that name."""
        return full_heap(self.pid, self.limits[0], self.collected_ns - self.collected_before_ns, max(1, self.used_ns))

    @property
    def printed_bytes(self):
        return os.fstat(self.printed).st_size

    @property
    def open_files(self):
        """How many files it has open: a program leaves them to the garbage collector, which has its own time."""
        with contextlib.suppress(OSError):
            return len(os.listdir("/proc/%d/fd" % self.pid))
        return 0

    def counted(self):
        """The extra cost and the counters as they lie in memory."""
        return struct.unpack_from("<Q", self.memory)[0], self.memory[8:]

    def consumed(self):
        """How much of its input the run took."""
        try:
            return os.lseek(self.given, 0, os.SEEK_CUR)
        except OSError:  # A pipe has no offset.
            return 0

    def end(self):
        """Ends it and all in its group; returns its status."""
        with contextlib.suppress(OSError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
        status = os.waitpid(self.pid, 0)[1]
        self.memory.close()
        for descriptor in (self.commands, self.interrupts, self.replies, self.printed, self.counts):
            os.close(descriptor)
        if not self.is_open:
            os.close(self.given)
        for clock in (self.compiler, self.collector):
            if clock is not None:
                os.close(clock)
        return status


def is_pipe(descriptor):
    """Whether an input has no end."""
    return stat.S_ISFIFO(os.fstat(descriptor).st_mode)


def seconds(nanoseconds):
    return nanoseconds / NANO
