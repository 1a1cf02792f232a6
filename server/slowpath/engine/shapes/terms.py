"""The language of shapes: terms that say what stands at each place of a sequence, whatever its length.

A term is an integer, a word, or a tuple of an operator and its terms, so that it is JSON at once, hashable, and easy
to change by chance. It stands for one integer a place; what isn't within the bounds is clipped by whoever fills in.
Singularity (Wei et al., FSE 2018) computes sequences by recurrences from smaller ones; here a term is a function of
the place, with recurrences (`walk`) among others, because a function of the place is evaluated for a whole array at
once.

Words: `i` the place from the front, `j` from the back (both from 0), `n` the length, `lo` and `hi` the bounds,
`place` the place in the whole part, whatever segments and turns it's in, `begin` the first place there of its segment,
`prev`, `prev2`, `half` the elements one, two places before and at half the place (in a `walk` alone).

| term                               | what stands there                                                             |
|------------------------------------|-------------------------------------------------------------------------------|
| `(+ a b)` and `- * // % min max ^` | arithmetic; what leaves 63 bits stays at their end, division by 0 gives 0      |
| `(sqrt a)` `(log2 a)`              | rounded down; 0 below 1                                                       |
| `(below a b x y)`                  | x where a < b, else y                                                         |
| `(divided a)` `(prime a)` `(power a)` | the number up to a with the most divisors, the largest prime, power of two  |
| `(size name)`                      | a size or other number of the input, by name                                  |
| `(total name)`                     | the sum of another part's elements, for a number beside it                    |
| `(column name)`                    | the element of another part of the input at the same place                    |
| `(reverse s)` `(sorted s)`         | s from the back; s in ascending order                                         |
| `(sums s)`                         | the sum of s up to that place: of a ramp a curve                              |
| `(interleave s t ...)`             | s at every k-th place, t at the next ones ...                                 |
| `(segments s cut t ...)`           | s up to the cut, then t ...; cuts are places                                  |
| `(blocks k s)` `(tiles k s)`       | each element of s k times; s of length k again and again                      |
| `(rows k s t ...)`                 | k elements of s, the next k of t ...: rows of a matrix, each from place 0      |
| `(at place length s)`              | the element of s, which has that length, at that place                        |
| `(transposed s)`                   | of a matrix: s, which goes down the columns                                   |
| `(sides t r l b)`                  | of a matrix: t above both main diagonals, r right of them, l left, b below    |
| `(corners s tl tr br bl)`          | of a matrix: s, but tl on the way from its middle to the top left corner ...  |
| `(values v ...)`                   | the values again and again                                                    |
| `(stretched v ...)`                | each value in a run, all runs equally long                                    |
| `(interpolated v ...)`             | the line through the values, as many points as wanted                         |
| `(middle v ...)`                   | first and last quarter of the values once, what is between again and again     |
| `(halves (turns l r ...) v ...)`   | v of the state in which the way down by halves ends (`halving`)                |
| `(fitted s)`                       | s moved and scaled so that it spans from `lo` to `hi`                         |
| `(wrap s)`                         | s modulo the range of the bounds                                              |
| `(random a b seed)`                | uniform from a to b                                                           |
| `(walk first step)`                | the first element, then each by those before                                  |
| `(inserted s)`                     | ranks: element i is put among those before so that s[i] of them are below it   |
| `(swapped s)`                      | ranks: 0, 1, 2 ..., for each i element i swapped with element s[i]             |
| `(ranks s)`                        | the places of the elements of s in sorted order                               |
| `(except s place v ...)`           | s, but v at that place                                                        |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from slowpath.engine.shapes.arithmetic import ARITHMETIC, FARTHEST, PLAIN, logarithm, root, sums
from slowpath.engine.shapes.halving import MOST_STATES, final_states
from slowpath.engine.shapes.orders import inserted, ranks, swapped
from slowpath.engine.shapes.remarkable import REMARKABLE
from slowpath.engine.shapes.scene import COLUMNS, ROWS, Scene

Term = int | str | tuple

LONGEST = 1 << 24
"""Of terms that are evaluated at all places at once. A number that is no length may stand where lengths do."""
WORDS = ("i", "j", "n", "lo", "hi", "place", "begin", "prev", "prev2", "half")
_OF_ALL_PLACES = ("sorted", "sums", "fitted", "random", "walk", "inserted", "swapped", "ranks", "column")
_SATURATED = frozenset(PLAIN) - {"^"}
_DEEPEST = 24


class UnknownTerm(ValueError):
    """A term that this version of the language doesn't know, or a word where it has no meaning."""


def evaluate(term: Term, scene: Scene) -> np.ndarray:
    """One int64 a place. Raises `UnknownTerm` for what is no term."""
    return _evaluated(term, scene, 0)


def number(term: Term, scene: Scene) -> int:
    """The value of a term that doesn't depend on the place, at the first place."""
    fixed = _constant(term, scene, 0)
    if fixed is not None:
        return fixed
    return int(evaluate(term, scene.at(np.zeros(1, dtype=np.int64), scene.length))[0])


def _evaluated(term: Term, scene: Scene, depth: int) -> np.ndarray:
    if isinstance(term, int):
        return np.full(len(scene.places), max(-FARTHEST, min(FARTHEST, term)), dtype=np.int64)
    if isinstance(term, str):
        return _word(term, scene)
    if depth > _DEEPEST or not term or term[0] not in _OPERATORS:
        raise UnknownTerm(f"no term of shapes: {str(term)[:60]}")
    if term[0] in _OF_ALL_PLACES and scene.length > LONGEST:
        raise UnknownTerm(f"no sequence of {scene.length} places")
    try:
        return _OPERATORS[term[0]](term[1:], scene, depth + 1)
    except (TypeError, IndexError) as error:
        raise UnknownTerm(f"no term of shapes: {str(term)[:60]}") from error


def _word(word: str, scene: Scene) -> np.ndarray:
    if word == "i":
        return scene.places
    if word == "j":
        return scene.length - 1 - scene.places
    if word in ("place", "begin"):
        own = scene.own_places
        return own if word == "place" or not len(own) else np.full(len(own), own[0], dtype=np.int64)
    fixed = _constant(word, scene, 0)
    if fixed is None:
        raise UnknownTerm(f"{word!r} has no meaning here")
    return np.full(len(scene.places), fixed, dtype=np.int64)


def _constant(term: Term, scene: Scene, depth: int) -> int | None:
    """The value of plain arithmetic on numbers that are the same at all places; None for any other term, and where two
    numbers at the end of 63 bits go beyond 64."""
    if isinstance(term, int):
        return max(-FARTHEST, min(FARTHEST, term))
    if isinstance(term, str):
        known = scene.length if term == "n" else scene.lo if term == "lo" else scene.hi if term == "hi" else None
        return known if known is None else max(-FARTHEST, min(FARTHEST, known))
    if len(term) != 3 or depth > _DEEPEST or term[0] not in _SATURATED:
        return None
    a = _constant(term[1], scene, depth + 1)
    b = _constant(term[2], scene, depth + 1) if a is not None else None
    if a is None or b is None:
        return None
    if term[0] == "*" and abs(rough := float(a) * b) >= FARTHEST:
        return FARTHEST if rough > 0 else -FARTHEST
    value = PLAIN[term[0]](a, b)
    return None if abs(value) >= 2 * FARTHEST else max(-FARTHEST, min(FARTHEST, value))


# Arithmetic

def _binary(name: str) -> Callable[[tuple, Scene, int], np.ndarray]:
    function = ARITHMETIC[name]

    def run(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
        a, b = _constant(parts[0], scene, depth), _constant(parts[1], scene, depth)
        if b is not None:
            return function(_evaluated(parts[0], scene, depth), b)
        return function(_evaluated(parts[0], scene, depth) if a is None else a, _evaluated(parts[1], scene, depth))

    return run


def _root(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return root(_evaluated(parts[0], scene, depth))


def _logarithm(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return logarithm(_evaluated(parts[0], scene, depth))


def _below(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    a, b, x, y = (_evaluated(part, scene, depth) for part in parts)
    return np.where(a < b, x, y)


def _size(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return _evaluated(int(scene.sizes.get(parts[0], scene.length)), scene, depth)


def _remarkable(name: str) -> Callable[[tuple, Scene, int], np.ndarray]:
    function = REMARKABLE[name]

    def run(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
        return _evaluated(function(number(parts[0], scene)), scene, depth)

    return run


def _total(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    other = scene.columns.get(parts[0])
    if other is None:
        raise UnknownTerm(f"no part {str(parts[0])[:60]} to sum up")
    return _evaluated(sum(other(scene.whole).tolist()), scene, depth)


def _column(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    other = scene.columns.get(parts[0])
    if other is None:
        return _evaluated("lo", scene, depth)
    values = other(scene.whole)
    if not len(values):
        return np.zeros(len(scene.places), dtype=np.int64)
    return values[scene.own_places % len(values)]


# Places

def _reverse(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return _evaluated(parts[0], scene.at(scene.length - 1 - scene.places, scene.length), depth)


def _all(term: Term, scene: Scene, depth: int) -> np.ndarray:
    """A term at all places of the scene's length."""
    return _evaluated(term, scene.whole_of(scene.length), depth)


def _sorted(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return _taken(np.sort(_all(parts[0], scene, depth)), scene)


def _sums(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return _taken(sums(_all(parts[0], scene, depth)), scene)


def _taken(values: np.ndarray, scene: Scene) -> np.ndarray:
    return values[np.clip(scene.places, 0, len(values) - 1)] if len(values) else scene.places * 0


def _interleave(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    many = len(parts)
    made = np.zeros(len(scene.places), dtype=np.int64)
    for turn, part in enumerate(parts):
        if scene.in_order:
            stretch = slice(turn, None, many)
            made[stretch] = _evaluated(part, scene.part(stretch, len(made[stretch])), depth)
            continue
        mask = scene.places % many == turn
        length = (scene.length - turn + many - 1) // many
        made[mask] = _evaluated(part, scene.within(mask, scene.places[mask] // many, length), depth)
    return made


def _segments(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    made = np.zeros(len(scene.places), dtype=np.int64)
    start = 0
    for place in range(0, len(parts), 2):
        end = scene.length
        if place + 1 < len(parts):
            end = min(scene.length, max(start, number(parts[place + 1], scene)))
        if scene.in_order:
            stretch = slice(start, end)
            made[stretch] = _evaluated(parts[place], scene.part(stretch, end - start), depth)
        else:
            mask = (scene.places >= start) & (scene.places < end)
            made[mask] = _evaluated(parts[place], scene.within(mask, scene.places[mask] - start, end - start), depth)
        start = end
    return made


def _blocks(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    width = max(1, number(parts[0], scene))
    return _evaluated(parts[1], scene.at(scene.places // width, -(-scene.length // width)), depth)


def _within_length(width: int, scene: Scene) -> int:
    """A width of one to all places: what a part is longer than the whole isn't worth computing."""
    return max(1, min(width, scene.length))


def _tiles(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    width = _within_length(number(parts[0], scene), scene)
    return _evaluated(parts[1], scene.at(scene.places % width, width), depth)


def _rows(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    width, many = _within_length(number(parts[0], scene), scene), len(parts) - 1
    made = np.zeros(len(scene.places), dtype=np.int64)
    row = scene.places // width
    for turn, part in enumerate(parts[1:]):
        mask = row % many == turn
        made[mask] = _evaluated(part, scene.within(mask, scene.places[mask] % width, width), depth)
    return made


def _at(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    length = max(1, min(2 * scene.length, number(parts[1], scene)))
    places = np.clip(_evaluated(parts[0], scene, depth), 0, length - 1)
    return _evaluated(parts[2], scene.at(places, length), depth)


def _transposed(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    rows, columns = scene.sizes.get(ROWS, 1), scene.sizes.get(COLUMNS, scene.length)
    row, column = np.divmod(scene.places, max(1, columns))
    turned = scene._replace(places=column * rows + row, sizes={**scene.sizes, ROWS: columns, COLUMNS: rows},
                            in_order=False)
    return _evaluated(parts[0], turned, depth)


def _from_middle(scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """How far down and right of a matrix' middle places are: twice the way, by the other side's length, so that a
    rectangle is cut into four like a square."""
    rows, columns = scene.sizes.get(ROWS, 1), scene.sizes.get(COLUMNS, scene.length)
    row, column = np.divmod(scene.places, max(1, columns))
    return (2 * row - rows + 1) * columns, (2 * column - columns + 1) * rows


def _sides(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    down, right = _from_middle(scene)
    top, far, near, bottom = (_evaluated(part, scene, depth) for part in parts)
    return np.where(np.abs(down) >= np.abs(right), np.where(down <= 0, top, bottom), np.where(right > 0, far, near))


def _corners(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    down, right = _from_middle(scene)
    others, *ways = (_evaluated(part, scene, depth) for part in parts)
    top_left, top_right, bottom_right, bottom_left = ways
    upper, lower = np.where(right < 0, top_left, top_right), np.where(right < 0, bottom_left, bottom_right)
    is_way = (np.abs(down) == np.abs(right)) & (down != 0)
    return np.where(is_way, np.where(down < 0, upper, lower), others)


# Values

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
    inner = values[quarter:len(values) - quarter]
    made = inner[(scene.places - quarter) % len(inner)]
    if quarter:
        made = np.where(scene.places < quarter, values[np.minimum(scene.places, quarter - 1)], made)
        back = scene.length - 1 - scene.places
        made = np.where(back < quarter, values[len(values) - 1 - np.clip(back, 0, quarter - 1)], made)
    return made


def _halves(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    (word, *turns), values = parts[0], parts[1:]
    if word != "turns" or not 0 < len(values) <= MOST_STATES or len(turns) != 2 * len(values) \
            or not all(isinstance(turn, int) for turn in turns):
        raise UnknownTerm(f"no turns of {len(values)} states: {str(parts[0])[:60]}")
    state = final_states(scene.length, turns, len(values), scene.places)
    made = np.zeros(len(scene.places), dtype=np.int64)
    for at, value in enumerate(values):
        mask = state == at
        made[mask] = _evaluated(value, scene.within(mask, scene.places[mask], scene.length), depth)
    return made


def _fitted(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    whole = _all(parts[0], scene, depth)
    if not len(whole):
        return scene.places * 0
    least, span = int(whole.min()), int(whole.max()) - int(whole.min())
    values = _taken(whole, scene)
    if not span:
        return np.clip(values, scene.lo, scene.hi)
    room = scene.hi - scene.lo
    if span * room < FARTHEST:
        return scene.lo + (values - least) * room // span
    scaled = np.array([scene.lo + (value - least) * room // span for value in values.tolist()], dtype=object)
    return np.clip(scaled, -FARTHEST, FARTHEST).astype(np.int64)


def _wrap(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    values = _evaluated(parts[0], scene, depth)
    width = scene.hi - scene.lo + 1
    return values if width <= 0 or width >= FARTHEST else scene.lo + (values - scene.lo) % width


def _random(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    """Drawn from the term's own seed, so that the same term is the same sequence wherever it stands."""
    lo, hi = number(parts[0], scene), number(parts[1], scene)
    rng = np.random.default_rng([abs(int(parts[2])), scene.length])
    return _taken(rng.integers(lo, max(lo, hi), scene.length, dtype=np.int64, endpoint=True), scene)


def _walk(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    if not scene.length:
        return scene.places * 0
    first = number(parts[0], scene)
    step = _compiled(parts[1], scene, depth)
    made = [first]
    for place in range(1, scene.length):
        made.append(max(-FARTHEST, min(FARTHEST, step(place, made))))
    return _taken(np.array(made, dtype=np.int64), scene)


_Step = Callable[[int, list[int]], int]
def _compiled(term: Term, scene: Scene, depth: int) -> _Step:
    """The step of a walk as a function of the place and what was made so far."""
    length = scene.length
    if isinstance(term, int):
        return lambda place, made: term
    if isinstance(term, str):
        words: dict[str, _Step] = {
            "i": lambda place, made: place, "j": lambda place, made: length - 1 - place,
            "prev": lambda place, made: made[-1], "prev2": lambda place, made: made[max(0, place - 2)],
            "half": lambda place, made: made[place // 2],
        }
        if term in words:
            return words[term]
        fixed = int(_word(term, scene.at(np.zeros(1, dtype=np.int64), length))[0])
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
    return _taken(inserted(_all(parts[0], scene, depth)), scene)


def _swapped(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return _taken(swapped(_all(parts[0], scene, depth)), scene)


def _ranks(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return _taken(ranks(_all(parts[0], scene, depth)), scene)


def _except(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    made = _evaluated(parts[0], scene, depth).copy()
    for place in range(1, len(parts) - 1, 2):
        made[scene.places == number(parts[place], scene)] = number(parts[place + 1], scene)
    return made


_OPERATORS: dict[Any, Callable[[tuple, Scene, int], np.ndarray]] = {
    **{name: _binary(name) for name in ARITHMETIC},
    **{name: _remarkable(name) for name in REMARKABLE},
    "sqrt": _root, "log2": _logarithm, "below": _below, "size": _size, "total": _total, "column": _column,
    "reverse": _reverse, "sorted": _sorted, "sums": _sums, "interleave": _interleave, "segments": _segments,
    "blocks": _blocks, "tiles": _tiles, "rows": _rows, "at": _at, "transposed": _transposed, "sides": _sides,
    "corners": _corners,
    "values": _values, "stretched": _stretched, "interpolated": _interpolated, "middle": _middle,
    "halves": _halves, "fitted": _fitted, "wrap": _wrap, "random": _random, "walk": _walk,
    "inserted": _inserted, "swapped": _swapped, "ranks": _ranks, "except": _except,
}


def depends_on_place(term: Term) -> bool:
    """Whether it may differ from place to place."""
    if isinstance(term, str):
        return term not in ("n", "lo", "hi")
    if isinstance(term, int):
        return False
    if term[0] in ("size", "total"):
        return False
    if term[0] in ("column", "random", "values", "stretched", "interpolated", "middle", "walk", "halves", "sums"):
        return True
    return any(depends_on_place(part) for part in term[1:])


def to_json(term: Term) -> Any:
    """The term as lists."""
    return [to_json(part) for part in term] if isinstance(term, tuple) else term


def from_json(value: Any) -> Term:
    """The term of such lists. Raises `UnknownTerm` for anything else."""
    if isinstance(value, list):
        return tuple(from_json(part) for part in value)
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    raise UnknownTerm(f"no term of shapes: {str(value)[:60]}")
