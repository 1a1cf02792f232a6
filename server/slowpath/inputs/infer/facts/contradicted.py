"""What the samples contradict is dropped from a format, and nothing else: each structure, trait, form and relation is
held against them by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from slowpath.inputs.validating.validate import violations
from slowpath.model.format import Array, Cases, Evidence, InputFormat, Line, Node, Records, Scalar, Tagged, WordType
from slowpath.model.nodes import changed_nodes
from slowpath.statement.sentences.sentence import LONGEST_QUOTE
from slowpath.statement.sentences.statement import Statement

DROPPED, DISTRUSTED = (
    "what it contradicts was dropped",
    "what it contradicts was dropped, and the sentence counts as not understood",
)
_OF_GRAPHS = frozenset({"connected", "simple", "no-loops", "directed", "acyclic", "bipartite", "rooted"})
"""Traits that mean nothing without the structure."""


@dataclass(frozen=True)
class _Fact:
    """Something that a format says and could leave out: `kind` is "structure", "trait", "form" or "held", `path` the
    places of the nodes around it and of the node itself."""

    path: tuple[int, ...]
    kind: str
    value: str = ""


Instances = list[tuple[str, dict]]


def without_contradicted(full: InputFormat, instances: Instances) -> tuple[InputFormat, list[tuple[str, str]]]:
    """`full` without what some instance breaks, and the (sample, message) of every break."""
    full = _directed(full, instances)
    broken = [(name, found.message) for name, instance in instances for found in violations(full, instance)]
    if not broken:
        return full, []
    kept = _facts_kept(full, instances)
    bare = InputFormat(_with_facts(full.nodes, frozenset()))
    relations = tuple(
        relation for relation in full.relations if not _breaks(replace(bare, relations=(relation,)), bare, instances)
    )
    return InputFormat(_with_facts(full.nodes, kept), relations), broken


def without_grounds_of_dropped(
    evidence: Sequence[Evidence], full: InputFormat, kept: InputFormat, statement: Statement
) -> tuple[list[Evidence], bool]:
    """The evidence without that of what `kept` doesn't say any more, so that no sentence passes for understood by it,
    and whether something was dropped, and all of it rested on what the story tells: that may be about something
    else."""
    story = {(one.line, one.quote[:LONGEST_QUOTE]) for one in statement.sentences if one.section == ""}
    relations = {str(one) for one in full.relations} - {str(one) for one in kept.relations}
    left = set(_named_facts(kept.nodes))
    facts = {fact for fact in _named_facts(full.nodes) if fact not in left}
    found: set[str | tuple[frozenset[str], str]] = set()
    made = []
    for one in evidence:
        lost: set[str | tuple[frozenset[str], str]] = {*({one.fact} & relations)}
        lost |= {
            (names, said)
            for names, said in facts
            if one.about in names and re.search(rf"(?<![\w-]){re.escape(said)}(?![\w-])", one.fact)
        }
        if not lost or one.source != "statement":
            made.append(one)
        elif (one.line, one.quote) in story:
            found |= lost
    return made, bool(found) and found >= relations | facts


def _named_facts(nodes: Sequence[Any]) -> Iterator[tuple[frozenset[str], str]]:
    """What nodes say of themselves: the names that they have and the word for it."""
    for node in nodes:
        names = frozenset(getattr(one, "name", "") for one in (node, *_children(node))) - {""}
        yield from _named_facts(_children(node))
        yield from ((names, trait) for trait in getattr(node, "traits", ()))
        if isinstance(node, Records) and node.structure:
            yield names, node.structure
        if _has_brackets(node):
            yield names, node.type.form
        if isinstance(node, Tagged) and node.held is not None:
            yield names, "held"


def _directed(full: InputFormat, instances: Instances) -> InputFormat:
    """`full` with graphs that have no cycles in the direction of their edges, where an instance shows that nothing more
    is meant."""
    made = changed_nodes(
        full.nodes,
        lambda node: (
            replace(node, traits=node.traits | {"directed"})
            if isinstance(node, Records) and "acyclic" in node.traits
            else node
        ),
    )
    directed = replace(full, nodes=made)
    return directed if made != full.nodes and _breaks(full, directed, instances) else full


def _breaks(fmt: InputFormat, plain: InputFormat, instances: Instances) -> bool:
    """Whether some instance has more violations under `fmt` than under the plain nodes."""
    return any(len(violations(fmt, instance)) > len(violations(plain, instance)) for _, instance in instances)


def _facts_kept(full: InputFormat, instances: Instances) -> frozenset[_Fact]:
    """The facts that no instance breaks, structures before what rests on them."""
    kept: frozenset[_Fact] = frozenset()
    facts = list(_facts(full.nodes))
    for fact in sorted(facts, key=lambda fact: fact.kind != "structure"):
        structure = _Fact(fact.path, "structure")
        if fact.value in _OF_GRAPHS and structure in facts and structure not in kept:
            continue
        more, plain = (InputFormat(_with_facts(full.nodes, which)) for which in (kept | {fact}, kept))
        kept |= frozenset() if _breaks(more, plain, instances) else {fact}
    return kept


def _facts(nodes: tuple[Any, ...], path: tuple[int, ...] = ()) -> Iterator[_Fact]:
    for place, node in enumerate(nodes):
        here = (*path, place)
        yield from _facts(_children(node), here)
        yield from (_Fact(here, "trait", trait) for trait in sorted(getattr(node, "traits", ())))
        if isinstance(node, Records) and node.structure:
            yield _Fact(here, "structure")
        if _has_brackets(node):
            yield _Fact(here, "form")
        if isinstance(node, Tagged) and (node.held is not None or any(one.effect for one in node.variants)):
            yield _Fact(here, "held")


def _children(node: Any) -> tuple[Any, ...]:
    return (
        node.body
        if isinstance(node, Cases)
        else node.items
        if isinstance(node, Line)
        else node.fields
        if isinstance(node, Records)
        else ()
    )


def _has_brackets(node: Any) -> bool:
    """A word's other forms were decided by the samples themselves."""
    return isinstance(node, Scalar | Array) and isinstance(node.type, WordType) and node.type.form == "brackets"


def _with_facts(nodes: tuple[Any, ...], kept: frozenset[_Fact], path: tuple[int, ...] = ()) -> tuple[Any, ...]:
    """The nodes with those facts alone."""
    return tuple(_with_own(node, kept, (*path, place)) for place, node in enumerate(nodes))


def _with_own(node: Any, kept: frozenset[_Fact], here: tuple[int, ...]) -> Node:
    if isinstance(node, Cases):
        return replace(node, body=_with_facts(node.body, kept, here))
    if isinstance(node, Line):
        return replace(node, items=_with_facts(node.items, kept, here))
    if isinstance(node, Tagged):
        return node if _Fact(here, "held") in kept else _without_held(node)
    if isinstance(node, Records):
        node = replace(node, fields=_with_facts(node.fields, kept, here))
        if node.structure and _Fact(here, "structure") not in kept:
            node = replace(node, structure="", endpoints=(), vertices=None)
    if isinstance(node, Array | Records):
        node = replace(node, traits=frozenset(one for one in node.traits if _Fact(here, "trait", one) in kept))
    if _has_brackets(node) and _Fact(here, "form") not in kept:
        node = replace(node, type=replace(node.type, form=""))
    return node


def _without_held(node: Tagged) -> Tagged:
    return replace(node, held=None, variants=tuple(replace(variant, effect="") for variant in node.variants))
