"""The listener takes problems from the browser's extension, over real connections, and from nobody else."""

from __future__ import annotations

import asyncio
import http.client
import json
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from companion_messages import message

from slowpath import pipeline
from slowpath.companion import listener as listening
from slowpath.companion.listener import LARGEST_BODY_BYTES, MOST_CONNECTIONS, Listener, is_ours
from slowpath.companion.message import ReceivedProblem
from slowpath.errors import UsageError

EXTENSION = {"Content-Type": "application/json", "Origin": "chrome-extension://cjnmckjndlpiamhfimnnjmnckgghkjbl"}


def with_listener(act: Callable[[int], object], *, request_s: float = 60.0) -> tuple[list[ReceivedProblem], object]:
    """What was received while `act(port)` ran in a thread, as another program, and what it gave back."""
    received: list[ReceivedProblem] = []

    async def run() -> object:
        listener = Listener(received.append, request_s=request_s)
        await listener.open(0)
        try:
            return await asyncio.to_thread(act, listener.port)
        finally:
            listener.close()

    return received, asyncio.run(run())


def post(port: int, body: bytes = b"", method: str = "POST", path: str = "/", **headers: str) -> int:
    """The status with which a request is answered. `_` in a header's name stands for `-`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    given = {**EXTENSION, **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request(method, path, body or message(), {name: value for name, value in given.items() if value})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    assert not [name for name, _ in answer.getheaders() if name.lower().startswith("access-control")]
    return answer.status


def raw(port: int, data: bytes) -> bytes:
    """What is answered to these bytes until the connection is closed."""
    with socket.create_connection(("127.0.0.1", port), 60) as connection:
        connection.sendall(data)
        answer = b""
        try:
            while part := connection.recv(1 << 16):
                answer += part
        except ConnectionError:
            return answer
        return answer


@pytest.mark.parametrize("origin", [EXTENSION["Origin"], "moz-extension://5f1c", "null", ""])
def test_the_extension_of_every_browser_is_heard(origin):
    received, status = with_listener(lambda port: post(port, Origin=origin, Host=f"localhost:{port}"))
    assert (status, [problem.name for problem in received]) == (200, ["B. Two Rows"])


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (403, {"Origin": "https://evil.example"}),
        (403, {"Origin": "http://localhost:8080"}),
        (403, {"Host": "evil.example"}),
        (403, {"Host": "localhost"}),
        (403, {"Host": "localhost.evil.example:10043"}),
        (415, {"Content_Type": "text/plain", "Origin": "null"}),
        (415, {"Content_Type": "application/x-www-form-urlencoded"}),
        (411, {"Transfer_Encoding": "chunked", "Content_Length": "5"}),
        (411, {"Content_Length": "-1"}),
        (411, {"Content_Length": "0x10"}),
        (413, {"Content_Length": str(LARGEST_BODY_BYTES + 1)}),
        (413, {"Content_Length": "9" * 400}),
        (405, {"method": "OPTIONS"}),
        (405, {"method": "GET"}),
        (405, {"method": "PUT"}),
        (405, {"path": "/../../etc/passwd"}),
        (431, {"X_Long": "x" * (32 << 10)}),
    ],
)
def test_nobody_else_is(status, headers):
    received, answered = with_listener(lambda port: post(port, **headers))
    assert (answered, received) == (status, [])


@pytest.mark.parametrize("body", [b"not json", b"[" * 200_000, b'{"name": "x"}', b"\xff"])
def test_a_body_that_is_no_problem_is_refused_and_the_next_one_taken(body):
    received, statuses = with_listener(lambda port: [post(port, body), post(port)])
    assert statuses == [400, 200] and len(received) == 1


def test_a_refused_problem_is_logged_and_not_that_another_window_asks_who_is_here(caplog):
    caplog.set_level("INFO", listening.__name__)
    with_listener(lambda port: asyncio.run(is_ours(port)))
    assert caplog.messages == []
    with_listener(lambda port: post(port, Origin="https://judge.example"))
    assert "Web pages may not send problems." in caplog.text


def test_a_header_that_is_given_twice_is_refused():
    """One of the two could be what another part of the way believed."""
    head = b"POST / HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\n{}"
    received, refused = with_listener(lambda port: raw(port, head).startswith(b"HTTP/1.1 400"))
    assert refused and not received


def test_bytes_that_are_no_request_end_nothing():
    noise = [
        b"\x16\x03\x01\x02\x00\x01" + bytes(200) + b"\r\n\r\n",
        b"\r\n\r\n",
        b"GET",
        b"POST / HTTP/1.1\r\n:\r\n\r\n",
    ]

    def act(port: int) -> int:
        for data in noise:
            with socket.create_connection(("127.0.0.1", port), 60) as connection:
                connection.sendall(data)
        return post(port)

    assert with_listener(act)[1] == 200


def test_who_sends_slowly_keeps_nobody_else_out():
    def act(port: int) -> int:
        slow = [socket.create_connection(("127.0.0.1", port), 60) for _ in range(4 * MOST_CONNECTIONS)]
        for connection in slow:
            connection.sendall(f"POST / HTTP/1.1\r\nHost: localhost:{port}\r\n".encode())
        status = post(port)
        for connection in slow:
            connection.close()
        return status

    assert with_listener(act)[1] == 200


def test_a_request_that_never_ends_is_cut():
    began = b"POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\nHost: localhost:"
    received, answers = with_listener(
        lambda port: [raw(port, began), raw(port, began + str(port).encode() + b"\r\n\r\n{")], request_s=0.2
    )
    assert (received, answers) == ([], [b"", b""])


def test_a_flood_of_problems_ends(monkeypatch):
    monkeypatch.setattr(listening, "MOST_PROBLEMS", 2)
    received, statuses = with_listener(lambda port: [post(port) for _ in range(3)])
    assert (statuses, len(received)) == ([200, 200, 429], 2)


def test_only_this_machine_can_reach_it():
    async def run() -> set[str]:
        listener = Listener(lambda _: None)
        await listener.open(0)
        assert listener._server is not None
        hosts = {opened.getsockname()[0] for opened in listener._server.sockets}
        listener.close()
        return hosts

    assert asyncio.run(run()) <= {"127.0.0.1", "::1"}


def free_ports(count: int) -> list[int]:
    opened = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in opened]
    for each in opened:
        each.close()
    return ports


def test_a_port_that_somebody_has_is_passed_over_and_one_window_listens_for_all(tmp_path, monkeypatch):
    async def run() -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            taken, (free, next_free) = other.getsockname()[1], free_ports(2)
            monkeypatch.setattr("slowpath.companion.ports.PORTS", {taken: "CP Editor"})
            first, second = Listener(lambda _: None), Listener(lambda _: None)
            held = await pipeline.listen(first, tmp_path, tmp_path / "state", [taken, free])
            assert first.port == free and held[0].startswith(f"{taken} (CP Editor)")
            assert await is_ours(free)
            with pytest.raises(UsageError, match=f"Another window receives problems already.*{free}"):
                await pipeline.listen(second, tmp_path, tmp_path / "state", [taken, next_free])
            first.close()
            await pipeline.listen(second, tmp_path, tmp_path / "state", [taken, next_free])
            assert second.port == next_free
            second.close()
            with pytest.raises(UsageError, match=r"is free. Held are \d+ \(CP Editor\)"):
                await pipeline.listen(first, tmp_path, tmp_path / "state", [taken])

    asyncio.run(run())


def test_of_windows_that_start_together_one_listens(tmp_path, monkeypatch):
    ports = free_ports(2)
    monkeypatch.setattr("slowpath.companion.ports.PORTS", dict.fromkeys(ports, "nobody"))

    async def run() -> list[object]:
        windows = [Listener(lambda _: None) for _ in range(2)]
        heard = await asyncio.gather(
            *(pipeline.listen(window, tmp_path, tmp_path / "state", ports) for window in windows),
            return_exceptions=True,
        )
        assert [bool(window.port) for window in windows] == [True, False]
        for window in windows:
            window.close()
        return heard

    first, second = asyncio.run(run())
    assert first == [] and isinstance(second, UsageError) and "Another window" in str(second)


def test_who_cannot_say_who_has_a_port_lets_its_own_go(tmp_path, monkeypatch):
    def fails(*_: object) -> str:
        raise RuntimeError("no table of processes")

    monkeypatch.setattr("slowpath.pipeline.receiving.told", fails)

    async def run() -> bool:
        with socket.create_server(("127.0.0.1", 0)) as other:
            (free,) = free_ports(1)
            listener = Listener(lambda _: None)
            with pytest.raises(RuntimeError):
                await pipeline.listen(listener, tmp_path, tmp_path / "state", [other.getsockname()[1], free])
            return listener.port == 0 and not await is_ours(free)

    assert asyncio.run(run())


@pytest.mark.parametrize("note", [b"{", b'{"port": "x", "folder": ""}', b'{"port": 99999999, "folder": ""}', b"[]"])
def test_a_note_of_another_window_that_makes_no_sense_is_passed_over(tmp_path, note):
    (tmp_path / "companion.json").write_bytes(note)

    async def run() -> int:
        listener = Listener(lambda _: None)
        await pipeline.listen(listener, tmp_path, tmp_path, free_ports(1))
        listener.close()
        return json.loads((tmp_path / "companion.json").read_bytes())["port"]

    assert asyncio.run(run()) > 0


def test_a_folder_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(UsageError, match="isn't there"):
        asyncio.run(pipeline.listen(Listener(lambda _: None), tmp_path / "missing", Path(tmp_path)))
