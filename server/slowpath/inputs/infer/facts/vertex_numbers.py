"""Whether the vertices of a graph are counted from 0 or from 1, where no bound of its edges' ends says it.

A statement tells it of the vertices ("numbered 0 to n-1"), samples by a 0 at either end of an edge: that the other ends
are larger there means nothing.
"""

from __future__ import annotations

import re

from slowpath.inputs.infer.reads.items import Item, Loop, Token
from slowpath.inputs.infer.structure.align import Site, Sites
from slowpath.inputs.infer.structure.roles import Edges
from slowpath.model.patterns import late_regex
from slowpath.statement.sentences.sentence import NOT_INPUT
from slowpath.statement.sentences.statement import Statement

_NUMBERED = (
    r"\b(?:number(?:ed|s)?|label(?:l?ed|s)?|index(?:ed|es)?|identified|identifiers?|ids?)\b"
    r"[^.;\d]{0,40}?"
)
_TO = r" ?(?:to|through|up to|and|,|-|\.\.+)"
_FROM_ZERO = late_regex(
    rf"{_NUMBERED}\b(?:0|zero)\b(?:{_TO}(?: ?(?P<last>\w+)(?P<less> ?- ?1\b)?)?|$)|"
    r"\b(?:0|zero)[ -](?:based|indexed)\b",
    re.I,
)
_FROM_ONE = late_regex(rf"{_NUMBERED}\b(?:1|one)\b{_TO} ?(?P<last>\w+)\b(?! ?[-+])", re.I)
_OTHERS = late_regex(
    r"\b(?:quer(?:y|ies)|edges?|roads?|pipes?|rows?|columns?|lines?|days?|tests?|cases?|positions?|"
    r"elements?|characters?|letters?|steps?|times?|seconds|minutes|hours|colou?rs?|types?|kinds?|"
    r"buses|compan(?:y|ies))\b[^.;]{0,20}$",
    re.I,
)
"""What is counted from 0 there isn't a vertex."""
_NEAR = 60
"""Characters before a number's first word in which what it numbers stands."""


def counted_from_zero(edges: Edges, items: tuple[Item, ...], sites: Sites, statement: Statement) -> bool:
    """Whether the vertices at the ends of edges are counted from 0; `sites` are those of the grammar `items`."""
    shown = _by_name(items, "", sites)
    seen = [shown[end] for end in edges.ends if end in shown]
    count = shown.get(edges.vertices)
    if (
        count is not None
        and count.highest is not None
        and any(site.highest is not None and site.highest >= count.highest for site in seen)
    ):
        return False
    texts = [sentence.text for sentence in statement.sentences if sentence.section not in NOT_INPUT]
    from_zero = [(text, match) for text in texts for match in _FROM_ZERO.finditer(text)]
    if any(match["last"] and not match["less"] and _is_last(match["last"], edges) for _, match in from_zero):
        return False  # 0 to n: one more than n.
    if any(site.lowest is not None and site.lowest <= 0 for site in seen):
        return True
    if any(_is_last(match["last"], edges) for text in texts for match in _FROM_ONE.finditer(text)):
        return False
    return any(_is_of_vertices(text, match, edges) for text, match in from_zero)


def _is_of_vertices(text: str, zero: re.Match[str], edges: Edges) -> bool:
    """Whether what a sentence counts from 0 is the vertices: nothing else is named, and the last, if said, is n-1."""
    last = zero["last"]
    is_said = last is not None and (len(last) == 1 or last.isdigit() or bool(zero["less"]))
    if is_said and not (zero["less"] and _is_last(last, edges)):
        return bool(last.isdigit() and int(last) == 1)  # "0, 1, ..., n-1"
    return not _OTHERS.search(text[max(0, zero.start() - _NEAR) : zero.start()])


def _is_last(name: str, edges: Edges) -> bool:
    return name.lower() == edges.vertices.lower()


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
