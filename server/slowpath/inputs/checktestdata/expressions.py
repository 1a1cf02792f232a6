"""What expressions and tests of a script are by themselves: constants, parts that all hold, steps of an index."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from slowpath.inputs.checktestdata.syntax import (
    Assert,
    Both,
    Call,
    Command,
    Expression,
    If,
    Negation,
    Number,
    Operation,
    Repeat,
    String,
    Test,
    While,
)

_FUNCTIONS: dict[str, Any] = {"min": min, "max": max, "abs": lambda values: abs(values[0])}


def constant_of(expression: Expression) -> int | float | str | None:
    """The value of an expression without variables; None where it has some."""
    match expression:
        case String():
            return expression.text
        case Number():
            return expression.integer if expression.is_integer else float(expression.text)
        case Negation():
            of = constant_of(expression.of)
            return -of if isinstance(of, int | float) else None
        case Operation():
            left, right = constant_of(expression.left), constant_of(expression.right)
            if not isinstance(left, int) or not isinstance(right, int):
                return None
            return _computed(expression.operator, left, right)
        case Call():
            values = [constant_of(argument) for argument in expression.arguments]
            return _FUNCTIONS[expression.function](values) if all(isinstance(value, int) for value in values) else None
    return None


def _computed(operator: str, left: int, right: int) -> int | None:
    if operator == "^":
        return left**right if 0 <= right <= 4096 else None
    if operator in "/%":
        if right == 0:
            return None
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return quotient if operator == "/" else left - right * quotient
    return {"+": left + right, "-": left - right, "*": left * right}[operator]


def asserts(commands: Sequence[Command]) -> bool:
    """Whether any of the commands, or of those in them, is an assertion."""
    return any(
        isinstance(command, Assert)
        or (isinstance(command, Repeat | While) and asserts(command.body))
        or (isinstance(command, If) and asserts((*command.then, *command.otherwise)))
        for command in commands
    )


def conjuncts(test: Test) -> list[Test]:
    """The tests that must all hold for this one to."""
    if isinstance(test, Both) and test.operator == "&&":
        return [*conjuncts(test.left), *conjuncts(test.right)]
    return [test]


def step_between(first: Expression, second: Expression) -> int | None:
    """By how much the second index is greater than the first."""
    for low, high, sign in ((first, second, 1), (second, first, -1)):
        if isinstance(low, Operation) and low.operator == "-" and low.left == high and constant_of(low.right) == 1:
            return sign
        if isinstance(high, Operation) and high.operator == "+" and high.left == low and constant_of(high.right) == 1:
            return sign
    return None
