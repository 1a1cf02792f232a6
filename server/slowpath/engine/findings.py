"""The slow inputs found so far: confirmed on the clean build, one per reason, at most `keep`.

Inputs whose profile shapes are alike are slow for the same reason; of these the costliest is kept, and what costs less
than a thousandth of the slowest isn't shown beside it. What is over the time limit counts as costlier than all that is
within it: a run that was cut has more iterations than were counted. A candidate is
confirmed before it's shown: the clean build must answer or be cut at its limit. Confirming costs whole runs, so a
small improvement of a long run waits in `pending` until `settle`. Validity is checked before: every candidate's
instance by the runner, the bytes of all but very long ones again here, and then the package's own validators are
asked (`jury`), whose word wins.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from slowpath.analysis.profile_shape import ProfileShape, shape_of
from slowpath.engine.budget import BudgetMeter
from slowpath.engine.candidate import UNSEEN_WORK_FROM_NS, Candidate, Outcome
from slowpath.engine.confirming import CLEAN_SLOWDOWN, Confirmer, ConfirmLimits
from slowpath.engine.jury import Jury
from slowpath.engine.seen import Seen
from slowpath.inputs.described import Described
from slowpath.model.campaign import FaultFound, SlowInputDropped, SlowInputFound, Warned
from slowpath.model.cost import Cost
from slowpath.model.execution import Confirmation, Execution
from slowpath.model.ports import Executor
from slowpath.model.slow_input import SlowInput, ranked
from slowpath.model.verdict import Verdict

SMALLEST_RATIO = 1.2
SMALLEST_SHARE = 0.001
LARGEST_REPARSED_BYTES = 200_000
LONG_RUN_NS = 100_000_000
WORTHWHILE_GAIN = 1.10
ANY_GAIN = 1.005
CUT_GAIN = 1.5
LAST_SHARE = 0.93
ENOUGH_ROWS = 3
CUT_SHAPE = "cut"
JUDGE_SHARE = 0.15
JUDGE_GRACE_S = 8.0
MOST_REFUSED = 20_000
Finding = SlowInputFound | SlowInputDropped | FaultFound | Warned


def _place(slow: SlowInput) -> tuple[bool, int, str]:
    """What rows are sorted by, the costliest first."""
    return not slow.is_over_limit, -slow.cost.count, slow.id


class Findings:
    """Keeps the top list; `offer` and `settle` yield the events that tell of its changes.

    `failed` tells of a candidate on which the clean build fails, though the search build was cut before that;
    `describe` says in words what a candidate looks like.
    """

    def __init__(
        self,
        executor: Executor,
        keep: int,
        confirm: ConfirmLimits,
        meter: BudgetMeter,
        keep_input: Callable[[bytes], str],
        is_valid: Callable[[bytes], bool],
        jury: Jury | None = None,
        satisfied_by: Callable[[Execution], tuple[str, ...]] = lambda _: (),
        failed: Callable[[Outcome, Confirmation], Iterator[FaultFound]] = lambda _, __: iter(()),
        describe: Callable[[Candidate], Described] = lambda _: Described(),
    ) -> None:
        self._executor = executor
        self._keep = max(1, keep)
        self._confirm = confirm
        self._confirmer = Confirmer(executor, confirm, meter)
        self._meter = meter
        self._counted = meter.counted
        self.baseline_s = 0.0
        self._keep_input = keep_input
        self._is_valid = is_valid
        self._jury = jury or Jury((), ())
        self._satisfied_by = satisfied_by
        self._failed = failed
        self._describe = describe
        self._judging_s = 0.0
        self.longest_s = 0.0
        """How long the longest run took that was cut first and then let run to its end."""
        self.foreseen: Callable[[Candidate], float] = lambda _: 0.0
        """What smaller inputs like a candidate let one expect as its count, 0 where nobody knows."""
        self._ended: dict[str, Candidate] = {}
        """The rows that the clean build ran to their end: what is asked of them, without their data."""
        self._refused = Seen(MOST_REFUSED)
        self._shapes: dict[str, ProfileShape] = {}
        self._counts: dict[str, int] = {}
        self.has_baseline = False
        self.baseline_count = 1
        self.rows: dict[str, SlowInput] = {}
        self.pending: list[tuple[ProfileShape, Outcome]] = []

    @property
    def best(self) -> SlowInput | None:
        """The slowest input of the list."""
        return max(self.rows.values(), key=lambda slow: (slow.is_over_limit, slow.cost.count), default=None)

    def ranked(self) -> tuple[SlowInput, ...]:
        """The rows, slowest first."""
        return ranked(self.rows.values())

    def count_of(self, slow_input: SlowInput) -> int:
        """The count of the run in which the row was found, as it was counted; what is told of it otherwise."""
        return self._counts.get(slow_input.id, slow_input.cost.count)

    def revise(self, slow_input: SlowInput) -> None:
        """Puts a better measurement of a row in its place."""
        ratio = slow_input.cost.count / max(1, self.baseline_count)
        self.rows[slow_input.id] = replace(slow_input, ratio=ratio)

    def restore(self, slow_input: SlowInput) -> None:
        """Takes up an input that an earlier process of the campaign confirmed."""
        self.rows[slow_input.id] = slow_input
        self._shapes[slow_input.id] = (
            shape_of(slow_input.hits) if slow_input.hits else ProfileShape(slow_input.profile_shape)
        )

    def drop_faster(self) -> Iterator[SlowInputDropped]:
        """Drops what turned out to cost less than the baseline, as where a repeated run did. What was cut costs more
        than was counted."""
        for slow in [
            slow for slow in self.rows.values() if slow.cost.count < self.baseline_count and not slow.cost.at_least
        ]:
            yield self._dropped(slow, "costs less than the baseline once it is measured again", self._meter.executions)

    def offer(self, outcome: Outcome) -> Iterator[Finding]:
        """Confirms the candidate and takes it into the list where it's worth it."""
        if not outcome.execution.verdict.can_be_slow_input:
            return
        count = self._expected(outcome)
        if count < SMALLEST_RATIO * self.baseline_count or not self._would_place(count):
            return
        if outcome.candidate.id in self._refused:
            return
        hits = self._hits(outcome)
        shape = self._shape(outcome, hits)
        gain = self._gain(shape, outcome)
        if gain < ANY_GAIN:
            return
        if not self._counted and self._can_wait(outcome, gain):
            self._wait(shape, outcome)
            return
        yield from self._take(outcome, shape, hits)

    def _expected(self, outcome: Outcome) -> int:
        """The count of a run; of one that was cut, what the foreseen counts say of it, where the costliest row's own
        foreseen count can be held against what it really took."""
        best = self.best
        if self._counted or not outcome.execution.cut or best is None or best.id not in self._ended:
            return outcome.count
        foreseen = self.foreseen(self._ended[best.id])
        return max(outcome.count, int(best.cost.count * self.foreseen(outcome.candidate) / foreseen) if foreseen else 0)

    def show_beside(self, outcome: Outcome, confirmation: Confirmation) -> Iterator[Finding]:
        """Takes in what is as slow as a row for a reason that no profile tells."""
        if len(self.rows) >= self._keep or not self._would_place(outcome.count):
            return
        hits, shape = self._hits(outcome), ProfileShape(outcome.candidate.id)
        self._keep_input(outcome.candidate.data)
        yield from self._replace(
            shape,
            self._described(outcome, confirmation, shape, hits),
            outcome.execution.count,
            outcome.found_at_execution,
        )

    def settle(self) -> Iterator[Finding]:
        """Confirms what waits, costliest first; with a few rows there, only as far as there is time for it."""
        waiting = sorted(self.pending, key=lambda item: -self._expected(item[1]))
        self.pending = []
        for shape, outcome in waiting:
            count = self._expected(outcome)
            leads = self.best is None or count > self.best.cost.count
            if (
                not leads
                and not self._counted
                and len(self.rows) >= ENOUGH_ROWS
                and (self._confirmer.takes_too_long or 3 * outcome.execution.cpu_ns / 1e9 > self._meter.remaining_s)
            ):
                continue
            if not self._counted and self._tells_nothing_new(outcome):
                continue
            if self._would_place(count) and self._gain(shape, outcome) > 1.0:
                yield from self._take(outcome, shape, self._hits(outcome))

    def _shape(self, outcome: Outcome, hits: dict[int, int]) -> ProfileShape:
        """The profile's shape; runs that were cut without one are all alike, any other stands for itself."""
        return (
            shape_of(hits)
            if any(hits.values())
            else ProfileShape(CUT_SHAPE if outcome.execution.cut else outcome.candidate.id)
        )

    def _hits(self, outcome: Outcome) -> dict[int, int]:
        """Hits per line; none where the counters were left out because chance decided them."""
        if outcome.execution.counters is None:
            return {}
        return dict(self._executor.profile(outcome.execution).hits)

    def _can_wait(self, outcome: Outcome, gain: float) -> bool:
        """Whether the confirmation is put off: a small gain of a long run, or nothing that leads the list while
        confirming has already taken more than its share of the time. Towards the end nothing waits but what would
        outlast the budget only to be cut like the one that leads."""
        if self._tells_nothing_new(outcome):
            return True
        if self._judging_s > JUDGE_GRACE_S + JUDGE_SHARE * self._meter.elapsed_s:
            return True
        if self._meter.share > LAST_SHARE:
            return False
        # What was cut costs more than was counted, and how much more the clean build says.
        if gain < WORTHWHILE_GAIN and outcome.execution.cpu_ns > LONG_RUN_NS and not outcome.execution.cut:
            return True
        leads = self.best is None or self._expected(outcome) > WORTHWHILE_GAIN * self.best.cost.count
        return not leads and self._confirmer.takes_too_long

    def _tells_nothing_new(self, outcome: Outcome) -> bool:
        """Whether a run that was cut would be cut again beside one that leads the list and was cut itself: there is no
        time to let it end, unless it's foreseen to take longer than what did end."""
        best = self.best
        if not outcome.execution.cut or best is None or not best.cost.at_least:
            return False
        is_longer = best.id in self._ended and self._expected(outcome) > WORTHWHILE_GAIN * best.cost.count
        needed_s = 2 * best.cost.cpu_s if is_longer else math.inf
        return self._meter.remaining_s < min(needed_s, self._confirm.limits.cpu_s)

    def _wait(self, shape: ProfileShape, outcome: Outcome) -> None:
        alike = [known for known in self.pending if known[0].is_like(shape)]
        if all(self._expected(outcome) > self._expected(known) for _, known in alike):
            self.pending = [known for known in self.pending if known not in alike] + [(shape, outcome)]
            self.pending = sorted(self.pending, key=lambda known: -self._expected(known[1]))[: self._keep]

    def _would_place(self, count: int) -> bool:
        best = self.best
        if best is not None and count < SMALLEST_SHARE * best.cost.count:
            return False
        return len(self.rows) < self._keep or count > min(slow.cost.count for slow in self.rows.values())

    def _alike(self, shape: ProfileShape) -> list[SlowInput]:
        """The rows that are slow for that reason, costliest first."""
        alike = [slow for slow in self.rows.values() if self._shapes[slow.id].is_like(shape)]
        return sorted(alike, key=_place)

    def _gain(self, shape: ProfileShape, outcome: Outcome) -> float:
        """How many times the count of the costliest input with that reason; two runs that were cut are only
        told apart by a wide margin, since the place of the cut is chance."""
        standing = next(iter(self._alike(shape)), None)
        if standing is None:
            return float("inf")
        if outcome.execution.cut and standing.id == outcome.candidate.id:
            return 0.0
        if standing.is_over_limit and self._is_within_limit(outcome.execution):
            return 0.0
        expected = self._expected(outcome)
        gain = expected / max(1, standing.cost.count)
        is_chance = standing.cost.at_least and outcome.execution.cut and expected == outcome.count
        return gain / CUT_GAIN if is_chance else gain

    def _is_within_limit(self, execution: Execution) -> bool:
        """Whether even the search build, which is slower than the clean one, answered within the time limit."""
        limit_s = self._confirm.time_limit_s
        return limit_s is not None and not self._counted and not execution.cut and execution.cpu_ns <= limit_s * 1e9

    def _take(self, outcome: Outcome, shape: ProfileShape, hits: dict[int, int]) -> Iterator[Finding]:
        accepted = self.accepts(outcome.candidate)
        while self._jury.warnings:
            yield self._jury.warnings.popleft()
        if not accepted:
            self._refused.add(outcome.candidate.id)
            return
        confirmation = self._confirmer.confirmed(outcome, self.baseline_s)
        if not confirmation.verdict.can_be_slow_input:
            self._refused.add(outcome.candidate.id)
            yield from self._failed(outcome, confirmation)
            return
        whole = self._confirmer.whole(outcome, confirmation)
        if whole is not outcome:
            hits = self._hits(whole)
            shape = self._shape(whole, hits)
            self.longest_s = max(self.longest_s, whole.execution.cpu_ns / 1e9)
        made = self._described(whole, confirmation, shape, hits)
        if self._is_beaten(made, shape):
            # Its run in the search took long by chance: the clean build's own time doesn't bear that out.
            self._refused.add(made.id)
            return
        if not confirmation.cut:
            self._ended[made.id] = replace(outcome.candidate, data=b"", instance=None)
        self._keep_input(outcome.candidate.data)
        yield from self._replace(shape, made, whole.execution.count, outcome.found_at_execution)

    def _is_beaten(self, made: SlowInput, shape: ProfileShape) -> bool:
        """Whether a confirmed input costs less than the baseline, or no more than a row of the same reason."""
        alike = [old for old in self._alike(shape) if old.id != made.id]
        if any(old.is_over_limit and not made.is_over_limit for old in alike):
            return True
        if made.cost.count < self.baseline_count:
            return True
        if made.cost.at_least:
            # The search's run was cut, so that its count says little; the clean build's time says which is slower.
            is_timed = not self._counted and not made.is_over_limit
            return is_timed and any(old.cost.cpu_s > made.cost.cpu_s for old in alike)
        return any(old.cost.count >= made.cost.count for old in alike)

    def accepts(self, candidate: Candidate) -> bool:
        """Whether the format and the package's validators agree that the input is valid."""
        if len(candidate.data) <= LARGEST_REPARSED_BYTES and not self._is_valid(candidate.data):
            return False
        began_s = self._meter.elapsed_s
        accepted = self._jury.accepts(candidate.data, candidate.origin.label)
        self._judging_s += self._meter.elapsed_s - began_s
        return accepted

    def _replace(
        self, shape: ProfileShape, made: SlowInput, counted: int, executions: int
    ) -> Iterator[SlowInputFound | SlowInputDropped]:
        """The input in its place. What it replaces is dropped after it was told: a kill between loses nothing."""
        replaced = [old for old in self._alike(shape) if old.id != made.id]
        self.rows[made.id] = made
        self._shapes[made.id] = shape
        self._counts[made.id] = counted
        yield SlowInputFound(made, executions)
        for old in replaced:
            yield self._dropped(old, f"slow for the same reason as {made.id}, which costs more", executions)
        ranked = sorted(self.rows.values(), key=_place)
        for place, slow in enumerate(ranked):
            if place >= self._keep:
                yield self._dropped(slow, f"beaten: {self._keep} slower ones are kept", executions)
            elif not slow.is_over_limit and slow.cost.count < SMALLEST_SHARE * ranked[0].cost.count:
                yield self._dropped(slow, f"costs less than a thousandth of {ranked[0].id}", executions)

    def _dropped(self, slow: SlowInput, why: str, executions: int) -> SlowInputDropped:
        del self.rows[slow.id], self._shapes[slow.id]
        self._counts.pop(slow.id, None)
        self._ended.pop(slow.id, None)
        return SlowInputDropped(slow.id, why, executions)

    def _described(
        self, outcome: Outcome, confirmation: Confirmation, shape: ProfileShape, hits: dict[int, int]
    ) -> SlowInput:
        cost = Cost(
            self._count(outcome, confirmation),
            confirmation.cpu_s,
            confirmation.cpu_s_spread,
            confirmation.peak_rss_bytes,
            confirmation.instructions,
            at_least=outcome.execution.cut,
        )
        looks = self._describe(outcome.candidate)
        limit_s = self._confirm.time_limit_s
        over = confirmation.cut if limit_s is None else confirmation.cpu_s > limit_s
        verdict = Verdict.TIME_LIMIT if over else Verdict.CUT if confirmation.cut else confirmation.verdict
        return SlowInput(
            id=outcome.candidate.id,
            size=len(outcome.candidate.data),
            cost=cost,
            ratio=cost.count / max(1, self.baseline_count),
            origin=outcome.candidate.origin,
            verdict=verdict,
            found_at_execution=outcome.found_at_execution,
            instrument=confirmation.instrument,
            profile_shape=shape.name,
            hits=hits,
            satisfies=self._satisfied_by(outcome.execution),
            validity=self._jury.validity_of(outcome.candidate.data),
            doubts=self._jury.doubts_of(outcome.candidate.data),
            sizes=looks.sizes,
            shape=looks.text,
        )

    def _count(self, outcome: Outcome, confirmation: Confirmation) -> int:
        """The count, raised where the clean build's own time shows more work than was counted (`ranking_count`). How
        long an interpreter takes to start is chance, so no more is believed than the search's own run allows."""
        execution = outcome.execution
        if self._counted:
            return outcome.count
        worked_ns = int((confirmation.cpu_s - self.baseline_s) * 1e9)
        if not execution.cut:
            worked_ns = min(worked_ns, CLEAN_SLOWDOWN * execution.cpu_ns)
        return max(execution.count, worked_ns - UNSEEN_WORK_FROM_NS)

    def compare_with(self, count: int) -> None:
        """A count to compare with until there is a baseline: a sample that is slow itself has the ratio 1."""
        if not self.has_baseline:
            self.baseline_count = max(self.baseline_count, count)

    def rebased(self, baseline_count: int, baseline_s: float) -> None:
        """Ratios refer to this count from now on; `baseline_s` is what a run costs before there is work to do."""
        self.has_baseline = True
        self.baseline_count = max(1, baseline_count)
        self.baseline_s = baseline_s
        self.rows = {key: replace(slow, ratio=slow.cost.count / self.baseline_count) for key, slow in self.rows.items()}
