"""A chat endpoint on the loopback interface that answers by a script."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Said:
    """One answer of the endpoint. `parts` are streamed; `cut` ends the connection before the reply's end is said.

    With another `status` than 200, `error` is the error object's content. `usage` None means: reports none.
    """

    parts: tuple[str, ...] = ("hello",)
    finish: str = "stop"
    refusal: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    error: dict[str, Any] = field(default_factory=dict)
    usage: dict[str, int] | None = field(
        default_factory=lambda: {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    )
    cut: bool = False
    silent_until: threading.Event | None = None


def said(text: str, **more: Any) -> Said:
    """An answer in two parts."""
    half = len(text) // 2
    return Said((text[:half], text[half:]), **more)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hung up is what some tests are about."""


class Endpoint:
    """Answers by `script`, one entry a request, the last one for ever, or by what the request says where `by_body` is
    given: that is for requests whose order isn't known. `bodies` and `keys` are what was sent to it."""

    def __init__(self) -> None:
        self.script: list[Said] = [Said()]
        self.by_body: Callable[[dict[str, Any]], Said] | None = None
        self.bodies: list[dict[str, Any]] = []
        self.keys: list[str] = []
        self.lock = threading.Lock()
        self.server = _Server(("127.0.0.1", 0), self._handler())
        self.base_url = f"http://127.0.0.1:{self.server.server_port}/v1"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def next(self, body: dict[str, Any], key: str) -> Said:
        with self.lock:
            self.bodies.append(body)
            self.keys.append(key)
            if self.by_body is not None:
                return self.by_body(body)
            return self.script.pop(0) if len(self.script) > 1 else self.script[0]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *arguments: object) -> None:
                return

            def do_GET(self) -> None:
                self._send(200, {"object": "list", "data": [{"id": "small", "object": "model"}]}, {})

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                answer = endpoint.next(body, self.headers.get("Authorization", ""))
                if answer.silent_until is not None:
                    answer.silent_until.wait(300.0)
                if answer.status != 200:
                    self._send(answer.status, {"error": answer.error}, answer.headers)
                else:
                    self._stream(body["model"], answer)

            def _send(self, status: int, value: dict, headers: dict[str, str]) -> None:
                data = json.dumps(value).encode()
                self.send_response(status)
                for name, text in {"Content-Type": "application/json", **headers}.items():
                    self.send_header(name, text)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def _stream(self, model: str, answer: Said) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                for part in answer.parts:
                    self._chunk(model, {"content": part}, None)
                if answer.refusal:
                    self._chunk(model, {"refusal": answer.refusal}, None)
                if not answer.cut:
                    self._chunk(model, {}, answer.finish, answer.usage)
                    self.wfile.write(b"data: [DONE]\n\n")

            def _chunk(self, model: str, delta: dict, finish: str | None, usage: dict | None = None) -> None:
                chunk = {
                    "id": "x",
                    "created": 0,
                    "model": f"{model}-by-its-own-account",
                    "object": "chat.completion.chunk",
                    "usage": usage,
                    "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
                }
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
                self.wfile.flush()

        return Handler
