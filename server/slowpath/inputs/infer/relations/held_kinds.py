"""Queries that take what others added: "`pop`: the stack isn't empty", "it is guaranteed that the queue isn't empty".

Only where the statement promises that something is there; what each kind does is in its own sentence, or in its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from slowpath.inputs.infer.structure.query_kinds import kind_told, sentences_of_kinds
from slowpath.model.expression import expr
from slowpath.model.format import Evidence, Node, Tagged, Variant
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
    if not promises:
        return nodes
    told: dict[str, str] = {}
    for sentence, tag in sentences_of_kinds(statement).items():
        told[tag] = f"{told.get(tag, '')} {sentence.text}"
    for sentence in statement.sentences:
        told.setdefault(kind_told(sentence) or "", sentence.text)
    return changed_nodes(nodes, lambda node: _held(node, told, promises, evidence))


def _is_supposed(text: str) -> bool:
    """Whether it is said on a condition, or of the beginning, that nothing is there: "if the stack is empty"."""
    return any(
        (spoken(clause, "conditional", "whether") and not _NEVER.match(clause)) or "initially" in clause.lower()
        for empty in _EMPTY.finditer(text)
        for clause in [re.split("[.,;]", text[: empty.start()])[-1][-_NEAR:]]
    )


def _held(node: Node, told: Mapping[str, str], promises: Sequence[Sentence], evidence: list[Evidence]) -> Node:
    if not isinstance(node, Tagged) or node.held is not None:
        return node
    variants = tuple(replace(variant, effect=_effect(variant, told.get(variant.tag, ""))) for variant in node.variants)
    effects = {variant.effect for variant in variants}
    if "adds" not in effects or not effects & {"takes", "needs"}:
        return node
    evidence += [promise.ground(node.name, "nothing is taken where none is", 0.7) for promise in promises]
    return replace(node, held=expr(0), variants=variants)


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
