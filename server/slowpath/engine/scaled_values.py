"""The values of an input at another share of the bounds that sizes set them, for a member of its family."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.mutators.scope_edit import anatomy
from slowpath.model.format import Array, InputFormat, IntType, Records, Scalar, Tagged
from slowpath.model.nodes import Path


def scaled_scalars(fmt: InputFormat, path: Path, scope: Mapping[str, Any], wishes: Mapping[str, int]) -> dict[str, int]:
    """Single numbers that sizes bound (`k <= n`), at the same share of their bound when the sizes are as wished."""
    made = {}
    for part in anatomy(fmt).parts[path]:
        item = part.item
        if isinstance(item, Scalar) and isinstance(item.type, IntType) and item.type.hi.names & wishes.keys():
            old, new = _bound(item.type, scope), _bound(item.type, {**scope, **wishes})
            if old and new is not None:
                made[item.name] = -(-int(scope[item.name]) * new // old)
    return made


def scaled_values(item: Any, before: Mapping[str, Any], scope: Mapping[str, Any]) -> dict[str, Any]:
    """The elements that sizes bound, at the same share of the bound as before; of trees and graphs only what isn't a
    vertex, since other vertices would be another graph."""
    match item:
        case Array():
            share = _share(item, before, scope)
            return {item.name: _times(scope[item.name], share)} if share is not None else {}
        case Records():
            vertices = item.endpoints if item.structure in ("tree", "graph") else ()
            shares = {field.name: _share(field, before, scope) for field in item.fields if field.name not in vertices}
            return {name: _times(scope[name], share) for name, share in shares.items() if share is not None}
        case Tagged():
            return _scaled_rows(item, before, scope)
    return {}


def _scaled_rows(item: Tagged, before: Mapping[str, Any], scope: Mapping[str, Any]) -> dict[str, Any]:
    shares = {
        variant.tag: [_share(field, before, scope) for field in item.fields_of(variant)] for variant in item.variants
    }
    if not any(share is not None for of_kind in shares.values() for share in of_kind):
        return {}
    return {
        item.name: [
            (
                tag,
                *(
                    value if share is None else _times(value, share)
                    for value, share in zip(values, shares[tag], strict=True)
                ),
            )
            for tag, *values in scope[item.name]
        ]
    }


_Share = tuple[int, int]


def _share(field: Scalar | Array, before: Mapping[str, Any], scope: Mapping[str, Any]) -> _Share | None:
    """The upper bound of a field's elements now and before; None where it didn't change, hangs on the row, or the
    order of the elements is all that they are."""
    if not isinstance(field.type, IntType) or not field.type.hi.names:
        return None
    if isinstance(field, Array) and field.traits & {"permutation", "parents"}:
        return None
    new, old = _bound(field.type, scope), _bound(field.type, before)
    return (new, old) if new is not None and old and new != old else None


def _bound(of: IntType, scope: Mapping[str, Any]) -> int | None:
    """The upper bound as far as single numbers say it."""
    known = {name: value for name, value in scope.items() if isinstance(value, int)}
    try:
        return int(of.hi.value(known))
    except (KeyError, ArithmeticError):
        return None


def _times(values: Any, share: _Share) -> Any:
    """Numbers at another share of a bound, rounded up, so that what is positive stays so."""
    new, old = share
    if (
        isinstance(values, np.ndarray)
        and values.dtype.kind in "iu"
        and int(np.abs(values).max(initial=0)) * max(1, abs(new)) < 1 << 62
    ):
        return -(-values * new // old)
    if isinstance(values, int | np.integer):
        return -(-int(values) * new // old)
    made = [_times(value, share) for value in values]
    return np.array(made, dtype=values.dtype) if isinstance(values, np.ndarray) else made
