"""Few tests that meet every two extremes together: covering arrays of strength two over knobs that are off or on.

What fails depends on one or two things far more often than on more (Kuhn, Wallace and Gallo, "Software Fault
Interactions and Implications for Software Testing", 2004). For two values the smallest such arrays are known (Kleitman
and Spencer 1973; Katona 1973): one row has all knobs off, in the others each knob is on in another half of the rows, so
that any two halves meet and none holds another. Pure.
"""

from __future__ import annotations

from itertools import combinations, islice
from math import comb


def covering_rows(knobs: int) -> list[tuple[bool, ...]]:
    """Rows of `knobs` values in which any two knobs are off and off, off and on, on and off, on and on in some row;
    4 rows for up to 3 knobs, 6 for up to 10, 8 for up to 35. Of a single knob both values, none without knobs."""
    if knobs < 2:
        return [(False,), (True,)] if knobs else []
    rows = next(count for count in range(4, knobs + 5) if comb(count - 1, (count + 1) // 2) >= knobs)
    halves = list(islice(combinations(range(1, rows), (rows + 1) // 2), knobs))
    return [tuple(row in half for half in halves) for row in range(rows)]
