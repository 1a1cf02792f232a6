"""The server of a target: answers the driver's requests (`docs/wire.md`), whatever a run does. Stdlib only.

Theory of operation. A run is a fork, in a process group of its own that dies with the server. The server has one
thread, blocks SIGCHLD and waits with sigtimedwait. A run that passes its limit gets SIGXCPU, then SIGKILL; one that
doesn't come to its handler, which stores the counters, is stopped and its counters are read from outside
(`python_outside`). What a run does is its `kind`: `prepare` and `run`, how many counters it has, and where it has
them `counting`, `outside` and `quick`.
"""

import _socket
import contextlib
import json
import os
import resource
import select
import signal
import sys
import time

from python_processes import (
    NANO,
    Idleness,
    cpu_ns_of,
    find_library,
    is_over_wall,
    kill_group,
    kill_orphans,
    limit_for_good,
    reap_in_grace,
    reap_within,
    renew_folder,
    scope_of_signals,
    wait_for_child,
)
from python_wire import (
    END_CPU,
    END_EXITED,
    END_SIGNALED,
    END_WALL,
    HELLO,
    HELLO_MAGIC,
    OP_QUICK,
    OP_RUN,
    OUTPUTS_VARIABLE,
    QUICK_ANSWERING,
    QUICK_AT,
    REQUEST,
    REQUEST_MAGIC,
    RESPONSE,
    RESPONSE_MAGIC,
    RUN_COUNTED,
    RUN_PROCESSES,
    RUN_QUICK,
    TAIL_BYTES,
    VERSION,
    Shared,
)

SLICE_S = 0.2
GRACE_S = 0.05


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
        self.library = find_library()
        self.scope = scope_of_signals(self.library)
        self.call_prctl(36, 1)
        self.shared = Shared(shared, kind.counters, len(self.inputs))
        os.close(shared)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
        kind.prepare(self.shared)

    def call_prctl(self, option, value):
        if self.library is not None:
            self.library.prctl(option, value, 0, 0, 0)

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
                data = data[os.write(self.control, data) :]
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
        state, left = self.shared.quick_state()
        self.shared.end_quick()
        if state == QUICK_ANSWERING:
            os._exit(1)  # Nobody knows whether the answer went out: the driver asks again.
        if state == QUICK_AT and not self.is_next(left):
            self.send(self.answer(REQUEST.unpack(left)))

    def is_next(self, request):
        """Whether the request is still to be received: who noted it died before it took it."""
        control = _socket.socket(fileno=self.control)
        try:
            return control.recv(len(request), _socket.MSG_PEEK | _socket.MSG_DONTWAIT) == request
        except OSError:
            return False
        finally:
            control.detach()

    def become_quick(self, data, server):
        """What the fork does: like a run, but that it keeps the descriptors of the wire. Never returns."""
        _, _, _, _, _, memory_bytes, output_bytes, _, _ = REQUEST.unpack(data)
        quick = self.kind.quick
        self.bind_to(server)
        os.dup2(self.errors, 2)
        os.close(self.errors)
        limit_for_good(resource.RLIMIT_FSIZE, output_bytes)
        limit_for_good(resource.RLIMIT_CORE, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        self.kind.enter(memory_bytes)
        quick.become(self.control)
        self.run_quickly(data)
        for _ in range(quick.most_runs - 1):
            data = quick.peek(data, alike)
            if data is None:
                break
            self.shared.begin_quick(data)
            quick.take(data)
            self.run_quickly(data)
        self.kind.exit(0)

    def run_quickly(self, data):
        """One of the fork's runs; ends the process when it isn't one that counts."""
        _, _, run_id, _, _, _, _, _, lane = REQUEST.unpack(data)
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
            RESPONSE_MAGIC,
            END_EXITED,
            run_id,
            0,
            0,
            cpu_ns,
            0,
            time.monotonic_ns() - start_ns,
            0,
            os.fstat(1).st_size,
            0,
            consumed,
            self.shared.flags | RUN_QUICK,
            0,
            self.shared.extra,
            0,
            0,
            0,
            0,
        )
        self.shared.begin_quick_answer()
        self.send(response)
        self.shared.end_quick()
        self.kind.quick.forget()

    def watch_quick(self, pid):
        """Waits for the fork's end, or ends it when it is at one run for too long; returns its usage."""
        seen = None
        while True:
            reaped = reap_within(pid, self.kind.quick.unheard_s)
            if reaped is not None:
                return reaped[1]
            now = self.shared.quick_state()
            if now[0] == QUICK_AT and now == seen:
                # Stopped, it can't go on between the look at it and its end.
                os.kill(pid, signal.SIGSTOP)
                os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
                if self.shared.quick_state() == seen:
                    os.kill(pid, signal.SIGKILL)
                    return os.wait4(pid, 0)[2]
                os.kill(pid, signal.SIGCONT)
            seen = now

    def response(self, request, how, status, times, usage, wall_ns, consumed):
        exited = os.WIFEXITED(status)
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        if how == END_EXITED and number:
            how = END_SIGNALED
        error_bytes = os.fstat(self.errors).st_size
        tail = os.pread(self.errors, TAIL_BYTES, max(0, error_bytes - TAIL_BYTES)) if error_bytes else b""
        return (
            RESPONSE.pack(
                RESPONSE_MAGIC,
                how,
                request[2],
                os.WEXITSTATUS(status) if exited else -1,
                number,
                int(times[0] * NANO),
                int(times[1] * NANO),
                wall_ns,
                usage.ru_maxrss * 1024,
                os.fstat(self.outputs[request[8]]).st_size,
                error_bytes,
                consumed,
                self.shared.flags,
                len(tail),
                self.shared.extra,
                0,
                self.idle_ns,
                0,
                0,
            )
            + tail
        )

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
        limit_for_good(resource.RLIMIT_CPU, request[3] // NANO + 2, 1)
        limit_for_good(resource.RLIMIT_FSIZE, request[6])
        limit_for_good(resource.RLIMIT_CORE, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGCHLD})
        self.kind.run(request)

    def bind_to(self, server):
        """Makes this fork of the server a group of its own that dies with it, and can't end it."""
        os.setpgid(0, 0)
        self.call_prctl(1, signal.SIGKILL)
        if os.getppid() != server:
            os._exit(1)
        if self.scope is not None:
            # Without a jail this isn't allowed, and fails.
            self.library.syscall(446, self.scope, 0)
            os.close(self.scope)

    def watch(self, pid, request, start):
        """Waits for the run's end, or ends it at its limits; returns how, the status and the usage."""
        cpu_ns, wall_limit_ns = request[3], request[4]
        idleness = Idleness(wall_limit_ns)
        while True:
            wall_ns, used_ns = time.monotonic_ns() - start, cpu_ns_of(pid)
            over = used_ns >= cpu_ns or is_over_wall(pid, wall_ns, wall_limit_ns)
            over = over or idleness.is_too_long(pid, wall_ns, used_ns)
            self.idle_ns = idleness.idle_ns
            beyond = self.is_beyond(pid)
            if over or beyond or (wall_ns > SLICE_S * NANO and self.driver_is_gone()):
                how = END_CPU if used_ns >= cpu_ns else END_EXITED if beyond else END_WALL
                return (how, *self.end(pid))
            patience_ns = wall_limit_ns - wall_ns if wall_ns < wall_limit_ns else SLICE_S * NANO
            left_s = min(patience_ns, max(cpu_ns - used_ns, 1_000_000)) / NANO
            reaped = reap_within(pid, min(left_s, SLICE_S))
            if reaped is not None:
                return (END_EXITED, *reaped)

    def is_beyond(self, pid):
        """Whether the run has more of something than it may that the system doesn't limit: it is ended for that."""
        return False

    def driver_is_gone(self):
        poll = select.poll()
        poll.register(self.control, 0)
        return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))

    def end(self, pid):
        """Ends the run: SIGXCPU, upon which it stores its counters, then SIGKILL."""
        os.kill(pid, signal.SIGXCPU if self.kind.counting else signal.SIGKILL)
        reaped = reap_in_grace(pid, GRACE_S)
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
