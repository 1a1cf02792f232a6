"""Checks of the commonest items that tell quickly that a value is right: single integers and short lists.

Where one can't tell, the item is looked at by `validate`, which says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from slowpath.inputs.validating.values import all_within
from slowpath.model.format import Array, IntType, Scalar

QuickCheck = Callable[[Mapping[str, Any], Mapping[str, Any]], bool]
"""Whether an instance's value is surely right in a scope."""


def quick_check(item: Any) -> QuickCheck | None:
    """The check of an item, None where it has none."""
    if not isinstance(item, Scalar | Array) or not isinstance(item.type, IntType):
        return None
    name, least, largest = item.name, item.type.lo.value, item.type.hi.value
    if isinstance(item, Scalar):
        return lambda instance, scope: least(scope) <= instance[name] <= largest(scope)
    if item.traits:
        return None
    length_of = item.length.value

    def is_sound(instance: Mapping[str, Any], scope: Mapping[str, Any]) -> bool:
        values = instance[name]
        return (
            isinstance(values, np.ndarray)
            and values.ndim == 1
            and len(values) == length_of(scope)
            and all_within(values, least(scope), largest(scope))
        )

    return is_sound
