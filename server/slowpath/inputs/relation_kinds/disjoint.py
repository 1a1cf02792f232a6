"""Intervals that share no point, in whatever order: `where disjoint l, r`; or rectangles: `where disjoint x1, x2, y1,
y2`. `touching` lets ends meet.

"disjoint", "disjoint touching": `others` are the ends, two integer fields of the same rows or four.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.filling.fill import made_distinct
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relation_kinds.rectangles import Layout, clashes
from slowpath.inputs.relation_kinds.rows import Row, bounds_along, is_there, put_rows, read_fields, rows_in
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_terms import span_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr
from slowpath.model.format import InputFormat, IntType, Records, Relation
from slowpath.model.format_text import FormatCompletion

TOUCHING = "touching"


class Disjoint(RelationKind):
    """See the module; `name` says whether they may touch."""

    def __init__(self, name: str, touching: bool) -> None:
        self.name = name
        self._touching = touching
        if not touching:
            detail = "intervals or rectangles that share no point"
            self.offered = FormatCompletion(name, "keyword", detail, f"{name} |")

    def begins(self, words: Words) -> bool:
        if words.next.text != "disjoint" or words.peek().kind != "name":
            return False
        behind = 2
        while words.peek(behind).text == ",":
            behind += 2
        return (words.peek(behind).text == TOUCHING) == self._touching

    def read(self, reader: Reader, words: Words) -> Relation:
        at = words.take()
        names = read_fields(reader, words)
        known = [reader.places[name] for name in names]
        if (
            len(names) not in (2, 4)
            or not isinstance(known[0].rows, Records)
            or not all(isinstance(getattr(place.item, "type", None), IntType) for place in known)
        ):
            raise words.error(
                "two integer fields of rows are the ends of intervals, `disjoint l, r`, and four the "
                "sides of rectangles, `disjoint x1, x2, y1, y2`",
                at,
            )
        if self._touching:
            words.expect(TOUCHING)
        reader.end(words)
        return Relation(self.name, Expr(names[0]), "", Expr(names[1]), tuple(map(Expr, names)))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        if len(relation.others) == 4:
            sides = _rectangles(rows_in(places(fmt), _names(relation), scope))
            return next(
                (
                    f"the rectangles {tuple(sides[one].tolist())} and {tuple(sides[other].tolist())} overlap"
                    for one, other in clashes(sides, self._touching)
                ),
                "",
            )
        found = sorted((min(row), max(row)) for row in rows_in(places(fmt), _names(relation), scope))
        for (low, high), (begin, end) in pairwise(found):
            if begin < high or (begin == high and not self._touching):
                return f"{low}..{high} and {begin}..{end} overlap"
        return ""

    def repair(self, at: Repairing) -> None:
        known, names = places(at.fmt), _names(at.relation)
        if not is_there(known, names, at.instance) or not self.flaw(at.fmt, at.relation, at.scope):
            return
        if len(names) == 4:
            put_rows(known, names, at.instance, self._apart(rows_in(known, names, at.scope), at))
            return
        rows = [(min(row), max(row)) for row in rows_in(known, names, at.scope)]
        lo, hi = bounds_along(at, names[0], names[0])
        begins = made_distinct(np.array([low for low, _ in rows], dtype=np.int64), lo, hi, at.rng, names[0]).tolist()
        made = self._cut(begins, [high for _, high in rows])
        if any(low == high for low, high in made) and 2 * len(rows) <= hi - lo + 1:
            made = _paired(rows, lo, hi, at)
        put_rows(known, names, at.instance, made)

    def _apart(self, rows: list[Row], at: Repairing) -> list[Row]:
        """Rectangles that don't overlap, with the corners of each in the order in which they stood."""
        found = _rectangles(rows)
        sides = [bounds_along(at, begin, end) for begin, end in pairwise(_names(at.relation))][::2]
        least = tuple(int((found[:, 2 * axis] < found[:, 2 * axis + 1]).any()) for axis in (0, 1))
        made = Layout((*sides[0], *sides[1]), least, self._touching).kept_apart(found)  # type: ignore[arg-type]
        if made is None:
            raise CannotGenerate(str(at.relation))
        for axis in (0, 2):
            turned = np.array([row[axis] > row[axis + 1] for row in rows], dtype=bool)
            made[turned, axis : axis + 2] = made[turned, axis : axis + 2][:, ::-1]
        return [*map(tuple, made.tolist())]

    def _cut(self, begins: list[int], ends: list[int]) -> list[tuple[int, int]]:
        """Intervals from these beginnings that end before the next one begins."""
        order = sorted(range(len(begins)), key=begins.__getitem__)
        made = [(begin, max(begin, end)) for begin, end in zip(begins, ends, strict=True)]
        for row, after in pairwise(order):
            most = begins[after] - (not self._touching)
            made[row] = (begins[row], min(made[row][1], most))
        return made

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        place = places(fmt)[relation.left.text]
        of = getattr(place.item, "type", None)
        if not isinstance(of, IntType) or not isinstance(place.rows, Records):
            return []
        span = span_of(of)
        within = span.names & {field.name for field in place.rows.fields}
        hangs = within or len(relation.others) > 2
        return [] if hangs else [SizeConstraint(place.rows.count, "<=", span, str(relation))]

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        rows = places(fmt)[relation.left.text].rows
        if not isinstance(rows, Records):
            return False
        ends = [scribe.name(name) for name in _names(relation)]
        first, second, times = scribe.fresh("i"), scribe.fresh("j"), scribe.expression(rows.count, {})
        sign = "<=" if self._touching else "<"
        apart = " || ".join(
            f"{right}[{one}]{sign}{left}[{other}]"
            for left, right in zip(ends[::2], ends[1::2], strict=True)
            for one, other in ((first, second), (second, first))
        )
        scribe.line(f"REPI({first},{times}) REPI({second},{first})", f"ASSERT({apart})", "END END")
        return True


def _names(relation: Relation) -> list[str]:
    return [name.text for name in relation.others]


def _rectangles(rows: list[Row]) -> np.ndarray:
    """The sides of rectangles, each the lower end before the upper one."""
    return np.sort(np.array(rows, dtype=np.int64).reshape(-1, 2, 2), axis=2).reshape(-1, 4)


def _paired(rows: list[tuple[int, int]], lo: int, hi: int, at: Repairing) -> list[tuple[int, int]]:
    """Intervals with two ends each, put together from all of their ends, each row keeping its rank."""
    ends = np.clip(np.array(rows, dtype=np.int64).reshape(-1), lo, hi)
    if 2 * len(rows) > hi - lo + 1:
        raise CannotGenerate(str(at.relation))
    points = np.sort(made_distinct(ends, lo, hi, at.rng, at.relation.left.text)).tolist()
    order = sorted(range(len(rows)), key=rows.__getitem__)
    made: list[tuple[int, int]] = list(rows)
    for rank, row in enumerate(order):
        made[row] = (points[2 * rank], points[2 * rank + 1])
    return made


KINDS = (Disjoint("disjoint", touching=False), Disjoint("disjoint touching", touching=True))
