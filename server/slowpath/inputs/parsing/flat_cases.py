"""Test cases that are a few integers each: read, written and checked as columns, a hundred times a second as many.

Such cases are many (2*10^5 pairs), and one by one they cost more than the program that reads them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.compiled import per_format
from slowpath.inputs.layout import as_column
from slowpath.inputs.parsing.values import always_narrow
from slowpath.model.format import Cases, IntType, Line, Scalar


@dataclass(frozen=True)
class FlatCases:
    """The integers of each case in order; `separators` are the bytes behind each but the last, as printed."""

    names: tuple[str, ...]
    types: tuple[IntType, ...]
    separators: bytes

    def cases(self, values: np.ndarray | list[int]) -> list[dict[str, int]]:
        """The cases out of all their integers in a row."""
        listed = values.tolist() if isinstance(values, np.ndarray) else values
        columns = [listed[place :: len(self.names)] for place in range(len(self.names))]
        match self.names:
            case (one,):
                return [{one: value} for value in columns[0]]
            case (one, two):
                return [{one: first, two: second} for first, second in zip(*columns, strict=True)]
        return [dict(zip(self.names, row, strict=True)) for row in zip(*columns, strict=True)]

    def columns(self, cases: Sequence[dict[str, Any]]) -> list[np.ndarray] | None:
        """The values of each name; None where one isn't there or doesn't fit."""
        made = []
        for name in self.names:
            try:
                column = as_column([case[name] for case in cases])
            except KeyError:
                return None
            if not isinstance(column, np.ndarray):
                return None
            made.append(column)
        return made


@per_format
def _flat(node: Cases) -> tuple[FlatCases | None]:
    names: list[str] = []
    types: list[IntType] = []
    separators = b""
    for line in node.body:
        items = line.items if isinstance(line, Line) else (line,)
        for item in items:
            if (
                not isinstance(item, Scalar)
                or not isinstance(item.type, IntType)
                or item.is_silent
                or not always_narrow(item.type)
            ):
                return (None,)
            names.append(item.name)
            types.append(item.type)
        separators += b" " * (len(items) - 1) + b"\n"
    flat = FlatCases(tuple(names), tuple(types), separators[:-1])
    return (flat if names and len(set(names)) == len(names) else None,)


def flat_cases(node: Cases) -> FlatCases | None:
    """How the cases of `node` are read as columns, None where they are more than integers with constant bounds."""
    return _flat(node)[0]
