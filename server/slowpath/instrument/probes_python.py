"""Conditions as the runtime of Python targets reads them; it puts them into the syntax tree itself
(`toolchain/runtime/python_probes.py`), under the user's interpreter."""

from __future__ import annotations

import json
from collections.abc import Iterable

from slowpath.model.constraint import Condition, Constraint, Count, Place


def described(constraints: Iterable[Constraint]) -> bytes:
    """The conditions as JSON: a list in the order of slots, empty where there are none."""
    return json.dumps(
        [_condition(each.id, each.condition) for each in constraints if each.condition is not None]
    ).encode()


def _condition(name: str, condition: Condition) -> dict[str, object]:
    return {
        "id": name,
        "left": condition.left,
        "right": condition.right,
        "place": _place(condition.place),
        "count": _count(condition.count),
        "setup": condition.setup,
        "peak_of": condition.peak_of,
    }


def _count(count: Count | None) -> dict[str, object] | None:
    if count is None:
        return None
    return {
        "at": _place(count.at),
        "amount": count.amount,
        "since": None if count.since is None else _place(count.since),
    }


def _place(place: Place) -> list[object]:
    return [place.where, place.line, place.column]
