"""A server that is started again, workers that die, and two windows on one file."""

from __future__ import annotations

import base64

import fake_engine
import pytest
from documents import CPP, contrasted
from editor import Editor, children_of, gone, workers_of
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from slowpath.lsp import protocol


@pytest.mark.asyncio
async def test_cancelling_the_progress_stops_the_search(tmp_path):
    async with Editor(tmp_path) as editor:
        uri, _ = await contrasted(editor)
        await editor.until(lambda: any(editor.client.progress_reports.values()), "progress")
        token = next(iter(editor.client.progress_reports))
        editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
        await editor.state(uri, "stopped")


@pytest.mark.asyncio
async def test_pause_resume_stop(tmp_path):
    async with Editor(tmp_path) as editor:
        uri, campaign_id = await contrasted(editor)
        await editor.control(campaign_id, "pause")
        await editor.state(uri, "paused")
        assert (await editor.lens(uri)).command.title == "Slowpath: paused, slowest 100 ms of 2 s - resume"
        await editor.control(campaign_id, "resume")
        await editor.state(uri, "running")
        await editor.control(campaign_id, "stop")
        await editor.state(uri, "stopped")
        await editor.control(campaign_id, "stop")
        with pytest.raises(JsonRpcException, match="known any more"):
            await editor.control("unknown", "stop")
        with pytest.raises(JsonRpcException, match="no such action"):
            await editor.control(campaign_id, "explode")


@pytest.mark.asyncio
async def test_of_searches_started_one_right_after_the_other_the_last_one_runs(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", CPP)
        await editor.start(uri)
        await editor.until(lambda: editor.states.get(uri, {}).get("state") == "running", "a search")
        started = [await editor.start(uri) for _ in range(3)]
        await editor.until(
            lambda: (editor.states[uri]["campaign_id"], editor.states[uri]["state"]) == (started[-1], "running"),
            "the last one",
        )
        assert editor.states[uri]["owned"] and editor.states[uri]["error"] is None


@pytest.mark.asyncio
async def test_a_new_search_replaces_the_running_one(tmp_path):
    async with Editor(tmp_path) as editor:
        uri, first = await contrasted(editor)
        second = await editor.start(uri, executions=1000000, seed=3)
        assert second != first
        await editor.until(
            lambda: (
                editor.states[uri]["campaign_id"] == second
                and editor.states[uri]["state"] == "running"
                and editor.states[uri]["rows"]
            ),
            "the second",
        )
        await editor.until(lambda: len(workers_of(editor)) == 1, "the first search's worker gone")


@pytest.mark.asyncio
async def test_a_restarted_server_shows_the_last_campaign(tmp_path):
    async with Editor(tmp_path) as editor:
        uri = editor.open("a.cpp", CPP)
        campaign_id = await editor.start(uri, executions=5)
        await editor.state(uri, "finished")
    async with Editor(tmp_path) as editor:
        editor.open("a.cpp", "// new\n" + CPP)
        state = await editor.state(uri, "finished")
        assert (state["campaign_id"], len(state["rows"])) == (campaign_id, 2)
        await editor.until(lambda: editor.contrasts.get(uri, {}).get("lines"), "its contrast")
        assert [line["lsp_line"] for line in editor.contrasts[uri]["lines"]] == [2, 3, 4]
        assert editor.contrasts[uri]["stale"]
        name = {"campaign_id": campaign_id, "input_id": state["rows"][0]["input_id"]}
        assert (await editor.request(protocol.INPUT_READ, **name))["size"] == len(fake_engine.SLOW)


@pytest.mark.asyncio
@pytest.mark.parametrize("how", ["shutdown", "kill"])
async def test_a_running_campaign_goes_on_after_the_server_ended(tmp_path, how):
    async with Editor(tmp_path) as editor:
        uri, campaign_id = await contrasted(editor)
        below = children_of(editor, recursive=True)
        assert len(below) >= 2
        if how == "kill":
            server = editor.server
            server.kill()
            assert await gone([server, *below])
    assert await gone(below)
    async with Editor(tmp_path) as editor:
        editor.open("a.cpp", CPP)
        state = await editor.state(uri, "running")
        assert state["campaign_id"] == campaign_id
        assert len(state["rows"]) == 2
        before = state["executions"]
        await editor.until(lambda: editor.states[uri]["executions"] > before + 5, "the search going on")
        assert editor.states[uri]["owned"] is True


@pytest.mark.asyncio
async def test_a_paused_campaign_stays_paused_over_a_restart(tmp_path):
    async with Editor(tmp_path) as editor:
        uri, campaign_id = await contrasted(editor)
        await editor.control(campaign_id, "pause")
        await editor.state(uri, "paused")
    async with Editor(tmp_path) as editor:
        editor.open("a.cpp", CPP)
        await editor.state(uri, "paused")
        assert workers_of(editor) == []
        await editor.control(campaign_id, "resume")
        await editor.state(uri, "running")
        await editor.control(campaign_id, "stop")
        await editor.state(uri, "stopped")


@pytest.mark.asyncio
async def test_a_killed_worker_is_said_and_the_search_goes_on(tmp_path):
    async with Editor(tmp_path) as editor:
        uri, _ = await contrasted(editor)
        (worker,) = workers_of(editor)
        worker.kill()
        await editor.until(lambda: any("SIGKILL" in warning for warning in editor.states[uri]["warnings"]), "the kill")
        before = editor.states[uri]["executions"]
        await editor.until(lambda: editor.states[uri]["executions"] > before + 5, "the search going on")
        (worker,) = workers_of(editor)
        worker.kill()
        state = await editor.state(uri, "failed")
        assert state["error"]["code"] == "worker-died"
        assert len(state["rows"]) == 2


@pytest.mark.asyncio
async def test_the_second_window_on_a_file_watches_and_can_stop(tmp_path):
    async with Editor(tmp_path) as first, Editor(tmp_path) as second:
        uri, campaign_id = await contrasted(first)
        second.open("a.cpp", CPP)
        state = await second.state(uri, "running")
        assert (state["campaign_id"], state["owned"]) == (campaign_id, False)
        assert await second.start(uri) == campaign_id
        await second.until(lambda: second.states[uri]["executions"] > state["executions"] + 5, "news of the other")
        assert len(second.states[uri]["rows"]) == 2
        await second.control(campaign_id, "stop")
        await first.state(uri, "stopped")
        await second.state(uri, "stopped")


@pytest.mark.asyncio
async def test_a_window_that_starts_a_file_which_another_one_runs_comes_to_watch_it(tmp_path):
    async with Editor(tmp_path) as first, Editor(tmp_path) as second:
        uri = second.open("a.cpp", CPP)
        await second.until(lambda: uri in second.client.diagnostics, "the first check")
        uri, campaign_id = await contrasted(first)
        own_id = await second.start(uri)
        await second.until(lambda: second.states[uri]["campaign_id"] == campaign_id, "the other's campaign")
        refused = [state for state in second.all_states if state["campaign_id"] == own_id and state["error"]]
        assert not refused or refused[0]["error"]["code"] == "already-running"
        assert not second.states[uri]["owned"]
        assert len(second.states[uri]["rows"]) == 2


@pytest.mark.asyncio
async def test_the_watching_window_takes_over_when_the_other_dies(tmp_path):
    async with Editor(tmp_path) as first, Editor(tmp_path) as second:
        uri, campaign_id = await contrasted(first)
        second.open("a.cpp", CPP)
        await second.state(uri, "running")
        first.server.kill()
        await second.until(lambda: second.states[uri]["owned"], "the campaign being taken over")
        before = second.states[uri]["executions"]
        await second.until(lambda: second.states[uri]["executions"] > before + 5, "the search going on")
        assert second.states[uri]["campaign_id"] == campaign_id


@pytest.mark.asyncio
async def test_a_full_disk_is_said_and_its_inputs_can_still_be_opened(tmp_path):
    (tmp_path / "disk").write_text("a file, where the folder should be")
    async with Editor(tmp_path, state_dir=str(tmp_path / "disk")) as editor:
        uri, campaign_id = await contrasted(editor)
        await editor.until(lambda: len(editor.states[uri]["rows"]) == 2, "rows")
        assert any("Make the folder writable" in warning for warning in editor.states[uri]["warnings"])
        name = {"campaign_id": campaign_id, "input_id": editor.states[uri]["rows"][0]["input_id"]}
        assert base64.b64decode((await editor.request(protocol.INPUT_READ, **name))["data"]) == fake_engine.SLOW
        assert (await editor.request(protocol.INPUT_SAVE, **name))["error"] is None
