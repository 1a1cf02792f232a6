"""What starts a search for a breaking input, and with which references."""

from __future__ import annotations

import asyncio
from typing import Any

from slowpath import pipeline, wire
from slowpath.errors import SlowpathError
from slowpath.lsp import convert, protocol
from slowpath.lsp.features.campaigns import budget_of
from slowpath.lsp.features.requests import read_params
from slowpath.lsp.features.searching import Naming, Starting, register_naming, register_starting
from slowpath.lsp.protocol import (
    BreakFileParams,
    BreakParams,
    BreakReadParams,
    BreakStartParams,
    BreakStartResult,
    ReferenceChoice,
    ReferencesResult,
)
from slowpath.lsp.server import SlowpathServer


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""
    starting = Starting(protocol.BREAK_START, protocol.BREAK_LIST, protocol.COMMAND_BREAK, BreakStartParams, start)
    naming = Naming(
        protocol.BREAK_STOP, protocol.BREAK_READ, protocol.COMMAND_BREAK_STOP, BreakParams, BreakReadParams, "break_id"
    )
    register_starting(server, server.breaks, starting)
    register_naming(server, server.breaks, naming)

    @server.feature(protocol.BREAK_REFERENCES)
    async def break_references(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(BreakFileParams, params)
        return wire.encode(await asyncio.to_thread(references, ls, request.uri))


def start(server: SlowpathServer, params: BreakStartParams) -> BreakStartResult:
    """Starts a search on a document; what hinders it is in the result."""
    budget = budget_of(server, params.seconds, params.executions)
    try:
        path, source = server.solution_source(params.uri)
        search = server.breaks.start(
            params.uri,
            path,
            source,
            budget,
            params.seed,
            server.formats.texts_for(path),
            params.references,
            others=params.others,
            compare=params.compare,
        )
    except SlowpathError as error:
        return BreakStartResult("", convert.error_state(error))
    return BreakStartResult(search.id)


def references(server: SlowpathServer, uri: str) -> ReferencesResult:
    """What lies beside the program under the usual names. Reads files and runs nothing. Blocks."""
    try:
        solution = pipeline.read_solution(*server.solution_source(uri))
        found = pipeline.references_beside(pipeline.read_problem(solution), solution)
    except SlowpathError as error:
        return ReferencesResult([], convert.error_state(error))
    return ReferencesResult([ReferenceChoice(str(each.solution.path), each.name, each.role.value) for each in found])
