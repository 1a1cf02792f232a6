"""Searches that ask a language model, over a real language server, real workers and the real client of the endpoint:
the replies are recorded ones, what they wrote is built and run anew."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
import pytest_asyncio

sys.path.insert(0, str(Path(__file__).parents[1]))

from editor import LOADED, Editor

from replaying import Replaying
from slowpath.lsp import protocol
from slowpath.storage import open_store

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tests" / "recorded"

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail"),
]


@pytest.fixture(scope="module")
def endpoint():
    made = Replaying((RECORDED / "hacks", RECORDED / "reading"))
    yield made
    made.close()


def window_on(folder: Path, endpoint: Replaying, **options: object) -> Editor:
    """A window whose model nobody else asked: readings are kept beside the builds, by model."""
    return Editor(folder, LOADED, llm_base_url=endpoint.base_url, llm_model=f"recorded {folder.name}", **options)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def editor(tmp_path_factory, endpoint):
    async with window_on(tmp_path_factory.mktemp("window"), endpoint) as window:
        yield window


def opened(editor: Editor, folder: Path, name: str, *without: str) -> str:
    """A program of ours in the window, with what lies beside it but for files of these names. It includes only what it
    uses, so that building it takes a third as long."""
    shutil.copytree(folder, editor.folder / folder.name, ignore=shutil.ignore_patterns(*without))
    text = (folder / name).read_text().replace("<bits/stdc++.h>", "<iostream>\n#include <queue>")
    return editor.open(f"{folder.name}/{name}", text)


async def conversation(editor: Editor, row: dict) -> str:
    return (await editor.request(protocol.CONVERSATION_READ, conversation=row["conversation"]))["text"]


async def test_a_models_brute_force_judges_its_idea_is_tried_and_it_names_the_kind_of_bug(editor, endpoint):
    uri = opened(editor, ROOT / "tests" / "problems" / "bugs" / "photo_row", "buggy.py", "accepted.*")
    state = await editor.break_it(uri, "finished", "failed", executions=40)
    assert state["error"] is None and state["breaking"]["failing"] == "WA", state
    assert [(each["role"], each["usable"]) for each in state["references"]][:1] == [("model", True)]
    asked = state["asked"]
    prompts = [row["prompt"] for row in asked["rounds"]]
    assert prompts[0] == "brute-force" and "hack-chain-of-thought" in prompts and prompts[-1] == "fault-category"
    assert asked["model"] == editor.options["llm_model"] and asked["prompt_tokens"] > asked["completion_tokens"] > 0
    category = state["breaking"]["category"]
    assert category["category"] == "structural" and "model" in category["origin"]
    said = await conversation(editor, asked["rounds"][-1])
    assert "## user" in said and "## assistant" in said and "Photo" in said


async def test_who_switched_the_model_off_or_has_none_asks_nobody(tmp_path, endpoint):
    before = len(endpoint.asked)
    async with window_on(tmp_path, endpoint, llm_enabled=False) as editor:
        uri = opened(editor, ROOT / "tests" / "problems" / "bugs" / "photo_row", "buggy.py")
        state = await editor.break_it(uri, "finished", executions=20)
    assert state["asked"] is None and len(endpoint.asked) == before


async def test_a_model_reads_the_statement_before_a_search_that_clocks_don_t_decide_and_once_for_all(editor, endpoint):
    uri = opened(editor, ROOT / "examples" / "cf546c", "solution.cpp")
    await editor.start(uri, executions=20)
    await editor.until(lambda: editor.states.get(uri, {}).get("state") in ("finished", "failed"), "the end")
    state = editor.states[uri]
    assert state["error"] is None and state["doubts"] == [], state
    assert {row["prompt"] for row in state["asked"]["rounds"]} == {"input-format", "input-validator", "input-generator"}
    before = len(endpoint.asked)
    again = await editor.start(uri, executions=20)
    await editor.until(
        lambda: editor.states[uri]["campaign_id"] == again and editor.states[uri]["state"] == "finished", "the end"
    )
    assert len(endpoint.asked) == before and editor.states[uri]["asked"] is None


async def test_a_search_goes_over_to_the_models_reading_and_stays_one_campaign(tmp_path, endpoint):
    async with window_on(tmp_path, endpoint) as editor:
        uri = opened(editor, ROOT / "examples" / "cf546c", "solution.cpp")
        campaign = await editor.start(uri, seconds=240)
        store = open_store(tmp_path / "state")

        def kinds() -> list[str]:
            return [type(event).__name__ for _, event in store.events(campaign)]

        await editor.until(lambda: "FormatReplaced" in kinds(), "the model's reading")
        await editor.until(
            lambda: "BaselineMeasured" in kinds()[kinds().index("FormatReplaced") :], "the second search"
        )
        await editor.control(campaign, "stop")
        await editor.until(lambda: editor.states[uri]["state"] == "stopped", "the end")
        assert editor.states[uri]["asked"]["model"] == editor.options["llm_model"]
        assert list(store.campaigns()) == [campaign] and kinds().count("CampaignStarted") == 1
        assert kinds().count("Ended") == 1 and kinds()[-1] == "Ended"
        store.close()
