"""One search for a faster version as this window knows it: its view, its worker, and the bytes that it named."""

from __future__ import annotations

import sys
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import ClassVar

from slowpath import pipeline
from slowpath.errors import SlowpathError
from slowpath.lsp.live_search import LiveSearch
from slowpath.lsp.optimize_states import optimize_state
from slowpath.lsp.plain import solution
from slowpath.lsp.protocol import OPTIMIZE_CHANGED, OptimizeState
from slowpath.model.optimizing import OptimizeEvent, OptimizeView, fold_optimize
from slowpath.model.rewrite import ProvenRewrite


@dataclass(eq=False)
class LiveOptimize(LiveSearch):
    """`source` is the program's text that ran, without checkers. `stale` says that the document is another program by
    now."""

    changed: ClassVar[str] = OPTIMIZE_CHANGED
    most_held_bytes: ClassVar[int] = sys.maxsize

    source: bytes
    view: OptimizeView = field(default=OptimizeView(), kw_only=True)
    stale: bool = False

    @property
    def title(self) -> str:
        """See `LiveSearch.title`."""
        return f"Making {self.path.name} faster"

    @property
    def doing(self) -> str:
        """See `LiveSearch.doing`."""
        return self.view.phase or self.view.state

    @property
    def share(self) -> None:
        """How long a proof takes isn't known before."""
        return None

    @property
    def told(self) -> Hashable:
        """See `LiveSearch.told`."""
        return self.id, self.view.state

    @property
    def spent(self) -> tuple[int, float]:
        """Executions, which aren't counted, and seconds so far."""
        return 0, self.view.elapsed_s

    @property
    def best(self) -> ProvenRewrite | None:
        """The fastest version that is shown."""
        return max(self.view.shown, key=lambda shown: shown.speed.geomean, default=None)

    @property
    def state(self) -> OptimizeState:
        """As it crosses the wire."""
        state = optimize_state(self.view, self.id, self.uri, self.path, self.best, self.stale, self.asked)
        return replace(state, jail=self.jail)

    def take(self, event: OptimizeEvent) -> None:
        """Folds the next event."""
        self.view = fold_optimize(self.view, event)
        if isinstance(event, ProvenRewrite):
            self.hold(event.source)

    def is_about(self, text: str) -> bool:
        """Whether the text is the program that ran, but for checkers."""
        try:
            return pipeline.without_checkers(solution(self.path, text)) == self.source
        except SlowpathError:
            return False
