"""Rows that name pairs of things, put together from pieces: paths, stars, cliques and so on, each once or many times.

Some worst cases take two things at once, neither of which costs anything alone: a star beside a clique, a row of
narrow places with a short way round, a chain that is made by one part of the rows and walked along by another. No
single row leads there, but said in pieces such an input is short: what the pieces are, where each begins and ends, and
how often it comes. A piece may take what room is left, so the same pieces make inputs of all sizes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from math import isqrt

import numpy as np

from slowpath.inputs.mutators.order import below

KINDS = ("loops", "path", "ring", "star", "clique", "diamond", "strip", "net", "turns", "turns but one", "again")
"""What a piece is: things with themselves; one after the other; round; the first with all others; all pairs; from one
through many to one; each with the next two; all of one half with all of the other; each with all, round from itself on;
that without the last one's; the last rows once more."""
JOINED = ("in series", "apart", "at the same place", "from one")
"""How copies of a piece lie: the end of one is the beginning of the next; each has things of its own; all have the
same; all have the first in common."""
BEGINS = ("first", "on", "apart", "over", "hung on the first", "at the end")
"""Where a piece begins: with the first thing of all; where the last piece ended; beside all; where the last piece
began; with the first of all, but otherwise beside all; one before where the last piece ended."""
ENDS = ("free", "out", "latest")
"""Where a piece ends: where it comes to; at one thing that comes after all; at the latest thing so far."""
NUMBERS = ("least", "most", "few", "rising", "falling", "random", "doubling", "halving")
FILLING = 0
MOST_SIZE, MOST_TIMES, MOST_SHARE, MOST_PIECES = 9, 12, 3, 5
FEW = 9
MOST_ROWS = 200_000
MOST_BITS = 50

Bounds = tuple[int, int]


@dataclass(frozen=True)
class Piece:
    """One piece. `size` is how many things it adds to its first, and `times` how often it comes; the one that is
    `FILLING` takes a part of the room, as large as its `share`. `turned` exchanges the ends of each row, `falling`
    the order of the rows."""

    kind: str
    size: int
    times: int
    joined: str
    begins: str
    ends: str
    turned: bool
    falling: bool
    numbers: str
    share: int

    @property
    def fills(self) -> bool:
        """Whether it takes what room is left."""
        return FILLING in (self.size, self.times)

    @property
    def label(self) -> str:
        """What the user reads."""
        return (
            self.kind
            if self.size == FILLING
            else f"{self.kind} of {self.size}" + (f", {self.times or 'many'} {self.joined}" if self.times != 1 else "")
        )


@dataclass(frozen=True)
class Pieces:
    """Some pieces, one behind the other; `backward` turns all rows round, `mirrored` counts the things from the last;
    `wishes` are for other numbers of the input, from the least up, or from the largest down where below 0."""

    pieces: tuple[Piece, ...]
    backward: bool
    mirrored: bool
    wishes: tuple[int, ...]

    @property
    def label(self) -> str:
        """What the user reads."""
        return " + ".join(piece.label for piece in self.pieces)


def _any_of(names: Sequence[str], rng: np.random.Generator) -> str:
    return names[below(len(names), rng)]


def any_piece(rng: np.random.Generator) -> Piece:
    """A piece by chance: some are as large as there is room for, some are many."""
    fills = below(3, rng)
    size = FILLING if fills == 0 else 1 + below(MOST_SIZE, rng)
    times = FILLING if fills == 1 else 1 + below(MOST_TIMES, rng) if below(4, rng) == 0 and size else 1
    begins = "apart" if below(3, rng) == 0 else _any_of(BEGINS, rng)
    return Piece(
        _any_of(KINDS, rng),
        size,
        times,
        _any_of(JOINED, rng),
        begins,
        ENDS[max(0, below(5, rng) - 2)],
        below(4, rng) == 0,
        below(4, rng) == 0,
        _any_of(NUMBERS, rng),
        1 + below(MOST_SHARE, rng),
    )


def any_wish(rng: np.random.Generator) -> int:
    """A small number from either end."""
    return below(2 * MOST_SIZE, rng) - MOST_SIZE


def any_pieces(wishes: int, rng: np.random.Generator) -> Pieces:
    """Up to three pieces by chance."""
    made = tuple(any_piece(rng) for _ in range(1 + below(3, rng)))
    return Pieces(made, below(3, rng) == 0, below(4, rng) == 0, tuple(any_wish(rng) for _ in range(wishes)))


def changed(pieces: Pieces, other: Pieces, rng: np.random.Generator) -> Pieces:
    """The pieces with one or two things changed; some may be those of the `other`."""
    for _ in range(1 + below(2, rng)):
        pieces = _changed(pieces, other, rng)
    return pieces


def _changed(pieces: Pieces, other: Pieces, rng: np.random.Generator) -> Pieces:
    made = list(pieces.pieces)
    at = below(len(made), rng)
    match below(12, rng):
        case 0 if len(made) < MOST_PIECES:
            made.insert(below(len(made) + 1, rng), any_piece(rng))
        case 1 if len(made) > 1:
            del made[at]
        case 2 if len(made) < MOST_PIECES:
            made.insert(below(len(made) + 1, rng), other.pieces[below(len(other.pieces), rng)])
        case 3 if len(made) > 1:
            made.insert(below(len(made), rng), made.pop(at))
        case 4:
            return (
                replace(pieces, backward=not pieces.backward)
                if below(2, rng)
                else replace(pieces, mirrored=not pieces.mirrored)
            )
        case 5 | 6 if pieces.wishes:
            wishes, place = list(pieces.wishes), below(len(pieces.wishes), rng)
            wishes[place] = any_wish(rng) if below(2, rng) else wishes[place] + 1 - 2 * below(2, rng)
            return replace(pieces, wishes=tuple(wishes))
        case 7 | 8 if made[at].size != FILLING:
            made[at] = replace(made[at], size=max(1, made[at].size + 1 - 2 * below(2, rng)))
        case 9 if made[at].times != FILLING:
            made[at] = replace(made[at], times=max(1, made[at].times + 1 - 2 * below(2, rng)))
        case _:
            fresh, name = any_piece(rng), _any_of([field.name for field in fields(Piece)], rng)
            made[at] = replace(made[at], **{name: getattr(fresh, name)})
    return replace(pieces, pieces=tuple(made))


def _needs(kind: str, size: int) -> tuple[int, int]:
    """How many things beside the first, and how many rows, a piece of that kind and size has."""
    pairs = size * (size + 1) // 2
    return {
        "loops": (size - 1, size),
        "path": (size, size),
        "ring": (size, size + 1),
        "star": (size, size),
        "clique": (size, pairs),
        "diamond": (size + 1, 2 * size),
        "strip": (size, 2 * size - 1),
        "net": (2 * size - 1, size * size),
        "turns": (size - 1, size * size),
        "turns but one": (size - 1, size * (size - 1)),
        "again": (0, size),
    }[kind]


def _rows(kind: str, size: int) -> tuple[np.ndarray, np.ndarray]:
    """The rows of one piece, its things numbered from 0."""
    every = np.arange(size)
    match kind:
        case "loops":
            return every, every
        case "path":
            return every, every + 1
        case "ring":
            return np.arange(size + 1), (np.arange(size + 1) + 1) % (size + 1)
        case "star":
            return np.zeros(size, dtype=np.int64), every + 1
        case "clique":
            return np.triu_indices(size + 1, 1)
        case "diamond":
            return np.stack([every * 0, every + 1], 1).ravel(), np.stack([every + 1, every * 0 + size + 1], 1).ravel()
        case "strip":
            return np.repeat(every, 2)[:-1], np.stack([every + 1, every + 2], 1).ravel()[:-1]
        case "net":
            return np.repeat(every, size), np.tile(every, size) + size
        case _:
            first = np.repeat(every[: size if kind == "turns" else size - 1], size)
            return first, (first + np.tile(every, len(first) // size)) % size


def _largest(kind: str, things: int, rows: int) -> int:
    """The largest size of a piece of that kind that has no more things beside the first, nor rows."""
    size = {
        "clique": min(things, isqrt(2 * rows)),
        "net": min((things + 1) // 2, isqrt(rows)),
        "diamond": min(things - 1, rows // 2),
        "strip": min(things, (rows + 1) // 2),
        "loops": min(things + 1, rows),
        "turns": min(things + 1, isqrt(rows)),
        "turns but one": min(things + 1, isqrt(rows) + 1),
    }.get(kind, min(things, rows))
    while size > 0 and not (_needs(kind, size)[0] <= things and _needs(kind, size)[1] <= rows):
        size -= 1
    return size


class _Laid:
    """The rows so far, and the things that they name. The thing that comes after all is -1 until all is laid."""

    def __init__(self, things: int) -> None:
        self.things = things
        self.used = 0
        self.began, self.ended = 0, 0
        self.made: list[tuple[np.ndarray, np.ndarray, Piece]] = []

    def begin(self, piece: Piece) -> tuple[int, bool]:
        """The number of the piece's first thing, and whether that is the first of all in its stead."""
        fresh = self.used
        if not self.made:
            return 0, False
        return {
            "first": (0, False),
            "on": (self.ended, False),
            "apart": (fresh, False),
            "over": (self.began, False),
            "hung on the first": (fresh - 1, True),
            "at the end": (max(0, self.ended - 1), False),
        }[piece.begins]

    def put(self, piece: Piece, rows: int) -> bool:
        """Lays a piece of at most so many rows; False where there is no room for it."""
        if piece.kind == "again":
            return self._put_again(piece, rows)
        base, is_hung = self.begin(piece)
        room = self.things - base - 1
        size = piece.size or _largest(piece.kind, room, rows // (piece.times or 1))
        if size < 1 or room < 0:
            return False
        span, many = _needs(piece.kind, size)
        if not many:
            return False
        step = {"in series": span, "apart": span + 1, "at the same place": 0, "from one": span}[piece.joined]
        times = piece.times or min(rows // many, 1 + (room - span) // step if step else rows // many)
        if times < 1 or many * times > rows or span + step * (times - 1) > room:
            return False
        u, v = _rows(piece.kind, size)
        shift = np.repeat(np.arange(times) * step, many)
        u, v = np.tile(u, times), np.tile(v, times)
        at_first = (u == 0, v == 0)
        u, v, last = u + shift + base, v + shift + base, base + span + step * (times - 1)
        if piece.joined == "from one":
            u, v = np.where(at_first[0], base, u), np.where(at_first[1], base, v)
        if is_hung:
            u, v = np.where(u == base, 0, u), np.where(v == base, 0, v)
        self.began, self.ended = base, last
        if piece.ends != "free" and last > base:
            end = -1 if piece.ends == "out" else max(0, self.used - 1)
            u, v = np.where(u == last, end, u), np.where(v == last, end, v)
            self.ended, last = max(base, end), last - 1
        self.used = max(self.used, last + 1)
        self._add(piece, u, v)
        return True

    def _put_again(self, piece: Piece, rows: int) -> bool:
        if not self.made:
            return False
        u, v, _ = self.made[-1]
        many = min(len(u), piece.size or len(u))
        times = piece.times or rows // many
        if times < 1 or many * times > rows:
            return False
        self._add(piece, np.tile(u[-many:], times), np.tile(v[-many:], times))
        return True

    def _add(self, piece: Piece, u: np.ndarray, v: np.ndarray) -> None:
        if piece.turned:
            u, v = v, u
        self.made.append((u[::-1], v[::-1], piece) if piece.falling else (u, v, piece))


def laid(
    pieces: Pieces, things: int, rows: int, bounds: Sequence[Bounds], rng: np.random.Generator
) -> tuple[int, np.ndarray] | None:
    """How many things, at most so many, and the rows: two things each, numbered from 0, and numbers within these
    bounds. None where there is no room for all pieces."""
    rows = min(rows, MOST_ROWS)
    fixed = [0 if piece.fills else _needs(piece.kind, piece.size)[1] * piece.times for piece in pieces.pieces]
    shares = sum(piece.share for piece in pieces.pieces if piece.fills)
    has_out = any(piece.ends == "out" for piece in pieces.pieces)
    left, on = rows - sum(fixed), _Laid(things - has_out)
    if left < 0 or any(not piece.fills and not need for piece, need in zip(pieces.pieces, fixed, strict=True)):
        return None
    for piece, need in zip(pieces.pieces, fixed, strict=True):
        part = need or left * piece.share // shares
        if part < 1 or not on.put(piece, part):
            return None
        if piece.fills:
            left, shares = left - len(on.made[-1][0]), shares - piece.share
    count = on.used + has_out
    table = np.concatenate(
        [
            np.stack([u, v, *(_numbers(piece.numbers, len(u), lo, hi, rng) for lo, hi in bounds)], 1)
            for u, v, piece in on.made
        ]
    )
    table[:, :2] = np.where(table[:, :2] < 0, count - 1, table[:, :2])
    if pieces.mirrored:
        table[:, :2] = count - 1 - table[:, :2]
    return count, table[::-1] if pieces.backward else table


def _numbers(kind: str, many: int, lo: int, hi: int, rng: np.random.Generator) -> np.ndarray:
    match kind:
        case "least":
            made = np.full(many, lo)
        case "most":
            made = np.full(many, hi)
        case "few":
            made = np.full(many, lo + 1 + below(FEW, rng))
        case "rising":
            made = lo + np.arange(many)
        case "falling":
            made = lo + np.arange(many)[::-1]
        case "doubling":
            made = lo - 1 + (1 << np.minimum(np.arange(many), MOST_BITS))
        case "halving":
            made = (hi - lo >> np.minimum(np.arange(many), MOST_BITS)) + lo
        case _:
            made = rng.integers(lo, hi, size=many, endpoint=True)
    return np.clip(made, lo, hi).astype(np.int64)
