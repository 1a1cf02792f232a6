"""The requests and commands about faster versions of programs: started, stopped, read, applied, their tests kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from slowpath import pipeline, wire
from slowpath.errors import SlowpathError, UsageError
from slowpath.lsp import convert, protocol
from slowpath.lsp.checkers import versioned_edit
from slowpath.lsp.features.break_inputs import tests_folder
from slowpath.lsp.features.campaigns import read_params
from slowpath.lsp.features.inputs import chunk
from slowpath.lsp.live_optimize import LiveOptimize
from slowpath.lsp.protocol import (
    COMMAND_OPTIMIZE,
    COMMAND_OPTIMIZE_APPLY,
    COMMAND_OPTIMIZE_STOP,
    OptimizeApplyResult,
    OptimizeParams,
    OptimizeReadParams,
    OptimizeSaveResult,
    OptimizeStartParams,
    OptimizeStartResult,
)
from slowpath.lsp.server import SlowpathServer
from slowpath.lsp.text_edits import text_edits
from slowpath.model.campaign import Budget

APPLIED_LABEL = "Faster version"


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.feature(protocol.OPTIMIZE_START)
    def optimize_start(ls: SlowpathServer, params: Any) -> dict:
        return wire.encode(start(ls, read_params(OptimizeStartParams, params)))

    @server.feature(protocol.OPTIMIZE_STOP)
    def optimize_stop(ls: SlowpathServer, params: Any) -> None:
        request = read_params(OptimizeParams, params)
        try:
            ls.optimizations.stop(request.optimize_id)
        except SlowpathError as error:
            raise JsonRpcInvalidParams(message=str(error)) from error

    @server.feature(protocol.OPTIMIZE_LIST)
    def optimize_list(ls: SlowpathServer, _params: Any) -> list[dict]:
        return [wire.encode(search.state) for search in ls.optimizations.by_uri.values()]

    @server.feature(protocol.OPTIMIZE_READ)
    def optimize_read(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(OptimizeReadParams, params)
        try:
            data = bytes_of(ls.optimizations.by_id(request.optimize_id), request.data_id)
        except SlowpathError as error:
            raise JsonRpcInvalidParams(message=str(error)) from error
        return wire.encode(chunk(data, request.offset, request.limit))

    @server.feature(protocol.OPTIMIZE_APPLY)
    async def optimize_apply(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(OptimizeParams, params)
        try:
            await apply(ls, ls.optimizations.by_id(request.optimize_id))
        except SlowpathError as error:
            return wire.encode(OptimizeApplyResult(convert.error_state(error)))
        return wire.encode(OptimizeApplyResult())

    @server.feature(protocol.OPTIMIZE_SAVE)
    async def optimize_save(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(OptimizeParams, params)
        try:
            saved = await asyncio.to_thread(save_tests, ls.optimizations.by_id(request.optimize_id))
        except SlowpathError as error:
            return wire.encode(OptimizeSaveResult([], convert.error_state(error)))
        return wire.encode(OptimizeSaveResult([str(path) for path in saved]))

    @server.command(COMMAND_OPTIMIZE)
    def optimize(ls: SlowpathServer, uri: Any) -> dict:
        result = start(ls, OptimizeStartParams(str(uri)))
        if result.error is not None:
            ls.say(types.MessageType.Warning, f"{result.error.message} {result.error.remedy}".strip())
        return wire.encode(result)

    @server.command(COMMAND_OPTIMIZE_STOP)
    def stop_optimizing(ls: SlowpathServer, optimize_id: Any) -> None:
        try:
            ls.optimizations.stop(str(optimize_id))
        except SlowpathError as error:
            ls.say(types.MessageType.Warning, str(error))

    @server.command(COMMAND_OPTIMIZE_APPLY)
    async def apply_faster(ls: SlowpathServer, optimize_id: Any) -> None:
        await ls.fenced(_apply_named(ls, str(optimize_id)))


def start(server: SlowpathServer, params: OptimizeStartParams) -> OptimizeStartResult:
    """Starts a search on a document; what hinders it is in the result."""
    budget = Budget(params.seconds, params.executions)
    if params.seconds is None and params.executions is None:
        budget = Budget(seconds=server.options.budget_seconds)
    try:
        path, source = server.solution_source(params.uri)
        search = server.optimizations.start(params.uri, path, source, budget, params.seed,
                                            server.formats.texts_for(path))
    except SlowpathError as error:
        return OptimizeStartResult("", convert.error_state(error))
    return OptimizeStartResult(search.id)


def bytes_of(search: LiveOptimize, data_id: str) -> bytes:
    """A faster version, or an input that speaks against a refused one. Raises `UsageError` when it isn't there."""
    data = search.held.get(data_id)
    if data is None:
        raise UsageError("This isn't kept any more.", "Make the program faster again.")
    return data


def save_tests(search: LiveOptimize) -> list[Path]:
    """Writes the slow inputs, with what the program answers on them, where the problem's layout keeps tests. Blocks."""
    if search.best is None:
        raise UsageError("No faster version is known.", "Make the program faster again.")
    tests = [(bytes_of(search, test.input_id), bytes_of(search, test.answer_id)) for test in search.best.tests]
    return pipeline.save_slow_tests(tests_folder(search.path, search.source), tests)


async def apply(server: SlowpathServer, search: LiveOptimize) -> None:
    """Puts the faster version in the document's place, as one edit; checkers that stand in it go.

    Raises `UsageError` where there is none, where the document isn't open, or isn't the program that was made faster
    any more.
    """
    if search.best is None:
        raise UsageError("No faster version is known.", "Make the program faster again.")
    document = server.document(search.uri)
    if document is None:
        raise UsageError(f"{search.path.name} isn't open.", "Open it, then apply the faster version.")
    before = document.source
    if not search.is_about(before):
        raise _edited(search)
    after = search.best.source.decode("utf-8", "replace")
    edits = await asyncio.to_thread(text_edits, before, after, document.position_codec)
    document = server.document(search.uri)
    if document is None or document.source != before:
        raise _edited(search)
    edit = versioned_edit(server, search.uri, document.version, edits)
    result = await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label=APPLIED_LABEL))
    if not result.applied:
        raise _edited(search)


async def _apply_named(server: SlowpathServer, optimize_id: str) -> None:
    await apply(server, server.optimizations.by_id(optimize_id))


def _edited(search: LiveOptimize) -> UsageError:
    return UsageError(f"{search.path.name} was edited since, and what was proven is about its text before that.",
                      "Undo the edits, or make the program faster again.")
