"""What the phases of one campaign share: its specification, the runner, the strategies, and how one turn is made.

A phase is a function over a `SearchState` that yields the campaign's events (`engine/phases/`). Strategies are made
once a campaign, on first use, so that what one learned in an early phase it knows in the later ones.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import islice

from slowpath.engine.batching import SIDE_BY_SIDE, Batching
from slowpath.engine.budget import BudgetMeter
from slowpath.engine.candidate import LEVELS, Candidate, Outcome
from slowpath.engine.confirming import ConfirmLimits, confirm_limits
from slowpath.engine.constraints.gate import Gate
from slowpath.engine.constraints.watch import ConstraintWatch
from slowpath.engine.deadline import Deadline, Timed
from slowpath.engine.failure_isolation import FailureIsolation
from slowpath.engine.faults import Faults
from slowpath.engine.findings import Findings
from slowpath.engine.history import Past, past_of
from slowpath.engine.jury import Jury
from slowpath.engine.runner import Runner
from slowpath.engine.strategies import CATALOGUED, GUIDED, ON_REQUEST, SHARES
from slowpath.engine.strategies.strategy import Strategy
from slowpath.engine.strategy_context import StrategyContext
from slowpath.inputs.described import Described, described
from slowpath.inputs.filling.generate import CannotGenerate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.campaign import (
    DEFAULT_MUTATORS,
    NO_CATALOGUE,
    NO_CONSTRAINTS,
    NO_FEEDBACK,
    NO_INSTRUMENTATION,
    CampaignEvent,
    CampaignSpec,
    FaultFound,
    PhaseEntered,
)
from slowpath.model.execution import Confirmation
from slowpath.model.generator import GeneratorRunner
from slowpath.model.origin import Origin
from slowpath.model.ports import BatchValidator, Executor, InputValidator

MOST_UNMAKEABLE = 50
MOST_AT_ONCE = 64


class SearchState:
    """One campaign in one process. See `run_campaign` for the parameters."""

    def __init__(
        self,
        spec: CampaignSpec,
        executor: Executor,
        *,
        keep_input: Callable[[bytes], str],
        clock: Callable[[], float],
        stop: Callable[[], bool],
        history: Sequence[CampaignEvent],
        read_input: Callable[[str], bytes | None],
        generators: GeneratorRunner | None,
        validators: Sequence[InputValidator],
        opinions: Sequence[InputValidator],
        models: Sequence[BatchValidator],
        gate: Gate | None,
        work_clock: Callable[[], float],
        ends_s: float = math.inf,
    ) -> None:
        self.spec = spec
        self.past: Past = past_of(history)
        if ends_s < math.inf and spec.budget.seconds is not None:
            # The closer look gets what the search leaves of the seconds, and no more.
            ends_s = min(ends_s, clock() + spec.budget.seconds - self.past.elapsed_s)
        self.deadline = Deadline(clock, ends_s)
        if ends_s < math.inf:
            executor = Timed(executor, self.deadline, spec.time_limit_s)
        self.executor = executor
        self.keep_input = keep_input
        self.read_input = read_input
        self.generators = generators
        self.gate = gate
        self.stop = stop
        self.work_clock = work_clock
        self.meter = BudgetMeter(spec.budget, clock, self.past.executions, self.past.elapsed_s, ends_s)
        # A resumed campaign draws other random numbers than its first process did, or it would repeat that work.
        self.seed = spec.seed + 1_000_003 * self.past.executions
        doubts = (*spec.doubts, *self.past.doubts)
        judged_by = (lambda: 0.0) if self.meter.counted else clock
        jury = Jury(validators, spec.samples, opinions, doubts, spec.is_format_given, models, judged_by)
        constraints = () if NO_CONSTRAINTS in spec.ablations else spec.constraints
        self.watch = ConstraintWatch.of(executor, constraints, self.seed, self.past.constraints)
        self.findings = Findings(
            executor,
            spec.keep,
            ConfirmLimits(confirm_limits(spec), spec.time_limit_s),
            self.meter,
            keep_input,
            lambda data: is_valid(spec.format, data),
            jury,
            self.watch.satisfied_by,
            self._failed,
            self._described,
        )
        self.faults = Faults(spec.path, executor, confirm_limits(spec), keep_input, self.findings.accepts, jury)
        self.runner = Runner(
            spec.format,
            executor,
            self.meter,
            spec.limits,
            self.findings,
            keep_input,
            self.seed,
            jury,
            self.watch,
            NO_INSTRUMENTATION not in spec.ablations,
            self.faults,
            self.has_feedback,
        )
        self._isolation = FailureIsolation(self.runner.tell)
        self._strategies: dict[str, Strategy] = {}
        self._batching = {level: Batching(MOST_AT_ONCE, MOST_AT_ONCE) for level in LEVELS}

    def _failed(self, outcome: Outcome, confirmation: Confirmation) -> Iterator[FaultFound]:
        return self.faults.confirmed(outcome, confirmation)

    def _described(self, candidate: Candidate) -> Described:
        return Described() if candidate.instance is None else described(self.spec.format, candidate.instance)

    @property
    def is_over(self) -> bool:
        """Whether the search ends here: the budget is spent, or the user stopped it."""
        return self.meter.is_spent or self.deadline.is_over or self.stop()

    @property
    def is_closing(self) -> bool:
        """Whether nothing more may be begun, a look at what was found neither."""
        return self.deadline.is_over or self.stop()

    def within(self, seconds: float) -> AbstractContextManager[None]:
        """What may take at most so many seconds, and no more than is left; without an end where no clock may decide."""
        return nullcontext() if self.meter.counted else self.deadline.within(seconds)

    @property
    def uses_catalogue(self) -> bool:
        """Whether known patterns may be tried (an ablation that measures what the search finds without them)."""
        return NO_CATALOGUE not in self.spec.ablations

    @property
    def has_feedback(self) -> bool:
        """Whether costs and counters decide what is tried next (an ablation that measures what they bring)."""
        return NO_FEEDBACK not in self.spec.ablations

    def enter(self, phase: str, message: str) -> Iterator[CampaignEvent]:
        """Tells that the campaign enters a phase."""
        self.runner.tell(PhaseEntered(phase, message))
        yield from self.runner.drain()

    def candidate(self, data: bytes, origin: Origin) -> Candidate:
        """Bytes from outside as a candidate of full size, parsed where they can be."""
        try:
            instance = parse(self.spec.format, data)
        except ParseError:
            instance = None
        return Candidate(data, instance, origin, "full", origin.strategy)

    def strategy(self, name: str, context: StrategyContext) -> Strategy | None:
        """The strategy of that name, one object for all phases; None where it has no part here, or failed."""
        if not self._takes_part(name, context) or self._isolation.shuts_out(name):
            return None
        if name not in self._strategies:
            # One that can't even make what it begins with is asked again where its next turn would be.
            with suppress(CannotGenerate), self._isolation.around(name):
                self._strategies[name] = SHARES[name][0](context)
        strategy = self._strategies.get(name)
        return None if strategy is None or self._isolation.shuts_out(strategy.id) else strategy

    def begin_anew(self, context: StrategyContext) -> None:
        """Strategies are made again when they are next asked for: the sizes that they knew are no more."""
        self._strategies.clear()
        context.elite.clear()
        context.powers.clear()
        context.busiest.clear()

    def _takes_part(self, name: str, context: StrategyContext) -> bool:
        spec = self.spec
        if name not in spec.strategies if spec.strategies else name in ON_REQUEST:
            return False
        if name in CATALOGUED and not self.uses_catalogue:
            return False
        if name == "afl":
            return context.fuzzer is not None
        if name == "model-generators":
            return bool(context.generators and context.runner)
        if name == "model-mutators":
            return bool(context.mutators and context.runner) and DEFAULT_MUTATORS not in spec.ablations
        return name not in GUIDED or self._is_guided(name)

    def _is_guided(self, name: str) -> bool:
        """Whether constraints may guide the search by that strategy (WEDGE table 1 names the ablations)."""
        ablations = self.spec.ablations
        if not self.watch.constraints or DEFAULT_MUTATORS in ablations:
            return False
        follows_probes = self.watch.probes > 0 and NO_INSTRUMENTATION not in ablations and self.has_feedback
        return name != "approach" or follows_probes

    def turn(self, strategy: Strategy | None):
        """One proposal, or one batch of them, run; yields its events and returns whether there was one."""
        if strategy is None or self.is_over:
            return False
        candidates = self.proposals(strategy)
        if not candidates:
            return False
        self.run_for(strategy, candidates)
        yield from self.runner.drain()
        yield from self.rechecks()
        return True

    def proposals(self, strategy: Strategy) -> list[Candidate]:
        """The strategy's next candidates, as many as it takes at once; fewer, or none, where it has no more now, and
        where inputs of their level were dear lately, whoever ran them."""
        return list(self._affordable(islice(self._made(strategy), strategy.batch)))

    def _affordable(self, made: Iterator[Candidate]) -> Iterator[Candidate]:
        """As many of them as are worth one decision: larger inputs are at least as dear as smaller ones."""
        for count, candidate in enumerate(made, 1):
            yield candidate
            no_larger = LEVELS[: LEVELS.index(candidate.level) + 1]
            if count >= min(self._batching[level].size for level in no_larger):
                return

    def _made(self, strategy: Strategy) -> Iterator[Candidate]:
        """What it proposes; a plan that can't be made valid is passed over."""
        failed = 0
        while failed < MOST_UNMAKEABLE and not self._isolation.shuts_out(strategy.id):
            candidate = None
            try:
                with self._isolation.around(strategy.id):
                    candidate = strategy.propose()
            except CannotGenerate:
                failed += 1
                continue
            if candidate is None:
                return
            yield candidate

    def run_for(self, strategy: Strategy, candidates: Sequence[Candidate]) -> list[Outcome]:
        """Runs a strategy's candidates and tells it, in their order, what became of those that were run."""
        outcomes = []
        for outcome in self.runner.evaluate_all(candidates):
            self.runner.totals.strategy = outcome.candidate.strategy
            if not self._isolation.shuts_out(strategy.id):
                with self._isolation.around(strategy.id):
                    strategy.observe(outcome)
            self._batching[outcome.candidate.level].observe(outcome)
            outcomes.append(outcome)
        return outcomes

    def rechecks(self) -> Iterator[CampaignEvent]:
        """Runs again, under the longer cap, what the shorter one cut."""
        while self.runner.recheck and not self.is_over:
            waiting = self.runner.recheck
            self.runner.evaluate_again([waiting.popleft() for _ in range(min(SIDE_BY_SIDE, len(waiting)))])
            yield from self.runner.drain()
