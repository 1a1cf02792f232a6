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

from slowpath.engine.shapes.arithmetic import ARITHMETIC, logarithm, root
from slowpath.engine.shapes.evaluating import OPERATORS, Term, UnknownTerm, constant, evaluate, evaluated, number
from slowpath.engine.shapes.places import PLACES
from slowpath.engine.shapes.remarkable import REMARKABLE
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.values import VALUES

__all__ = ["Term", "UnknownTerm", "depends_on_place", "evaluate", "from_json", "number", "to_json"]


def _binary(name: str) -> Callable[[tuple, Scene, int], np.ndarray]:
    function = ARITHMETIC[name]

    def run(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
        a, b = constant(parts[0], scene, depth), constant(parts[1], scene, depth)
        if b is not None:
            return function(evaluated(parts[0], scene, depth), b)
        return function(evaluated(parts[0], scene, depth) if a is None else a, evaluated(parts[1], scene, depth))

    return run


def _root(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return root(evaluated(parts[0], scene, depth))


def _logarithm(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return logarithm(evaluated(parts[0], scene, depth))


def _below(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    a, b, x, y = (evaluated(part, scene, depth) for part in parts)
    return np.where(a < b, x, y)


def _size(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    return evaluated(int(scene.sizes.get(parts[0], scene.length)), scene, depth)


def _remarkable(name: str) -> Callable[[tuple, Scene, int], np.ndarray]:
    function = REMARKABLE[name]

    def run(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
        return evaluated(function(number(parts[0], scene)), scene, depth)

    return run


def _total(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    other = scene.columns.get(parts[0])
    if other is None:
        raise UnknownTerm(f"no part {str(parts[0])[:60]} to sum up")
    return evaluated(sum(other(scene.whole).tolist()), scene, depth)


def _column(parts: tuple, scene: Scene, depth: int) -> np.ndarray:
    other = scene.columns.get(parts[0])
    if other is None:
        return evaluated("lo", scene, depth)
    values = other(scene.whole)
    if not len(values):
        return np.zeros(len(scene.places), dtype=np.int64)
    return values[scene.own_places % len(values)]


OPERATORS.update(
    {
        **{name: _binary(name) for name in ARITHMETIC},
        **{name: _remarkable(name) for name in REMARKABLE},
        "sqrt": _root,
        "log2": _logarithm,
        "below": _below,
        "size": _size,
        "total": _total,
        "column": _column,
        **PLACES,
        **VALUES,
    }
)


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
