"""The searches for faster versions of this window's programs. Knows no editor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from slowpath import pipeline
from slowpath.lsp.campaigns import Untrusted, new_id
from slowpath.lsp.live_optimize import LiveOptimize
from slowpath.lsp.options import Options
from slowpath.lsp.searches import Searches
from slowpath.model.campaign import Budget
from slowpath.model.optimizing import OptimizeStarted
from slowpath.worker.messages import BeginOptimize, InputHeld, Message, OptimizeHappened


class Optimizations(Searches[LiveOptimize]):
    """All of them, at most one per document."""

    def __init__(self, on_change: Callable[[LiveOptimize], None], options: Callable[[], Options]) -> None:
        super().__init__(on_change, options, "Make the program faster again.")

    def start(self, uri: str, path: Path, source: bytes, budget: Budget, seed: int,
              formats: dict[str, str]) -> LiveOptimize:
        """Starts a search; a running one on the document is stopped first, for which the new one waits as "preparing".

        Checkers are no part of the program that is made faster. `formats` are as in `BeginOptimize`. Raises `Untrusted`
        or `SourceUnreadable`.
        """
        options = self._options()
        if not options.trusted:
            raise Untrusted
        plain = pipeline.without_checkers(pipeline.read_solution(path, source))
        search = LiveOptimize(new_id(path, plain, seed), uri, path, plain)
        search.take(OptimizeStarted(str(path), budget))
        search.view = replace(search.view, state="preparing")
        self._begin(search, BeginOptimize(str(path), plain, budget, seed, options.settings, formats))
        return search

    def _take(self, search: LiveOptimize, message: Message) -> bool:
        match message:
            case OptimizeHappened():
                if not search.ended:
                    search.take(message.event)
            case InputHeld():
                search.hold(message.data)
                return False
        return True
