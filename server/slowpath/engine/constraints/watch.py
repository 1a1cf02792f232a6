"""The watch over constraints: what each execution says of them, what is known of each, and what is told when.

The search build gives each run a slot per probed constraint (`model.constraint`). The watch books it in the `Ledger`,
lets `analysis.evidence` judge it now and then, and queues `ConstraintState`s: all that is worth saying right after the
first contrastive pair, later what changed, a few at a time. Strategies ask it what to aim at. Without probes it
watches nothing and costs nothing. Nothing here looks at a clock: when to judge is by executions, so that the same
runs give the same states.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from slowpath.analysis.evidence import (
    ENOUGH,
    ENOUGH_TO_REFUTE,
    Comparison,
    compared,
    elements_of,
    judged,
    separating_factor,
)
from slowpath.engine.candidate import Candidate, Outcome
from slowpath.engine.constraints.ledger import Ledger, Reading, Tally, mark_of
from slowpath.engine.constraints.news import ConstraintNews
from slowpath.engine.constraints.same import Held
from slowpath.engine.constraints.shares import Shares
from slowpath.engine.remembered import Remembered
from slowpath.model.constraint import (
    CANDIDATE,
    CONFIRMED,
    HYPOTHESIS,
    PROBE_SCALE,
    REFUTED,
    CheckerVerdict,
    Constraint,
    ConstraintEvidence,
    ConstraintState,
    RejectedCondition,
    SatisfyingShare,
)
from slowpath.model.contrast import Contrast
from slowpath.model.execution import Execution
from slowpath.model.ports import Executor

JUDGE_EVERY = 32
GROWTH = 1.25
RECALIBRATING_RATIO = 1.5
LEAST_SLOT = 32
"""Smaller slots of the slow run say too little to fit a factor to: they are a few units, and the rest is rounding."""
KNOWN_FOREBEARS = 10_000
STANDING = (CONFIRMED, HYPOTHESIS, CANDIDATE)
"""By status who stands for others before whom; what is refuted says nothing that another could say."""
IN_WORDS = "it is said in words only, so it can't be tested"


@dataclass(frozen=True)
class Target:
    """A constraint that the search may aim at, with the place of its slot; None where it has no probe."""

    constraint: Constraint
    slot: int | None
    status: str


class ConstraintWatch:
    """Everything known of a campaign's constraints. `probes` is how many slots each run has."""

    def __init__(
        self,
        constraints: Sequence[Constraint] = (),
        probed: Sequence[str] = (),
        unprobed: Sequence[RejectedCondition] = (),
        seed: int = 0,
        earlier: Sequence[ConstraintState] = (),
    ) -> None:
        known = {state.constraint.id: state for state in earlier}
        # A factor that was fitted to a pair before stays: the id is that of the constraint as it was proposed.
        self._constraints = {c.id: known[c.id].constraint if c.id in known else c for c in constraints}
        self._earlier = {name: known[name] for name in self._constraints if name in known}
        self._slot_of = {name: at for at, name in enumerate(probed) if name in self._constraints}
        self._why_not = {rejected.constraint_id: rejected.reason for rejected in unprobed}
        self.probes = len(probed)
        self._ledger = Ledger([self._threshold(name) for name in probed], seed)
        self._states = {name: self._earlier.get(name) or ConstraintState(c) for name, c in self._constraints.items()}
        self._proposed = {c.id: c for c in constraints}
        self._unfittable: set[str] = set()
        self._judged_at: dict[str, tuple[int, int]] = {}
        self._held = Held(len(probed), seed)
        self._shares = Shares()
        self._roots: Remembered[int] = Remembered(KNOWN_FOREBEARS)
        self._readings = 0
        self._pair_slots: tuple[np.ndarray, np.ndarray] | None = None
        self._news = ConstraintNews(self._earlier)

    @classmethod
    def of(
        cls, executor: Executor, constraints: Sequence[Constraint], seed: int, earlier: Sequence[ConstraintState]
    ) -> ConstraintWatch:
        """The watch over what an executor probes; over nothing where there are no constraints."""
        if not constraints:
            return cls()
        return cls(constraints, executor.probed, executor.unprobed, seed, earlier)

    def _threshold(self, name: str) -> int:
        constraint = self._constraints.get(name)
        return constraint.condition.slot_threshold if constraint is not None and constraint.condition else PROBE_SCALE

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All that are watched, with the factors that are in force."""
        return tuple(state.constraint for state in self._states.values())

    # What runs say.

    @property
    def readings(self) -> int:
        """How many valid runs it has heard of."""
        return self._readings

    def slots(self, counters: array | None) -> np.ndarray | None:
        """The slots of a run, None where it has none."""
        if not self.probes or counters is None or len(counters) < self.probes:
            return None
        return np.frombuffer(counters, dtype=np.uint64)[-self.probes :].copy()

    def satisfied_by(self, execution: Execution) -> tuple[str, ...]:
        """The ids of the constraints that a run satisfied, in the order of proposal."""
        slots = self.slots(execution.counters)
        if slots is None:
            return ()
        mask = self._ledger.satisfied(slots)
        return tuple(name for name in self._constraints if name in self._slot_of and mask[self._slot_of[name]])

    def observe(self, outcome: Outcome) -> None:
        """Books a run of a valid input that the program answered or was cut on."""
        slots = self.slots(outcome.execution.counters)
        if slots is None:
            return
        candidate = outcome.candidate
        self._readings += 1
        if not outcome.execution.cut:
            self._held.add(slots)
        self._ledger.add(
            Reading(
                slots,
                float(outcome.count),
                elements_of(candidate.data),
                mark_of(candidate.id),
                self._family(candidate),
                outcome.execution.cut,
            )
        )
        if candidate.strategy != "sample":
            self._shares.add(candidate.strategy, self._ledger.satisfied(slots))

    def _family(self, candidate: Candidate) -> int:
        """The oldest known forebear of an input."""
        if not candidate.origin.parent:
            return mark_of(candidate.id)
        parent = mark_of(candidate.origin.parent)
        known = self._roots.get(parent)
        root = parent if known is None else known
        self._roots.put(mark_of(candidate.id), root)
        return root

    # What a pair says.

    def pair(self, contrast: Contrast, fast: np.ndarray | None, slow: np.ndarray | None) -> None:
        """A (better) contrastive pair, with the slots of both runs: which lines are hot, which of both satisfies what,
        and factors that separate them."""
        self._pair_slots = (fast, slow) if fast is not None and slow is not None else None
        hot = {line.line for line in contrast.lines if line.hot}
        for name, state in self._states.items():
            constraint = state.constraint
            is_hot = bool(hot & set(constraint.lines or (constraint.line,)))
            self._states[name] = replace(state, hot=is_hot)
            if fast is not None and slow is not None and name in self._slot_of:
                self._fit(name, contrast, int(fast[self._slot_of[name]]), int(slow[self._slot_of[name]]))
        self._judge(list(self._states))
        self._unite()
        self._news.begin(self._states)

    def _fit(self, name: str, contrast: Contrast, fast: int, slow: int) -> None:
        state = self._states[name]
        condition = state.constraint.condition
        assert condition is not None
        is_apart = (slow >= condition.slot_threshold) != (fast >= condition.slot_threshold)
        if not condition.is_plain and not is_apart and slow >= LEAST_SLOT and name not in self._unfittable:
            factor = separating_factor(slow / PROBE_SCALE, fast / PROBE_SCALE, RECALIBRATING_RATIO)
            if factor is not None:
                condition = replace(condition, factor=factor)
                self._ledger.recalibrate(
                    self._slot_of[name],
                    condition.slot_threshold,
                    (mark_of(contrast.fast_id), mark_of(contrast.slow_id)),
                )
                self._earlier.pop(name, None)
                self._judged_at.pop(name, None)
                state = replace(state, constraint=replace(state.constraint, condition=condition))
        evidence = replace(
            state.evidence,
            slow_satisfies=slow >= condition.slot_threshold,
            fast_satisfies=fast >= condition.slot_threshold,
        )
        self._states[name] = replace(state, evidence=evidence)

    # What is known.

    def _judge(self, names: Sequence[str]) -> None:
        for name in names:
            self._states[name] = self._judged(name) if name in self._slot_of else self._unprobed(name)

    def _unprobed(self, name: str) -> ConstraintState:
        state = self._states[name]
        unsaid = state.constraint.unsaid
        in_words = f"{IN_WORDS}: {unsaid}" if unsaid else IN_WORDS
        why_not = self._why_not.get(name, in_words if state.constraint.condition is None else "it has no probe")
        return replace(state, status=HYPOTHESIS if state.hot else CANDIDATE, reason=why_not)

    def _judged(self, name: str) -> ConstraintState:
        state, tally = self._states[name], self._ledger.tally(self._slot_of[name])
        self._judged_at[name] = (tally.satisfying, tally.violating)
        comparison = compared(tally.tested_satisfying, tally.tested_violating)
        tested = (len(tally.tested_satisfying), len(tally.tested_violating))
        evidence = self._evidence(state, tally, comparison)
        if name in self._earlier and min(tested) < ENOUGH_TO_REFUTE:
            return replace(state, evidence=evidence)
        status, reason = judged(evidence, comparison, tested, state.hot)
        if status == REFUTED and state.constraint != self._proposed[name]:
            return self._unfitted(name)
        return replace(state, status=status, evidence=evidence, reason=reason)

    def _unfitted(self, name: str) -> ConstraintState:
        """Back to the factor that was proposed, for good: that the pair differs in this by chance says nothing against
        the constraint as it was meant."""
        proposed, state = self._proposed[name], self._states[name]
        assert proposed.condition is not None
        self._unfittable.add(name)
        self._earlier.pop(name, None)
        self._ledger.recalibrate(self._slot_of[name], proposed.condition.slot_threshold, ())
        unknown = replace(state.evidence, slow_satisfies=None, fast_satisfies=None)
        if self._pair_slots is not None:
            fast, slow = (
                int(slots[self._slot_of[name]]) >= proposed.condition.slot_threshold for slots in self._pair_slots
            )
            unknown = replace(unknown, slow_satisfies=slow, fast_satisfies=fast)
        self._states[name] = replace(state, constraint=proposed, evidence=unknown)
        return self._judged(name)

    def _evidence(self, state: ConstraintState, tally: Tally, comparison: Comparison | None) -> ConstraintEvidence:
        """The evidence in numbers; what an earlier process of the campaign counted is added, and its ratios stand
        until this one has enough of its own."""
        before = self._earlier.get(state.constraint.id)
        old = before.evidence if before is not None else ConstraintEvidence()
        made = replace(
            state.evidence, satisfying=old.satisfying + tally.satisfying, violating=old.violating + tally.violating
        )
        if before is not None and min(len(tally.tested_satisfying), len(tally.tested_violating)) < ENOUGH_TO_REFUTE:
            return made
        return replace(
            made,
            cost_ratio=tally.cost_ratio,
            sized_ratio=comparison.sized_ratio if comparison is not None else None,
            median_ratio=comparison.median_ratio if comparison is not None else None,
            p=comparison.p_at_like_size if comparison is not None else None,
        )

    def refresh(self) -> None:
        """Judges anew what has grown by `GROWTH` since it was judged last, where it's time for that."""
        if self._readings % JUDGE_EVERY == 0:
            self._judge([name for name in self._slot_of if self._has_grown(name)])
            self._unite()

    def _has_grown(self, name: str) -> bool:
        last = self._judged_at.get(name, (0, 0))
        return any(now > GROWTH * then for now, then in zip(self._ledger.total(self._slot_of[name]), last, strict=True))

    def settle(self) -> None:
        """Judges everything now, and says what is the same as what."""
        self._judge(list(self._states))
        self._unite()

    def _unite(self) -> None:
        """Constraints of one place that say the same become one: the one with the best evidence. Who stands for others
        goes on doing so while it's as well supported, so that what is shown of a line doesn't come and go."""
        lines = {name: state.constraint.line for name, state in self._states.items()}
        leading = {state.same_as for state in self._states.values()}
        ranked = sorted(
            (name for name, state in self._states.items() if state.status in STANDING),
            key=lambda name: (
                STANDING.index(self._states[name].status),
                name not in leading,
                _rank(self._states[name]),
            ),
        )
        same = self._held.same(lines, self._slot_of, self._ledger.thresholds, ranked)
        for name, state in self._states.items():
            if state.same_as != same.get(name, ""):
                self._states[name] = replace(state, same_as=same.get(name, ""))

    # What is told.

    def news(self, everything: bool = False) -> Iterator[ConstraintState]:
        """States worth telling now, each once; before the first pair none, unless `everything` is asked for."""
        return self._news.worth_telling(self._states, self._readings, everything)

    def told(self) -> Iterator[ConstraintState]:
        """All states that weren't told or have moved since, however little, each with a reason where it isn't
        confirmed: for the end of a campaign, in which every constraint comes to something."""
        for name in self._states:
            self._states[name] = self._with_reason(name)
        return self._news.untold(self._states)

    def _with_reason(self, name: str) -> ConstraintState:
        state = self._states[name]
        if state.status != CANDIDATE or state.reason:
            return state
        satisfying, violating = self._ledger.total(self._slot_of[name]) if name in self._slot_of else (0, 0)
        reason = (
            f"none of {violating} inputs satisfied it"
            if not satisfying
            else f"all of {satisfying} inputs satisfied it"
            if not violating
            else "nothing speaks for it yet"
        )
        return replace(state, reason=reason)

    # What the search asks.

    def targets(self) -> list[Target]:
        """The shown constraints with the best evidence first."""
        shown = [state for state in self._states.values() if state.is_shown]
        return [self._target(state) for state in sorted(shown, key=_rank)]

    def aimable(self) -> list[Target]:
        """All that have aims and aren't refuted, in the order of proposal."""
        return [
            self._target(state) for state in self._states.values() if state.constraint.aims and state.status != REFUTED
        ]

    def untested(self) -> list[Target]:
        """Candidates that too few inputs have satisfied to say anything, in the order of proposal. Nothing speaks for
        them because nobody came there: only a search that goes there tests them."""
        return [
            self._target(state)
            for name, state in self._states.items()
            if state.status == CANDIDATE and name in self._slot_of and self._is_hardly_satisfied(name)
        ]

    def _is_hardly_satisfied(self, name: str) -> bool:
        satisfying, violating = self._ledger.total(self._slot_of[name])
        return satisfying < ENOUGH <= violating

    def target(self, name: str) -> Target | None:
        """One constraint as a target, shown or not; None where it isn't among the campaign's."""
        return self._target(self._states[name]) if name in self._states else None

    def _target(self, state: ConstraintState) -> Target:
        return Target(state.constraint, self._slot_of.get(state.constraint.id), state.status)

    def best_shown(self, most: int) -> list[Constraint]:
        """The shown constraints that have a condition, best evidence first."""
        return [target.constraint for target in self.targets() if target.constraint.condition is not None][:most]

    def verdict(self, name: str, verdict: CheckerVerdict) -> None:
        """What the fidelity gate found of a constraint's checker."""
        if name in self._states:
            self._states[name] = replace(self._states[name], checker=verdict)

    def shares(self) -> tuple[SatisfyingShare, ...]:
        """Per strategy, how many of the valid inputs that it made satisfy a constraint that is shown now."""
        shown = np.zeros(self.probes, dtype=bool)
        shown[[at for name, at in self._slot_of.items() if self._states[name].is_shown]] = True
        return self._shares.of(shown)


def _rank(state: ConstraintState) -> tuple:
    """Confirmed first, then the pair's own, then by how far it separates."""
    evidence = state.evidence
    separates = evidence.slow_satisfies is True and evidence.fast_satisfies is False
    return (
        state.status != CONFIRMED,
        not separates,
        not state.hot,
        -(evidence.ratio or 0.0),
        state.constraint.line,
        state.constraint.id,
    )
