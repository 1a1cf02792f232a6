"""Primes: `where prime p` says that every value of `p`, integers, is one.

"prime": `left` and `right` are the bare name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from slowpath.inputs.layout import over_rows, places
from slowpath.inputs.relation_kinds.kind import Reader, RelationKind, Repairing
from slowpath.inputs.relations.primes import is_prime, near_primes
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.size_values import SizeConstraint
from slowpath.inputs.text_form.lexer import Words
from slowpath.model.expression import Expr, expr
from slowpath.model.format import ROW, Array, InputFormat, IntType, Records, Relation
from slowpath.model.format_text import FormatCompletion


class Prime(RelationKind):
    """See the module."""

    name = "prime"
    offered = FormatCompletion("prime", "keyword", "every value is a prime", "prime |")

    def read(self, reader: Reader, words: Words) -> Relation:
        words.take()
        name = reader.known_name(words, "the name of an integer, array or field")
        place = reader.places[name.text]
        whole = not (place.is_column and isinstance(place.item, Array))
        if place.is_tagged or not whole or not isinstance(getattr(place.item, "type", None), IntType):
            raise words.error(f"{name.text!r} can't be prime: it isn't an integer, an array or a field of rows", name)
        reader.end(words)
        return Relation(self.name, Expr(name.text), "", Expr(name.text))

    def flaw(self, fmt: InputFormat, relation: Relation, scope: Mapping[str, Any]) -> str:
        flat = np.asarray(scope[relation.left.text], dtype=object).reshape(-1).tolist()
        wrong = next((number for number in flat if not is_prime(number)), None)
        return f"{wrong} isn't prime" if wrong is not None else ""

    def repair(self, at: Repairing) -> None:
        """Gives each element a prime near its value; single integers were assigned as primes."""
        name = at.relation.left.text
        place = places(at.fmt)[name]
        if name not in at.instance or not isinstance(at.instance[name], list | np.ndarray):
            return
        values = at.instance[name]
        flat = values.reshape(-1).tolist() if isinstance(values, np.ndarray) else values
        of: Any = place.item.type  # type: ignore[union-attr]
        columns = (
            {field.name: at.scope[field.name] for field in place.rows.fields if field.name != name}
            if isinstance(place.rows, Records)
            else {}
        )
        columns[ROW] = np.arange(len(flat))
        lows, highs = (
            np.broadcast_to(np.asarray(over_rows(end, at.scope, columns, len(flat)), dtype=object), len(flat)).tolist()
            for end in (of.lo, of.hi)
        )
        made = near_primes(flat, lows, highs)
        if made is None:
            raise CannotGenerate(str(at.relation))
        if made != flat:
            is_array = isinstance(values, np.ndarray)
            at.instance[name] = np.array(made, dtype=np.int64).reshape(values.shape) if is_array else made

    def size_limits(self, fmt: InputFormat, relation: Relation) -> list[SizeConstraint]:
        return [SizeConstraint(relation.left, "prime", expr(0), str(relation))]


KINDS = (Prime(),)
