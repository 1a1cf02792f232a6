"""Values that stand once, within one variable or across several: `where distinct a, b`.

"distinct": no value stands twice among those of `left`, `right` and `others` (`Relation.distinct_names`), integers or
words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.inputs.checktestdata.scribe import Scribe
from slowpath.inputs.checktestdata.write_elements import ToldApart, sizes_stored, write_each
from slowpath.inputs.layout import places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relations.distinct import repair_distinct, repeated_value, unfit_name
from slowpath.inputs.sizes.size_terms import rows_of, span_of
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, InputFormat, IntType, Relation
from slowpath.model.format_text import FormatCompletion


class Distinct(RelationKind):
    """See the module."""

    name = "distinct"
    offered = FormatCompletion("distinct", "keyword", "no value twice", "distinct |")

    def begins(self, words: Words) -> bool:
        return super().begins(words) and not (
            words.peek().text in ("key", "pair", "in") and words.peek(2).kind == "name"
        )

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        names: list[Expr] = []
        while True:
            name = reader.known_name(words, "the name of an array or a field")
            names.append(Expr(name.text))
            unfit = unfit_name(reader.places, [other.text for other in names])
            if unfit is not None:
                raise words.error(f"{unfit[0]!r} can't be distinct: it {unfit[1]}", name)
            if not words.accept(","):
                break
        reader.end(words)
        return Relation(self.name, names[0], "", names[min(1, len(names) - 1)], tuple(names[2:]))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        twice = repeated_value(relation, scope)
        return f"{twice!r} stands twice" if twice is not None else ""

    def repair(self, at: Repairing) -> None:
        repair_distinct(at.fmt, at.relation, at.instance, at.scope, at.changed, at.rng)

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        """Single integers differ in pairs; variables of the same bounds have no more values than those leave."""
        text, made = str(relation), []
        groups: dict[Expr, list[str]] = {}
        singles: list[str] = []
        for name in relation.distinct_names:
            place = places(fmt)[name]
            of = getattr(place.item, "type", None)
            if not isinstance(of, IntType) or (place.rows is not None and isinstance(place.item, Array)):
                continue
            rows = rows_of(place)
            groups.setdefault(span_of(of), []).append(f"({rows})" if rows is not None else "1")
            if rows is None:
                made += [SizeConstraint(expr(other), "!=", expr(name), text) for other in singles]
                singles.append(name)
        return made + [SizeConstraint(expr("+".join(counts)), "<=", span, text) for span, counts in groups.items()]

    def write_script(self, fmt: InputFormat, relation: Relation, scribe: Scribe) -> bool:
        """All values side by side in one array."""
        known = places(fmt)
        if any(sizes_stored(known[name]) is None for name in relation.distinct_names):
            return False
        rows = ToldApart(scribe, 1)
        for name in relation.distinct_names:
            write_each(scribe, known[name], name, lambda value, *_: rows.added(value))
        rows.finish()
        return True


KINDS = (Distinct(),)
