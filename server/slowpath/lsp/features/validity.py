"""Asks the user whether inputs are valid, where a language model's reading of the statement contradicts itself on them.

One question at a time, as a message with three answers. What the user says is kept as a file beside the problem, which
everything goes by from then on: the next search asks the model anew with it.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types

from slowpath import pipeline
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.live_search import LiveSearch
from slowpath.lsp.server import SlowpathServer
from slowpath.model.reading import Difference

MOST_ASKED = 3
LONGEST_SHOWN = 300
"""Characters of an input; a longer one isn't told by looking at it."""
VALID, INVALID, UNKNOWN = "Valid", "Not valid", "I don't know"


def register(server: SlowpathServer) -> None:
    """Asks from then on."""
    asking: set[asyncio.Task] = set()
    asked: set[tuple[str, bytes]] = set()

    def changed(search: LiveSearch) -> None:
        if isinstance(search, LiveCampaign) and search.contested:
            contested = tuple(each for each in search.contested if (search.uri, each.data) not in asked)
            asked.update((search.uri, each.data) for each in contested)
            search.contested = ()
            task = asyncio.get_running_loop().create_task(server.fenced(_ask(server, search, contested)))
            asking.add(task)
            task.add_done_callback(asking.discard)

    def close() -> None:
        for task in asking:
            task.cancel()

    server.on_search_changed.append(changed)
    server.on_close.append(close)


async def _ask(server: SlowpathServer, search: LiveCampaign, contested: tuple[Difference, ...]) -> None:
    kept: list[Path] = []
    shown = [each for each in contested if len(each.data) <= LONGEST_SHOWN]
    if contested and not shown:
        server.say(
            types.MessageType.Info,
            "A language model's reading of the statement contradicts itself, on long inputs only. `slowpath format"
            f" {search.path.name} --model M` shows them, and asks you whether they are valid.",
        )
    try:
        for each in shown[:MOST_ASKED]:
            await _ask_one(server, search, each, kept)
    finally:
        if kept:
            server.say(
                types.MessageType.Info,
                f"kept in {', '.join(str(path) for path in kept)}. Find slow inputs again to have the"
                " language model read the statement with that.",
            )


async def _ask_one(server: SlowpathServer, search: LiveCampaign, each: Difference, kept: list[Path]) -> None:
    """One question; what is answered is kept in a file, which joins those that were `kept`."""
    answer = await server.window_show_message_request_async(
        types.ShowMessageRequestParams(
            types.MessageType.Info,
            question_of(each, search.path.name),
            [types.MessageActionItem(title) for title in (VALID, INVALID, UNKNOWN)],
        )
    )
    if answer is not None and answer.title in (VALID, INVALID):
        kept.append(await asyncio.to_thread(_keep, search.path, each.data, answer.title == VALID))


def question_of(difference: Difference, name: str) -> str:
    """The question in one line, as editors show messages."""
    shown = " ⏎ ".join(difference.data.decode("utf-8", "replace").split("\n")).replace("\r", "\u240d").rstrip()
    return f"Slowpath: Is this input of {name} valid? {shown} ({pipeline.difference_sentence(difference)})"


def _keep(path: Path, data: bytes, valid: bool) -> Path:
    problem = pipeline.read_problem(pipeline.read_solution(path))
    return pipeline.keep_verdict(problem, data, valid=valid)
