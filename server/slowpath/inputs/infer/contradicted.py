"""What the samples contradict is dropped from a format: relations one by one, forms of words, traits, structures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from slowpath.inputs.validate import violations
from slowpath.model.format import Array, Cases, InputFormat, Line, Node, Records, Scalar, Tagged, WordType


def without_contradicted(full: InputFormat,
                         instances: list[tuple[str, dict]]) -> tuple[InputFormat, list[tuple[str, str]]]:
    """`full` without what some instance breaks, and the (sample, message) of every break."""
    broken = [(name, found.message) for name, instance in instances for found in violations(full, instance)]
    if not broken:
        return full, []
    bare = InputFormat(full.nodes)
    for step in _STEPS:
        bare = InputFormat(_stripped(bare.nodes, step))
    relations = tuple(relation for relation in full.relations
                      if not _breaks(InputFormat(bare.nodes, (relation,)), bare, instances))
    return InputFormat(_without_broken(full.nodes, instances), relations), broken


def _breaks(fmt: InputFormat, plain: InputFormat, instances: list[tuple[str, dict]]) -> bool:
    """Whether some instance has more violations under `fmt` than under the plain nodes."""
    return any(len(violations(fmt, instance)) > len(violations(plain, instance)) for _, instance in instances)


def _without_broken(nodes: tuple[Node, ...], instances: list[tuple[str, dict]]) -> tuple[Node, ...]:
    """The nodes without the forms, the traits, then the structures that samples contradict."""
    for step in _STEPS:
        if any(violations(InputFormat(nodes), instance) for _, instance in instances):
            nodes = _stripped(nodes, step)
    return nodes


def _stripped(nodes: tuple[Node, ...], step: Callable[[Node], Node]) -> tuple[Node, ...]:
    return tuple(step(node) for node in nodes)


def _no_traits(node: Node) -> Node:
    if isinstance(node, Cases):
        return replace(node, body=tuple(_no_traits(child) for child in node.body))
    if isinstance(node, Line):
        return replace(node, items=tuple(replace(item, traits=frozenset()) if isinstance(item, Array) else item
                                         for item in node.items))
    return replace(node, traits=frozenset()) if isinstance(node, Array | Records) else node


def _no_structure(node: Node) -> Node:
    if isinstance(node, Cases):
        return replace(node, body=tuple(_no_structure(child) for child in node.body))
    return replace(node, structure="", endpoints=(), vertices=None) if isinstance(node, Records) else node


def _no_brackets(node: Node) -> Node:
    """A word's other forms were decided by the samples themselves."""
    if isinstance(node, Cases):
        return replace(node, body=tuple(_no_brackets(child) for child in node.body))
    if isinstance(node, Line):
        return replace(node, items=tuple(_no_brackets(item) for item in node.items))  # type: ignore[misc]
    if isinstance(node, Scalar | Array) and isinstance(node.type, WordType) and node.type.form == "brackets":
        return replace(node, type=replace(node.type, form=""))
    return node


def _no_held(node: Node) -> Node:
    if isinstance(node, Cases):
        return replace(node, body=tuple(_no_held(child) for child in node.body))
    if not isinstance(node, Tagged):
        return node
    return replace(node, held=None, variants=tuple(replace(variant, effect="") for variant in node.variants))


_STEPS = (_no_held, _no_brackets, _no_traits, _no_structure)
