"""Lists in rows, each element compared with what stands in its row: `where friends != _row+1`, `where a >= low`.

"lists": `left` is the list, a field of rows with several integers; `right` is over single numbers, the single fields of
the same rows and `_row`. It is written and read like any comparison.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from slowpath.inputs.layout import Place, places
from slowpath.inputs.relation_kinds.kind import RelationKind, Repairing
from slowpath.inputs.relations.single_elements import TESTS, TURNED, allowed
from slowpath.inputs.sizes.assign import CannotGenerate, random_int
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.format import ROW, Array, InputFormat, IntType, Records, Relation, Scalar

_TRIES = 40


def is_row_list(place: Place | None) -> bool:
    """Whether a variable is a list of integers in each of some rows."""
    return (
        place is not None
        and isinstance(place.rows, Records)
        and isinstance(place.item, Array)
        and isinstance(place.item.type, IntType)
    )


class RowLists(RelationKind):
    """See the module."""

    name = "lists"

    def begins(self, words: Words) -> bool:
        return False

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        for row, (values, visible) in enumerate(_rows(fmt, relation, scope), 1):
            bound = relation.right.value(visible)
            wrong = next((value for value in map(int, values) if not TESTS[relation.operator](value, bound)), None)
            if wrong is not None:
                return f"in row {row}: {wrong} {relation.operator} {bound} doesn't hold"
        return ""

    def repair(self, at: Repairing) -> None:
        name = at.relation.left.text
        if name not in at.instance or not self.flaw(at.fmt, at.relation, at.scope):
            return
        of: Any = places(at.fmt)[name].item
        made = []
        for values, visible in _rows(at.fmt, at.relation, at.scope):
            bound = at.relation.right.value(visible)
            fresh = self._repaired(list(map(int, values)), of, bound, visible, at)
            made.append(np.array(fresh, dtype=np.int64) if isinstance(values, np.ndarray) else fresh)
        at.instance[name] = made

    def _repaired(
        self, values: list[int], of: Array, bound: int, visible: Mapping[str, Any], at: Repairing
    ) -> list[int]:
        """One list with other values for those that break the relation, which its traits leave."""
        test = TESTS[at.relation.operator]
        wrong = [place for place, value in enumerate(values) if not test(value, bound)]
        if not wrong:
            return values
        assert isinstance(of.type, IntType)
        lo, hi = allowed(at.relation.operator, of.type.lo.value(visible), of.type.hi.value(visible), bound)
        apart = bool(of.traits & {"distinct", "permutation", "strictly-sorted"})
        for place in wrong:
            values[place] = self._drawn(lo, hi, bound, set(values) if apart else set(), at)
        if of.traits & {"sorted", "strictly-sorted", "reverse-sorted"}:
            values.sort(reverse="reverse-sorted" in of.traits)
        return values

    def _drawn(self, lo: int, hi: int, bound: int, barred: set[int], at: Repairing) -> int:
        test = TESTS[at.relation.operator]
        for _ in range(_TRIES if lo <= hi else 0):
            value = random_int(lo, hi, at.rng)
            if value not in barred and test(value, bound):
                return value
        free = [
            value
            for value in range(lo, min(hi, lo + len(barred) + 1) + 1)
            if value not in barred and test(value, bound)
        ]
        if not free:
            raise CannotGenerate(str(at.relation))
        return free[int(at.rng.integers(len(free)))]


def _rows(fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The list of each row, with what its bound sees."""
    rows = places(fmt)[relation.left.text].rows
    assert isinstance(rows, Records)
    beside = [field.name for field in rows.fields if isinstance(field, Scalar)]
    for row, values in enumerate(scope[relation.left.text]):
        yield values, {**scope, ROW: row, **{name: scope[name][row] for name in beside}}


def as_row_lists(known: Mapping[str, Place], relation: Relation) -> Relation | None:
    """A comparison with a list of rows by itself on one side, the list on the left; None for any other."""
    turned = replace(relation, left=relation.right, right=relation.left, operator=TURNED[relation.operator])
    for one in (relation, turned):
        place = known.get(one.left.text)
        if place is not None and is_row_list(place) and isinstance(place.rows, Records):
            singles = (
                {field.name for field in place.rows.fields if isinstance(field, Scalar)}
                | {ROW}
                | {name for name, other in known.items() if other.rows is None and isinstance(other.item, Scalar)}
            )
            return replace(one, kind="lists") if one.right.names <= singles else None
    return None


KINDS = (RowLists(),)
