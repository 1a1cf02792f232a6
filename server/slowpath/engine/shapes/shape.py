"""A `Shape`: one term for each part of an input, from which inputs of any size are made."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np

from slowpath.engine.shapes.arithmetic import FARTHEST
from slowpath.engine.shapes.scene import COLUMNS, ROWS, Scene
from slowpath.engine.shapes.terms import Term, UnknownTerm, evaluate, from_json, number, to_json
from slowpath.engine.shapes.wording import described, formula
from slowpath.inputs.filling.fill import spelled
from slowpath.inputs.filling.plan import Boundary, Plan
from slowpath.inputs.layout import Place, places
from slowpath.model.format import InputFormat, IntType, Records

_GOES_TO = {
    "arrays": "arrays",
    "words": "words",
    "grids": "words",
    "matrices": "matrices",
    "edges": "edges",
    "tags": "tags",
}
"""The field of `Plan` for each kind of part that has a filler."""
_MOST_LABELLED = 4


@dataclass(frozen=True)
class Shape:
    """The terms of parts as (kind, name, term), in the format's order; a part that it doesn't name is random.

    The term of edges is `(edges u v)`, both over the places of edges with the number of vertices as `hi`, or
    `(parents p u v)`: edge i leads from p[i] to vertex i + 2, and those beyond a tree's from u to v.
    """

    parts: tuple[tuple[str, str, Term], ...]

    @cached_property
    def id(self) -> str:
        """The first 16 hex digits of the SHA-256 of its terms."""
        return hashlib.sha256(repr(self.parts).encode()).hexdigest()[:16]

    @cached_property
    def label(self) -> str:
        """In words, the parts that say most first."""
        said = [(kind, name, term) for kind, name, term in self.parts if not (kind == "sizes" and term == "hi")]
        phrases = [_phrase(*part) for part in said[:_MOST_LABELLED]]
        if len(said) > _MOST_LABELLED:
            phrases.append(f"and {len(said) - _MOST_LABELLED} more")
        return "; ".join(phrases) or "largest sizes, random values"

    def to_json(self) -> list:
        """A JSON value from which `from_json` makes the same."""
        return [[kind, name, to_json(term)] for kind, name, term in self.parts]

    @staticmethod
    def from_json(value: Any) -> Shape:
        """The shape that `to_json` wrote. Raises `UnknownTerm` for anything else."""
        if not isinstance(value, list) or not all(isinstance(part, list) and len(part) == 3 for part in value):
            raise UnknownTerm("no shape")
        return Shape(tuple((str(kind), str(name), from_json(term)) for kind, name, term in value))

    def term(self, key: tuple[str, str]) -> Term | None:
        """The term of a part, None where it is random."""
        return next((term for kind, name, term in self.parts if (kind, name) == key), None)

    def replaced(self, key: tuple[str, str], term: Term | None) -> Shape:
        """With another term for one part; None makes it random."""
        if self.term(key) is None:
            return self if term is None else Shape((*self.parts, (*key, term)))
        parts = [(kind, name, old if (kind, name) != key else term) for kind, name, old in self.parts]
        return Shape(tuple((kind, name, kept) for kind, name, kept in parts if kept is not None))


def _phrase(kind: str, name: str, term: Term) -> str:
    if kind == "edges" and isinstance(term, tuple):
        if term[0] == "parents":
            return f"the parent of vertex i + 2: {described(term[1])}"
        return f"edges from ({described(term[1])}) to ({described(term[2])})"
    if kind in ("sizes", "scalars"):
        word = {"lo": "least", "hi": "largest"}.get(term) if isinstance(term, str) else None
        return f"{name} {word or '= ' + formula(term)}"
    return f"{name}: {described(term)}"


def plan(fmt: InputFormat, shape: Shape, boundary: Boundary) -> Plan:
    """The plan that makes the shape at a boundary; `generate` makes it valid.

    Raises `UnknownTerm` for a shape that isn't one; so may its fillers.
    """
    sizes, scalars = _numbers(fmt, shape, boundary)
    known = {**sizes, **scalars}
    made: dict[str, np.ndarray] = {}
    parts: dict[str, Any] = {kind: {} for kind in _GOES_TO.values()}
    for kind, name, term in shape.parts:
        if kind == "grids":
            parts["words"][name] = _row_filler(name, term, {**known, ROWS: _row_count(fmt, name, known)}, made)
        elif kind in _FILLERS:
            parts[_GOES_TO[kind]][name] = _FILLERS[kind](name, term, known, made)
        elif kind not in ("sizes", "scalars"):
            raise UnknownTerm(f"no kind of part: {kind}")
    return Plan(sizes=sizes, scalars=scalars, cases=boundary.cases, **parts)


def _numbers(fmt: InputFormat, shape: Shape, boundary: Boundary) -> tuple[dict[str, int], dict[str, int]]:
    """Sizes (those of the boundary where the shape wants no others) and single numbers."""
    sizes = dict(boundary.sizes)
    scalars: dict[str, int] = {}
    for kind, name, term in shape.parts:
        known = {**sizes, **scalars}
        if kind == "sizes":
            most = boundary.sizes.get(name, 0)
            sizes[name] = (
                min(most, number(term, Scene.beside(most, 0, most, known)))
                if name in boundary.sizes
                else number(term, Scene.beside(most, 0, FARTHEST, known))
            )
        elif kind == "scalars":
            lo, hi = _scalar_bounds(fmt, name, known)
            scene = Scene.beside(max(known.values(), default=1), lo, hi, known, _foreseen(fmt, shape, known))
            scalars[name] = max(lo, min(hi, number(term, scene)))
    return sizes, scalars


def _foreseen(fmt: InputFormat, shape: Shape, known: Mapping[str, int]) -> _Columns:
    """The arrays that the shape has terms for, as they'll be filled as far as the numbers known by now say: for numbers
    that stand before them and hang on their total."""
    terms = {name: term for kind, name, term in shape.parts if kind == "arrays" and name in places(fmt)}
    return {name: _filled(places(fmt)[name], term, known) for name, term in terms.items()}


def _filled(place: Place, term: Term, known: Mapping[str, int]) -> Callable[[int], np.ndarray]:
    def fill(_: int) -> np.ndarray:
        of = getattr(place.item, "type", None)
        many = place.rows.count if isinstance(place.rows, Records) else getattr(place.item, "length", None)
        if many is None or not isinstance(of, IntType):
            raise UnknownTerm("no array of integers")
        try:
            length, lo, hi = (int(bound.value(known)) for bound in (many, of.lo, of.hi))
        except (KeyError, ArithmeticError, TypeError) as error:
            raise UnknownTerm("nothing says yet what the array will hold") from error
        lo, hi = max(lo, -FARTHEST), min(hi, FARTHEST)
        return np.clip(evaluate(term, Scene.of(length, lo, hi, known)), lo, hi)

    return fill


def _scalar_bounds(fmt: InputFormat, name: str, known: Mapping[str, int]) -> tuple[int, int]:
    """The bounds of a number as far as the other numbers are known."""
    of = getattr(places(fmt)[name].item, "type", None) if name in places(fmt) else None
    if not isinstance(of, IntType):
        return -FARTHEST, FARTHEST
    ends = []
    for bound, otherwise in ((of.lo, -FARTHEST), (of.hi, FARTHEST)):
        try:
            ends.append(max(-FARTHEST, min(FARTHEST, int(bound.value(known)))))
        except (KeyError, ArithmeticError, TypeError):
            ends.append(otherwise)
    return ends[0], max(ends)


_Made = dict[str, np.ndarray]
_Columns = Mapping[str, Callable[[int], np.ndarray]]


def _columns(made: _Made) -> _Columns:
    """The parts filled so far, which come before in the format's order."""
    return {name: lambda _, values=values: values for name, values in made.items()}  # type: ignore[misc]


def _array_filler(name: str, term: Term, known: Mapping[str, int], made: _Made) -> Callable[..., np.ndarray]:
    def fill(length: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        lo, hi = max(lo, -FARTHEST), min(hi, FARTHEST)
        made[name] = np.clip(evaluate(term, Scene.of(length, lo, hi, known, _columns(made))), lo, hi)
        return made[name]

    return fill


def _word_filler(name: str, term: Term, known: Mapping[str, int], made: _Made) -> Callable[..., str]:
    def fill(length: int, alphabet: str, rng: np.random.Generator) -> str:
        most = len(alphabet) - 1
        letters = np.clip(evaluate(term, Scene.of(length, 0, most, known, _columns(made))), 0, most)
        made[name] = letters
        return spelled(letters, alphabet)

    return fill


def _row_count(fmt: InputFormat, name: str, known: Mapping[str, int]) -> int:
    """How many words the array has, as far as the sizes say."""
    item = places(fmt)[name].item if name in places(fmt) else None
    try:
        return max(1, int(item.length.value(known)))  # type: ignore[union-attr]
    except (AttributeError, KeyError, ArithmeticError, TypeError):
        return 1


def _row_filler(name: str, term: Term, known: Mapping[str, int], made: _Made) -> Callable[..., str]:
    """Words one below the other: each call is the next row, after the last the first again.

    A call can't tell its row but by counting. Where a draw is given up in its midst the next begins with a later
    row: another grid than the shape says, but the same one whenever the same recipe is followed.
    """
    rows, calls = known[ROWS], count()
    cells: dict[int, np.ndarray] = {}

    def fill(length: int, alphabet: str, rng: np.random.Generator) -> str:
        row, most = next(calls) % rows, len(alphabet) - 1
        if length not in cells:
            scene = Scene.of(rows * length, 0, most, {**known, COLUMNS: length}, _columns(made))
            cells[length] = np.clip(evaluate(term, scene), 0, most).reshape(rows, length)
        return spelled(cells[length][row], alphabet)

    return fill


def _matrix_filler(name: str, term: Term, known: Mapping[str, int], made: _Made) -> Callable[..., np.ndarray]:
    def fill(rows: int, columns: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
        sides = {**known, ROWS: rows, COLUMNS: columns}
        cells = evaluate(term, Scene.of(rows * columns, max(lo, -FARTHEST), min(hi, FARTHEST), sides, _columns(made)))
        return np.clip(cells, lo, hi).reshape(rows, columns)

    return fill


def _tag_filler(name: str, term: Term, known: Mapping[str, int], made: _Made) -> Callable[..., list[str]]:
    def fill(many: int, tags: tuple[str, ...], rng: np.random.Generator) -> list[str]:
        most = len(tags) - 1
        chosen = np.clip(evaluate(term, Scene.of(many, 0, most, known)), 0, most)
        return [tags[place] for place in chosen.tolist()]

    return fill


def _edge_filler(
    name: str, term: Term, known: Mapping[str, int], made: _Made
) -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    if not isinstance(term, tuple) or term[0] not in ("edges", "parents"):
        raise UnknownTerm(f"no term of edges: {str(term)[:60]}")

    def fill(vertices: int, many: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        ends = edges(term, vertices, many, known)
        made[name] = ends[0]
        return ends

    return fill


def edges(term: Any, vertices: int, many: int, known: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
    """The two ends (from 1) of so many edges of a term of edges."""
    if term[0] == "edges":
        return _ends(term[1], term[2], vertices, many, known)
    inside = max(0, min(many, vertices - 1))
    own = np.arange(2, inside + 2, dtype=np.int64)
    parents = np.clip(evaluate(term[1], Scene.of(inside, 1, max(1, vertices), known)), 1, own - 1)
    u, v = _ends(term[2], term[3], vertices, many - inside, known)
    return np.concatenate((parents, u)), np.concatenate((own, v))


def _ends(u: Term, v: Term, vertices: int, many: int, known: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
    scene = Scene.of(many, 1, max(1, vertices), known)
    first = evaluate(u, scene)
    second = evaluate(v, Scene.of(many, 1, max(1, vertices), known, {"u": lambda _: first}))
    return (np.clip(first, 1, max(1, vertices)), np.clip(second, 1, max(1, vertices)))


_FILLERS: dict[str, Callable[..., Any]] = {
    "arrays": _array_filler,
    "words": _word_filler,
    "matrices": _matrix_filler,
    "tags": _tag_filler,
    "edges": _edge_filler,
}
