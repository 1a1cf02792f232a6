"""Queries that take what others added: "`pop`: the stack isn't empty", "it is guaranteed that the queue isn't empty".

Only where the statement promises that something is there; what each kind does is in its own sentence, or in its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from slowpath.inputs.infer.structure.query_kinds import kind_told, sentences_of_kinds, told_of_kinds
from slowpath.model.expression import expr
from slowpath.model.format import HELD, Evidence, IntType, Node, Scalar, Tagged, Variant
from slowpath.model.nodes import changed_nodes
from slowpath.model.patterns import late_regex
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.statement import Sentence, Statement

_NEAR = 70
_NEVER = late_regex(r"\W*(?:no\b|there will never|you will never)", re.I)
_EMPTY = late_regex(r"\bempty\b", re.I)


def with_held(nodes: tuple[Node, ...], statement: Statement, evidence: list[Evidence]) -> tuple[Node, ...]:
    """The nodes with what queries hold, where the statement promises that nothing is taken from nowhere; the ground is
    appended to `evidence`."""
    promises = [
        sentence
        for sentence in statement.sentences
        if sentence.section not in ("output", "examples")
        and saying("not empty").search(sentence.text)
        and not _is_supposed(sentence.text)
    ]
    so_many = {
        (tag, found["many"] or found["most"]): sentence
        for tag, sentences in told_of_kinds(statement).items()
        for sentence in sentences
        if (found := saying("as many are held").search(sentence.text)) and not _is_supposed(sentence.text)
    }
    if not promises and not so_many:
        return nodes
    told: dict[str, str] = {}
    for sentence, tag in sentences_of_kinds(statement).items():
        told[tag] = f"{told.get(tag, '')} {sentence.text}"
    for sentence in statement.sentences:
        told.setdefault(kind_told(sentence) or "", sentence.text)
    return changed_nodes(nodes, lambda node: _held(node, told, promises, so_many, evidence))


def _is_supposed(text: str) -> bool:
    """Whether it is said on a condition, or of the beginning, that nothing is there: "if the stack is empty"."""
    return any(
        (spoken(clause, "conditional", "whether") and not _NEVER.match(clause)) or "initially" in clause.lower()
        for empty in _EMPTY.finditer(text)
        for clause in [re.split("[.,;]", text[: empty.start()])[-1][-_NEAR:]]
    )


def _held(
    node: Node,
    told: Mapping[str, str],
    promises: Sequence[Sentence],
    so_many: Mapping[tuple[str, str], Sentence],
    evidence: list[Evidence],
) -> Node:
    if not isinstance(node, Tagged) or node.held is not None:
        return node
    variants = tuple(replace(variant, effect=_effect(variant, told.get(variant.tag, ""))) for variant in node.variants)
    bounded = tuple(_at_most_held(variant, so_many) for variant in variants)
    effects = {variant.effect for variant in bounded}
    if "adds" not in effects or not effects & {"takes", "needs"}:
        return node
    evidence += [promise.ground(node.name, "nothing is taken where none is", 0.7) for promise in promises]
    evidence += [
        so_many[variant.tag, field.name].ground(field.name, f"{field.name} <= {HELD}", 0.7)
        for variant in node.variants
        for field in variant.fields
        if (variant.tag, field.name) in so_many
    ]
    return replace(node, held=expr(0), variants=bounded)


def _at_most_held(variant: Variant, so_many: Mapping[tuple[str, str], Sentence]) -> Variant:
    """A kind of query with fields that say how many of what is held it looks at."""
    fields = tuple(
        replace(field, type=replace(field.type, hi=expr(HELD)))
        if (variant.tag, field.name) in so_many and isinstance(field, Scalar) and isinstance(field.type, IntType)
        else field
        for field in variant.fields
    )
    return variant if fields == variant.fields or variant.effect else replace(variant, fields=fields, effect="needs")


def _effect(variant: Variant, told: str) -> str:
    """What a kind of query does: by its name, else by its sentence. One that says which thing to take is none."""
    for words in (variant.tag, told):
        if saying("adds").search(words) and variant.fields:
            return "adds"
        if saying("takes").search(words):
            return "takes" if not variant.fields else ""
        if saying("needs").search(words) and not variant.fields:
            return "needs"
    return ""
