"""The requests that start, steer and list campaigns."""

from __future__ import annotations

import math
from typing import Any

from pygls.exceptions import JsonRpcInvalidParams

from slowpath import wire
from slowpath.errors import SlowpathError
from slowpath.lsp import convert, protocol
from slowpath.lsp.protocol import ControlParams, StartParams, StartResult
from slowpath.lsp.server import SlowpathServer
from slowpath.model.campaign import Budget


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.feature(protocol.CAMPAIGN_START)
    def campaign_start(ls: SlowpathServer, params: Any) -> dict:
        return wire.encode(start(ls, read_params(StartParams, params)))

    @server.feature(protocol.CAMPAIGN_CONTROL)
    def campaign_control(ls: SlowpathServer, params: Any) -> None:
        request = read_params(ControlParams, params)
        try:
            control(ls, request)
        except SlowpathError as error:
            raise JsonRpcInvalidParams(message=str(error)) from error

    @server.feature(protocol.CAMPAIGN_LIST)
    def campaign_list(ls: SlowpathServer, _params: Any) -> list[dict]:
        return [wire.encode(campaign.state) for campaign in ls.campaigns.by_uri.values()]


def read_params(kind: type, params: Any) -> Any:
    """The parameters of one of our own requests. Raises `JsonRpcInvalidParams`."""
    try:
        return wire.decode(kind, params if isinstance(params, dict) else {})
    except ValueError as error:
        raise JsonRpcInvalidParams(message=str(error)) from None


def start(server: SlowpathServer, params: StartParams, formats: dict[str, str] | None = None) -> StartResult:
    """Starts a campaign on a document; what hinders it is in the result. `formats` has texts of input formats that the
    editor is only about to show."""
    budget = budget_of(server, params.seconds, params.executions)
    try:
        path, source = server.solution_source(params.uri)
        campaign = server.campaigns.start(
            params.uri,
            path,
            source,
            budget,
            params.seed,
            {**server.formats.texts_for(path), **(formats or {})},
            params.aimed,
            params.time_limit_s if limit_is_usable(params.time_limit_s) else None,
        )
    except SlowpathError as error:
        return StartResult("", convert.error_state(error))
    server.contrast_changed(params.uri)
    return StartResult(campaign.id)


def budget_of(server: SlowpathServer, seconds: float | None, executions: int | None) -> Budget:
    """What was asked for, else what the settings say. Less than nothing wasn't asked for."""
    seconds = seconds if seconds is not None and 0 < seconds < math.inf else None
    executions = executions if executions is not None and executions > 0 else None
    if seconds is None and executions is None:
        return Budget(seconds=server.options.budget_seconds)
    return Budget(seconds, executions)


def limit_is_usable(seconds: float | None) -> bool:
    """Whether it is a limit at all."""
    return seconds is not None and 0 < seconds < math.inf


def control(server: SlowpathServer, params: ControlParams) -> None:
    """Pauses, resumes or stops. Raises `UsageError` or `Untrusted`."""
    server.campaigns.control(params.campaign_id, params.action)
