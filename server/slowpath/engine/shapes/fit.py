"""Reads shapes from small inputs: one input proposes terms for its parts, and all of them say which terms hold.

What is a constant in one input may be a bound, a part of the length or another size: each meaning is a term of its
own, and the one that holds in inputs of several sizes has the shortest description of them all (`bits`). Parts are
fitted each for itself and put together again, the simplest for all first, then with the next best of one part at a
time; the numberings of a tree's vertices are fitted apart.

Singularity (FSE 2018) searches such programs from nothing; here small winners, which feedback search finds within a
second, say where to begin.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np

from slowpath.engine.shapes.bits import term_bits
from slowpath.engine.shapes.naming import PARTS
from slowpath.engine.shapes.orders import ranks
from slowpath.engine.shapes.parts import Part, View, views_of
from slowpath.engine.shapes.proposals import left_over, nothing_said, proposals, scene_of, spreads
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.shape import Shape, edges
from slowpath.engine.shapes.terms import Term, UnknownTerm, evaluate
from slowpath.model.format import InputFormat

_MOST_TERMS = 6
_MOST_VALUES = 400
_RANDOM_MARGIN = 2.0
_SIZE_IS_SMALL = 4
_MOSTLY = 0.5


@dataclass(frozen=True)
class Fitted:
    """A shape with the bits that it and what it leaves of the inputs take, and the share of bits that it saves."""

    shape: Shape
    bits: float
    saved: float


@dataclass(frozen=True)
class _Option:
    """A term for a part, None for random; `is_exact` where it leaves nothing of the part to say."""

    term: Term | None
    bits: float
    is_exact: bool = False


def fit(
    fmt: InputFormat, instances: Sequence[Mapping[str, Any]], most: int = 24, cued: frozenset[int] = frozenset()
) -> list[Fitted]:
    """The shapes of the first instance, simplest first, at most `most`; the other instances are witnesses.

    `cued` are numbers that the program's text shows. Nothing is returned for inputs without parts.
    """
    if not instances:
        return []
    found: dict[Shape, Fitted] = {}
    others = [views_of(fmt, instance) for instance in instances[1:]]
    views = views_of(fmt, instances[0])
    for view in views:
        witnesses = [
            next((one for one in of_other if one.numbering == view.numbering), of_other[0]) for of_other in others
        ]
        for fitted in _fitted(view, witnesses, most, cued):
            if fitted.shape not in found or fitted.bits < found[fitted.shape].bits:
                found[fitted.shape] = fitted
    # Within a view the order is kept, exact terms before what is only cheaper to say; views take turns by their best.
    return sorted(found.values(), key=lambda one: one.bits)[:most] if len(views) > 1 else list(found.values())[:most]


def _fitted(view: View, witnesses: list[View], most: int, cued: frozenset[int]) -> list[Fitted]:
    parts = [part for part in view.parts if part.values.size and part.values.size <= 2 * _MOST_VALUES]
    if not parts:
        return []
    options = [_options(part, view, witnesses, cued) for part in parts]
    unsaid = math.fsum(nothing_said(part) for part in parts) + 1.0
    made = []
    for bits, chosen in _with_exact(options, _cheapest(options, most)):
        terms = tuple(
            (part.kind, part.name, option.term)
            for part, option in zip(parts, chosen, strict=True)
            if option.term is not None
        )
        made.append(Fitted(Shape(terms), bits, 1.0 - bits / unsaid))
    return made[:most]


def _with_exact(
    options: list[list[_Option]], found: list[tuple[float, tuple[_Option, ...]]]
) -> list[tuple[float, tuple[_Option, ...]]]:
    """The combinations; behind the first, it with each part's simplest exact term, where none of them has that. A last
    letter that differs isn't worth its bits in a short word, but may be all that makes the word slow."""
    if not found:
        return []
    (bits, first), rest = found[0], found[1:]
    more = []
    for turn, of_part in enumerate(options):
        exact = next((option for option in of_part if option.is_exact), None)
        if exact is not None and not first[turn].is_exact:
            more.append((bits - first[turn].bits + exact.bits, (*first[:turn], exact, *first[turn + 1 :])))
    known = {chosen for _, chosen in more}
    return [found[0], *more, *(one for one in rest if one[1] not in known)]


def _options(part: Part, view: View, witnesses: list[View], cued: frozenset[int]) -> list[_Option]:
    """The best terms of a part, no two alike at another size; random among them where it isn't far behind."""
    if part.kind == "sizes":
        return _size_options(part, view, witnesses, cued)
    pairs = [(own, other) for other in witnesses if (own := other.part(part.key)) is not None and own.values.size]
    random = nothing_said(part) + math.fsum(nothing_said(own) for own, _ in pairs)
    scored: dict[Term | None, float] = {None: random + (_RANDOM_MARGIN if part.kind == "scalars" else 0.0)}
    for term in dict.fromkeys(proposals(part, view)):
        bits = term_bits(term, cued) + _left(term, part, view, random)
        if bits < random + 8.0:
            for own, other in pairs:
                bits += min(nothing_said(own), _left(term, own, other, nothing_said(own)))
            scored[term] = bits
    return _distinct(scored, part, view, pairs)


def _left(term: Term, part: Part, view: View, otherwise: float) -> float:
    try:
        return left_over(term, part, view)
    except UnknownTerm:
        return otherwise


def _distinct(
    scored: dict[Term | None, float], part: Part, view: View, pairs: list[tuple[Part, View]]
) -> list[_Option]:
    """The best, leaving out those that make the same as a better one at three times the size."""
    probe = _probe(part, view, pairs)
    kept: list[_Option] = []
    seen = set()
    for term in sorted(scored, key=lambda term: (scored[term], str(term))):
        if len(kept) >= _MOST_TERMS and any(option.is_exact for option in kept):
            break
        is_exact = term is not None and _left(term, part, view, 1.0) == 0.0
        if len(kept) >= _MOST_TERMS and not is_exact:
            continue
        mark = _mark(term, part, view, probe)
        if mark not in seen:
            seen.add(mark)
            kept.append(_Option(term, scored[term], is_exact))
    return kept


def _probe(part: Part, view: View, pairs: list[tuple[Part, View]]) -> Scene:
    scene = scene_of(part, view)
    is_tied = all(own.hi == own.values.shape[-1] for own in (part, *(own for own, _ in pairs)))
    sizes = {name: 3 * size + 1 for name, size in scene.sizes.items()}
    length = 3 * scene.length + 1
    if part.kind == "scalars":
        return Scene.beside(length, part.lo, length if is_tied else part.hi + (part.hi - part.lo), sizes)
    return Scene.of(length, part.lo, length if is_tied else part.hi + (part.hi - part.lo), sizes, scene.columns)


def _mark(term: Term | None, part: Part, view: View, probe: Scene) -> object:
    """What tells a term from others: the values it makes; only their order where the values are wrong anyway."""
    if term is None:
        return None
    if part.kind == "edges":
        return _edges_mark(term, part, probe)
    try:
        made = np.clip(evaluate(term, probe), probe.lo, probe.hi)
        if part.kind == "scalars":
            return made.tobytes()
        here = np.clip(evaluate(term, scene_of(part, view)), part.lo, part.hi)
    except UnknownTerm:
        return term
    is_wrong = not spreads(term) and (here != part.values).mean() > _MOSTLY
    return ranks(made).tobytes() if part.is_order or is_wrong else made.tobytes()


def _edges_mark(term: Term, part: Part, probe: Scene) -> object:
    vertices = 3 * part.hi + 1
    beyond_a_tree = part.values.shape[1] - part.hi + 1
    try:
        u, v = edges(term, vertices, vertices - 1 + 3 * beyond_a_tree, probe.sizes)
    except (UnknownTerm, TypeError):
        return term
    return u.tobytes(), v.tobytes()


def _size_options(part: Part, view: View, witnesses: list[View], cued: frozenset[int]) -> list[_Option]:
    """As large as it may be; or what it was beside the largest size, where it was smaller."""
    value = int(part.values[0])
    largest = max((size for size in view.sizes.values()), default=value)
    options = [_Option("hi", 6.0 if value * _SIZE_IS_SMALL < largest else 0.0)]
    if value >= largest:
        return options
    pairs = [(own, other) for other in witnesses if (own := other.part(part.key)) is not None]
    for term in proposals(part, view):
        if term != "hi":
            left = math.fsum(min(8.0, _left(term, own, other, 8.0)) for own, other in pairs)
            options.append(_Option(term, 2.0 + term_bits(term, cued) + left))
    if value * _SIZE_IS_SMALL >= largest:
        # Of a size that comes near a part of the largest, the part is likelier meant than the number.
        nearest = sorted(PARTS, key=lambda share: abs(value - largest * share[0] / share[1]))[:2]
        for part_of, whole in nearest:
            share: Term = ("//", "n", whole) if part_of == 1 else ("//", ("*", part_of, "n"), whole)
            if all(option.term != share for option in options):
                options.append(_Option(share, 4.0 + term_bits(share)))
    return sorted(options, key=lambda option: (option.bits, str(option.term)))[:5]


def _cheapest(options: list[list[_Option]], most: int) -> list[tuple[float, tuple[_Option, ...]]]:
    """Combinations of one option a part, fewest bits in all first."""
    start = tuple(0 for _ in options)
    waiting = [(math.fsum(of_part[0].bits for of_part in options), start)]
    seen = {start}
    made: list[tuple[float, tuple[_Option, ...]]] = []
    while waiting and len(made) < most:
        bits, places = heappop(waiting)
        made.append((bits, tuple(of_part[at] for of_part, at in zip(options, places, strict=True))))
        for turn, of_part in enumerate(options):
            at = places[turn] + 1
            following = (*places[:turn], at, *places[turn + 1 :])
            if at < len(of_part) and following not in seen:
                seen.add(following)
                heappush(waiting, (bits + of_part[at].bits - of_part[at - 1].bits, following))
    return made
