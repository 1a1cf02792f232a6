"""Reading, saving, replaying and contrasting the inputs of a campaign.

Bytes come from the store, in threads; those that a full disk refused come from the campaign itself. The last input
read is kept, since an editor opens a large one in several chunks.
"""

from __future__ import annotations

import asyncio
import base64
import shlex
import sys
from pathlib import Path
from typing import Any

from slowpath import pipeline, wire
from slowpath.errors import SlowpathError, UsageError
from slowpath.lsp import convert, protocol
from slowpath.lsp.features.contrast import chosen_contrast
from slowpath.lsp.features.requests import failures_as_invalid, read_params
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.protocol import (
    InputContrastParams,
    InputParams,
    InputReadParams,
    InputReadResult,
    InputSaveResult,
    ReplayCommandResult,
)
from slowpath.lsp.server import SlowpathServer
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin
from slowpath.storage import LeasingStore

LONGEST_CHUNK_BYTES = 4 << 20
REPLAYS = "replays"


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""
    last: dict[str, bytes] = {}

    @server.feature(protocol.INPUT_READ)
    async def input_read(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(InputReadParams, params)
        data = last.get(request.input_id)
        if data is None:
            with failures_as_invalid():
                data = await asyncio.to_thread(bytes_of, ls, campaign_of(ls, request), request.input_id)
            last.clear()
            last[request.input_id] = data
        return wire.encode(chunk(data, request.offset, request.limit))

    @server.feature(protocol.INPUT_SAVE)
    async def input_save(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(InputParams, params)
        campaign = campaign_of(ls, request)
        try:
            saved = await asyncio.to_thread(save_as_test, ls, campaign, request.input_id)
        except SlowpathError as error:
            return wire.encode(InputSaveResult("", "", convert.error_state(error)))
        return wire.encode(InputSaveResult(str(saved.path), str(saved.replay_path)))

    @server.feature(protocol.INPUT_REPLAY)
    async def input_replay(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(InputParams, params)
        with failures_as_invalid():
            command = await asyncio.to_thread(replay_command, ls, campaign_of(ls, request), request.input_id)
        return wire.encode(ReplayCommandResult(command))

    @server.feature(protocol.INPUT_CONTRAST)
    def input_contrast(ls: SlowpathServer, params: Any) -> None:
        request = read_params(InputContrastParams, params)
        campaign = campaign_of(ls, request)
        with failures_as_invalid():
            campaign.chosen = chosen_contrast(campaign, request.slow_id, request.fast_id)
        ls.campaign_changed(campaign)
        ls.contrast_changed(campaign.uri)


def campaign_of(server: SlowpathServer, request: Any) -> LiveCampaign:
    """The campaign that a request names. Raises `JsonRpcInvalidParams`."""
    with failures_as_invalid():
        return server.campaigns.by_id(request.campaign_id)


def chunk(data: bytes, offset: int, limit: int) -> InputReadResult:
    """The part of an input from `offset`, at most `limit` bytes; offsets beyond the end give nothing."""
    start = max(0, min(offset, len(data)))
    end = min(len(data), start + max(1, min(limit, LONGEST_CHUNK_BYTES)))
    return InputReadResult(
        base64.b64encode(data[start:end]).decode("ascii"), len(data), end if end < len(data) else None
    )


def bytes_of(server: SlowpathServer, campaign: LiveCampaign, input_id: str) -> bytes:
    """An input's bytes. Blocks. Raises `UsageError` when they aren't there (any more)."""
    data = server.campaigns.input(campaign, input_id)
    if data is None:
        raise UsageError("This input isn't stored any more.", "Start the search again.")
    return data


def save_as_test(server: SlowpathServer, campaign: LiveCampaign, input_id: str) -> pipeline.SavedInput:
    """Writes the input where the problem's layout keeps tests, with its replay file. Blocks."""
    data = bytes_of(server, campaign, input_id)
    problem = pipeline.read_problem(pipeline.read_solution(campaign.path, campaign.source.encode("utf-8", "replace")))
    folder = problem.save_dir or campaign.path.parent / "tests"
    document = _document(server.campaigns.store(), campaign, input_id, data)
    (saved,) = pipeline.save_inputs(folder, [(pipeline.next_free_name(folder), data, document)])
    return saved


def replay_command(server: SlowpathServer, campaign: LiveCampaign, input_id: str) -> str:
    """A shell command that writes the input again, over a replay file in the state directory. Blocks.

    It names the interpreter, since `slowpath` itself need not be on the path of the user's shell.
    """
    data = bytes_of(server, campaign, input_id)
    document = _document(server.campaigns.store(), campaign, input_id, data)
    folder = Path(server.options.settings.state_dir) / REPLAYS
    (saved,) = pipeline.save_inputs(folder, [(input_id, data, document)])
    saved.path.unlink(missing_ok=True)
    return f"{shlex.quote(sys.executable)} -m {pipeline.replay_command(saved.replay_path)}"


def _document(store: LeasingStore, campaign: LiveCampaign, input_id: str, data: bytes) -> dict:
    """The replay document. Without the stored format a recipe means nothing: then the bytes stand in it."""
    spec = store.spec(campaign.id)
    origin = origin_of(campaign, input_id)
    if spec is None:
        return pipeline.replay_document(Origin(origin.strategy, origin.label), InputFormat(()), data)
    return pipeline.replay_document(origin, spec.format, data)


def origin_of(campaign: LiveCampaign, input_id: str) -> Origin:
    """Where an input of the campaign came from: a slow one, the small twin of one, or one that makes it fail."""
    for fault in campaign.view.faults:
        if fault.id == input_id:
            return fault.origin
    for slow in campaign.view.slow_inputs:
        if slow.id == input_id:
            return slow.origin
        if slow.minimised is not None and slow.minimised.id == input_id:
            return Origin("minimised", f"the small twin of {slow.origin.label}", parent=slow.id)
    return Origin("sample", "an input of a pair")
