"""Operators of shapes that give values: lists of them, drawn ones, those of a walk, and orders by ranks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from slowpath.engine.shapes.arithmetic import FARTHEST, PLAIN
from slowpath.engine.shapes.evaluating import (
    Operators,
    Term,
    UnknownTerm,
    at_all_places,
    evaluated,
    number,
    taken,
    word_value,
)
from slowpath.engine.shapes.halving import MOST_STATES, final_states
from slowpath.engine.shapes.orders import inserted, ranks, swapped
from slowpath.engine.shapes.scene import Scene


def _values(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return np.array(parts, dtype=np.int64)[scene.places % len(parts)]


def _stretched(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return np.array(parts, dtype=np.int64)[scene.places * len(parts) // max(1, scene.length)]


def _interpolated(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    at = scene.places * ((len(parts) - 1) / max(1, scene.length - 1))
    line = np.interp(at, np.arange(len(parts)), np.array(parts, dtype=np.float64))
    return np.round(np.clip(line, -FARTHEST, FARTHEST)).astype(np.int64)


def _middle(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    values, quarter = np.array(parts, dtype=np.int64), len(parts) // 4
    inner = values[quarter : len(values) - quarter]
    made = inner[(scene.places - quarter) % len(inner)]
    if quarter:
        made = np.where(scene.places < quarter, values[np.minimum(scene.places, quarter - 1)], made)
        back = scene.length - 1 - scene.places
        made = np.where(back < quarter, values[len(values) - 1 - np.clip(back, 0, quarter - 1)], made)
    return made


def _halves(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    (word, *turns), values = parts[0], parts[1:]
    if (
        word != "turns"
        or not 0 < len(values) <= MOST_STATES
        or len(turns) != 2 * len(values)
        or not all(isinstance(turn, int) for turn in turns)
    ):
        raise UnknownTerm(f"no turns of {len(values)} states: {str(parts[0])[:60]}")
    state = final_states(scene.length, turns, len(values), scene.places)
    made = np.zeros(len(scene.places), dtype=np.int64)
    for at, value in enumerate(values):
        mask = state == at
        made[mask] = evaluated(value, scene.within(mask, scene.places[mask], scene.length), depth)
    return made


def _fitted(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    whole = at_all_places(parts[0], scene, depth)
    if not len(whole):
        return scene.places * 0
    least, span = int(whole.min()), int(whole.max()) - int(whole.min())
    values = taken(whole, scene)
    if not span:
        return np.clip(values, scene.lo, scene.hi)
    room = scene.hi - scene.lo
    if span * room < FARTHEST:
        return scene.lo + (values - least) * room // span
    scaled = np.array([scene.lo + (value - least) * room // span for value in values.tolist()], dtype=object)
    return np.clip(scaled, -FARTHEST, FARTHEST).astype(np.int64)


def _wrap(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    values = evaluated(parts[0], scene, depth)
    width = scene.hi - scene.lo + 1
    return values if width <= 0 or width >= FARTHEST else scene.lo + (values - scene.lo) % width


def _random(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    """Drawn from the term's own seed, so that the same term is the same sequence wherever it stands."""
    lo, hi = number(parts[0], scene), number(parts[1], scene)
    rng = np.random.default_rng([abs(int(parts[2])), scene.length])
    return taken(rng.integers(lo, max(lo, hi), scene.length, dtype=np.int64, endpoint=True), scene)


def _walk(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    if not scene.length:
        return scene.places * 0
    first = number(parts[0], scene)
    step = _compiled(parts[1], scene, depth)
    made = [first]
    for place in range(1, scene.length):
        made.append(max(-FARTHEST, min(FARTHEST, step(place, made))))
    return taken(np.array(made, dtype=np.int64), scene)


_Step = Callable[[int, list[int]], int]


def _compiled(term: Term, scene: Scene, depth: int) -> _Step:
    """The step of a walk as a function of the place and what was made so far."""
    length = scene.length
    if isinstance(term, int):
        return lambda place, made: term
    if isinstance(term, str):
        words: dict[str, _Step] = {
            "i": lambda place, made: place,
            "j": lambda place, made: length - 1 - place,
            "prev": lambda place, made: made[-1],
            "prev2": lambda place, made: made[max(0, place - 2)],
            "half": lambda place, made: made[place // 2],
        }
        if term in words:
            return words[term]
        fixed = int(word_value(term, scene.at(np.zeros(1, dtype=np.int64), length))[0])
        return lambda place, made: fixed
    if term[0] == "wrap":
        inner, lo, width = _compiled(term[1], scene, depth + 1), scene.lo, scene.hi - scene.lo + 1
        return lambda place, made: lo + (inner(place, made) - lo) % width if width > 0 else inner(place, made)
    if term[0] == "below":
        a, b, x, y = (_compiled(part, scene, depth + 1) for part in term[1:])
        return lambda place, made: x(place, made) if a(place, made) < b(place, made) else y(place, made)
    if term[0] not in PLAIN:
        fixed = number(term, scene)
        return lambda place, made: fixed
    operation = PLAIN[term[0]]
    left, right = (_compiled(part, scene, depth + 1) for part in term[1:3])
    return lambda place, made: operation(left(place, made), right(place, made))


# Orders


def _inserted(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return taken(inserted(at_all_places(parts[0], scene, depth)), scene)


def _swapped(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return taken(swapped(at_all_places(parts[0], scene, depth)), scene)


def _ranks(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return taken(ranks(at_all_places(parts[0], scene, depth)), scene)


def _except(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    made = evaluated(parts[0], scene, depth).copy()
    for place in range(1, len(parts) - 1, 2):
        made[scene.places == number(parts[place], scene)] = number(parts[place + 1], scene)
    return made


VALUES: Operators = {
    "values": _values,
    "stretched": _stretched,
    "interpolated": _interpolated,
    "middle": _middle,
    "halves": _halves,
    "fitted": _fitted,
    "wrap": _wrap,
    "random": _random,
    "walk": _walk,
    "inserted": _inserted,
    "swapped": _swapped,
    "ranks": _ranks,
    "except": _except,
}
