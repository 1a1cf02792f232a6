"""Whether the vertices of a graph are counted from 0 or from 1, where no bound of its edges' ends says it.

A statement tells it of the vertices ("numbered 0 to n-1"), samples by a 0 at either end of an edge: that the other ends
are larger there means nothing.
"""

from __future__ import annotations

import re

from slowpath.inputs.infer.align import Site, Sites
from slowpath.inputs.infer.reads import Item, Loop, Token
from slowpath.inputs.infer.roles import Edges
from slowpath.inputs.infer.statement import Statement

_FROM_ZERO = re.compile(
    r"\b(?:number(?:ed|s)?|label(?:l?ed|s)?|index(?:ed|es)?|identified|identifiers?|ids?)\b[^.;]{0,40}?(?:\b0|\bzero)"
    r"(?: ?(?:to|through|up to|and|,|-|\.\.+)|$)|\b(?:0|zero)[ -](?:based|indexed)\b", re.I)
_OTHERS = re.compile(r"\b(?:quer(?:y|ies)|edges?|roads?|pipes?|rows?|columns?|lines?|days?|tests?|cases?|positions?|"
                     r"elements?|characters?|letters?)\b[^.;,]{0,20}$", re.I)
"""What is counted from 0 there isn't a vertex."""


def counted_from_zero(edges: Edges, items: tuple[Item, ...], sites: Sites, statement: Statement) -> bool:
    """Whether the vertices at the ends of edges are counted from 0; `sites` are those of the grammar `items`."""
    shown = _by_name(items, "", sites)
    seen = [shown[end] for end in edges.ends if end in shown]
    if any(site.lowest is not None and site.lowest <= 0 for site in seen):
        return True
    count = shown.get(edges.vertices)
    if count is not None and count.highest is not None and any(
            site.highest is not None and site.highest >= count.highest for site in seen):
        return False
    texts = [sentence.text for sentence in statement.sentences if sentence.section not in ("output", "examples")]
    found = [(text, match) for text in texts for match in _FROM_ZERO.finditer(text)]
    return any(not _OTHERS.search(text[:match.start()]) for text, match in found)


def _by_name(items: tuple[Item, ...], path: str, sites: Sites) -> dict[str, Site]:
    """What was seen of each number, by its name."""
    made: dict[str, Site] = {}
    for index, item in enumerate(items):
        where = f"{path}.{index}"
        if isinstance(item, Loop):
            made |= _by_name(item.body, where, sites)
        elif isinstance(item, Token) and where in sites:
            made[item.key] = sites[where]
    return made
