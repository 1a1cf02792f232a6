"""The searches for breaking inputs of this window: started, stopped, kept. Knows no editor.

Theory of operation. There is at most one search per document, with a worker of its own (`worker.supervisor`) whose
messages are folded into its view. Nothing is stored: what was found lives as long as this server, the last few searches
of each document with it, so that what was opened of them can still be read. Everything runs on the server's loop.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.errors import UsageError
from slowpath.lsp.campaigns import Untrusted, new_id
from slowpath.lsp.live_break import LiveBreak
from slowpath.lsp.options import Options
from slowpath.lsp.plain import plain_lines
from slowpath.lsp.tracking import LineTracker
from slowpath.model.breaking import BreakStarted
from slowpath.model.campaign import Budget, Ended, Warned
from slowpath.worker import supervisor
from slowpath.worker.messages import STOP, BeginBreak, BreakHappened, FormatRead, InputHeld, Message
from slowpath.worker.supervisor import Died, Supervised

log = logging.getLogger(__name__)

MOST_FORMER = 8


class Breaks:
    """All searches for breaking inputs of this window. `on_change(search)` is called after every change of one's view.

    `options` gives what the editor decided, as it is now.
    """

    def __init__(self, on_change: Callable[[LiveBreak], None], options: Callable[[], Options]) -> None:
        self.by_uri: dict[str, LiveBreak] = {}
        self._former: deque[LiveBreak] = deque(maxlen=MOST_FORMER)
        self._options = options
        self._on_change = on_change
        self._tasks: set[asyncio.Task] = set()
        self._closed = False

    def by_id(self, break_id: str) -> LiveBreak:
        """The search of that id. Raises `UsageError` when it isn't known (any more)."""
        for search in itertools.chain(self.by_uri.values(), self._former):
            if search.id == break_id:
                return search
        raise UsageError("This search isn't known any more.", "Find a breaking input again.")

    def start(self, uri: str, path: Path, source: bytes, budget: Budget, seed: int, formats: dict[str, str],
              references: Sequence[str] | None) -> LiveBreak:
        """Starts a search; a running one on the document is stopped first, for which the new one waits as "preparing".

        `formats` and `references` are as in `BeginBreak`. Raises `Untrusted` or `SourceUnreadable`.
        """
        options = self._options()
        if not options.trusted:
            raise Untrusted
        current = source.decode("utf-8", "replace")
        source = pipeline.without_checkers(pipeline.read_solution(path, source))
        text = source.decode("utf-8", "replace")
        old = self.by_uri.get(uri)
        search = LiveBreak(new_id(path, source, seed), uri, path, text, LineTracker(text, current, plain_lines(path)),
                           seed)
        search.take(BreakStarted(str(path), budget))
        search.view = replace(search.view, state="preparing")
        self.by_uri[uri] = search
        begin = BeginBreak(str(path), source, budget, seed, options.settings, formats,
                           None if references is None else tuple(references))
        self._spawn(self._replace(old, search, begin))
        self._on_change(search)
        return search

    def stop(self, break_id: str) -> None:
        """Stops a search; nothing happens after its end. Raises `UsageError` for what isn't known."""
        search = self.by_id(break_id)
        if search.ended:
            return
        if search.supervised is not None and search.supervised.running:
            search.supervised.control(STOP)
        else:
            self._end(search, Ended("stopped", executions=search.view.executions, elapsed_s=search.view.elapsed_s))

    async def close(self) -> None:
        """Ends every worker. Idempotent."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        known = itertools.chain(self.by_uri.values(), self._former)
        workers = [each.supervised for each in known if each.supervised is not None]
        await asyncio.gather(*(worker.close() for worker in workers))

    async def _replace(self, old: LiveBreak | None, search: LiveBreak, begin: BeginBreak) -> None:
        if old is not None:
            self._former.append(old)
            if old.supervised is not None:
                old.supervised.control(STOP)
                await old.supervised.wait()
        if self.by_uri.get(search.uri) is search and not search.ended and not self._closed:
            search.supervised = Supervised(begin, lambda message: self._hear(search, message),
                                           supervisor.WORKER_COMMAND)
            search.supervised.start()

    def _hear(self, search: LiveBreak, message: Message | Died) -> None:
        match message:
            case BreakHappened():
                if not search.ended:
                    search.take(message.event)
            case InputHeld():
                search.hold(message.data)
                return
            case FormatRead():
                search.format = message.format
                return
            case Died():
                self._mourn(search, message)
        self._on_change(search)

    def _mourn(self, search: LiveBreak, died: Died) -> None:
        """A worker died: says so, and ends the search for good when it isn't begun anew."""
        if search.ended:
            return
        if died.restarting:
            search.take(Warned("worker-died", died.message, "The search began anew."))
            return
        self._end(search, Ended("failed", "worker-died", died.message, "What was found is kept. If the machine ran out"
                                " of memory, close something; then start the search again.",
                                executions=search.view.executions, elapsed_s=search.view.elapsed_s))

    def _end(self, search: LiveBreak, ended: Ended) -> None:
        search.take(ended)
        self._on_change(search)

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        """A task that is kept until it is done, and whose failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception())
