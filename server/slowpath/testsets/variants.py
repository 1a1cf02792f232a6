"""Inputs grown out of others by small changes, led by what the right program says: answers that few inputs have, and
new ways through it, lead to more of their kind.

Most random inputs have easy answers: no way at all, everything fits, one. On those a heuristic is right by chance. So
parents are drawn evenly over the answers that were seen, whatever their number, and a child stays where few inputs of
its size have its answer, or something ran as often as never before (AFL's rule). Pure: who runs the children tells
`Variants` what came of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from slowpath.faults.packing import packing_of, packs
from slowpath.faults.sources.styled import parts_of
from slowpath.faults.sources.within_reach import within_reach
from slowpath.inputs.mutators.enlarge import any_way, enlarged
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.execution import Execution
from slowpath.model.format import InputFormat
from slowpath.testsets.features import answer_of, ways_of

MOST_BYTES = 4 << 10
"""Inputs that are changed, and what comes of it, have so many bytes at most: such runs cost hardly anything."""
BYTES_FOR_ONE = 256
"""An input of so many bytes is changed half as often as an empty one, since that takes about twice as long."""
NEW_OF_A_KIND = 3
"""An answer is new at its size as often as this: where there are two answers only, one says little of the rarer one."""
MOST_OF_A_KIND = 24
"""Parents with one answer at one size; the oldest makes room."""
CROSSED, ENLARGED, REACHED = 0.15, 0.15, 0.25
"""How often two parents are joined, one is grown, and a lone number is brought to where the rest decides."""
ALIKE = 0.5
"""How often all sizes grow by the same number: as many edges more as vertices keep a cycle or a path what it is."""
MOST_STEPS = 5
MOST_CASES, CASES = 24, 100
"""Of test cases parents have so many at most, since many show no answer of their own; many stand in one test."""
LARGER = (1.3, 2.0, 3.0)


@dataclass
class _Parents:
    """The inputs with one answer at one size, what changing one costs, and what they cost so far."""

    instances: list[Instance]
    each: float
    spent: float = 0.0


class Variants:
    """Makes children of the inputs that it knows. Every input that is shown (`welcome`) was answered."""

    def __init__(self, fmt: InputFormat, seed: int) -> None:
        self._format = fmt
        self._rng = np.random.default_rng([seed, *b"variants"])
        self._parts = parts_of(fmt)
        self._packing = packing_of(fmt)
        self._sizes = [name for name, variable in size_model(fmt).variables.items() if variable.is_size]
        self._largest = next((dict(boundary.sizes) for boundary in boundaries(fmt)), {})
        self._kinds: dict[Hashable, _Parents] = {}
        self._order: list[_Parents] = []
        self._met: Counter[Hashable] = Counter()
        self._seen: set[Hashable] = set()

    def welcome(self, data: bytes, ran: Execution) -> bool:
        """Hears what the right program did on an input, and takes it as a parent where that is new. Whether it is."""
        kind = (answer_of(ran), len(data).bit_length())
        ways = ways_of(ran)
        self._met[kind] += 1
        is_new = self._met[kind] <= NEW_OF_A_KIND or not self._seen.issuperset(ways)
        self._seen.update(ways)
        if is_new and len(data) <= MOST_BYTES:
            self._take(kind, data)
        return is_new

    def alone(self, data: bytes, most: int) -> Iterator[bytes]:
        """Where the format has test cases the first `most` of an input, each as an input of its own, else nothing."""
        if self._packing is None or len(data) > MOST_BYTES:
            return
        try:
            instance = parse(self._format, data)
        except ParseError:
            return
        for case in instance[self._packing.name][:most]:
            made = self._packing.with_cases(instance, [case])
            if self._packing.is_valid(made):
                yield print_input(self._format, made)

    def together(self, some: Sequence[bytes]) -> list[bytes]:
        """Inputs as they become tests: many test cases in one where the format has any."""
        if self._packing is None:
            return list(some)
        instances = [parse(self._format, data) for data in some]
        return [print_input(self._format, made) for made in packs(self._packing, instances, CASES)]

    def _take(self, kind: Hashable, data: bytes) -> None:
        try:
            instance = parse(self._format, data)
        except ParseError:
            return
        if self._packing is not None and len(instance[self._packing.name]) > MOST_CASES:
            return
        parents = self._kinds.get(kind)
        if parents is None:
            parents = self._kinds[kind] = _Parents([], 1 + len(data) / BYTES_FOR_ONE)
            self._order.append(parents)
        parents.instances.append(instance)
        del parents.instances[:-MOST_OF_A_KIND]

    @property
    def has_cases(self) -> bool:
        """Whether the format has test cases that are looked at alone."""
        return self._packing is not None

    def children(self, most: int) -> list[tuple[bytes, str]]:
        """The next inputs, valid, each with how it came about in a few words: `most` but for those that became too
        large, and none without parents."""
        return [child for child in (self._child() for _ in range(most if self._order else 0)) if child is not None]

    def large(self, most: int) -> list[tuple[bytes, str]]:
        """Inputs grown as large as it gets, `most` but for those that don't grow: what programs that are too slow on
        inputs with a rare answer meet nowhere else. None where the format has test cases."""
        if self._packing is not None or not self._order:
            return []
        grown = (self._as_large(self._parent()) for _ in range(most))
        return [(print_input(self._format, made), f"{said}, as large as it gets") for made, said in filter(None, grown)]

    def _as_large(self, instance: Instance) -> tuple[Instance, str] | None:
        known = self._known_sizes(instance)
        room = [self._largest.get(name, value) - value for name, value in known.items()]
        if not room or max(room) <= 0:
            return None
        if self._rng.random() < ALIKE:
            return self._at_sizes(instance, {name: value + min(room) for name, value in known.items()})
        return self._at_sizes(instance, self._largest)

    def _known_sizes(self, instance: Instance) -> dict[str, int]:
        return {name: value for name in self._sizes if isinstance(value := instance.get(name), int)}

    def _child(self) -> tuple[bytes, str] | None:
        try:
            instance, label = self._changed(self._parent())
        except CannotGenerate:
            return None
        if self._rng.random() < REACHED:
            instance = within_reach(self._format, self._parts, instance, self._rng)
        data = print_input(self._format, instance)
        return (data, label) if len(data) <= MOST_BYTES else None

    def _parent(self) -> Instance:
        """An input of an answer drawn evenly: of three that on which least was spent."""
        drawn = [self._order[int(self._rng.integers(len(self._order)))] for _ in range(3)]
        parents = min(drawn, key=lambda parents: parents.spent)
        parents.spent += parents.each
        return parents.instances[int(self._rng.integers(len(parents.instances)))]

    def _changed(self, instance: Instance) -> tuple[Instance, str]:
        drawn = self._rng.random()
        if drawn < CROSSED:
            return crossover(self._format, instance, self._parent(), self._rng)
        if drawn < CROSSED + ENLARGED:
            grown = self._grown(instance)
            if grown is not None:
                return grown
        label = ""
        for _ in range(min(MOST_STEPS, int(self._rng.geometric(0.45)))):
            instance, label = mutate(self._format, instance, self._rng)
        return instance, label

    def _grown(self, instance: Instance) -> tuple[Instance, str] | None:
        factor = LARGER[int(self._rng.integers(len(LARGER)))]
        known = self._known_sizes(instance)
        if known and self._rng.random() < ALIKE:
            more = int((factor - 1) * max(known.values())) + 1
            return self._at_sizes(instance, {name: value + more for name, value in known.items()})
        return self._at_sizes(instance, {name: int(value * factor) + 1 for name, value in known.items()})

    def _at_sizes(self, instance: Instance, sizes: dict[str, int]) -> tuple[Instance, str] | None:
        way = any_way(self._rng)
        try:
            return enlarged(self._format, instance, sizes, way, self._rng), f"grown: {way}"
        except CannotGenerate:
            return None
