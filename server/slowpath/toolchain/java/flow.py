"""Which blocks of a method need a counter, and how often the others ran then.

Theory of operation (Knuth and Stevenson, Optimal measurement points for program frequency counts, BIT 13, 1973). What
leaves blocks enters those that follow them. So ends and beginnings of blocks that an edge joins are one junction, into
which as many come as go out of it: a block is an arc between two junctions, and the counters of all arcs but those of a
spanning tree say what the tree's are. The tree takes blocks of deep loops first. Junctions at which this doesn't hold
are one, the outside: where methods begin and end, and behind blocks that may be left before their end.

A block is taken to be left early for calls in it, which may throw, or stay forever; where exceptions are caught, for
all that may throw. An exception of another kind ends the method, and lets one block too many have run, as does a run
that is cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from slowpath.toolchain.java.bytecode import INVOKES, Instruction
from slowpath.toolchain.java.class_file import Code

_MAY_THROW = frozenset(
    (*range(46, 54), *range(79, 87), 108, 109, 112, 113, *range(178, 182), *INVOKES, *range(187, 191), *range(192, 196))
) | {197}
"""Elements of arrays, division of integers, fields, calls, new objects and arrays, lengths, casts, monitors."""


@dataclass(frozen=True)
class Derived:
    """How often a block ran without a counter: `plus` together, without `minus`; all are numbers of blocks."""

    block: int
    plus: tuple[int, ...]
    minus: tuple[int, ...]

    def moved(self, by: int) -> Derived:
        """The same where numbers are so much larger."""
        plus, minus = (tuple(number + by for number in side) for side in (self.plus, self.minus))
        return Derived(self.block + by, plus, minus)


def derived_counts(code: Code, blocks: Sequence[Sequence[Instruction]]) -> list[Derived]:
    """The blocks of a method that need no counter, in an order in which each follows from counters and those before
    it."""
    number_at = {block[0].at: number for number, block in enumerate(blocks)}
    following = [_following(block, number_at) for block in blocks]
    junctions = _Junctions(len(blocks))
    for entered in (0, *(number_at[handler] for _, _, handler, _ in code.handlers)):
        junctions.join(2 * entered, junctions.outside)
    for number, block in enumerate(blocks):
        if not following[number] or _is_left_early(block, code):
            junctions.join(2 * number + 1, junctions.outside)
        for target in following[number]:
            junctions.join(2 * number + 1, 2 * target)
    arcs = [(junctions.of(2 * number), junctions.of(2 * number + 1)) for number in range(len(blocks))]
    depths = _loop_depths(following)
    tree = _spanning_tree(arcs, sorted(range(len(blocks)), key=lambda number: -depths[number]), len(blocks))
    return list(_solved(arcs, tree, junctions.of(junctions.outside)))


def _following(block: Sequence[Instruction], number_at: dict[int, int]) -> tuple[int, ...]:
    last = block[-1]
    places = (*last.targets, last.end) if last.goes_on else last.targets
    return tuple(number_at[place] for place in places)


def _is_left_early(block: Sequence[Instruction], code: Code) -> bool:
    return any(
        part.opcode in INVOKES
        or (part.opcode in _MAY_THROW and any(first <= part.at < end for first, end, _, _ in code.handlers))
        for part in block
    )


class _Junctions:
    """Sets of ends of blocks that are joined: 2k is where block k begins, 2k + 1 where it ends."""

    def __init__(self, blocks: int) -> None:
        self.outside = 2 * blocks
        self._parents = list(range(2 * blocks + 1))

    def of(self, end: int) -> int:
        """The one that stands for all that are joined to this one."""
        while self._parents[end] != end:
            self._parents[end] = end = self._parents[self._parents[end]]
        return end

    def join(self, one: int, other: int) -> bool:
        """Joins two; False where they were."""
        one, other = self.of(one), self.of(other)
        self._parents[one] = other
        return one != other


def _loop_depths(following: Sequence[tuple[int, ...]]) -> list[int]:
    """In how many loops each block is, as jumps back show them."""
    ends = {target: number for number, targets in enumerate(following) for target in targets if target <= number}
    return [sum(first <= number <= last for first, last in ends.items()) for number in range(len(following))]


def _spanning_tree(arcs: Sequence[tuple[int, int]], order: Iterable[int], blocks: int) -> set[int]:
    joined = _Junctions(blocks)
    return {number for number in order if joined.join(*arcs[number])}


def _solved(arcs: Sequence[tuple[int, int]], tree: set[int], outside: int) -> Iterator[Derived]:
    """The tree's blocks from its leaves on: what comes into a junction goes out of it."""
    into: dict[int, list[int]] = {}
    out_of: dict[int, list[int]] = {}
    left: dict[int, set[int]] = {}
    for number, (begin, end) in enumerate(arcs):
        if begin == end:
            continue
        out_of.setdefault(begin, []).append(number)
        into.setdefault(end, []).append(number)
        if number in tree:
            for junction in (begin, end):
                left.setdefault(junction, set()).add(number)
    leaves = [junction for junction, unknown in left.items() if len(unknown) == 1 and junction != outside]
    while leaves:
        junction = leaves.pop()
        if len(left[junction]) != 1:
            continue
        (block,) = left[junction]
        same, other = out_of.get(junction, []), into.get(junction, [])
        if arcs[block][1] == junction:
            same, other = other, same
        yield Derived(block, tuple(other), tuple(number for number in same if number != block))
        for end in arcs[block]:
            left[end].discard(block)
            if len(left[end]) == 1 and end != outside:
                leaves.append(end)
