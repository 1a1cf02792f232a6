"""A format that says what validators accept, as far as the text form can and they can be asked."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.infer.judged.bounds import with_judged_bounds, with_judged_letters
from slowpath.inputs.infer.judged.lines import Lines, bounded, keep_all, keeps, left_values, terms
from slowpath.inputs.infer.judged.trials import Allows, Asked, Trials, neighbours, small_instances
from slowpath.inputs.infer.oracle.trials import NOTHING_SMALL
from slowpath.inputs.layout import places
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.sizes import scaled, size_variables
from slowpath.inputs.validating.validate import holds
from slowpath.model.format import InputFormat, Relation
from slowpath.model.nodes import changed_nodes

_SEED = 50
_MADE, _MADE_MEDIUM = 24, 6
_NEIGHBOURS = 64
_MOST_LOOKS = 4
_MOST_STEPS = 6
_MOST_LIKELY = 4
_LEAST_TOLD = 2
"""A line has to tell why so many inputs are refused."""
_SURE = math.log(300 / 0.01)
"""Some hundred lines are tried: so rarely may one that doesn't matter be broken by refused inputs alone by chance."""
_STRICTER = {"<": ("<=", "!="), ">": (">=", "!="), "==": ("<=", ">=")}
_BITS = 62
_AT_BOUND = 4
_MADE_BROKEN = 12
_BROKEN_BY = {"<": 0, ">": 0, "!=": 0, "<=": 1, ">=": -1}
"""By how much the left side exceeds the right one where an order is broken as little as it can be."""
_MEDIUM = 60
_SMALL = 9
_MOST_VALUES = 300_000


@dataclass(frozen=True)
class Learned:
    """The format, and which share of small inputs of it was accepted before and at the end."""

    format: InputFormat
    before: float
    after: float


def learned(
    fmt: InputFormat,
    samples: Sequence[Instance],
    allows: Allows,
    assumed: Collection[str] = (),
    stop: Callable[[], bool] = lambda: False,
) -> Learned:
    """`fmt` with bounds and lines that validators ask for beyond it. `allows` says whether no validator refuses
    an input; `samples` are known to be valid; `assumed` names variables whose bounds nobody said. The same validators
    give the same format; what is under way when `stop` says so is dropped.
    """
    learning = _Learning(fmt, Trials(allows, samples, stop), assumed)
    with contextlib.suppress(Asked):
        learning.run()
    return Learned(learning.format, learning.before, learning.after)


class _Learning:
    """One format on its way."""

    def __init__(self, fmt: InputFormat, trials: Trials, assumed: Collection[str]) -> None:
        self.format = self._given = fmt
        self._trials, self._assumed = trials, assumed
        self._rng = np.random.default_rng(_SEED)
        self.before = self.after = 1.0

    def run(self) -> None:
        """Learns until all is accepted, or nothing more helps. Raises `Asked`."""
        self.before = self.after = self._share(self.format)
        for _ in range(_MOST_STEPS):
            self._look_around()
            refused = self._trials.unexplained(self.format)
            if not refused or not self._step(refused):
                break
        self._drop_needless()
        if not self._trials.unexplained(self.format):
            names = {*size_variables(self.format), *self._assumed}
            self.format = with_judged_bounds(self.format, self._trials, names, self._assumed)

    def _share(self, fmt: InputFormat) -> float:
        """Which share of small inputs and of medium ones can be made and is accepted."""
        made = [*small_instances(fmt, _MADE, self._rng), *_medium(fmt, self._rng)]
        return sum(self._trials.ask(fmt, made)) / (_MADE + _MADE_MEDIUM)

    def _step(self, refused: Sequence[Instance]) -> bool:
        """Goes over to the format of which most is accepted: with bounds drawn in, or with one more line. Whether that
        helps."""
        best = self.format
        share = self.after
        for fmt in self._steps():
            if fmt != self.format and (found := self._share(fmt)) >= share and (found > share or best == self.format):
                best, share = fmt, found
        if best == self.format or (share == self.after and len(self._trials.unexplained(best)) >= len(refused)):
            return False
        self.format, self.after = best, share
        return True

    def _steps(self) -> Iterator[InputFormat]:
        fmt = with_judged_letters(self.format, self._trials)
        yield with_judged_bounds(fmt, self._trials, frozenset(places(fmt)), ())
        for _, relation in sorted(self._likely(), key=lambda found: -found[0])[:_MOST_LIKELY]:
            loosened = self._loosened(relation) if relation.right.constant is not None else relation
            if loosened is not None and self._is_needed(loosened):
                yield self._with(loosened)

    def _with(self, relation: Relation) -> InputFormat:
        """The format with one more line, which may say more than one that was learned before it."""
        weaker = _STRICTER.get(relation.operator, ())
        kept = (
            one
            for one in self.format.relations
            if one in self._given.relations
            or replace(one, operator=relation.operator) != relation
            or one.operator not in weaker
        )
        return replace(self.format, relations=(*kept, relation))

    def _drop_needless(self) -> None:
        """Undoes what nothing is refused without: a bound that a line says as well, or that was seen by chance."""
        for name, place in places(self._given).items():
            now = places(self.format)[name].item
            if getattr(now, "type", None) != getattr(place.item, "type", None):
                self._try(replace(self.format, nodes=changed_nodes(self.format.nodes, _as_before(name, place.item))))
        for relation in self.format.relations:
            if relation not in self._given.relations:
                self._try(
                    replace(self.format, relations=tuple(one for one in self.format.relations if one != relation))
                )

    def _try(self, fmt: InputFormat) -> None:
        """Takes a wider format where as much of it is accepted."""
        left = len(self._trials.unexplained(self.format))
        if self._share(fmt) >= self.after and len(self._trials.unexplained(fmt)) <= left:
            self.format = fmt

    def _look_around(self) -> None:
        """Asks about neighbours of what is accepted: of these most are accepted too, and the others break one thing."""
        enough = self._trials.steps + _NEIGHBOURS
        for _ in range(_MOST_LOOKS):
            parents = self._trials.accepted[-_NEIGHBOURS:]
            self._trials.ask(self.format, neighbours(self.format, parents, _NEIGHBOURS, self._rng), are_near=True)
            if self._trials.steps >= enough:
                break

    def _likely(self) -> Iterator[tuple[int, Relation]]:
        """Lines that all accepted inputs keep, with how many don't of those that were refused for one step: more than
        by chance. Larger inputs have more of everything and are refused more often for whatever it is: they don't tell.
        Of a bound of a sum or product the tightest one."""
        lines = Lines(self.format)
        refused = [one for one in self._trials.near if holds(self.format, one)]
        steps = self._trials.steps - len(self._trials.near) + len(refused)
        if not refused:
            return
        found = (relation for relation in lines if self._is_kept(relation))
        for relation in chain(found, self._bounded_terms(lines)):
            told = keeps(self.format, relation, refused).count(False)
            if told >= _LEAST_TOLD and told * math.log(steps / len(refused)) >= _SURE:
                yield told, relation

    def _is_kept(self, relation: Relation) -> bool:
        self._trials.check()
        return keep_all(self.format, relation, self._trials.accepted)

    def _bounded_terms(self, lines: Lines) -> Iterator[Relation]:
        """Bounds of sums and products, with the positive number that says most and that all accepted inputs keep."""
        for term in terms(self.format):
            self._trials.check()
            relation = lines.relation(f"{term} <= 1")
            if relation is None:
                continue
            try:
                ends = [value for one in self._trials.accepted for value in left_values(self.format, relation, one)]
            except NOTHING_SMALL:
                continue
            if ends and max(ends) > 0:
                yield bounded(relation, max(ends))
            if ends and min(ends) > 0:
                yield bounded(replace(relation, operator=">="), min(ends))

    def _loosened(self, relation: Relation) -> Relation | None:
        """The bound up to which all is accepted and behind which nothing is, asked for by halving; None for none. What
        compares remainders, or by "==", stays."""
        if relation.operator not in ("<=", ">="):
            return relation
        good = relation.right.constant or 0
        away = 1 if relation.operator == "<=" else -1
        near, far = 0, 1
        while far < 1 << _BITS and any(self._said_at(relation, good + away * far)):
            near, far = far, 2 * far
        while far - near > 1:
            middle = (near + far) // 2
            near, far = (middle, far) if any(self._said_at(relation, good + away * middle)) else (near, middle)
        is_sharp = all(self._said_at(relation, good + away * near)) and self._said_at(relation, good + away * far)
        return bounded(relation, good + away * near) if is_sharp else None

    def _is_needed(self, relation: Relation) -> bool:
        """Whether nothing is accepted that breaks the relation just so: `a < b` where both are equal."""
        just = _BROKEN_BY.get(relation.operator)
        if just is None or relation.character:
            return True
        broken = replace(relation, operator="==", right=relation.right.plus(just))
        fmt = replace(self.format, relations=(*self.format.relations, broken))
        made = list(small_instances(fmt, _MADE_BROKEN, self._rng))
        breaking = [one for one, kept in zip(made, keeps(self.format, relation, made), strict=True) if not kept]
        return not any(self._trials.ask(fmt, breaking)) and not any(self._trials.ask(fmt, self._broken_last(broken)))

    def _broken_last(self, broken: Relation) -> Iterator[Instance]:
        """The longest accepted inputs with what breaks a line at the end of a list alone: earlier rows may have made
        room for it, as those that put something in do."""
        name = broken.left.text
        known = [
            one for one in self._trials.accepted if isinstance(one.get(name), list | np.ndarray) and len(one[name])
        ]
        for one in sorted(known, key=lambda one: -len(one[name]))[:_MADE_BROKEN]:
            try:
                changed = {**one, name: one[name].copy()}
                changed[name][-1] = broken.right.value(one)
                if holds(self.format, changed):
                    yield changed
            except NOTHING_SMALL:
                return

    def _said_at(self, relation: Relation, number: int) -> list[bool]:
        """Whether small inputs are accepted of which the left side is just the number."""
        exactly = replace(bounded(relation, number), operator="==")
        fmt = replace(self.format, relations=(*self.format.relations, exactly))
        return self._trials.ask(fmt, small_instances(fmt, _AT_BOUND, self._rng))


def _medium(fmt: InputFormat, rng: np.random.Generator) -> Iterator[Instance]:
    for _ in range(_MADE_MEDIUM):
        try:
            yield generate(scaled(fmt, _MEDIUM), Plan(most_values=_MOST_VALUES), rng)
        except NOTHING_SMALL:
            return


def _as_before(name: str, given: Any) -> Callable[[Any], Any]:
    return lambda item: replace(item, type=given.type) if getattr(item, "name", "") == name else item
