"""Rows that name pairs of things of two kinds, who likes whom: edges between two sides, no graph on one set of them."""

from __future__ import annotations

from slowpath.model.format import Array, IntType, Records, Scalar

_FIRST_NUMBERS = (0, 1)


def are_two_sides(*ends: Scalar | Array) -> bool:
    """Whether two columns number things of two kinds, each counted by a size of its own: `u <= n` and `v <= m`."""
    types = [end.type for end in ends if isinstance(end, Scalar) and isinstance(end.type, IntType)]
    if len(ends) != 2 or len(types) != 2 or any(of.lo.constant not in _FIRST_NUMBERS for of in types):
        return False
    first, second = (of.hi.text for of in types)
    return first != second and first.isidentifier() and second.isidentifier()


def side_names(rows: Records) -> frozenset[str]:
    """The names that count the sides where the first two columns of integers are such."""
    ends = [field for field in rows.fields if isinstance(field, Scalar) and isinstance(field.type, IntType)][:2]
    if rows.structure or not are_two_sides(*ends):
        return frozenset()
    return frozenset().union(*(end.type.hi.names for end in ends if isinstance(end.type, IntType)))
