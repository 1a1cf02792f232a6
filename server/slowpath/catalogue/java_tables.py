"""Keys that share one place of Java's `HashMap` and `HashSet`.

A key's place is its hash code, the upper 16 bits mixed into the lower by an exclusive or, modulo a power of two. An
`Integer` is its own hash code, a `Long` the exclusive or of its halves. A place that holds more than eight keys becomes
a tree since Java 8: keys that can be compared are found in it by some comparisons, but keys that can't (records,
classes without `Comparable`, lists) and have one hash code are looked for in the whole tree, so that each look-up
costs as much as there are keys. Records, `List.of(x, y)`, `Objects.hash(x, y)` and what IDEs write all take
`31 * x + y`, on which other points than the same agree; what people write by hand is mostly `x ^ y`, 0 for all equal
numbers, or `x + y`.

What that costs as against random keys, measured in JDK 17: 15,000 ints 2.9 times, 100,000 longs 3 times, 100,000
texts of one hash code (`collisions`) 14 times, 5,000 records 1,400 times and, by the square, on.
"""

from __future__ import annotations

import numpy as np

from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.points import Axes

_FACTOR = 31
_SOURCE = "OpenJDK, java.util.HashMap; Crosby and Wallach 2003"
_TABLES = "hash tables of Java"


def equal_halves(length, lo, hi, rng):
    """`k * 65537`, whose halves cancel: all in the first place of any table of at most 65,536 places. Each value again
    and again, the last first, where the bounds hold fewer."""
    return _repeated(_multiples((1 << 16) + 1, length, lo, min(hi, (1 << 31) - 1)), length, lo)


def equal_long_halves(length, lo, hi, rng):
    """`k * (2^32 + 1)`: longs of the hash code 0."""
    return _repeated(_multiples((1 << 32) + 1, length, lo, hi), length, lo)


def _multiples(unit: int, length: int, lo: int, hi: int) -> np.ndarray:
    """At most so many multiples that aren't negative: of those that are, the signs don't cancel."""
    first = max(0, -(-lo // unit))
    return np.arange(first, min(hi // unit, first + length - 1) + 1, dtype=np.int64) * unit


def _repeated(keys: np.ndarray, length: int, lo: int) -> np.ndarray:
    return np.concatenate([keys, np.resize(keys[::-1] if len(keys) else np.array([lo]), length - len(keys))])


def _steps(lo: int, hi: int) -> int:
    """How many steps of 31 there are between the bounds."""
    return max(0, hi - lo) // _FACTOR


def line_x(length, lo, hi, rng):
    """The place on the line, as far as `31 x` has room in bounds that are those of `y`."""
    return lo + np.arange(length, dtype=np.int64) % (_steps(lo, hi) + 1)


def line_y(length, lo, hi, rng):
    steps = _steps(lo, hi)
    return lo + _FACTOR * (steps - np.arange(length, dtype=np.int64) % (steps + 1))


def from_below(length, lo, hi, rng):
    """Up by one each time, again from below where the bounds hold fewer: twice the same, so that `x ^ y` is 0."""
    return lo + np.arange(length, dtype=np.int64) % (hi - lo + 1)


def from_above(length, lo, hi, rng):
    """Down by one each time: beside `from_below` all sums are equal."""
    return hi - np.arange(length, dtype=np.int64) % (hi - lo + 1)


JAVA_KEYS = by_name(
    Construction("one place of a HashMap", equal_halves, _TABLES, _SOURCE),
    Construction("one hash code of longs", equal_long_halves, _TABLES, _SOURCE),
)
_PAIRS = "pairs as keys of Java's hash tables"
JAVA_PAIRS: dict[str, tuple[Axes, str]] = {
    "equal 31 x + y": ((line_x, line_y), _PAIRS),
    "equal x ^ y": ((from_below, from_below), _PAIRS),
    "equal x + y": ((from_below, from_above), _PAIRS),
}
