"""Takes problems over HTTP from the browser's extension, and from nobody else.

Theory of operation. It listens on the loopback interface only, in the event loop of its owner. A request is read up
to fixed sizes and within a fixed time, answered, and the connection closed; the answer doesn't wait for files to be
written, since the extension waits for half a second at most. Web pages can reach this machine's ports too. They are
kept out three times: a page's request names its `Origin`, one that isn't asked about first (a preflight, which is
refused) can't have JSON as its type, and one to a name that only resolves to this machine (DNS rebinding) has another
`Host`. Where more connections than `MOST_CONNECTIONS` are open, the oldest is closed: who sends slowly keeps nobody
else out.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping

from slowpath.companion.message import MessageRefused, ReceivedProblem, read_message

log = logging.getLogger(__name__)

LARGEST_HEAD_BYTES = 16 << 10
LARGEST_BODY_BYTES = 8 << 20
REQUEST_S = 10.0
MOST_CONNECTIONS = 8
MOST_PROBLEMS = 1000
"""Problems that one listener takes: far more than anyone solves between two starts of an editor."""
SERVER = "Slowpath"
_EXTENSIONS = ("chrome-extension", "moz-extension", "safari-web-extension")
_REASONS = {
    200: "OK",
    400: "Bad Request",
    403: "Forbidden",
    405: "Method Not Allowed",
    411: "Length Required",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
}


class Refused(Exception):
    """The request isn't answered with 200 but with `status`; the text says why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Listener:
    """Listens at one port until it is closed, and hands what it takes to `received`."""

    def __init__(self, received: Callable[[ReceivedProblem], None], *, request_s: float = REQUEST_S) -> None:
        self.port = 0
        self._received = received
        self._request_s = request_s
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.StreamWriter, None] = {}
        self._taken = 0

    async def open(self, port: int) -> None:
        """Begins to listen; 0 takes any port. Raises `OSError` where the port can't be had.

        Browsers try both loopback addresses; where there is no IPv6, the other one alone will do.
        """

        async def bind(*hosts: str) -> asyncio.Server:
            return await asyncio.start_server(self._serve, hosts, port, limit=LARGEST_HEAD_BYTES)

        try:
            self._server = await bind("127.0.0.1") if port == 0 else await bind("127.0.0.1", "::1")
        except OSError:
            self._server = await bind("127.0.0.1")
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Stops listening, and hangs up. Idempotent, also where the event loop ended before."""
        server, self._server, self.port = self._server, None, 0
        if server is None or server.get_loop().is_closed():
            return
        server.close()
        for writer in list(self._open):
            writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open[writer] = None
        if len(self._open) > MOST_CONNECTIONS:
            oldest = next(iter(self._open))
            del self._open[oldest]
            oldest.transport.abort()
        try:
            await asyncio.wait_for(self._answer(reader, writer), self._request_s)
        except (asyncio.TimeoutError, OSError, asyncio.IncompleteReadError):
            writer.transport.abort()
        finally:
            self._open.pop(writer, None)
            with contextlib.suppress(OSError):
                writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            status, text = 200, await self._take(reader)
        except Refused as refused:
            status, text = refused.status, str(refused)
            # Windows that would take over ask now and then whether somebody is here.
            level = logging.DEBUG if status == 405 else logging.INFO
            log.log(level, "a request for a problem was refused: %s", text)
        body = text.encode()
        writer.write(
            f"HTTP/1.1 {status} {_REASONS[status]}\r\nServer: {SERVER}\r\nContent-Type: text/plain\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
            + body
        )
        await writer.drain()

    async def _take(self, reader: asyncio.StreamReader) -> str:
        size = checked_size(await _head(reader), self.port)
        body = await reader.readexactly(size)
        if self._taken >= MOST_PROBLEMS:
            raise Refused(429, "Too many problems; receive problems anew to go on.")
        try:
            problem = read_message(body)
        except MessageRefused as error:
            raise Refused(400, str(error)) from error
        self._taken += 1
        self._received(problem)
        return ""


async def _head(reader: asyncio.StreamReader) -> list[str]:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.LimitOverrunError as error:
        raise Refused(431, "The head of the request is too long.") from error
    return head[:-4].decode("latin-1").split("\r\n")


def checked_size(head: list[str], port: int) -> int:
    """How many bytes of problem follow the head of a request. Raises `Refused` for one that isn't the extension's."""
    headers: dict[str, str] = {}
    for line in head[1:]:
        name, _, value = line.partition(":")
        if name.lower() in headers:
            raise Refused(400, f"{name} is given twice.")
        headers[name.lower()] = value.strip()
    if not head[0].startswith("POST / HTTP/1."):
        raise Refused(405, "Only problems are taken here: POST /.")
    if headers.get("host", "").lower() not in {f"{name}:{port}" for name in ("localhost", "127.0.0.1", "[::1]")}:
        raise Refused(403, "The request is for another host.")
    if not _may_send(headers):
        raise Refused(403, "Web pages may not send problems.")
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise Refused(415, "A problem is sent as application/json.")
    length = headers.get("content-length", "")
    if "transfer-encoding" in headers or not (length.isascii() and length.isdigit()):
        raise Refused(411, "The request doesn't say how long it is.")
    if len(length) > 9 or int(length) > LARGEST_BODY_BYTES:
        raise Refused(413, f"A problem has {LARGEST_BODY_BYTES >> 20} MiB at most.")
    return int(length)


def _may_send(headers: Mapping[str, str]) -> bool:
    """Whether the sender is no web page: extensions have origins of their own, some browsers hide them as "null"."""
    origin = headers.get("origin", "null")
    return origin == "null" or origin.partition("://")[0] in _EXTENSIONS


async def is_ours(port: int) -> bool:
    """Whether another Slowpath listens there."""
    with contextlib.suppress(OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        reader, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 1.0)
        try:
            writer.write(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 1.0)
            return f"Server: {SERVER}\r\n".encode() in answer
        finally:
            writer.close()
    return False
