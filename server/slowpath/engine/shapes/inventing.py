"""Terms drawn at random, by the kind of part: what a search over shapes begins with and mixes in.

Simple ones are likelier than deep ones. Numbers come from a pool: small ones, and those that the program's text shows,
which are where its behaviour changes. Nothing here knows of any algorithm's worst case.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from slowpath.engine.shapes.parts import Part
from slowpath.engine.shapes.remarkable import REMARKABLE
from slowpath.engine.shapes.scene import COLUMNS, ROWS
from slowpath.engine.shapes.sequences import strided
from slowpath.engine.shapes.terms import Term

_DEEPEST = 2
_MOST_SEED = 1000
_COLUMN: Term = ("size", COLUMNS)


@dataclass(frozen=True)
class Inventor:
    """Draws terms. `literals` are the integers of the program's text, `sizes` the names of the input's
    numbers, `arrays` those of its arrays."""

    literals: Sequence[int]
    sizes: Sequence[str]
    rng: np.random.Generator
    arrays: Sequence[str] = ()

    def below(self, count: int) -> int:
        """An integer from 0 to count - 1."""
        return int(self.rng.integers(count))

    def of_part(self, part: Part) -> Term:
        """A term for a part, by its kind."""
        makers: dict[str, Callable[[Part], Term]] = {
            "sizes": self._size,
            "scalars": self._scalar,
            "edges": self._edges,
            "matrices": self._cells,
            "grids": self._cells,
        }
        return makers.get(part.kind, lambda _: self.sequence())(part)

    def sequence(self, depth: int = 0) -> Term:
        """A term for a sequence of any kind."""
        makers = (
            self._constant,
            self._constant,
            self._ramp,
            self._ramp,
            self._ordered,
            self._random,
            self._modular,
            self._walk,
            self._periodic,
            self._strided,
        )
        compounds = (self._interleaved, self._cut, self._in_blocks, self._in_tiles, self._with_exception)
        if depth < _DEEPEST and self.below(10) < 4:
            return compounds[self.below(len(compounds))](depth + 1)
        return makers[self.below(len(makers))]()

    def number(self) -> int:
        """A number worth trying: small, a power of two, or of the program's text, perhaps one off."""
        choice = self.below(10)
        if self.literals and choice < 4:
            literal = int(self.literals[self.below(len(self.literals))])
            return literal + (0, 0, 0, 1, -1)[self.below(5)]
        if choice < 8:
            return self.below(8)
        return 1 << self.below(20)

    def constant(self) -> Term:
        """The same everywhere: a bound, a size or part of one, a number."""
        word = ("lo", "hi", "n")[self.below(3)]
        choice = self.below(10)
        if choice < 4:
            return ("lo", "hi")[self.below(2)]
        if choice < 5:
            return ("//", ("+", "lo", "hi"), 2)
        if choice < 7:
            return (("-", word, self.below(4)), ("//", word, 2 + self.below(3)), ("sqrt", word))[self.below(3)]
        if choice < 8 and self.sizes:
            return ("size", str(self.sizes[self.below(len(self.sizes))]))
        return self.number() if self.below(4) else self.remarkable()

    def cut(self) -> Term:
        """A place where something may change."""
        choice = self.below(8 if self.sizes else 6)
        if choice < 3:
            return ("//", "n", 2 + self.below(3))
        if choice >= 6:
            size: Term = ("size", str(self.sizes[self.below(len(self.sizes))]))
            return ("-", size, self.below(3)) if choice == 6 else size
        return (self.below(4), ("-", "n", 1 + self.below(3)), ("sqrt", "n"))[choice - 3]

    def _constant(self) -> Term:
        return self.constant()

    def _ramp(self) -> Term:
        word = ("i", "j")[self.below(2)]
        choice = self.below(6)
        if choice < 2:
            return ("fitted", word)
        if choice == 2:
            return ("+", "lo", word)
        if choice == 3:
            return ("-", "hi", word)
        if choice == 4:
            return ("+", self.constant(), ("*", max(1, self.number()), word))
        return ("+", "lo", ("sums", word))

    def _ordered(self) -> Term:
        """An order by one of the codes."""
        codes: tuple[Term, ...] = (
            0,
            "i",
            ("//", "i", 2),
            ("//", "i", 3),
            ("-", "i", 1),
            ("-", "i", ("//", "i", 2)),
            ("interleave", 0, ("+", 1, ("*", 2, "i"))),
            ("sqrt", "i"),
            ("%", "i", 2),
            ("max", 0, ("-", "i", 2)),
        )
        made: Term = (("inserted", "swapped")[self.below(2)], codes[self.below(len(codes))])
        made = ("reverse", made) if self.below(2) else made
        return ("fitted", made) if self.below(3) else ("+", "lo", made)

    def _random(self) -> Term:
        seed = self.below(_MOST_SEED)
        choice = self.below(3)
        if choice == 0:
            return ("random", "lo", "hi", seed)
        if choice == 1:
            return ("random", "lo", ("+", "lo", 1 + self.below(4)), seed)
        return ("random", ("-", "hi", 1 + self.below(4)), "hi", seed)

    def _modular(self) -> Term:
        modulus = ("n", self.constant(), max(2, self.number()))[self.below(3)]
        return ("+", "lo", ("%", ("*", max(1, self.number()), "i"), modulus))

    def _strided(self) -> Term:
        return strided("lo", max(2, self.number()))

    def _walk(self) -> Term:
        steps: tuple[Term, ...] = (
            ("*", 2, "prev"),
            ("+", "prev", "prev2"),
            ("+", ("*", 2, "prev"), 1),
            ("wrap", ("+", ("*", max(2, self.number()), "prev"), self.below(3))),
            ("wrap", ("+", "prev", max(1, self.number()))),
            ("+", "half", 1),
        )
        made: Term = ("walk", ("max", 1, "lo"), steps[self.below(len(steps))])
        return ("reverse", made) if self.below(3) == 0 else made

    def _periodic(self) -> Term:
        span = 2 + self.below(3)
        return ("+", "lo", ("values", *(self.below(span) for _ in range(2 + self.below(4)))))

    def _interleaved(self, depth: int) -> Term:
        if self.below(3) == 0:
            rest = self.sequence(depth)
            return ("interleave", self.sequence(depth), *(rest,) * (2 + self.below(2)))
        return ("interleave", self.sequence(depth), self.sequence(depth))

    def _cut(self, depth: int) -> Term:
        return ("segments", self.sequence(depth), self.cut(), self.sequence(depth))

    def _in_blocks(self, depth: int) -> Term:
        return ("blocks", self._width(), self.sequence(depth))

    def _in_tiles(self, depth: int) -> Term:
        return ("tiles", self._width(), self.sequence(depth))

    def _width(self) -> Term:
        return (("sqrt", "n"), 2 + self.below(3), ("//", "n", 2), max(2, self.number()), ("log2", "n"))[self.below(5)]

    def _with_exception(self, depth: int) -> Term:
        place = (0, ("-", "n", 1), ("//", "n", 2))[self.below(3)]
        return ("except", self.sequence(depth), place, self.constant())

    # Other kinds

    def _size(self, part: Part) -> Term:
        choice = self.below(11)
        if choice < 6:
            return "hi"
        return (("//", "hi", 2), ("sqrt", "hi"), 1 + self.below(4), self.number(), self.remarkable())[choice - 6]

    def remarkable(self) -> Term:
        """A number up to the upper bound that is one of its kind, perhaps one off."""
        kinds = tuple(REMARKABLE)
        made: Term = (kinds[self.below(len(kinds))], "hi")
        return (made, made, ("-", made, 1), ("+", made, 1))[self.below(4)]

    def _scalar(self, part: Part) -> Term:
        if self.arrays and self.below(4) == 0:
            return self._of_total()
        if self.below(4) == 0:
            return ("+", "lo", ("//", ("*", self.below(16), ("-", "hi", "lo")), 16))
        return self.constant()

    def _of_total(self) -> Term:
        """About a part of what an array sums up to."""
        word: Term = ("total", str(self.arrays[self.below(len(self.arrays))]))
        parts = 2 + self.below(3)
        share: Term = (word, ("//", word, 2), ("//", ("*", 1 + self.below(parts - 1), word), parts))[self.below(3)]
        return (share, ("-", share, 1), ("+", share, 1))[self.below(3)]

    def _cells(self, part: Part) -> Term:
        """A matrix by rows, by columns, by diagonals, or at random with some density."""
        if self.below(3) == 0:
            return ("transposed", self._cells(part))
        choice = self.below(6)
        if choice == 5:
            made: Term = ("sides", *(self._row() for _ in range(4)))
            return made if self.below(2) else ("corners", made, *(self._row() for _ in range(4)))
        if choice < 2:
            return ("rows", _COLUMN, *(self._row() for _ in range((1, 2, 2, 4)[self.below(4)])))
        if choice == 2:
            return ("blocks", _COLUMN, self.sequence(1))
        if choice == 3:
            place: Term = ("+", ("//", "i", _COLUMN), ("%", "i", _COLUMN))
            return ("at", place, ("+", ("size", ROWS), _COLUMN), self.sequence(1))
        share = (1, 2, 5, 10, 25, 33)[self.below(6)]
        a, b = (("lo", "hi"), ("hi", "lo"))[self.below(2)]
        return ("below", ("random", 0, 99, self.below(_MOST_SEED)), share, a, b)

    def _row(self) -> Term:
        a, b = (("lo", "hi"), ("hi", "lo"))[self.below(2)]
        choice = self.below(5)
        if choice < 2:
            return a
        if choice == 2:
            return ("segments", a, ("-", "n", 1), b)
        return ("segments", a, 1, b) if choice == 3 else self.sequence(1)

    def _edges(self, part: Part) -> Term:
        """Parents by a rule, or both ends as sequences."""
        if self.below(4) == 0:
            gap: Term = 1 + self.below(4)
            first = (("+", 1, ("%", "i", ("-", "hi", 1))), self.sequence(1))[self.below(2)]
            return ("edges", first, (("+", ("column", "u"), gap), self.sequence(1))[self.below(2)])
        own: Term = ("+", 1, "i")
        rules: tuple[Term, ...] = (
            own,
            1,
            ("+", 1, ("//", "i", 2 + self.below(3))),
            ("random", 1, "hi", self.below(99)),
            ("-", own, ("values", *(self.below(3) for _ in range(2 + self.below(2))))),
            ("max", 1, ("-", own, 1 + self.below(3))),
            ("//", own, 2),
            ("-", own, ("%", "i", max(2, self.number()))),
        )
        rule = rules[self.below(len(rules))]
        if self.below(3) == 0:
            rule = ("below", "i", ("//", "n", 2 + self.below(3)), rule, rules[self.below(len(rules))])
        ends = [
            (("random", 1, "hi", self.below(99)), ("+", 1, "i"), 1, "hi", ("-", "hi", "i"))[self.below(5)]
            for _ in range(2)
        ]
        return ("parents", rule, *ends)
