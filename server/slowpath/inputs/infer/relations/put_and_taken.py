"""Queries that put something somewhere and take it from there: "- x: remove x, it is guaranteed to be in the
multiset", "the road was closed before".

Only where the statement promises it in the words about one kind, and says of each kind what it does: one puts, one
takes, all others only ask. What is there at first the samples decide; where the input itself may say it, or where
several ways of reading fit, nothing is understood.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.structure.query_kinds import told_of_kinds
from slowpath.inputs.layout import Place
from slowpath.inputs.relation_kinds.put_and_taken import present
from slowpath.inputs.validating.validate import violations
from slowpath.model.expression import Expr
from slowpath.model.format import Array, InputFormat, IntType, Matrix, Relation, Scalar, Tagged, WordType
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.modality import Modality, modality_of
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence

_BY_PLACE = late_regex(r"\b[a-z](?:-| )?th\b|\bindex\b|\bnumber of the\b|\bposition\b", re.I)
"""What is taken by its place rather than by its value."""
_SEVERAL_TIMES = late_regex(r"\bmulti-?set|\bbag\b|\boccurrence|\bcop(?:y|ies)\b|\bone of (?:them|these)\b", re.I)
_ANY_LENGTH = 2


def taken_where_put(gathered: Gathered) -> None:
    """Gathers what is promised of queries that take things, of which they say which."""
    told = told_of_kinds(gathered.knowledge.statement)
    for place in list(gathered.places.values()):
        if isinstance(place.item, Tagged) and not any(map(_may_be_state, gathered.places.values())):
            promised = {tag: next(filter(_is_promised, sentences), None) for tag, sentences in told.items()}
            sure = {tag: sentence for tag, sentence in promised.items() if sentence is not None}
            fitting = [one for one in _ways(place.item, told, sure) if _fits(one[0], place.item, gathered)]
            if len({relation for relation, _ in fitting}) == 1:
                relation, tags = fitting[0]
                for tag in tags:
                    gathered.add(relation, sure[tag])


def _may_be_state(place: Place) -> bool:
    """Whether a variable may say what is there at first: a word, a table, a list of zeros and ones."""
    if place.is_tagged or place.rows is not None:
        return False
    of = getattr(place.item, "type", None)
    is_of_two = isinstance(of, IntType) and of.hi.constant is not None and of.hi.constant < _ANY_LENGTH
    return isinstance(place.item, Matrix) or isinstance(of, WordType) or (isinstance(place.item, Array) and is_of_two)


def _is_promised(sentence: Sentence) -> bool:
    return modality_of(sentence) is Modality.PROMISED and saying("there before").search(sentence.text) is not None


def _ways(
    queries: Tagged, told: Mapping[str, Sequence[Sentence]], sure: Mapping[str, Sentence]
) -> Iterator[tuple[Relation, list[str]]]:
    """The ways in which the promises may be meant, each with the tags of those that it keeps."""
    tags = [kind.tag for kind in queries.variants]
    takes = [tag for tag in tags if _does("goes away", tag, told) and not _does("comes back", tag, told)]
    puts = [tag for tag in tags if _does("comes back", tag, told) and not _does("goes away", tag, told)]
    others = [tag for tag in tags if tag not in (*takes, *puts)]
    if len(takes) != 1 or len(puts) > 1 or not all(_does("only asks", tag, told) for tag in others):
        return
    if any(_does("goes away", tag, told) or _does("comes back", tag, told) for tag in others):
        return
    names = Counter(field.name for kind in queries.variants for field in kind.fields)
    fields = {
        kind.tag: kind.fields[0]
        for kind in queries.variants
        if len(kind.fields) == 1 and names[kind.fields[0].name] == 1  # A relation speaks of fields by their names.
    }
    taken, put = fields.get(takes[0]), fields.get(puts[0]) if puts else None
    text = " ".join(one.text for one in told.get(takes[0], ()))
    if not isinstance(taken, Scalar) or takes[0] not in sure or _BY_PLACE.search(text):
        return
    if not puts and saying("not gone").search(sure[takes[0]].text):
        name = Expr(taken.name)
        yield Relation("key", name, "", name, (name,)), takes  # What was taken is never put back.
    elif isinstance(put, Scalar) and put.type == taken.type:
        if puts[0] in sure:
            for is_full in (False, True):
                yield present(taken.name, put.name, is_full, True), [*takes, *puts]
        elif _SEVERAL_TIMES.search(" ".join(one.text for tag in (takes[0], puts[0]) for one in told.get(tag, ()))):
            yield present(taken.name, put.name, False, False), takes


def _does(what: str, tag: str, told: Mapping[str, Sequence[Sentence]]) -> bool:
    """Whether the sentence that tells what a kind of query does, or its tag, says so."""
    signs = {"+": "comes back", "-": "goes away", "?": "only asks"}
    first = told.get(tag, ())[:1]
    if tag in signs and (what == signs[tag] or signs[tag] == "only asks"):
        return what == signs[tag]
    return any(saying(what).search(one.text) for one in first) or saying(what).search(tag) is not None


def _fits(relation: Relation, queries: Tagged, gathered: Gathered) -> bool:
    """Whether some sample has a query of the kind that takes, and none has one that it can't."""
    taking = next(kind.tag for kind in queries.variants for field in kind.fields if field.name == relation.left.text)
    fmt = InputFormat(gathered.nodes, (relation,))
    return any(_has_kind(sample, queries.name, taking) for sample in gathered.samples) and not any(
        violations(fmt, dict(sample)) for sample in gathered.samples
    )


def _has_kind(scope: Mapping[str, Any], name: str, tag: str) -> bool:
    """Whether queries of this name, in the scope or the test cases in it, have one of a kind."""
    rows = scope.get(name)
    if rows is not None:
        return any(row[0] == tag for row in rows)
    blocks = [value for value in scope.values() if isinstance(value, list) and value and isinstance(value[0], dict)]
    return any(_has_kind(case, name, tag) for block in blocks for case in block)
