"""Holds what a statement compares against inputs of the format: `l <= r` is said where no generated input breaks it.

Independent of how inference came to its bounds and relations, so that a comparison which was lost or put on another
variable is seen. Inputs are small and few; a comparison that they keep by chance is not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, product
from typing import Any

import numpy as np

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.layout import places
from slowpath.inputs.relations.single_elements import TURNED
from slowpath.inputs.sizes.sizes import scaled
from slowpath.inputs.validating.validate import holds
from slowpath.model.expression import Expr, expr
from slowpath.model.format import Array, InputFormat, IntType, Matrix, Relation, Scalar
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.chains import chains_of
from slowpath.statement.claims.comparison import Chain, Operand
from slowpath.statement.sentences.sentence import Sentence

LARGEST_SMALL = 9
_SIZES = (2, 5, LARGEST_SMALL)
_DRAWS = 4
_MOST_MEANT = 6
MOST_VALUES = 5_000
"""An input with more values takes too long to make: a format of two million rows has no small ones."""
_NAME = late_regex(r"[A-Za-z_]\w*")
_SIGNS = {"<=": "<=", "<": "<", ">=": ">=", ">": ">", "!=": "!=", "=": "=="}


class Drawn:
    """Small inputs of a format, to hold comparisons against; made when the first is asked for."""

    def __init__(self, fmt: InputFormat) -> None:
        self.format = fmt
        self._bare = InputFormat(fmt.nodes)
        self._sound: dict[int, bool] = {}

    def is_sound(self, number: int) -> bool:
        """Whether the input of that number keeps all but the format's relations; only of such a one these are asked."""
        if number not in self._sound:
            self._sound[number] = holds(self._bare, self.instances[number])
        return self._sound[number]

    @cached_property
    def instances(self) -> tuple[dict[str, Any], ...]:
        """A dozen small inputs, always the same."""
        return small_inputs(self.format)

    @cached_property
    def names(self) -> Mapping[str, Sequence[str]]:
        """The format's names of integers that a statement's name may mean, by that and by it in lower case: `u` may
        mean u, or the u2 of later lines."""
        integers = [
            name
            for name, place in places(self.format).items()
            if isinstance(place.item, Scalar | Array | Matrix)
            and isinstance(place.item.type, IntType)
            and not (isinstance(place.item, Array) and place.rows is not None)
        ]
        made: dict[str, list[str]] = {}
        for of in integers:
            for name in {of, of.lower(), *([of.rstrip("0123456789")] if of[-1].isdigit() else ())}:
                made.setdefault(name, []).append(of)
        return made


def small_inputs(fmt: InputFormat) -> tuple[dict[str, Any], ...]:
    """A dozen small inputs of a format, always the same; fewer where some can't be made."""
    rng = np.random.default_rng(0)
    made: list[dict[str, Any]] = []
    for size in _SIZES:
        small = scaled(fmt, size)
        for _ in range(_DRAWS):
            try:
                made.append(generate(small, Plan(most_values=MOST_VALUES), rng))
            except (CannotGenerate, LookupError):  # A size over what isn't read is no size.
                break
    return tuple(made)


def comparisons_broken(sentence: Sentence, drawn: Drawn) -> Iterator[str]:
    """The comparisons of a sentence between variables of the format that some input breaks. What it says of several
    values of one variable, one after the other ("t = 1 to go, t = 2 to come"), it says of none."""
    found = [readings for chain in chains_of(sentence) for readings in _relations(chain, drawn.names) if readings]
    values = Counter(readings[0].left for readings in found if _gives_a_value(readings[0]))
    for readings in found:
        is_one_of_several = _gives_a_value(readings[0]) and values[readings[0].left] > 1
        if not is_one_of_several and all(_is_broken(relation, drawn) for relation in readings):
            yield str(readings[0])


def _gives_a_value(relation: Relation) -> bool:
    return relation.operator == "==" and relation.right.constant is not None


def _relations(chain: Chain, names: Mapping[str, Sequence[str]]) -> Iterator[list[Relation]]:
    """What a chain says of neighbouring operands, over names of the format, each in all ways in which its names can be
    meant; nothing of sums, lengths or shifts, or of two elements of one list."""
    if chain.summed or chain.base:
        return
    for lefts, sign, rights in zip(chain.operands, chain.operators, chain.operands[1:], strict=False):
        for left in lefts:
            for right in rights:
                is_of_two = left.name and left.name == right.name and left.subscript != right.subscript
                is_value = sign == "=" and (left.subscript or right.subscript or not (left.text and right.text))
                if sign in _SIGNS and not is_of_two and not is_value:
                    yield [
                        Relation("compare", one, _SIGNS[sign], other)
                        for one, other in product(_sides(left, names), _sides(right, names))
                        if one.names or other.names
                    ]


def _sides(operand: Operand, names: Mapping[str, Sequence[str]]) -> list[Expr]:
    """An operand over the format's names, in all ways; none where it isn't plain or not known."""
    if operand.form or not operand.text or operand.lost or any(sign in operand.subscript for sign in "+-_"):
        return []
    stated = sorted(expr(operand.text).names)
    meant = [names.get(name) or names.get(name.lower()) or () for name in stated]
    return [
        _renamed(operand.text, dict(zip(stated, chosen, strict=True)))
        for chosen in islice(product(*meant), _MOST_MEANT)
    ]


def _renamed(text: str, names: Mapping[str, str]) -> Expr:
    return expr(_NAME.sub(lambda found: names.get(found.group(), found.group()), text))


def _beside_diagonal(relation: Relation, fmt: InputFormat) -> Relation:
    """What is compared of a table, but for its diagonal where the format says by itself what stands there."""
    tables = {one.left for one in fmt.relations if one.kind == "diagonal"}
    if relation.right in tables:
        relation = Relation(relation.kind, relation.right, TURNED[relation.operator], relation.left)
    return replace(relation, kind="offdiagonal") if relation.left in tables else relation


def _is_broken(relation: Relation, drawn: Drawn) -> bool:
    fmt = InputFormat(drawn.format.nodes, (_beside_diagonal(relation, drawn.format),))
    try:
        return any(
            drawn.is_sound(number) and not holds(fmt, instance) for number, instance in enumerate(drawn.instances)
        )
    except (LookupError, TypeError, ValueError, ArithmeticError):
        return False  # It compares what doesn't stand in one place, such as a row with another list's element.
