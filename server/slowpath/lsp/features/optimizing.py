"""What starts a search for a faster version of a program, and what can be done with one: applied, its tests kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types

from slowpath import pipeline, wire
from slowpath.errors import SlowpathError, UsageError
from slowpath.lsp import convert, protocol
from slowpath.lsp.checkers import versioned_edit
from slowpath.lsp.features.break_inputs import tests_folder
from slowpath.lsp.features.campaigns import budget_of
from slowpath.lsp.features.requests import read_params
from slowpath.lsp.features.searching import Naming, Starting, register_naming, register_starting
from slowpath.lsp.live_optimize import LiveOptimize
from slowpath.lsp.optimizations import AGAIN, Known
from slowpath.lsp.protocol import (
    OptimizeApplyResult,
    OptimizeParams,
    OptimizeReadParams,
    OptimizeSaveResult,
    OptimizeStartParams,
    OptimizeStartResult,
)
from slowpath.lsp.server import SlowpathServer
from slowpath.lsp.text_edits import text_edits

APPLIED_LABEL = "Faster version"
MOST_SLOW = 3
"""How many of a campaign's slow inputs a faster version is measured on."""


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    starting = Starting(
        protocol.OPTIMIZE_START, protocol.OPTIMIZE_LIST, protocol.COMMAND_OPTIMIZE, OptimizeStartParams, start
    )
    naming = Naming(
        protocol.OPTIMIZE_STOP,
        protocol.OPTIMIZE_READ,
        protocol.COMMAND_OPTIMIZE_STOP,
        OptimizeParams,
        OptimizeReadParams,
        "optimize_id",
    )
    register_starting(server, server.optimizations, starting)
    register_naming(server, server.optimizations, naming)

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

    @server.command(protocol.COMMAND_OPTIMIZE_APPLY)
    async def apply_faster(ls: SlowpathServer, optimize_id: Any) -> None:
        await ls.fenced(_apply_named(ls, str(optimize_id)))


def start(server: SlowpathServer, params: OptimizeStartParams) -> OptimizeStartResult:
    """Starts a search on a document; what hinders it is in the result."""
    budget = budget_of(server, params.seconds, params.executions)
    try:
        path, source = server.solution_source(params.uri)
        search = server.optimizations.start(
            params.uri,
            path,
            source,
            budget,
            params.seed,
            server.formats.texts_for(path),
            known_inputs(server, params.uri),
        )
    except SlowpathError as error:
        return OptimizeStartResult("", convert.error_state(error))
    return OptimizeStartResult(search.id)


def known_inputs(server: SlowpathServer, uri: str) -> Callable[[bytes], Known]:
    """What this window's searches found on the document: for a program's text, the inputs of that very text. Asked on
    the loop; the result reads the store, so it blocks."""
    campaign, search = server.campaigns.by_uri.get(uri), server.breaks.by_uri.get(uri)
    rows = campaign.view.slow_inputs[:MOST_SLOW] if campaign is not None else ()
    breaking = (
        [*([search.view.breaking] if search.view.breaking is not None else []), *search.earlier]
        if search is not None
        else []
    )
    broken = tuple(search.held[each.id] for each in breaking if each.id in search.held) if search is not None else ()

    def known(source: bytes) -> Known:
        text, slow = source.decode("utf-8", "replace"), []
        for rank, row in enumerate(rows if campaign is not None and campaign.source == text else (), start=1):
            assert campaign is not None
            data = server.campaigns.input(campaign, row.id)
            if data is not None:
                slow.append(pipeline.SlowEvidence(f"slow {rank}", data, row.origin.recipe))
        return Known(tuple(slow), broken if search is not None and search.source == text else ())

    return known


def save_tests(search: LiveOptimize) -> list[Path]:
    """Writes the slow inputs, with what the program answers on them, where the problem's layout keeps tests. Blocks."""
    if search.best is None:
        raise UsageError("No faster version is known.", AGAIN)
    tests = [(search.held[test.input_id], search.held[test.answer_id]) for test in search.best.tests]
    return pipeline.save_slow_tests(tests_folder(search.path, search.source), tests)


async def apply(server: SlowpathServer, search: LiveOptimize) -> None:
    """Puts the faster version in the document's place, as one edit; checkers that stand in it go.

    Raises `UsageError` where there is none, where the document isn't open, or isn't the program that was made faster
    any more.
    """
    if search.best is None:
        raise UsageError("No faster version is known.", AGAIN)
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
    return UsageError(
        f"{search.path.name} was edited since, and what was proven is about its text before that.",
        "Undo the edits, or make the program faster again.",
    )
