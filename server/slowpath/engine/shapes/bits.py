"""How many bits a term needs, and how many are left to say of the data once it is known: the simplest description wins.

Minimum description length (Rissanen 1978), roughly: what matters is only which of two descriptions is shorter. A
term that gets most elements right and says the rest as exceptions may win over one that gets all right, and random
values are described best by saying so.
"""

from __future__ import annotations

import math
from math import e, log2

import numpy as np

from slowpath.engine.shapes.orders import ranks
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.terms import Term, evaluate, number

_NODE_BITS = 3.0
_CUED_BITS = 4.0


def term_bits(term: Term, cued: frozenset[int] = frozenset()) -> float:
    """What it takes to write the term; numbers that the program's text has are cheaper."""
    if isinstance(term, int):
        plain = 1.0 + 2.0 * log2(1.0 + abs(term))
        return min(plain, _CUED_BITS) if term in cued else plain
    if isinstance(term, str):
        return _NODE_BITS
    if term[0] in ("size", "column", "total"):
        return _NODE_BITS + 1.0
    if term[0] == "random":
        return _NODE_BITS + term_bits(term[1], cued) + term_bits(term[2], cued)
    return _NODE_BITS + math.fsum(term_bits(part, cued) for part in term[1:])


def random_bits(count: int, lo: int, hi: int) -> float:
    """What it takes to write numbers of that range one by one."""
    return count * log2(max(1, hi - lo + 1))


def set_bits(values: np.ndarray) -> float:
    """What it takes to write numbers whose order is known, as any between the least and the largest of them."""
    count, span = len(values), int(values.max()) - int(values.min()) + 1
    return 2.0 * log2(1.0 + span) + count * max(0.0, log2((span + count) * e / max(1, count)))


def residual_bits(term: Term, values: np.ndarray, scene: Scene, by_order: bool = False) -> float:
    """What is left to say of the values. `by_order`: the term gives their order alone."""
    if isinstance(term, tuple) and term[0] == "random":
        return _window_bits(term, values, scene)
    made = evaluate(term, scene)
    if by_order:
        count = len(values)
        return set_bits(values) + _missed_bits(ranks(made), ranks(values), max(1, count - 1))
    return _missed_bits(np.minimum(np.maximum(made, scene.lo), scene.hi), values, max(1, scene.hi - scene.lo))


def order_bits(term: Term, values: np.ndarray, scene: Scene) -> float:
    """What is left to say of the order of the values, where that is all that is free."""
    return _missed_bits(ranks(evaluate(term, scene)), ranks(values), max(1, len(values) - 1))


def _missed_bits(made: np.ndarray, values: np.ndarray, span: int) -> float:
    """Where the elements differ, and by how much: a near miss costs less."""
    count = len(values)
    wrong = made != values
    missed = int(wrong.sum())
    if not missed:
        return 0.0
    share = missed / count
    where = 0.0 if missed == count else -count * (share * log2(share) + (1 - share) * log2(1 - share))
    away = np.abs(made[wrong].astype(np.float64) - values[wrong])
    return where + 0.5 * log2(1 + count) + float(np.minimum(log2(span), 1.0 + 2.0 * np.log2(1.0 + away)).sum())


def _window_bits(term: tuple, values: np.ndarray, scene: Scene) -> float:
    lo, hi = number(term[1], scene), number(term[2], scene)
    outside = int(((values < lo) | (values > hi)).sum())
    flags = outside * log2(1 + len(values))
    return random_bits(len(values) - outside, lo, max(lo, hi)) + random_bits(outside, scene.lo, scene.hi) + flags
