"""Sentences of a statement that aren't understood, settled one by one over a real server and real searches."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from editor import LOADED, Editor

from slowpath.lsp import protocol

SOURCE = "n = int(input())\na = list(map(int, input().split()))\nprint(sum(a))\n"
STATEMENT = """Some story.

## Input
The first line has an integer $n$ ($1 \\le n \\le 50$), the number of weights. The second line has $n$ integers $a_i$
($1 \\le a_i \\le 1000$), the weights.
The weights grow strictly. The weights form a mountain.

## Output
Print their sum.
"""

pytestmark = [
    pytest.mark.asyncio,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail"),
]


def program(editor: Editor) -> str:
    (editor.folder / "statement.md").write_text(STATEMENT)
    (editor.folder / "1.in").write_text("3\n4 5 6\n")
    (editor.folder / "1.out").write_text("15\n")
    return editor.open("a.py", SOURCE)


async def over(editor: Editor, uri: str, but: str = "") -> dict:
    """The state of a search that is over, another one than `but`."""
    await editor.until(
        lambda: editor.states.get(uri, {}).get("state") == "finished" and editor.states[uri]["campaign_id"] != but,
        "the end of a search",
    )
    return editor.states[uri]


async def settle(editor: Editor, uri: str, action: str, doubt: dict | None = None) -> dict:
    known = {key: doubt[key] for key in ("kind", "text", "quote")} if doubt else {}
    line = doubt["proposal"] if doubt else ""
    result = await editor.request(protocol.FORMAT_SETTLE, uri=uri, action=action, line=line, **known)
    assert result["error"] is None, result
    return result


async def test_a_line_is_taken_and_the_last_sentence_dismissed_and_the_search_is_judged_anew(tmp_path):
    async with Editor(tmp_path, LOADED) as editor:
        uri = program(editor)
        first = await editor.start(uri, executions=20)
        state = await over(editor, uri)
        grow, mountain = state["doubts"]
        assert (grow["proposal"], mountain["proposal"]) == ("where next a > a", "")
        assert state["rows"] and all(row["validity"] == "doubtful" for row in state["rows"])

        taken = await settle(editor, uri, "take", grow)
        text = Path(taken["path"]).read_text()
        assert not taken["restarted"] and "where next a > a" in text.splitlines() and "mountain" in text
        await editor.until(lambda: editor.states[uri]["settling"], "what is left")
        assert [doubt["quote"] for doubt in editor.states[uri]["doubts"]] == [mountain["quote"]]
        assert editor.states[uri]["campaign_id"] == first and editor.states[uri]["format_changed"]

        assert (await settle(editor, uri, "dismiss", mountain))["restarted"]
        state = await over(editor, uri, but=first)
        assert state["doubts"] == [] and not state["settling"] and not state["format_changed"]
        assert state["rows"] and all(row["validity"] == "likely" for row in state["rows"])
        assert "?" not in Path(taken["path"]).read_text().replace("where", "")


async def test_a_dismissed_sentence_is_not_doubted_again_and_the_other_is(tmp_path):
    async with Editor(tmp_path, LOADED) as editor:
        uri = program(editor)
        first = await editor.start(uri, executions=12)
        grow, mountain = (await over(editor, uri))["doubts"]
        await settle(editor, uri, "dismiss", mountain)
        await editor.start(uri, executions=12)
        state = await over(editor, uri, but=first)
        assert [(doubt["quote"], doubt["proposal"]) for doubt in state["doubts"]] == [(grow["quote"], grow["proposal"])]
        assert all(row["validity"] == "doubtful" for row in state["rows"])


async def test_an_open_format_is_edited_where_it_is_open(tmp_path):
    async with Editor(tmp_path, LOADED) as editor:
        uri = program(editor)
        await editor.start(uri, executions=12)
        grow, _ = (await over(editor, uri))["doubts"]
        made = await editor.request(protocol.FORMAT_OPEN, uri=uri)
        path = Path(made["path"])
        editor.open_uri(path.as_uri(), made["text"], "slowpath-format")
        await settle(editor, uri, "take", grow)
        (edit,) = editor.applied[-1].changes[path.as_uri()]
        assert "where next a > a\n" in edit.new_text and not path.exists()


async def test_a_format_that_is_right_leaves_nothing_open(tmp_path):
    async with Editor(tmp_path, LOADED) as editor:
        uri = program(editor)
        accepted = await settle(editor, uri, "accept")
        assert Path(accepted["path"]).read_text().endswith("a: int[n] 1..1000\n")
        await editor.start(uri, executions=12)
        assert (await over(editor, uri))["doubts"] == []
