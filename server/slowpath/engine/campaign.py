"""The campaign: from a specification and an executor to the events of a search.

Theory of operation. `run_campaign` is a generator and does everything in its caller's thread: between two events
at most one execution (or one confirmation) is made, so not advancing it pauses the search, and closing it leaves
nothing behind but the executor, which the caller closes. Phases, each a named method of `_Campaign`:

1. samples: every sample is run; one on which the program fails is said and left out; the costliest of the others
   is the baseline to which ratios refer;
2. patterns: saturated random inputs, then the catalogue at medium size, the best of it promoted to full size in
   between, so that the first slow inputs show within seconds;
3. search: all strategies by turns (`scheduler`) until the budget is spent;
4. the end: what waits is confirmed, the contrastive pair is mined a last time, checkers are judged (`Gate`).

Constraints are watched all along (`watch`) and guide two strategies and the corpus, unless ablations say otherwise.

With a budget in executions alone no decision depends on a clock: runs get the full limits, and one that is cut even
so gets the same count as all that are (`candidate.without_chance`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from slowpath.analysis.cues import cues
from slowpath.analysis.profile_shape import profile_shape
from slowpath.catalogue import Genome, TargetFacts, hints_of, select
from slowpath.catalogue.hashing import Probe, ask_library
from slowpath.engine.budget import BudgetMeter
from slowpath.engine.candidate import MEDIUM, Candidate, Outcome
from slowpath.engine.findings import ConfirmLimits, Findings
from slowpath.engine.gate import MOST_OTHERS, Gate, judge_checkers
from slowpath.engine.history import Past, past_of
from slowpath.engine.jury import Jury
from slowpath.engine.runner import Runner
from slowpath.engine.scheduler import Scheduler
from slowpath.engine.space import Space
from slowpath.engine.strategies import SHARES, Board, Strategy
from slowpath.engine.strategies.approach import Approach
from slowpath.engine.watch import ConstraintWatch
from slowpath.errors import SlowpathError
from slowpath.inputs.generate import CannotGenerate
from slowpath.inputs.parse import parse
from slowpath.inputs.saturate import boundaries
from slowpath.inputs.tokens import ParseError
from slowpath.inputs.validate import is_valid
from slowpath.model.campaign import (
    DEFAULT_MUTATORS,
    NO_CONSTRAINTS,
    NO_INSTRUMENTATION,
    BaselineMeasured,
    CampaignEvent,
    CampaignSpec,
    ConstraintMeasured,
    Ended,
    GuidanceMeasured,
    PhaseEntered,
    Resumed,
    SampleFailed,
    Warned,
)
from slowpath.model.cost import Cost
from slowpath.model.execution import RunLimits
from slowpath.model.generator import GeneratorRunner
from slowpath.model.origin import Origin
from slowpath.model.ports import Executor, InputValidator

PATTERNS_SHARE = 0.4
PATTERNS_PER_PROMOTION = 24
PARTNERS = 6
CHEAPEST = 4
MOST_IDLE_TURNS = 4000
MOST_UNMAKEABLE = 50
CONFIRM_LIMIT_FACTOR = 1.5
CONFIRM_LIMIT_S = 5.0
BASELINE_RUNS = 3
LAST_PROMOTIONS = 6
LEAST_ROUNDS = 2
FIRST_SATURATED = 1
SETTLE_AT = (0.5, 0.8, 0.93)
GUIDED = ("aimed", "approach")
"""The strategies that constraints guide."""
AIMED_FACTOR = 24.0
"""How much larger their shares are where the search is to be about one constraint: most of the budget."""


def run_campaign(spec: CampaignSpec, executor: Executor, *, campaign_id: str, keep_input: Callable[[bytes], str],
                 clock: Callable[[], float], stop: Callable[[], bool],
                 history: Sequence[CampaignEvent] = (),
                 read_input: Callable[[str], bytes | None] = lambda _: None,
                 probe: Probe | None = None, runner: GeneratorRunner | None = None,
                 validators: Sequence[InputValidator] = (), gate: Gate | None = None) -> Iterator[CampaignEvent]:
    """Searches for slow inputs and yields the campaign's events, the last one `Ended`.

    `keep_input` stores bytes under their content id, `clock` gives seconds without pauses, `history` and
    `read_input` are what an earlier process of the campaign left. `probe` compiles and runs a C++ source with the
    user's compiler and returns its output; without it attacks on C++ hash tables are left out, without `runner` the
    generators that the specification carries. `validators` are those of the problem's package, asked before an input
    is shown. `gate` judges checkers at the end, outside of the budget. Raises `SlowpathError` where the target can't be
    driven at all.
    """
    yield from _Campaign(spec, executor, keep_input, clock, stop, history, read_input, probe, runner,
                         validators, gate).events()


class _Campaign:
    """One campaign in one process."""

    def __init__(self, spec: CampaignSpec, executor: Executor, keep_input: Callable[[bytes], str],
                 clock: Callable[[], float], stop: Callable[[], bool], history: Sequence[CampaignEvent],
                 read_input: Callable[[str], bytes | None], probe: Probe | None,
                 runner: GeneratorRunner | None,
                 validators: Sequence[InputValidator], gate: Gate | None) -> None:
        self._spec = spec
        self._executor = executor
        self._keep_input = keep_input
        self._stop = stop
        self._read_input = read_input
        self._probe = probe
        self._generators = runner
        self._past: Past = past_of(history)
        self._strategies: dict[str, Strategy] = {}
        self._failed_samples_only = False
        meter = BudgetMeter(spec.budget, clock, self._past.executions, self._past.elapsed_s)
        jury = Jury(validators, spec.samples)
        # A resumed campaign draws other random numbers than its first process did, or it would repeat that work.
        self._seed = spec.seed + 1_000_003 * self._past.executions
        self._gate = gate
        constraints = () if NO_CONSTRAINTS in spec.ablations else spec.constraints
        self._watch = ConstraintWatch.of(executor, constraints, self._seed, self._past.constraints)
        findings = Findings(executor, spec.keep, ConfirmLimits(_confirm_limits(spec), spec.time_limit_s),
                            meter, keep_input, lambda data: is_valid(spec.format, data), jury,
                            self._watch.satisfied_by)
        self._runner = Runner(spec.format, executor, meter, spec.limits, findings, keep_input, self._seed, jury,
                              self._watch, NO_INSTRUMENTATION not in spec.ablations)
        self._meter = meter
        self._findings = findings

    @property
    def _is_over(self) -> bool:
        return self._meter.is_spent or self._stop()

    def events(self) -> Iterator[CampaignEvent]:
        """All events, phase by phase."""
        if self._past.events:
            self._resume()
        yield from self._samples()
        if not self._failed_samples_only:
            space = yield from self._make_space()
            board = Board(space, self._runner.corpus, self._seed, generators=self._spec.generators,
                          runner=self._generators, watch=self._watch, aimed=self._spec.aimed,
                          mutators=self._spec.mutators)
            yield from self._without_samples(space)
            yield from self._patterns(board)
            yield from self._search(board)
        yield from self._end()

    def _phase(self, phase: str, message: str) -> Iterator[CampaignEvent]:
        self._runner.tell(PhaseEntered(phase, message))
        yield from self._runner.drain()

    def _resume(self) -> None:
        """Takes up what an earlier process confirmed: the list at once, the inputs as parents for mutation."""
        self._runner.tell(Resumed())
        self._runner.totals.best_count = self._past.best_count
        self._runner.totals.generated, self._runner.totals.valid = self._past.generated, self._past.valid
        if self._past.contrast is not None:
            self._runner.contrasts.resume(self._past.contrast)
        for slow in self._past.slow_inputs:
            self._findings.restore(slow)
            data = self._read_input(slow.id)
            if data is not None:
                self._runner.adopt(self._candidate(data, slow.origin), slow.cost.count)

    def _candidate(self, data: bytes, origin: Origin) -> Candidate:
        try:
            instance = parse(self._spec.format, data)
        except ParseError:
            instance = None
        return Candidate(data, instance, origin, "full", origin.strategy)

    # Phase 1: the samples.

    def _samples(self) -> Iterator[CampaignEvent]:
        if not self._spec.samples:
            return
        yield from self._phase("samples", f"Running {len(self._spec.samples)} samples.")
        outcomes = []
        for name, data in self._spec.samples:
            if self._is_over:
                break
            candidate = self._candidate(data, Origin("sample", f"sample {name}"))
            outcome = self._runner.run(candidate, self._spec.limits.cpu_s)
            if outcome.execution.verdict.value != "OK":
                self._tell_failed(name, outcome)
            else:
                outcomes.append(outcome)
                self._runner.accept_sample(outcome)
            self._runner.beat()
            yield from self._runner.drain()
        if outcomes:
            self._measure_baseline(max(outcomes, key=lambda o: o.count), from_samples=True)
        elif not self._is_over:
            self._failed_samples_only = True
        yield from self._runner.drain()

    def _tell_failed(self, name: str, outcome: Outcome) -> None:
        execution = outcome.execution
        detail = execution.stderr_tail.decode("utf-8", "replace").strip()[-300:]
        if execution.signal is not None:
            detail = f"ended by signal {execution.signal}. {detail}".strip()
        elif execution.exit_code:
            detail = f"exit code {execution.exit_code}. {detail}".strip()
        elif execution.cut:
            detail = f"cut after {outcome.cap_s:g} s of CPU time. {detail}".strip()
        self._runner.tell(SampleFailed(name, execution.verdict, detail))

    def _measure_baseline(self, outcome: Outcome, from_samples: bool) -> None:
        """Confirms the baseline on the clean build, so that it's a cost like those of the slow inputs."""
        if self._past.baseline is not None:
            self._findings.rebased(self._past.baseline.cost.count, self._past.baseline.cost.cpu_s)
            return
        confirmation = self._executor.confirm(outcome.candidate.data, _confirm_limits(self._spec), runs=BASELINE_RUNS)
        cost = Cost(outcome.count, confirmation.cpu_s, confirmation.cpu_s_spread, confirmation.peak_rss_bytes,
                    confirmation.instructions, at_least=outcome.execution.cut)
        self._keep_input(outcome.candidate.data)
        self._findings.rebased(outcome.count, confirmation.cpu_s)
        self._runner.tell(BaselineMeasured(outcome.candidate.id, outcome.candidate.origin.label,
                                           len(outcome.candidate.data), cost, from_samples))

    # Phase 2: saturation and patterns.

    def _make_space(self):
        """The space of the format; yields the events of its making and returns it."""
        yield from self._phase("patterns", "Solving for the largest sizes.")
        seen = cues(self._spec.source, self._spec.language)
        facts = TargetFacts(cpython=self._spec.language == "python").with_constants(seen)
        if self._spec.language == "cpp" and b"unordered_" in self._spec.source and self._probe is not None:
            yield from self._phase("patterns", "Asking the C++ library for its hash table sizes.")
            try:
                facts = replace(facts, bucket_counts=ask_library(self._probe))
            except SlowpathError as error:
                self._runner.tell(Warned("hash-probe", f"Hash attacks are left out: {error.message}", error.remedy))
        hints = hints_of(seen, select(self._spec.statement, self._spec.source, self._spec.language))
        return Space(self._spec.format, boundaries(self._spec.format), facts, self._seed, hints)

    def _without_samples(self, space: Space) -> Iterator[CampaignEvent]:
        """Without samples the typical input is a random one of medium size."""
        if self._spec.samples or self._past.baseline is not None:
            return
        self._runner.tell(Warned("no-samples", "There are no samples: ratios refer to a random input.",
                                 "Put samples beside the program (1.in and 1.out)."))
        for site in space.sites(MEDIUM):
            try:
                candidate = space.build(site, (), "saturation")
            except CannotGenerate:
                continue
            outcome = self._runner.run(candidate, self._spec.limits.cpu_s)
            if outcome.execution.verdict.can_be_slow_input:
                self._measure_baseline(outcome, from_samples=False)
                break
        yield from self._runner.drain()

    def _patterns(self, board: Board) -> Iterator[CampaignEvent]:
        """Saturated inputs, then patterns at medium size with promotions of the best in between."""
        chosen = {name: self._made(name, board) for name in ("saturation", "patterns", "promotion")}
        if self._past.has_searched or not any(chosen.values()):
            return
        yield from self._phase("patterns", "Trying saturated sizes and known hard patterns.")
        for _ in range(FIRST_SATURATED):
            yield from self._turn(chosen["saturation"])
        yield from self._turn(self._made("model-generators", board))
        has_more = chosen["patterns"] is not None
        rounds = 0
        while has_more and not self._is_over and (self._meter.share < PATTERNS_SHARE or rounds < LEAST_ROUNDS):
            rounds += 1
            for _ in range(PATTERNS_PER_PROMOTION):
                has_more = yield from self._turn(chosen["patterns"])
                if not has_more:
                    break
            yield from self._turn(chosen["promotion"])
            yield from self._turn(self._made("model-generators", board))
            yield from self._turn(self._made("aimed", board))
        for _ in range(LAST_PROMOTIONS):
            if self._meter.share < PATTERNS_SHARE:
                yield from self._turn(chosen["promotion"])
        yield from self._contrast(board)

    def _made(self, name: str, board: Board) -> Strategy | None:
        """The strategy of that name, one object for all phases; None where the user chose others."""
        if self._spec.strategies and name not in self._spec.strategies:
            return None
        if name == "model-generators" and not (board.generators and board.runner):
            return None
        if name == "model-mutators" and not (board.mutators and board.runner and self._has_mutators):
            return None
        if name in GUIDED and not self._is_guided(name):
            return None
        if name not in self._strategies:
            self._strategies[name] = SHARES[name][0](board)
        return self._strategies[name]

    @property
    def _has_mutators(self) -> bool:
        """Whether the mutators that know the constraints may be used (an ablation of WEDGE table 1)."""
        return DEFAULT_MUTATORS not in self._spec.ablations

    def _is_guided(self, name: str) -> bool:
        """Whether constraints may guide the search by that strategy (WEDGE table 1 names the ablations)."""
        ablations = self._spec.ablations
        if not self._watch.constraints or DEFAULT_MUTATORS in ablations:
            return False
        return name != "approach" or (self._watch.probes > 0 and NO_INSTRUMENTATION not in ablations)

    def _turn(self, strategy: Strategy | None):
        """One proposal run; yields its events and returns whether there was one."""
        if strategy is None or self._is_over:
            return False
        candidate = self._proposal(strategy)
        if candidate is None:
            return False
        self._run_for(strategy, candidate)
        yield from self._runner.drain()
        yield from self._rechecks()
        return True

    def _proposal(self, strategy: Strategy) -> Candidate | None:
        """The strategy's next candidate; a plan that can't be made valid is passed over."""
        for _ in range(MOST_UNMAKEABLE):
            try:
                return strategy.propose()
            except CannotGenerate:
                continue
        return None

    def _run_for(self, strategy: Strategy, candidate: Candidate) -> Outcome | None:
        self._runner.totals.strategy = candidate.strategy
        outcome = self._runner.evaluate(candidate)
        if outcome is not None:
            strategy.observe(outcome)
        return outcome

    def _rechecks(self) -> Iterator[CampaignEvent]:
        """Runs again, under the longer cap, what the shorter one cut."""
        while self._runner.recheck and not self._is_over:
            self._runner.evaluate(self._runner.recheck.popleft(), again=True)
            yield from self._runner.drain()

    def _contrast(self, board: Board) -> Iterator[CampaignEvent]:
        """Gives the best medium inputs partners of the same values, or random ones, and mines the pair."""
        sites = board.space.sites(MEDIUM)
        shapes: set[str] = set()
        plain: list[tuple[int, Genome]] = [(place, ()) for place in range(min(2, len(sites)))]
        plain += [(scored.site, scored.genome) for scored in board.elite[-CHEAPEST:]]
        points = [*plain, *((scored.site, scored.genome) for scored in board.elite[:3 * PARTNERS])]
        for place, genome in points:
            if len(shapes) >= PARTNERS or self._is_over:
                break
            outcome = self._again(board.space.build(sites[place], genome, "contrast"))
            if outcome is None:
                continue
            shape = profile_shape(self._executor.profile(outcome.execution).hits)
            if (place, genome) in plain:
                # Random inputs and the cheapest patterns (sorted, where reversed is dear) are partners themselves.
                self._runner.contrasts.add(outcome)
            elif shape not in shapes:
                self._runner.contrasts.add(outcome)
                if not self._is_over and self._runner.run_partners(outcome):
                    shapes.add(shape)
            yield from self._runner.drain()
        self._runner.mine_contrast()
        yield from self._runner.drain()

    def _again(self, candidate: Candidate) -> Outcome | None:
        """A run of an input for its profile; None when it's in the pool already, or gives none."""
        if self._runner.contrasts.holds(candidate.id):
            return None
        outcome = self._runner.evaluate(candidate, again=True)
        if outcome is None or outcome.execution.counters is None:
            return None
        return outcome if outcome.execution.verdict.can_be_slow_input else None

    # Phase 3: the search.

    def _search(self, board: Board) -> Iterator[CampaignEvent]:
        """All strategies by turns until the budget is spent or nothing new can be proposed."""
        if self._is_over:
            return
        strategies = [(strategy, SHARES[name][1] * (AIMED_FACTOR if self._spec.aimed and name in GUIDED else 1.0))
                      for name in SHARES if (strategy := self._made(name, board)) is not None]
        if not strategies:
            return
        yield from self._phase("mutation", "Searching: mutation, growth of small winners, refinement.")
        scheduler, idle, settled = Scheduler(strategies), 0, 0
        while not self._is_over and idle < MOST_IDLE_TURNS:
            strategy = scheduler.next()
            candidate = self._proposal(strategy)
            outcome = self._run_for(strategy, candidate) if candidate is not None else None
            scheduler.account(strategy, outcome, candidate is not None,
                              outcome is not None and isinstance(strategy, Approach) and strategy.came_nearer)
            idle = 0 if outcome is not None else idle + 1
            self._runner.beat()
            yield from self._runner.drain()
            yield from self._rechecks()
            if settled < len(SETTLE_AT) and self._meter.share >= SETTLE_AT[settled]:
                settled += 1
                yield from self._settle(board)

    def _settle(self, board: Board) -> Iterator[CampaignEvent]:
        for event in self._findings.settle():
            self._runner.tell(event)
            yield from self._runner.drain()
        yield from self._contrast(board)
        self._tell_shares()
        yield from self._runner.drain()

    def _tell_shares(self) -> None:
        """How many satisfying inputs each strategy has made, where constraints are watched."""
        if self._watch.probes:
            self._watch.settle()
            self._runner.tell_constraints()
            self._runner.tell(GuidanceMeasured(self._watch.shares()))

    # Phase 4: the end.

    def _end(self) -> Iterator[CampaignEvent]:
        if self._failed_samples_only:
            self._runner.tell(Ended("failed", "samples-failed", "The program fails on every sample.",
                                    "Make it pass its samples first: slowness of a failing program says nothing."))
            yield from self._runner.drain()
            return
        is_stopped = self._stop()
        if not is_stopped and (self._meter.counted or not self._meter.is_spent):
            for event in self._findings.settle():
                self._runner.tell(event)
        if not is_stopped:
            self._runner.mine_contrast()
        self._tell_shares()
        yield from self._runner.drain()
        if not is_stopped:
            self._judge_checkers()
        for state in self._watch.told():
            self._runner.tell(ConstraintMeasured(state))
        self._runner.progress()
        message = "" if self._findings.by_shape else "No input was found that costs more than the samples."
        self._runner.tell(Ended("stopped" if is_stopped and not self._meter.is_spent else "finished", message=message))
        yield from self._runner.drain()


    def _judge_checkers(self) -> None:
        if self._gate is None:
            return
        slow, fast = self._pair()
        others = [data for _, data in self._spec.samples] + self._runner.contrasts.cheapest(MOST_OTHERS)
        warning = judge_checkers(self._gate, self._watch, slow, fast, others)
        if warning is not None:
            self._runner.tell(warning)

    def _pair(self) -> tuple[bytes | None, bytes | None]:
        """The slow and the fast input of the contrastive pair, mined here or by an earlier process."""
        if self._runner.pair is not None:
            return self._runner.pair.slow, self._runner.pair.fast
        if self._past.contrast is not None:
            return self._read_input(self._past.contrast.slow_id), self._read_input(self._past.contrast.fast_id)
        return None, None


def _confirm_limits(spec: CampaignSpec) -> RunLimits:
    """A clean run is cut well after the problem's time limit: that far it's measured, beyond it's too slow anyway."""
    wanted_s = max(CONFIRM_LIMIT_S, CONFIRM_LIMIT_FACTOR * (spec.time_limit_s or 0))
    return replace(spec.limits, cpu_s=wanted_s, wall_s=max(spec.limits.wall_s, 4 * wanted_s))
