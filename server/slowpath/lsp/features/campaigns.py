"""The requests that start, steer and list campaigns."""

from __future__ import annotations

import math
from typing import Any

from lsprotocol import types

from slowpath.errors import SlowpathError
from slowpath.lsp import convert, protocol
from slowpath.lsp.features.requests import failures_as_invalid, read_params
from slowpath.lsp.features.searching import Starting, register_starting
from slowpath.lsp.protocol import ControlParams, StartParams, StartResult
from slowpath.lsp.server import SlowpathServer
from slowpath.model.campaign import Budget


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""
    register_starting(
        server,
        server.campaigns,
        Starting(protocol.CAMPAIGN_START, protocol.CAMPAIGN_LIST, protocol.COMMAND_FIND, StartParams, start),
    )

    @server.feature(protocol.CAMPAIGN_CONTROL)
    def campaign_control(ls: SlowpathServer, params: Any) -> None:
        request = read_params(ControlParams, params)
        with failures_as_invalid():
            ls.campaigns.control(request.campaign_id, request.action)

    @server.command(protocol.COMMAND_CONTROL)
    def control_campaign(ls: SlowpathServer, campaign_id: Any, action: Any) -> None:
        try:
            ls.campaigns.control(str(campaign_id), str(action))
        except SlowpathError as error:
            ls.say(types.MessageType.Warning, str(error))


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
            params.ask,
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
