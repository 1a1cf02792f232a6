"""A chat endpoint on the loopback interface that answers from recorded replies, for what asks through the real SDK.

A question carries no purpose over the wire, and its figures (times, hit counts) are never quite those of the recording:
the reply is that of the recorded question that has most lines in common with it, of those with as many messages.
usage: replaying.py FOLDER ...   prints its base URL, and serves until its standard input ends.
"""

from __future__ import annotations

import json
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


@dataclass
class Replaying:
    """Serves from `folders` until `close`; `asked` are the purposes of the recordings that were given."""

    folders: tuple[Path, ...]
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        paths = [path for folder in self.folders for path in sorted(folder.glob("*.json"))]
        documents = [json.loads(path.read_text("utf-8")) for path in paths]
        self._recorded = [(_lines(document["request"]["messages"]), document) for document in documents]
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.base_url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def nearest(self, messages: list[dict[str, str]]) -> dict[str, Any]:
        """The recording whose question has most in common with this one, of those as long."""
        lines = _lines(messages)
        of_length = [entry for entry in self._recorded if len(entry[1]["request"]["messages"]) == len(messages)]
        _, document = max(of_length or self._recorded, key=lambda entry: _shared(lines, entry[0]))
        return document

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        replaying = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *arguments: object) -> None:
                return

            def do_GET(self) -> None:
                self._begin("application/json")
                models = {"object": "list", "data": [{"id": "recorded", "object": "model"}]}
                self.wfile.write(json.dumps(models).encode())

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                document = replaying.nearest(body["messages"])
                replaying.asked.append(document["purpose"])
                reply, usage = document["reply"], document["reply"]["usage"]
                self._begin("text/event-stream")
                self._chunk(body["model"], {"content": reply["text"]}, None, None)
                self._chunk(
                    body["model"],
                    {},
                    reply["finish"],
                    {
                        "prompt_tokens": usage["prompt_tokens"],
                        "completion_tokens": usage["completion_tokens"],
                        "total_tokens": usage["prompt_tokens"] + usage["completion_tokens"],
                    },
                )
                self.wfile.write(b"data: [DONE]\n\n")

            def _begin(self, kind: str) -> None:
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.end_headers()

            def _chunk(self, model: str, delta: dict, finish: str | None, usage: dict | None) -> None:
                chunk = {
                    "id": "x",
                    "created": 0,
                    "model": model,
                    "object": "chat.completion.chunk",
                    "usage": usage,
                    "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
                }
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
                self.wfile.flush()

        return Handler


def _lines(messages: list[dict[str, str]]) -> Counter[str]:
    """What a question says, line by line, without blanks at the ends."""
    return Counter(line.strip() for message in messages for line in message["content"].splitlines() if line.strip())


def _shared(one: Counter[str], other: Counter[str]) -> float:
    """The share of both that is common to them."""
    return 2 * (one & other).total() / (one.total() + other.total())


if __name__ == "__main__":
    serving = Replaying(tuple(map(Path, sys.argv[1:])))
    print(serving.base_url, flush=True)  # noqa: T201
    sys.stdin.read()
    serving.close()
