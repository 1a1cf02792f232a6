"""The editor's own language models: what they say to what searches ask; and endpoints on this machine."""

from __future__ import annotations

import asyncio
from typing import Any

from slowpath import pipeline, wire
from slowpath.lsp import protocol
from slowpath.lsp.features.requests import read_params
from slowpath.lsp.protocol import LocalModel, LocalModels, ModelEnded, ModelSaid
from slowpath.lsp.server import SlowpathServer
from slowpath.model.relay import ReplyEnded, ReplyPart


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.feature(protocol.MODEL_SAID)
    def model_said(ls: SlowpathServer, params: Any) -> None:
        said = read_params(ModelSaid, params)
        ls.relaying.hear(ReplyPart(said.id, said.text))

    @server.feature(protocol.MODEL_ENDED)
    def model_ended(ls: SlowpathServer, params: Any) -> None:
        ended = read_params(ModelEnded, params)
        message, remedy = (ended.error.message, ended.error.remedy) if ended.error is not None else ("", "")
        ls.relaying.hear(ReplyEnded(ended.id, ended.finish, ended.model, message, remedy))

    @server.feature(protocol.MODEL_LOCAL)
    async def model_local(_ls: SlowpathServer, _params: Any) -> dict:
        found = await asyncio.to_thread(pipeline.local_endpoints)
        return wire.encode(
            LocalModels([LocalModel(each.name, each.base_url, model) for each in found for model in each.models])
        )
