"""The scenarios whose anchors are nearest to a statement (STAB section 3.2, KNN over centroids).

The anchors of a scenario are embedded and averaged into one centroid; a statement belongs to the scenarios whose
centroids have the greatest cosine with it. The top two are kept, as in the paper, unless they
have nothing at all in common with the statement.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from slowpath.catalogue.embedding import Embedder, TfIdf, normalised
from slowpath.catalogue.scenario import Scenario, scenarios

NEIGHBOURS = 2


@dataclass(frozen=True)
class Neighbour:
    """A scenario with its centroid's cosine to the statement, and the anchor that is most like the statement."""

    scenario: Scenario
    similarity: float
    anchor: str


@dataclass(frozen=True)
class Centroids:
    """The centroids of all scenarios in the space of one embedder."""

    embedder: Embedder
    rows: np.ndarray
    anchors: tuple[np.ndarray, ...]

    def nearest(self, statement: str, most: int = NEIGHBOURS) -> tuple[Neighbour, ...]:
        """The `most` nearest scenarios, nearest first; none for a text without words."""
        if not statement.strip():
            return ()
        row = self.embedder.embed([statement])[0]
        cosines = self.rows @ row
        best = np.argsort(-cosines, kind="stable")[:most]
        return tuple(self._neighbour(int(place), float(cosines[place]), row) for place in best
                     if cosines[place] > 0)

    def _neighbour(self, place: int, similarity: float, row: np.ndarray) -> Neighbour:
        scenario = scenarios()[place]
        return Neighbour(scenario, similarity, scenario.anchors[int(np.argmax(self.anchors[place] @ row))])


_known: dict[str, Centroids] = {}
_lock = threading.Lock()


def centroids(embedder: Embedder | None = None) -> Centroids:
    """The centroids under an embedder (TF-IDF when None), made once in a process."""
    name = embedder.name if embedder else TfIdf.name
    with _lock:
        if name not in _known:
            _known[name] = _made(embedder or TfIdf([anchor for one in scenarios() for anchor in one.anchors]))
        return _known[name]


def _made(embedder: Embedder) -> Centroids:
    anchors = tuple(embedder.embed(scenario.anchors) for scenario in scenarios())
    return Centroids(embedder, normalised(np.stack([rows.mean(axis=0) for rows in anchors])), anchors)
