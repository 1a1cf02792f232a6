"""Proposes compounds for a sequence: interleaved, in runs, in segments, from the end; each part the simplest that fits.

Two forms of segments are tried: runs that a simple term gets right exactly, one after the other, and cuts at the
places where cuts usually are (a half, a third, an end) with the best that stands on both sides, exact or not.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from slowpath.engine.shapes.bits import random_bits, residual_bits, term_bits
from slowpath.engine.shapes.naming import cuts, meanings
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.sequences import LEAST_SEEN, most_common, recurrences, simple
from slowpath.engine.shapes.terms import Term

_MOST_WAYS = 5
_MOST_SEGMENTS = 4
_RUN_SHARE = 0.7


def compounds(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    """All compounds of simple terms that the values may follow."""
    if len(values) < 2 * LEAST_SEEN:
        return
    yield from interleaved(values, scene)
    yield from runs(values, scene)
    yield from segments(values, scene)
    yield from two_sides(values, scene)
    for term in recurrences(values[::-1]):
        yield ("reverse", term)


def best_simple(values: np.ndarray, scene: Scene) -> tuple[float, Term | None]:
    """The simple term with the shortest description in all, None where random is; and the bits."""
    best: tuple[float, Term | None] = (random_bits(len(values), scene.lo, scene.hi), None)
    for term in dict.fromkeys(simple(values, scene, is_inner=True)):
        bits = term_bits(term)
        if bits < best[0]:
            bits += residual_bits(term, values, scene)
        if bits < best[0]:
            best = (bits, term)
    return best


def interleaved(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    """Two to five sequences by turns."""
    count = len(values)
    for many in range(2, min(_MOST_WAYS, count // LEAST_SEEN) + 1):
        parts = []
        for turn in range(many):
            own = values[turn::many]
            parts.append(_or_random(best_simple(own, scene.whole_of(len(own)))[1]))
        if len(set(parts)) > 1:
            yield ("interleave", *parts)


def _or_random(term: Term | None) -> Term:
    return term if term is not None else ("random", "lo", "hi", 0)


def runs(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    """Each element several times."""
    count = len(values)
    ends = np.flatnonzero(np.diff(values)) + 1
    lengths = np.diff(np.concatenate(([0], ends, [count])))
    width, times = most_common(lengths)
    if width < 2 or times * width < _RUN_SHARE * count or len(lengths) < 2:
        return
    own = values[::width]
    for block in meanings(width, scene, 3):
        for inner in simple(own, scene.whole_of(len(own)), is_inner=True):
            if not (isinstance(inner, tuple) and inner[0] == "random"):
                yield ("blocks", block, inner)


def segments(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    """Runs of constants and progressions, exact, one after the other; what is left at the end is random."""
    count, start = len(values), 0
    found: list[tuple[int, Term]] = []
    while start < count and len(found) < _MOST_SEGMENTS:
        length = _exact_run(values[start:])
        is_last = len(found) == _MOST_SEGMENTS - 1 or (length < LEAST_SEEN and start + 2 * LEAST_SEEN < count)
        length = count - start if is_last else length
        own = values[start : start + length]
        found.append((start, _or_random(best_simple(own, scene.whole_of(length))[1])))
        start += length
    if len(found) > 1:
        yield from _joined(found, scene)


def _exact_run(values: np.ndarray) -> int:
    """How many first elements are one progression (a constant among them)."""
    if len(values) < 2:
        return len(values)
    steps = np.diff(values)
    changes = np.flatnonzero(steps != steps[0])
    return int(changes[0]) + 1 if changes.size else len(values)


def _joined(found: list[tuple[int, Term]], scene: Scene) -> Iterator[Term]:
    """Segments with each meaning that their cuts may have, all the first, then all the second ..."""
    choices = [cuts(start, scene) for start, _ in found[1:]]
    for turn in range(max(map(len, choices))):
        made: list[Term] = [found[0][1]]
        for (_, term), options in zip(found[1:], choices, strict=True):
            made += [options[min(turn, len(options) - 1)], term]
        yield ("segments", *made)


def two_sides(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    """Cut where cuts usually are, the simplest description on both sides."""
    count = len(values)
    places = dict.fromkeys((1, count // 3, count // 2, 2 * count // 3, count - 1, _best_cut(values)))
    for place in places:
        if 0 < place < count:
            left = best_simple(values[:place], scene.whole_of(place))[1]
            right = best_simple(values[place:], scene.whole_of(count - place))[1]
            if left != right:
                yield from _joined([(0, _or_random(left)), (place, _or_random(right))], scene)


def _best_cut(values: np.ndarray) -> int:
    """Where two constants, or two trends of the steps, divide the elements best: the largest gap of their means."""
    best, place = 0.0, len(values) // 2
    for level in (values.astype(np.float64), np.sign(np.diff(values)).astype(np.float64)):
        if len(level) < 4 or level.std() == 0:
            continue
        sums, count = np.cumsum(level), len(level)
        at = np.arange(1, count)
        gap = np.abs(sums[:-1] / at - (sums[-1] - sums[:-1]) / (count - at)) * np.sqrt(at * (count - at)) / level.std()
        if gap.max() > best:
            best, place = float(gap.max()), int(gap.argmax()) + 1
    return place
