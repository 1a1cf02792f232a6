"""The requests and commands that start, stop and list searches for breaking inputs."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from slowpath import pipeline, wire
from slowpath.errors import SlowpathError
from slowpath.lsp import convert, protocol
from slowpath.lsp.features.campaigns import read_params
from slowpath.lsp.protocol import (
    COMMAND_BREAK,
    COMMAND_BREAK_STOP,
    BreakFileParams,
    BreakParams,
    BreakStartParams,
    BreakStartResult,
    ReferenceChoice,
    ReferencesResult,
)
from slowpath.lsp.server import SlowpathServer
from slowpath.model.campaign import Budget


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.feature(protocol.BREAK_REFERENCES)
    async def break_references(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(BreakFileParams, params)
        return wire.encode(await asyncio.to_thread(references, ls, request.uri))

    @server.feature(protocol.BREAK_START)
    def break_start(ls: SlowpathServer, params: Any) -> dict:
        return wire.encode(start(ls, read_params(BreakStartParams, params)))

    @server.feature(protocol.BREAK_STOP)
    def break_stop(ls: SlowpathServer, params: Any) -> None:
        request = read_params(BreakParams, params)
        try:
            ls.breaks.stop(request.break_id)
        except SlowpathError as error:
            raise JsonRpcInvalidParams(message=str(error)) from error

    @server.feature(protocol.BREAK_LIST)
    def break_list(ls: SlowpathServer, _params: Any) -> list[dict]:
        return [wire.encode(search.state) for search in ls.breaks.by_uri.values()]

    @server.command(COMMAND_BREAK)
    def find_breaking_input(ls: SlowpathServer, uri: Any) -> dict:
        result = start(ls, BreakStartParams(str(uri)))
        if result.error is not None:
            ls.say(types.MessageType.Warning, f"{result.error.message} {result.error.remedy}".strip())
        return wire.encode(result)

    @server.command(COMMAND_BREAK_STOP)
    def stop_breaking(ls: SlowpathServer, break_id: Any) -> None:
        try:
            ls.breaks.stop(str(break_id))
        except SlowpathError as error:
            ls.say(types.MessageType.Warning, str(error))


def start(server: SlowpathServer, params: BreakStartParams) -> BreakStartResult:
    """Starts a search on a document; what hinders it is in the result."""
    budget = Budget(params.seconds, params.executions)
    if params.seconds is None and params.executions is None:
        budget = Budget(seconds=server.options.budget_seconds)
    try:
        path, source = server.solution_source(params.uri)
        search = server.breaks.start(params.uri, path, source, budget, params.seed, server.formats.texts_for(path),
                                     params.references)
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
