"""Searches for breaking inputs over a real language server and real workers, and a search that costs nothing.

Most tests share one window, each with documents of its own, since starting a server is what costs."""

from __future__ import annotations

import base64
import shlex
import subprocess
from pathlib import Path

import fake_breaking
import pytest
import pytest_asyncio
from editor import Editor, gone, workers_of
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from slowpath.lsp import protocol
from slowpath.model.origin import input_id

CPP = '#include <cstdio>\nint n;\nint twice(int x) { return 2 * x; }\nint main() {\n    printf("%d", n);\n}\n'
MAIN_LINE = 3

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def editor(tmp_path_factory):
    async with Editor(tmp_path_factory.mktemp("window"), spares=24) as window:
        yield window


def program(words: str) -> str:
    return f"{CPP}// {words}\n"


def remarks(editor: Editor, uri: str) -> list[tuple[int, str]]:
    return [
        (found.range.start.line, found.message) for found in editor.diagnostics(uri) if found.code == "breaking-input"
    ]


async def read(editor: Editor, state: dict, data_id: str) -> bytes:
    chunk = await editor.request(protocol.BREAK_READ, break_id=state["break_id"], data_id=data_id, offset=0, limit=99)
    return base64.b64decode(chunk["data"])


async def test_a_breaking_input_arrives_small_and_explained_with_its_outputs(editor):
    uri = editor.open("explained/a.cpp", program("OVERFLOW DIVERGES"))
    state = await editor.break_it(uri, "finished", seed=3)
    found = state["breaking"]
    assert (found["failing"], found["sizes"], found["judged_by"], found["is_minimised"]) == (
        "WA",
        "n = 2",
        "brute.py",
        True,
    )
    assert (found["input_text"], found["expected_text"], found["actual_text"]) == ("2\n", "4 5\n", "4 6\n")
    assert found["difference"] == {"token": 2, "line": 1, "expected": "5", "actual": "6"}
    assert (found["complaint"]["line"], found["complaint"]["lsp_line"]) == (3, 2)
    assert found["divergence"]["values"][0] == {"name": "i", "value": "3", "accepted_value": "2"}
    assert (found["category"]["category"], found["category"]["confidence"]) == ("numeric", 0.8)
    assert (state["progress"], state["seed"], state["executions"]) == (1.0, 3, 10)
    assert state["jail"]["name"] and state["jail"]["promise"]
    assert await read(editor, state, found["expected_id"]) == fake_breaking.RIGHT_ANSWER
    assert await read(editor, state, found["actual_id"]) == fake_breaking.ANSWER
    listed = await editor.request(protocol.BREAK_LIST)
    assert state["break_id"] in [known["break_id"] for known in listed]


async def test_what_breaks_the_program_is_said_at_its_lines_and_follows_them(editor):
    uri = editor.open("lines/a.cpp", program("OVERFLOW DIVERGES"))
    await editor.break_it(uri, "finished")
    await editor.until(lambda: len(remarks(editor, uri)) == 2, "two remarks")
    (overflow_line, overflow), (diverging_line, diverging) = remarks(editor, uri)
    assert overflow_line == 2
    assert overflow.startswith("Signed integer overflow: 2147483647 + 1")
    assert "a valid input with n = 2" in overflow
    assert diverging_line == 1
    assert "this line runs 5 times, the accepted one's line 3 4 times; i is 3 here and 2 there." in diverging
    editor.edit(uri, (0, 0), (0, 0), "// one more\n")
    await editor.until(lambda: [line for line, _ in remarks(editor, uri)] == [3, 2], "the moved remarks")
    assert all("before the last edit" in text for _, text in remarks(editor, uri))
    await editor.until(lambda: editor.breaks[uri]["breaking"]["complaint"]["lsp_line"] == 3, "the moved state")
    assert editor.breaks[uri]["stale"]
    editor.edit(uri, (3, 0), (3, 3), "long")
    await editor.until(lambda: [line for line, _ in remarks(editor, uri)] == [2], "nothing about the edited line")


async def test_without_a_line_to_speak_of_it_is_said_where_the_program_begins(editor):
    uri = editor.open("whole/a.cpp", CPP)
    await editor.break_it(uri, "finished")
    await editor.until(lambda: remarks(editor, uri), "a remark")
    assert remarks(editor, uri) == [(MAIN_LINE, "Wrong answer on a valid input with n = 2: token 2 is '6', not '5'.")]


async def test_nothing_is_said_of_a_program_that_no_input_breaks(editor):
    uri = editor.open("right/a.cpp", program("RIGHT"))
    state = await editor.break_it(uri, "finished")
    assert (state["breaking"], state["first_found_s"], state["error"]) == (None, None, None)
    assert (await editor.lenses(uri))[1].command.title == "Break it again"
    assert remarks(editor, uri) == []


async def test_the_lens_starts_and_stops_and_says_what_was_found(editor):
    uri = editor.open("lens/a.cpp", program("HOLD"))
    lens = (await editor.lenses(uri))[1]
    assert (lens.range.start.line, lens.command.title) == (MAIN_LINE, "Break it")
    await editor.execute(lens.command.command, *lens.command.arguments)
    await editor.until(lambda: editor.breaks.get(uri, {}).get("breaking"), "a breaking input")
    lens = (await editor.lenses(uri))[1]
    assert lens.command.title == "Breaking it: running, WA with n = 2 - stop"
    await editor.execute(lens.command.command, *lens.command.arguments)
    await editor.until(lambda: editor.breaks[uri]["state"] == "stopped", "the end")
    assert (await editor.lenses(uri))[1].command.title == "Break it again, WA with n = 2"


async def test_the_progress_of_the_search_can_be_cancelled(editor):
    uri = editor.open("progress/a.cpp", program("HOLD"))
    bars = editor.client.progress_reports
    before = {token for token, reports in bars.items() if reports}
    await editor.break_it(uri, "running")
    await editor.until(lambda: any(reports for token, reports in bars.items() if token not in before), "progress")
    (token,) = (token for token, reports in bars.items() if reports and token not in before)
    assert bars[token][0].title == "Breaking a.cpp"
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    await editor.until(lambda: editor.breaks[uri]["state"] == "stopped", "the end")
    await editor.until(lambda: isinstance(bars[token][-1], types.WorkDoneProgressEnd), "the end of the progress")


async def test_a_step_that_never_comes_back_ends_with_a_stop_and_with_the_budget(editor):
    uri = editor.open("stuck/a.cpp", program("STUCK"))
    await editor.break_it(uri, "running")
    await editor.until(lambda: editor.breaks[uri]["breaking"] is not None, "a breaking input")
    await editor.request(protocol.BREAK_STOP, break_id=editor.breaks[uri]["break_id"])
    await editor.until(lambda: editor.breaks[uri]["state"] == "stopped", "the end")
    assert editor.breaks[uri]["executions"] == fake_breaking.ENDED_BY_ALARM
    late = await editor.break_it(uri, "finished", seed=1, seconds=0.1)
    assert (late["executions"], late["breaking"]["input_text"]) == (fake_breaking.ENDED_BY_ALARM, "2\n")


async def test_references_are_those_asked_for_and_what_they_are_worth_is_said(editor):
    uri = editor.open("references/a.cpp", program("RIGHT"))
    (editor.folder / "references" / "brute.py").write_text("print(1)\n")
    beside = (await editor.break_it(uri, "finished"))["references"]
    assert [(each["name"], each["role"], each["usable"]) for each in beside] == [("brute.py", "brute", True)]
    assert (await editor.break_it(uri, "finished", references=[]))["references"] == []
    given = (await editor.break_it(uri, "finished", references=[str(editor.folder / "bad.cpp")]))["references"]
    assert given == [{"name": "bad.cpp", "role": "given", "usable": False, "reason": "It crashes on sample 1."}]


async def test_a_breaking_input_is_saved_with_its_answer_replayed_and_listed(editor):
    uri = editor.open("saved/a.cpp", CPP)
    assert await editor.request(protocol.BREAK_TESTS, uri=uri) == []
    state = await editor.break_it(uri, "finished")
    names = {"break_id": state["break_id"], "input_id": state["breaking"]["input_id"]}
    saved = await editor.request(protocol.BREAK_SAVE, **names)
    assert saved["error"] is None
    assert Path(saved["path"]).read_bytes() == fake_breaking.SMALLEST
    assert Path(saved["answer_path"]).read_bytes() == fake_breaking.RIGHT_ANSWER
    assert await editor.request(protocol.BREAK_TESTS, uri=uri) == [{"name": "break-1", "path": saved["path"]}]
    again = await editor.request(protocol.BREAK_SAVE, **names)
    assert Path(again["path"]).name == "break-2.in"
    command = (await editor.request(protocol.BREAK_REPLAY, **names))["command"]
    replayed = subprocess.run(shlex.split(command), capture_output=True, check=True, cwd=editor.folder)
    assert replayed.stdout == fake_breaking.SMALLEST


async def test_what_is_too_long_to_be_shown_is_read_when_it_is_opened(editor):
    uri = editor.open("large/a.cpp", program("LARGE"))
    state = await editor.break_it(uri, "finished")
    found = state["breaking"]
    assert (found["input_text"], found["expected_text"], found["actual_text"]) == (None, None, None)
    assert await read(editor, state, found["actual_id"]) == (fake_breaking.ANSWER * 1000)[:99]


async def test_a_new_search_replaces_the_running_one_whose_finds_stay_readable(editor):
    uri = editor.open("replaced/a.cpp", program("HOLD"))
    first = await editor.break_it(uri, "running")
    await editor.until(lambda: editor.breaks[uri]["breaking"] is not None, "a breaking input")
    first = editor.breaks[uri]
    second = await editor.break_it(uri, "running", seed=1)
    assert second["break_id"] != first["break_id"]
    assert await read(editor, first, first["breaking"]["input_id"]) == fake_breaking.SMALLEST
    await editor.request(protocol.BREAK_STOP, break_id=second["break_id"])
    await editor.until(lambda: editor.breaks[uri]["state"] == "stopped", "the end")
    await editor.request(protocol.BREAK_STOP, break_id=second["break_id"])
    with pytest.raises(JsonRpcException, match="isn't known"):
        await editor.request(protocol.BREAK_STOP, break_id="unknown")
    with pytest.raises(JsonRpcException, match="isn't kept"):
        await read(editor, first, "unknown")


async def test_a_killed_worker_begins_anew_once(editor):
    uri = editor.open("killed/a.cpp", program("KILL_WORKER"))
    state = await editor.break_it(uri, "finished", "failed")
    assert (state["state"], state["breaking"]["failing"]) == ("finished", "WA")
    assert any("SIGKILL" in warning and "began anew" in warning for warning in state["warnings"])
    other = editor.open("killed/b.cpp", program("KILL_WORKER ALWAYS"))
    state = await editor.break_it(other, "finished", "failed")
    assert (state["state"], state["error"]["code"]) == ("failed", "worker-died")


async def test_what_hinders_the_search_is_said_once_with_its_remedy(editor):
    uri = editor.open("unknown/a.cpp", program("NO_FORMAT"))
    state = await editor.break_it(uri, "failed")
    assert state["error"]["code"] == "format-unknown"
    await editor.until(lambda: editor.diagnostics(uri), "its reason")
    assert [found.code for found in editor.diagnostics(uri)] == ["format-unknown"]
    assert (await editor.lens(uri)).command.title == "Find slow inputs"


async def test_without_trust_nothing_is_broken_or_run(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        uri = editor.open("a.cpp", CPP)
        result = await editor.request(protocol.BREAK_START, uri=uri)
        assert (result["break_id"], result["error"]["code"]) == ("", "untrusted")
        retried = await editor.request(protocol.BREAK_RETRY, uri=uri, path=str(tmp_path / "break-1.in"))
        assert retried["error"]["code"] == "untrusted"
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(
                {"slowpath": {"llm_model": "m", "llm_base_url": "http://127.0.0.1:9/v1"}}
            )
        )
        result = await editor.request(protocol.BREAK_START, uri=uri)
        assert result["error"]["code"] == "untrusted", "settings that don't speak of trust don't grant it"
        assert workers_of(editor) == []


async def test_closing_the_window_ends_the_search(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", program("HOLD"))
        await editor.break_it(uri, "running")
        await editor.until(lambda: workers_of(editor), "a worker")
        workers = workers_of(editor)
    assert await gone(workers)


async def test_what_was_found_is_shown_again_after_a_reload_while_the_text_is_the_same(tmp_path):
    async with Editor(tmp_path) as before:
        first = await before.break_it(before.open("kept/a.cpp", program("OVERFLOW")), "finished")
        kept = tmp_path / "state" / "breaks"
        await before.until(lambda: list(kept.glob("*.json")), "the kept find")
    async with Editor(tmp_path) as editor:
        uri = editor.open("kept/a.cpp", program("OVERFLOW"))
        await editor.until(lambda: uri in editor.breaks, "the kept find")
        state = editor.breaks[uri]
        assert state == {**first, "jail": None}, "nothing runs here"
        assert await read(editor, state, state["breaking"]["actual_id"]) == fake_breaking.ANSWER
        await editor.until(lambda: [line for line, _ in remarks(editor, uri)] == [2], "its remark")
        assert [each["break_id"] for each in await editor.request(protocol.BREAK_LIST)] == [first["break_id"]]
    async with Editor(tmp_path) as editor:
        changed = editor.open("kept/a.cpp", program("OVERFLOW") + "// another program\n")
        await editor.until(lambda: editor.client.diagnostics.get(changed) is not None, "the document was looked at")
        assert await editor.request(protocol.BREAK_LIST) == []


async def test_what_a_running_search_found_outlives_a_server_that_is_killed(tmp_path):
    def is_kept() -> bool:
        return any(
            input_id(fake_breaking.SMALLEST) in path.read_text("utf-8")
            for path in (tmp_path / "state" / "breaks").glob("*.json")
        )

    async with Editor(tmp_path) as before:
        await before.break_it(before.open("a.cpp", program("HOLD")), "running")
        await before.until(is_kept, "the kept find")
        processes = [before.server, *workers_of(before)]
        processes[0].kill()
        assert await gone(processes)
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", program("HOLD"))
        await editor.until(lambda: uri in editor.breaks, "the kept find")
        state = editor.breaks[uri]
        assert (state["state"], state["breaking"]["sizes"], state["breaking"]["is_minimised"]) == (
            "stopped",
            "n = 2",
            True,
        )
        assert await read(editor, state, state["breaking"]["actual_id"]) == fake_breaking.ANSWER


async def test_others_than_what_is_known_are_looked_for_and_all_stay_readable(editor):
    uri = editor.open("others/a.cpp", CPP)
    first = await editor.break_it(uri, "finished")
    second = await editor.break_it(uri, "finished", seed=1, others=True)
    assert [each["input_id"] for each in second["earlier"]] == [first["breaking"]["input_id"]]
    assert await read(editor, second, second["earlier"][0]["input_id"]) == fake_breaking.SMALLEST
    third = await editor.break_it(uri, "finished")
    assert third["earlier"] == [], "who doesn't ask for others begins from nothing"
