"""One search for a faster version as this window knows it: its view, its worker, and the bytes that it named."""

from __future__ import annotations

from dataclasses import dataclass, replace

from slowpath import pipeline
from slowpath.errors import SlowpathError
from slowpath.lsp.live_search import LiveSearch
from slowpath.lsp.optimize_states import optimize_state
from slowpath.lsp.plain import solution
from slowpath.lsp.protocol import OptimizeState
from slowpath.model.optimizing import OptimizeEvent, OptimizeView, fold_optimize
from slowpath.model.origin import input_id
from slowpath.model.rewrite import ProvenRewrite


@dataclass(eq=False)
class LiveOptimize(LiveSearch):
    """`source` is the program's text that ran, without checkers. `stale` says that the document is another program by
    now."""

    source: bytes
    view: OptimizeView = OptimizeView()
    stale: bool = False

    @property
    def outcome(self) -> str:
        """See `LiveSearch.outcome`."""
        return self.view.state

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

    def hold(self, data: bytes) -> None:
        """Keeps bytes that events name."""
        self.held[input_id(data)] = data

    def is_about(self, text: str) -> bool:
        """Whether the text is the program that ran, but for checkers."""
        try:
            return pipeline.without_checkers(solution(self.path, text)) == self.source
        except SlowpathError:
            return False
