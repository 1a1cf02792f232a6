"""Searches of one kind: started, stopped, their workers heard. Knows no editor.

Theory of operation. There is at most one search of the kind per document, with a worker of its own
(`worker.supervisor`) whose messages are folded into its view. What was found lives as long as this server, the last few
searches of each document with it, so that what was opened of them can still be read. Everything runs on the server's
loop.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from slowpath import pipeline
from slowpath.errors import SlowpathError, UsageError
from slowpath.lsp.live_search import LiveSearch
from slowpath.lsp.options import Options
from slowpath.lsp.protocol import JailState
from slowpath.lsp.relaying import Relaying
from slowpath.model.campaign import Ended, Warned
from slowpath.model.relay import ModelQuestion, QuestionWithdrawn
from slowpath.worker import supervisor
from slowpath.worker.messages import STOP, AnyBegin, InputHeld, Message, ModelReplied
from slowpath.worker.supervisor import Died, Supervised

log = logging.getLogger(__name__)

MOST_FORMER = 8


class Untrusted(SlowpathError):
    """The workspace isn't trusted: nothing may be compiled or run."""

    code = "untrusted"

    def __init__(self) -> None:
        super().__init__(
            "The folder isn't trusted, so nothing is compiled or run.", "Trust the workspace, then try again."
        )


L = TypeVar("L", bound=LiveSearch)


class Searches(ABC, Generic[L]):
    """All searches of one kind of this window. `on_change(search)` is called after every change of one's view.

    `options` gives what the editor decided, as it is now; `again` says what to do about a search that isn't known.
    `relaying` passes on what workers ask the editor's own models.
    """

    restarted = "The search began anew."
    """What became of a search whose worker died once."""

    def __init__(self, on_change: Callable[[L], None], options: Callable[[], Options], again: str) -> None:
        self.by_uri: dict[str, L] = {}
        self._former: deque[L] = deque(maxlen=MOST_FORMER)
        self._options = options
        self._again = again
        self._on_change = on_change
        self._tasks: set[asyncio.Task] = set()
        self._closed = False
        self.relaying: Relaying | None = None

    @abstractmethod
    def _happened(self, search: L, message: Message) -> bool:
        """Takes what only a worker of the kind says; whether that changed what is shown."""

    def by_id(self, search_id: str) -> L:
        """The search of that id. Raises `UsageError` when it isn't known (any more)."""
        for search in itertools.chain(self.by_uri.values(), self._former):
            if search.id == search_id:
                return search
        raise UsageError("This search isn't known any more.", self._again)

    def bytes_of(self, search_id: str, data_id: str) -> bytes:
        """Bytes that a search's events name. Raises `UsageError` when they aren't there (any more)."""
        data = self.by_id(search_id).held.get(data_id)
        if data is None:
            raise UsageError("This isn't kept any more.", self._again)
        return data

    def stop(self, search_id: str) -> None:
        """Stops a search; nothing happens after its end. Raises `UsageError` for what isn't known."""
        search = self.by_id(search_id)
        if search.ended:
            return
        self._steer(search, STOP)

    def _steer(self, search: L, action: str) -> None:
        """Has a search that isn't over do what the user wants; one without a worker can only be stopped."""
        if search.supervised is not None and search.supervised.running:
            search.supervised.control(action)
        elif action == STOP:
            self._end(search, Ended("stopped", "", "", "", *search.spent))

    async def close(self) -> None:
        """Ends every worker. Idempotent."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        known = itertools.chain(self.by_uri.values(), self._former)
        workers = [each.supervised for each in known if each.supervised is not None]
        await asyncio.gather(*(worker.close() for worker in workers))

    def _plain(self, path: Path, source: bytes) -> bytes:
        """The text that is to run: the user's own program, without our checkers. Raises `Untrusted` where nothing may
        run, and `SourceUnreadable`."""
        if not self._options().trusted:
            raise Untrusted
        return pipeline.without_checkers(pipeline.read_solution(path, source))

    def _begin(self, search: L, begin: Callable[[], AnyBegin]) -> None:
        """Puts the search in the place of that on the same document, and starts its worker when that has stopped.
        It is shown as "preparing" until then. `begin` is called in a thread: it may read the disk."""
        search.view = replace(search.view, state="preparing")
        old = self.by_uri.get(search.uri)
        self.by_uri[search.uri] = search
        self._spawn(self._replace(old, search, begin))
        self._on_change(search)

    async def _replace(self, old: L | None, search: L, begin: Callable[[], AnyBegin]) -> None:
        if old is not None:
            await self._retire(old)
        try:
            first = await asyncio.to_thread(begin)
            search.jail = JailState(*await asyncio.to_thread(pipeline.jail_in_force, self._options().settings))
        except Exception as error:
            if not search.ended:
                executions, elapsed_s = search.spent
                self._end(search, pipeline.failure(error, elapsed_s, "Reading what is known", executions))
            raise
        if self.by_uri.get(search.uri) is search and not search.ended:
            self._run(search, first)
            self._on_change(search)

    async def _retire(self, old: L) -> None:
        """Stops a search that another one replaces, and waits for its worker to be gone."""
        self._former.append(old)
        # It may itself be waiting for another one.
        for former in [each.supervised for each in self._former if each.uri == old.uri]:
            if former is not None and former.running:
                former.control(STOP)
                await former.wait()

    def _run(self, search: L, first: AnyBegin) -> None:
        if not self._closed:
            search.supervised = Supervised(
                first, lambda message: self._hear(search, message), supervisor.WORKER_COMMAND
            )
            search.supervised.start()

    def _hear(self, search: L, message: Message | Died) -> None:
        if isinstance(message, Died):
            self._mourn(search, message)
            self._on_change(search)
        elif self._take(search, message):
            self._on_change(search)
        # A worker that is ended while it waits for a reply says its last word, but withdraws nothing.
        if self.relaying is not None and search.supervised is not None and (isinstance(message, Died) or search.ended):
            self.relaying.forget(search.supervised)

    def _take(self, search: L, message: Message) -> bool:
        """Takes what a worker says; whether that changed what is shown."""
        match message:
            case InputHeld():
                search.hold(message.data)
                return False
            case ModelReplied():
                search.hear(message.asked)
                return True
            case ModelQuestion() | QuestionWithdrawn():
                if self.relaying is not None and search.supervised is not None:
                    self.relaying.pass_on(search.supervised, message)
                return False
        return self._happened(search, message)

    def _mourn(self, search: L, died: Died) -> None:
        """A worker died: says so, and ends the search for good when it isn't begun anew."""
        if search.ended:
            return
        if died.restarting:
            search.take(Warned("worker-died", died.message, self.restarted))
            return
        self._end(
            search,
            Ended(
                "failed",
                "worker-died",
                died.message,
                "What was found is kept. If the machine ran out"
                " of memory, close something; then start the search again.",
                *search.spent,
            ),
        )

    def _end(self, search: L, ended: Ended) -> None:
        search.take(ended)
        self._on_change(search)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task:
        """A task that is kept until it is done, and whose failure is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception())


def new_id(path: Path, source: bytes, seed: int) -> str:
    """A new search's id, from its program and the time."""
    parts = (str(path).encode(), source, str(seed).encode(), str(time.time_ns()).encode())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]
