"""Saving and replaying what a search for a breaking input found: its inputs, and the outputs on them."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path
from typing import Any

from slowpath import pipeline, wire
from slowpath.errors import SlowpathError, UsageError
from slowpath.lsp import convert, protocol
from slowpath.lsp.features.inputs import REPLAYS
from slowpath.lsp.features.requests import failures_as_invalid, read_params
from slowpath.lsp.live_break import LiveBreak
from slowpath.lsp.protocol import BreakInputParams, BreakSaveResult, ReplayCommandResult
from slowpath.lsp.server import SlowpathServer
from slowpath.model.breaking import BreakingInput
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin

FAILING = "failing"
"""The replay document's key for how the program failed (`model.breaking.Failing`)."""


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.feature(protocol.BREAK_SAVE)
    async def break_save(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(BreakInputParams, params)
        try:
            search, found = named(ls, request)
            saved = await asyncio.to_thread(save_as_test, search, found)
        except SlowpathError as error:
            return wire.encode(BreakSaveResult("", "", "", convert.error_state(error)))
        return wire.encode(BreakSaveResult(str(saved.path), str(saved.answer_path or ""), str(saved.replay_path)))

    @server.feature(protocol.BREAK_REPLAY)
    async def break_replay(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(BreakInputParams, params)
        with failures_as_invalid():
            search, found = named(ls, request)
            folder = Path(ls.options.settings.state_dir) / REPLAYS
            command = await asyncio.to_thread(replay_command, folder, search, found)
        return wire.encode(ReplayCommandResult(command))


def named(server: SlowpathServer, request: BreakInputParams) -> tuple[LiveBreak, BreakingInput]:
    """The breaking input that is meant, and its search. Raises `UsageError` where it isn't known (any more)."""
    search = server.breaks.by_id(request.break_id)
    found = search.found.get(request.input_id)
    if found is None:
        raise UsageError("This input isn't known any more.", "Find a breaking input again.")
    return search, found


def bytes_of(search: LiveBreak, data_id: str) -> bytes:
    """What a search's events name. Raises `UsageError` when it isn't there (any more)."""
    data = search.held.get(data_id)
    if data is None:
        raise UsageError("This isn't kept any more.", "Find a breaking input again.")
    return data


def save_as_test(search: LiveBreak, found: BreakingInput) -> pipeline.SavedInput:
    """Writes the input, with its right answer, where the problem's layout keeps tests. Blocks."""
    expected = bytes_of(search, found.expected) if found.expected else None
    document = {**_document(search, found), FAILING: found.failing.value}
    folder = tests_folder(search.path, search.source.encode("utf-8", "replace"))
    return pipeline.save_breaking(folder, bytes_of(search, found.id), expected, document)


def tests_folder(path: Path, source: bytes) -> Path:
    """Where the layout around a program keeps its tests. Reads the disk. Raises `SourceUnreadable`."""
    problem = pipeline.read_problem(pipeline.read_solution(path, source))
    return problem.save_dir or path.parent / "tests"


def replay_command(folder: Path, search: LiveBreak, found: BreakingInput) -> str:
    """A shell command that writes the input again, over a replay file in `folder`. Blocks.

    It names the interpreter, since `slowpath` itself need not be on the path of the user's shell.
    """
    data = bytes_of(search, found.id)
    (saved,) = pipeline.save_inputs(folder, [(found.id, data, _document(search, found))])
    saved.path.unlink(missing_ok=True)
    return f"{shlex.quote(sys.executable)} -m {pipeline.replay_command(saved.replay_path)}"


def _document(search: LiveBreak, found: BreakingInput) -> dict:
    """The replay document. Without the format a recipe means nothing: then the bytes stand in it."""
    data = bytes_of(search, found.id)
    if search.format is None:
        return pipeline.replay_document(Origin(found.origin.strategy, found.origin.label), InputFormat(()), data)
    return pipeline.replay_document(found.origin, search.format, data)
