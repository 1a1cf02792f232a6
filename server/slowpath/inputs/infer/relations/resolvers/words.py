"""Claims that strings are as long as each other, where no length that is read is named.

They become relations first, so that samples can contradict them; those that are left then give the later string its
length (`folded`), which makes it so without trying.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from slowpath.inputs.infer.relations.claims import Claim
from slowpath.inputs.infer.relations.gathered import Gathered
from slowpath.model.expression import expr
from slowpath.model.format import InputFormat, Node, Relation, Scalar, WordType
from slowpath.model.nodes import Path, all_items, changed_nodes
from slowpath.statement.claims.names import base_name


def _equal_lengths(claim: Claim, gathered: Gathered) -> Iterator[Relation]:
    """`len(t) == len(s)` for the strings of one scope that the sentence names, or for the only two."""
    named = [base_name(name) for name in claim.found.groups() if name]
    for words in _scopes(gathered.nodes):
        pair = (
            [word for word in words if any(gathered.knowledge.same(name, word) for name in named)] if named else words
        )
        if len(pair) == 2:
            yield Relation("compare", expr(f"len({pair[1]})"), "==", expr(f"len({pair[0]})"))


def folded(fmt: InputFormat) -> InputFormat:
    """`fmt` with each such relation as the length of the later string."""
    made = fmt
    for relation in fmt.relations:
        match = re.fullmatch(r"len\((\w+)\)==len\((\w+)\)", f"{relation.left}{relation.operator}{relation.right}")
        pair = match.groups() if match else ("", "")
        if relation.kind == "compare" and any(set(pair) <= set(words) for words in _scopes(fmt.nodes)):
            made = InputFormat(
                _given_length(made.nodes, *pair), tuple(other for other in made.relations if other != relation)
            )
    return made


def _given_length(nodes: tuple[Node, ...], name: str, like: str) -> tuple[Node, ...]:
    def put(node: Any) -> Any:
        if isinstance(node, Scalar) and node.name == name and isinstance(node.type, WordType):
            return replace(
                node, type=replace(node.type, length_lo=expr(f"len({like})"), length_hi=expr(f"len({like})"))
            )
        return node

    return changed_nodes(nodes, put, in_rows=False)


def _scopes(nodes: tuple[Node, ...]) -> Iterable[list[str]]:
    """The strings of each scope in order, but those whose length another variable gives."""
    scopes: dict[Path, list[str]] = {}
    for path, item in all_items(nodes):
        if isinstance(item, Scalar) and isinstance(item.type, WordType) and item.type.length_lo != item.type.length_hi:
            scopes.setdefault(path, []).append(item.name)
    return scopes.values()


RESOLVERS = {"equal lengths": _equal_lengths}
