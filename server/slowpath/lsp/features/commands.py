"""Commands that any editor can send through workspace/executeCommand."""

from __future__ import annotations

from typing import Any

from lsprotocol import types

from slowpath import wire
from slowpath.errors import SlowpathError
from slowpath.lsp.features.campaigns import control, start
from slowpath.lsp.protocol import COMMAND_CONTROL, COMMAND_FIND, ControlParams, StartParams
from slowpath.lsp.server import SlowpathServer


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.command(COMMAND_FIND)
    def find_slow_inputs(ls: SlowpathServer, uri: Any) -> dict:
        result = start(ls, StartParams(str(uri)))
        if result.error is not None:
            ls.window_show_message(
                types.ShowMessageParams(
                    types.MessageType.Warning, f"Slowpath: {result.error.message} {result.error.remedy}".strip()
                )
            )
        return wire.encode(result)

    @server.command(COMMAND_CONTROL)
    def control_campaign(ls: SlowpathServer, campaign_id: Any, action: Any) -> None:
        try:
            control(ls, ControlParams(str(campaign_id), str(action)))
        except SlowpathError as error:
            ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"Slowpath: {error}"))
