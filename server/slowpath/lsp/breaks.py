"""The searches for breaking inputs of this window. Knows no editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.lsp.campaigns import Untrusted, new_id
from slowpath.lsp.live_break import LiveBreak
from slowpath.lsp.options import Options
from slowpath.lsp.plain import plain_lines
from slowpath.lsp.searches import Searches
from slowpath.lsp.tracking import LineTracker
from slowpath.model.breaking import BreakStarted
from slowpath.model.campaign import Budget
from slowpath.worker.messages import BeginBreak, BreakHappened, FormatRead, InputHeld, Message


class Breaks(Searches[LiveBreak]):
    """All of them, at most one per document."""

    def __init__(self, on_change: Callable[[LiveBreak], None], options: Callable[[], Options]) -> None:
        super().__init__(on_change, options, "Find a breaking input again.")

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
        search = LiveBreak(new_id(path, source, seed), uri, path, text, LineTracker(text, current, plain_lines(path)),
                           seed)
        search.take(BreakStarted(str(path), budget))
        search.view = replace(search.view, state="preparing")
        self._begin(search, BeginBreak(str(path), source, budget, seed, options.settings, formats,
                                       None if references is None else tuple(references)))
        return search

    def _take(self, search: LiveBreak, message: Message) -> bool:
        match message:
            case BreakHappened():
                if not search.ended:
                    search.take(message.event)
            case InputHeld():
                search.hold(message.data)
                return False
            case FormatRead():
                search.format = message.format
                return False
        return True
