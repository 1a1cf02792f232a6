"""Elements that a program treats as one, gathered by group testing: the keys of one place of a hash table.

Two elements collide when both together cost more than each for itself. Of hundreds drawn by chance some two do, and
halving finds them. They are a hub: what collides with it costs as much more as the hub is large, so that a group of
many is tried at once and halved only where it costs more than other groups (Dorfman, 1943, for blood tests). Nothing
is known of the program's hash, only its counts. A few gathered numbers tell their common stride, which is the size of
the table or a part of it; gathered words of one length can mostly be put together, since a hash that goes over letters
one by one doesn't tell them apart wherever they stand.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, product
from math import gcd
from typing import Any

import numpy as np

from slowpath.engine.candidate import FULL, MEDIUM, Candidate, Outcome
from slowpath.engine.shaped import built
from slowpath.engine.shapes import Shape
from slowpath.engine.shapes.sequences import strided
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.layout import places
from slowpath.model.format import Array, InputFormat, IntType, WordType
from slowpath.model.origin import Origin

AT_ONCE = 16
LEAST_LENGTH = 64
"""So many elements there must be room for."""
LEAST_KINDS = 100_000
"""So many different elements there must be: of fewer a mutation finds those that collide."""
LEAST_BLOCKS = 4096
"""So many different words there must be of those that are put together."""
FIRST_GROUP, MOST_IN_GROUP = 32, 400
GROUPS = 8
MOST_MISSES = 24
"""So many rounds that gather nothing new, before nothing more is looked for."""
CLEARLY = 0.5
"""The share of what a hit must add that is taken for one."""
TOLD_BY = 5
"""So many gathered numbers tell their stride."""
TELLING = 4
MOST_TEMPLATES = 32
"""So many inputs of other lengths are kept, to put elements into; any is made again when it's needed."""
Elements = list[Any]
Search = Generator[list[Elements], list[int], None]


@dataclass(frozen=True)
class Keys:
    """An array whose elements may be keys: `size` is the variable that is its length, `most` the largest value of
    that; `block` is the length of the words that are gathered, 0 for numbers."""

    name: str
    size: str
    most: int
    lo: int
    hi: int
    alphabet: str = ""
    block: int = 0

    def drawn(self, count: int, rng: np.random.Generator) -> Elements:
        """So many elements by chance."""
        if not self.block:
            return rng.integers(self.lo, self.hi, count, endpoint=True).tolist()
        letters = rng.integers(0, len(self.alphabet), (count, self.block))
        return ["".join([self.alphabet[letter] for letter in row]) for row in letters.tolist()]


def keys_of(fmt: InputFormat, sizes: dict[str, int]) -> Iterator[Keys]:
    """The arrays of numbers or words that are long and have many different elements."""
    for name, place in places(fmt).items():
        item = place.item
        if place.path or not isinstance(item, Array) or sizes.get(item.length.text, 0) < LEAST_LENGTH:
            continue
        size, of = item.length.text, item.type
        if isinstance(of, IntType):
            lo, hi = of.lo.constant, of.hi.constant
            if lo is not None and hi is not None and LEAST_KINDS <= hi - lo < 1 << 62:
                yield Keys(name, size, sizes[size], lo, hi)
        elif isinstance(of, WordType) and not of.form and item.separator != "":
            lo, hi = of.length_lo.constant, of.length_hi.constant
            letters = len(of.alphabet)
            if lo is None or hi is None or letters < 2:
                continue
            block = next((length for length in range(1, hi + 1) if letters**length >= LEAST_KINDS), 0)
            if block > hi // 2 and letters ** (hi // 2) >= LEAST_BLOCKS:
                block = hi // 2  # So that two stand behind each other.
            if block:
                yield Keys(name, size, sizes[size], max(lo, block), hi, of.alphabet, block)


class Collisions:
    """Gathers keys of one array after the other, and puts what it found into inputs of full size."""

    id = "collisions"
    batch = AT_ONCE

    def __init__(self, context: StrategyContext) -> None:
        self._context = context
        self._rng = context.rng(self.id)
        sizes = dict(context.space.full[0].boundary.sizes)
        self._searches = (self._gathered(keys) for keys in keys_of(context.space.format, sizes))
        self._search: Search | None = None
        self._keys: dict[str, Elements] = {}
        self._templates: dict[tuple[str, int], dict[str, Any]] = {}
        self._current: Keys | None = None
        self._asked: list[str] = []
        self._told: dict[str, int] = {}
        self._queue: deque[Candidate] = deque()
        self.came_nearer = False
        """Whether what was told last were elements to gather: a step to an input that the search shows only later."""
        self._made: deque[Candidate] = deque()

    def propose(self) -> Candidate | None:
        if not self._queue and not self._made and all(asked in self._told for asked in self._asked):
            self._advance()
        if self._made:
            return self._made.popleft()
        if not self._queue:
            # What was invalid is never told of; the search goes on without it.
            self._told.update((asked, 0) for asked in self._asked if asked not in self._told)
            return None
        return self._queue.popleft()

    def observe(self, outcome: Outcome) -> None:
        ok = outcome.execution.verdict.can_be_slow_input
        self._told[outcome.candidate.id] = outcome.count if ok else 0

    def _advance(self) -> None:
        """To what the search asks next; to the next array where it is through."""
        self.came_nearer = False
        while self._context.corpus.has_feedback:
            try:
                if self._search is None:
                    self._search = next(self._searches, None)
                    if self._search is None:
                        return
                    wanted = next(self._search)
                else:
                    wanted = self._search.send([self._told.get(asked, 0) for asked in self._asked])
                candidates = [self._candidate(elements, MEDIUM) for elements in wanted]
            except (StopIteration, CannotGenerate):
                self._search, self._asked = None, []
                if self._made:
                    return
                continue
            self._asked = [candidate.id for candidate in candidates]
            fresh = {candidate.id: candidate for candidate in candidates if candidate.id not in self._told}
            self._queue.extend(fresh.values())
            if fresh:
                return

    def _candidate(self, elements: Elements, level: str, label: str = "") -> Candidate:
        """The input of these elements."""
        keys = self._current
        assert keys is not None
        key = (keys.name, len(elements))
        if key not in self._templates:
            if len(self._templates) >= MOST_TEMPLATES:
                self._templates.clear()
            plan = Plan(sizes={**self._context.space.full[0].boundary.sizes, keys.size: len(elements)})
            self._templates[key] = generate(self._context.space.format, plan, np.random.default_rng(0))
        values = elements if keys.block else np.array(elements, dtype=np.int64)
        origin = Origin(self.id, label or f"{len(elements)} of {keys.name}, tried together")
        return self._context.space.from_instance({**self._templates[key], keys.name: values}, origin, level, self.id)

    # Gathering

    def _gathered(self, keys: Keys) -> Search:
        """Gathers colliding elements of one array, and makes inputs of them."""
        self._current = keys
        hub = yield from self._pair(keys)
        if not hub:
            return
        wanted = _needed(keys)
        unit = yield from self._unit(keys, hub)
        group, misses, shown = FIRST_GROUP, 0, TELLING
        while unit > 0 and len(hub) < wanted and misses < MOST_MISSES:
            found = yield from self._round(keys, hub, group, unit)
            fresh = [element for element in dict.fromkeys(found) if element not in hub]
            hub += fresh
            self.came_nearer = bool(fresh)
            misses = 0 if fresh else misses + 1
            group = (
                min(MOST_IN_GROUP, 2 * group, keys.most - len(hub))
                if not found
                else max(1, group // 2)
                if len(found) > GROUPS // 2
                else group
            )
            if not keys.block and len(hub) >= TOLD_BY and _stride(hub) > 1:
                break
            if keys.block and len(hub) >= 2 * shown:
                # Few words tell already what all will come to, and that gathering goes on is worth the time.
                shown = len(hub)
                self._finish(keys, hub)
        self._finish(keys, hub)

    def _pair(self, keys: Keys) -> Generator[list[Elements], list[int], Elements]:
        """Two elements that cost more together than apart, found by halving; none where no two are seen to."""
        drawn = keys.drawn(min(2 * MOST_IN_GROUP, keys.most), self._rng)
        sides: tuple[Elements, ...] = (drawn[: len(drawn) // 2], drawn[len(drawn) // 2 :])
        while max(map(len, sides)) > 1:
            halves = [_halves(side) for side in sides]
            pairs = list(product(*halves))
            alone = [half for side in halves for half in side]
            counts = yield [*(a + b for a, b in pairs), *alone]
            cost = dict(zip(map(tuple, alone), counts[len(pairs) :], strict=True))
            together = [count - cost[tuple(a)] - cost[tuple(b)] for (a, b), count in zip(pairs, counts, strict=False)]
            sides = pairs[together.index(max(together))]
        (a,), (b,) = sides
        others = keys.drawn(GROUPS, self._rng)
        counts = yield [[a, b], [b], *([a, other] for other in others), *([other] for other in others)]
        with_others = [both - one for both, one in zip(counts[2 : 2 + GROUPS], counts[2 + GROUPS :], strict=True)]
        return [a, b] if counts[0] - counts[1] > max(with_others) else []

    def _unit(self, keys: Keys, hub: Elements) -> Generator[list[Elements], list[int], float]:
        """What an element that collides adds for each of the hub."""
        a, b = hub[:2]
        others = keys.drawn(GROUPS, self._rng)
        counts = yield [[a, b], [b], *([a, other] for other in others), *([other] for other in others)]
        usual = [both - one for both, one in zip(counts[2 : 2 + GROUPS], counts[2 + GROUPS :], strict=True)]
        return float(counts[0] - counts[1] - np.median(usual))

    def _round(
        self, keys: Keys, hub: Elements, group: int, unit: float
    ) -> Generator[list[Elements], list[int], Elements]:
        """What collides with the hub among some groups drawn by chance."""
        groups = [keys.drawn(group, self._rng) for _ in range(GROUPS)]
        gains = yield from self._gains(hub, groups)
        usual, least = float(np.median(gains)), CLEARLY * unit * len(hub)
        hit = [members for gain, members in zip(gains, groups, strict=True) if gain - usual >= least]
        found = yield from self._dearest(hub, hit, usual + least)
        alone = yield from self._gains(hub, [*([element] for element in found), keys.drawn(1, self._rng)])
        return [element for element, gain in zip(found, alone, strict=False) if gain - alone[-1] >= least]

    def _dearest(
        self, hub: Elements, groups: list[Elements], least: float
    ) -> Generator[list[Elements], list[int], Elements]:
        """The member of each group that costs most beside the hub, by halving: the first half says where it is."""
        while max(map(len, groups), default=1) > 1:
            halves = [_halves(members) for members in groups]
            gains = yield from self._gains(hub, [half[0] for half in halves])
            groups = [half[0] if gain >= least else half[-1] for half, gain in zip(halves, gains, strict=True)]
        return [members[0] for members in groups]

    def _gains(self, hub: Elements, groups: Sequence[Elements]) -> Generator[list[Elements], list[int], list[int]]:
        """What each group costs more beside the hub than alone."""
        counts = yield [asked for group in groups for asked in (hub + group, group)]
        return [both - alone for both, alone in zip(counts[::2], counts[1::2], strict=True)]

    # What comes of it

    def _finish(self, keys: Keys, hub: Elements) -> None:
        """Inputs of full size from what was gathered."""
        if len(hub) < TELLING:
            return
        if keys.block:
            together = list(islice(put_together(keys, hub), keys.most))
            self._made.append(
                self._candidate(
                    list(islice(cycle(together), keys.most)),
                    FULL,
                    f"{keys.name}: words put together from {len(hub)} that collide",
                )
            )
            return
        stride = _stride(hub)
        if stride > 1:
            start = keys.lo + (min(hub) - keys.lo) % stride
            shape = Shape((("arrays", keys.name, strided(start, stride)),))
            for site in self._context.space.full:
                try:
                    self._made.append(built(self._context.space, site, shape, self.id))
                except CannotGenerate:
                    continue
        self._made.append(
            self._candidate(
                (hub * (keys.most // len(hub) + 1))[: keys.most],
                FULL,
                f"{keys.name}: {len(hub)} that collide, by turns",
            )
        )


def _halves(elements: Elements) -> list[Elements]:
    """Both halves; of one element the element alone."""
    half = len(elements) // 2
    return [elements[:half], elements[half:]] if half else [elements]


def _stride(numbers: Sequence[int]) -> int:
    """The largest number that divides all differences."""
    return gcd(*(number - numbers[0] for number in numbers[1:]))


def _needed(keys: Keys) -> int:
    """How many must be gathered: numbers until they tell a stride, of words so many that enough are put together."""
    if not keys.block:
        return 64
    blocks, count = keys.hi // keys.block, 2
    while count**blocks < keys.most:
        count += 1
    return count


def put_together(keys: Keys, hub: Elements) -> Iterator[str]:
    """Different words as long as allowed, of gathered ones behind each other; the same letters behind them."""
    blocks = keys.hi // keys.block
    rest = keys.alphabet[0] * (keys.hi - blocks * keys.block)
    for chosen in product(hub, repeat=blocks):
        yield "".join(chosen) + rest
