"""Progress of a campaign in the editor's own progress bar; cancelling it stops the search."""

from __future__ import annotations

import contextlib
import logging
import uuid
from dataclasses import dataclass

from lsprotocol import types

from slowpath.errors import SlowpathError
from slowpath.lsp import words
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.server import SlowpathServer
from slowpath.lsp.states import spent_share
from slowpath.worker.messages import STOP

log = logging.getLogger(__name__)


@dataclass
class _Bar:
    """One progress bar: `begun` when the client has agreed, `said` what it shows."""

    token: str
    campaign: LiveCampaign
    begun: bool = False
    over: bool = False
    said: tuple[int, str] = (0, "")


class Bars:
    """The bars of all campaigns that run in this window."""

    def __init__(self, server: SlowpathServer) -> None:
        self._server = server
        self._bars: dict[str, _Bar] = {}

    def changed(self, campaign: LiveCampaign) -> None:
        """Begins, moves or ends the campaign's bar."""
        running = campaign.owned and not campaign.ended and campaign.supervised is not None
        bar = self._bars.get(campaign.id)
        if bar is None and running and self._supported():
            self._begin(campaign)
        elif bar is not None and not running:
            self._end(bar)
        elif bar is not None and bar.begun:
            self._report(bar)

    def cancelled(self, token: object) -> None:
        """The user cancelled a bar."""
        for bar in self._bars.values():
            if bar.token == token:
                with contextlib.suppress(SlowpathError):
                    self._server.campaigns.control(bar.campaign.id, STOP)

    def _supported(self) -> bool:
        window = self._server.client_capabilities.window
        return bool(window and window.work_done_progress)

    def _begin(self, campaign: LiveCampaign) -> None:
        bar = self._bars[campaign.id] = _Bar(str(uuid.uuid4()), campaign)

        def agreed(_result: object) -> None:
            if bar.over:
                return
            bar.begun = True
            self._server.work_done_progress.begin(bar.token, types.WorkDoneProgressBegin(
                f"Slow inputs of {campaign.path.name}", cancellable=True, message=text(campaign), percentage=0))

        self._server.work_done_progress.create(bar.token, agreed)

    def _report(self, bar: _Bar) -> None:
        said = (round(100 * spent_share(bar.campaign.view)), text(bar.campaign))
        if said != bar.said:
            bar.said = said
            self._server.work_done_progress.report(bar.token, types.WorkDoneProgressReport(
                message=said[1], percentage=said[0]))

    def _end(self, bar: _Bar) -> None:
        del self._bars[bar.campaign.id]
        bar.over = True
        if bar.begun:
            self._server.work_done_progress.end(bar.token, types.WorkDoneProgressEnd(message=bar.campaign.view.state))


def text(campaign: LiveCampaign) -> str:
    """What a campaign does, in a few words."""
    best = f"best {words.times(campaign.best_ratio)[1:]}x" if campaign.best_ratio is not None else ""
    doing = "paused" if campaign.view.state == "paused" else campaign.view.phase or campaign.view.state
    return ", ".join(part for part in (doing, best) if part)


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""
    bars = Bars(server)
    server.on_campaign_changed.append(bars.changed)

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel(_ls: SlowpathServer, params: types.WorkDoneProgressCancelParams) -> None:
        bars.cancelled(params.token)
