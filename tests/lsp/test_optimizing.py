"""Searches for faster versions over a real language server and real workers, and a search that costs nothing.

The tests share one window, each with documents of its own, since starting a server is what costs."""

from __future__ import annotations

import base64
from pathlib import Path

import fake_breaking
import fake_engine
import fake_optimizing
import pytest
import pytest_asyncio
from editor import Editor, gone, workers_of
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from slowpath.lsp import protocol

PYTHON = "# a program\nslow()\nprint(int(input()))\n"
FASTER = PYTHON.replace("slow()", "quick()")
SEARCHED = """n = int(input())
a = list(map(int, input().split()))
seen = []
for x in a:
    if x not in seen:
        seen.append(x)
print(len(seen))
"""

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def editor(tmp_path_factory):
    async with Editor(tmp_path_factory.mktemp("window"), spares=24) as window:
        yield window


def program(words: str) -> str:
    return f"{PYTHON}# {words}\n"


async def read(editor: Editor, state: dict, data_id: str) -> bytes:
    chunk = await editor.request(
        protocol.OPTIMIZE_READ, optimize_id=state["optimize_id"], data_id=data_id, offset=0, limit=999
    )
    return base64.b64decode(chunk["data"])


async def apply(editor: Editor, state: dict) -> str:
    """Applies what was found. Returns why it wasn't, "" where it was."""
    result = await editor.request(protocol.OPTIMIZE_APPLY, optimize_id=state["optimize_id"])
    return result["error"]["message"] if result["error"] else ""


async def lens(editor: Editor, uri: str) -> types.Command:
    return next(lens.command for lens in await editor.lenses(uri) if "aster" in lens.command.title)


async def test_a_faster_version_arrives_with_its_proof(editor):
    uri = editor.open("proof/a.py", PYTHON)
    state = await editor.make_faster(uri, "finished")
    faster = state["faster"]
    assert (faster["geomean"], faster["low"], faster["high"], faster["inputs_agreed"]) == (4.0, 3.8, 4.2, 812)
    assert (faster["growth_before"], faster["growth_after"], faster["tests"]) == ("n^2.0", "n", 1)
    assert faster["changes"] == [
        {
            "rule": "quick",
            "line": 2,
            "title": fake_optimizing.TITLE,
            "reason": "It does the same at once.",
            "conversation": "",
        }
    ]
    assert (state["refused"], state["warnings"], state["stale"]) == ([], [], False)
    assert await read(editor, state, faster["source_id"]) == FASTER.encode()
    listed = await editor.request(protocol.OPTIMIZE_LIST)
    assert state["optimize_id"] in [known["optimize_id"] for known in listed]


async def test_nothing_is_changed_before_it_is_applied_and_then_in_one_edit(editor):
    uri = editor.open("applied/a.py", PYTHON)
    state = await editor.make_faster(uri, "finished")
    assert editor.texts[uri] == PYTHON
    before = len(editor.applied)
    assert await apply(editor, state) == ""
    assert editor.texts[uri] == FASTER
    assert len(editor.applied) == before + 1
    assert (editor.folder / "applied" / "a.py").read_text() == PYTHON, "saving is the user's"
    await editor.until(lambda: editor.faster[uri]["stale"], "it is about the text before that")
    assert "was edited since" in await apply(editor, state)
    assert editor.texts[uri] == FASTER


async def test_a_program_that_was_edited_since_is_left_as_it_is_until_that_is_undone(editor):
    uri = editor.open("edited/a.py", PYTHON)
    state = await editor.make_faster(uri, "finished")
    editor.edit(uri, (0, 0), (0, 0), "x = 1\n")
    assert "was edited since" in await apply(editor, state)
    assert editor.texts[uri] == "x = 1\n" + PYTHON
    await editor.until(lambda: editor.faster[uri]["stale"], "the stale state")
    editor.edit(uri, (0, 0), (1, 0), "")
    await editor.until(lambda: not editor.faster[uri]["stale"], "the fresh state")
    assert await apply(editor, state) == ""
    assert editor.texts[uri] == FASTER


async def test_a_document_that_is_closed_is_not_changed(editor):
    uri = editor.open("closed/a.py", PYTHON)
    state = await editor.make_faster(uri, "finished")
    editor.close(uri)
    assert await apply(editor, state) == "a.py isn't open."
    assert (editor.folder / "closed" / "a.py").read_text() == PYTHON


async def test_what_is_refused_says_why_and_shows_its_input(editor):
    uri = editor.open("refused/a.py", program("REFUSED NOTHING"))
    state = await editor.make_faster(uri, "finished")
    (refused,) = state["refused"]
    assert (refused["origin"], refused["reason"]) == ("planted", "It prints something else on sample 1.")
    assert await read(editor, state, refused["input_id"]) == fake_optimizing.AGAINST
    assert state["faster"] is None
    assert state["warnings"] == ["No input was found. Find slow inputs first, or give it more time."]
    assert await apply(editor, state) == "No faster version is known."


async def test_the_slow_inputs_are_kept_as_tests_once(editor):
    uri = editor.open("kept/a.py", PYTHON)
    state = await editor.make_faster(uri, "finished")
    (path,) = (await editor.request(protocol.OPTIMIZE_SAVE, optimize_id=state["optimize_id"]))["paths"]
    assert Path(path).name == "slow-1.in"
    assert Path(path).read_bytes() == fake_optimizing.SLOW
    assert Path(path).with_suffix(".ans").read_bytes() == fake_optimizing.ANSWER
    again = await editor.request(protocol.OPTIMIZE_SAVE, optimize_id=state["optimize_id"])
    assert again == {"paths": [path], "error": None}


async def test_the_lens_starts_and_stops_and_says_what_was_found(editor):
    uri = editor.open("lens/a.py", program("HOLD"))
    command = await lens(editor, uri)
    assert command.title == "Make faster (verified)"
    await editor.execute(command.command, *command.arguments)
    await editor.until(lambda: editor.faster.get(uri, {}).get("faster"), "a faster version")
    command = await lens(editor, uri)
    assert command.title == "Making it faster: running - stop"
    await editor.execute(command.command, *command.arguments)
    await editor.until(lambda: editor.faster[uri]["state"] == "stopped", "the end")
    assert (await lens(editor, uri)).title == "Make faster again, 4.0×"


async def test_the_progress_of_the_search_can_be_cancelled(editor):
    uri = editor.open("progress/a.py", program("HOLD NOTHING"))
    bars = editor.client.progress_reports
    before = {token for token, reports in bars.items() if reports}
    await editor.make_faster(uri, "running")
    await editor.until(lambda: any(reports for token, reports in bars.items() if token not in before), "progress")
    (token,) = (token for token, reports in bars.items() if reports and token not in before)
    assert (bars[token][0].title, bars[token][0].percentage) == ("Making a.py faster", None)
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    await editor.until(lambda: editor.faster[uri]["state"] == "stopped", "the end")
    await editor.until(lambda: isinstance(bars[token][-1], types.WorkDoneProgressEnd), "the end of the progress")


async def test_a_new_search_takes_the_place_of_a_running_one(editor):
    uri = editor.open("again/a.py", program("HOLD"))
    await editor.make_faster(uri, "running")
    await editor.until(lambda: editor.faster[uri]["faster"], "a faster version")
    first = editor.faster[uri]
    second = await editor.make_faster(uri, "running")
    assert first["optimize_id"] != second["optimize_id"]
    await editor.request(protocol.OPTIMIZE_STOP, optimize_id=second["optimize_id"])
    await editor.until(lambda: editor.faster[uri]["state"] == "stopped", "the end")
    assert await gone(workers_of(editor))
    assert await read(editor, first, first["faster"]["source_id"]), "what was opened of the first can still be read"


async def test_what_searches_before_found_in_this_text_is_evidence(editor):
    uri = editor.open("known/a.py", program("KNOWN"))
    assert (await editor.make_faster(uri, "finished"))["warnings"] == ["; []."]
    await editor.request(protocol.CAMPAIGN_START, uri=uri, executions=40)
    await editor.state(uri, "finished")
    await editor.break_it(uri, "finished")
    (said,) = (await editor.make_faster(uri, "finished"))["warnings"]
    assert said.startswith(f"slow 1 of {len(fake_engine.SLOW)} bytes, slow 2")
    assert said.endswith(f"; [{fake_breaking.SMALLEST!r}].")
    editor.edit(uri, (0, 0), (0, 0), "x = 1\n")
    assert (await editor.make_faster(uri, "finished"))["warnings"] == ["; []."], "they are another program's"


async def test_a_search_whose_worker_was_killed_begins_anew(editor):
    uri = editor.open("killed/a.py", program("LOST_WORKER"))
    state = await editor.make_faster(uri, "finished")
    assert state["faster"]["geomean"] == 4.0
    assert "killed by SIGKILL" in state["warnings"][0]


async def test_a_bug_ends_the_search_and_says_so(editor):
    uri = editor.open("bug/a.py", program("BREAKS"))
    state = await editor.make_faster(uri, "failed")
    assert state["error"]["code"] == "bug"
    assert "AssertionError: told to" in state["error"]["message"]


async def test_a_line_with_a_faster_form_offers_to_make_the_program_faster(editor):
    uri = editor.open("actions/a.py", SEARCHED)
    actions = await editor.actions(uri, 4)
    (title,) = (title for title in actions if title.startswith("Make faster (verified): "))
    await editor.act(actions[title])
    await editor.until(lambda: editor.faster.get(uri, {}).get("state") == "finished", "the end")
    assert not [title for title in await editor.actions(uri, 0) if title.startswith("Make faster")]


async def test_what_is_not_known_is_refused(editor):
    for method in (protocol.OPTIMIZE_STOP, protocol.OPTIMIZE_READ):
        with pytest.raises(JsonRpcException, match="isn't known any more"):
            await editor.request(method, optimize_id="x", data_id="y")
    assert (await editor.request(protocol.OPTIMIZE_APPLY, optimize_id="x"))["error"]["message"]
    assert (await editor.request(protocol.OPTIMIZE_SAVE, optimize_id="x"))["error"]["message"]


async def test_a_folder_that_is_not_trusted_runs_nothing(tmp_path):
    async with Editor(tmp_path, trusted=False) as untrusted:
        uri = untrusted.open("a.py", PYTHON)
        result = await untrusted.request(protocol.OPTIMIZE_START, uri=uri)
        assert (result["optimize_id"], result["error"]["code"]) == ("", "untrusted")
        assert not workers_of(untrusted)
