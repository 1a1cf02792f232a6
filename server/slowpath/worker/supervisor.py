"""Starts workers and keeps them honest, from an asyncio loop.

Theory of operation. One `Supervised` is one campaign, or one search for a breaking input or a faster version. Its task
starts the worker, hands every message to `on_message` on the loop, and waits for the end. A worker that a signal ended
before its search did (of the user, of the kernel or a guard out of memory) is started once more: a campaign resumes
from what is stored, any other search begins anew. The second time it failed, and the message says so. Closing means end
of file on the worker's stdin: it leaves the campaign resumable and goes; one that doesn't go is killed with everything
below it. When this process dies by whatever means, the kernel closes the same pipe, so that workers never outlive it
for long.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psutil

from slowpath.model.campaign import Ended
from slowpath.worker.main import resumed
from slowpath.worker.messages import (
    PAUSE,
    RESUME,
    STOP,
    AnyBegin,
    BreakHappened,
    Control,
    EventHappened,
    Message,
    OptimizeHappened,
    Taken,
    from_line,
    to_line,
)

log = logging.getLogger(__name__)

CLOSE_GRACE_S = 5.0
LONGEST_LINE_BYTES = 1 << 28
WORKER_COMMAND = (sys.executable, "-m", "slowpath.worker")


@dataclass(frozen=True)
class Died:
    """A worker ended without being asked to. `message` says how; with `restarting` it is started once more."""

    message: str
    restarting: bool


class Supervised:
    """One campaign's worker. All methods belong to the loop that `start` was called on."""

    def __init__(
        self, begin: AnyBegin, on_message: Callable[[Message | Died], None], command: Sequence[str] = WORKER_COMMAND
    ) -> None:
        self._begin = begin
        self._on_message = on_message
        self._command = tuple(command)
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task | None = None
        self._waiting: list[bytes] = []
        self._closing = False
        self._paused = False
        self._stopped = False
        self._over = False

    def start(self) -> None:
        """Starts the worker; returns at once."""
        self._task = asyncio.get_running_loop().create_task(self._supervise(), name="slowpath-worker")

    @property
    def running(self) -> bool:
        """Whether the campaign still has a worker, or soon will."""
        return self._task is not None and not self._task.done()

    @property
    def pid(self) -> int | None:
        """The worker's process id while it runs."""
        return self._process.pid if self._process is not None else None

    def control(self, action: str) -> None:
        """Sends pause, resume or stop; kept until the worker is there."""
        self._paused = self._paused if action not in (PAUSE, RESUME) else action == PAUSE
        self._stopped = self._stopped or action == STOP
        if not self.send(Control(action)):
            self._waiting.append(to_line(Control(action)))

    def send(self, message: Message) -> bool:
        """Sends a message to the worker that there is; false where there is none."""
        if self._process is None or self._process.stdin is None:
            return False
        if not self._process.stdin.is_closing():
            self._process.stdin.write(to_line(message))
        return True

    async def wait(self) -> None:
        """Returns when the campaign has no worker any more."""
        if self._task is not None:
            await asyncio.wait([self._task])

    async def close(self, grace_s: float = CLOSE_GRACE_S) -> None:
        """Ends the worker and leaves the campaign resumable. Kills it after `grace_s`. Idempotent."""
        self._closing = True
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
        if self._task is not None and not self._task.done():
            _, late = await asyncio.wait([self._task], timeout=grace_s)
            if late and self._process is not None:
                kill_tree(self._process.pid)
                await asyncio.wait([self._task], timeout=grace_s)

    async def _supervise(self) -> None:
        begin, restarted = self._begin, False
        while not self._closing:
            try:
                status = await self._run(begin)
            except OSError as error:
                self._on_message(Died(f"The search process can't be started: {error}.", restarting=False))
                return
            except ValueError as error:
                self._on_message(Died(f"What the search process says can't be read: {error}.", restarting=False))
                return
            if (status == 0 and self._over) or self._closing:
                return
            # A worker that is asked to terminate goes by itself, with status 0.
            again = status <= 0 and not restarted and not (status == 0 and self._stopped)
            self._on_message(Died(_ending(status), restarting=again))
            if not again:
                return
            begin, restarted = resumed(begin), True
            if self._stopped:
                self._waiting.append(to_line(Control(STOP)))
            elif self._paused:
                self._waiting.append(to_line(Control(PAUSE)))

    async def _run(self, begin: AnyBegin) -> int:
        """One worker process from start to end; its exit status, negative for a signal."""
        process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE_BYTES,
            cwd=sys.prefix,
            start_new_session=True,
        )
        assert process.stdin is not None
        process.stdin.write(to_line(begin))
        for line in self._waiting:
            process.stdin.write(line)
        self._waiting.clear()
        self._process = process
        try:
            if self._closing:
                process.stdin.close()
            await self._forward(process)
            return await process.wait()
        except asyncio.CancelledError:
            # The loop is ending: the worker gets its end of file, and its grace without us.
            process.stdin.close()
            with contextlib.suppress(asyncio.TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(process.wait(), CLOSE_GRACE_S)
            if process.returncode is None:
                kill_tree(process.pid)
            raise
        except ValueError:
            # A line longer than any that makes sense: nobody would read what comes after it.
            kill_tree(process.pid)
            assert process.stdout is not None
            while await process.stdout.read(1 << 20):
                pass
            await process.wait()
            raise
        finally:
            self._process = None

    async def _forward(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            try:
                message = from_line(line)
            except ValueError as error:
                log.warning("a worker said what can't be read: %s", error)
                continue
            self._over = self._over or _is_last(message)
            try:
                self._on_message(message)
            except Exception:
                log.exception("handling %s failed", type(message).__name__)


def _is_last(message: Message) -> bool:
    """Whether nothing comes after it: the search is over, or another process's."""
    if isinstance(message, (EventHappened, BreakHappened, OptimizeHappened)):
        return isinstance(message.event, Ended)
    return isinstance(message, Taken)


def _ending(status: int) -> str:
    if status == 0:
        return "The search process ended before its search did."
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"The search process was killed by {signal.Signals(-status).name}."
        return f"The search process was killed by signal {-status}."
    return f"The search process ended with status {status}."


def kill_tree(pid: int) -> None:
    """Kills a process and everything below it."""
    with contextlib.suppress(psutil.Error):
        root = psutil.Process(pid)
        for process in [*root.children(recursive=True), root]:
            with contextlib.suppress(psutil.Error):
                process.kill()
