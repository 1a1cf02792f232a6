"""Which scenarios a problem and a program belong to, and why (STAB section 3.2, scenario selection).

Three witnesses: keywords in the statement, the neighbourhood of the statement among the anchors, and, beyond the
paper, cues in the source, which know the implementation and not just the family. A selection only ranks: what isn't
selected is tried later, not never.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from slowpath.analysis.cues import Cues, cues
from slowpath.catalogue.embedding import Embedder
from slowpath.catalogue.keywords import keyword_hits
from slowpath.catalogue.neighbours import centroids
from slowpath.catalogue.scenario import Implementation, Scenario, scenarios
from slowpath.model.format import InputFormat, Records
from slowpath.model.nodes import all_items

CUE_WEIGHT = 3.0
KEYWORD_WEIGHT = 1.0
NEIGHBOUR_WEIGHT = 4.0
MOST_COUNTED = 3
NEAR = 0.25
"""A statement whose cosine to a scenario's centroid is less than this hardly resembles it: that ranks what is tried,
and is nothing to tell anyone."""


@dataclass(frozen=True)
class Reason:
    """Why a scenario was selected. `kind` is "keyword", "cue" or "neighbour".

    `text` is the keyword, the cue's id or the anchor; `quote` the sentence or the source line and `line` its 1-based
    number (0 for a neighbour), `similarity` the cosine (0 for the others).
    """

    kind: str
    text: str
    quote: str = ""
    line: int = 0
    similarity: float = 0.0

    def __str__(self) -> str:
        if self.kind == "neighbour":
            return f'like "{self.text}" (cosine {self.similarity:.2f})'
        return f"{self.kind} {self.text}, line {self.line}: {self.quote}"


@dataclass(frozen=True)
class Selection:
    """A scenario that the problem or program seems to belong to, with its grounds.

    `implementations` are those that the source's cues name; all of the scenario where they name none.
    """

    scenario: Scenario
    implementations: tuple[Implementation, ...]
    reasons: tuple[Reason, ...]
    score: float

    @property
    def is_cued(self) -> bool:
        """Whether the source itself shows the implementations."""
        return any(reason.kind == "cue" for reason in self.reasons)

    @property
    def principles(self) -> tuple[str, ...]:
        """How slow inputs for the implementations are made."""
        return tuple(implementation.principle for implementation in self.implementations)

    @property
    def constructions(self) -> tuple[str, ...]:
        """The names of the constructions that emit the principles, in order, each once."""
        return tuple(dict.fromkeys(name for one in self.implementations for name in one.constructions))


def select(
    statement: str, source: bytes = b"", language: str = "", embedder: Embedder | None = None
) -> tuple[Selection, ...]:
    """The scenarios for which something speaks, best first. Never raises for odd text; about 10 ms."""
    seen = cues(source, language) if source else Cues()
    rows = source.decode("utf-8", "replace").splitlines()
    near = {neighbour.scenario.id: neighbour for neighbour in centroids(embedder).nearest(statement)}
    made = []
    for scenario in scenarios():
        hits = keyword_hits(statement, scenario.keywords)
        by_cue = {cue for one in scenario.implementations for cue in one.cues if cue in seen.names}
        reasons = [
            Reason("cue", cue.name, _row(rows, cue.lines[0]), cue.lines[0]) for cue in seen.found if cue.name in by_cue
        ]
        reasons += [Reason("keyword", hit.keyword, hit.sentence, hit.line) for hit in hits]
        score = sum(CUE_WEIGHT / _users(cue) for cue in by_cue) + KEYWORD_WEIGHT * min(len(hits), MOST_COUNTED)
        if scenario.id in near:
            neighbour = near[scenario.id]
            reasons.append(Reason("neighbour", neighbour.anchor, similarity=neighbour.similarity))
            score += NEIGHBOUR_WEIGHT * neighbour.similarity
        if reasons:
            named = tuple(one for one in scenario.implementations if by_cue.intersection(one.cues))
            made.append(Selection(scenario, named or scenario.implementations, tuple(reasons), score))
    return tuple(sorted(made, key=lambda selection: (-selection.score, selection.scenario.id)))


def worth_telling(selections: Sequence[Selection], fmt: InputFormat | None) -> tuple[Selection, ...]:
    """The selections that may be told to someone who writes inputs for a format: what the source shows, and of the
    others those that more speaks for than a distant likeness, and that its edges can be."""
    is_tree = fmt is not None and {"tree"} == {
        item.structure
        for _, item in all_items(fmt.nodes)
        if isinstance(item, Records) and item.structure in ("tree", "graph")
    }
    return tuple(
        each
        for each in selections
        if each.is_cued
        or (
            not (each.scenario.needs_cycles and is_tree)
            and any(reason.kind != "neighbour" or reason.similarity >= NEAR for reason in each.reasons)
        )
    )


@lru_cache(maxsize=256)
def _users(cue: str) -> int:
    """How many scenarios name the cue: what speaks for many says little of each."""
    return sum(any(cue in one.cues for one in scenario.implementations) for scenario in scenarios())


def _row(rows: list[str], line: int) -> str:
    return rows[line - 1].strip()[:160] if 0 < line <= len(rows) else ""
