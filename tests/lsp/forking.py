"""Starts the servers of tests and their workers without loading them anew: a process that has loaded everything forks a
server each time, and a server its first workers.

What is forked is a whole process with a pid, an environment, pipes and an end of its own; only a server's parent is
this module's process, which ends when the tests' process does.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import traceback
from asyncio.streams import FlowControlMixin
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from lsprotocol import types
from pytest_lsp import client_capabilities

LONGEST_REQUEST_BYTES = 1 << 20
SPARE_NAME = "spare_worker"
WORKER_NAME = "fake_worker.py"
"""The names of a forked worker before and after it begins: its command line is the server's."""
SERVERS = ("fake_server", "loaded_server", "fake_worker")
"""The modules of what can be forked: `serve(spares)` serves, the workers forked ahead do `work()`."""
EXAMPLES = Path(__file__).parents[2] / "examples"
ROOMS = ("analysis", "catalogue", "engine", "faults", "pipeline", "sandbox", "storage")
"""What a worker loads while it works, whole."""
IS_POSSIBLE = hasattr(os, "pidfd_open") and hasattr(socket, "recv_fds")


class Forked:
    """What is asked of an `asyncio.subprocess.Process`. How it ended only its parent knows: elsewhere that is 0."""

    def __init__(
        self,
        pid: int,
        stdin: asyncio.StreamWriter,
        stdout: asyncio.StreamReader,
        stderr: asyncio.StreamReader | None = None,
    ) -> None:
        self.pid = pid
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr
        self.returncode: int | None = None
        self._ended = asyncio.Event()
        self._pidfd = os.pidfd_open(pid)
        asyncio.get_running_loop().add_reader(self._pidfd, self._end)

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._pidfd)
        os.close(self._pidfd)
        self.returncode = 0
        with contextlib.suppress(ChildProcessError):
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self._ended.set()

    async def wait(self) -> int:
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode


async def create(spares: int, *command: str, env: dict[str, str], **_pipes: Any) -> Forked:
    """In the place of `asyncio.create_subprocess_exec` for one of `SERVERS`, with pipes for all three streams and so
    many workers forked ahead."""
    (given, stdin), (stdout, said), (stderr, told) = os.pipe(), os.pipe(), os.pipe()
    request = [Path(command[-1]).stem, env, os.getcwd(), spares]
    socket.send_fds(_forker(), [json.dumps(request).encode()], [given, said, told])
    pid = int(_forker().recv(64))
    for each in (given, said, told):
        os.close(each)
    return Forked(pid, await _writer(stdin), await _reader(stdout), await _reader(stderr))


@dataclass(frozen=True)
class Spare:
    """A worker that was forked ahead and does nothing until something is written to its stdin."""

    pid: int
    stdin: int
    stdout: int

    @classmethod
    def fork(cls, work: Callable[[], int]) -> Spare:
        """While this process has one thread and no database open: neither can be shared with a fork."""
        (given, stdin), (stdout, said) = os.pipe(), os.pipe()
        pid = os.fork()
        if pid == 0:
            _work(work, given, said)
        os.close(given)
        os.close(said)
        return cls(pid, stdin, stdout)

    async def process(self, limit: int) -> Forked:
        return Forked(self.pid, await _writer(self.stdin), await _reader(self.stdout, limit))


def first_workers(command: tuple[str, ...], spares: tuple[Spare, ...]) -> None:
    """Has the first workers of this process, which are started by `command`, be these."""
    started, left = asyncio.create_subprocess_exec, list(spares)

    async def create(*asked: str, **options: Any) -> Any:
        if left and asked == command:
            return await left.pop().process(options["limit"])
        return await started(*asked, **options)

    asyncio.create_subprocess_exec = create  # type: ignore[assignment]


def _work(work: Callable[[], int], given: int, said: int) -> NoReturn:
    status = 1
    try:
        os.setsid()
        os.chdir(sys.prefix)
        os.dup2(given, 0)
        os.dup2(said, 1)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        _be_called(SPARE_NAME)
        select.select([0], [], [])
        _be_called(WORKER_NAME)
        status = work()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


def _be_called(name: str) -> None:
    Path("/proc/self/comm").write_text(name)


async def _writer(pipe: int) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(FlowControlMixin, os.fdopen(pipe, "wb", 0))
    return asyncio.StreamWriter(transport, protocol, None, loop)


async def _reader(pipe: int, limit: int = 1 << 26) -> asyncio.StreamReader:
    reader = asyncio.StreamReader(limit=limit)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(pipe, "rb", 0)
    )
    return reader


@cache
def _forker() -> socket.socket:
    """The way to the process that forks, started when it is first needed."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen([sys.executable, __file__, str(its.fileno())], pass_fds=[its.fileno()])
    its.close()
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours


def prepare() -> None:
    """Does once what every server and worker would do by itself: it loads what they need, compiles the patterns of
    statements, writes the functions that read and write the protocol, tries the jails."""
    from slowpath import pipeline, toolchain, wire
    from slowpath.analysis import contrast
    from slowpath.instrument import checkers
    from slowpath.lsp import server
    from slowpath.lsp.serving import make_server
    from slowpath.sandbox.jail import working_jails

    converter = server.message_converter()
    server.message_converter = lambda: converter
    assert toolchain and contrast and checkers and make_server()
    hello = types.InitializeRequest(1, types.InitializeParams(client_capabilities("visual-studio-code")))
    converter.structure(converter.unstructure(hello), types.InitializeRequest)
    wire.converter()
    for path in (EXAMPLES / "quicksort" / "solution.cpp", EXAMPLES / "list_membership" / "solution.py"):
        solution = pipeline.read_solution(path)
        pipeline.infer_format(pipeline.read_problem(solution, None), solution)
    working_jails()
    for room in ROOMS:
        package = importlib.import_module(f"slowpath.{room}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    gc.collect()
    gc.freeze()  # what a collection touches each server would copy


def main() -> int:
    """Forks a server for each request until nobody can ask any more."""
    sys.path.insert(0, str(Path(__file__).parent))
    servers = {name: importlib.import_module(name) for name in SERVERS}
    prepare()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whose end nobody waits for leaves nothing behind
    asking = socket.socket(fileno=int(sys.argv[1]))
    while True:
        request, streams, _, _ = socket.recv_fds(asking, LONGEST_REQUEST_BYTES, 3)
        if not request:
            return 0
        pid = os.fork()
        if pid == 0:
            asking.close()
            server, *given = json.loads(request)
            _serve(servers[server], streams, *given)
        asking.send(b"%d" % pid)
        for each in streams:
            os.close(each)


def _serve(server: Any, streams: list[int], environment: dict[str, str], folder: str, spares: int) -> NoReturn:
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        for target, stream in enumerate(streams):
            os.dup2(stream, target)
            os.close(stream)
        status = server.serve(tuple(Spare.fork(server.work) for _ in range(spares)))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
