"""Values that obey a divisibility: `n % 2 == 0`, `(a+b) % k == 1`, `a % 2 == b % 2`.

A congruence is solved, not searched for: where the variable stands in a linear left side the nearest solutions
follow from one modular inverse; where it is the modulus itself, from the divisors of what it must divide.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Any

import numpy as np

from slowpath.inputs.relations.factors import divisors
from slowpath.model.expression import Expr, expr

_MOST_STEPS = 300


@dataclass(frozen=True)
class Congruence:
    """`left % modulus == rest`."""

    left: Expr
    modulus: Expr
    rest: Expr

    def solutions(self, name: str, near: int, variables: Mapping[str, Any]) -> Iterator[int]:
        """Values for `name` that may fulfil it with the other `variables`, about the nearest to `near` first."""
        if name in self.modulus.names:
            if self.modulus.text == name and name not in self.left.names:
                yield from _divisors(self.left.value(variables) - self.rest.value(variables), near)
            return
        modulus = self.modulus.value(variables)
        if modulus <= 0:
            return
        values = [self.left.value({**variables, name: near + step}) for step in (0, 1, 2)]
        slope = values[1] - values[0]
        if values[2] - values[1] != slope:
            return
        solved = _shift(slope, (self.rest.value(variables) - values[0]) % modulus, modulus)
        if solved is None:
            return
        shift, period = solved
        above, below = near + shift, near + shift - period
        for step in range(_MOST_STEPS):
            yield from sorted((above + step * period, below - step * period), key=lambda value: abs(value - near))


def _shift(slope: int, missing: int, modulus: int) -> tuple[int, int] | None:
    """The least shift >= 0 that adds `missing` modulo `modulus`, and how far apart the solutions are."""
    common = gcd(slope, modulus)
    if missing % common:
        return None
    period = modulus // common
    return missing // common * pow(slope // common, -1, period) % period, period


def _divisors(number: int, near: int) -> list[int]:
    """The divisors of a number, the nearest to `near` first; none where there are too many or they aren't known."""
    if number == 0:
        return [near]
    return sorted(divisors(abs(number)), key=lambda value: abs(value - near))


@lru_cache(maxsize=1024)
def congruences(left: Expr, operator: str, right: Expr) -> tuple[Congruence, ...]:
    """The comparison `left operator right` as congruences: one for each side that is a remainder."""
    if operator != "==":
        return ()
    found = []
    for side, other in ((left, right), (right, left)):
        body = ast.parse(side.text, mode="eval").body
        if isinstance(body, ast.BinOp) and isinstance(body.op, ast.Mod):
            found.append(Congruence(expr(ast.unparse(body.left)), expr(ast.unparse(body.right)), other))
    return tuple(found)


def nearest_columns(
    congruence: Congruence,
    name: str,
    values: np.ndarray,
    lows: np.ndarray,
    highs: np.ndarray,
    variables: Mapping[str, Any],
) -> np.ndarray | None:
    """`values` of the column `name`, each moved to a near solution within its bounds where there is one; None
    where the left side isn't the column plus or minus something, and no divisors of one number are asked for."""
    if congruence.modulus.text == name and name not in congruence.left.names | congruence.rest.names:
        return _divisor_columns(congruence, values, lows, highs, variables)
    if name in congruence.modulus.names or name in congruence.rest.names:
        return None
    here = congruence.left.value({**variables, name: values})
    slope = congruence.left.value({**variables, name: values + 1}) - here
    modulus = congruence.modulus.value(variables)
    if not (np.all(np.abs(slope) == 1) and np.all(np.asarray(modulus) > 0)):
        return None
    missing = (congruence.rest.value(variables) - here) * slope % modulus
    up, down = values + missing, values + missing - modulus
    fits_up, fits_down = up <= highs, down >= lows
    nearer_up = fits_up & (~fits_down | (missing * 2 <= modulus))
    return np.where(missing == 0, values, np.where(nearer_up, up, np.where(fits_down, down, values)))


def _divisor_columns(
    congruence: Congruence, values: np.ndarray, lows: np.ndarray, highs: np.ndarray, variables: Mapping[str, Any]
) -> np.ndarray | None:
    """The values, each one that doesn't divide the number moved to the divisor that stands where the value stands
    between its bounds: the nearest ones would nearly all be among the largest few."""
    number = congruence.left.value(variables) - congruence.rest.value(variables)
    if not isinstance(number, int | np.integer) or number == 0 or congruence.rest.value(variables) != 0:
        return None
    number, largest = int(number), int(np.max(highs, initial=0))
    known = np.asarray([part for part in divisors(abs(number)) if part <= largest], dtype=values.dtype)
    if not len(known):
        return None
    first, last = np.searchsorted(known, lows, "left"), np.searchsorted(known, highs, "right") - 1
    spans = np.asarray(highs - lows, dtype=np.float64)
    shares = np.asarray(values - lows, dtype=np.float64) / np.maximum(spans, 1.0)
    places = np.clip(np.rint(first + shares * (last - first)).astype(np.int64), 0, len(known) - 1)
    nonzero = np.where(values == 0, 1, values)
    if not -(2**63) <= number < 2**63:
        nonzero = nonzero.astype(object)
    return np.where(((values != 0) & (number % nonzero == 0)) | (last < first), values, known[places])
