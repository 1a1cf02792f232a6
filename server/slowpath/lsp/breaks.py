"""The searches for breaking inputs of this window. Knows no editor.

Theory of operation. What the last search of a program found is kept on disk (`storage.kept_breaks`) as it is found, so
that nothing is lost when this process is killed: in a thread, one write after the other, and what changed while a write
waited for its turn is in it. It is shown again when the program is opened in another window or after a reload, as long
as its text is the one that was searched, and what it was judged by is the same. A search that came to its end without a
find forgets what was kept of the same text: the format or the references may have been wrong then.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from slowpath import pipeline
from slowpath.errors import SlowpathError, StoreUnwritable
from slowpath.lsp.live_break import LiveBreak
from slowpath.lsp.options import Options
from slowpath.lsp.plain import plain_lines, solution
from slowpath.lsp.searches import Searches, new_id
from slowpath.lsp.tracking import LineTracker
from slowpath.model.breaking import BreakFound, BreakStarted
from slowpath.model.campaign import Budget, Ended
from slowpath.storage.kept_breaks import KeptBreak, forget_break, keep_break, kept_break
from slowpath.worker.messages import BeginBreak, BreakHappened, FormatRead, Message

log = logging.getLogger(__name__)


class Breaks(Searches[LiveBreak]):
    """All of them, at most one per document."""

    def __init__(self, on_change: Callable[[LiveBreak], None], options: Callable[[], Options]) -> None:
        super().__init__(on_change, options, "Find a breaking input again.")
        self._disk = asyncio.Lock()
        self._writing: set[asyncio.Task] = set()
        self._waiting: set[LiveBreak] = set()

    def start(
        self,
        uri: str,
        path: Path,
        source: bytes,
        budget: Budget,
        seed: int,
        formats: dict[str, str],
        references: Sequence[str] | None,
        *,
        others: bool = False,
        compare: str = "",
    ) -> LiveBreak:
        """Starts a search; a running one on the document is stopped first, for which the new one waits as "preparing".

        `formats`, `references` and `compare` are as in `BeginBreak`. With `others` it looks for what is known of this
        very text no more. Raises `Untrusted` or `SourceUnreadable`.
        """
        current = source.decode("utf-8", "replace")
        source, options = self._plain(path, source), self._options()
        text = source.decode("utf-8", "replace")
        search = LiveBreak(
            new_id(path, source, seed),
            uri,
            path,
            text,
            LineTracker(text, current, plain_lines(path)),
            seed,
            references=None if references is None else tuple(references),
        )
        old = self.by_uri.get(uri)
        if others and old is not None and old.source == text:
            search.inherit(old)
        search.take(BreakStarted(str(path), budget))
        loop, known = asyncio.get_running_loop(), tuple(search.held[each.id] for each in search.earlier)

        def begin() -> BeginBreak:
            # What can't be read the worker says.
            with contextlib.suppress(SlowpathError):
                loop.call_soon_threadsafe(
                    setattr, search, "grounds", _grounds(path, source, search.references, formats)
                )
            return BeginBreak(
                str(path),
                source,
                budget,
                seed,
                options.settings,
                formats,
                search.references,
                options.asking,
                known,
                compare,
            )

        self._begin(search, begin)
        return search

    async def restore(self, uri: str, path: Path, current: str, formats: dict[str, str]) -> None:
        """Shows what was found in the text that is `current` before this server began, where nothing newer is known.
        `formats` are as in `start`."""
        if uri in self.by_uri or self._closed:
            return
        state_dir = Path(self._options().settings.state_dir)
        found = await asyncio.to_thread(_kept, path, current, formats, state_dir)
        if found is None or uri in self.by_uri or self._closed:
            return
        text = found.source.decode("utf-8", "replace")
        search = LiveBreak.restored(found, uri, LineTracker(text, current, plain_lines(path)))
        self.by_uri[uri] = search
        self._on_change(search)

    async def close(self) -> None:
        """See `Searches.close`. What was found by a search that still runs is kept, as of one that was stopped."""
        for search in list(self.by_uri.values()):
            if not search.ended and search.view.breaking is not None:
                self._keep(search)
        await asyncio.gather(*self._writing, return_exceptions=True)
        await super().close()

    def _happened(self, search: LiveBreak, message: Message) -> bool:
        match message:
            case BreakHappened():
                if not search.ended:
                    search.take(message.event)
                    if isinstance(message.event, BreakFound | Ended):
                        self._keep(search)
            case FormatRead():
                search.format = message.format
                return False
        return True

    def _end(self, search: LiveBreak, ended: Ended) -> None:
        super()._end(search, ended)
        self._keep(search)

    def _keep(self, search: LiveBreak) -> None:
        """Has what the search came to kept, as it is when its turn comes."""
        if search not in self._waiting:
            self._waiting.add(search)
            task = self._spawn(self._in_turn(search))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def _in_turn(self, search: LiveBreak) -> None:
        async with self._disk:
            self._waiting.discard(search)
            kept, state_dir = search.kept, Path(self._options().settings.state_dir)
            if kept is not None:
                await asyncio.to_thread(_write, kept, state_dir)
            elif search.view.state == "finished" and search.view.breaking is None and not search.earlier:
                await asyncio.to_thread(forget_break, search.path, search.program, state_dir)


def _write(kept: KeptBreak, state_dir: Path) -> None:
    """Blocks."""
    try:
        keep_break(kept, state_dir)
    except StoreUnwritable as error:
        log.warning("what breaks %s isn't kept: %s", kept.path, error)


def _kept(path: Path, current: str, formats: Mapping[str, str], state_dir: Path) -> KeptBreak | None:
    """What is kept of a program whose text is the current one but for checkers, where it's judged as it was. Blocks."""
    try:
        found = kept_break(path, state_dir)
        if found is None or pipeline.without_checkers(solution(path, current)) != found.source:
            return None
        return found if _grounds(path, found.source, found.references, formats) == found.grounds else None
    except SlowpathError:
        return None


def _grounds(path: Path, source: bytes, references: Sequence[str] | None, formats: Mapping[str, str]) -> str:
    """See `pipeline.grounds`. Blocks. Raises `SlowpathError` for what can't be read."""
    named = None if references is None else tuple(map(Path, references))
    return pipeline.grounds(pipeline.read_solution(path, source), named, formats)
