"""Queries that take what others added: "`pop`: the stack isn't empty", "it is guaranteed that the queue isn't empty".

Only where the statement promises that something is there; what each kind does is in its own sentence, or in its name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.inputs.infer.structure.query_kinds import kind_told, sentences_of_kinds, told_of_kinds
from slowpath.inputs.validating.validate import violations
from slowpath.model.expression import Expr, expr
from slowpath.model.format import HELD, Evidence, InputFormat, IntType, Node, Scalar, Tagged, Variant
from slowpath.model.nodes import changed_nodes
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.modality import Modality, modality_of
from slowpath.statement.phrases.manners import spoken
from slowpath.statement.phrases.rows import saying
from slowpath.statement.sentences.sentence import NOT_INPUT
from slowpath.statement.sentences.statement import Sentence, Statement

_NEAR = 70
_NEVER = late_regex(r"\W*(?:no\b|there will never|you will never)", re.I)
_CHANGES = late_regex(
    r"\b(?:clear\w*|undo\w*|undone|restor\w*|revert\w*|roll\w* back|reset\w*|empt(?:y|ies)|eras\w*|delet\w*|discard\w*|"
    r"drop\w*|(?:multi)?set|dictionar\w*|distinct|merg\w*|concat\w*|doubl\w*)\b",
    re.I,
)
"""What changes how many things are held by another number than one."""
_EMPTY = late_regex(r"\bempty\b", re.I)


def with_held(
    nodes: tuple[Node, ...], gathered: Gathered, assumed: Collection[str], evidence: list[Evidence]
) -> tuple[Node, ...]:
    """The nodes with what queries hold, where the statement promises that nothing is taken from nowhere, unless a
    sample takes what wasn't added; the ground is appended to `evidence`. Bounds of the fields `assumed` are assumed."""
    grounds: list[Evidence] = []
    made = _with_held(nodes, gathered.knowledge.statement, assumed, grounds)
    if made == nodes or any(violations(InputFormat(made), dict(sample), 1) for sample in gathered.samples):
        return nodes
    evidence += grounds
    return made


def _with_held(
    nodes: tuple[Node, ...], statement: Statement, assumed: Collection[str], evidence: list[Evidence]
) -> tuple[Node, ...]:
    promises = [
        sentence
        for sentence in statement.sentences
        if sentence.section not in NOT_INPUT
        and saying("not empty").search(sentence.text)
        and not _is_supposed(sentence.text)
    ]
    so_many = {
        (tag, found["many"] or found["most"]): sentence
        for tag, sentences in told_of_kinds(statement).items()
        for sentence in sentences
        if (found := saying("as many are held").search(sentence.text)) and _is_promised(sentence)
    }
    if not promises and not so_many:
        return nodes
    told: dict[str, str] = {}
    for sentence, tag in sentences_of_kinds(statement).items():
        told[tag] = f"{told.get(tag, '')} {sentence.text}"
    for sentence in statement.sentences:
        told.setdefault(kind_told(sentence) or "", sentence.text)
    return changed_nodes(nodes, lambda node: _held(node, told, promises, so_many, assumed, evidence))


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
    assumed: Collection[str],
    evidence: list[Evidence],
) -> Node:
    if not isinstance(node, Tagged) or node.held is not None:
        return node
    variants = tuple(replace(variant, effect=_effect(variant, told.get(variant.tag, ""))) for variant in node.variants)
    if any(_changes_otherwise(variant, told.get(variant.tag, "")) for variant in variants):
        so_many = {}
    bounded = tuple(_at_most_held(variant, so_many, assumed) for variant in variants)
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


def _is_promised(sentence: Sentence) -> bool:
    """Whether it promises that there is something, rather than to ask or to suppose it."""
    return modality_of(sentence) is Modality.PROMISED and not spoken(sentence.text, "conditional", "whether")


def _changes_otherwise(variant: Variant, told: str) -> bool:
    """Whether a kind of query changes by another number than one how many things are held, or may do so: it takes
    several, all or a certain one, or adds to what holds nothing twice."""
    return variant.effect != "takes" and any(
        saying("takes").search(words) or _CHANGES.search(words) for words in (variant.tag, told)
    )


def _at_most_held(variant: Variant, so_many: Mapping[tuple[str, str], Sentence], assumed: Collection[str]) -> Variant:
    """A kind of query with fields that say how many of what is held it looks at."""
    fields = tuple(
        replace(field, type=replace(field.type, hi=_within_held(field.type.hi, field.name in assumed)))
        if (variant.tag, field.name) in so_many and isinstance(field, Scalar) and isinstance(field.type, IntType)
        else field
        for field in variant.fields
    )
    return variant if fields == variant.fields or variant.effect else replace(variant, fields=fields, effect="needs")


def _within_held(high: Expr, is_assumed: bool) -> Expr:
    return expr(HELD if is_assumed else f"min({high},{HELD})")


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
