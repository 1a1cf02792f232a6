"""What a user without a statement is asked, and what an input looks like, over the language server."""

from __future__ import annotations

from pathlib import Path

import fake_engine
import pytest
from editor import Editor

from slowpath import pipeline
from slowpath.lsp import protocol

SOURCE = "n, k = map(int, input().split())\na = list(map(int, input().split()))\nprint(sum(a) + k)\n"
LIST = "n = int(input())\na = [int(input()) for _ in range(n)]\nprint(max(a))\n"
STATEMENT = (
    "The first line contains two integers $n$ and $k$ ($1 \\le n \\le 1000$, $1 \\le k \\le n$).\n"
    "The second line contains $n$ integers $a_1, \\ldots, a_n$ ($1 \\le a_i \\le 10^6$).\n"
)


async def state_of(editor: Editor, uri: str) -> dict:
    await editor.start(uri)
    await editor.until(lambda: editor.states.get(uri, {}).get("rows"), "rows")
    return editor.states[uri]


@pytest.mark.asyncio
async def test_that_there_is_no_statement_is_said_and_one_that_is_pasted_is_kept(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.py", "# UNTOLD\n" + SOURCE)
        assert (await state_of(editor, uri))["without_statement"]
        refused = await editor.request(protocol.STATEMENT_SAVE, uri=uri, text="int main")
        assert refused["path"] == "" and "hardly any text" in refused["error"]["message"]
        kept = await editor.request(protocol.STATEMENT_SAVE, uri=uri, text=STATEMENT)
        assert (Path(kept["path"]).name, kept["error"]) == ("a.statement.md", None)
        assert "1000" in pipeline.read_problem(pipeline.read_solution(tmp_path / "a.py")).statement


@pytest.mark.asyncio
async def test_usual_bounds_are_offered_for_what_nobody_gives_sizes_first(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        uri = editor.open("a.py", SOURCE)
        rows = (await editor.request(protocol.FORMAT_BOUNDS, uri=uri))["rows"]
        assert [(row["variable"], row["is_size"]) for row in rows] == [("n", True), ("k", True), ("a", False)]
        assert "1..2*10^5" in rows[0]["offered"] and "1..10^9" in rows[2]["offered"]
        missing = await editor.request(protocol.FORMAT_BOUNDS, uri=(tmp_path / "none.py").as_uri())
        assert missing["error"] is not None and missing["rows"] == []


@pytest.mark.asyncio
async def test_the_limit_is_the_problems_else_the_one_that_was_asked_with(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.py", SOURCE)
        await editor.start(uri, time_limit_s=0.05)
        await editor.until(lambda: editor.states.get(uri, {}).get("rows"), "rows")
        state = editor.states[uri]
        assert (state["limit_s"], state["limit_assumed"]) == (0.05, True)
        assert all(row["over"] and row["verdict"] == "OK" for row in state["rows"])
        assert "states no time limit" in state["limit"]


@pytest.mark.asyncio
async def test_an_input_is_drawn_by_the_format_of_its_search(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.py", LIST)
        campaign_id = (await state_of(editor, uri))["campaign_id"]
        await editor.until(lambda: len(editor.states[uri]["rows"]) == 2, "both rows")
        slowest = editor.states[uri]["rows"][0]["input_id"]
        picture = await editor.request(protocol.INPUT_PICTURE, campaign_id=campaign_id, input_id=slowest)
        # The fake input is no input of the format: there is nothing to draw, and nothing fails.
        assert picture == {"input_id": slowest, "drawings": [], "note": ""}
        assert fake_engine.SLOW.startswith(b"9")
