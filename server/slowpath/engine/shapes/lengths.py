"""The lengths of a shape's phases, bursts and blocks as plain numbers, so that a search can move them one by one.

A cut is said as a part of the length (`n // 2`) where a shape is drawn, which is right at any size, but never exact: a
table that is cleaned at so many entries, or an array that doubles at so many, wants a number. `literal` says every
length of a shape as the number that it is at one size; `variables` lists the numbers, those of columns that are cut
together as one; `with_value` moves one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slowpath.engine.shapes.naming import meanings
from slowpath.engine.shapes.parts import View
from slowpath.engine.shapes.proposals import scene_of
from slowpath.engine.shapes.scene import Scene
from slowpath.engine.shapes.scripts import FEW, Column, Phases, groups_of, phases_of, with_phases
from slowpath.engine.shapes.shape import Shape
from slowpath.engine.shapes.terms import Term, depends_on_place, number

_WHOLE = tuple("values stretched interpolated middle walk size total column random except halves".split())
"""Terms whose inner parts aren't moved."""
_LARGEST = 1 << 40
_MOST_MOVED = 3
"""A shape with more lengths isn't moved one by one."""
_Path = tuple[int, ...]


@dataclass(frozen=True)
class Variable:
    """A number of a shape and all places where it stands: the part's key and the path in its term. `is_length` tells
    lengths from numbers that elements are made of."""

    value: int
    is_length: bool
    places: tuple[tuple[tuple[str, str], _Path], ...]


def literal(shape: Shape, view: View) -> Shape:
    """The shape with its lengths as they are in an input. Raises `UnknownTerm` for what is no shape of that input."""
    arguments = _arguments(view)
    for kind, name, term in shape.parts:
        part = view.part((kind, name))
        if part is not None and kind in ("arrays", "words", "tags", "edges"):
            plain = _literal(term, scene_of(part, view))
            shape = shape.replaced(part.key, _movable(plain) if part.key in arguments else plain)
    return shape


def _arguments(view: View) -> set[tuple[str, str]]:
    """The columns that stand beside kinds."""
    groups = [group for group in groups_of(view.parts) if any(column.tells_kinds for column in group)]
    return {column.key for group in groups for column in group if not column.tells_kinds}


def _movable(term: Term) -> Term:
    """With a bound that is the argument of a whole phase as so far from it, 0 for now, as a number to move."""
    if isinstance(term, str):
        return {"lo": ("+", "lo", 0), "hi": ("-", "hi", 0)}.get(term, term)
    if isinstance(term, tuple) and term[0] == "segments":
        return (term[0], *(_movable(part) if place % 2 == 0 else part for place, part in enumerate(term[1:])))
    return term


def tidied(shape: Shape) -> Shape:
    """The shape without the zeros that `literal` put in."""
    return Shape(tuple((kind, name, _tidied(term)) for kind, name, term in shape.parts))


def _tidied(term: Term) -> Term:
    if not isinstance(term, tuple):
        return term
    return term[1] if term in (("+", "lo", 0), ("-", "hi", 0)) else tuple(map(_tidied, term))


def _literal(term: Term, scene: Scene) -> Term:
    if not isinstance(term, tuple) or term[0] in _WHOLE or term[0] == "parents":
        return term
    if term[0] == "segments":
        return _of_segments(term, scene)
    if term[0] in ("blocks", "tiles", "rows"):
        width = max(1, number(term[1], scene))
        inner = scene.whole_of(-(-scene.length // width) if term[0] == "blocks" else min(width, scene.length))
        return (term[0], width, *(_literal(part, inner) for part in term[2:]))
    if term[0] == "interleave":
        many = len(term) - 1
        return (
            term[0],
            *(
                _literal(part, scene.whole_of((scene.length - turn + many - 1) // many))
                for turn, part in enumerate(term[1:])
            ),
        )
    return (term[0], *(_literal(part, scene) for part in term[1:]))


def _of_segments(term: tuple, scene: Scene) -> Term:
    made, start = [], 0
    for place in range(1, len(term), 2):
        end = scene.length
        if place + 1 < len(term):
            end = min(scene.length, max(start, number(term[place + 1], scene)))
        made.append(_literal(term[place], scene.whole_of(end - start)))
        if place + 1 < len(term):
            made.append(end)
        start = end
    return ("segments", *made)


def variables(shape: Shape, view: View) -> list[Variable]:
    """The numbers of a shape of literal lengths; equal lengths of parts that are cut together are one."""
    groups = {column.key: at for at, group in enumerate(groups_of(view.parts)) for column in group}
    found: dict[tuple, list[tuple[tuple[str, str], _Path]]] = {}
    kinds = {part.key for part in view.parts if part.hi - part.lo < FEW}
    for kind, name, term in shape.parts:
        key = (kind, name)
        for path, value, is_length in _numbers(term):
            if not is_length and (kind == "sizes" or key in kinds):
                continue
            same = (groups.get(key, key), value, "") if is_length else (key, value, path)
            found.setdefault((is_length, same), []).append((key, path))
    return [Variable(same[1], is_length, tuple(places)) for (is_length, same), places in found.items()]


def _numbers(term: Term, path: _Path = (), is_length: bool = False) -> Iterator[tuple[_Path, int, bool]]:
    if isinstance(term, int):
        yield path, term, is_length
    elif isinstance(term, tuple) and term[0] not in _WHOLE:
        for place, part in enumerate(term[1:], 1):
            counts = place == 1 if term[0] in ("blocks", "tiles", "rows") else term[0] == "segments" and place % 2 == 0
            yield from _numbers(part, (*path, place), counts)


def with_value(shape: Shape, variable: Variable, value: int) -> Shape:
    """The shape with another number at all places of the variable."""
    value = max(1 if variable.is_length else -_LARGEST, min(_LARGEST, value))
    for key, path in variable.places:
        term = shape.term(key)
        if term is not None:
            shape = shape.replaced(key, _put(term, path, value))
    return shape


def _put(term: Term, path: _Path, value: Term) -> Term:
    if not path:
        return value
    assert isinstance(term, tuple)
    return (*term[: path[0]], _put(term[path[0]], path[1:], value), *term[path[0] + 1 :])


def grown(value: int, small: int, large: int) -> Sequence[int]:
    """What a length at one size may be at a larger one: the same, as large a part, or as far from a power of two."""
    options = [value, value * large // max(1, small)]
    below = 1 << max(0, value.bit_length() - 1)
    near = below if value - below <= 2 * below - value else 2 * below
    if near >= 16 and abs(value - near) * 4 <= near:
        power = 2 * near
        while power <= large:
            options.append(power + value - near)
            power *= 2
    return tuple(dict.fromkeys(options))


def moved(shape: Shape, view: View) -> Iterator[Shape]:
    """A shape of few lengths with one of them, as a number, another by one or by a part of it. Raises `UnknownTerm` for
    what is no shape of that input."""
    plain = literal(shape, view)
    lengths = [one for one in variables(plain, view) if one.is_length]
    for one in lengths if len(lengths) <= _MOST_MOVED else ():
        value = one.value
        steps = (value - 1, value + 1, value - value // 8, value - value // 4, value // 2, value + value // 4)
        for other in dict.fromkeys((*steps, 2 * value)):
            if 0 < other != value:
                yield tidied(with_value(plain, one, other))


def scaled(shape: Shape, view: View, size: int) -> Shape:
    """The shape with lengths that are numbers said as parts of so many elements."""
    for one in variables(shape, view):
        if one.is_length and one.value > 1:
            for key, path in one.places:
                term = shape.term(key)
                if term is not None:
                    shape = shape.replaced(key, _put(term, path, ("//", ("*", one.value, "n"), size)))
    return shape


def held(shape: Shape, view: View) -> Iterator[Shape]:
    """A shape of one phase with its first row again and again before it, or its last one behind it, for half or an
    eighth of the length: what comes to an end may cost most there."""
    for group in groups_of(view.parts):
        phases = phases_of(shape, group)
        if phases.cuts or not any(depends_on_place(term) for term in phases.rows[0]):
            continue
        first, last = (
            tuple(_row_at(term, column, view, place) for term, column in zip(phases.rows[0], group, strict=True))
            for place in (0, -1)
        )
        for part in (2, 8):
            short: Term = ("//", "n", part)
            yield with_phases(shape, group, Phases((short,), (first, phases.rows[0])))
            yield with_phases(shape, group, Phases((("-", "n", short),), (phases.rows[0], last)))


def _row_at(term: Term, column: Column, view: View, place: int) -> Term:
    """What stands in a column at a place; what hangs on another column still does."""
    part = view.part(column.key)
    if part is None or not depends_on_place(term) or "column" in str(term):
        return term
    values = part.values[column.end - 1] if column.end else part.values
    return meanings(int(values[place]), scene_of(part, view), 1)[0]


def skeleton(shape: Shape, found: Sequence[Variable]) -> Shape:
    """The shape without its lengths: what two shapes have in common that differ in nothing else."""
    for variable in found:
        if variable.is_length:
            shape = with_value(shape, variable, 1)
    return shape
