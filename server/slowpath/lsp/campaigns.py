"""The campaigns of this window: started, controlled, watched, restored. Knows no editor.

Theory of operation. There is at most one campaign per document. One that runs here has a worker of its own
(`worker.supervisor`) whose messages are folded into its view. One that another window runs is watched: its
stored events are read from time to time, and controls are left for it in the store; when its holder dies without an
end, it is taken over and resumed here. Everything runs on the server's loop; what reads the store does so in
threads, so that no request ever waits for a disk or for a search.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.errors import SlowpathError, UsageError
from slowpath.lsp.evidence import RULE
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.options import Options
from slowpath.lsp.plain import plain_lines
from slowpath.lsp.protocol import JailState
from slowpath.lsp.tracking import LineTracker
from slowpath.lsp.window_store import WindowStore
from slowpath.model.campaign import Budget, CampaignEvent, CampaignStarted, Ended, Warned
from slowpath.model.constraint import Constraint
from slowpath.storage import LeasingStore
from slowpath.worker import supervisor
from slowpath.worker.messages import ACTIONS, PAUSE, RESUME, STOP, Begin, EventHappened, InputHeld, Message, Taken
from slowpath.worker.supervisor import Died, Supervised

log = logging.getLogger(__name__)

WATCH_INTERVAL_S = 0.5
UNTRUSTED = ("The folder isn't trusted, so nothing is compiled or run.", "Trust the workspace, then try again.")


class Untrusted(SlowpathError):
    """The workspace isn't trusted: nothing may be compiled or run."""

    code = "untrusted"

    def __init__(self) -> None:
        super().__init__(*UNTRUSTED)


class Campaigns:
    """All campaigns of this window. `on_change(campaign)` is called after every change of one's view."""

    def __init__(self, on_change: Callable[[LiveCampaign], None], options: Options) -> None:
        self.options = options
        self.by_uri: dict[str, LiveCampaign] = {}
        self._on_change = on_change
        self._dismissed_by_uri: dict[str, set[str]] = {}
        self._store = WindowStore(lambda: self.options.settings.state_dir)
        self._tasks: set[asyncio.Task] = set()
        self._closed = False

    def store(self) -> LeasingStore:
        """The store, as `WindowStore.opened`. Blocks: call it in a thread."""
        return self._store.opened()

    def input(self, campaign: LiveCampaign, input_id: str) -> bytes | None:
        """The bytes of an input, None when they aren't there (any more). Blocks."""
        held = campaign.held.get(input_id)
        return held if held is not None else self.store().input(input_id)

    def by_id(self, campaign_id: str) -> LiveCampaign:
        """The campaign of that id. Raises `UsageError` when this window doesn't know it."""
        for campaign in self.by_uri.values():
            if campaign.id == campaign_id:
                return campaign
        raise UsageError(f"no campaign {campaign_id!r} is known here.", "Start the search again.")

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
    ) -> LiveCampaign:
        """Starts a campaign, or returns the one that another window runs on the file. `formats` has the texts of open
        input formats by their paths, `aimed` is a constraint's id (see `Begin`), `time_limit_s` the limit where the
        problem states none, None for the default.

        A running one of this window is stopped first; the new one waits for that as "preparing". Raises
        `Untrusted` or `SourceUnreadable`.
        """
        if not self.options.trusted:
            raise Untrusted
        current = source.decode("utf-8", "replace")
        # What is searched is the user's own program: checkers in his text are looked through.
        source = pipeline.without_checkers(pipeline.read_solution(path, source))
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
        campaign.view = replace(campaign.view, state="preparing")
        self.by_uri[uri] = campaign
        settings = (
            self.options.settings if time_limit_s is None else replace(self.options.settings, time_limit_s=time_limit_s)
        )
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
        )
        campaign.replacing = self._spawn(self._replace(old, campaign, begin))
        self._on_change(campaign)
        return campaign

    async def _replace(self, old: LiveCampaign | None, campaign: LiveCampaign, begin: Begin) -> None:
        if old is not None:
            await self._retire(old)
        campaign.jail = JailState(*await asyncio.to_thread(pipeline.jail_in_force, begin.settings))
        if self.by_uri.get(campaign.uri) is campaign and not campaign.ended:
            self._run(campaign, begin)

    async def _retire(self, old: LiveCampaign) -> None:
        """Stops a campaign that another one replaces and waits for its worker to be gone; where it never began, for
        that of the one before it."""
        if old.replacing is not None:
            await old.replacing
        if old.watching is not None:
            old.watching.cancel()
        if old.supervised is not None:
            old.supervised.control(STOP)
            await old.supervised.wait()
        elif not old.ended:
            await self._end_stored(old, Ended("stopped", executions=old.view.executions))

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
        if campaign.ended:
            return
        if not campaign.owned:
            self._spawn(asyncio.to_thread(lambda: self.store().request(campaign_id, action)))
        elif campaign.supervised is not None and campaign.supervised.running:
            campaign.supervised.control(action)
        elif action == RESUME:
            self.resume(campaign)
        elif action == STOP:
            self._spawn(
                self._end_stored(
                    campaign, Ended("stopped", executions=campaign.view.executions, elapsed_s=campaign.view.elapsed_s)
                )
            )

    def resume(self, campaign: LiveCampaign) -> None:
        """Goes on with a stored campaign that nobody runs. Raises `Untrusted`."""
        if not self.options.trusted:
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
                self.options.settings,
                resume=True,
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
        if self.options.trusted:
            self.resume(campaign)
        else:
            campaign.view = replace(campaign.view, state="paused", message=UNTRUSTED[1])

    def trust_changed(self) -> None:
        """Goes on with what waited for trust."""
        for campaign in self.by_uri.values():
            idle = campaign.supervised is None and campaign.owned and not campaign.ended
            if self.options.trusted and idle and campaign.view.message == UNTRUSTED[1]:
                self.resume(campaign)

    def _run(self, campaign: LiveCampaign, begin: Begin) -> None:
        if self._closed:
            return
        campaign.supervised = Supervised(
            begin, lambda message: self._hear(campaign, message), supervisor.WORKER_COMMAND
        )
        campaign.supervised.start()

    def _hear(self, campaign: LiveCampaign, message: Message | Died) -> None:
        match message:
            case EventHappened():
                campaign.take(message.event)
            case InputHeld():
                campaign.hold(message.data)
                return
            case Taken():
                self._yield_to(campaign, message.campaign_id)
                return
            case Died():
                self._mourn(campaign, message)
        self._on_change(campaign)

    def _mourn(self, campaign: LiveCampaign, died: Died) -> None:
        """A worker died: says so, and ends the campaign for good when it isn't started again."""
        if campaign.ended:
            return
        if died.restarting:
            campaign.take(Warned("worker-died", died.message, "It was started again from what is stored."))
            return
        failed = Ended(
            "failed",
            "worker-died",
            died.message,
            "What was found is kept. If the machine ran out of memory, close something; then start the search again.",
            executions=campaign.view.executions,
            elapsed_s=campaign.view.elapsed_s,
        )
        self._spawn(self._end_stored(campaign, failed))

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

    def _spawn(self, work) -> asyncio.Task:
        """A task that is kept until it is done, and whose failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception())

    async def close(self) -> None:
        """Ends every worker, campaigns left resumable. Idempotent."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        workers = [c.supervised for c in self.by_uri.values() if c.supervised is not None]
        await asyncio.gather(*(worker.close() for worker in workers))
        self._store.close()


def _of_models(campaign: LiveCampaign) -> tuple[Constraint, ...]:
    """The constraints that no rule would find again."""
    return tuple(state.constraint for state in campaign.view.constraints if state.constraint.origin.kind != RULE)


def new_id(path: Path, source: bytes, seed: int) -> str:
    """A new campaign's id, from its program and the time."""
    parts = (str(path).encode(), source, str(seed).encode(), str(time.time_ns()).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


__all__ = ["PAUSE", "RESUME", "STOP", "Campaigns", "Untrusted", "new_id"]
