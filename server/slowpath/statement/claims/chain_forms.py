"""The plain forms of what a chain of comparisons says: one thing each, about variables that stand alone.

`1 <= a != b <= n` is two things, `2k <= n` bounds k, `max(n, m) <= c` both, and `A < 10^{1000000}` the digits of A.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from slowpath.model.expression import expr
from slowpath.model.patterns import late_regex
from slowpath.statement.claims.comparison import Chain, Operand, named

_SCALED = late_regex(r"(?P<by>[2-9]|10)\*(?P<name>[A-Za-z]\w*)")


def plain_forms(chain: Chain) -> list[Chain]:
    """What a chain says, one chain for each thing."""
    return [_by_digits(_without_extremes(_unscaled(part))) for part in _parted(chain)]


def _parted(chain: Chain) -> Iterator[Chain]:
    """`1 <= a != b <= n` as what it says of both, and that they differ; any other chain as it is."""
    for place, sign in enumerate(chain.operators):
        left, right = chain.operands[place], chain.operands[place + 1]
        if sign == "!=" and len(chain.operators) > 1 and all(one.name for one in (*left, *right)):
            yield replace(chain, operands=(left, right), operators=("!=",))
            together = (*chain.operands[:place], (*left, *right), *chain.operands[place + 2 :])
            yield from _parted(
                replace(chain, operands=together, operators=(*chain.operators[:place], *chain.operators[place + 1 :]))
            )
            return
    yield chain


def _unscaled(chain: Chain) -> Chain:
    """`2 <= 2*k <= n` as what it says of k: `1 <= k <= n//2`; any other chain as it is."""
    scaled = [
        (place, found)
        for place, (operand, *others) in enumerate(chain.operands)
        if (found := _SCALED.fullmatch(operand.text)) and not operand.name and not others
    ]
    if len(scaled) != 1 or len(chain.operands) > 3 or not set(chain.operators) <= {"<", "<=", ">", ">="}:
        return chain
    at, found = scaled[0]
    is_middle = 0 < at < len(chain.operators)
    if not is_middle and any(each.name for place in chain.operands for each in place):
        return chain  # `k <= 2*n` bounds k.
    places = []
    for place, operands in enumerate(chain.operands):
        operator = chain.operators[min(at, place, len(chain.operators) - 1)]
        is_rounded_up = operator in (("<", ">=") if place > at else ("<=", ">"))
        places.append(
            (named(found["name"]),)
            if place == at
            else tuple(_divided(each, int(found["by"]), is_rounded_up) for each in operands)
        )
    return replace(chain, operands=tuple(places)) if all(each.text for place in places for each in place) else chain


def _divided(operand: Operand, by: int, is_rounded_up: bool) -> Operand:
    """An operand by a number, rounded; empty where it is no value."""
    if operand.form or not operand.text:
        return Operand("")
    made = expr(f"({operand.text}+{by - 1})//{by}" if is_rounded_up else f"({operand.text})//{by}")
    return Operand(str(made.constant) if made.constant is not None else made.text)


def _without_extremes(chain: Chain) -> Chain:
    """The chain with `max(n, m) <= c` as `n, m <= c`, and `min(n, m) >= c` likewise."""
    places = []
    for at, place in enumerate(chain.operands):
        made: list[Operand] = []
        for operand in place:
            found = re.fullmatch(r"(min|max)\((\w+(?:,\w+)+)\)", operand.text)
            parts = found.group(2).split(",") if found else []
            bounded = found is not None and _only(chain, at, "<=" if found.group(1) == "max" else ">=")
            made += (
                [named(part) for part in parts] if bounded and all(part[0].isalpha() for part in parts) else [operand]
            )
        places.append(tuple(made))
    return replace(chain, operands=tuple(places))


def _by_digits(chain: Chain) -> Chain:
    """`0 <= A < 10^{1000000}` as a bound on the number of digits of A. The one number of `A <= 10^{1000000}` that has a
    digit more is left out, since a length can't tell it from larger ones."""
    for at, place in enumerate(chain.operands):
        if at and place[0].form == "digits" and chain.operators[at - 1] in ("<", "<="):
            found = [operand for operand in chain.operands[at - 1] if operand.name or operand.form == "all"]
            left = tuple(replace(operand, form="length") for operand in found)
            if left:
                before = chain.operands[at - 2][0].text if at > 1 else ""
                return replace(
                    chain,
                    operands=(left, (Operand(place[0].text, written=place[0].text),)),
                    operators=("<=",),
                    base=int(place[0].written),
                    negative=before.startswith("-") or any(operand.form == "bar" for operand in found),
                )
    return chain


def _only(chain: Chain, at: int, direction: str) -> bool:
    """Whether the place is bounded by constants, and from the given side only ("<=": from above)."""
    signs = {"<=": ("<=", "<"), ">=": (">=", ">")}
    other = ">=" if direction == "<=" else "<="
    right = at >= len(chain.operators) or chain.operators[at] in signs[direction]
    left = at == 0 or chain.operators[at - 1] in signs[other]
    bounds = [chain.operands[i][0].text for i in (at - 1, at + 1) if 0 <= i < len(chain.operands)]
    return right and left and len(bounds) == 1 and all(re.fullmatch(r"-?\d+", text) for text in bounds)


def in_order(low: Operand, high: Operand) -> tuple[Operand, Operand]:
    """Two ends, the lesser first where they are numbers: "each of them is 1 or -1"."""
    are_numbers = all(re.fullmatch(r"-?\d{1,18}", one.text) for one in (low, high))
    return (high, low) if are_numbers and int(low.text) > int(high.text) else (low, high)
