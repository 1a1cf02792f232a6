"""Queries that put something somewhere and take it from there: "- x: remove x, which is guaranteed to be in the set",
"the road was closed before".

Only where the statement promises it in the words about one kind. What the other kind does, and whether all is there at
first, the samples show: what several of these ways of reading fit, or none, isn't understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.structure.query_kinds import sentences_of_kinds
from slowpath.inputs.relation_kinds.put_and_taken import present
from slowpath.inputs.validating.validate import violations
from slowpath.model.expression import Expr
from slowpath.model.format import InputFormat, IntType, Relation, Scalar, Tagged, WordType
from slowpath.statement.claims.modality import Modality, modality_of
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence, Statement


def taken_where_put(gathered: Gathered) -> None:
    """Gathers what is promised of queries that take things, of which they say which."""
    told = _told(gathered.knowledge.statement)
    for place in list(gathered.places.values()):
        if isinstance(place.item, Tagged):
            promised = {
                tag: next((one for one in sentences if _is_promised(one)), None) for tag, sentences in told.items()
            }
            sure = {tag: sentence for tag, sentence in promised.items() if sentence is not None}
            fitting = [one for one in _ways(place.item, told, sure) if _fits(one[0], place.item, gathered)]
            if len({relation for relation, _ in fitting}) == 1:
                relation, tags = fitting[0]
                for tag in tags:
                    gathered.add(relation, sure[tag])


def _told(statement: Statement) -> dict[str, list[Sentence]]:
    """What is said of each kind of queries: the sentences about it, and the promise right behind one of them."""
    of_kinds = sentences_of_kinds(statement)
    told: dict[str, list[Sentence]] = {}
    before = ""
    for sentence in statement.sentences:
        own = of_kinds.get(sentence, "")
        before = own or (before if modality_of(sentence) is Modality.PROMISED else "")
        if before and sentence.section not in ("output", "examples"):
            told.setdefault(before, []).append(sentence)
    return told


def _is_promised(sentence: Sentence) -> bool:
    return modality_of(sentence) is Modality.PROMISED and saying("there before").search(sentence.text) is not None


def _ways(
    queries: Tagged, told: Mapping[str, Sequence[Sentence]], sure: Mapping[str, Sentence]
) -> Iterator[tuple[Relation, list[str]]]:
    """The ways in which the promises may be meant, each with the tags of those that it keeps."""
    fields = {
        kind.tag: kind.fields[0]
        for kind in queries.variants
        if len(kind.fields) == 1 and isinstance(kind.fields[0], Scalar)
    }
    fields = {tag: field for tag, field in fields.items() if isinstance(field.type, IntType | WordType)}
    pairs = [
        (tag, other) for tag in fields if tag in sure for other in fields if tag != other and _adds(other, told, sure)
    ]
    for tag, other in pairs:
        if other not in sure:
            yield present(fields[tag].name, fields[other].name, False, False), [tag]
        elif tag < other:  # What one of them takes the other puts.
            for is_full in (False, True):
                yield present(fields[tag].name, fields[other].name, is_full, True), [tag, other]
    if not any(_adds(kind.tag, told, {}) for kind in queries.variants):
        for tag in fields:
            if tag in sure and not pairs and saying("not gone").search(sure[tag].text):
                name = Expr(fields[tag].name)
                yield Relation("key", name, "", name, (name,)), [tag]  # What was taken is never put back.


def _adds(tag: str, told: Mapping[str, Sequence[Sentence]], sure: Mapping[str, Sentence]) -> bool:
    """Whether a kind may put things somewhere: it is said, or promised that they aren't there yet."""
    return tag in sure or tag == "+" or any(saying("adds").search(one.text) for one in told.get(tag, ()))


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
