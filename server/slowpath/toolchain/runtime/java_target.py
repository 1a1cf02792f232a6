"""The target of a Java solution: speaks `docs/wire.md`. Runs under our own interpreter, standard library only.

    python java_target.py search ARGUMENTS COUNTERS FRESH COMMAND...
    python java_target.py clean ARGUMENTS COMMAND...

COMMAND starts the program: of `clean` as a judge does, of `search` `slowpath.Machine` with its arguments, the
descriptors left out. ARGUMENTS 1 says that the program looks at those of the command line, FRESH 1 that each run needs
a virtual machine of its own.

Theory of operation. A virtual machine takes a tenth of a second to start, many times what a small run takes. So one
machine (`java_machine`) makes the runs of `search` one after the other, each with fresh classes. A run that passes a
limit has its counters stored and its machine ended; so is a machine in which a run left something. That a run finds a
library that others used before it should change nothing, and is looked at: now and then a run is made again in a new
machine. Where the two differ, and two new machines don't, each run gets a machine of its own from then on; else the
first machine, which knows the program by now, goes on. The runs of `clean` are forks that become `java`
(`python_server`): nothing is shared.

A new machine loads classes and sets up the library in its first run: 20 to 40 ms that are no work of the program's. The
first short run is made again in the same machine; what it takes less is what machines take for themselves, and is left
out of the time of each machine's first run. That the two count the same is the first look at what is shared.
"""

import contextlib
import os
import signal
import sys
import time

from java_clean import CleanRun, CleanServer
from java_machine import REUSABLE, Machine, MachineGone, copy_file, is_pipe
from java_words import CRASHED, CRASHES, MOST_THREADS, TOO_MANY_THREADS, explain
from python_processes import MOST_STARVED, NANO, Idleness, is_ready, kill_orphans, renew_folder, threads_of
from python_server import GRACE_S, SLICE_S, Server
from python_wire import (
    END_CPU,
    END_EXITED,
    END_SIGNALED,
    END_WALL,
    RESPONSE,
    RESPONSE_MAGIC,
    RUN_ALLOCATION_FAILED,
    RUN_COUNTED,
    RUN_WAITING,
    TAIL_BYTES,
    VERSION,
    WIRE_VARIABLE,
)

CHECKED_FIRST = (3, 30, 300)
CHECKED_EVERY = 2000
"""After so many runs of a server one is made again in a new machine."""
LONGEST_CHECKED_NS = NANO // 4
LOOK_S = 0.02


class SearchRun:
    """What the server of the search build knows of its runs. A machine is started for the usual `limits`."""

    limits = (512 << 20, 64 << 20)
    counting = None
    quick = None
    outside = None

    def __init__(self, takes_arguments, counters, fresh, *command):
        self.takes_arguments = takes_arguments == "1"
        self.counters = int(counters)
        self.is_fresh = fresh == "1"
        self.command = command
        self.description = {"java": command[0]}

    def prepare(self, shared):
        """Nothing needs to be made ready."""


class Outcome:
    """How a run ended: the words of the wire, what it printed and counted."""

    def __init__(self, how, code, number, flags, machine, reusable=False):
        self.how, self.code, self.number, self.flags = how, code, number, flags
        self.is_reusable = reusable
        self.used_ns = self.idle_ns = 0
        self.extra, self.counters = machine.counted()
        self.consumed = machine.consumed()

    def facts(self, machine):
        """What must be the same in any machine."""
        return (
            self.how,
            self.code,
            self.flags,
            self.extra,
            self.counters,
            self.consumed,
            os.pread(machine.printed, machine.printed_bytes, 0),
        )


class SearchServer(Server):
    """Answers the driver's requests by runs in a virtual machine."""

    def __init__(self, kind, channels):
        super().__init__(kind, channels)
        self.pipe = self.inputs[0] if is_pipe(self.inputs[0]) else None
        self.machine = None
        self.runs = 0
        self.is_fresh = kind.is_fresh
        self.cold_ns = None
        if kind.limits is not None:
            self.machine_for(kind.limits)

    def machine_for(self, limits):
        """The machine that runs under these limits of memory and output."""
        if self.machine is not None and self.machine.limits != limits:
            self.end_machine()
        if self.machine is None:
            server = os.getpid()
            self.machine = Machine(
                self.kind.command,
                self.kind.counters,
                self.errors,
                self.pipe,
                limits,
                self.cold_ns or 0,
                lambda: self.bind_to(server),
            )
            self.machine.started()
        return self.machine

    def end_machine(self):
        """Ends the machine, and what its runs left."""
        if self.machine is None:
            return 0
        machine, self.machine = self.machine, None
        status = machine.end()
        kill_orphans()
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        return status

    def answer(self, request):
        """One run, and another one in a new machine where that is due, as a packed response with its last words."""
        limits = (request[5], request[6])
        self.runs += 1
        start_ns = time.monotonic_ns()
        outcome = self.run(request, limits)
        if self.is_comparable(outcome):
            if self.cold_ns is None and self.machine.runs == 1:
                outcome = self.warmed(request, limits, outcome)
            elif self.is_due():
                outcome = self.checked(request, limits, outcome)
        machine = self.machine
        printed = 0 if machine is None else machine.printed_bytes
        if machine is not None:
            copy_file(machine.printed, self.outputs[request[8]], printed)
        response = self.packed(request, outcome, time.monotonic_ns() - start_ns, printed)
        if self.is_fresh or not outcome.is_reusable:
            self.end_machine()
        return response

    def is_comparable(self, outcome):
        """Whether the run may be made again: it's short, left the machine as it was and didn't wait for input."""
        return outcome.is_reusable and self.pipe is None and outcome.used_ns <= LONGEST_CHECKED_NS

    def is_due(self):
        """Whether the run is one to look at again."""
        return not self.is_fresh and (self.runs in CHECKED_FIRST or self.runs % CHECKED_EVERY == 0)

    def warmed(self, request, limits, outcome):
        """The outcome of a first run without what the machine took for itself, which is known from then on."""
        facts = outcome.facts(self.machine)
        again = self.run(request, limits)
        is_same = self.machine is not None and again.facts(self.machine) == facts
        self.cold_ns = max(0, outcome.used_ns - again.used_ns) if is_same else 0
        if is_same and not self.is_fresh:
            return again
        anew, seen = self.run_anew(request, limits)
        self.is_fresh |= not is_same and seen == facts
        return anew

    def checked(self, request, limits, outcome):
        """The outcome that is believed once the run was made again; learns whether machines may be shared."""
        facts = outcome.facts(self.machine)
        warm, self.machine = self.machine, None
        again, seen = self.run_anew(request, limits)
        if seen == facts:
            self.machine.end()
            self.machine = warm
            return outcome
        warm.end()
        if seen is None:
            return again
        third, also = self.run_anew(request, limits)
        # Where new machines differ as well it's chance that decides.
        self.is_fresh = also == seen
        return third

    def run_anew(self, request, limits):
        """A run in a new machine and its facts; None for them where it can't be compared."""
        self.end_machine()
        outcome = self.run(request, limits)
        return outcome, None if self.machine is None else outcome.facts(self.machine)

    def run(self, request, limits):
        """One run in the machine."""
        lane = request[8]
        self.shared.use(lane)
        if self.scratch is not None:
            renew_folder(self.scratch)
        for descriptor in (self.outputs[lane], self.errors):
            os.ftruncate(descriptor, 0)
            os.lseek(descriptor, 0, os.SEEK_SET)
        machine = self.machine_for(limits)
        try:
            self.begin(machine, request)
            outcome = self.watched(machine, request, time.monotonic_ns())
        except MachineGone:
            outcome = Outcome(END_EXITED, -1, 0, 0, machine)
            outcome.used_ns = machine.used_ns
            status = self.end_machine()
            exited = os.WIFEXITED(status)
            outcome.how = END_EXITED if exited else END_SIGNALED
            outcome.code = os.WEXITSTATUS(status) if exited else -1
            outcome.number = 0 if exited else os.WTERMSIG(status)
            if outcome.number in CRASHES:
                os.write(self.errors, CRASHED)
        if outcome.code > 0:
            explain(self.errors, self.kind.takes_arguments)
        return outcome

    def begin(self, machine, request):
        """Begins a run on what the request gives."""
        machine.begin(self.inputs[request[8]], request[7])

    def watched(self, machine, request, start_ns):
        """Waits for the run's end, or stops it at its limits. Raises `MachineGone`."""
        cpu_ns, wall_limit_ns, output_bytes = request[3], request[4], request[6]
        idleness = Idleness(wall_limit_ns)
        while True:
            left_s = max(0.001, (cpu_ns - machine.used_ns) / NANO / 2)
            reply = machine.reply_within(min(left_s, LOOK_S if left_s < SLICE_S else SLICE_S))
            used_ns, wall_ns = machine.used_ns, time.monotonic_ns() - start_ns
            if reply is not None:
                _, code, flags = reply
                reusable = bool(flags & REUSABLE)
                flags = flags & ~REUSABLE | RUN_COUNTED
                waits = flags & RUN_WAITING
                outcome = Outcome(
                    END_SIGNALED if waits else END_EXITED,
                    -1 if waits else code & 0xFF,
                    signal.SIGXCPU if waits else 0,
                    flags,
                    machine,
                    reusable,
                )
            elif machine.printed_bytes >= output_bytes:
                outcome = self.stopped(machine, END_SIGNALED, signal.SIGXFSZ)
            elif threads_of(machine.pid) >= MOST_THREADS:
                os.write(self.errors, TOO_MANY_THREADS)
                outcome = self.stopped(machine, END_SIGNALED, signal.SIGKILL)
            elif used_ns >= cpu_ns:
                outcome = self.stopped(machine, END_CPU, 0)
            elif (
                is_over_wall(machine, wall_ns, wall_limit_ns)
                or idleness.is_too_long(machine.pid, wall_ns, used_ns)
                or self.driver_is_gone()
            ):
                outcome = self.stopped(machine, END_WALL, 0)
            else:
                continue
            outcome.used_ns, outcome.idle_ns = used_ns, idleness.idle_ns
            return outcome

    def stopped(self, machine, how, number):
        """The outcome of a run that is stopped where it is."""
        told = machine.full_heap() if how != END_SIGNALED else b""
        if told:
            os.write(self.errors, told)
        flags = RUN_ALLOCATION_FAILED if told else 0
        return Outcome(how, -1, number, flags | (RUN_COUNTED if machine.stored() else 0), machine)

    def packed(self, request, outcome, wall_ns, printed):
        at = self.shared.start + 64
        if outcome.flags & RUN_COUNTED:
            self.shared.memory[at : at + len(outcome.counters)] = outcome.counters
        self.shared.mark(outcome.flags)
        error_bytes = os.fstat(self.errors).st_size
        tail = os.pread(self.errors, TAIL_BYTES, max(0, error_bytes - TAIL_BYTES)) if error_bytes else b""
        return (
            RESPONSE.pack(
                RESPONSE_MAGIC,
                outcome.how,
                request[2],
                outcome.code,
                outcome.number,
                outcome.used_ns,
                0,
                wall_ns,
                0,
                printed,
                error_bytes,
                outcome.consumed,
                self.shared.flags,
                len(tail),
                outcome.extra,
                0,
                outcome.idle_ns,
                0,
                0,
            )
            + tail
        )


def is_over_wall(machine, wall_ns, limit_ns):
    """As `python_processes.is_over_wall`, for a process of many threads: that they wait for a core that others have
    is not the run's time, up to a point."""
    if wall_ns < limit_ns or wall_ns >= MOST_STARVED * limit_ns:
        return wall_ns >= limit_ns
    if machine.used_ns >= limit_ns:
        return True
    return not any(is_ready(machine.pid) or time.sleep(GRACE_S / 5) for _ in range(5))


def main():
    _, kind, *given = sys.argv
    version, *channels = (int(part) for part in os.environ.pop(WIRE_VARIABLE).split(":"))
    if version != VERSION:
        sys.exit("wire version %d, not %d" % (version, VERSION))
    if kind == "search":
        try:
            server = SearchServer(SearchRun(*given), channels)
        except MachineGone:
            sys.exit(70)  # It said why.
        server.serve()
    CleanServer(CleanRun(*given), channels).serve()


if __name__ == "__main__":
    main()
