"""One campaign as this window knows it: its view, who runs it, and what it measured."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import ClassVar

from slowpath.errors import UsageError
from slowpath.lsp.asked_states import asked_state
from slowpath.lsp.evidence import PlacedConstraint, placed
from slowpath.lsp.live_search import LiveSearch
from slowpath.lsp.protocol import CAMPAIGN_CHANGED, CampaignState
from slowpath.lsp.states import campaign_state, constraint_rows, doubt_row, share_rows, spent_share
from slowpath.lsp.tracking import LineTracker
from slowpath.model.campaign import CampaignEvent
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import ConstraintState
from slowpath.model.contrast import Contrast, with_growth
from slowpath.model.figures import of_limit
from slowpath.model.reading import Difference
from slowpath.model.slow_input import SlowInput
from slowpath.model.validity import Doubt


@dataclass(eq=False)
class LiveCampaign(LiveSearch):
    """`source` is the program's text that ran. `sequence` is the last stored event that was folded. `owned` is
    false while another window runs it. `chosen` is a pair that the user asked to see instead of the mined one.
    `held` are inputs that the store couldn't take. `format_changed` says that the user saved the input format since.
    `aimed` is the constraint that it was started for, `dismissed` those that the user doesn't want to see: they belong
    to the document, whatever campaign is on it. `settled` are doubts, by kind, text and quote, that the user settled in
    the format since it began; `format_put` is the format's path and text where we changed it for this very search.
    `contested` are inputs of which the user is to say whether they are valid.
    """

    changed: ClassVar[str] = CAMPAIGN_CHANGED
    most_held_bytes: ClassVar[int] = 256 << 20

    source: str
    tracker: LineTracker
    view: CampaignView = field(default=CampaignView(), kw_only=True)
    sequence: int = 0
    owned: bool = True
    watching: asyncio.Task | None = None
    chosen: Contrast | None = None
    format_changed: bool = False
    aimed: str = ""
    dismissed: set[str] = field(default_factory=set)
    settled: set[tuple[str, str, str]] = field(default_factory=set)
    format_put: tuple[str, str] = ("", "")
    contested: tuple[Difference, ...] = ()

    def open_doubts(self) -> list[Doubt]:
        """The doubts that aren't settled."""
        return [doubt for doubt in self.view.doubts if (doubt.kind, doubt.text, doubt.quote) not in self.settled]

    @property
    def running(self) -> bool:
        """See `LiveSearch.running`: one that another window runs isn't."""
        return self.owned and super().running

    @property
    def title(self) -> str:
        """See `LiveSearch.title`."""
        return f"Slow inputs of {self.path.name}"

    @property
    def doing(self) -> str:
        """See `LiveSearch.doing`."""
        doing = "paused" if self.view.state == "paused" else self.view.phase or self.view.state
        return f"{doing}, slowest {self.best_text}" if self.best_text else doing

    @property
    def share(self) -> float:
        """See `LiveSearch.share`."""
        return spent_share(self.view)

    @property
    def told(self) -> Hashable:
        """See `LiveSearch.told`."""
        return self.id, self.view.state, self.view.code, self.best_text

    @property
    def remarked(self) -> Hashable:
        """See `LiveSearch.remarked`."""
        return self.id, self.ended, self.view.failed_samples, self.view.assumed, self.format_changed

    @property
    def contrast(self) -> Contrast | None:
        """The pair on show, its inputs by what they look like and its lines with their growth where that is known."""
        pair = self.chosen or self.view.contrast
        shapes = {slow.id: slow.shape for slow in self.view.slow_inputs}
        return (
            None
            if pair is None
            else replace(
                with_growth(pair, self.view.slow_inputs),
                slow_label=shapes.get(pair.slow_id) or pair.slow_label,
                fast_label=shapes.get(pair.fast_id) or pair.fast_label,
            )
        )

    @property
    def best(self) -> SlowInput | None:
        """The slowest input that is sure and not only large; else the largest, None before there was one."""
        return next(iter((*self.view.slow_for_their_size, *self.view.sure_inputs)), None)

    @property
    def best_text(self) -> str:
        """What the slowest input takes, "" before there was one: `1.20 s of 1 s`."""
        best = self.best
        return "" if best is None else of_limit(best.cost.cpu_s, self.view.limit_s, best.cost.at_least)

    @property
    def state(self) -> CampaignState:
        """As it crosses the wire."""
        return replace(
            campaign_state(self.view, self.id, self.uri, self.path, self.contrast, self.owned, self.format_changed),
            constraints=constraint_rows(self.view, self.tracker.lsp_line, self.dismissed, self.aimed),
            shares=share_rows(self.view),
            jail=self.jail,
            asked=asked_state(self.asked),
            doubts=[doubt_row(doubt) for doubt in self.open_doubts()],
            settling=bool(self.settled),
        )

    @property
    def placed(self) -> list[PlacedConstraint]:
        """The constraints that are shown, where their lines are now."""
        return placed(self.view.shown_constraints, self.tracker.lsp_line, self.dismissed)

    def constraint(self, constraint_id: str) -> ConstraintState:
        """What is known of one of its constraints. Raises `UsageError` for one that it hasn't."""
        for known in self.view.constraints:
            if known.constraint.id == constraint_id:
                return known
        raise UsageError("This constraint isn't known any more.", "Find slow inputs again.")

    def take(self, event: CampaignEvent) -> None:
        """Folds the next event."""
        self.view = fold(self.view, event)
