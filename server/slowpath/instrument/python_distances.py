"""Distances in Python: sides of comparisons of numbers and of texts."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from slowpath.inputs.infer.reads.python.reading import parse_python
from slowpath.instrument.measures import Measured, Measures, place_in_file
from slowpath.model.constraint import BEFORE, Place
from slowpath.model.distance import FAR, FRACTION, NEAREST

_SETUP = f"""\
def slowpath_near(a, b):
    if isinstance(a, str) and isinstance(b, str):
        away = 256 * abs(len(a) - len(b)) + sum(abs(ord(x) - ord(y)) for x, y in zip(a, b))
    else:
        away = abs(a - b)
        if isinstance(away, float):
            away = int(away * {FRACTION})
    return {NEAREST} - away if away < {FAR} else {FAR} * {FAR} // away
"""


def _read(source: bytes) -> tuple[Node, Callable[[Node], Place | None]]:
    return parse_python(source), lambda statement: Place(BEFORE, *place_in_file(statement))


def _said(measured: Measured) -> str:
    value = f"slowpath_near({measured.left}, {measured.right})"
    guard = " and ".join(f"({each})" for each in measured.guards)
    return f"({value} if {guard} else 0)" if guard else value


MEASURES = Measures(_read, _said, "not ", _SETUP, overflows=False)
