"""Searches that ask the editor's own language model: worker, server, client and back, with real ones but the model."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from editor import LOADED, REAL, Editor, plain

from replaying import Replaying
from slowpath.lsp import protocol

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail"),
]


class Window(Editor):
    """An editor with a language model of its own: `answer` gives its reply in parts, or None for silence."""

    def __init__(self, folder: Path, answer: Callable[[dict], list[str] | None], command=LOADED) -> None:
        # Replies are kept by what was asked: with a cache of its own nobody answers in the model's place.
        super().__init__(
            folder, command, llm_base_url="editor:", llm_model="maker/small", cache_dir=str(folder / "cache")
        )
        self.questions: list[Any] = []
        self.withdrawn: list[int] = []

        @self.client.feature(protocol.MODEL_ASK)
        def model_asked(question: Any) -> None:
            self.questions.append(plain(question))
            parts = answer(self.questions[-1])
            number = self.questions[-1]["id"]
            for part in parts or ():
                self.client.protocol.notify(protocol.MODEL_SAID, {"id": number, "text": part})
            if parts is not None:
                self.client.protocol.notify(
                    protocol.MODEL_ENDED,
                    {"id": number, "finish": "stop", "model": "small by its own account", "error": None},
                )
            self._news.set()

        @self.client.feature(protocol.MODEL_WITHDRAW)
        def model_withdrawn(question: Any) -> None:
            self.withdrawn.append(plain(question)["id"])
            self._news.set()

    def buggy(self) -> str:
        """A program with a bug, without the solution that is right."""
        folder = ROOT / "tests" / "problems" / "bugs" / "photo_row"
        shutil.copytree(folder, self.folder / folder.name, ignore=shutil.ignore_patterns("accepted.*"))
        return self.open(f"{folder.name}/buggy.py", (folder / "buggy.py").read_text())


async def test_the_editors_model_is_asked_like_any_other(tmp_path):
    recorded = Replaying((ROOT / "tests" / "recorded" / "hacks",))

    def answer(question: dict) -> list[str]:
        text = recorded.nearest(question["messages"])["reply"]["text"]
        return [text[:40], text[40:]]

    async with Window(tmp_path, answer) as window:
        state = await window.break_it(window.buggy(), "finished", "failed", executions=40)
    recorded.close()
    assert state["error"] is None and state["breaking"]["failing"] == "WA", state
    assert [(each["role"], each["usable"]) for each in state["references"]][:1] == [("model", True)]
    assert state["asked"]["model"] == "maker/small" and state["asked"]["estimated"]
    assert {question["model"] for question in window.questions} == {"maker/small"}
    assert len({question["id"] for question in window.questions}) == len(window.questions) >= 3
    assert all(turn["role"] in ("user", "assistant") for question in window.questions for turn in question["messages"])


async def test_a_search_that_is_stopped_or_whose_worker_dies_withdraws_its_questions(tmp_path):
    async with Window(tmp_path, lambda _: None, REAL) as window:
        uri = window.buggy()
        started = await window.request(protocol.BREAK_START, uri=uri, executions=40)
        await window.until(lambda: window.questions, "the question")
        (worker,) = [child for child in window.server.children() if "slowpath.worker" in " ".join(child.cmdline())]
        worker.kill()
        await window.until(lambda: set(window.withdrawn) == {each["id"] for each in window.questions}, "withdrawn")
        before = len(window.questions)
        await window.until(lambda: len(window.questions) > before, "asked again by the next worker")
        await window.request(protocol.BREAK_STOP, break_id=started["break_id"])
        await window.until(lambda: set(window.withdrawn) == {each["id"] for each in window.questions}, "withdrawn")
        await window.until(lambda: window.breaks[uri]["state"] in ("stopped", "finished"), "the end")
