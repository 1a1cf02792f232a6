"""Lists that together hold each of the numbers from 1 to n once, as the samples show: the cards of a deck in two hands.

The statement says that the numbers differ, but not in the lists' own sentences how large they are ("the deck consists
of n cards, numbered from 1 to n").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from slowpath.model.expression import expr
from slowpath.model.format import Array, Evidence, InputFormat, IntType, Node, Relation, Scalar
from slowpath.model.nodes import items_of, with_types

_ENOUGH = 4
"""So many numbers that are there once, over all samples, are no chance."""


def with_dealt_out(
    fmt: InputFormat, assumed: Sequence[str], instances: Sequence[dict], evidence: list[Evidence]
) -> tuple[InputFormat, list[str]]:
    """`fmt` with 1 and n as the bounds of such lists instead of assumed ones, and the variables of which bounds are
    still assumed; the grounds go to `evidence`."""
    left = list(assumed)
    for relation in fmt.relations:
        lists = _lists_of(fmt.nodes, relation)
        size = _size_of(fmt.nodes, [one.name for one in lists], instances)
        if size is None or not lists or any(one.name not in left for one in lists):
            continue
        names = {one.name for one in lists}
        fmt = replace(fmt, nodes=with_types(fmt.nodes, names, lo=expr(1), hi=expr(size)))
        left = [name for name in left if name not in names]
        evidence += [
            Evidence(
                name,
                f"1 <= {name} <= {size}",
                "samples",
                f"{', '.join(sorted(names))} hold each number from 1 to {size} once",
                0,
                0.7,
            )
            for name in sorted(names)
        ]
    return fmt, left


def _lists_of(nodes: tuple[Node, ...], relation: Relation) -> list[Array]:
    """The lists that a "distinct" relation speaks of, where it speaks of nothing else."""
    names = relation.distinct_names if relation.kind == "distinct" else ()
    found = [
        item
        for item in _items(nodes)
        if isinstance(item, Array) and isinstance(item.type, IntType) and item.name in names
    ]
    return found if len(found) == len(names) else []


def _size_of(nodes: tuple[Node, ...], names: Sequence[str], instances: Sequence[dict]) -> str | None:
    """The number, read before the lists, that is how many they hold in all samples, each number up to it once."""
    held = (
        [np.sort(np.concatenate([np.asarray(instance[name]) for name in names])) for instance in instances]
        if names
        else []
    )
    if sum(values.size for values in held) < _ENOUGH or not all(
        np.array_equal(values, np.arange(1, values.size + 1)) for values in held
    ):
        return None
    for item in _items(nodes):
        if item.name in names:
            break
        if isinstance(item, Scalar) and all(
            instance[item.name] == values.size for instance, values in zip(instances, held, strict=True)
        ):
            return item.name
    return None


def _items(nodes: tuple[Node, ...]) -> list[Scalar | Array]:
    """What stands on lines of its own or together, outside of rows and test cases."""
    return [item for item in items_of(nodes) if isinstance(item, Scalar | Array)]
