"""The runner: wraps every execution of a campaign, and alone knows the totals, the best and what happened.

Strategies propose, the runner runs: it checks validity first (an invalid input is counted and never run), skips
inputs seen before, spends the budget, feeds the corpus, offers the slow ones for confirmation, and queues the
events that tell of it. The campaign yields these events between two executions.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

import numpy as np

from slowpath.engine.budget import BudgetMeter
from slowpath.engine.candidate import CLEARLY_UNSEEN, FULL, SMALL, Candidate, Outcome, ranking_count, without_chance
from slowpath.engine.cap import AdaptiveCap
from slowpath.engine.constraints.watch import ConstraintWatch
from slowpath.engine.contrasts import ContrastPool, MinedPair, reordered
from slowpath.engine.corpus import Corpus
from slowpath.engine.faults import Faults
from slowpath.engine.findings import Findings
from slowpath.engine.heartbeat import Heartbeat, Totals
from slowpath.engine.jury import Jury
from slowpath.engine.remarks import Remarks
from slowpath.engine.seen import Seen
from slowpath.engine.shelf import Shelf
from slowpath.inputs.described import described
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.printing import print_input
from slowpath.inputs.validating.validate import violations
from slowpath.model.campaign import CampaignEvent, ConstraintMeasured, ContrastMined
from slowpath.model.execution import Execution, RunLimits, RunRequest
from slowpath.model.format import InputFormat
from slowpath.model.origin import Origin
from slowpath.model.ports import Executor

SAMPLE = "sample "
"""What the labels of samples begin with."""
TELL_S = 1.0
WALL_PER_CPU = 4.0
RECHECKS = 4
GAIN = 1.01
DEAR_SHARE = 1 / 40
"""The part of the seconds from which one run at full size is dear."""


class Runner:
    """Runs candidates. `events` holds what wasn't yielded yet; `recheck` inputs that deserve a longer cap."""

    def __init__(
        self,
        fmt: InputFormat,
        executor: Executor,
        meter: BudgetMeter,
        limits: RunLimits,
        findings: Findings,
        keep_input: Callable[[bytes], str],
        seed: int,
        jury: Jury | None = None,
        watch: ConstraintWatch | None = None,
        slots_guide: bool = True,
        faults: Faults | None = None,
        has_feedback: bool = True,
    ) -> None:
        self._format = fmt
        self._executor = executor
        self._limits = self._last_limits = limits
        self._keep_input = keep_input
        self._jury = jury or Jury((), ())
        self._slots_guide = slots_guide
        self._faults = faults
        self._rng = np.random.default_rng([seed, 77])
        self._seen = Seen()
        self._answered_bytes, self._failed_bytes = 0, math.inf
        self._known: dict[bytes, tuple[Execution, float]] = {}
        self._cut: deque[Candidate] = deque(maxlen=RECHECKS)
        self._told_constraints_s = 0.0
        self._remarks = Remarks()
        self.meter = meter
        self.findings = findings
        self.cap = AdaptiveCap(limits.cpu_s)
        self.watch = watch or ConstraintWatch()
        shelf = Shelf(lambda data: parse(fmt, data))
        self.corpus = Corpus(self.watch.probes if slots_guide else 0, has_feedback, shelf)
        self.contrasts = ContrastPool(executor, self.watch.slots)
        self.pair: MinedPair | None = None
        self.totals = Totals()
        self._heartbeat = Heartbeat(meter, self.totals)
        self.events: deque[CampaignEvent] = deque()
        self.recheck: deque[Candidate] = deque()

    def evaluate(self, candidate: Candidate, again: bool = False) -> Outcome | None:
        """Runs the candidate. None when it's invalid or was seen before (unless `again`)."""
        is_known = again and candidate.data in self._seen
        outcomes = self.evaluate_again([candidate]) if is_known else [*self.evaluate_all([candidate])]
        return outcomes[0] if outcomes else None

    def evaluate_again(self, candidates: Sequence[Candidate]) -> list[Outcome]:
        """Runs inputs that were seen before once more, as under a longer cap."""
        left = [candidate for place, candidate in enumerate(candidates) if self.meter.leaves(place)]
        return [*self._side_by_side(left, are_new=False)] if left else []

    def evaluate_all(self, candidates: Sequence[Candidate]) -> Iterator[Outcome]:
        """Runs a batch, and yields what became of each that is valid and new, in order, as it's there.

        The executor may run them side by side, and goes on with the next while the caller looks at one. A batch
        isn't longer than what is left of a budget in executions.
        """
        admitted: list[Candidate] = []
        for candidate in candidates:
            if self.meter.leaves(len(admitted)) and candidate.data not in self._seen and self._admits(candidate):
                admitted.append(candidate)
        allowed = self._jury.admitted([(candidate.data, candidate.origin.label) for candidate in admitted])
        self.totals.valid -= allowed.count(False)
        admitted = [candidate for candidate, is_allowed in zip(admitted, allowed, strict=True) if is_allowed]
        if len(admitted) == 1 and admitted[0].data in self._known:
            outcome = self.run(admitted[0], self._cap_for(admitted[0]))
            self._judge(outcome, True)
            yield outcome
        elif admitted:
            yield from self._side_by_side(admitted)

    def _side_by_side(self, admitted: Sequence[Candidate], are_new: bool = True) -> Iterator[Outcome]:
        outcomes = []
        # Where the time is up in the middle of a batch, the rest of it isn't waited for.
        with closing(self._run_all(admitted)) as runs:
            for candidate, cap_s, execution in runs:
                self.meter.spend()
                outcome = self._taken(candidate, execution, cap_s)
                outcomes.append(outcome)
                yield outcome
                if self.meter.is_spent:
                    break
        # Confirming runs the program, so it waits until the batch is through.
        for outcome in outcomes:
            self._judge(outcome, are_new)

    def _run_all(self, candidates: Sequence[Candidate]) -> Generator[tuple[Candidate, float, Execution], None, None]:
        """Runs a batch; yields each candidate with its cap and what its run said. Has to be closed."""
        caps = [self._cap_for(candidate) for candidate in candidates]
        requests = [
            RunRequest(candidate.data, self._limits_for(cap_s))
            for candidate, cap_s in zip(candidates, caps, strict=True)
        ]
        executions = self._executor.run_many(requests, quick=True)
        try:
            yield from zip(candidates, caps, executions, strict=False)
        finally:
            if isinstance(executions, Generator):
                executions.close()

    @property
    def is_dear(self) -> bool:
        """Whether one run at full size takes a good part of a budget in seconds."""
        return not self.meter.counted and self.findings.longest_s > DEAR_SHARE * self.meter.total_s

    @property
    def fails_when_large(self) -> bool:
        """Whether the program failed on inputs, and answered none that is as long."""
        return self._answered_bytes < self._failed_bytes < math.inf

    @property
    def gained_at(self) -> float | None:
        """The share of what was searched at which the costliest input last was beaten; None where none was found."""
        at, over = self.totals.gained_at, self.meter.share
        return None if at is None or not over else min(1.0, at / over)

    def _admits(self, candidate: Candidate) -> bool:
        """Whether a new candidate is valid; it's taken note of then."""
        if not self._is_valid(candidate):
            return False
        self._seen.add(candidate.data)
        self._audit(candidate)
        return True

    def _judge(self, outcome: Outcome, is_new: bool) -> None:
        """Offers a run for confirmation, and books what it says; one that failed may be a fault."""
        if outcome.execution.verdict.can_be_slow_input:
            if is_new:
                self._book(outcome)
            led = self.findings.best
            for event in self.findings.offer(outcome):
                self.tell(event)
            best = self.findings.best
            # Of two that were cut, the counts don't say which is slower.
            leads_anew = led is not None and best is not None and led.id != best.id and best.cost.at_least
            if leads_anew or outcome.count > GAIN * self.totals.best_count:
                self.totals.gained_at, self.totals.gained_after = self.meter.share, self.meter.executions
            self.totals.best_count = max(self.totals.best_count, outcome.count, best.cost.count if best else 0)
        if self._faults is not None and is_new:
            for told in self._faults.observe(outcome):
                self.tell(told)
        self._watch_cap(outcome)
        self.beat()

    def _book(self, outcome: Outcome) -> None:
        """Books what the run says of constraints, each input once, and queues what is worth telling of them."""
        self.watch.observe(outcome)
        self.watch.refresh()
        self.tell_constraints()

    def tell_constraints(self, at_once: bool = False) -> None:
        """Queues what is worth telling of constraints now; where the clock may decide, at most once in `TELL_S`."""
        if not self.meter.counted and not at_once and self.meter.elapsed_s < self._told_constraints_s + TELL_S:
            return
        for state in self.watch.news():
            self._told_constraints_s = self.meter.elapsed_s
            self.tell(ConstraintMeasured(state))

    def _audit(self, candidate: Candidate) -> None:
        self._jury.audit(candidate.data, candidate.origin.label)
        while self._jury.warnings:
            self.tell(self._jury.warnings.popleft())

    def run(self, candidate: Candidate, cap_s: float) -> Outcome:
        """Runs the bytes as they are, without checks: for samples. What `keep` was told of isn't run again."""
        self.meter.spend()
        known = self._known.pop(candidate.data, None)
        if known is not None:
            return self._taken(candidate, *known)
        return self._taken(candidate, self._executor.run(candidate.data, self._limits_for(cap_s)), cap_s)

    def keep(self, outcome: Outcome) -> None:
        """Takes a run for the input's own once that is proposed, instead of making it again."""
        self._known[outcome.candidate.data] = outcome.execution, outcome.cap_s

    def _limits_for(self, cap_s: float) -> RunLimits:
        cpu_s, wall_s = min(cap_s, self._limits.cpu_s), min(self._limits.wall_s, max(1.0, WALL_PER_CPU * cap_s))
        if (self._last_limits.cpu_s, self._last_limits.wall_s) != (cpu_s, wall_s):
            self._last_limits = replace(self._limits, cpu_s=cpu_s, wall_s=wall_s)
        return self._last_limits

    def _taken(self, candidate: Candidate, execution: Execution, cap_s: float) -> Outcome:
        """What a run says, with the corpus told of it."""
        if self.meter.counted and execution.cut:
            execution = without_chance(execution, min(cap_s, self._limits.cpu_s))
        novelty, count = 0, self._ranked_by(candidate, execution)
        if execution.verdict.can_be_slow_input:
            self._answered_bytes = max(self._answered_bytes, len(candidate.data))
            self.cap.learn(execution.cpu_ns / 1e9, execution.cut)
            novelty = self.corpus.consider(
                candidate,
                count,
                self._guiding(execution.counters),
                0 if self.meter.counted else execution.peak_rss_bytes,
            )
        else:
            self._failed_bytes = min(self._failed_bytes, len(candidate.data))
        self._heartbeat.count(count)
        if candidate.level == FULL and (candidate.origin.recipe or {}).get("kind") == "pattern":
            self.totals.shapes.add(candidate.origin.label)
        for remark in self._remarks.of(candidate, execution):
            self.tell(remark)
        return Outcome(candidate, execution, count, novelty, self.meter.executions, cap_s)

    def _ranked_by(self, candidate: Candidate, execution: Execution) -> int:
        return ranking_count(execution, self.meter.counted, CLEARLY_UNSEEN if candidate.level == SMALL else 1.0)

    def _guiding(self, counters: array | None) -> array | None:
        """The counters that feed the search: all of them, or those of the program alone."""
        probes = self.watch.probes
        return counters if self._slots_guide or not probes or counters is None else counters[:-probes]

    def accept_sample(self, outcome: Outcome) -> None:
        """A sample that the program answers: never proposed again, and a candidate for the contrast."""
        self._seen.add(outcome.candidate.data)
        self.totals.best_count = max(self.totals.best_count, outcome.count)
        self.watch.observe(outcome)
        self.contrasts.add(outcome)

    def adopt(self, candidate: Candidate, count: int) -> None:
        """Takes an input of known cost as a parent without running it."""
        self._seen.add(candidate.data)
        self.corpus.consider(candidate, count, None)

    def _cap_for(self, candidate: Candidate) -> float:
        """Short where the clock may decide; with a budget in executions the full limit, so that hardly any run is
        cut and whether one is doesn't hang on the machine's load."""
        if self.meter.counted:
            return self._limits.cpu_s
        cap = self.cap.seconds if candidate.level == FULL else self.cap.below_full_s
        return min(cap, max(0.05, self.meter.remaining_s))

    def _is_valid(self, candidate: Candidate) -> bool:
        """What `generate` made it has validated itself, and twice would be dear for very many test cases."""
        self.totals.generated += 1
        ok = candidate.is_validated or (
            candidate.instance is not None and not violations(self._format, candidate.instance, 1)
        )
        self.totals.valid += ok
        return ok

    def _watch_cap(self, outcome: Outcome) -> None:
        """When the cap cuts too many runs it's raised, and the last ones that it cut are run again, last first:
        what was tried later is what medium size spoke for."""
        if outcome.candidate.level != FULL or not outcome.execution.cut:
            return
        self._cut.append(outcome.candidate)
        self.cap.aim(self.findings.longest_s)
        if self.cap.observe(True) and self.meter.remaining_s > 6 * self.cap.next_s:
            self.cap.raise_step()
            self.recheck.extend(reversed(self._cut))
            self._cut.clear()

    def beat(self) -> None:
        """Queues a heartbeat when one is due."""
        if self._heartbeat.is_due:
            self.progress()

    def progress(self) -> None:
        """Queues a heartbeat."""
        self.tell(self._heartbeat.progressed(self._jury.accepted_share))

    def tell(self, event: CampaignEvent) -> None:
        """Queues an event, stamped with what is spent now."""
        self.events.append(replace(event, executions=self.meter.executions, elapsed_s=self.meter.elapsed_s))

    def drain(self) -> Iterator[CampaignEvent]:
        """The queued events, each once."""
        while self.events:
            yield self.events.popleft()

    def run_partners(self, outcome: Outcome) -> bool:
        """Runs the input's values in other orders, for the contrast; false where none is another valid input."""
        if outcome.candidate.instance is None:
            return False
        orders: dict[str, Callable[..., np.ndarray]] = {"shuffled": self._rng.permutation, "sorted": np.sort}
        return sum(self._run_partner(outcome.candidate, word, order) for word, order in orders.items()) > 0

    def _run_partner(self, candidate: Candidate, word: str, order: Callable[[np.ndarray], np.ndarray]) -> bool:
        assert candidate.instance is not None
        instance = reordered(candidate.instance, order)
        data = print_input(self._format, instance)
        if data == candidate.data or violations(self._format, instance, 1):
            return False
        origin = Origin("contrast", f"{candidate.origin.label}, {word}", parent=candidate.id)
        partner = Candidate(data, instance, origin, candidate.level, "contrast")
        run = self.evaluate(partner)
        if run is None or not run.execution.verdict.can_be_slow_input:
            return False
        self.contrasts.add(run)
        return True

    def _looks(self, label: str, data: bytes) -> str:
        """What an input of the pair looks like, unless it has a name that the user knows."""
        if label.startswith(SAMPLE):
            return label
        try:
            return described(self._format, parse(self._format, data)).text or label
        except ParseError:
            return label

    def mine_contrast(self) -> None:
        """Reports a better contrastive pair, if there is one now."""
        mined = self.contrasts.improved()
        if mined is None:
            return
        for data in (mined.fast, mined.slow):
            self._keep_input(data)
        self.pair = mined
        self.tell(
            ContrastMined(
                replace(
                    mined.contrast,
                    fast_label=self._looks(mined.contrast.fast_label, mined.fast),
                    slow_label=self._looks(mined.contrast.slow_label, mined.slow),
                )
            )
        )
        self.watch.pair(mined.contrast, mined.fast_slots, mined.slow_slots)
        self.tell_constraints(at_once=True)
