"""Proposes terms for a sequence that somebody saw: the simple ones, each read off by a statistic of the elements.

A proposal needn't be right everywhere: it is held against the elements, and against those of other inputs, by the
bits it saves (`bits`). Compounds of simple terms are in `compounds`, orders in `ordering`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from slowpath.engine.shapes.arithmetic import FARTHEST
from slowpath.engine.shapes.naming import meanings
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.terms import Term
from slowpath.inputs.number_sets import different

LEAST_SEEN = 3
_MOST_PERIOD = 12
_WALK_SHARE = 0.7
_PERIOD_SHARE = 0.8


def simple(values: np.ndarray, scene: Scene, is_inner: bool = False) -> Iterator[Term]:
    """Constants, progressions, periods, remainders, recurrences and windows that the values may follow.

    `is_inner`: as parts of a compound, with fewer meanings of each number.
    """
    if not len(values):
        return
    yield from constants(values, scene, 2 if is_inner else 6)
    if len(values) >= LEAST_SEEN:
        yield from progressions(values, scene, 2 if is_inner else 4)
        yield from periods(values, scene)
        yield from remainders(values, scene)
        yield from recurrences(values)
    yield from windows(values, scene)


def most_common(values: np.ndarray) -> tuple[int, int]:
    """The commonest element (the least of several) and how often it stands there."""
    times = Counter(values.tolist())
    most = max(times.values())
    return min(value for value, many in times.items() if many == most), most


def constants(values: np.ndarray, scene: Scene, most: int = 6) -> Iterator[Term]:
    """All are the commonest element."""
    yield from meanings(most_common(values)[0], scene, most)


def progressions(values: np.ndarray, scene: Scene, most: int = 4) -> Iterator[Term]:
    """The commonest step from the commonest start, or down to the commonest end."""
    places = np.arange(len(values))
    for step in _steps(values):
        start, times = most_common(values - step * places)
        if times < LEAST_SEEN - 1:
            continue
        for begin in meanings(start, scene, most):
            yield ramp(begin, step, "i")
        end, _ = most_common(values - step * (places - (len(values) - 1)))
        for last in meanings(end, scene, most - 1):
            if not isinstance(last, int) or last == 0:
                yield ramp(last, -step, "j")


def _steps(values: np.ndarray) -> list[int]:
    times = Counter(np.diff(values).tolist())
    order = sorted(times, key=lambda step: (-times[step], step))[:2]
    return [step for step in order if step and abs(step) < FARTHEST // 1024]


def ramp(start: Term, step: int, word: str) -> Term:
    """`start + step * word`, without what adds nothing."""
    run: Term = word if abs(step) == 1 else ("*", abs(step), word)
    if start == 0 and step > 0:
        return run
    return ("+" if step > 0 else "-", start, run)


def strided(start: Term, stride: int) -> Term:
    """`start` and so many strides more at each place, begun again where the range ends: equal remainders by the stride,
    as many different ones as there are."""
    rounds: Term = ("+", 1, ("//", ("-", "hi", start), stride))
    return ("+", start, ("*", stride, ("%", "i", rounds)))


def periods(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    """The same few values again and again, perhaps each round higher by the same."""
    count = len(values)
    rises = {
        period: most_common(values[period:] - values[:-period])
        for period in range(2, min(_MOST_PERIOD, count // 2) + 1)
    }
    # In a short sequence a wrong period may hold nearly everywhere.
    order = sorted(rises, key=lambda period: (rises[period][1] < count - period, period))
    for period in order:
        rise, times = rises[period]
        if times < _PERIOD_SHARE * (count - period):
            continue
        rounds = np.arange(count) // period
        level = values - rise * rounds
        round_ = [most_common(level[turn::period])[0] for turn in range(period)]
        if len(set(np.diff(round_).tolist())) == 1 and rise == (round_[1] - round_[0]) * period:
            return  # A progression, which is the simpler way to say it.
        if rise:
            height: Term = ("*", abs(rise), ("//", "i", period))
            yield ("+" if rise > 0 else "-", ("values", *round_), height)
        else:
            yield ("values", *round_)
            for width in meanings(period, scene, 3):
                for inner in progressions(np.array(round_), scene.whole_of(period)):
                    yield ("tiles", width, inner)
        return


def remainders(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    """A progression modulo a number: multiples that walk around the range or the length."""
    count = len(values)
    least, largest = int(values.min()), int(values.max())
    widths = {scene.length, scene.length - 1, scene.length + 1, largest - least + 1, largest + 1}
    for base in dict.fromkeys((0, 1, scene.lo)):
        for width in sorted(widths):
            if width < LEAST_SEEN or width >= 1 << 63 or not least - base >= 0 or largest - base >= width:
                continue
            level = values - base
            step, times = most_common(np.diff(level) % width)
            if times < _WALK_SHARE * (count - 1) or step in (0, 1, width - 1) or len(set(np.diff(level).tolist())) < 2:
                continue
            start, _ = most_common((level - step * np.arange(count)) % width)
            for modulus in meanings(width, scene, 4):
                for stride in meanings(step, scene, 3):
                    inner: Term = ("*", stride, "i") if not start else ("+", start, ("*", stride, "i"))
                    made: Term = ("%", inner, modulus)
                    yield made if not base else ("+", base, made)


def recurrences(values: np.ndarray) -> Iterator[Term]:
    """Each from the one before (times a number, plus a number), the two before, or the one at half the place."""
    count, first = len(values), int(values[0])
    if count < 5 or abs(values).max() >= FARTHEST // 64:
        return
    before, after = values[:-1], values[1:]
    for factor in (-1, 2, 3, 4, 5, 10):
        added, times = most_common(after - factor * before)
        if times >= _WALK_SHARE * (count - 1) and len(different(values)) > 1:
            scaled: Term = ("*", factor, "prev")
            yield ("walk", first, ("+", scaled, added) if added else scaled)
    added, times = most_common(values[2:] - values[1:-1] - values[:-2])
    if times >= _WALK_SHARE * (count - 2):
        total: Term = ("+", "prev", "prev2")
        yield ("walk", first, ("+", total, added) if added else total)
    places = np.arange(1, count)
    added, times = most_common(values[1:] - values[places // 2])
    if times >= _WALK_SHARE * (count - 1) and added:
        yield ("walk", first, ("+", "half", added))


def windows(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    """Random within the least and the largest that were seen, where that is less than the bounds allow."""
    least, largest = int(values.min()), int(values.max())
    if largest > least and (least > scene.lo or largest < scene.hi):
        for low in meanings(least, scene, 2):
            for high in meanings(largest, scene, 3):
                yield ("random", low, high, 0)
