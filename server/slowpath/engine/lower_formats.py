"""Formats with lower bounds than the one in force: what inputs below full size obey.

Sizes are cut in the proportions that they have, sums over test cases along with them, and numbers that are no sizes but
bound what elements may be as far as the sizes are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isqrt
from typing import Any

from slowpath.inputs.filling.narrowed import CannotNarrow, narrowed
from slowpath.inputs.filling.plan import Boundary
from slowpath.inputs.layout import places
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, InputFormat, IntType, Matrix, Records, Relation, Scalar
from slowpath.model.nodes import changed_nodes, items_of

SUM_SLACK = 2
GOVERNING = 16
"""A size is large where it is at least the largest one over this."""


def size_of(boundary: Boundary) -> int:
    """The largest of its sizes, 0 where it has none."""
    return max(boundary.sizes.values(), default=0)


def lowered(sizes: Mapping[str, int], most: int) -> dict[str, int]:
    """Sizes of at most that: large ones in the proportions that they have, so that what is twice as many stays so; a
    small one beside them (5 columns of 100,000 rows) as it is while it can."""
    largest = max(sizes.values(), default=0)
    if largest <= most:
        return dict(sizes)
    return {
        name: max(1, size * most // largest) if size * GOVERNING >= largest else min(size, most)
        for name, size in sizes.items()
    }


def with_most(fmt: InputFormat, most: Mapping[str, int]) -> InputFormat:
    """The format with other upper bounds of integers of its own."""

    def item(old: Any) -> Any:
        if not isinstance(old, Scalar) or old.name not in most or not isinstance(old.type, IntType):
            return old
        return replace(old, type=replace(old.type, hi=expr(most[old.name])))

    return replace(fmt, nodes=changed_nodes(fmt.nodes, item))


def ranges_of(fmt: InputFormat, boundary: Boundary, most: int) -> dict[str, int]:
    """Upper bounds for the numbers of `growing_ranges`: in the proportion to the largest size in which they are, when
    that is at most `most`."""
    largest = size_of(boundary)
    if largest <= most:
        return {}
    return {name: max(lo, hi * most // largest) for name, (lo, hi) in growing_ranges(fmt, boundary).items()}


def growing_ranges(fmt: InputFormat, boundary: Boundary) -> dict[str, tuple[int, int]]:
    """The numbers that are no sizes but bound what elements may be, as the people that rows name do, and grow along
    with the sizes: their least and their largest values."""
    largest = size_of(boundary)
    bounding = frozenset().union(*(_in_elements(item) for item in items_of(fmt.nodes)))
    made = {}
    for name in sorted(bounding - boundary.sizes.keys()):
        place = places(fmt).get(name)
        of = place.item.type if place is not None and not place.path and isinstance(place.item, Scalar) else None
        if not isinstance(of, IntType):
            continue
        lo, hi = of.lo.constant, of.hi.constant
        if lo is not None and hi is not None and largest <= hi * GOVERNING and hi <= largest * GOVERNING:
            made[name] = lo, hi
    return made


def lengths_in_rows(fmt: InputFormat, sizes: Mapping[str, int]) -> dict[str, int]:
    """Upper bounds for the lengths of lists in rows, those of the sizes that are columns: a shape says what a column
    holds, and lists of full length in a few dozen rows are megabytes."""
    made = {}
    for name, size in sizes.items():
        place = places(fmt).get(name)
        of = getattr(place.item, "type", None) if place is not None else None
        if place is None or place.path or place.rows is None or not isinstance(of, IntType):
            continue
        lo, hi = of.lo.constant, of.hi.constant
        if lo is not None and hi is not None and hi > size:
            made[name] = max(lo, size)
    return made


def roots_of(fmt: InputFormat, boundary: Boundary, times: int) -> dict[str, int]:
    """Upper bounds for the numbers of its own that are no sizes: of what they may be the square root, so many times."""
    made = {}
    for name, place in places(fmt).items():
        of = place.item.type if not place.path and isinstance(place.item, Scalar) else None
        if isinstance(of, IntType) and name not in boundary.sizes:
            lo, hi = of.lo.constant, of.hi.constant
            if lo is not None and hi is not None and hi > 1:
                for _ in range(times):
                    hi = isqrt(hi)
                made[name] = max(lo, hi)
    return made


def _in_elements(item: Any) -> frozenset[str]:
    """The names in the upper bounds of the elements of arrays and rows."""
    match item:
        case Array() | Matrix():
            return item.type.hi.names if isinstance(item.type, IntType) else frozenset()
        case Records():
            return frozenset().union(*(field.type.hi.names for field in item.fields if isinstance(field.type, IntType)))
    return frozenset()


def with_lower_sizes(fmt: InputFormat, boundaries: Sequence[Boundary], size: int) -> InputFormat:
    """The format with the sizes of the boundaries, and the sums over them, at most `size`; those that can't be keep
    their bounds."""
    known = places(fmt)
    names = dict.fromkeys(name for boundary in boundaries for name in boundary.sizes if name in known)
    texts = {
        name: name if isinstance(getattr(known[name].item, "type", None), IntType) else f"len({name})" for name in names
    }
    aims = [Relation("compare", expr(text), "<=", expr(size)) for text in texts.values()]
    ranges: dict[str, int] = {}
    for boundary in boundaries:
        for name, most in ranges_of(fmt, boundary, size).items():
            ranges[name] = max(most, ranges.get(name, most))
    fmt = with_lower_sums(with_most(fmt, ranges), Boundary("bounded", dict.fromkeys(names, size)), size)
    try:
        return narrowed(fmt, aims)
    except CannotNarrow:
        pass
    for aim in aims:
        try:
            fmt = narrowed(fmt, (aim,))
        except CannotNarrow:
            continue
    return fmt


def with_lower_sums(fmt: InputFormat, boundary: Boundary, sum_at_most: int | None) -> InputFormat:
    """The format with every sum over sizes at most that: what it allows, the format itself allows as well.

    Only so is "one case takes all that the sum leaves" a small input at a small site. Sums over other variables
    stay; the least that every case needs is left.
    """
    if sum_at_most is None:
        return fmt
    lowered = tuple(
        replace(relation, right=Expr(str(min(relation.right.value({}), SUM_SLACK * sum_at_most))))
        if relation.kind == "sum" and relation.left.names <= boundary.sizes.keys()
        else relation
        for relation in fmt.relations
    )
    return fmt if lowered == fmt.relations else replace(fmt, relations=lowered)
