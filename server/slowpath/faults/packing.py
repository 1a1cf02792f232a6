"""Many test cases in one input: one run of the program judges hundreds of them, and which one failed is found after.

Only a format whose cases all stand in one `Cases` at its top can be packed, and cases of one input share what stands
around them. The packed input obeys the format's bound on their number and its sums over them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from slowpath.inputs.compiled import per_format
from slowpath.inputs.layout import is_local_sum, normalised, relation_path
from slowpath.inputs.printing import Instance
from slowpath.inputs.relations.relations import sum_of
from slowpath.inputs.validating.validate import holds
from slowpath.model.format import Cases, InputFormat, IntType, Relation, Scalar
from slowpath.model.nodes import items_of

MOST_CASES = 400
MOST_TOKENS = 6000
_PLAIN_TOKENS = 4


@dataclass(frozen=True)
class Packing:
    """How the cases of a format are packed: the `Cases` by its name, the scalar that counts them, and the sums over
    them that have to hold."""

    format: InputFormat
    name: str
    counter: Scalar
    sums: tuple[Relation, ...]

    def packed(self, instances: Sequence[Instance]) -> Instance:
        """One instance with the cases of all, what stands around them from the first. It may be invalid."""
        cases = [case for instance in instances for case in instance[self.name]]
        return {**instances[0], self.counter.name: len(cases), self.name: cases}

    def with_cases(self, instance: Instance, cases: Sequence[Instance]) -> Instance:
        """The instance with other cases."""
        return {**instance, self.counter.name: len(cases), self.name: list(cases)}

    def repeated(self, instance: Instance, case: Instance) -> Instance:
        """The instance with one case as often as the format allows, up to `MOST_CASES` times; what is slow once may be
        over a limit only then. Some validations of at most twice as many elements as there may be."""
        valid, step = 1, 1

        def grows() -> bool:
            return valid + step <= MOST_CASES and self.is_valid(self.with_cases(instance, [case] * (valid + step)))

        while grows():
            valid, step = valid + step, 2 * step
        while step := step // 2:
            valid += step if grows() else 0
        return self.with_cases(instance, [case] * valid)

    def surroundings(self, instance: Instance) -> str:
        """What stands around the cases, as something to compare."""
        return repr({name: value for name, value in instance.items() if name not in (self.name, self.counter.name)})

    def room(self, instance: Instance) -> Room:
        """An empty input for cases with those surroundings."""
        assert isinstance(self.counter.type, IntType)
        most = int(self.counter.type.hi.value(instance))
        sums = {relation: int(relation.right.value(instance)) for relation in self.sums}
        return Room(self, min(most, MOST_CASES), sums)

    def is_valid(self, instance: Instance) -> bool:
        """Whether the format allows that instance."""
        return holds(self.format, instance)


@dataclass
class Room:
    """What an input still has room for: cases, tokens, and what is left of each sum."""

    packing: Packing
    cases: int
    sums: dict[Relation, int]
    tokens: int = MOST_TOKENS
    instances: list[Instance] = field(default_factory=list)

    def takes(self, instance: Instance, tokens: int) -> bool:
        """Takes the instance's cases in, where there is room for them."""
        spent = {relation: sum_of(self.packing.format, relation, instance) for relation in self.sums}
        count = len(instance[self.packing.name])
        if count > self.cases or tokens > self.tokens or any(spent[each] > self.sums[each] for each in spent):
            return False
        self.cases -= count
        self.tokens -= tokens
        for relation, amount in spent.items():
            self.sums[relation] -= amount
        self.instances.append(instance)
        return True


@per_format
def _packing(fmt: InputFormat) -> tuple[Packing | None]:
    items = list(items_of(fmt.nodes))
    outer = [item for item in items if isinstance(item, Cases)]
    if len(outer) != 1:
        return (None,)
    cases = outer[0]
    counter = next((item for item in items if isinstance(item, Scalar) and item.name == cases.count.text), None)
    if counter is None or not isinstance(counter.type, IntType):
        return (None,)
    made = normalised(fmt)
    sums = tuple(
        relation
        for relation in made.relations
        if relation.kind == "sum"
        and not is_local_sum(made, relation)
        and cases.name in relation_path(made, relation)
        and relation.operator in ("<", "<=")
    )
    return (Packing(made, cases.name, counter, sums),)


def packing_of(fmt: InputFormat) -> Packing | None:
    """How to pack a format's cases, None where it has none that can be packed."""
    return _packing(fmt)[0]


def packs(packing: Packing, instances: Iterable[Instance], most: int) -> Iterator[Instance]:
    """The cases of `instances`, in their order, in as few valid instances of at most `most` cases as there may be."""
    room: Room | None = None
    around = ""
    for instance in instances:
        tokens = _tokens(instance[packing.name])
        key = packing.surroundings(instance)
        if room is not None and (key != around or len(room.instances) >= most or not room.takes(instance, tokens)):
            yield packing.packed(room.instances)
            room = None
        if room is None:
            room, around = packing.room(instance), key
            if not room.takes(instance, tokens):
                yield instance
                room = None
    if room is not None and room.instances:
        yield packing.packed(room.instances)


def _tokens(cases: Sequence[Instance]) -> int:
    """About how many tokens cases have."""
    return sum(_PLAIN_TOKENS + sum(_length(value) for value in case.values()) for case in cases)


def _length(value: Any) -> int:
    return 1 if isinstance(value, int | float) else len(value)
