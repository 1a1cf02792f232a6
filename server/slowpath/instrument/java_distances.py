"""Distances in Java: sides of comparisons of numbers, texts that `equals` compares, and integers that come near to what
their type holds, which they pass without a trace. `slowpath.Probes` measures (`toolchain/runtime/java`)."""

from __future__ import annotations

from collections.abc import Callable

from tree_sitter import Node

from slowpath.instrument.measures import EQUAL, NEAR, TIMES, Measured, Measures, place_in_file
from slowpath.model.constraint import BEFORE, Place
from slowpath.source.java.source import parse_java

_HARMLESS = frozenset(
    (
        "charAt get getOrDefault containsKey contains isEmpty peek peekFirst peekLast getFirst getLast equals indexOf "
        "substring intValue longValue floorMod floorDiv bitCount signum cbrt log exp compareTo getKey getValue ordinal "
        "isDigit isLetter toUpperCase toLowerCase first last"
    ).split()
)


def _read(source: bytes) -> tuple[Node, Callable[[Node], Place | None]]:
    return parse_java(source), lambda statement: Place(BEFORE, *place_in_file(statement))


def _said(measured: Measured) -> str:
    given = f"({measured.left}), ({measured.right})"
    value = (
        f"slowpath.Probes.near({given})"
        if measured.kind == NEAR
        else f"slowpath.Probes.nearTexts({given})"
        if measured.kind == EQUAL
        else f"slowpath.Probes.full({given}, {str(measured.kind == TIMES).lower()})"
    )
    guard = " && ".join(f"({each})" for each in measured.guards)
    return f"({guard}) ? {value} : 0" if guard else value


MEASURES = Measures(_read, _said, harmless=_HARMLESS, compares=frozenset({"equals"}))
