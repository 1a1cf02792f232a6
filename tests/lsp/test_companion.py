"""Problems from the browser, over the language server: from the port to the folder to what the editor is told."""

from __future__ import annotations

import asyncio
import http.client
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "unit"))

from companion_messages import message
from editor import Editor, plain

from slowpath import pipeline
from slowpath.companion.layout import Program, empty_program
from slowpath.companion.message import ReceivedProblem, read_message
from slowpath.lsp import protocol
from slowpath.lsp.companion import Companion
from slowpath.lsp.protocol import ArrivedProblems

BATCH = {"id": "7f1c", "size": 3}


class Window(Editor):
    """An editor that keeps what it was told of problems."""

    def __init__(self, folder: Path, **options: Any) -> None:
        super().__init__(folder, **options)
        self.arrived: list[Any] = []

        @self.client.feature(protocol.COMPANION_ARRIVED)
        def problems_arrived(arrived: Any) -> None:
            self.arrived.append(plain(arrived))
            self._news.set()

    async def listen(self, folder: Path | str, **more: str) -> Any:
        return await self.request(
            protocol.COMPANION_LISTEN, folder=str(folder), **{"language": "cpp", "template": "", **more}
        )


async def post(port: int, **changed: Any) -> int:
    """The status with which a problem is answered."""

    def send() -> int:
        connection = http.client.HTTPConnection("localhost", port, timeout=60)
        connection.request("POST", "/", message(**changed), {"Content-Type": "application/json"})
        return connection.getresponse().status

    return await asyncio.to_thread(send)


@pytest.mark.asyncio
async def test_a_problem_and_a_contest_arrive_and_a_second_window_is_told_who_listens(tmp_path):
    async with Window(tmp_path) as window, Window(tmp_path) as second:
        state = await window.listen(tmp_path)
        assert state["error"] is None and state["port"] > 0
        elsewhere = await second.listen(tmp_path)
        assert elsewhere["port"] == 0
        assert f"in {tmp_path} (port {state['port']})" in elsewhere["error"]["message"]
        assert await post(state["port"]) == 200
        await window.until(lambda: window.arrived, "the problem")
        (problem,) = window.arrived[0]["problems"]
        assert (problem["name"], problem["samples"], problem["is_new"]) == ("B. Two Rows", 2, True)
        assert Path(problem["path"]).read_text().startswith("#include")
        for name in "ABC":
            assert await post(state["port"], name=name, url=name, batch=BATCH) == 200
        await window.until(lambda: len(window.arrived) == 2, "the contest")
        assert [each["name"] for each in window.arrived[1]["problems"]] == ["A", "B", "C"]
        assert (window.arrived[1]["missing"], window.arrived[1]["contest"]) == (0, "Codeforces - Round 12 (Div. 2)")
        assert (await window.listen(""))["port"] == 0
        assert (await second.listen(tmp_path, language="python"))["port"] > 0


@pytest.mark.asyncio
async def test_what_is_missing_of_a_contest_is_said_and_what_hinders_is_told(tmp_path):
    async with Window(tmp_path) as window:
        port = (await window.listen(tmp_path))["port"]
        await post(port, batch=BATCH)
        await window.until(lambda: window.arrived, "the contest")
        assert (len(window.arrived[0]["problems"]), window.arrived[0]["missing"]) == (1, 2)
        (tmp_path / "Judge").symlink_to("/")
        await post(port, group="Judge")
        await window.until(lambda: len(window.arrived) == 2, "the refusal")
        assert "leads out of" in window.arrived[1]["error"]["message"] and not window.arrived[1]["problems"]
        missing = await window.listen(tmp_path / "missing")
        assert missing["port"] == 0 and missing["error"]["remedy"] == "Choose another folder."


@pytest.mark.asyncio
async def test_nothing_is_received_in_a_workspace_that_is_not_trusted(tmp_path):
    async with Window(tmp_path, trusted=False) as window:
        state = await window.listen(tmp_path)
        assert state["port"] == 0 and "isn't trusted" in state["error"]["message"]


@pytest.mark.asyncio
async def test_who_stops_while_it_is_about_to_listen_is_heard(tmp_path):
    async with Window(tmp_path) as window:
        begun, stopped = await asyncio.gather(window.listen(tmp_path), window.listen(""))
        assert begun["port"] > 0 and stopped["port"] == 0
        with pytest.raises(OSError):
            await post(begun["port"])


@pytest.mark.asyncio
async def test_a_bug_with_one_problem_of_a_contest_is_told_with_the_others(tmp_path, monkeypatch):
    told: list[ArrivedProblems] = []
    placed = pipeline.place_problem

    def place(folder: Path, problem: ReceivedProblem, program: Program) -> pipeline.PlacedProblem:
        if problem.name == "B":
            raise KeyError("a bug")
        return placed(folder, problem, program)

    monkeypatch.setattr(pipeline, "place_problem", place)
    companion = Companion(told.append)
    for name in "ABC":
        companion._received(tmp_path, empty_program("cpp"), read_message(message(name=name, url=name, batch=BATCH)))
    await asyncio.gather(*companion._work)
    (arrived,) = told
    assert ([each.name for each in arrived.problems], arrived.missing) == (["A", "C"], 0)
    assert arrived.error is not None and arrived.error.message.startswith("B can't be placed: KeyError")
