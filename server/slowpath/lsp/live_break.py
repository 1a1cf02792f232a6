"""One search for a breaking input as this window knows it: its view, its worker, and the bytes that it named."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from slowpath.lsp import words
from slowpath.lsp.break_states import break_state
from slowpath.lsp.live_search import LiveSearch
from slowpath.lsp.protocol import BREAK_CHANGED, BreakState
from slowpath.lsp.states import spent_share
from slowpath.lsp.tracking import LineTracker
from slowpath.model.breaking import BreakEvent, BreakingInput, BreakView, fold_break
from slowpath.model.campaign import Ended
from slowpath.model.format import InputFormat
from slowpath.storage.kept_breaks import KeptBreak

MOST_KEPT_BYTES = 16 << 20
MOST_EARLIER = 20


@dataclass(eq=False)
class LiveBreak(LiveSearch):
    """`source` is the program's text that ran, `format` what its inputs were taken for, once that is known. `found` are
    all breaking inputs by their ids, in order: what is minimised later doesn't make the first one unreadable. `earlier`
    are what searches of the same text before this one came to, newest first. `references` and `grounds` are as in
    `KeptBreak`."""

    changed: ClassVar[str] = BREAK_CHANGED
    most_held_bytes: ClassVar[int] = 64 << 20

    source: str
    tracker: LineTracker
    seed: int = 0
    view: BreakView = field(default=BreakView(), kw_only=True)
    format: InputFormat | None = None
    found: dict[str, BreakingInput] = field(default_factory=dict)
    earlier: tuple[BreakingInput, ...] = ()
    references: tuple[str, ...] | None = None
    grounds: str = ""

    @classmethod
    def restored(cls, kept: KeptBreak, uri: str, tracker: LineTracker) -> LiveBreak:
        """A search that is over, as it was kept."""
        shown = [*kept.earlier, *([kept.view.breaking] if kept.view.breaking is not None else [])]
        return cls(
            kept.id,
            uri,
            Path(kept.path),
            kept.source.decode("utf-8", "replace"),
            tracker,
            kept.seed,
            kept.format,
            {each.id: each for each in shown},
            kept.earlier,
            kept.references,
            kept.grounds,
            view=kept.view,
            held=dict(kept.held),
            asked=list(kept.asked),
        )

    @property
    def kept(self) -> KeptBreak | None:
        """What is kept of it: what is on show, with its bytes; of earlier finds those that don't make it too much. One
        that isn't over is kept as one that was stopped. None where there is nothing to keep, or what was found is too
        large by itself."""
        breaking, held = self.view.breaking, self._named(self.view.breaking)
        earlier: list[BreakingInput] = []
        for each in self.earlier:
            more = {**held, **self._named(each)}
            if sum(map(len, more.values())) <= MOST_KEPT_BYTES:
                earlier.append(each)
                held = more
        if sum(map(len, held.values())) > MOST_KEPT_BYTES or not (breaking or earlier):
            return None
        view = self.view if self.ended else fold_break(self.view, Ended("stopped", "", "", "", *self.spent))
        return KeptBreak(
            self.id,
            str(self.path),
            self.program,
            self.seed,
            view,
            self.format,
            tuple(earlier),
            held,
            tuple(self.asked),
            self.references,
            self.grounds,
        )

    @property
    def program(self) -> bytes:
        """The text that ran, as bytes."""
        return self.source.encode("utf-8", "replace")

    def inherit(self, old: LiveBreak) -> None:
        """Takes what another search of the same text came to, for what isn't to be found once more."""
        found = old.view.breaking
        known = [*([found] if found is not None and found.is_sure else []), *old.earlier]
        self.earlier = tuple(each for each in known if each.id in old.held)[:MOST_EARLIER]
        for each in self.earlier:
            self.found[each.id] = each
            self.held.update(old._named(each))

    @property
    def title(self) -> str:
        """See `LiveSearch.title`."""
        return f"Breaking {self.path.name}"

    @property
    def doing(self) -> str:
        """See `LiveSearch.doing`."""
        view = self.view
        found = view.breaking.failing.value if view.breaking is not None and view.breaking.is_sure else ""
        runs = f"{words.count(view.executions)} runs" if view.executions else ""
        return ", ".join(part for part in (view.phase or view.state, runs, found) if part)

    @property
    def share(self) -> float:
        """See `LiveSearch.share`."""
        return spent_share(self.view)

    @property
    def told(self) -> Hashable:
        """See `LiveSearch.told`."""
        return self.id, self.view.state, self.view.breaking

    @property
    def remarked(self) -> Hashable:
        """See `LiveSearch.remarked`."""
        return self.id, self.ended, self.view.breaking

    @property
    def state(self) -> BreakState:
        """As it crosses the wire."""
        state = break_state(
            self.view, self.id, self.uri, self.path, self.seed, self.tracker, self.held, self.asked, self.earlier
        )
        return replace(state, jail=self.jail)

    def take(self, event: BreakEvent) -> None:
        """Folds the next event."""
        self.view = fold_break(self.view, event)
        if self.view.breaking is not None:
            self.found[self.view.breaking.id] = self.view.breaking

    def _named(self, found: BreakingInput | None) -> dict[str, bytes]:
        """The bytes of an input and of what belongs to it, as far as they are held."""
        names = found.named if found is not None else ()
        return {name: self.held[name] for name in names if name in self.held}

    @property
    def on_show(self) -> set[str]:
        """The ids of what is on show, and of what came last: events will name it."""
        shown = [*self.earlier, *([self.view.breaking] if self.view.breaking is not None else [])]
        named = {name for each in shown for name in each.named}
        return named | {next(reversed(self.held), "")}
