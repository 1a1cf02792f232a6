"""The searches for faster versions of this window's programs. Knows no editor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from slowpath.lsp.live_optimize import LiveOptimize
from slowpath.lsp.options import Options
from slowpath.lsp.searches import Searches, new_id
from slowpath.model.campaign import Budget
from slowpath.model.optimizing import OptimizeStarted, SlowEvidence
from slowpath.worker.messages import BeginOptimize, Message, OptimizeHappened

AGAIN = "Make the program faster again."
"""What to do where a search, or what it found, isn't known any more."""


@dataclass(frozen=True)
class Known:
    """Inputs of a program that searches before this one found: slow ones, slowest first, and those that break it."""

    slow: tuple[SlowEvidence, ...] = ()
    broken: tuple[bytes, ...] = ()


class Optimizations(Searches[LiveOptimize]):
    """All of them, at most one per document."""

    def __init__(self, on_change: Callable[[LiveOptimize], None], options: Callable[[], Options]) -> None:
        super().__init__(on_change, options, AGAIN)

    def start(
        self,
        uri: str,
        path: Path,
        source: bytes,
        budget: Budget,
        seed: int,
        formats: dict[str, str],
        known: Callable[[bytes], Known] = lambda _: Known(),
    ) -> LiveOptimize:
        """Starts a search; a running one on the document is stopped first, for which the new one waits as "preparing".

        Checkers are no part of the program that is made faster. `formats` are as in `BeginOptimize`. `known` gives what
        is known of that text; it's called in a thread. Raises `Untrusted` or `SourceUnreadable`.
        """
        plain, options = self._plain(path, source), self._options()
        search = LiveOptimize(new_id(path, plain, seed), uri, path, plain)
        search.take(OptimizeStarted(str(path), budget))

        def begin() -> BeginOptimize:
            inputs = known(plain)
            return BeginOptimize(
                str(path), plain, budget, seed, options.settings, formats, options.asking, inputs.slow, inputs.broken
            )

        self._begin(search, begin)
        return search

    def _happened(self, search: LiveOptimize, message: Message) -> bool:
        if isinstance(message, OptimizeHappened) and not search.ended:
            search.take(message.event)
        return True
