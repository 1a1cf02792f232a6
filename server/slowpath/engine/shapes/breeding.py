"""Changes of shapes for a search over them: mutation, crossover, and the moves of their numbers.

Genetic programming as Singularity does it (Wei et al., FSE 2018): a subterm is replaced, wrapped or unwrapped, numbers
are moved, two shapes exchange parts or subterms. A term that grows beyond `MOST_NODES` is no better pattern, only a
longer one, and isn't made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from slowpath.engine.shapes.inventing import Inventor
from slowpath.engine.shapes.parts import Part
from slowpath.engine.shapes.shape import Shape
from slowpath.engine.shapes.terms import Term

MOST_NODES = 40
_TRIES = 8
_SELDOM = 16
_FEW = 8
"""So few different values are tried one by one."""
_WHOLE = ("values", "stretched", "interpolated", "middle", "walk", "size", "total", "column", "random", "halves")
"""Terms whose inner parts are no terms of their own, or mean something only there."""
_COUNTS = {"blocks": (1,), "tiles": (1,), "rows": (1,), "at": (1, 2)}
"""Where terms have widths, places and lengths, by their operator; beside the cuts of segments and exceptions."""
_PART_WEIGHTS = {"sizes": 1, "scalars": 2}
KEPT_SIZES = 2048


def nodes(term: Term) -> int:
    """How many words, numbers and operators it has."""
    return 1 + sum(map(nodes, term[1:])) if isinstance(term, tuple) else 1


@lru_cache(KEPT_SIZES)
def size_of(shape: Shape) -> int:
    """The nodes of all its terms; literal values count a quarter."""
    return sum(nodes(term) for _, _, term in shape.parts)


def mutated(shape: Shape, parts: Sequence[Part], inventor: Inventor) -> Shape:
    """A shape with one part changed: drawn anew, made random, or its term mutated; seldom one element of all parts.
    `parts` are those it may have."""
    for _ in range(_TRIES):
        if inventor.below(_SELDOM) == 0:
            child = with_exception(shape, parts, inventor)
            if child != shape:
                return child
        part = _chosen(parts, inventor)
        term = shape.term(part.key)
        choice = inventor.below(10)
        if term is None or choice < 3:
            made: Term | None = inventor.of_part(part)
        elif choice == 3 and part.kind != "sizes":
            made = None
        else:
            made = mutated_term(term, inventor, part)
        child = shape.replaced(part.key, made)
        if child != shape and (made is None or nodes(made) <= MOST_NODES):
            return child
    return shape


def with_exception(shape: Shape, parts: Sequence[Part], inventor: Inventor) -> Shape:
    """A shape with another element at one place of all parts that are sequences and have terms: a row that differs from
    the others in one column alone is often no exception at all."""
    place = (0, ("-", "n", 1), inventor.cut())[inventor.below(3)]
    for part in parts:
        term = shape.term(part.key)
        if part.kind in ("arrays", "words") and term is not None:
            made: Term = ("except", term, place, ("lo", "hi", inventor.constant())[inventor.below(3)])
            if nodes(made) <= MOST_NODES:
                shape = shape.replaced(part.key, made)
    return shape


def _chosen(parts: Sequence[Part], inventor: Inventor) -> Part:
    weighted = [part for part in parts for _ in range(_PART_WEIGHTS.get(part.kind, 4))]
    return weighted[inventor.below(len(weighted))]


def mutated_term(term: Term, inventor: Inventor, part: Part) -> Term:
    """A term with one place changed."""
    places = list(_places(term))
    at, old = places[inventor.below(len(places))]
    if _is_count(term, at):
        return _put(term, at, _moved(old, inventor) if isinstance(old, int) and inventor.below(2) else inventor.cut())
    choice = inventor.below(8)
    if part.kind in ("edges", "sizes", "scalars") and not at and not isinstance(old, int):
        return inventor.of_part(part)
    if choice < 3:
        return _put(term, at, _moved(old, inventor))
    if choice == 3:
        return _put(term, at, inventor.sequence(1))
    if choice == 4:
        return _put(term, at, inventor.constant())
    if choice == 5 and isinstance(old, tuple) and old[0] not in _WHOLE:
        inner = [below for path, below in _places(old) if len(path) == 1]
        return _put(term, at, inner[inventor.below(len(inner))]) if inner else term
    return _put(term, at, _wrapped(old, inventor, part))


def _wrapped(old: Term, inventor: Inventor, part: Part) -> Term:
    if part.kind in ("matrices", "grids") and inventor.below(4) == 0:
        return ("corners", old, *(inventor.constant() for _ in range(4)))
    other = inventor.sequence(2)
    ways: tuple[Term, ...] = (
        ("reverse", old),
        ("fitted", old),
        ("sums", old),
        ("interleave", old, other),
        ("interleave", other, old),
        ("segments", old, inventor.cut(), other),
        ("segments", other, inventor.cut(), old),
        ("except", old, (0, ("-", "n", 1))[inventor.below(2)], inventor.constant()),
        ("+", old, inventor.below(3) + 1),
        ("blocks", 2 + inventor.below(3), old),
        ("max", old, inventor.constant()),
        ("*", max(2, inventor.number()), old),
    )
    return ways[inventor.below(len(ways))]


def _moved(old: Term, inventor: Inventor) -> Term:
    """A number moved, one of literal values changed, a random seed drawn anew; else another constant."""
    if isinstance(old, int):
        moves = (old + 1, old - 1, 2 * old, old // 2, inventor.number(), old + inventor.number())
        return moves[inventor.below(len(moves))]
    if isinstance(old, tuple) and old[0] in ("values", "stretched", "interpolated", "middle"):
        at = 1 + inventor.below(len(old) - 1)
        value = (old[1 + inventor.below(len(old) - 1)], old[at] + 1, old[at] - 1)[inventor.below(3)]
        return (*old[:at], value, *old[at + 1 :])
    if isinstance(old, tuple) and old[0] == "random":
        return (*old[:3], inventor.below(1000))
    return inventor.constant()


def _places(term: Term, at: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Term]]:
    """Every subterm with its path."""
    yield at, term
    if isinstance(term, tuple) and term[0] not in _WHOLE:
        for place, part in enumerate(term[1:], 1):
            yield from _places(part, (*at, place))


def _is_count(term: Term, at: tuple[int, ...]) -> bool:
    """Whether a cut, width or length stands there, not elements."""
    for place in at[:-1]:
        assert isinstance(term, tuple)
        term = term[place]
    if not at or not isinstance(term, tuple):
        return False
    is_counted = term[0] in _COUNTS and at[-1] in _COUNTS[term[0]]
    return is_counted or (term[0] in ("segments", "except") and at[-1] % 2 == 0)


def _put(term: Term, at: tuple[int, ...], new: Term) -> Term:
    if not at:
        return new
    assert isinstance(term, tuple)
    return (*term[: at[0]], _put(term[at[0]], at[1:], new), *term[at[0] + 1 :])


def crossed(a: Shape, b: Shape, inventor: Inventor) -> Shape:
    """`a` with some parts of `b`, or with a subterm of `b` in place of one of its own."""
    shared = [(kind, name) for kind, name, _ in b.parts]
    if not shared:
        return a
    if inventor.below(2):
        child = a
        for key in shared:
            if inventor.below(2):
                child = child.replaced(key, b.term(key))
        return child
    key = shared[inventor.below(len(shared))]
    mine, theirs = a.term(key), b.term(key)
    if mine is None or theirs is None or key[0] == "edges":
        return a.replaced(key, theirs)
    places, others = (([(at, old) for at, old in _places(term) if not _is_count(term, at)]) for term in (mine, theirs))
    made = _put(mine, places[inventor.below(len(places))][0], others[inventor.below(len(others))][1])
    return a.replaced(key, made) if nodes(made) <= MOST_NODES else a


def moves(shape: Shape, literals: Sequence[int], parts: Sequence[Part] = ()) -> Iterator[Shape]:
    """The shape with one of its numbers moved: by one, by half, doubled, to those of the program's text. Of the `parts`
    that have few different values: with each of them in place of one term."""
    few = {part.key: part for part in parts if part.hi - part.lo < _FEW and part.kind not in ("sizes", "scalars")}
    for kind, name, term in shape.parts:
        part = few.get((kind, name))
        for at, old in _places(term):
            if part is not None and at and not _is_count(term, at):
                now = {"lo": part.lo, "hi": part.hi}.get(old, old) if isinstance(old, str) else old
                yield from (
                    shape.replaced((kind, name), _put(term, at, value))
                    for value in range(part.lo, part.hi + 1)
                    if value != now
                )
            elif isinstance(old, int):
                for value in dict.fromkeys((old + 1, old - 1, 2 * old, old // 2, *literals)):
                    if value != old:
                        yield shape.replaced((kind, name), _put(term, at, value))
            elif old in ("lo", "hi") and kind != "sizes":
                yield shape.replaced((kind, name), _put(term, at, "hi" if old == "lo" else "lo"))


def simplifications(shape: Shape) -> Iterator[Shape]:
    """The shape with one part said more simply: left to chance, or with a term inside of it in its place."""
    for kind, name, term in shape.parts:
        if kind == "sizes" and term == "hi":
            continue
        yield shape.replaced((kind, name), "hi" if kind == "sizes" else None)
        for at, old in _places(term):
            if not isinstance(old, tuple) or old[0] in _WHOLE or (kind == "edges" and not at):
                continue
            for path, inner in _places(old):
                if len(path) == 1 and not _is_count(old, path):
                    yield shape.replaced((kind, name), _put(term, at, inner))
