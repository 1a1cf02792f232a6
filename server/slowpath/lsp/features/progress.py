"""Progress of searches in the editor's own progress bars; cancelling one stops its search."""

from __future__ import annotations

import contextlib
import logging
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from lsprotocol import types

from slowpath.errors import SlowpathError
from slowpath.lsp import break_states, states, words
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.live_break import LiveBreak
from slowpath.lsp.live_optimize import LiveOptimize
from slowpath.lsp.server import SlowpathServer
from slowpath.worker.messages import STOP

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Doing:
    """What a bar shows of a search: `share` of its budget is spent (0..1, None where nobody knows), `message` says what
    it does."""

    search_id: str
    title: str
    running: bool
    share: float | None
    message: str
    state: str


@dataclass
class _Bar:
    """One progress bar: `begun` when the client has agreed, `said` what it shows."""

    token: str
    doing: Doing
    begun: bool = False
    over: bool = False
    said: tuple[int | None, str] = (0, "")


class Bars:
    """The bars of all searches of one kind that run in this window. `stop` ends the search of an id."""

    def __init__(self, server: SlowpathServer, stop: Callable[[str], None]) -> None:
        self._server = server
        self._stop = stop
        self._bars: dict[str, _Bar] = {}

    def changed(self, doing: Doing) -> None:
        """Begins, moves or ends the search's bar."""
        bar = self._bars.get(doing.search_id)
        if bar is not None:
            bar.doing = doing
        if bar is None and doing.running and self._supported():
            self._begin(doing)
        elif bar is not None and not doing.running:
            self._end(bar)
        elif bar is not None and bar.begun:
            self._report(bar)

    def cancelled(self, token: object) -> None:
        """The user cancelled a bar."""
        for bar in self._bars.values():
            if bar.token == token:
                with contextlib.suppress(SlowpathError):
                    self._stop(bar.doing.search_id)

    def _supported(self) -> bool:
        window = self._server.client_capabilities.window
        return bool(window and window.work_done_progress)

    def _begin(self, doing: Doing) -> None:
        bar = self._bars[doing.search_id] = _Bar(str(uuid.uuid4()), doing)

        def agreed(_result: object) -> None:
            if bar.over:
                return
            bar.begun = True
            self._server.work_done_progress.begin(
                bar.token,
                types.WorkDoneProgressBegin(
                    bar.doing.title,
                    cancellable=True,
                    message=bar.doing.message,
                    percentage=None if bar.doing.share is None else 0,
                ),
            )

        self._server.work_done_progress.create(bar.token, agreed)

    def _report(self, bar: _Bar) -> None:
        share = bar.doing.share
        said = (None if share is None else round(100 * share), bar.doing.message)
        if said != bar.said:
            bar.said = said
            self._server.work_done_progress.report(
                bar.token, types.WorkDoneProgressReport(message=said[1], percentage=said[0])
            )

    def _end(self, bar: _Bar) -> None:
        del self._bars[bar.doing.search_id]
        bar.over = True
        if bar.begun:
            self._server.work_done_progress.end(bar.token, types.WorkDoneProgressEnd(message=bar.doing.state))


def of_campaign(campaign: LiveCampaign) -> Doing:
    """What a campaign does, in a few words."""
    view = campaign.view
    best = f"slowest {campaign.best_text}" if campaign.best_text else ""
    doing = "paused" if view.state == "paused" else view.phase or view.state
    return Doing(
        campaign.id,
        f"Slow inputs of {campaign.path.name}",
        campaign.owned and not campaign.ended and campaign.supervised is not None,
        states.spent_share(view),
        ", ".join(part for part in (doing, best) if part),
        view.state,
    )


def of_break(search: LiveBreak) -> Doing:
    """What a search for a breaking input does, in a few words."""
    view = search.view
    found = view.breaking.failing.value if view.breaking is not None and view.breaking.is_sure else ""
    runs = f"{words.count(view.executions)} runs" if view.executions else ""
    return Doing(
        search.id,
        f"Breaking {search.path.name}",
        search.running,
        break_states.spent_share(view),
        ", ".join(part for part in (view.phase or view.state, runs, found) if part),
        view.state,
    )


def of_optimize(search: LiveOptimize) -> Doing:
    """What a search for a faster version does. How long a proof takes isn't known before."""
    view = search.view
    return Doing(
        search.id, f"Making {search.path.name} faster", search.running, None, view.phase or view.state, view.state
    )


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""
    campaigns = Bars(server, lambda campaign_id: server.campaigns.control(campaign_id, STOP))
    breaks = Bars(server, server.breaks.stop)
    optimizations = Bars(server, server.optimizations.stop)
    server.on_campaign_changed.append(lambda campaign: campaigns.changed(of_campaign(campaign)))
    server.on_break_changed.append(lambda search: breaks.changed(of_break(search)))
    server.on_optimize_changed.append(lambda search: optimizations.changed(of_optimize(search)))

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel(_ls: SlowpathServer, params: types.WorkDoneProgressCancelParams) -> None:
        campaigns.cancelled(params.token)
        breaks.cancelled(params.token)
        optimizations.cancelled(params.token)
