"""The types of what a script reads, and of fields by where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from slowpath.inputs.checktestdata.expressions import constant_of
from slowpath.inputs.checktestdata.patterns import word_type_of
from slowpath.inputs.checktestdata.scope import ELEMENT, CannotConvert, Scope
from slowpath.inputs.checktestdata.syntax import Command, Float, Int, Literal, Place, Regex
from slowpath.model.expression import Expr, expr
from slowpath.model.format import HELD, Array, ElementType, FloatType, IntType, Scalar, TextType, WordType

_DECIMALS = 6
_FEW_INDICES = 4
Item = Scalar | Array


def type_of(command: Int | Float | Regex | Literal, scope: Scope) -> ElementType:
    """The type of what a command reads. Raises `CannotConvert`."""
    match command:
        case Int():
            return IntType(scope.expression(command.lo, command.place), scope.expression(command.hi, command.place))
        case Float():
            return _float_type(command)
        case Literal():
            text = constant_of(command.text)
            if not isinstance(text, str) or not text or set(text) & set(" \n\t"):
                raise CannotConvert(command.place, "a fixed text that isn't one token")
            return WordType(expr(len(text)), expr(len(text)), text, "fixed")
    pattern = constant_of(command.pattern)
    if not isinstance(pattern, str):
        raise CannotConvert(command.place, "a pattern that isn't constant")
    return word_type_of(pattern, command, scope)


def _float_type(command: Float) -> FloatType:
    lo, hi = constant_of(command.lo), constant_of(command.hi)
    if lo is None or hi is None or isinstance(lo, str) or isinstance(hi, str):
        raise CannotConvert(command.place, "bounds of a decimal that aren't constant")
    most = constant_of(command.decimals[1]) if command.decimals else _DECIMALS
    if command.form == "SCIENTIFIC":
        raise CannotConvert(command.place, "decimals in scientific notation")
    return FloatType(float(lo), float(hi), most if isinstance(most, int) else _DECIMALS)


def without_index(array: Array, place: Place) -> Array:
    """The array where its bounds mention the index of the element: they say that it holds the parents of a tree."""
    of = array.type
    if ELEMENT not in repr(of):
        return array
    lo = of.lo.constant if isinstance(of, IntType) else None
    if (
        not isinstance(of, IntType)
        or lo is None
        or of.hi.names != {ELEMENT}
        or any(of.hi.value({ELEMENT: index}) != lo + index for index in range(_FEW_INDICES))
    ):
        raise CannotConvert(place, "bounds of an element by its index")
    return replace(array, type=IntType(of.lo, _moved(array.length, lo - 1)), traits=frozenset({"parents"}))


def _moved(length: Expr, by: int) -> Expr:
    """`length + by`, with what was taken away at its end taken together: `n-1` by -1 is `n-2`."""
    end = re.search(r"-\d+$", length.text)
    stem = length.text[: end.start()] if end else length.text
    total = by + (int(end.group()) if end else 0)
    return expr(f"{stem}{total:+d}" if total else stem)


def texts_last(items: Sequence[Item], command: Command) -> list[Item]:
    """The items of a line; a text that isn't the last of them, or stands in a list, can only be a word."""
    made = list(items)
    for place, item in enumerate(items):
        of = item.type
        if not isinstance(of, TextType) or (place == len(items) - 1 and isinstance(item, Scalar)):
            continue
        if " " in of.alphabet:
            raise CannotConvert(command.place, "a text with blanks that doesn't stand alone at the end of its line")
        made[place] = replace(item, type=WordType(_positive(of.length_lo), of.length_hi, of.alphabet))
    return made


def is_empty_at_first(field: Item) -> bool:
    """Whether a field has no value where nothing is held (`0.._held-1`)."""
    of = field.type
    return (
        isinstance(of, IntType)
        and of.lo.constant is not None
        and of.hi.names == {HELD}
        and of.hi.value({HELD: 0}) < of.lo.constant
    )


def _positive(length: Expr) -> Expr:
    return expr(max(1, length.constant)) if length.constant is not None else length
