"""How a language says distances: one value for each, which `distances` looks up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tree_sitter import Node

from slowpath.model.constraint import Place

NEAR, EQUAL, TIMES, PLUS = "near", "equal", "times", "plus"
OVERFLOWS = frozenset({TIMES, PLUS})


@dataclass(frozen=True)
class Measured:
    """One pair of expressions: what is evaluated only where `guards` hold, in their order. `kind` is NEAR for the sides
    of a comparison, EQUAL for those of a call that compares, TIMES or PLUS for operands whose result may be too
    large."""

    kind: str
    left: str
    right: str
    guards: tuple[str, ...]


@dataclass(frozen=True)
class Measures:
    """One language's words.

    `read` gives the tree of a program, and where to stand before one of its statements (None: nowhere). `negation`
    stands before an expression in parentheses. `said` is the expression that measures, `setup` what that needs.
    `harmless` are functions and methods that change nothing, beside those that are so in all languages. `overflows`:
    integers have a largest value. `compares` are methods of one argument that tell whether two things are equal.
    """

    read: Callable[[bytes], tuple[Node, Callable[[Node], Place | None]]]
    said: Callable[[Measured], str]
    negation: str = "!"
    setup: str = ""
    harmless: frozenset[str] = frozenset()
    overflows: bool = True
    compares: frozenset[str] = frozenset()


def place_in_file(statement: Node) -> tuple[int, int]:
    """The line, 1-based, and the column in bytes, 0-based, at which a node of the file's own tree begins."""
    return statement.start_point.row + 1, statement.start_point.column
