"""Receiving problems from the browser: started and stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from slowpath import wire
from slowpath.errors import SlowpathError
from slowpath.lsp import convert, protocol
from slowpath.lsp.companion import Companion
from slowpath.lsp.features.requests import read_params
from slowpath.lsp.protocol import CompanionParams, CompanionState
from slowpath.lsp.server import SlowpathServer


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""
    companion = Companion(lambda arrived: server.protocol.notify(protocol.COMPANION_ARRIVED, wire.encode(arrived)))
    server.on_close.append(companion.close)

    @server.feature(protocol.COMPANION_LISTEN)
    async def listen(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(CompanionParams, params)
        if not request.folder:
            await companion.stop()
            return wire.encode(CompanionState(0))
        try:
            held = await companion.listen(request, Path(ls.options.settings.state_dir), ls.options.trusted)
        except SlowpathError as error:
            return wire.encode(CompanionState(0, error=convert.error_state(error)))
        return wire.encode(CompanionState(companion.port, held))
