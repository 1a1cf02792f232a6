"""The numbers of checktestdata scripts: integers are exact, decimals have 200 digits, none grows beyond all memory."""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Context, Decimal
from typing import Any

_MOST_BITS = 1 << 20
_PIECE = 4000
SHOWN = 30
"""So many characters of a text are said of it."""
_CONTEXT = Context(prec=200, Emax=10**15, Emin=-(10**15))


class NotComputable(Exception):
    """A result that would be too large, or of values that don't go together."""


def _bounded(left: Any, right: Any, bits: int) -> None:
    if isinstance(left, int) and isinstance(right, int) and bits > _MOST_BITS:
        raise NotComputable("a number grows too large")


def _added(left: Any, right: Any) -> Any:
    return left + right if type(left) is type(right) is int else _CONTEXT.add(_decimal(left), _decimal(right))


def subtracted(left: Any, right: Any) -> Any:
    return left - right if type(left) is type(right) is int else _CONTEXT.subtract(_decimal(left), _decimal(right))


def _multiplied(left: Any, right: Any) -> Any:
    if type(left) is type(right) is int:
        _bounded(left, right, left.bit_length() + right.bit_length())
        return left * right
    return _CONTEXT.multiply(_decimal(left), _decimal(right))


def _divided(left: Any, right: Any) -> Any:
    """Integers are divided towards zero."""
    if type(left) is type(right) is int:
        quotient = abs(left) // abs(right)
        return quotient if (left < 0) == (right < 0) else -quotient
    if not right:
        raise ZeroDivisionError("division by zero")
    return _CONTEXT.divide(_decimal(left), _decimal(right))


def _remainder(left: Any, right: Any) -> Any:
    if not (type(left) is type(right) is int):
        raise NotComputable("remainders are of integers only")
    return left - right * _divided(left, right)


def _power(left: Any, right: Any) -> Any:
    if type(right) is not int or not 0 <= right < 1 << 64:
        raise NotComputable(f"{brief(right)} is no exponent")
    if type(left) is int:
        _bounded(left, right, left.bit_length() * right if abs(left) > 1 else 0)
        return left**right
    return _CONTEXT.power(left, right)


def _decimal(number: Any) -> Decimal:
    return number if isinstance(number, Decimal) else Decimal(number)


OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": _added,
    "-": subtracted,
    "*": _multiplied,
    "/": _divided,
    "%": _remainder,
    "^": _power,
}
COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def whole(text: str) -> int:
    """The integer in `text`, however long: Python refuses more than some thousand digits at once, and is slow."""
    if len(text) <= _PIECE:
        return int(text)
    if text.startswith("-"):
        return -whole(text[1:])
    half = len(text) // 2
    return whole(text[:-half]) * 10**half + whole(text[-half:])


def decimal_of(text: str) -> Decimal | None:
    """The decimal in `text`; None where its exponent is beyond all that can be computed with."""
    try:
        value = Decimal(text)
    except ArithmeticError:
        return None
    return value if value.is_finite() else None


def brief(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > _PIECE:
        return f"a number of {value.bit_length()} bits"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 2 * SHOWN else f"{text[:SHOWN]}..."
