"""How long the language server takes to answer while a campaign runs.

Theory of operation: starts `python -m slowpath.lsp` as an editor would, opens one program, starts a campaign on it, and
then asks for hovers, code lenses and the list of campaigns in turn, one request at a time, over the server's
own stdin and stdout. Prints p50 and p95 per request against the limit of 50 ms.

    python -m slowpath.bench.lsp examples/quicksort/solution.cpp --requests 300
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

from slowpath.lsp import protocol
from slowpath.model.languages import facts_of

LIMIT_MS = 50.0


class Connection:
    """A client of one server process: requests in, answers out, notifications kept by method."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._answers: dict[int, asyncio.Future] = {}
        self._number = 0
        self.notified: dict[str, object] = {}
        self._reader = asyncio.create_task(self._read())

    async def request(self, method: str, params: object) -> object:
        """The answer's result. Raises `RuntimeError` when it is an error."""
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        self._send({"id": self._number, "method": method, "params": params})
        return await answer

    def notify(self, method: str, params: object) -> None:
        """Sends a notification."""
        self._send({"method": method, "params": params})

    def _send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    async def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        while header := await stdout.readline():
            if header.lower().startswith(b"content-length:"):
                length = int(header.split(b":")[1])
                while (await stdout.readline()).strip():
                    pass
                self._take(json.loads(await stdout.readexactly(length)))

    def _take(self, message: dict) -> None:
        if "method" in message:
            self.notified[message["method"]] = message.get("params")
            if "id" in message:
                self._send({"id": message["id"], "result": None})
            return
        answer = self._answers.pop(message["id"])
        if "error" in message:
            answer.set_exception(RuntimeError(message["error"]["message"]))
        else:
            answer.set_result(message["result"])


async def measure(path: Path, requests: int) -> dict[str, list[float]]:
    """Milliseconds of every answer, by method, while a campaign on `path` runs."""
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "slowpath.lsp",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 28,
        )
        try:
            return await _measure(Connection(process), path.resolve(), requests, folder)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()


async def _measure(client: Connection, path: Path, requests: int, folder: str) -> dict[str, list[float]]:
    uri = path.as_uri()
    document = {
        "uri": uri,
        "languageId": facts.editor_ids[0] if (facts := facts_of(path)) is not None else "plaintext",
        "version": 1,
        "text": path.read_text(encoding="utf-8"),
    }
    await client.request(
        "initialize",
        {"processId": None, "rootUri": None, "capabilities": {}, "initializationOptions": {"state_dir": folder}},
    )
    client.notify("initialized", {})
    client.notify("textDocument/didOpen", {"textDocument": document})
    await client.request(protocol.CAMPAIGN_START, {"uri": uri, "seconds": 3600})
    contrast = await _contrast(client)
    line = contrast["lines"][len(contrast["lines"]) // 2]["lsp_line"]
    asked = {
        "textDocument/hover": {"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}},
        "textDocument/codeLens": {"textDocument": {"uri": uri}},
        protocol.CAMPAIGN_LIST: {},
    }
    taken_ms: dict[str, list[float]] = {method: [] for method in asked}
    for _ in range(requests):
        for method, params in asked.items():
            began = time.perf_counter()
            await client.request(method, params)
            taken_ms[method].append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(0.02)
    return taken_ms


async def _contrast(client: Connection) -> dict:
    """The first contrast that has lines. Raises `RuntimeError` when the campaign ends without one."""
    while True:
        contrast, state = (client.notified.get(name) for name in (protocol.CONTRAST_CHANGED, protocol.CAMPAIGN_CHANGED))
        if isinstance(contrast, dict) and contrast["lines"]:
            return contrast
        if isinstance(state, dict) and state["state"] in ("failed", "finished", "stopped"):
            raise RuntimeError(f"the campaign is {state['state']} without a contrast: {state['error']}")
        await asyncio.sleep(0.05)


def percentile(values: list[float], share: float) -> float:
    """The smallest value that at least `share` of all are not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main(arguments: list[str] | None = None) -> int:
    """Prints the table. Returns 1 when a p95 is over the limit."""
    parser = argparse.ArgumentParser(
        prog="slowpath bench lsp", description="How long answers take while a campaign runs."
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--requests", type=int, default=300, help="of each kind (default: 300)")
    options = parser.parse_args(arguments)
    taken_ms = asyncio.run(measure(options.file, options.requests))
    print(f"{'request':30} {'n':>5} {'p50 ms':>8} {'p95 ms':>8} {'limit':>6}")
    for method, values in taken_ms.items():
        print(
            f"{method:30} {len(values):5} {percentile(values, 0.5):8.1f} {percentile(values, 0.95):8.1f}"
            f" {LIMIT_MS:6.0f}"
        )
    return int(any(percentile(values, 0.95) > LIMIT_MS for values in taken_ms.values()))


if __name__ == "__main__":
    sys.exit(main())
