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
from slowpath.inputs.mutators.enlarge import Way, any_way, enlarged
from slowpath.inputs.mutators.mutate import crossover, mutate
from slowpath.inputs.mutators.order import below
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

    answer: Hashable
    instances: list[Instance]
    each: float
    spent: float = 0.0


@dataclass(frozen=True)
class _Growth:
    """How an input was grown: in which way, and whether all sizes grew by the same number."""

    way: Way
    is_alike: bool


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
        self._grew: dict[bytes, tuple[Hashable, _Growth]] = {}
        """Children that were grown, until their answer is heard, with that of their parent."""
        self._keeping: dict[Hashable, list[tuple[bytes, _Growth]]] = {}
        """Of each answer grown inputs that kept it, and how they grew."""

    def is_new(self, data: bytes, ran: Execution) -> bool:
        """Whether what the right program did on an input is new."""
        kind = (answer_of(ran), len(data).bit_length())
        return self._met[kind] < NEW_OF_A_KIND or not self._seen.issuperset(ways_of(ran))

    def welcome(self, data: bytes, ran: Execution) -> bool:
        """Hears what the right program did on a valid input, and takes it as a parent where that is new. Whether it
        is."""
        answer = answer_of(ran)
        kind, is_new = (answer, len(data).bit_length()), self.is_new(data, ran)
        before, growth = self._grew.pop(data, (None, None))
        if growth is not None and before == answer:
            self._keeping.setdefault(answer, []).append((data, growth))
            del self._keeping[answer][:-MOST_OF_A_KIND]
        self._met[kind] += 1
        self._seen.update(ways_of(ran))
        if is_new and len(data) <= MOST_BYTES:
            self._take(answer, kind, data)
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

    def _take(self, answer: Hashable, kind: Hashable, data: bytes) -> None:
        try:
            instance = parse(self._format, data)
        except ParseError:
            return
        if self._packing is not None and len(instance[self._packing.name]) > MOST_CASES:
            return
        parents = self._kinds.get(kind)
        if parents is None:
            parents = self._kinds[kind] = _Parents(answer, [], 1 + len(data) / BYTES_FOR_ONE)
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
        """Inputs grown as large as it gets, `most` but for those that don't grow, in ways that kept the answer of small
        ones, each answer as often: what programs that are too slow on a rare answer meet nowhere else."""
        made = []
        for _ in range(most if self._keeping else 0):
            some = list(self._keeping.values())[below(len(self._keeping), self._rng)]
            data, growth = some[below(len(some), self._rng)]
            grown = self._as_large(parse(self._format, data), growth)
            if grown is not None:
                made.append((print_input(self._format, grown), f"grown: {growth.way}, as large as it gets"))
        return made

    def _as_large(self, instance: Instance, growth: _Growth) -> Instance | None:
        known = self._known_sizes(instance)
        room = [self._largest.get(name, value) - value for name, value in known.items()]
        if not room or max(room) <= 0:
            return None
        alike = {name: value + min(room) for name, value in known.items()}
        return self._at_sizes(instance, alike if growth.is_alike else self._largest, growth.way)

    def _known_sizes(self, instance: Instance) -> dict[str, int]:
        return {name: value for name in self._sizes if isinstance(value := instance.get(name), int)}

    def _child(self) -> tuple[bytes, str] | None:
        parents = self._parents()
        try:
            instance, label, growth = self._changed(self._one_of(parents))
        except CannotGenerate:
            return None
        if self._rng.random() < REACHED:
            instance = within_reach(self._format, self._parts, instance, self._rng)
        data = print_input(self._format, instance)
        if len(data) > MOST_BYTES:
            return None
        if growth is not None:
            self._grew[data] = parents.answer, growth
        return data, label

    def _parents(self) -> _Parents:
        """The inputs of an answer drawn evenly: of three that on which least was spent."""
        drawn = [self._order[int(self._rng.integers(len(self._order)))] for _ in range(3)]
        parents = min(drawn, key=lambda parents: parents.spent)
        parents.spent += parents.each
        return parents

    def _one_of(self, parents: _Parents) -> Instance:
        return parents.instances[int(self._rng.integers(len(parents.instances)))]

    def _changed(self, instance: Instance) -> tuple[Instance, str, _Growth | None]:
        drawn = self._rng.random()
        if drawn < CROSSED:
            return *crossover(self._format, instance, self._one_of(self._parents()), self._rng), None
        if drawn < CROSSED + ENLARGED:
            grown = self._grown(instance)
            if grown is not None:
                made, growth = grown
                return made, f"grown: {growth.way}", growth
        label = ""
        for _ in range(min(MOST_STEPS, int(self._rng.geometric(0.45)))):
            instance, label = mutate(self._format, instance, self._rng)
        return instance, label, None

    def _grown(self, instance: Instance) -> tuple[Instance, _Growth] | None:
        factor = LARGER[int(self._rng.integers(len(LARGER)))]
        known, is_alike = self._known_sizes(instance), self._rng.random() < ALIKE
        growth = _Growth(any_way(self._rng), is_alike)
        more = int((factor - 1) * max(known.values(), default=0)) + 1
        sizes = {name: value + more if growth.is_alike else int(value * factor) + 1 for name, value in known.items()}
        made = self._at_sizes(instance, sizes, growth.way)
        return None if made is None else (made, growth)

    def _at_sizes(self, instance: Instance, sizes: dict[str, int], way: Way) -> Instance | None:
        try:
            return enlarged(self._format, instance, sizes, way, self._rng)
        except CannotGenerate:
            return None
