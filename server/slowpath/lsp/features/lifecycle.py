"""The server's beginning and end, and changes of its configuration."""

from __future__ import annotations

from lsprotocol import types

from slowpath.lsp.options import read_options
from slowpath.lsp.server import SlowpathServer


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.feature(types.INITIALIZE)
    def initialize(ls: SlowpathServer, params: types.InitializeParams) -> None:
        ls.adapt_workspace()
        ls.configure(read_options(params.initialization_options))

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def did_change_configuration(ls: SlowpathServer, params: types.DidChangeConfigurationParams) -> None:
        if params.settings:
            # Settings that don't speak of trust don't grant it.
            ls.configure(read_options(params.settings, trusted=ls.options.trusted))

    @server.feature(types.SHUTDOWN)
    async def shutdown(ls: SlowpathServer, *_params: object) -> None:
        await ls.close()
