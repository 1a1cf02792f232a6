"""What ranks constructions: the words of cues, and the constructions that selected implementations call for."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.analysis.cues import Cues
from slowpath.catalogue.selection import Selection

MOST_REASONS = 2


@dataclass(frozen=True)
class Hints:
    """`words` are looked for in what constructions are against. `cued` are the names of constructions that answer the
    source's cues, the surest first; `suggested` those of scenarios that only the statement speaks for. `reasons` says
    of a name why it's here."""

    words: tuple[str, ...] = ()
    cued: tuple[str, ...] = ()
    suggested: frozenset[str] = frozenset()
    reasons: dict[str, tuple[str, ...]] = field(default_factory=dict)


NO_HINTS = Hints()


def hints_of(seen: Cues, selections: tuple[Selection, ...]) -> Hints:
    """The hints of a source's cues and of the scenarios selected for it.

    Constructions of cued implementations are taken by turns, the first of each, then the second: an implementation
    that isn't the culprit costs the others one place a round.
    """
    cued = [one.constructions for selection in selections if selection.is_cued for one in selection.implementations]
    longest = max(map(len, cued), default=0)
    names = tuple(dict.fromkeys(names[place] for place in range(longest) for names in cued if place < len(names)))
    suggested = {name for selection in selections if not selection.is_cued for name in selection.constructions}
    reasons = {
        name: tuple(str(reason) for reason in selection.reasons[:MOST_REASONS])
        for selection in reversed(selections)
        for name in selection.constructions
    }
    return Hints(seen.words, names, frozenset(suggested.difference(names)), reasons)
