"""Calls as processes, seen from the server: started, heard, and ended with all that is below them.

Theory of operation. A process is told its call on stdin, which stays open as long as somebody waits for the result: a
cancelled call, and a server that dies by whatever means, close it. A process that doesn't go then, or is far beyond its
time, is killed with everything below it. Belongs to one asyncio loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable

import anyio

from slowpath.agents.messages import Call, Failed, Finished, Found, Progress, from_line
from slowpath.worker.messages import to_line
from slowpath.worker.supervisor import kill_tree

COMMAND = (sys.executable, "-m", "slowpath.agents.doing")
CLOSE_GRACE_S = 6.0
"""What a process has to clear away what it began; it ends itself sooner than that."""
FAR_BEYOND, START_S = 1.5, 60.0
"""When a call is killed that doesn't end: so many times its seconds, and what starting takes on a busy machine.
Searches end by themselves long before."""
LONGEST_LINE_BYTES = 1 << 24
Hear = Callable[[Progress | Found], Awaitable[None]]


class Calls:
    """The processes of one server."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._command = command
        self._running: set[asyncio.subprocess.Process] = set()

    async def made(self, call: Call, seconds: float, hear: Hear) -> Finished | Failed:
        """Runs a call to its end. Whoever cancels this ends the process, before this returns."""
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE_BYTES,
                cwd=sys.prefix,
                start_new_session=True,
            )
        except OSError as error:
            return Failed("error", f"The process of the call can't be started: {error}.", "Try again.")
        self._running.add(process)
        try:
            with anyio.move_on_after(FAR_BEYOND * seconds + START_S):
                assert process.stdin is not None
                process.stdin.write(to_line(call))
                return await _heard(process, hear)
            return Failed(
                "late", f"It wasn't done long after its {seconds:g} s, and was ended.", "Try it with more seconds."
            )
        finally:
            with anyio.CancelScope(shield=True):
                await _ended(process)
            self._running.discard(process)

    async def close(self) -> None:
        """Ends all."""
        await asyncio.gather(*map(_ended, tuple(self._running)))


async def _heard(process: asyncio.subprocess.Process, hear: Hear) -> Finished | Failed:
    """What the process says last; its progress goes to `hear`."""
    assert process.stdout is not None
    while line := await process.stdout.readline():
        try:
            said = from_line(line)
        except ValueError as error:
            return Failed(
                "bug",
                f"What the process of the call says can't be read: {error}.",
                "This is a bug in Slowpath; please report it.",
            )
        if isinstance(said, (Finished, Failed)):
            return said
        await hear(said)
    status = await process.wait()
    return Failed(
        "died",
        f"The process of the call ended with status {status} before it was done.",
        "Try again; the server's log may say why.",
    )


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Closes its stdin and waits for its end; kills it, and all below it, where it doesn't come."""
    assert process.stdin is not None
    process.stdin.close()
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(process.wait(), CLOSE_GRACE_S)
    if process.returncode is None:
        kill_tree(process.pid)
        await process.wait()
