"""Rows that a statement speaks of as edges, though the program doesn't read a graph from them: at most one of them
between two vertices, none from a vertex to itself.

Of rows with a graph's structure this is a trait (`meaning`).
"""

from __future__ import annotations

import re

from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.relations.resolvers.rows import EDGES, ends_of
from slowpath.inputs.layout import Place
from slowpath.model.expression import Expr
from slowpath.model.format import Evidence, IntType, Records, Relation, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.graphs import graph_words
from slowpath.statement.claims.said_distinct import rows_differ
from slowpath.statement.claims.scope import is_about_input
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.sentences.statement import Sentence

_PAIRS = late_regex(r"(?P<n>\w+)\*\((?P=n)-1\)//2")
_NOT_SO = ("conditional", "whether", "chosen", "asked")
_JOINS = late_regex(r"\b(?:connect|join|link)\w*\b|\bbetween\b", re.I)
_DENIES = late_regex(r"\b(?:no|not|never|nor|none|without)\b|n't\b", re.I)


def distinct_ends(gathered: Gathered) -> None:
    """Gathers what is said of the only block whose rows may be edges, by their first two values."""
    if any(rows.structure in EDGES for rows in gathered.rows()):
        return  # Then these are meant.
    for rows in gathered.rows():
        _all_pairs(rows, gathered)
    fit = [ends for rows in gathered.rows() if (ends := ends_of(rows)) and _name_things(gathered.places[ends[1]])]
    told = {one.text: one for one in gathered.sentences if _is_told(one)} if len(fit) == 1 else {}
    words = graph_words(list(told))
    one, other = map(Expr, fit[0]) if told else (Expr("0"), Expr("0"))
    if "simple" in words:
        sentence = told[words["simple"]]
        if rows_differ(sentence) is None or _JOINS.search(sentence.text):
            kind = "key" if "directed" in words else "pair"
            gathered.add(Relation(kind, one, "", one, (one, other)), sentence)
    if _DENIES.search(words.get("no-loops", "")):
        gathered.add(Relation("compare", one, "!=", other), told[words["no-loops"]])


def _all_pairs(rows: Records, gathered: Gathered) -> None:
    """Gathers that each pair is there once where there are n*(n-1)/2 lines, each about two of n things."""
    counted = _PAIRS.fullmatch(rows.count.text)
    ends = ends_of(rows) if counted is not None else None
    one = gathered.places[ends[0]].item if ends is not None else None
    if counted is None or ends is None or not isinstance(of := getattr(one, "type", None), IntType):
        return
    if (of.lo.text, of.hi.text) in (("1", counted["n"]), ("0", f"{counted['n']}-1")):
        ground = Evidence(ends[0], f"{rows.count} lines are the pairs of {counted['n']} things", "reads", "", 0, 0.7)
        first, second = map(Expr, ends)
        gathered.add(Relation("compare", first, "!=", second), ground)
        gathered.add(Relation("pair", first, "", first, (first, second)), ground)


def _name_things(place: Place) -> bool:
    """Whether values may be what stands at an end: words, or numbers up to one that was read."""
    of = getattr(place.item, "type", None)
    return isinstance(of, WordType) or (isinstance(of, IntType) and bool(of.hi.names))


def _is_told(sentence: Sentence) -> bool:
    return is_about_input(sentence) and not spoken(sentence.text, *_NOT_SO)
