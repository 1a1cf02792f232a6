"""Failures that are known already, so that a search looks for others.

Theory of operation. Each known input is judged, made small and explained like one that was found; what is left of it is
how it fails (verdict, category, line) and what nearly all inputs have in common on which the program fails (`survey`).
A failure by a verdict that a limit gives is the same wherever it comes. For others a failing input is made small and
explained too, and is another failure where its verdict or its line is another one, where no line can be said its
category, or where it lacks what the known ones have in common. Making it small may lead from one bug to another; so
where it lacks that, smaller ones have to lack it as well. Such inputs are looked at first, of the others ever fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from slowpath.faults.contest import Bout
from slowpath.faults.survey import Survey
from slowpath.faults.traits import Trait, traits_of
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import Instance
from slowpath.model.breaking import BreakingInput, BreakSpec, Complaint, Failing
from slowpath.model.origin import input_id

MOST_LOOKED_AT = 40
COMMON_SHARE = 0.9
_LIMITS = frozenset({Failing.TIME_LIMIT, Failing.MEMORY_LIMIT, Failing.OUTPUT_LIMIT, Failing.UNSTEADY})
_SPACING = 1.6


@dataclass(frozen=True)
class KnownFailure:
    """How a program is known to fail: what was told of it, and the traits that failing inputs near it have in
    common."""

    told: BreakingInput
    common: frozenset[Trait]

    def is_like(self, other: BreakingInput) -> bool:
        """Whether another failing input shows the same failure, as far as can be said."""
        if self.told.failing is not other.failing:
            return False
        if self.told.failing in _LIMITS:
            return True
        if self.told.failing is Failing.RUNTIME_ERROR and self.told.reason != other.reason:
            return False
        mine, others = _line(self.told), _line(other)
        if mine is not None and others is not None:
            return mine == others
        kinds = [told.classification.category if told.classification else None for told in (self.told, other)]
        return kinds[0] is kinds[1]


def _line(told: BreakingInput) -> int | None:
    if told.complaint is not None and told.complaint.line is not None:
        return told.complaint.line
    return told.divergence.line if told.divergence is not None else None


def common_traits(survey: Survey) -> frozenset[Trait]:
    """The traits of a failing input that nearly all failing inputs near it have, and far fewer of the others. Some may
    fail for another reason, so not all need have them."""
    failed = [each.traits for each in survey.seen if each.failed] + [survey.breaking]
    passed = [each.traits for each in survey.seen if not each.failed]
    return frozenset(
        trait
        for trait in survey.breaking
        if _share(trait, failed) >= COMMON_SHARE and 2 * _share(trait, passed) <= _share(trait, failed)
    )


def _share(trait: Trait, inputs: Sequence[frozenset[Trait]]) -> float:
    return sum(trait in traits for traits in inputs) / len(inputs) if inputs else 0.0


class KnownFailures:
    """All of one search. `inputs` are the ids of the known inputs themselves, which are never told again."""

    def __init__(self, spec: BreakSpec) -> None:
        self._spec = spec
        self._known: list[KnownFailure] = []
        self._met: dict[Failing, int] = {}
        self._next: dict[Failing, float] = {}
        self._looked_at = 0
        self.inputs = frozenset(map(input_id, spec.known))

    def add(self, known: KnownFailure) -> None:
        """Takes note of a failure that isn't looked for."""
        self._known.append(known)

    def of(self, failing: Failing) -> Sequence[KnownFailure]:
        """Those of one kind."""
        return [known for known in self._known if known.told.failing is failing]

    def has_complaint(self, complaint: Complaint) -> bool:
        """Whether a sanitizer's complaint is a known one: of the same kind, and of the same line."""
        mine = (known.told.complaint for known in self.of(Failing.UNDEFINED))
        return any(each is not None and (each.kind, each.line) == (complaint.kind, complaint.line) for each in mine)

    def is_passed_over(self, bout: Bout, instance: Instance | None) -> bool:
        """Whether a failing input isn't worth looking at: surely a known failure, or probably one."""
        failing = bout.failing
        if input_id(bout.data) in self.inputs:
            return True
        if failing is None or not self.of(failing):
            return False
        if failing in _LIMITS or self._looked_at >= MOST_LOOKED_AT:
            return True
        if not self.lacks(failing, instance):
            self._met[failing] = self._met.get(failing, 0) + 1
            if self._met[failing] < self._next.get(failing, 0.0):
                return True
            self._next[failing] = _SPACING * (self._met[failing] + 1)
        self._looked_at += 1
        return False

    def lacks(self, failing: Failing, instance: Instance | None) -> bool:
        """Whether an input lacks what every known failure of that kind has in all inputs near it."""
        known = self.of(failing)
        if instance is None or not known:
            return False
        traits = traits_of(self._spec.format, instance)
        return all(each.common and not each.common <= traits for each in known)

    def accepts(
        self, failing: Failing, instance: Instance | None, accepts: Callable[[bytes], bool]
    ) -> Callable[[bytes], bool]:
        """Who accepts smaller inputs than `instance`: `accepts`, and where that lacks something, they lack it too."""
        if not self.lacks(failing, instance):
            return accepts

        def lacking(data: bytes) -> bool:
            try:
                return self.lacks(failing, parse(self._spec.format, data)) and accepts(data)
            except ParseError:
                return False

        return lacking

    def is_new(self, told: BreakingInput, instance: Instance | None) -> bool:
        """Whether what was found, made small and explained is none of the known failures."""
        return self.lacks(told.failing, instance) or not any(known.is_like(told) for known in self._known)
