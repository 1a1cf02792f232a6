"""Which inputs an event speaks of: what pruning must keep."""

from __future__ import annotations

from slowpath.model.campaign import BaselineMeasured, CampaignEvent, ContrastMined, SlowInputFound


def mentioned_inputs(event: CampaignEvent) -> tuple[str, ...]:
    """The content ids in the event, empty for most kinds."""
    match event:
        case BaselineMeasured():
            return (event.input_id,)
        case SlowInputFound():
            return tuple(filter(None, (event.slow_input.id, event.slow_input.origin.parent)))
        case ContrastMined():
            return (event.contrast.fast_id, event.contrast.slow_id)
    return ()
