"""Values for the integer variables of one scope, in order, so that every constraint can hold.

Each variable's range is narrowed by the constraints that mention it before a value is wished for: variables
that come later are tried at the corners of their own ranges, so `n` already knows that `m` must reach `n-1`.
Constraints are taken to be monotone in each variable, as size constraints are, but for remainders and
differences: these are left to the last of their variables, which takes the value nearest to its wish that
fulfils them. Where it has none, all are wished for again a little beside, a bounded number of times. The result
is checked exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from slowpath.errors import SlowpathError
from slowpath.inputs.relations.absolutes import implied_distances, nearest_solutions
from slowpath.inputs.relations.congruence import congruences
from slowpath.inputs.relations.primes import primes_near
from slowpath.inputs.sizes.size_values import SizeConstraint, SizeVariable, corners
from slowpath.model.expression import expr

Wish = Callable[[SizeVariable, int, int], int]
_MOST_NEIGHBOURS = 100
_MOST_PRIMES = 50
_TRIES = 24
_STRIDES = (7, 11, 13, 17, 19, 23)


class CannotGenerate(SlowpathError):
    """No input can be made: a constraint of the format can't be met (it is named in the message)."""

    code = "cannot-generate"
    exit_code = 5

    def __init__(self, constraint: str) -> None:
        super().__init__(
            f"no valid input can be made: {constraint} can't be met.",
            "Check the bounds of the input format (`slowpath format FILE`).",
        )
        self.constraint = constraint


@dataclass(frozen=True)
class _Step:
    """One variable with the constraints that mention it, each with its variables that come later."""

    variable: SizeVariable
    constraints: tuple[tuple[SizeConstraint, tuple[SizeVariable, ...]], ...]


@dataclass(frozen=True)
class Scope:
    """The variables of one scope, ready to be assigned any number of times."""

    steps: tuple[_Step, ...]
    constraints: tuple[SizeConstraint, ...]


def scope_of(variables: Sequence[SizeVariable], constraints: Sequence[SizeConstraint]) -> Scope:
    """Prepares `variables` (in order) under those of `constraints` that mention any of them."""
    names = [variable.name for variable in variables]
    relevant = tuple(
        made for constraint in constraints if constraint.names & set(names) for made in _as_inequalities(constraint)
    )
    steps = []
    for place, variable in enumerate(variables):
        later = variables[place + 1 :]
        mine = tuple(
            (constraint, tuple(other for other in later if other.name in _deep(constraint, later)))
            for constraint in relevant
            if variable.name in _deep(constraint, later)
        )
        steps.append(_Step(variable, mine))
    return Scope(tuple(steps), relevant)


def _deep(constraint: SizeConstraint, later: Sequence[SizeVariable]) -> frozenset[str]:
    """The names of a constraint and those in the bounds of its later variables."""
    names = set(constraint.names)
    for other in reversed(later):
        if other.name in names:
            names |= other.lo.names | other.hi.names
    return frozenset(names)


def _as_inequalities(constraint: SizeConstraint) -> tuple[SizeConstraint, ...]:
    terms = implied_distances(constraint.left, constraint.operator, constraint.right)
    if terms:
        within = "<" if constraint.operator == "<" else "<="
        plain = tuple(
            replace(constraint, left=expr(f"{sign}({term})"), operator=within) for term in terms for sign in ("", "-")
        )
        return plain if len(terms) == 1 and within == constraint.operator else (*plain, constraint)
    if constraint.operator != "==" or _is_wild(constraint):
        return (constraint,)
    return replace(constraint, operator="<="), replace(constraint, operator=">=")


def _is_wild(constraint: SizeConstraint) -> bool:
    """Whether it isn't monotone, so that no range can be narrowed by it."""
    return constraint.operator in ("!=", "prime", "among") or any(
        "%" in side.text or "abs(" in side.text for side in (constraint.left, constraint.right)
    )


def assign(scope: Scope, outer: Mapping[str, int], wish: Wish, extra: Sequence[SizeConstraint] = ()) -> dict[str, int]:
    """Values for the scope's variables under its constraints and `extra`; `wish` picks within each range.

    Raises `CannotGenerate` with the first constraint that leaves nothing to pick.
    """
    if extra:
        variables = [step.variable for step in scope.steps]
        more = scope_of(variables, extra)
        scope = Scope(
            tuple(
                replace(step, constraints=step.constraints + also.constraints)
                for step, also in zip(scope.steps, more.steps, strict=True)
            ),
            scope.constraints + more.constraints,
        )
    try:
        return _assigned(scope, outer, wish)
    except CannotGenerate as error:
        if not any(_is_strict(constraint) for constraint in scope.constraints):
            raise
        failure = error
    for number in range(1, _TRIES + 1):
        try:
            return _assigned(scope, outer, _beside(wish, scope, number))
        except CannotGenerate:
            continue
    raise failure


def _is_strict(constraint: SizeConstraint) -> bool:
    """Whether some values fit and their neighbours don't: wishing a little beside may then help."""
    return _is_wild(constraint) or len(constraint.names) > 1


def _beside(wish: Wish, scope: Scope, number: int) -> Wish:
    """`wish` off by a few, more with every `number`, each variable by another amount."""
    reach = 1 << (number // 4)
    shifts = {
        step.variable.name: (number * _STRIDES[place % len(_STRIDES)]) % (2 * reach + 1) - reach
        for place, step in enumerate(scope.steps)
    }
    return lambda variable, lo, hi: wish(variable, lo, hi) + shifts[variable.name]


def _assigned(scope: Scope, outer: Mapping[str, int], wish: Wish) -> dict[str, int]:
    values = dict(outer)
    made: dict[str, int] = {}
    for step in scope.steps:
        values[step.variable.name] = made[step.variable.name] = _pick(step, values, wish)
    for constraint in scope.constraints:
        if not constraint.holds(values):
            raise CannotGenerate(constraint.text)
    return made


def _pick(step: _Step, values: dict[str, int], wish: Wish) -> int:
    variable = step.variable
    lo, hi = variable.lo.value(values), variable.hi.value(values)
    if lo > hi:
        raise CannotGenerate(f"{variable.name} in {variable.lo}..{variable.hi} (that is {lo}..{hi})")
    wild = []
    for constraint, later in step.constraints:
        if not _is_wild(constraint):
            lo, hi = _narrowed(variable.name, lo, hi, constraint, later, values)
        elif not later:
            wild.append(constraint)
    value = min(max(wish(variable, lo, hi), lo), hi)
    return _nearest(variable.name, value, lo, hi, wild, values) if wild else value


def _nearest(name: str, value: int, lo: int, hi: int, wild: Sequence[SizeConstraint], values: Mapping[str, int]) -> int:
    """The value in `lo..hi` that fulfils all of `wild`, about the nearest to `value`."""
    for near in _candidates(name, value, lo, hi, wild, values):
        if lo <= near <= hi and all(constraint.holds({**values, name: near}) for constraint in wild):
            return near
    raise CannotGenerate(wild[0].text)


def _candidates(
    name: str, value: int, lo: int, hi: int, wild: Sequence[SizeConstraint], values: Mapping[str, int]
) -> Iterator[int]:
    yield value
    for constraint in wild:
        for congruence in congruences(constraint.left, constraint.operator, constraint.right):
            if name not in congruence.rest.names:
                yield from congruence.solutions(name, value, values)
        yield from nearest_solutions(constraint.left, constraint.operator, constraint.right, name, value, values)
        if constraint.operator == "prime":
            yield from islice(primes_near(value, lo, hi), _MOST_PRIMES)
        if constraint.operator == "among" and constraint.left.text == name:
            yield from sorted(constraint.choices, key=lambda choice: abs(choice - value))
    for step in range(1, _MOST_NEIGHBOURS):
        yield value + step
        yield value - step
    yield from (lo, hi)


def _narrowed(
    name: str, lo: int, hi: int, constraint: SizeConstraint, later: tuple[SizeVariable, ...], values: Mapping[str, int]
) -> tuple[int, int]:
    """The part of `lo..hi` where the constraint can still hold, by bisection between a good and a bad end."""
    low_good = _can_hold(constraint, later, {**values, name: lo})
    high_good = low_good if lo == hi else _can_hold(constraint, later, {**values, name: hi})
    if low_good and high_good:
        return lo, hi
    if not (low_good or high_good):
        raise CannotGenerate(constraint.text)
    good, bad = (lo, hi) if low_good else (hi, lo)
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        if _can_hold(constraint, later, {**values, name: middle}):
            good = middle
        else:
            bad = middle
    return (lo, good) if low_good else (good, hi)


def _can_hold(constraint: SizeConstraint, later: tuple[SizeVariable, ...], values: dict[str, int]) -> bool:
    if not later:
        return constraint.slack(values) >= 0
    try:
        return any(_holds_at(constraint, later, values, corner) for corner in corners([(0, 1)] * len(later)))
    except KeyError:
        return True  # A bound of a later variable mentions one that isn't assigned yet: nothing is known.


def _holds_at(
    constraint: SizeConstraint, later: tuple[SizeVariable, ...], values: Mapping[str, int], corner: tuple[int, ...]
) -> bool:
    trial = dict(values)
    for variable, high in zip(later, corner, strict=True):
        lo, hi = variable.lo.value(trial), variable.hi.value(trial)
        if lo > hi:
            return False
        trial[variable.name] = hi if high else lo
    return constraint.slack(trial) >= 0


def random_int(lo: int, hi: int, rng: np.random.Generator) -> int:
    """A uniform integer in `[lo, hi]`, of any size."""
    if lo >= -(2**63) and hi < 2**63:
        return int(rng.integers(lo, hi, endpoint=True))
    span = hi - lo + 1
    return lo + int.from_bytes(rng.bytes((span.bit_length() + 71) // 8), "big") % span


def random_size(lo: int, hi: int, rng: np.random.Generator) -> int:
    """An integer in `[lo, hi]` whose logarithm above `lo` is about uniform: sizes of every magnitude."""
    bits = int(rng.integers(0, (hi - lo + 1).bit_length(), endpoint=True))
    return min(hi, lo + random_int(0, (1 << bits) - 1, rng))
