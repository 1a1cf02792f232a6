"""Sizes other than the largest, for the shapes that are worst at full size.

The worst input isn't always the longest. A program that tries the divisors of a length has least to do where these are
few; tables double at powers of two; what two sizes share is often best shared in some other way than the largest of
both. So a shape that does well at the largest sizes is made at others, each size for itself and all of them together:
at numbers that are one of their kind (`shapes.remarkable`) and at parts of the largest. At medium size that costs next
to nothing and says which are worth a run at full size.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from slowpath.engine.awaited import Awaited
from slowpath.engine.batching import Batched, Batching
from slowpath.engine.candidate import FULL, MEDIUM, Candidate, Outcome
from slowpath.engine.seen import Seen
from slowpath.engine.shaped import KIND, built
from slowpath.engine.shapes import Shape, Term, UnknownTerm
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate

PARENTS = 6
LEAST_SHARE = 0.7
"""What a shape must cost of the costliest input to be tried at other sizes."""
NEARLY = 0.75
"""What a size must cost at medium size, of what the best there costs, to be tried at full size."""
MOST_FULL = 8
MOST_NAMES = 4
LEAST_SIZE = 8
MOST_AT_ONCE = 16
MOST_KNOWN = 20_000
ROOT: Term = ("sqrt", "hi")
SIZES: tuple[Term, ...] = (
    ("divided", "hi"),
    ("power", "hi"),
    ("-", ("power", "hi"), 1),
    ("+", ("power", "hi"), 1),
    ("prime", "hi"),
    ("-", "hi", 1),
    ("*", ROOT, ROOT),
    ("//", ("*", 9, "hi"), 10),
    ("//", ("*", 3, "hi"), 4),
    ("//", ("*", 2, "hi"), 3),
    ("//", "hi", 2),
    ("//", "hi", 3),
    ("//", "hi", 4),
    ROOT,
)


class OtherSizes(Batched):
    """One shape after the other, first at medium size, then at full size where that was promising."""

    id = "other-sizes"

    def __init__(self, context: StrategyContext) -> None:
        self._batching = Batching(MOST_AT_ONCE)
        self._context = context
        self._known = Seen(MOST_KNOWN)
        self._queue: deque[tuple[Shape, str, int]] = deque()
        self._awaited = Awaited[tuple[Shape, int]]()
        self._told: list[tuple[int, int, Shape, int]] = []
        self._is_untold = False

    def propose(self) -> Candidate | None:
        if not self._queue:
            if self._is_untold:
                # What became of the batch decides what is tried at full size.
                self._is_untold = False
                return None
            self._advance()
        while self._queue:
            shape, level, place = self._queue.popleft()
            try:
                made = built(self._context.space, self._context.space.sites(level)[place], shape, self.id)
            except CannotGenerate:
                continue
            if level == MEDIUM:
                self._awaited.add(made, (shape, place))
            self._is_untold = True
            return made
        return None

    def _advance(self) -> None:
        """Full size with the best of medium size, or the next shape."""
        self._awaited.clear()
        if self._told:
            best = max(self._told)[0]
            good = sorted(told for told in self._told if told[0] >= NEARLY * best)[::-1]
            self._queue.extend((shape, FULL, place) for _, _, shape, place in good[:MOST_FULL])
            self._told = []
        else:
            self._queue.extend(self._next())

    def _next(self) -> Iterator[tuple[Shape, str, int]]:
        """The costliest shape that wasn't looked at yet, at all other sizes."""
        entries = self._context.corpus.best(FULL, PARENTS)
        space = self._context.space
        for entry in entries:
            recipe = entry.candidate.origin.recipe or {}
            place = next(
                (
                    place
                    for place, site in enumerate(space.full)
                    if recipe.get("kind") == KIND and site.boundary.label == recipe["boundary"]["label"]
                ),
                None,
            )
            if place is None or entry.count < LEAST_SHARE * entries[0].count:
                continue
            try:
                shape = Shape.from_json(recipe["shape"])
            except UnknownTerm:
                continue
            content = Shape(tuple(part for part in shape.parts if part[0] != "sizes"))
            if content.id in self._known:
                continue
            self._known.add(content.id)
            level = FULL if space.medium[place].level == FULL else MEDIUM
            yield from ((other, level, place) for other in resized(shape, space.full[place].boundary.sizes))
            return

    def observe(self, outcome: Outcome) -> None:
        self._batching.observe(outcome)
        found = self._awaited.take(outcome)
        if found is not None and outcome.execution.verdict.can_be_slow_input:
            count = outcome.count if self._context.corpus.has_feedback else 1
            self._told.append((count, -len(self._told), *found))


def resized(shape: Shape, sizes: dict[str, int]) -> Iterator[Shape]:
    """The shape at each of `SIZES`: all that are large together, then each for itself."""
    names = [name for name, size in sizes.items() if size >= LEAST_SIZE][:MOST_NAMES]
    for group in ([names] if len(names) > 1 else []) + [[name] for name in names]:
        for term in SIZES:
            made = shape
            for name in group:
                made = made.replaced(("sizes", name), term)
            if made != shape:
                yield made
