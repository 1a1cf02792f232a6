"""Folds the places where a program wants its tokens into loops: what repeats side by side is a loop's body.

The shortest repetitions fold first, so that inner loops are loops when the outer one is looked for. A list of one
element looks like a single token; it counts as a list where the same place is a list elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.inputs.infer.oracle.trace import Visit


@dataclass
class Spot:
    """One place of the program: `visits` are all its visits, as (trace, visit)."""

    site: int
    visits: list[tuple[int, Visit]]


@dataclass
class Round:
    """A loop: its body, and how often it ran at each of its starts, as (trace, first token, count)."""

    body: list[Part]
    counts: list[tuple[int, int, int]] = field(default_factory=list)


Part = Spot | Round


def folded(trace: int, visits: tuple[Visit, ...]) -> list[Part]:
    """The visits of one trace with all repetitions folded."""
    parts: list[Part] = [Spot(visit.site, [(trace, visit)]) for visit in visits]
    while (found := _repetition(parts)) is not None:
        start, period, times = found
        body = parts[start : start + period]
        for turn in range(1, times):
            merged = together(body, parts[start + turn * period : start + (turn + 1) * period])
            assert merged is not None
            body = merged
        parts[start : start + period * times] = [Round(body, [(trace, first_token(body), times)])]
    return parts


def _repetition(parts: list[Part]) -> tuple[int, int, int] | None:
    """Start, period and number of turns of the shortest repetition."""
    for period in range(1, len(parts) // 2 + 1):
        for start in range(len(parts) - 2 * period + 1):
            first = parts[start : start + period]
            times = 1
            while together(first, parts[start + times * period : start + (times + 1) * period]) is not None:
                times += 1
            if times > 1:
                return start, period, times
    return None


def together(one: list[Part], other: list[Part]) -> list[Part] | None:
    """Two sequences that have the same shape as one, all visits and counts of both; None where they differ."""
    if len(one) != len(other):
        return None
    made: list[Part] = []
    for left, right in zip(one, other, strict=True):
        merged = _merged(left, right)
        if merged is None:
            return None
        made.append(merged)
    return made


def _merged(left: Part, right: Part) -> Part | None:
    if isinstance(left, Spot) and isinstance(right, Spot):
        return Spot(left.site, left.visits + right.visits) if left.site == right.site else None
    left, right = _as_round(left), _as_round(right)
    body = together(left.body, right.body)
    return Round(body, left.counts + right.counts) if body is not None else None


def _as_round(part: Part) -> Round:
    """A single visit as a list of one."""
    if isinstance(part, Round):
        return part
    return Round([part], [(trace, visit.start, 1) for trace, visit in part.visits])


def first_token(parts: list[Part]) -> int:
    """The index of the first token of a sequence."""
    part = parts[0]
    while isinstance(part, Round):
        part = part.body[0]
    return part.visits[0][1].start
