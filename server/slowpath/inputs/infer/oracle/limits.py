"""Where assumed bounds make the program crash: arrays of a fixed size, zeros to divide by, too deep recursion.

An assumed bound is a guess; an input beyond what the program can take would be shown as a crash instead of a slow
input. Each assumed integer but the number of test cases is tried at its bounds, with everything else small. Being slow
there is no crash, and neither is what comes of being slow: memory that fills up little by little.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from slowpath.inputs.infer.oracle.asking import Asker, Spent
from slowpath.inputs.infer.oracle.trials import block_counts, case_counts, integers_alone, largest_trial, sizes_of
from slowpath.model.expression import expr
from slowpath.model.format import Evidence, InputFormat, IntType
from slowpath.model.nodes import with_types
from slowpath.model.verdict import Verdict

_STEPS = tuple(lead * 10**power for power in range(7, -1, -1) for lead in (5, 2, 1))
_LARGEST_BYTES = 3 << 20
_LARGEST_SIZE = 200_000
"""What a size is tried with; an input of that size takes a tenth of a second to make."""
_LARGEST_BLOCKS = 5_000
"""The same for the count of blocks that are themselves lists."""
_HUGE = 5_000_000
_LEAST = 8
"""A program that crashes with less than this is wrong rather than small, and its bounds are left alone."""
_MOST_WORK = {Verdict.RUNTIME_ERROR: 1_000_000, Verdict.MEMORY_LIMIT: 50_000}
"""How a program crashes, and after how many lines at most it does so for its size: what works on for longer is slow,
and whether it ends at its limit in time or at another is chance."""


@dataclass(frozen=True)
class Narrowed:
    """The format with the bounds that the program takes, and what was seen."""

    format: InputFormat
    evidence: tuple[Evidence, ...]


def narrowed(asker: Asker, fmt: InputFormat, assumed: tuple[str, ...]) -> Narrowed:
    """`fmt` with the assumed bounds of its integers drawn in to where the program doesn't crash.

    Stops where the asker is spent, with what it has.
    """
    evidence: list[Evidence] = []
    sizes, cases, blocks = sizes_of(fmt), case_counts(fmt), block_counts(fmt)
    try:
        for scalar, _ in list(integers_alone(fmt)):
            if scalar.name not in assumed or scalar.name in cases or not isinstance(scalar.type, IntType):
                continue
            low, high = scalar.type.lo.constant, scalar.type.hi.constant
            if low is None or high is None or _crashes(asker, fmt, scalar.name, max(low, min(high, 3))) is not False:
                continue
            most = _LARGEST_BLOCKS if scalar.name in blocks else _LARGEST_SIZE if scalar.name in sizes else high
            tried = min(high, most)
            top = _largest(asker, fmt, scalar.name, low, tried)
            if _LEAST <= top < tried or (top == tried < high and scalar.name in sizes and high > _HUGE):
                said = (
                    f"the program crashes with {scalar.name} = {tried}, not with {top}"
                    if top < tried
                    else f"the program was tried with {scalar.name} up to {top}"
                )
                evidence.append(Evidence(scalar.name, f"{scalar.name} <= {top}", "oracle", said, 0, 0.6))
                fmt = _bounded(fmt, scalar.name, low, top)
            elif (
                scalar.name in sizes
                and low == 1
                and _crashes(asker, _bounded(fmt, scalar.name, 0, high), scalar.name, 0)
            ):
                evidence.append(
                    Evidence(
                        scalar.name,
                        f"{scalar.name} >= 1",
                        "oracle",
                        f"the program crashes with {scalar.name} = 0",
                        0,
                        0.6,
                    )
                )
    except Spent:
        pass
    return Narrowed(fmt, tuple(evidence))


def _largest(asker: Asker, fmt: InputFormat, name: str, low: int, high: int) -> int:
    """The largest value with which the program doesn't crash: `high`, or a round number below it."""
    for value in _candidates(low, high):
        if _crashes(asker, fmt, name, value) is not True:
            return value
    return high


def _candidates(low: int, high: int) -> Iterator[int]:
    yield high
    yield from (step for step in _STEPS if low < step < high)


def _crashes(asker: Asker, fmt: InputFormat, name: str, value: int) -> bool | None:
    """Whether the program crashes when `name` has this value; None where no such input can be made."""
    data = largest_trial(fmt, name, value)
    if data is None or len(data) > _LARGEST_BYTES:
        return None
    seen = asker.run(data)
    return sum(seen.hits.values()) <= _MOST_WORK.get(seen.verdict, -1)


def _bounded(fmt: InputFormat, name: str, low: int, high: int) -> InputFormat:
    return replace(fmt, nodes=with_types(fmt.nodes, (name,), lo=expr(low), hi=expr(high)))
