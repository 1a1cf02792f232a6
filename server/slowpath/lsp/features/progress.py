"""Progress of searches in the editor's own progress bars; cancelling one stops its search."""

from __future__ import annotations

import contextlib
import uuid
from dataclasses import dataclass

from lsprotocol import types

from slowpath.errors import SlowpathError
from slowpath.lsp.live_search import LiveSearch
from slowpath.lsp.server import SlowpathServer


@dataclass
class _Bar:
    """One progress bar: `begun` when the client has agreed, `said` what it shows."""

    token: str
    search: LiveSearch
    begun: bool = False
    over: bool = False
    said: tuple[int | None, str] = (0, "")


class Bars:
    """The bars of all searches that run in this window."""

    def __init__(self, server: SlowpathServer) -> None:
        self._server = server
        self._bars: dict[str, _Bar] = {}

    def changed(self, search: LiveSearch) -> None:
        """Begins, moves or ends the search's bar."""
        bar = self._bars.get(search.id)
        if bar is None and search.running and self._supported():
            self._begin(search)
        elif bar is not None and not search.running:
            self._end(bar)
        elif bar is not None and bar.begun:
            self._report(bar)

    def cancelled(self, token: object) -> None:
        """The user cancelled a bar."""
        for bar in self._bars.values():
            if bar.token == token:
                with contextlib.suppress(SlowpathError):
                    self._server.stop(bar.search)

    def _supported(self) -> bool:
        window = self._server.client_capabilities.window
        return bool(window and window.work_done_progress)

    def _begin(self, search: LiveSearch) -> None:
        bar = self._bars[search.id] = _Bar(str(uuid.uuid4()), search)

        def agreed(_result: object) -> None:
            if bar.over:
                return
            bar.begun = True
            self._server.work_done_progress.begin(
                bar.token,
                types.WorkDoneProgressBegin(
                    search.title, cancellable=True, message=search.doing, percentage=None if search.share is None else 0
                ),
            )

        self._server.work_done_progress.create(bar.token, agreed)

    def _report(self, bar: _Bar) -> None:
        share = bar.search.share
        said = (None if share is None else round(100 * share), bar.search.doing)
        if said != bar.said:
            bar.said = said
            self._server.work_done_progress.report(
                bar.token, types.WorkDoneProgressReport(message=said[1], percentage=said[0])
            )

    def _end(self, bar: _Bar) -> None:
        del self._bars[bar.search.id]
        bar.over = True
        if bar.begun:
            self._server.work_done_progress.end(bar.token, types.WorkDoneProgressEnd(message=bar.search.view.state))


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""
    bars = Bars(server)
    server.on_search_changed.append(bars.changed)

    @server.feature(types.WINDOW_WORK_DONE_PROGRESS_CANCEL)
    def cancel(_ls: SlowpathServer, params: types.WorkDoneProgressCancelParams) -> None:
        bars.cancelled(params.token)
