"""What an input looks like, drawn on request: parsed and laid out in a thread, from the stored format and bytes.

A graph that is too large to be drawn is drawn as the row's small twin.
"""

from __future__ import annotations

import asyncio
from itertools import chain
from typing import Any

from slowpath import pipeline, wire
from slowpath.lsp import protocol
from slowpath.lsp.features.inputs import bytes_of, campaign_of
from slowpath.lsp.features.requests import failures_as_invalid, read_params
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.protocol import DrawingState, InputParams, InputPicture
from slowpath.lsp.server import SlowpathServer
from slowpath.model.picture import Picture


def register(server: SlowpathServer) -> None:
    """Registers the handler."""

    @server.feature(protocol.INPUT_PICTURE)
    async def input_picture(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(InputParams, params)
        with failures_as_invalid():
            return wire.encode(await asyncio.to_thread(picture, ls, campaign_of(ls, request), request.input_id))


def picture(server: SlowpathServer, campaign: LiveCampaign, input_id: str) -> InputPicture:
    """The picture of one input. Blocks. Raises `UsageError` where its bytes aren't there any more."""
    slow = next((slow for slow in campaign.view.slow_inputs if slow.id == input_id), None)
    spec = server.campaigns.store().spec(campaign.id)
    drawn: pipeline.DrawnInput = pipeline.DrawnInput()
    note = ""
    if spec is not None:
        drawn = pipeline.drawn_input(spec.format, bytes_of(server, campaign, input_id))
        if drawn.is_too_large and slow is not None and slow.minimised is not None:
            twin = slow.minimised
            drawn = pipeline.drawn_input(spec.format, bytes_of(server, campaign, twin.id))
            note = f"Drawn is its small twin: {', '.join(f'{name} = {value:,}' for name, value in twin.sizes)}."
    return InputPicture(input_id, [drawing_state(one) for one in drawn.pictures], note)


def drawing_state(one: Picture) -> DrawingState:
    """A picture as it crosses the wire."""
    title = f"{one.name} ({one.length:,})" if one.name else f"{one.length:,} vertices"
    low, high = (f"{value:,}" if isinstance(value, int) else f"{value:g}" for value in (one.low, one.high))
    return DrawingState(
        one.kind,
        title,
        one.words,
        low,
        high,
        list(chain.from_iterable(one.points)),
        list(chain.from_iterable(one.edges)),
        list(one.labels),
        list(one.cells),
        list(one.legend),
    )
