"""The language server over stdio, with real documents and compilers, over a fake engine."""

from __future__ import annotations

import base64
import contextlib
import shlex
import subprocess
import time
from pathlib import Path

import fake_engine
import pytest
from documents import CPP, MAIN_LINE, contrasted
from editor import Editor, children_of
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from slowpath.lsp import protocol
from slowpath.sandbox.jail import chosen_jail

BROKEN = CPP.replace('%d", n);', '%d", m);')


def hot(editor: Editor, uri: str) -> list[types.Diagnostic]:
    return [diagnostic for diagnostic in editor.diagnostics(uri) if diagnostic.code == "hot-line"]


@pytest.mark.asyncio
async def test_a_compile_error_is_shown_at_its_place_and_cleared_when_fixed(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", BROKEN)
        await editor.until(lambda: editor.diagnostics(uri), "a compile error")
        error = editor.diagnostics(uri)[0]
        assert error.severity == types.DiagnosticSeverity.Error
        assert "m" in error.message
        assert error.range == types.Range(types.Position(4, 17), types.Position(4, 18))
        editor.edit(uri, (4, 17), (4, 18), "n")
        editor.save(uri)
        await editor.until(lambda: not editor.diagnostics(uri), "no error any more")


@pytest.mark.asyncio
async def test_an_unsaved_buffer_is_checked_as_it_is(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.py", "print(1)\n")
        editor.edit(uri, (0, 0), (0, 0), "def f(:\n")
        editor.save(uri)
        await editor.until(lambda: editor.diagnostics(uri), "a syntax error of the buffer")
        assert editor.diagnostics(uri)[0].range.start.line == 0
        editor.close(uri)
        await editor.until(lambda: not editor.diagnostics(uri), "cleared when closed")


@pytest.mark.asyncio
async def test_a_compiler_that_is_not_there_is_said_with_its_remedy(tmp_path):
    async with Editor(tmp_path, cpp_compiler="/nowhere/g++") as editor:
        uri = editor.open("a.cpp", CPP)
        await editor.until(lambda: editor.diagnostics(uri), "the missing compiler")
        (missing,) = editor.diagnostics(uri)
        assert missing.code == "tool-missing"
        assert missing.severity == types.DiagnosticSeverity.Warning
        assert "/nowhere/g++" in missing.message
        assert missing.range.start.line == MAIN_LINE


@pytest.mark.asyncio
async def test_another_compiler_in_the_configuration_is_taken_at_once(tmp_path):
    async with Editor(tmp_path, cpp_compiler="/nowhere/g++") as editor:
        uri = editor.open("a.cpp", CPP)
        await editor.until(lambda: editor.diagnostics(uri), "the missing compiler")
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"slowpath": {**editor.options, "cpp_compiler": ""}})
        )
        await editor.until(lambda: not editor.diagnostics(uri), "the found compiler")


@pytest.mark.asyncio
async def test_a_campaign_fills_rows_contrast_hover_lens_and_progress(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", CPP)
        assert (await editor.lens(uri)).command.title == "Find slow inputs"
        campaign_id = await editor.start(uri)
        assert campaign_id
        await editor.until(lambda: editor.contrasts.get(uri, {}).get("lines"), "a contrast")
        await editor.until(lambda: len(editor.states[uri]["rows"]) == 2, "rows")
        state = editor.states[uri]
        assert [(row["rank"], row["count"], row["ratio"]) for row in state["rows"]] == [(1, 400, 40.0), (2, 100, 10.0)]
        assert state["baseline_label"] == "sample 1"
        assert state["owned"] is True
        assert state["jail"]["name"] == chosen_jail().name and state["jail"]["promise"]
        contrast = editor.contrasts[uri]
        assert [(line["lsp_line"], line["fast"], line["slow"]) for line in contrast["lines"]] == [
            (1, 1, 80),
            (2, 1, 120),
            (3, 1, 160),
        ]
        assert not contrast["stale"]
        text = await editor.hover(uri, 2)
        assert "|3|1|120|62×|30.0%|" in text.replace("&emsp;", "")
        assert "pattern 400" in text
        assert await editor.hover(uri, 0) is None
        lens = await editor.lens(uri)
        assert lens.range.start.line == MAIN_LINE
        assert lens.command.title == "Slowpath: running, slowest 100 ms of 2 s - stop"
        await editor.until(lambda: hot(editor, uri), "hot lines")
        (line,) = hot(editor, uri)
        assert (line.range.start.line, line.severity) == (2, types.DiagnosticSeverity.Hint)
        listed = await editor.request(protocol.CAMPAIGN_LIST)
        assert [known["campaign_id"] for known in listed] == [campaign_id]
        await editor.until(lambda: editor.lens_refreshes, "a refresh of the lenses")
        await editor.control(campaign_id, "stop")
        await editor.state(uri, "stopped")
        await editor.until(lambda: editor.reports()[-1:] == ["WorkDoneProgressEnd"], "the end of the progress")
        assert editor.reports()[0] == "WorkDoneProgressBegin"
        assert (await editor.lens(uri)).command.title == "Find slow inputs again, slowest 100 ms of 2 s"


@pytest.mark.asyncio
async def test_the_lens_commands_start_and_stop(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.py", "n = int(input())\nprint(n)\n")
        for wanted in ("running", "stopped"):
            command = (await editor.lens(uri)).command
            await editor.client.workspace_execute_command_async(
                types.ExecuteCommandParams(command.command, arguments=list(command.arguments))
            )
            await editor.state(uri, wanted)


@pytest.mark.asyncio
async def test_edits_shift_the_contrast_and_never_leave_it_fresh(tmp_path):
    async with Editor(tmp_path) as editor:
        uri, _ = await contrasted(editor)
        editor.edit(uri, (0, 0), (0, 0), "// one\n// two\n")
        await editor.until(lambda: editor.contrasts[uri]["document_version"] == 2, "the shifted contrast")
        assert [line["lsp_line"] for line in editor.contrasts[uri]["lines"]] == [3, 4, 5]
        assert editor.contrasts[uri]["stale"]
        assert "before the last edit" in await editor.hover(uri, 4)
        assert await editor.hover(uri, 2) is None
        editor.edit(uri, (4, 0), (4, 3), "long")
        await editor.until(lambda: editor.contrasts[uri]["document_version"] == 3, "without the edited line")
        assert [line["lsp_line"] for line in editor.contrasts[uri]["lines"]] == [3, 5]
        assert await editor.hover(uri, 4) is None
        await editor.until(lambda: not hot(editor, uri), "the edited hot line gone")
        editor.edit(uri, (4, 0), (4, 4), "int")
        editor.edit(uri, (0, 0), (2, 0), "")
        await editor.until(lambda: editor.contrasts[uri]["document_version"] == 5, "after undoing")
        assert [line["lsp_line"] for line in editor.contrasts[uri]["lines"]] == [1, 2, 3]
        assert not editor.contrasts[uri]["stale"]


@pytest.mark.asyncio
async def test_edits_shift_compile_errors_and_drop_those_of_edited_lines(tmp_path):
    async with Editor(tmp_path) as editor:
        uri, _ = await contrasted(editor, BROKEN)
        await editor.until(lambda: compiler_lines(editor, uri) == [4], "a compile error")
        editor.edit(uri, (0, 0), (0, 0), "// one\n// two\n")
        await editor.until(lambda: compiler_lines(editor, uri) == [6], "the shifted error")
        editor.edit(uri, (6, 17), (6, 18), "k")
        await editor.until(lambda: compiler_lines(editor, uri) == [], "nothing about the edited line")


def compiler_lines(editor: Editor, uri: str) -> list[int]:
    return [found.range.start.line for found in editor.diagnostics(uri) if found.code == "compiler"]


@pytest.mark.asyncio
async def test_lines_below_a_form_feed_are_counted_as_the_editor_does(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", "// page\x0c break\n" + BROKEN)
        await editor.until(lambda: editor.diagnostics(uri), "a compile error")
        assert editor.diagnostics(uri)[0].range.start == types.Position(5, 17)
        editor.edit(uri, (5, 17), (5, 18), "n")
        editor.save(uri)
        await editor.until(lambda: not editor.diagnostics(uri), "no error any more")


@pytest.mark.asyncio
async def test_an_input_is_read_in_chunks_saved_and_replayed(tmp_path):
    async with Editor(tmp_path) as editor:
        uri, campaign_id = await contrasted(editor)
        await editor.until(lambda: len(editor.states[uri]["rows"]) == 2, "rows")
        name = {"campaign_id": campaign_id, "input_id": editor.states[uri]["rows"][0]["input_id"]}
        data, offset = b"", 0
        while offset is not None:
            part = await editor.request(protocol.INPUT_READ, **name, offset=offset, limit=64)
            data, offset = data + base64.b64decode(part["data"]), part["next_offset"]
            assert part["size"] == len(fake_engine.SLOW)
        assert data == fake_engine.SLOW
        saved = await editor.request(protocol.INPUT_SAVE, **name)
        assert saved["error"] is None
        assert Path(saved["path"]).read_bytes() == fake_engine.SLOW
        assert Path(saved["path"]).is_relative_to(tmp_path)
        again = await editor.request(protocol.INPUT_SAVE, **name)
        assert again["path"] != saved["path"]
        command = (await editor.request(protocol.INPUT_REPLAY, **name))["command"]
        replayed = subprocess.run(shlex.split(command), capture_output=True, check=True)
        assert replayed.stdout == fake_engine.SLOW
        await editor.until(lambda: editor.states[uri]["contrast_fast_id"], "the fast input of the contrast")
        fast = {**name, "input_id": editor.states[uri]["contrast_fast_id"]}
        read = await editor.request(protocol.INPUT_READ, **fast)
        assert base64.b64decode(read["data"]) == fake_engine.FAST
        there = sorted(tmp_path.rglob("*"))
        for other in ("0" * 16, "../planted", f"{tmp_path}/planted", "' OR 1=1 --"):
            with pytest.raises(JsonRpcException, match="isn't stored"):
                await editor.request(protocol.INPUT_READ, campaign_id=campaign_id, input_id=other)
            for method in (protocol.INPUT_SAVE, protocol.INPUT_REPLAY):
                with contextlib.suppress(JsonRpcException):
                    assert (await editor.request(method, campaign_id=campaign_id, input_id=other))["error"]
        assert sorted(tmp_path.rglob("*")) == there


@pytest.mark.asyncio
async def test_growth_the_small_twin_and_faults_arrive_and_their_inputs_can_be_read_and_saved(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", CPP + "// MEASURED\n")
        campaign_id = await editor.start(uri)
        await editor.until(lambda: editor.states.get(uri, {}).get("faults"), "the fault")
        state = editor.states[uri]
        slowest, second = state["rows"]
        growth = slowest["growth"]
        assert (slowest["count_spread"], growth["formula"], growth["predicted_s"]) == (3, "n^2.00", 1.0)
        assert growth["points"][0] == {"n": 2, "count": 16, "at_least": False}
        assert (slowest["minimised"]["sizes"], slowest["minimised"]["ratio"]) == ("n = 7", 7.0)
        assert second["growth"] is second["minimised"] is None
        (fault,) = state["faults"]
        assert (fault["verdict"], fault["reason"], fault["origin"]) == ("RE", "division by zero", "mutation of #1")
        for input_id, data, label in (
            (slowest["minimised"]["input_id"], fake_engine.TWIN, "small twin of pattern 400"),
            (fault["input_id"], fake_engine.FAILING, "mutation of #1"),
        ):
            name = {"campaign_id": campaign_id, "input_id": input_id}
            read = await editor.request(protocol.INPUT_READ, **name)
            assert base64.b64decode(read["data"]) == data
            saved = await editor.request(protocol.INPUT_SAVE, **name)
            assert Path(saved["path"]).read_bytes() == data
            assert label in Path(saved["replay_path"]).read_text(encoding="utf-8")


@pytest.mark.asyncio
async def test_a_chosen_pair_is_shown_and_taken_back(tmp_path):
    async with Editor(tmp_path) as editor:
        uri, campaign_id = await contrasted(editor)
        await editor.until(lambda: len(editor.states[uri]["rows"]) == 2, "rows")
        slowest, second = (row["input_id"] for row in editor.states[uri]["rows"])
        await editor.request(protocol.INPUT_CONTRAST, campaign_id=campaign_id, slow_id=slowest, fast_id=second)
        await editor.until(lambda: editor.contrasts[uri]["fast_label"] == "pattern 100", "the chosen pair")
        assert [(line["fast"], line["slow"]) for line in editor.contrasts[uri]["lines"]] == [(1, 1), (100, 400), (0, 0)]
        await editor.until(lambda: editor.states[uri]["contrast_fast_id"] == second, "its ids")
        await editor.request(protocol.INPUT_CONTRAST, campaign_id=campaign_id, slow_id=slowest)
        await editor.until(lambda: editor.contrasts[uri]["fast_label"] == "sample 1", "the mined pair")
        with pytest.raises(JsonRpcException, match="aren't known"):
            await editor.request(protocol.INPUT_CONTRAST, campaign_id=campaign_id, slow_id="0" * 16)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("uri", "text", "code", "words"),
    [
        ("untitled:Untitled-1", CPP, "source-unreadable", "Save it as a file"),
        ("file:///nowhere/at/all.cpp", None, "source-unreadable", "can't be read"),
        ("file:///nowhere/empty.cpp", " \n", "source-unreadable", "empty"),
        ("file:///nowhere/notes.txt", "x", "source-unreadable", "no known language"),
    ],
)
async def test_what_can_not_be_searched_is_refused_with_a_remedy(tmp_path, uri, text, code, words):
    async with Editor(tmp_path) as editor:
        if text is not None:
            editor.open_uri(uri, text)
        result = await editor.request(protocol.CAMPAIGN_START, uri=uri)
        assert result["campaign_id"] == ""
        assert result["error"]["code"] == code
        assert words in result["error"]["message"] + result["error"]["remedy"]
        assert result["error"]["remedy"]


@pytest.mark.asyncio
async def test_of_a_text_longer_than_any_program_is_said_that_it_is_until_it_is_shorter(tmp_path):
    data = "x = 1\n" * 800_000
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.py", data)
        await editor.until(lambda: editor.diagnostics(uri), "that it is too large")
        (said,) = editor.diagnostics(uri)
        assert said.code == "source-too-large" and "Give the program itself, not its data" in said.message
        assert await editor.lenses(uri) == []
        result = await editor.request(protocol.CAMPAIGN_START, uri=uri)
        assert result["error"]["code"] == "source-too-large"
        editor.edit(uri, (1, 0), (800_000, 0), "")
        await editor.until(lambda: not editor.diagnostics(uri), "nothing said of a program")
        assert await editor.lenses(uri) != []


@pytest.mark.asyncio
async def test_without_trust_nothing_is_compiled_or_run(tmp_path):
    async with Editor(tmp_path, trusted=False) as editor:
        uri = editor.open("a.cpp", BROKEN)
        editor.save(uri)
        result = await editor.request(protocol.CAMPAIGN_START, uri=uri)
        assert result["error"]["code"] == "untrusted"
        assert (await editor.lens(uri)) is not None
        assert children_of(editor) == []
        assert not editor.diagnostics(uri)
        editor.client.workspace_did_change_configuration(
            types.DidChangeConfigurationParams(editor.options | {"trusted": True})
        )
        await editor.until(lambda: editor.diagnostics(uri), "the check that waited for trust")


@pytest.mark.asyncio
async def test_an_unknown_format_is_said_at_main_with_its_remedy(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", CPP + "// NO_FORMAT\n")
        await editor.start(uri)
        state = await editor.state(uri, "failed")
        assert state["error"]["code"] == "format-unknown"
        assert state["error"]["remedy"]
        await editor.until(lambda: editor.diagnostics(uri), "the reason")
        assert [(d.code, d.range.start.line) for d in editor.diagnostics(uri)] == [("format-unknown", MAIN_LINE)]


@pytest.mark.asyncio
async def test_a_bad_request_is_answered_and_the_server_lives(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", CPP)
        for method in (protocol.CAMPAIGN_START, protocol.CAMPAIGN_CONTROL, protocol.INPUT_READ, protocol.INPUT_SAVE):
            with pytest.raises(JsonRpcException):
                await editor.request(method, wrong=1)
        assert await editor.lens(uri)


@pytest.mark.asyncio
async def test_a_campaign_on_a_file_that_is_not_open(tmp_path):
    async with Editor(tmp_path) as editor:
        (tmp_path / "a.py").write_text("print(input())\n")
        uri = (tmp_path / "a.py").as_uri()
        await editor.start(uri, executions=5)
        assert (await editor.state(uri, "finished"))["progress"] == 1.0


@pytest.mark.asyncio
async def test_states_come_at_most_four_times_a_second(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", CPP)
        began = time.monotonic()
        await editor.start(uri, executions=200)
        await editor.state(uri, "finished")
        # The server's own clock saw no longer a time than this; the first state and the last one come at once.
        assert len(editor.all_states) <= 4 * (time.monotonic() - began) + 2


@pytest.mark.asyncio
async def test_a_source_that_is_not_utf8_is_searched_by_its_own_bytes(tmp_path):
    async with Editor(tmp_path) as editor:
        (tmp_path / "a.cpp").write_bytes(b"// caf\xe9\n" + CPP.encode())
        uri = (tmp_path / "a.cpp").as_uri()
        editor.open_uri(uri, "// caf\ufffd\n" + CPP)
        campaign_id = await editor.start(uri, executions=3)
        await editor.state(uri, "finished")
    from slowpath.storage import open_store

    assert open_store(tmp_path / "state").spec(campaign_id).source == b"// caf\xe9\n" + CPP.encode()


@pytest.mark.asyncio
async def test_requests_are_answered_while_a_build_does_not_come_back(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", CPP + "// SLOW_BUILD\n")
        campaign_id = await editor.start(uri)
        await editor.until(lambda: "Building" in editor.states.get(uri, {}).get("phase", ""), "building")
        assert await editor.lens(uri)
        await editor.control(campaign_id, "stop")
        await editor.state(uri, "stopped")
        await editor.until(lambda: not children_of(editor, recursive=True), "the build's processes gone")


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["with space/a b.cpp", "ä/ö+ü.cpp", "100%/a%20b.cpp"])
async def test_paths_with_letters_that_uris_escape(tmp_path, name):
    async with Editor(tmp_path) as editor:
        uri = editor.open(name, BROKEN)
        await editor.until(lambda: editor.diagnostics(uri), "the compile error")
        editor.edit(uri, (4, 17), (4, 18), "n")
        editor.save(uri)
        await editor.until(lambda: not editor.diagnostics(uri), "no error any more")
        await editor.start(uri, executions=3)
        assert (await editor.state(uri, "finished"))["file_name"] == Path(name).name
        assert (await editor.lens(uri)).command.title.startswith("Find slow inputs again")


@pytest.mark.asyncio
async def test_an_edit_of_a_closed_document_is_nothing(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", CPP)
        editor.close(uri)
        editor.edit(uri, (0, 0), (0, 0), "x")
        other = editor.open("b.cpp", CPP)
        assert await editor.lens(other)
        assert not editor.client.messages
