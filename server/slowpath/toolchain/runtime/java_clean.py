"""The runs of the plain program: each in a fresh virtual machine, as a judge starts it. Runs under our own interpreter,
standard library only."""

import os
import resource

from java_heap import COLLECTORS, clocks_of, full_heap, heap_bytes, read_clock
from java_words import CRASHED, CRASHES, MOST_THREADS, TOO_MANY_THREADS, explain
from python_processes import cpu_ns_of, forbid_processes, limit, threads_of
from python_server import Server
from python_wire import END_EXITED, RUN_ALLOCATION_FAILED, WIRE_VARIABLE

CLEAN_STACK_BYTES = 64 << 20


class CleanRun:
    """What a run of the plain program does: a fresh virtual machine, as a judge starts it."""

    counters = 0
    counting = None
    quick = None
    outside = None

    def __init__(self, takes_arguments, *command):
        self.takes_arguments = takes_arguments == "1"
        self.command = command
        self.environment = {key: value for key, value in os.environ.items() if key != WIRE_VARIABLE}
        self.description = {"java": command[0]}

    def prepare(self, shared):
        """Nothing needs to be made ready."""

    def run(self, request):
        """Becomes the program; never returns."""
        limit(resource.RLIMIT_STACK, CLEAN_STACK_BYTES)
        java, *rest = self.command
        heap = ["-Xmx%dm" % max(16, request[5] >> 20)] if request[5] else []
        forbid_processes()
        try:
            os.execve(java, [java, *heap, *rest], self.environment)
        finally:
            os._exit(127)


class CleanServer(Server):
    """Says of a run that failed what it failed of, as far as the machine's last words tell, and of one that is ended
    whether its heap was full."""

    heap = 0

    def watch(self, pid, request, start):
        self.heap = heap_bytes(self.kind.command, request[5])
        return super().watch(pid, request, start)

    def is_beyond(self, pid):
        if threads_of(pid) < MOST_THREADS:
            return False
        os.write(self.errors, TOO_MANY_THREADS)
        return True

    def end(self, pid):
        clocks = clocks_of(pid, COLLECTORS)
        told = full_heap(pid, self.heap, sum(map(read_clock, clocks)), cpu_ns_of(pid))
        for clock in clocks:
            os.close(clock)
        if told:
            os.write(self.errors, told)
            self.shared.mark(RUN_ALLOCATION_FAILED)
        return super().end(pid)

    def response(self, request, how, status, times, usage, wall_ns, consumed):
        if how == END_EXITED and os.WIFEXITED(status) and os.WEXITSTATUS(status):
            self.shared.mark(explain(self.errors, self.kind.takes_arguments))
        elif os.WIFSIGNALED(status) and os.WTERMSIG(status) in CRASHES:
            os.write(self.errors, CRASHED)
        return super().response(request, how, status, times, usage, wall_ns, consumed)
