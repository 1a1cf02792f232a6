"""What is special about an input: a size at its least, all elements equal, a graph that isn't connected, large numbers.

Each trait speaks for a category of AlgoBugs' taxonomy (section III-A), where the program fails on inputs that have it
and on no others (`survey`). An input with several test cases has a trait where one of them has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from slowpath.inputs.graphs import is_connected
from slowpath.inputs.layout import places, scopes
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.size_model import size_model
from slowpath.model.breaking import FaultCategory
from slowpath.model.format import Cases, InputFormat, IntType, Matrix, Records, Scalar, TextType, WordType
from slowpath.model.nodes import all_items

LARGE = 10_000
"""Numbers beyond this have products that come near to 32 bits, or sums that do."""
LEAST_HIGH = 50
"""The least upper bound that counts as a bound that may be missed by one."""

SENTENCES: dict[str, tuple[str, FaultCategory]] = {
    "least": ("{about} is as small as it may be", FaultCategory.STRUCTURAL),
    "single": ("{about} is 1", FaultCategory.STRUCTURAL),
    "empty": ("{about} is 0", FaultCategory.STRUCTURAL),
    "alike": ("all elements of {about} are equal", FaultCategory.STRUCTURAL),
    "different": ("all elements of {about} are different", FaultCategory.STRUCTURAL),
    "one-letter": ("{about} has one letter only", FaultCategory.STRUCTURAL),
    "answer": ("the right answer is {about}", FaultCategory.STRUCTURAL),
    "repeated": ("some elements of {about} are equal", FaultCategory.CONSTRAINT),
    "unsorted": ("{about} isn't sorted", FaultCategory.CONSTRAINT),
    "disconnected": ("the graph isn't connected", FaultCategory.CONSTRAINT),
    "loop": ("an edge leads from a vertex to itself", FaultCategory.CONSTRAINT),
    "parallel": ("two edges join the same vertices", FaultCategory.CONSTRAINT),
    "nested": ("one interval lies within another", FaultCategory.CONSTRAINT),
    "touching": ("one interval ends where another begins", FaultCategory.CONSTRAINT),
    "cases": ("there is more than one test case", FaultCategory.CONSTRAINT),
    "zero": ("{about} is 0 somewhere", FaultCategory.NUMERIC),
    "negative": ("{about} is negative somewhere", FaultCategory.NUMERIC),
    "large": ("{about} holds large numbers", FaultCategory.NUMERIC),
    "greatest": ("{about} is at its upper bound", FaultCategory.NUMERIC),
}


@dataclass(frozen=True, order=True)
class Trait:
    """One thing that is special about an input; `about` is the variable, "" where it is about the whole."""

    kind: str
    about: str = ""

    @property
    def sentence(self) -> str:
        """For people, as part of a sentence."""
        return SENTENCES[self.kind][0].format(about=self.about)

    @property
    def category(self) -> FaultCategory:
        """The category that it speaks for."""
        return SENTENCES[self.kind][1]


def traits_of(fmt: InputFormat, instance: Instance) -> frozenset[Trait]:
    """What is special about a valid instance."""
    return frozenset((*_of_values(fmt, instance), *_of_graphs(fmt, instance)))


def cases_of(fmt: InputFormat, instance: Instance) -> int | None:
    """How many test cases an input has, None where the format has none."""
    return next(
        (
            len(instance[name])
            for name, place in places(fmt).items()
            if isinstance(place.item, Cases) and not place.path
        ),
        None,
    )


def _of_values(fmt: InputFormat, instance: Instance) -> Iterator[Trait]:
    sizes = size_model(fmt).variables
    counts = {place.item.count.text for place in places(fmt).values() if isinstance(place.item, Cases)}
    if (cases_of(fmt, instance) or 0) > 1:
        yield Trait("cases")
    for name, place in places(fmt).items():
        if isinstance(place.item, Cases) or place.is_tagged or name in counts:
            continue
        for _, scope in scopes(fmt, instance, place.path):
            value = scope.get(name)
            if value is None:
                continue
            if name in sizes and sizes[name].is_size and isinstance(value, int) and not place.is_column:
                lo, hi = (end.constant for end in (sizes[name].lo, sizes[name].hi))
                yield from _of_size(name, value, lo, hi)
            elif not _is_vertex(name, place.rows):
                yield from _of_content(name, place.item, value)


def _is_vertex(name: str, rows: Any) -> bool:
    """Whether a variable holds the ends of edges, whose numbers say nothing of themselves."""
    return isinstance(rows, Records) and rows.structure in ("graph", "tree") and name in rows.endpoints


def _of_size(name: str, value: int, lo: int | None, hi: int | None) -> Iterator[Trait]:
    if value == 0:
        yield Trait("empty", name)
    elif value == 1:
        yield Trait("single", name)
    if lo is not None and value == lo:
        yield Trait("least", name)
    if hi is not None and value == hi and hi >= LEAST_HIGH:
        yield Trait("greatest", name)


def _of_content(name: str, item: Any, value: Any) -> Iterator[Trait]:
    of = getattr(item, "type", None)
    if isinstance(of, WordType | TextType):
        yield from _of_words(name, item, value)
    elif isinstance(of, IntType):
        listed = _numbers(value)
        yield from _of_numbers(name, of, listed)
        if not isinstance(item, Scalar) or isinstance(value, np.ndarray | list):
            yield from _of_elements(name, listed, isinstance(item, Matrix))


def _numbers(value: Any) -> list[int]:
    if isinstance(value, np.ndarray):
        return value.reshape(-1).tolist()
    if isinstance(value, list):
        return [number for row in value for number in (_numbers(row) if isinstance(row, list | np.ndarray) else [row])]
    return [int(value)]


def _of_numbers(name: str, of: IntType, listed: list[int]) -> Iterator[Trait]:
    hi = of.hi.constant
    if 0 in listed:
        yield Trait("zero", name)
    if listed and min(listed) < 0:
        yield Trait("negative", name)
    if listed and max(map(abs, listed)) >= LARGE:
        yield Trait("large", name)
    if hi is not None and hi >= LEAST_HIGH and hi in listed:
        yield Trait("greatest", name)


def _of_elements(name: str, listed: list[int], is_matrix: bool) -> Iterator[Trait]:
    if not listed:
        return
    different = len(set(listed))
    if different == 1:
        yield Trait("alike", name)
    if different == len(listed):
        yield Trait("different", name)
    else:
        yield Trait("repeated", name)
    if not is_matrix and listed != sorted(listed):
        yield Trait("unsorted", name)


def _of_words(name: str, item: Any, value: Any) -> Iterator[Trait]:
    words = [value] if isinstance(value, str) else [word for word in value if isinstance(word, str)]
    if any(len(word) == 1 for word in words) and not isinstance(item, Matrix):
        yield Trait("single", f"the length of {name}")
    letters = "".join(words)
    if letters and len(set(letters)) == 1:
        yield Trait("one-letter", name)
    if not isinstance(value, str) and len(set(words)) < len(words):
        yield Trait("repeated", name)
        if len(set(words)) == 1:
            yield Trait("alike", name)


def _of_graphs(fmt: InputFormat, instance: Instance) -> Iterator[Trait]:
    for path, item in all_items(fmt.nodes):
        if isinstance(item, Records):
            ends = _interval_ends(item)
            for _, scope in scopes(fmt, instance, path):
                if item.structure == "graph":
                    yield from _of_edges(item, scope)
                elif ends:
                    yield from _of_intervals(*(_numbers(scope[name]) for name in ends))


def _interval_ends(item: Records) -> tuple[str, ...]:
    """The names of both ends where rows are intervals: by their structure, or two numbers of which the first bounds
    the second."""
    if item.structure == "intervals":
        return item.endpoints
    types = [field.type for field in item.fields if isinstance(field, Scalar)]
    if (
        len(item.fields) == len(types) == 2
        and isinstance(types[1], IntType)
        and item.fields[0].name in types[1].lo.names
    ):
        return item.fields[0].name, item.fields[1].name
    return ()


def _of_intervals(begins: list[int], ends: list[int]) -> Iterator[Trait]:
    if set(begins) & set(ends):
        yield Trait("touching")
    furthest: int | None = None
    for _, end in sorted(zip(begins, ends, strict=True), key=lambda pair: (pair[0], -pair[1])):
        if furthest is not None and end <= furthest:
            yield Trait("nested")
            return
        furthest = end


def _of_edges(item: Records, scope: Mapping[str, Any]) -> Iterator[Trait]:
    ends = [scope.get(name) for name in item.endpoints]
    if len(ends) != 2 or not all(isinstance(end, np.ndarray) for end in ends):
        return
    u, v = np.asarray(ends[0]), np.asarray(ends[1])
    if (u == v).any():
        yield Trait("loop")
    if len({(min(pair), max(pair)) for pair in zip(u.tolist(), v.tolist(), strict=True)}) < len(u):
        yield Trait("parallel")
    least = _least_vertex(item, scope)
    vertices = (
        int(item.vertices.value(scope))
        if item.vertices is not None
        else int(max([*u, *v], default=least - 1)) - least + 1
    )
    if vertices > 1 and not is_connected(vertices, u - least, v - least):
        yield Trait("disconnected")


def _least_vertex(item: Records, scope: Mapping[str, Any]) -> int:
    """The number of the first vertex, as the bounds say."""
    first = next(field for field in item.fields if field.name == item.endpoints[0])
    return int(first.type.lo.value(scope)) if isinstance(first.type, IntType) else 0
