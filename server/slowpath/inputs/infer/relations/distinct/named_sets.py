"""Lists in rows that name things, as many as the row says: the neighbours of a room, the steps that a step waits for.

Such a list is a set, and statements take that for granted: "the rooms that can be reached from room i". Validators ask
for it. Where no sample repeats a thing, none is repeated: what is made is valid either way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from slowpath.inputs.validating.validate import violations
from slowpath.model.format import Array, Evidence, InputFormat, IntType, Records, Scalar
from slowpath.model.nodes import all_items, changed_nodes


def with_named_sets(fmt: InputFormat, instances: Sequence[dict[str, Any]], evidence: list[Evidence]) -> InputFormat:
    """The format with such lists as distinct, but where a sample names a thing twice; the grounds go to `evidence`."""
    for _, rows in all_items(fmt.nodes):
        for field in _lists_of_things(rows) if isinstance(rows, Records) else ():
            is_shown = any(len(one) > 1 for instance in instances for one in _lists(instance.get(field.name)))
            made = replace(fmt, nodes=changed_nodes(fmt.nodes, partial(_distinct, field=field)))
            if is_shown and not any(violations(made, instance) for instance in instances):
                fmt = made
                fact = f"{field.name} names nothing twice in a row"
                evidence.append(Evidence(field.name, fact, "samples", "no row of a sample does", 0, 0.6))
    return fmt


def _lists_of_things(rows: Records) -> Iterator[Array]:
    """The lists in rows whose elements are numbers of things, so that another variable says how many there are."""
    counts = {field.name for field in rows.fields if isinstance(field, Scalar)}
    for field in rows.fields:
        if (
            isinstance(field, Array)
            and isinstance(of := field.type, IntType)
            and field.length.text in counts
            and of.lo.constant in (0, 1)
            and of.hi.names
            and not of.hi.names & counts
            and not field.traits
        ):
            yield field


def _distinct(item: Any, field: Array) -> Any:
    is_meant = isinstance(item, Array) and item.name == field.name
    return replace(item, traits=item.traits | {"distinct"}) if is_meant else item


def _lists(value: Any) -> Iterator[np.ndarray]:
    """The lists of a field in one sample, over all rows and test cases."""
    if isinstance(value, np.ndarray) and value.dtype != object and value.ndim < 2:
        yield value
    elif isinstance(value, np.ndarray | list | tuple):
        for part in value:
            yield from _lists(part)
