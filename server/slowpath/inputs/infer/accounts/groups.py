"""Bounds of scoring groups that don't hold together: where one group allows a long list and another large numbers, the
format, which has both, is wider than any of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

from slowpath.inputs.layout import places
from slowpath.model.expression import expr
from slowpath.model.format import InputFormat, IntType
from slowpath.model.validity import Doubt
from slowpath.statement.claims.comparison import Chain
from slowpath.statement.claims.scope import SUBTASK, rank
from slowpath.statement.records import stated_chains
from slowpath.statement.sentences.statement import Statement


def bounds_of_no_group(statement: Statement, fmt: InputFormat) -> Iterator[Doubt]:
    """The pairs of largest values in a format that no single scoring group allows, as doubts."""
    highs: dict[int, dict[str, int]] = defaultdict(dict)
    for chain in stated_chains(statement, frozenset()):
        if rank(chain.sentence) == SUBTASK and not chain.summed:
            for name, value in _highs(chain):
                highs[chain.sentence.line].setdefault(name, value)
    named = {name for group in highs.values() for name in group}
    largest = {
        name: most
        for name, place in places(fmt).items()
        if name in named
        and isinstance(of := getattr(place.item, "type", None), IntType)
        and (most := of.hi.constant) is not None
    }
    told = {name: max(group[name] for group in highs.values() if name in group) for name in largest}
    for one, other in combinations([name for name in largest if largest[name] == told[name]], 2):
        if not any(
            group.get(one, largest[one]) == largest[one] and group.get(other, largest[other]) == largest[other]
            for group in highs.values()
        ):
            yield Doubt(
                "bounds",
                f"No scoring group allows {one} up to {largest[one]} together with {other} up to {largest[other]}.",
            )


def _highs(chain: Chain) -> Iterator[tuple[str, int]]:
    """What each named value of a chain is at most, by the constant behind it."""
    for place, operands in enumerate(chain.operands):
        behind = list(zip(chain.operators[place:], chain.operands[place + 1 :], strict=True))
        if any(operator not in ("<", "<=") for operator, _ in behind):
            continue
        ends = [(at, expr(told[0].text).constant) for at, (_, told) in enumerate(behind) if told[0].text]
        for at, end in ends[:1] if not ends or ends[0][1] is not None else ends[1:]:
            strict = sum(operator == "<" for operator, _ in behind[: at + 1])
            yield from ((one.name, end - strict) for one in operands if one.name and not one.form and end is not None)
