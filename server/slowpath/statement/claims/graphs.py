"""What a statement says of its graph: tree, connected, simple, directed, acyclic, bipartite, weighted.

Words are read whole ("directed" isn't in "undirected") and with what denies them: "may contain multiple edges",
"not necessarily connected".
"""

from __future__ import annotations

import re

from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import saying

_TRAITS = tuple(
    "simple no-loops connected reached directed ordered undirected acyclic orderable bipartite tree rooted".split()
)
_MAY_BE_DENIED = ("simple", "no-loops", "connected", "bipartite", "acyclic", "tree")


def graph_words(sentences: list[str]) -> dict[str, str]:
    """Trait -> the sentence that states it; what some sentence denies is left out."""
    made: dict[str, str] = {}
    for trait in _TRAITS:
        if trait in _MAY_BE_DENIED and any(saying(f"not {trait}").search(text) for text in sentences):
            continue
        said = next(
            (
                text
                for text in sentences
                for found in [saying(trait).search(text)]
                if found is not None
                and spoken(text[: found.start()], "whether", *(() if trait == "ordered" else ("called",))) is None
            ),
            None,
        )
        if said is not None:
            made[trait] = said
    before, orderable = made.pop("ordered", None), made.pop("orderable", None)
    if before is not None and orderable is not None:
        made.setdefault("acyclic", orderable)  # What comes before what, and an order exists.
    if before is not None and "acyclic" in made:
        made.setdefault("directed", before)
    if "undirected" in made:
        made.pop("directed", None)
    # Without directions, what can all be reached from one is connected.
    if (reached := made.pop("reached", None)) is not None and "directed" not in made:
        made.setdefault("connected", reached)
    return made


def graph_traits(sentences: list[str]) -> frozenset[str]:
    """The traits, in the words of `model.format.TRAITS`, that sentences state of a graph that isn't a tree."""
    said = set(graph_words(sentences))
    made = said & {"simple", "no-loops", "connected", "directed", "acyclic", "bipartite"}
    # A graph without multiple edges in programming contests has no loops either, unless it may have them.
    if "simple" in made and not any(saying("not no-loops").search(text) for text in sentences):
        made.add("no-loops")
    if "acyclic" in made and any(re.search(r"\bDAG\b", text) for text in sentences):
        made.add("directed")
    return frozenset(made)
