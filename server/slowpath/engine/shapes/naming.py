"""What a number may stand for: itself, a bound, the length or a part of it, another size, a constant of the program.

The same number means different things in inputs of different sizes; which meaning holds is seen when the term is
held against all of them (`fit`).
"""

from __future__ import annotations

from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.terms import Term

_NEAR = 4
_FAR_RANGE = 1000
PARTS = ((1, 2), (1, 3), (2, 3), (1, 4), (3, 4))


def meanings(value: int, scene: Scene, most: int = 6) -> list[Term]:
    """Terms that have the value here, likelier ones first; the number itself is always among them."""
    found: dict[Term, None] = {}
    lo, hi = scene.lo, scene.hi
    found.update(dict.fromkeys(_of_bounds(value, lo, hi)))
    if abs(value) <= _NEAR:
        found[value] = None
    found.update(dict.fromkeys(_of_size("n", scene.length, value)))
    for name, size in scene.sizes.items():
        if size != scene.length:
            found.update(dict.fromkeys(_of_size(("size", name), size, value)))
    listed = list(found)[:most]
    return listed if value in listed else [*listed, value]


def _of_bounds(value: int, lo: int, hi: int) -> list[Term]:
    made: list[Term] = []
    if value == lo:
        made.append("lo")
    if value == hi:
        made.append("hi")
    if hi - lo > 2 * _NEAR:
        if 0 < value - lo <= _NEAR and lo not in (0, 1):
            made.append(("+", "lo", value - lo))
        if 0 < hi - value <= _NEAR:
            made.append(("-", "hi", hi - value))
    if hi - lo > _FAR_RANGE:
        for part, whole in PARTS:
            if abs(value - (lo + (hi - lo) * part // whole)) * 50 <= hi - lo:
                made.append(
                    ("+", "lo", ("//", ("*", part, ("-", "hi", "lo")), whole))
                    if part > 1
                    else ("+", "lo", ("//", ("-", "hi", "lo"), whole))
                )
                break
    return made


def _of_size(word: Term, size: int, value: int) -> list[Term]:
    """A size, a few less or more, half of it, a third, its root."""
    made: list[Term] = []
    if size <= _NEAR:
        return made
    if value == size:
        made.append(word)
    elif 0 < size - value <= _NEAR and value > _NEAR:
        made.append(("-", word, size - value))
    elif 0 < value - size <= _NEAR:
        made.append(("+", word, value - size))
    for part in (2, 3, 4):
        if value > 1 and value == size // part:
            made.append(("//", word, part))
        elif value > 2 and abs(value - size // part) == 1 and part == 2:
            made.append(("+", ("//", word, part), 1) if value > size // part else ("-", ("//", word, part), 1))
    if value > 2 and value * value <= size < (value + 1) * (value + 1):
        made.append(("sqrt", word))
    if size > 0 and value % size == 0 and 2 <= value // size <= _NEAR:
        made.append(("*", value // size, word))
    return made


def totals(value: int, scene: Scene) -> list[Term]:
    """What a number is of the sum of an array: all of it or a part, a little more or less, so many average elements."""
    made: list[Term] = []
    for name in scene.columns:
        values = scene.columns[name](scene.whole)
        total, count, word = sum(values.tolist()), len(values), ("total", name)
        if count <= _NEAR or total <= count * _NEAR:
            continue
        for part, whole in ((1, 1), *PARTS):
            share: Term = word if whole == 1 else ("//", word if part == 1 else ("*", part, word), whole)
            if abs(value - total * part // whole) <= _NEAR:
                made.append(_off(share, value - total * part // whole))
            elif 2 * count * abs(value - total * part // whole) <= total:
                made.append(share)
    return made


def _off(word: Term, by: int) -> Term:
    """So much more than a word says, or less."""
    return word if not by else ("+", word, by) if by > 0 else ("-", word, -by)


def cuts(place: int, scene: Scene) -> list[Term]:
    """What a place where something changes may be: so far from an end, a part of the length, a size."""
    length = scene.length
    made: dict[Term, None] = {}
    if place <= _NEAR:
        made[place] = None
    if 0 < length - place <= _NEAR:
        made[("-", "n", length - place)] = None
    for part, whole in PARTS:
        if abs(place - part * length // whole) <= 1 and length >= 2 * whole:
            made[("//", ("*", part, "n"), whole) if part > 1 else ("//", "n", whole)] = None
    for name, size in scene.sizes.items():
        if size != length and size > _NEAR and abs(size - place) <= 2:
            made[_off(("size", name), place - size)] = None
    if place > 2 and place * place <= length < (place + 1) * (place + 1):
        made[("sqrt", "n")] = None
    if not made:
        made[("//", ("*", round(12 * place / max(1, length)), "n"), 12)] = None
    return list(made)[:3]
