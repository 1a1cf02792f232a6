"""The scenarios whose anchors are nearest to a statement (STAB section 3.2, KNN over centroids).

The anchors of a scenario are embedded and averaged into one centroid; a statement belongs to the scenarios whose
centroids have the greatest cosine with it. The top two are kept, as in the paper, unless they have nothing at
all in common with the statement. Centroids of an embedder that is slow are kept as data beside the
anchors, with the digest of the anchors that they were made of: others are never used.
"""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np

from slowpath.catalogue.embedding import Embedder, TfIdf, normalised
from slowpath.catalogue.minilm import installed_embedder
from slowpath.catalogue.scenario import Scenario, scenarios

NEIGHBOURS = 2


@dataclass(frozen=True)
class Neighbour:
    """A scenario with its centroid's cosine to the statement, and the anchor that shares most words with it."""

    scenario: Scenario
    similarity: float
    anchor: str


@dataclass(frozen=True)
class Centroids:
    """The centroids of all scenarios in the space of one embedder, one row each."""

    embedder: Embedder
    rows: np.ndarray

    def nearest(self, statement: str, most: int = NEIGHBOURS) -> tuple[Neighbour, ...]:
        """The `most` nearest scenarios, nearest first; none for a text without words."""
        if not statement.strip():
            return ()
        cosines = self.rows @ self.embedder.embed([statement])[0]
        best = np.argsort(-cosines, kind="stable")[:most]
        return tuple(
            Neighbour(scenarios()[place], float(cosines[place]), _likest(scenarios()[place], statement))
            for place in best
            if cosines[place] > 0
        )


_known: dict[str, Centroids] = {}
_lock = threading.Lock()


@lru_cache(maxsize=1)
def default_embedder() -> Embedder:
    """MiniLM where its package is installed, else TF-IDF; the same object each time."""
    return installed_embedder() or plain_embedder()


@lru_cache(maxsize=1)
def plain_embedder() -> Embedder:
    """TF-IDF over all anchors."""
    return TfIdf([anchor for scenario in scenarios() for anchor in scenario.anchors])


def centroids(embedder: Embedder | None = None) -> Centroids:
    """The centroids under an embedder (the default one when None), made or read once in a process."""
    embedder = embedder or default_embedder()
    with _lock:
        if embedder.name not in _known:
            kept = kept_centroids(embedder.name)
            _known[embedder.name] = Centroids(embedder, kept if kept is not None else made_centroids(embedder))
        return _known[embedder.name]


def made_centroids(embedder: Embedder) -> np.ndarray:
    """The mean of each scenario's embedded anchors, of length 1."""
    return normalised(np.stack([embedder.embed(scenario.anchors).mean(axis=0) for scenario in scenarios()]))


def kept_centroids(name: str) -> np.ndarray | None:
    """The centroids kept as data for the embedder of that name; None where there are none for these anchors."""
    file = resources.files("slowpath.catalogue").joinpath("scenarios").joinpath(f"{name}.json")
    if not file.is_file():
        return None
    kept = json.loads(file.read_text(encoding="utf-8"))
    if kept["anchors"] != anchors_digest():
        return None
    rows = np.frombuffer(base64.b64decode(kept["centroids"]), dtype="<f2").astype(np.float64)
    return normalised(rows.reshape(len(scenarios()), -1))


def as_kept(rows: np.ndarray) -> str:
    """The text of the file that `kept_centroids` reads."""
    data = base64.b64encode(rows.astype("<f2").tobytes()).decode("ascii")
    return json.dumps({"anchors": anchors_digest(), "centroids": data}, indent=1) + "\n"


def anchors_digest() -> str:
    """What the centroids depend on: scenarios and anchors, in order."""
    told = json.dumps([[scenario.id, *scenario.anchors] for scenario in scenarios()], ensure_ascii=False)
    return hashlib.sha256(told.encode("utf-8")).hexdigest()


def _likest(scenario: Scenario, statement: str) -> str:
    """The anchor that explains the neighbourhood to a reader, by words and hence fast under any embedder."""
    rows = plain_embedder().embed([statement, *scenario.anchors])
    return scenario.anchors[int(np.argmax(rows[1:] @ rows[0]))]
