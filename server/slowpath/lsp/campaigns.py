"""The campaigns of this window: started, controlled, watched, restored. Knows no editor.

Theory of operation. There is at most one campaign per document. One that runs here has a worker of its own
(`worker.supervisor`) whose messages are folded into its view. One that another window runs is watched: its
stored events are read from time to time, and controls are left for it in the store; when its holder dies without an
end, it is taken over and resumed here. Everything runs on the server's loop; what reads the store does so in
threads, so that no request ever waits for a disk or for a search.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from slowpath.errors import SlowpathError, UsageError
from slowpath.lsp.evidence import RULE
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.options import Options
from slowpath.lsp.plain import plain_lines
from slowpath.lsp.searches import Searches, Untrusted, new_id
from slowpath.lsp.tracking import LineTracker
from slowpath.lsp.window_store import WindowStore
from slowpath.model.campaign import Budget, CampaignEvent, CampaignStarted, Ended, ValidityAsked
from slowpath.model.constraint import Constraint
from slowpath.storage import LeasingStore
from slowpath.worker.messages import ACTIONS, RESUME, Begin, EventHappened, Message, Taken

log = logging.getLogger(__name__)

WATCH_INTERVAL_S = 0.5


class Campaigns(Searches[LiveCampaign]):
    """All campaigns of this window, at most one per document."""

    restarted = "It was started again from what is stored."

    def __init__(self, on_change: Callable[[LiveCampaign], None], options: Callable[[], Options]) -> None:
        super().__init__(on_change, options, "Start the search again.")
        self._dismissed_by_uri: dict[str, set[str]] = {}
        self._store = WindowStore(lambda: self._options().settings.state_dir)

    def store(self) -> LeasingStore:
        """The store, as `WindowStore.opened`. Blocks: call it in a thread."""
        return self._store.opened()

    def input(self, campaign: LiveCampaign, input_id: str) -> bytes | None:
        """The bytes of an input, None when they aren't there (any more). Blocks."""
        held = campaign.held.get(input_id)
        return held if held is not None else self.store().input(input_id)

    def start(
        self,
        uri: str,
        path: Path,
        source: bytes,
        budget: Budget,
        seed: int,
        formats: dict[str, str] | None = None,
        aimed: str = "",
        time_limit_s: float | None = None,
        ask: bool = False,
    ) -> LiveCampaign:
        """Starts a campaign, or returns the one that another window runs on the file. `formats` has the texts of open
        input formats by their paths, `aimed` is a constraint's id (see `Begin`), `time_limit_s` the limit where the
        problem states none, None for the default. With `ask` a language model reads the statement first.

        A running one of this window is stopped first; the new one waits for that as "preparing". Raises
        `Untrusted` or `SourceUnreadable`.
        """
        current = source.decode("utf-8", "replace")
        source = self._plain(path, source)
        old = self.by_uri.get(uri)
        if old is not None and not old.owned and not old.ended:
            self._on_change(old)
            return old
        text = source.decode("utf-8", "replace")
        tracker = LineTracker(text, current, plain_lines(path))
        campaign = LiveCampaign(
            new_id(path, source, seed), uri, path, text, tracker, aimed=aimed, dismissed=self._dismissed(uri)
        )
        campaign.take(CampaignStarted(campaign.id, str(path), budget))
        settings = self._options().settings
        if time_limit_s is not None:
            settings = replace(settings, time_limit_s=time_limit_s)
        begin = Begin(
            campaign.id,
            str(path),
            source,
            budget,
            seed,
            settings,
            formats=formats or {},
            aimed=aimed,
            constraints=_of_models(old) if old is not None and old.source == text else (),
            asking=self._options().asking_first() if ask else self._options().asking,
        )
        self._begin(campaign, lambda: begin)
        return campaign

    async def _retire(self, old: LiveCampaign) -> None:
        """See `Searches._retire`. What is stored of one that has no worker is ended as well."""
        if old.watching is not None:
            old.watching.cancel()
        await super()._retire(old)
        if old.supervised is None and not old.ended:
            await self._end_stored(old, Ended("stopped", "", "", "", *old.spent))

    def _dismissed(self, uri: str) -> set[str]:
        """What the user doesn't want to see of a document, whatever campaign is on it."""
        return self._dismissed_by_uri.setdefault(uri, set())

    def dismiss(self, uri: str, constraint_id: str) -> None:
        """Shows a constraint no more, in this campaign and in later ones."""
        self._dismissed(uri).add(constraint_id)
        self._say(uri)

    def show_dismissed(self, uri: str) -> None:
        """Shows all constraints again."""
        self._dismissed(uri).clear()
        self._say(uri)

    def _say(self, uri: str) -> None:
        if uri in self.by_uri:
            self._on_change(self.by_uri[uri])

    def control(self, campaign_id: str, action: str) -> None:
        """Pauses, resumes or stops. Raises `UsageError` for what isn't known; nothing happens after the end."""
        if action not in ACTIONS:
            raise UsageError(f"no such action: {action!r}.", "Use pause, resume or stop.")
        campaign = self.by_id(campaign_id)
        if not campaign.ended:
            self._steer(campaign, action)

    def _steer(self, search: LiveCampaign, action: str) -> None:
        if not search.owned:
            self._spawn(asyncio.to_thread(lambda: self.store().request(search.id, action)))
        elif action == RESUME and not (search.supervised is not None and search.supervised.running):
            self.resume(search)
        else:
            super()._steer(search, action)

    def resume(self, campaign: LiveCampaign) -> None:
        """Goes on with a stored campaign that nobody runs. Raises `Untrusted`."""
        if not self._options().trusted:
            raise Untrusted
        campaign.owned = True
        self._run(
            campaign,
            Begin(
                campaign.id,
                str(campaign.path),
                campaign.source.encode("utf-8"),
                campaign.view.budget,
                0,
                self._options().settings,
                resume=True,
                asking=self._options().asking,
            ),
        )

    async def restore(self, uri: str, path: Path, current: str) -> LiveCampaign | None:
        """The last stored campaign of a file, folded, shown, and watched or resumed as its state asks for."""
        if uri in self.by_uri:
            return self.by_uri[uri]
        try:
            campaign = await asyncio.to_thread(self._stored, uri, path, current)
        except (SlowpathError, ValueError):
            log.exception("the stored campaign of %s can't be read", path)
            return None
        if campaign is None or self._closed or uri in self.by_uri:
            return self.by_uri.get(uri)
        self.by_uri[uri] = campaign
        if not campaign.ended:
            await self._adopt(campaign)
        self._on_change(campaign)
        return campaign

    def _stored(self, uri: str, path: Path, current: str) -> LiveCampaign | None:
        store = self.store()
        newest = next(iter(store.campaigns(str(path))), None)
        spec = store.spec(newest) if newest is not None else None
        if newest is None or spec is None:
            return None
        text = spec.source.decode("utf-8", "replace")
        tracker = LineTracker(text, current, plain_lines(path))
        campaign = LiveCampaign(newest, uri, path, text, tracker, aimed=spec.aimed, dismissed=self._dismissed(uri))
        for campaign.sequence, event in store.events(newest):
            campaign.take(event)
        campaign.view = replace(campaign.view, campaign_id=newest, path=str(path), budget=spec.budget)
        return campaign

    async def _adopt(self, campaign: LiveCampaign) -> None:
        """Watches a campaign that somebody alive runs; goes on with one that nobody does."""
        if await asyncio.to_thread(lambda: self.store().holder(campaign.id)) is not None:
            campaign.owned = False
            self._watch(campaign)
            return
        campaign.owned = True
        if campaign.view.state == "paused":
            return
        if self._options().trusted:
            self.resume(campaign)
        else:
            campaign.view = replace(campaign.view, state="paused", message=Untrusted().remedy)

    def trust_changed(self) -> None:
        """Goes on with what waited for trust."""
        for campaign in self.by_uri.values():
            idle = campaign.supervised is None and campaign.owned and not campaign.ended
            if self._options().trusted and idle and campaign.view.message == Untrusted().remedy:
                self.resume(campaign)

    def _happened(self, search: LiveCampaign, message: Message) -> bool:
        match message:
            case EventHappened():
                search.take(message.event)
                if isinstance(message.event, ValidityAsked):
                    search.contested = message.event.differences
            case Taken():
                self._yield_to(search, message.campaign_id)
                return False
        return True

    def _end(self, search: LiveCampaign, ended: Ended) -> None:
        self._spawn(self._end_stored(search, ended))

    async def _end_stored(self, campaign: LiveCampaign, ended: Ended) -> None:
        """Ends a campaign that has no worker, in the view and in the store."""
        campaign.take(ended)
        self._on_change(campaign)
        await asyncio.to_thread(self._store.end, campaign.id, ended)

    def _yield_to(self, campaign: LiveCampaign, other_id: str) -> None:
        """Another window runs a campaign on the file: this one becomes, or is replaced by, a watched one."""
        if other_id == campaign.id:
            campaign.owned = False
            self._watch(campaign)
            self._on_change(campaign)
            return
        campaign.take(
            Ended(
                "failed",
                "already-running",
                "Another window searches this file already.",
                "Its search is shown here; stop it to start another one.",
            )
        )
        self._on_change(campaign)
        self._spawn(self._show_other(campaign))

    async def _show_other(self, campaign: LiveCampaign) -> None:
        if self.by_uri.get(campaign.uri) is campaign:
            del self.by_uri[campaign.uri]
            if await self.restore(campaign.uri, campaign.path, campaign.source) is None:
                self.by_uri.setdefault(campaign.uri, campaign)

    def _watch(self, campaign: LiveCampaign) -> None:
        if campaign.watching is None or campaign.watching.done():
            campaign.watching = self._spawn(self._keep_watching(campaign))

    async def _keep_watching(self, campaign: LiveCampaign) -> None:
        """Reads new events until the end, or until its holder is gone: then the campaign is ours."""
        while not self._closed:
            await asyncio.sleep(WATCH_INTERVAL_S)
            try:
                news, alive = await asyncio.to_thread(self._news, campaign)
            except (SlowpathError, ValueError) as error:
                log.warning("watching campaign %s: %s", campaign.id, error)
                continue
            for campaign.sequence, event in news:
                campaign.take(event)
            if not alive and not news and not campaign.ended and self.by_uri.get(campaign.uri) is campaign:
                campaign.watching = None
                await self._adopt(campaign)
                self._on_change(campaign)
                return
            if news:
                self._on_change(campaign)
            if campaign.ended:
                return

    def _news(self, campaign: LiveCampaign) -> tuple[list[tuple[int, CampaignEvent]], bool]:
        alive = self.store().holder(campaign.id) is not None
        return list(self.store().events(campaign.id, campaign.sequence)), alive

    async def close(self) -> None:
        """Ends every worker, campaigns left resumable. Idempotent."""
        await super().close()
        self._store.close()


def _of_models(campaign: LiveCampaign) -> tuple[Constraint, ...]:
    """The constraints that no rule would find again."""
    return tuple(state.constraint for state in campaign.view.constraints if state.constraint.origin.kind != RULE)
