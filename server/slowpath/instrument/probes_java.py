"""Probes in a Java program's text: what the search build is compiled from.

Each insertion is a line of its own, which parts the line that it stands in, and ends with a mark: `Origin` says of each
line of the text that javac sees which of the user's it is, or which probe's. The statements call `slowpath.Probes`
(`toolchain/runtime/java`). What fails in a condition (an index, a null) is none of the program's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from slowpath.instrument.insertions import CannotPlace, Insertion, woven
from slowpath.instrument.java_expressions import judged_definitions, judged_expression
from slowpath.instrument.places import first_function, resolve
from slowpath.model.constraint import BEFORE, COUNT, Condition, Constraint, Count, Place, RejectedCondition
from slowpath.model.patterns import late_regex

_COUNT = late_regex(rf"\b{COUNT}\b")
_MARK = " //slowpath-condition-"
_OURS = re.compile(rb"^.*//slowpath-condition-(\d+)$")


@dataclass(frozen=True)
class Origin:
    """Where the lines of a probed text come from: `users` has the user's line (1-based) of each, `slots` the probe of
    those that are ours, by their 1-based number."""

    users: tuple[int, ...] = ()
    slots: Mapping[int, int] = field(default_factory=dict)

    def user_line(self, line: int) -> int:
        """The user's line that holds a line of the probed text; the line itself where nothing was inserted."""
        return self.users[line - 1] if 0 < line <= len(self.users) else line


AS_WRITTEN = Origin()
"""Of a text in which nothing was inserted."""


@dataclass(frozen=True)
class ProbedJava:
    """A program's text with probes of `constraints`, by slot; `rejected` are those without one."""

    source: bytes = field(repr=False)
    constraints: tuple[Constraint, ...] = ()
    rejected: tuple[RejectedCondition, ...] = ()
    origin: Origin = AS_WRITTEN

    @property
    def probed(self) -> tuple[str, ...]:
        """The constraints' ids by slot."""
        return tuple(each.id for each in self.constraints)


def with_probes(source: bytes, constraints: Sequence[Constraint]) -> ProbedJava:
    """The text with a probe for every condition that can stand in it."""
    texts: list[tuple[Insertion, bytes]] = []
    counts: dict[Count, int] = {}
    probed: list[Constraint] = []
    rejected: list[RejectedCondition] = []
    for constraint in constraints:
        condition = constraint.condition
        if condition is None:
            continue
        slot = len(probed)
        try:
            made = list(_insertions(source, condition, slot, counts))
        except CannotPlace as error:
            rejected.append(RejectedCondition(constraint.id, error.reason))
            continue
        if condition.count is not None:
            counts.setdefault(condition.count, len(counts))
        texts += ((insertion, f"\n{text}{_MARK}{slot}\n".encode()) for insertion, text in made)
        probed.append(constraint)
    text = woven(source, texts)
    return ProbedJava(text, tuple(probed), tuple(rejected), _origin(text) if texts else AS_WRITTEN)


def _insertions(
    source: bytes, condition: Condition, slot: int, counts: Mapping[Count, int]
) -> Iterator[tuple[Insertion, str]]:
    """The statements of one condition with their spots; without those of a count that is among `counts`, since equal
    ones are counted once. Raises `CannotPlace`."""
    if condition.setup.strip():
        yield _in_class(source, condition), " ".join(judged_definitions(condition.setup).splitlines())
    left, right = judged_expression(condition.left), judged_expression(condition.right)
    if condition.count is not None:
        known = counts.get(condition.count)
        number = len(counts) if known is None else known
        passes = f"slowpath.Probes.passes[{number}]"
        left, right = (_COUNT.sub(passes, side) for side in (left, right))
        if known is None:
            amount = judged_expression(condition.count.amount)
            if condition.count.since is not None:
                yield resolve(source, "java", condition.count.since), f"{passes} = 0;"
            yield (
                resolve(source, "java", condition.count.at),
                _quietly(f"{passes} += (long) slowpath.Probes.number({amount});"),
            )
    yield (
        resolve(source, "java", condition.place),
        _quietly(f"slowpath.Probes.see({slot}, slowpath.Probes.number({left}), slowpath.Probes.number({right}));"),
    )


def _in_class(source: bytes, condition: Condition) -> Insertion:
    """The spot for what a condition defines. Raises `CannotPlace`."""
    at = first_function(source, "java", condition)
    return replace(resolve(source, "java", condition.place), place=Place(BEFORE, 1), at=at, braces=None)


def _quietly(statement: str) -> str:
    return f"try {{ {statement} }} catch (RuntimeException slowpathIgnored) {{ }}"


def _origin(text: bytes) -> Origin:
    users: list[int] = []
    slots: dict[int, int] = {}
    line, parted = 0, False
    for number, row in enumerate(text.split(b"\n"), 1):
        ours = _OURS.match(row)
        if ours:
            slots[number] = int(ours[1])
        elif not parted:
            line += 1
        parted = ours is not None
        users.append(max(1, line))
    return Origin(tuple(users), slots)
