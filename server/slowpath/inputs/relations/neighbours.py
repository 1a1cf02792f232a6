"""An element and the one behind it: `where next a <= a+1`, `where next l > r`.

Said of an array of integers, or of a field of rows and the row before it. Together with bounds and with orders within
rows such relations are mostly differences, `x >= y + c`, and form a chain: what lies behind narrows every value from
the end to the front, then values are taken from the front, each as near to the one that was drawn as is left. Where all
of them say only that values rise they are sorted first, else the first ones drawn would leave the others no room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.layout import over_rows, places
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.neighbour_chain import PROBED_VALUES, Chain, columns_beside
from slowpath.inputs.relations.single_elements import TESTS
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.traits import interval_fields
from slowpath.model.format import ROW, InputFormat, Relation


def least_step(fmt: InputFormat, relation: Relation) -> int:
    """How far each element is above, or below, the one before it at least; 0 where nothing says that it is."""
    name, names = relation.left.text, relation.right.names
    if len(names) != 1 or relation.operator == "!=" or not names <= columns_beside(fmt, name):
        return 0
    other = next(iter(names))
    try:
        shifts = {relation.right.value({other: value}) - value for value in (0, *PROBED_VALUES)}
    except ArithmeticError:
        return 0
    if len(shifts) > 1 or not (other == name or _is_never_below(fmt, other, name)):
        return 0
    up = shifts.pop() + (relation.operator == ">")
    down = (relation.operator == "<") - up
    steps = {">": up, ">=": up, "==": up if other != name else abs(up)}
    return max(0, steps.get(relation.operator, down if other == name else 0))


def _is_never_below(fmt: InputFormat, upper: str, lower: str) -> bool:
    """Whether the bounds of rows, or a relation within them, hold one field at least at another."""
    place = places(fmt)[upper]
    rows: Any = place.rows
    of: Any = place.item.type  # type: ignore[union-attr]
    within = {(one.left.text, one.operator, one.right.text) for one in fmt.relations if one.kind == "compare"}
    if of.lo.text == lower or (rows.structure == "intervals" and interval_fields(rows) == (lower, upper)):
        return True
    return any(
        (upper, sign, lower) in within or (lower, mirrored, upper) in within
        for sign, mirrored in ((">=", "<="), (">", "<"), ("==", "=="))
    )


def neighbour_flaw(fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
    """Which element doesn't fit the one before it, "" where all do."""
    values = scope[relation.left.text]
    wrong = _wrong(fmt, relation, scope)
    if not wrong:
        return ""
    bound = _bounds(fmt, relation, scope)
    return f"element {wrong[0] + 1} is {values[wrong[0] + 1]}, the bound {bound[wrong[0]]}"


def repair_neighbours(fmt: InputFormat, relation: Relation, instance: Instance, scope: Mapping[str, Any]) -> None:
    """Changes values until all such relations about the same list or rows hold. Raises `CannotGenerate` where none
    would."""
    name = relation.left.text
    if name not in instance or not _wrong(fmt, relation, scope):
        return
    chain = Chain(fmt, name, scope)
    made = chain.rising() or chain.stepping() or chain.narrowed()
    for field, values in made.items():
        instance[field] = np.array(values, dtype=np.int64) if isinstance(instance[field], np.ndarray) else values
    if _wrong(fmt, relation, {**scope, **instance}):
        raise CannotGenerate(str(relation))


def _bounds(fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> Any:
    """What each element but the last says of the one behind it."""
    beside = columns_beside(fmt, relation.left.text)
    count = len(scope[relation.left.text])
    columns = {name: scope[name] for name in relation.right.names & beside} | {ROW: np.arange(count)}
    made = over_rows(relation.right, scope, columns, count)
    return np.broadcast_to(np.asarray(made), count)[:-1]


def _wrong(fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> list[int]:
    """The indexes of the elements whose next one breaks the relation."""
    values = scope[relation.left.text]
    if len(values) < 2:
        return []
    behind = np.asarray(values, dtype=None if isinstance(values, np.ndarray) else object)[1:]
    holds = np.asarray(TESTS[relation.operator](behind, _bounds(fmt, relation, scope)), dtype=bool)
    return np.flatnonzero(~holds).tolist()
