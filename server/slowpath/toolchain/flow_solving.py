"""Solves the flow of a function: the count of every arc as a linear form of the counters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from slowpath.toolchain.gcno import Function

Form = dict[int, int]
"""A linear form of the counters: counter slot -> coefficient."""


@dataclass(frozen=True)
class Solved:
    """A function with the forms of its arcs and blocks, and its arcs by source and target block."""

    function: Function
    arcs: tuple[Form, ...]
    blocks: tuple[Form, ...]
    leaving: Mapping[int, list[int]]
    entering: Mapping[int, list[int]]


def solve(function: Function, first_slot: int | None) -> Solved:
    """The forms of all arcs and blocks. A function that isn't in the target has zero forms: it never ran."""
    leaving: dict[int, list[int]] = defaultdict(list)
    entering: dict[int, list[int]] = defaultdict(list)
    for index, arc in enumerate(function.arcs):
        leaving[arc.source].append(index)
        entering[arc.target].append(index)
    if first_slot is None:
        empty: Form = {}
        return Solved(function, (empty,) * len(function.arcs), (empty,) * function.blocks, leaving, entering)
    forms = _arc_forms(function, leaving, entering, first_slot)
    blocks = tuple(form_sum(forms[i] for i in leaving[b] or entering[b]) for b in range(function.blocks))
    return _made_whole(Solved(function, forms, blocks, leaving, entering))


def _made_whole(solved: Solved) -> Solved:
    """The function with blocks that inserted code parted in one again: what leaves a part leaves the whole, and what
    enters a part comes from within."""
    whole = solved.function.whole
    if not whole:
        return solved
    before = solved.function.arcs
    kept = [index for index, arc in enumerate(before) if arc.target not in whole]
    arcs = tuple(replace(before[index], source=whole.get(before[index].source, before[index].source)) for index in kept)
    leaving: dict[int, list[int]] = defaultdict(list)
    entering: dict[int, list[int]] = defaultdict(list)
    for index, arc in enumerate(arcs):
        leaving[arc.source].append(index)
        entering[arc.target].append(index)
    return Solved(
        replace(solved.function, arcs=arcs),
        tuple(solved.arcs[index] for index in kept),
        solved.blocks,
        leaving,
        entering,
    )


def _arc_forms(
    function: Function, leaving: Mapping[int, list[int]], entering: Mapping[int, list[int]], first_slot: int
) -> tuple[Form, ...]:
    """Peels the tree: a block with one unknown arc determines it.

    The entry and the exit (blocks 0 and 1) determine nothing: the tree has an unseen arc from exit to entry.
    """
    arcs = function.arcs
    forms: list[Form | None] = [None] * len(arcs)
    slot = first_slot
    for index, arc in enumerate(arcs):
        if not arc.on_tree:
            forms[index] = {slot: 1}
            slot += 1
    unknown = {b: sum(forms[i] is None for i in (*leaving[b], *entering[b])) for b in range(2, function.blocks)}
    ready = [block for block, count in unknown.items() if count == 1]
    while ready:
        block = ready.pop()
        missing = next((i for i in (*leaving[block], *entering[block]) if forms[i] is None), None)
        if missing is None:
            continue
        inside = form_sum(forms[i] or {} for i in entering[block])
        outside = form_sum(forms[i] or {} for i in leaving[block])
        forms[missing] = _difference(inside, outside) if missing in leaving[block] else _difference(outside, inside)
        for other in (arcs[missing].source, arcs[missing].target):
            if other in unknown:
                unknown[other] -= 1
                if unknown[other] == 1:
                    ready.append(other)
    if any(form is None for form in forms):
        raise ValueError("a flow graph can't be solved")
    return tuple(form for form in forms if form is not None)


def form_sum(forms: Iterable[Form]) -> Form:
    total: Form = {}
    for form in forms:
        for slot, factor in form.items():
            total[slot] = total.get(slot, 0) + factor
    return {slot: factor for slot, factor in total.items() if factor}


def _difference(first: Form, second: Form) -> Form:
    return form_sum((first, {slot: -factor for slot, factor in second.items()}))
