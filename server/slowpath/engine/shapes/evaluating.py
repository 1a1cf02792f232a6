"""How terms of shapes (`terms`) are evaluated: words and numbers here, operators by a table of them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from slowpath.engine.shapes.arithmetic import FARTHEST, PLAIN
from slowpath.engine.shapes.scene import Scene

Term = int | str | tuple

LONGEST = 1 << 24
"""Of terms that are evaluated at all places at once. A number that is no length may stand where lengths do."""
_OF_ALL_PLACES = ("sorted", "sums", "fitted", "random", "walk", "inserted", "swapped", "ranks", "column")
_SATURATED = frozenset(PLAIN) - {"^"}
_DEEPEST = 24
Operators = dict[Any, Callable[[tuple, Scene, int], np.ndarray]]
"""What an operator makes of its terms, so deep inside of the whole."""
OPERATORS: Operators = {}


class UnknownTerm(ValueError):
    """A term that this version of the language doesn't know, or a word where it has no meaning."""


def evaluate(term: Term, scene: Scene) -> np.ndarray:
    """One int64 a place. Raises `UnknownTerm` for what is no term."""
    return evaluated(term, scene, 0)


def number(term: Term, scene: Scene) -> int:
    """The value of a term that doesn't depend on the place, at the first place."""
    fixed = constant(term, scene, 0)
    if fixed is not None:
        return fixed
    return int(evaluate(term, scene.at(np.zeros(1, dtype=np.int64), scene.length))[0])


def evaluated(term: Term, scene: Scene, depth: int) -> np.ndarray:
    """As `evaluate`, so deep inside of a term."""
    if isinstance(term, int):
        return np.full(len(scene.places), max(-FARTHEST, min(FARTHEST, term)), dtype=np.int64)
    if isinstance(term, str):
        return word_value(term, scene)
    if depth > _DEEPEST or not term or term[0] not in OPERATORS:
        raise UnknownTerm(f"no term of shapes: {str(term)[:60]}")
    if term[0] in _OF_ALL_PLACES and scene.length > LONGEST:
        raise UnknownTerm(f"no sequence of {scene.length} places")
    try:
        return OPERATORS[term[0]](term[1:], scene, depth + 1)
    except (TypeError, IndexError) as error:
        raise UnknownTerm(f"no term of shapes: {str(term)[:60]}") from error


def word_value(word: str, scene: Scene) -> np.ndarray:
    """A word at each place."""
    if word == "i":
        return scene.places
    if word == "j":
        return scene.length - 1 - scene.places
    if word in ("place", "begin"):
        own = scene.own_places
        return own if word == "place" or not len(own) else np.full(len(own), own[0], dtype=np.int64)
    fixed = constant(word, scene, 0)
    if fixed is None:
        raise UnknownTerm(f"{word!r} has no meaning here")
    return np.full(len(scene.places), fixed, dtype=np.int64)


def constant(term: Term, scene: Scene, depth: int) -> int | None:
    """The value of plain arithmetic on numbers that are the same at all places; None for any other term, and where two
    numbers at the end of 63 bits go beyond 64."""
    if isinstance(term, int):
        return max(-FARTHEST, min(FARTHEST, term))
    if isinstance(term, str):
        known = scene.length if term == "n" else scene.lo if term == "lo" else scene.hi if term == "hi" else None
        return known if known is None else max(-FARTHEST, min(FARTHEST, known))
    if len(term) != 3 or depth > _DEEPEST or term[0] not in _SATURATED:
        return None
    a = constant(term[1], scene, depth + 1)
    b = constant(term[2], scene, depth + 1) if a is not None else None
    if a is None or b is None:
        return None
    if term[0] == "*" and abs(rough := float(a) * b) >= FARTHEST:
        return FARTHEST if rough > 0 else -FARTHEST
    value = PLAIN[term[0]](a, b)
    return None if abs(value) >= 2 * FARTHEST else max(-FARTHEST, min(FARTHEST, value))


def at_all_places(term: Term, scene: Scene, depth: int) -> np.ndarray:
    """A term at all places of the scene's length."""
    return evaluated(term, scene.whole_of(scene.length), depth)


def taken(values: np.ndarray, scene: Scene) -> np.ndarray:
    """The values at the scene's places, of values at all of them."""
    return values[np.clip(scene.places, 0, len(values) - 1)] if len(values) else scene.places * 0
