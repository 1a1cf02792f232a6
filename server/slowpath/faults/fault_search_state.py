"""What the phases of one search for a breaking input share, and how inputs are played: run, judged, counted, told.

Everything happens in the caller's thread; events wait in `events` until they are yielded.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from slowpath.analysis.literals import integer_literals, text_literals
from slowpath.analysis.waiting import WaitingTold
from slowpath.engine.budget import BudgetMeter
from slowpath.engine.candidate import Candidate
from slowpath.engine.deadline import Deadline
from slowpath.engine.failure_isolation import FailureIsolation
from slowpath.engine.jury import Jury
from slowpath.engine.run_cost import COST_PER_BYTE, COST_PER_CASE, COST_PER_RUN
from slowpath.engine.seen import Seen
from slowpath.faults import limits
from slowpath.faults.contest import Bout, Contest, timed
from slowpath.faults.judging import Judge
from slowpath.faults.novelty import Novelty
from slowpath.faults.packing import Packing, packing_of
from slowpath.inputs.printing import Instance, print_input
from slowpath.inputs.validating.validate import holds
from slowpath.model.breaking import BreakEvent, BreakSpec, Role
from slowpath.model.campaign import Progressed
from slowpath.model.execution import Execution
from slowpath.model.origin import Origin
from slowpath.model.validity import Doubt

PART_OF_LEFT = 0.6
DOUBTING_PART = 0.2
"""The part of the time that is left in which the format is held against runs."""
PROGRESS_S = 0.2
PROGRESS_EXECUTIONS = 128
COST_PER_CPU_S = 1_500_000_000
_NANO = 1_000_000_000


@dataclass(frozen=True)
class Played:
    """An input that was played, and how much news it brought."""

    candidate: Candidate
    bout: Bout
    novelty: int
    cost: float


class FaultSearchState:
    """One search. See `search.run_break` for the parameters."""

    def __init__(
        self,
        spec: BreakSpec,
        contest: Contest,
        *,
        keep: Callable[[bytes], str],
        clock: Callable[[], float],
        stop: Callable[[], bool],
        ends_s: float = math.inf,
    ) -> None:
        self.deadline = Deadline(clock, ends_s)
        contest = timed(contest, self.deadline, limits.time_limit_s(spec))
        self.spec = spec
        self.contest = contest
        self.wider = contest.wider
        self.keep = keep
        self.clock = clock
        self.stop = stop
        self.meter = BudgetMeter(spec.budget, clock, ends_s=ends_s)
        self.jury = Jury(
            contest.validators,
            tuple((sample.name, sample.data) for sample in spec.samples),
            contest.opinions,
            spec.doubts,
            models=contest.models,
        )
        self.packing: Packing | None = packing_of(spec.format)
        self.literals = integer_literals(spec.source, spec.language)
        self.texts = tuple(
            dict.fromkeys(
                chain(
                    text_literals(spec.source, spec.language),
                    *(
                        text_literals(reference.solution.source, reference.solution.language)
                        for reference in spec.references
                    ),
                )
            )
        )
        self.events: deque[BreakEvent] = deque()
        self.isolation = FailureIsolation(self.tell)
        self.judge: Judge = Judge(spec, contest, ())
        self.novelty = Novelty()
        self.generated = 0
        self.valid = 0
        self.phase = ""
        self.entered: set[str] = set()
        self._seen = Seen()
        self._has_doubted = False
        self._aside = 0.0
        self._prepared_s = 0.0
        self._waiting = WaitingTold()
        self._told_s = 0.0
        self._told_executions = 0

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be tried: the budget is spent, or the user stopped it."""
        return self.meter.is_spent or self.deadline.is_over or self.stop()

    def stop_after(self, seconds: float) -> Callable[[], bool]:
        """Says to stop once so many seconds are over, or a part of what is left of the whole, where the clock may
        decide at all; or when the user does."""
        end_s = math.inf if self.meter.counted else self.clock() + min(seconds, PART_OF_LEFT * self.deadline.left_s)
        return lambda: self.stop() or self.clock() >= end_s

    def rng(self, name: str) -> np.random.Generator:
        """A generator of random numbers of somebody's own."""
        return np.random.default_rng([self.spec.seed, *name.encode()])

    def spent(self, runs: int) -> None:
        """Hears of executions."""
        for _ in range(runs):
            self.meter.spend()

    def work_aside(self, cost: float) -> None:
        """Hears of work that was done for something else than judging an input, in counts."""
        self._aside += cost

    def taken_aside(self) -> float:
        """The work done aside since this was asked last."""
        cost, self._aside = self._aside, 0.0
        return cost

    def doubt_format(self) -> None:
        """Hears once what runs say against the format, of a reference that fails on no valid input where there is one,
        for a part of the time: a program that sieves before it reads takes a second for each of them."""
        if self._has_doubted:
            return
        self._has_doubted = True
        believed = (asked.contender for asked in self.judge.references if asked.role in (Role.GIVEN, Role.ACCEPTED))
        with self.isolation.around("doubts"), self.deadline.within(DOUBTING_PART * self.deadline.left_s):
            for doubt in self.contest.doubts(self.contest.program, next(believed, None)):
                self.jury.doubt(doubt)
        if self.isolation.shuts_out("doubts"):
            self.jury.doubt(Doubt("reading", "The format couldn't be held against runs; the log has the details."))

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """For what several sources need: whichever of them wants it first isn't charged for the time it takes."""
        began_s = self.clock()
        try:
            yield
        finally:
            self._prepared_s += self.clock() - began_s

    def taken_prepared_s(self) -> float:
        """The seconds that took since this was asked last."""
        seconds, self._prepared_s = self._prepared_s, 0.0
        return seconds

    def candidate(self, instance: Instance, origin: Origin, level: str, is_validated: bool = False) -> Candidate:
        """The input that an instance of the format prints as. `is_validated` says that it is valid by construction:
        checking hundreds of cases again costs more than running them, and what fails is checked in any case."""
        data = print_input(self.spec.format, instance)
        return Candidate(data, instance, origin, level, origin.strategy, is_validated)

    def play(self, candidates: Sequence[Candidate]) -> Generator[Played, None, None]:
        """Judges those that are valid and new, in order. Left early, the rest isn't run, and still new."""
        fresh = {candidate.id: candidate for candidate in candidates if candidate.id not in self._seen}
        admitted = self._allowed([candidate for candidate in fresh.values() if self._admits(candidate)])
        if not admitted or self.is_over:
            return
        bouts = self.judge.judge_many([candidate.data for candidate in admitted])
        try:
            for candidate, bout in zip(admitted, bouts, strict=False):
                yield self._played(candidate, bout)
                self._beat()
                if self.is_over:
                    return
        finally:
            if isinstance(bouts, Generator):
                bouts.close()
            for candidate in admitted:
                if candidate.id in self._seen:
                    self.jury.audit(candidate.data, candidate.origin.label)
            self._hear_warnings()

    def _allowed(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those that no validator of a model refuses; the others aren't proposed again."""
        allowed = self.jury.admitted([(candidate.data, candidate.origin.label) for candidate in candidates])
        kept: list[Candidate] = []
        for candidate, is_allowed in zip(candidates, allowed, strict=True):
            kept += [candidate] if is_allowed else []
            if not is_allowed:
                self._seen.add(candidate.id)
        return kept

    def _admits(self, candidate: Candidate) -> bool:
        is_valid = candidate.is_validated or (
            candidate.instance is not None and holds(self.spec.format, candidate.instance)
        )
        if not is_valid:
            self.generated += 1
            self._seen.add(candidate.id)
        return is_valid

    def _played(self, candidate: Candidate, bout: Bout) -> Played:
        self._seen.add(candidate.id)
        self.generated += 1
        self.valid += 1
        if self.meter.counted:
            bout = _without_chance(bout)
        self.remark(candidate, bout.execution)
        novelty = self.novelty.observe(candidate.data, (bout.execution, *bout.answers))
        return Played(candidate, bout, novelty, self._cost(candidate, bout))

    def remark(self, candidate: Candidate, execution: Execution) -> None:
        """Tells what a run of the program shows beside its answer."""
        for told in self._waiting.of(execution, candidate.origin.label, len(candidate.data)):
            self.tell(told)

    def _cost(self, candidate: Candidate, bout: Bout) -> float:
        """What it took, in counts of work: the same on every machine where the budget is in executions."""
        cases = 0
        if self.packing is not None and candidate.instance is not None:
            cases = len(candidate.instance.get(self.packing.name, ()))
        runs = [run for run in (bout.execution, *bout.answers) if run is not None]
        work = math.fsum(self._work(run) for run in runs)
        return work + COST_PER_RUN * len(runs) + COST_PER_BYTE * len(candidate.data) + COST_PER_CASE * cases

    def _work(self, run: Execution) -> float:
        timed = 0.0 if self.meter.counted else COST_PER_CPU_S * run.cpu_ns / _NANO
        return max(run.count, timed)

    def left(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """Those that weren't played yet."""
        return [candidate for candidate in candidates if candidate.id not in self._seen]

    def tell(self, event: BreakEvent) -> None:
        """Queues an event, stamped with what is spent now."""
        self.events.append(replace(event, executions=self.meter.executions, elapsed_s=self.meter.elapsed_s))

    def drain(self) -> Iterator[BreakEvent]:
        """The queued events, each once."""
        while self.events:
            yield self.events.popleft()

    def _hear_warnings(self) -> None:
        for warnings in (self.judge.warnings, self.jury.warnings):
            while warnings:
                self.tell(warnings.popleft())

    def accepts(self, data: bytes, label: str) -> bool:
        """Whether the package's validators take the input."""
        accepted = self.jury.accepts(data, label)
        self._hear_warnings()
        return accepted

    def _beat(self) -> None:
        """Queues a heartbeat when one is due: by the clock, or by executions where the clock may decide nothing."""
        executions, elapsed_s = self.meter.executions, self.meter.elapsed_s
        if (
            executions - self._told_executions >= PROGRESS_EXECUTIONS
            if self.meter.counted
            else elapsed_s - self._told_s >= PROGRESS_S
        ):
            self.progress()

    def progress(self) -> None:
        """Queues a heartbeat."""
        self._told_s, self._told_executions = self.meter.elapsed_s, self.meter.executions
        self.tell(
            Progressed(self.meter.executions, self.valid, self.generated, 0, self.phase, self.meter.executions_per_s)
        )


def _without_chance(bout: Bout) -> Bout:
    """The bout with no counters of runs that were cut: where the limit strikes is chance."""
    return replace(
        bout,
        execution=_steady(bout.execution),
        answers=tuple(None if run is None else _steady(run) for run in bout.answers),
    )


def _steady(run: Execution) -> Execution:
    return replace(run, counters=None, count=COST_PER_CPU_S) if run.cut else run
