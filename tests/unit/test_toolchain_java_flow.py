"""Counts of a method's blocks follow from those of a few: what is derived is what a walk through it counted."""

from __future__ import annotations

import random

import pytest

from slowpath.toolchain.java.bytecode import instructions
from slowpath.toolchain.java.class_counters import block_starts
from slowpath.toolchain.java.class_file import Code
from slowpath.toolchain.java.flow import derived_counts

LOOP = bytes((3, 60, 27, 26, 162, 0, 9, 132, 1, 1, 167, 255, 248, 177))
"""`for (int i = 0; i < n; i++);`: start, condition, body, end."""
BRANCH = bytes((3, 60, 27, 26, 162, 0, 16, 27, 153, 0, 6, 132, 1, 1, 132, 1, 1, 167, 255, 241, 177))
"""The same with an `if` in its body: start, condition, test, then, step, end."""
CALLS = bytes((3, 60, 27, 26, 162, 0, 12, 184, 0, 1, 132, 1, 1, 167, 255, 245, 177))
"""The first with a call in its body."""
CAUGHT = bytes((3, 60, 27, 26, 162, 0, 13, 42, 27, 46, 87, 132, 1, 1, 167, 255, 244, 177, 87, 177))
"""The first with an element of an array in its body, and a handler behind its end."""
HANDLED, HANDLER = (7, 14), 18


def blocks_of(code):
    parted = []
    for part, _, starts in block_starts(code, instructions(code.code)):
        if starts:
            parted.append([])
        parted[-1].append(part)
    return parted


def walked(blocks, handlers, rng):
    """How often each block ran in some calls of the method; what may throw does so now and then where that's caught."""
    at = {block[0].at: number for number, block in enumerate(blocks)}
    counts = [0] * len(blocks)
    for _ in range(5):
        number = 0
        while True:
            counts[number] += 1
            last = blocks[number][-1]
            places = [*last.targets, *([last.end] if last.goes_on else [])]
            places += [handler for first, end, handler, _ in handlers if first <= blocks[number][0].at < end]
            if not places:
                break
            number = at[rng.choice(places)]
    return counts


@pytest.mark.parametrize(
    ("code", "handlers", "counters"),
    [(LOOP, [], 2), (BRANCH, [], 3), (CALLS, [], 3), (CAUGHT, [(*HANDLED, HANDLER, 0)], 4)],
)
def test_what_is_derived_is_what_ran(code, handlers, counters):
    method = Code(4, 2, code, handlers, [])
    blocks = blocks_of(method)
    derived = derived_counts(method, blocks)
    assert len(blocks) - len(derived) == counters
    for seed in range(20):
        counts = walked(blocks, handlers, random.Random(seed))
        known = list(counts)
        for each in derived:
            known[each.block] = -1
        for each in derived:
            known[each.block] = sum(known[one] for one in each.plus) - sum(known[one] for one in each.minus)
        assert known == counts


def test_the_body_of_a_loop_has_one_counter_at_most():
    method = Code(4, 2, BRANCH, [], [])
    inner = {1, 2, 4} - {each.block for each in derived_counts(method, blocks_of(method))}
    assert len(inner) == 1
