"""Whether a Java expression only looks at the program's state.

What is allowed is a list: arithmetic, comparison, access, casts, and calls of the library's methods that change
nothing. Definitions aren't placed in Java (`instrument.java_checkers`), so that a condition says what it means by an
expression or by a count. Types aren't known: a program's own method of a standard name is believed; outputs are
compared with and without checkers by whoever asked.
"""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from slowpath.constraints.purity import Unfit
from slowpath.instrument.java_expressions import judged_expression
from slowpath.instrument.places import CannotPlace
from slowpath.source.cpp.values import descendants, text_of
from slowpath.source.java.source import parse_java

WALKING = frozenset("contains indexOf lastIndexOf containsValue equals hashCode compareTo matches".split())
LOOKING = WALKING | frozenset(
    (
        "size length isEmpty get getOrDefault containsKey charAt peek peekFirst peekLast element getFirst getLast "
        "first last firstKey lastKey floor ceiling higher lower floorKey ceilingKey higherKey lowerKey getKey getValue "
        "startsWith endsWith abs max min floorMod floorDiv sqrt cbrt pow log log10 exp floor ceil round hypot signum "
        "bitCount bitLength numberOfLeadingZeros numberOfTrailingZeros highestOneBit lowestOneBit intValue longValue "
        "doubleValue charValue booleanValue ordinal testBit cardinality getNumericValue isDigit isLetter "
        "isUpperCase isLowerCase compare"
    ).split()
)
_REACHING = frozenset("System Runtime Thread Process ProcessBuilder Class Files Scanner".split())


class Looks:
    """Judges expressions of one program; a setup has to be empty."""

    def __init__(self, program: bytes, setup: str) -> None:
        self._setup = setup

    def check_setup(self) -> tuple[str, ...]:
        """Raises `Unfit` where there is a setup."""
        if self._setup.strip():
            raise Unfit("its `setup` isn't empty; in Java say it by one expression, or by a count")
        return ()

    def check(self, expression: str) -> None:
        """Raises `Unfit` where the expression does more than look."""
        try:
            judged_expression(expression)
        except CannotPlace as error:
            raise Unfit(str(error)) from error
        for name in _called(expression):
            if name not in LOOKING:
                raise Unfit(f"it calls {name}, which isn't known to change nothing; a condition may only look")
        reached = next((name for name in _names(expression) if name in _REACHING), None)
        if reached is not None:
            raise Unfit(f"it uses {reached}; a condition may only look at the program's variables")

    def walks(self, expression: str) -> bool:
        """Whether evaluating it may walk over data. Raises `Unfit`."""
        self.check(expression)
        return any(name in WALKING for name in _called(expression))


def program_of(statement: str) -> Node:
    """The tree of a program that holds a statement."""
    return parse_java(f"class C {{ void f() {{ {statement} }} }}".encode("utf-8", "replace"))


def expression_root(expression: str) -> Node:
    """The tree of a program that holds an expression as what a variable begins with."""
    return program_of(f"Object o = {expression};")


def _called(expression: str) -> Iterator[str]:
    for call in descendants(expression_root(expression), "method_invocation"):
        yield text_of(call.child_by_field_name("name"))


def _names(expression: str) -> Iterator[str]:
    return (text_of(node) for node in descendants(expression_root(expression), "identifier", "type_identifier"))
