"""Names of tests: their number, their group, and what they are in a few words, as file names that every judge takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from slowpath.model.testset import ChosenTest, Group

LONGEST = 32


def named(tests: Sequence[ChosenTest]) -> tuple[ChosenTest, ...]:
    """The tests in the order of their groups, the smaller ones of a group first, each with its name; samples keep
    theirs. Names sort as the tests do."""
    order = list(Group)
    ranked = sorted(tests, key=lambda test: (order.index(test.proposed.group), _rank(test)))
    width = max(2, len(str(len(ranked))))
    made, number, taken = [], 0, set[str]()
    for test in ranked:
        proposed = test.proposed
        if proposed.group is Group.SAMPLE:
            name = slug(proposed.origin.label.removeprefix("sample ")) or "sample"
        else:
            number += 1
            name = f"{number:0{width}}-{proposed.group.value}-{slug(proposed.kind)}".rstrip("-")
        while name in taken:
            name += "x"
        taken.add(name)
        made.append(replace(test, name=name))
    return tuple(made)


def _rank(test: ChosenTest) -> tuple[int, str]:
    return (0, "") if test.proposed.group is Group.SAMPLE else (len(test.proposed.data), test.proposed.id)


def slug(text: str) -> str:
    """Small letters, digits and hyphens, `LONGEST` at most; it begins and ends with no hyphen."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:LONGEST].strip("-")
