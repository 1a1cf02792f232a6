"""Starts the servers of tests without loading them anew: a process that has loaded everything forks one each time.

What is forked is a whole process with a pid, an environment, pipes and an end of its own; only its parent is this
module's process, which ends when the tests' process does.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from asyncio.streams import FlowControlMixin
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from lsprotocol import types
from pytest_lsp import client_capabilities

LONGEST_REQUEST_BYTES = 1 << 20
EXAMPLES = Path(__file__).parents[2] / "examples"
IS_POSSIBLE = hasattr(os, "pidfd_open") and hasattr(socket, "recv_fds")


class Forked:
    """What the client asks of an `asyncio.subprocess.Process`. How it ended only its parent knows: that is 0 here."""

    def __init__(
        self, pid: int, stdin: asyncio.StreamWriter, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader
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
        self._ended.set()

    async def wait(self) -> int:
        await self._ended.wait()
        return 0


async def create(*_command: str, env: dict[str, str], **_pipes: Any) -> Forked:
    """In the place of `asyncio.create_subprocess_exec` for `fake_server.py`, with pipes for all three streams."""
    (given, stdin), (stdout, said), (stderr, told) = os.pipe(), os.pipe(), os.pipe()
    socket.send_fds(_forker(), [json.dumps([env, os.getcwd()]).encode()], [given, said, told])
    pid = int(_forker().recv(64))
    for each in (given, said, told):
        os.close(each)
    return Forked(pid, await _writer(stdin), await _reader(stdout), await _reader(stderr))


async def _writer(pipe: int) -> asyncio.StreamWriter:
    loop = asyncio.get_running_loop()
    transport, protocol = await loop.connect_write_pipe(FlowControlMixin, os.fdopen(pipe, "wb", 0))
    return asyncio.StreamWriter(transport, protocol, None, loop)


async def _reader(pipe: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader(limit=1 << 26)
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
    """Does once what every server would do by itself: it loads what it needs, compiles the patterns of statements,
    writes the functions that read and write the protocol, tries the jails."""
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
    gc.collect()
    gc.freeze()  # what a collection touches each server would copy


def main() -> int:
    """Forks a server for each request until nobody can ask any more."""
    sys.path.insert(0, str(Path(__file__).parent))
    import fake_server

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
            _serve(fake_server, *json.loads(request), streams)
        asking.send(b"%d" % pid)
        for each in streams:
            os.close(each)


def _serve(fake_server: Any, environment: dict[str, str], folder: str, streams: list[int]) -> NoReturn:
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(folder)
        for target, stream in enumerate(streams):
            os.dup2(stream, target)
            os.close(stream)
        status = fake_server.serve()
    finally:
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
