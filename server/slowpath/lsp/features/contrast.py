"""The per-line contrast of the pair of inputs that the user chose to see."""

from __future__ import annotations

from slowpath.errors import UsageError
from slowpath.lsp.live import LiveCampaign
from slowpath.model.contrast import Contrast


def chosen_contrast(campaign: LiveCampaign, slow_id: str, fast_id: str) -> Contrast | None:
    """The contrast of two inputs of the campaign; None means the campaign's own pair.

    `fast_id` "" is the campaign's own fast input. Raises `UsageError` for inputs whose line counts aren't known.
    """
    mined = campaign.view.contrast
    if mined is not None and slow_id == mined.slow_id and fast_id in ("", mined.fast_id):
        return None
    slow = _measured(campaign, slow_id)
    fast = _measured(campaign, fast_id or (mined.fast_id if mined is not None else ""))
    weaknesses = () if fast[1] <= slow[1] else ("the input taken as fast costs more than the one taken as slow",)
    from slowpath.analysis.contrast import line_contrasts

    return Contrast(
        fast_id=fast_id or (mined.fast_id if mined is not None else ""),
        slow_id=slow_id,
        fast_label=fast[0],
        slow_label=slow[0],
        fast_count=fast[1],
        slow_count=slow[1],
        match_ratio=0.0,
        jaccard=0.0,
        similarity=0.0,
        cost_ratio=slow[1] / max(1, fast[1]),
        lines=line_contrasts(fast[2], slow[2]),
        weaknesses=weaknesses,
    )


def _measured(campaign: LiveCampaign, input_id: str) -> tuple[str, int, dict[int, int]]:
    """Label, count and line hits of an input of the campaign."""
    for slow in campaign.view.slow_inputs:
        if slow.id == input_id and slow.hits:
            return slow.origin.label, slow.cost.count, slow.hits
    mined = campaign.view.contrast
    if mined is not None and input_id == mined.fast_id:
        return mined.fast_label, mined.fast_count, {line.line: line.fast for line in mined.lines}
    if mined is not None and input_id == mined.slow_id:
        return mined.slow_label, mined.slow_count, {line.line: line.slow for line in mined.lines}
    raise UsageError(
        "The line counts of this input aren't known.",
        "Wait until the search has found a contrast, or choose another input.",
    )
