"""Usual bounds, for what no source bounds."""

from __future__ import annotations

from slowpath.inputs.infer.reads.items import Rest, Text, Token
from slowpath.inputs.infer.structure.align import Site

USUAL_SIZE = 200_000
USUAL_CASES = 1_000
USUAL_SIDE = 1_000
USUAL_VALUE = 10**9
USUAL_LONG_VALUE = 10**18
_INT_BITS = 32


def usual_value(leaf: Token | Rest | Text, site: Site, is_listed: bool, barred: int | None) -> tuple[str, str, str]:
    """The bounds of a value that is no size and no index, and why: by the width of its variable, its sign by what the
    program asks of it. `barred` is a value that it hasn't."""
    bits, use = getattr(leaf, "bits", 0), leaf.use
    if use.choices is not None and site.integers:
        values = [value for value in (*use.choices, site.lowest, site.highest) if value is not None]
        return str(min(values)), str(max(values)), "the program asks for no others"
    is_length = use.allocates and (site.highest or 0) <= USUAL_SIZE
    if isinstance(leaf, Token) and (is_length or (use.bounds_loop and not site.visits)):
        return "0" if use.zero else "1", str(USUAL_SIZE), "a usual size, as the program counts up to it"
    high = USUAL_LONG_VALUE if bits > _INT_BITS and not site.visits else USUAL_VALUE
    if site.highest is not None and site.highest > high:
        high = 10**18 if site.highest <= 10**18 else 10 ** len(str(site.highest))
    negative = site.lowest is not None and site.lowest < 0
    if not site.visits:
        negative = use.negative and not use.bounds_loop
    zero = site.lowest == 0 or ((use.zero or is_listed) and not site.visits and not use.positive)
    low = -high if negative else 0 if zero else 1
    low += barred == low
    return str(low), str(high), f"usual values of a {bits}-bit integer" if bits else "usual values of an integer"
