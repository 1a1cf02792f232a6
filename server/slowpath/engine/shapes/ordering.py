"""Proposes orders for a sequence whose elements mostly differ: what is above what, not by how much.

The order is looked at as ranks and as two codes that build it (`orders`), from the front and from the back; each of
these is a sequence of small numbers again, for which terms are proposed as for any other.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from slowpath.engine.shapes.compounds import best_simple, interleaved, segments, two_sides
from slowpath.engine.shapes.orders import insertion_code, ranks, swap_code
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.sequences import LEAST_SEEN, simple
from slowpath.engine.shapes.terms import Term, depends_on_place
from slowpath.inputs.number_sets import different

DISTINCT_SHARE = 0.4


def orders(values: np.ndarray, scene: Scene) -> Iterator[Term]:
    """Terms whose values have the order of these; not those that are the same everywhere, which order nothing."""
    count = len(values)
    if count < 2 * LEAST_SEEN or len(different(values)) < DISTINCT_SHARE * count:
        return
    own = ranks(values)
    inner = Scene.of(count, 0, count - 1, scene.sizes)
    yield from ("i", "j")
    yield from _of_numbers(own, inner)
    yield from _of_codes(own, inner)
    for term in _of_codes(own[::-1], inner):
        yield ("reverse", term)


def _of_numbers(own: np.ndarray, scene: Scene) -> Iterator[Term]:
    for propose in (simple, interleaved, segments, two_sides):
        yield from (term for term in propose(own, scene) if depends_on_place(term) and not _is_random(term))


def _is_random(term: Term) -> bool:
    return isinstance(term, tuple) and term[0] == "random"


def _of_codes(own: np.ndarray, scene: Scene) -> Iterator[Term]:
    for word, code in (("inserted", insertion_code(own)), ("swapped", swap_code(own))):
        for term in code_terms(code, scene):
            yield (word, term)


def code_terms(code: np.ndarray, scene: Scene) -> Iterator[Term]:
    """Terms for codes, whose element i is between 0 and i: constants and parts of i among the usual ones."""
    for part in (2, 3, 4):
        yield ("//", "i", part)
        yield ("-", "i", ("//", "i", part))
    best = best_simple(code, scene)[1]
    if best is not None:
        yield best
    gap = best_simple(np.arange(len(code)) - code, scene)[1]
    if gap is not None:
        yield ("-", "i", gap)
    for ways in (2, 3):
        parts: list[Term] = []
        for turn in range(ways):
            own, places = code[turn::ways], np.arange(turn, len(code), ways)
            low, high = int((own == 0).sum()), int((own == places).sum())
            parts.append(0 if low >= high else ("+", turn, ("*", ways, "i")) if turn else ("*", ways, "i"))
        if len(set(parts)) > 1:
            yield ("interleave", *parts)
