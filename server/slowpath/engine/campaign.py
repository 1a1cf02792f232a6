"""The campaign: from a specification and an executor to the events of a search.

Theory of operation. `run_campaign` is a generator and does everything in its caller's thread: between two events
at most one batch of executions (or one confirmation) is made, so not advancing it pauses the search, and closing it
leaves nothing behind but the executor, which the caller closes. The phases, one file each in `phases/`:

1. samples: every sample is run; one on which the program fails is said and left out; the costliest of the others
   is the baseline to which ratios refer;
2. patterns: saturated random inputs, of sizes that the program answers, then the catalogue at medium size, the best
   of it promoted to full size in between, so that the first slow inputs show within seconds;
3. search: all strategies by turns (`scheduler`) until the budget is spent;
4. finalists: what waits is confirmed, and the rows are held against typical inputs of their size, repeated, counted
   exactly and minimised;
5. growing: how the cost grows along inputs like the rows;
6. finish: the contrastive pair is mined a last time, checkers are judged (`Gate`).

Constraints are watched all along (`watch`) and guide two strategies and the corpus, unless ablations say otherwise.

With a budget in executions alone no decision depends on a clock: runs get the full limits, and one that is cut even
so gets the same count as all that are (`candidate.without_chance`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from time import process_time

from slowpath.analysis.literals import integer_literals
from slowpath.catalogue.libraries import Probe
from slowpath.engine.constraints.gate import Gate
from slowpath.engine.phases.baseline import without_samples
from slowpath.engine.phases.finalists import finalists
from slowpath.engine.phases.finish import failed_on_samples, finish, settle
from slowpath.engine.phases.patterns import make_space, patterns
from slowpath.engine.phases.samples import resume, samples
from slowpath.engine.phases.scaling import growing
from slowpath.engine.phases.search import search
from slowpath.engine.phases.typical import typical_so_far
from slowpath.engine.search_state import SearchState
from slowpath.engine.strategy_context import StrategyContext
from slowpath.engine.typical import TypicalInputs
from slowpath.errors import OutOfTime
from slowpath.model.campaign import CampaignEvent, CampaignSpec
from slowpath.model.fuzzer import ByteFuzzer
from slowpath.model.generator import GeneratorRunner
from slowpath.model.ports import BatchValidator, Executor, InputValidator


def run_campaign(
    spec: CampaignSpec,
    executor: Executor,
    *,
    campaign_id: str,
    keep_input: Callable[[bytes], str],
    clock: Callable[[], float],
    stop: Callable[[], bool],
    history: Sequence[CampaignEvent] = (),
    read_input: Callable[[str], bytes | None] = lambda _: None,
    probe: Probe | None = None,
    runner: GeneratorRunner | None = None,
    validators: Sequence[InputValidator] = (),
    opinions: Sequence[InputValidator] = (),
    models: Sequence[BatchValidator] = (),
    gate: Gate | None = None,
    fuzzer: ByteFuzzer | None = None,
    work_clock: Callable[[], float] = process_time,
    ends_s: float = math.inf,
) -> Iterator[CampaignEvent]:
    """Searches for slow inputs and yields the campaign's events, the last one `Ended`.

    `keep_input` stores bytes under their content id, `clock` gives seconds without pauses, `history` and
    `read_input` are what an earlier process of the campaign left. `probe` compiles and runs a C++ source with the
    user's compiler and returns its output; without it attacks on C++ hash tables are left out, without `runner` the
    generators that the specification carries. `validators` are those of the problem's package, asked before an input
    is shown; what they accept is confirmed. `opinions` may refuse an input as well and confirm none, so
    may `models`, which a language model wrote: they are asked before small inputs are run. `gate` judges
    checkers at the end, outside of the budget. `fuzzer` is AFL++, for the strategy of that name; `work_clock` gives
    the CPU seconds of this process, which strategies are charged for where the budget is in seconds.
    `ends_s` is when, by the clock, all of it must have ended then. `OutOfTime`, raised in here by a signal, ends it
    with what was found. Raises `SlowpathError` where the target can't be driven.
    """
    state = SearchState(
        spec,
        executor,
        keep_input=keep_input,
        clock=clock,
        stop=stop,
        history=history,
        read_input=read_input,
        generators=runner,
        validators=validators,
        opinions=opinions,
        models=models,
        gate=gate,
        work_clock=work_clock,
        ends_s=ends_s,
    )
    try:
        yield from _phases(state, probe, fuzzer)
    except OutOfTime:
        yield from finish(state, at_once=True)


def _phases(state: SearchState, probe: Probe | None, fuzzer: ByteFuzzer | None) -> Iterator[CampaignEvent]:
    spec, runner = state.spec, state.generators
    if state.past.events:
        resume(state)
    can_search = yield from samples(state)
    if not can_search:
        yield from failed_on_samples(state)
        return
    space = yield from make_space(state, probe)
    context = StrategyContext(
        space,
        state.runner.corpus,
        state.seed,
        generators=spec.generators,
        runner=runner,
        watch=state.watch,
        aimed=spec.aimed,
        mutators=spec.mutators,
        samples=tuple(data for _, data in spec.samples),
        literals=integer_literals(spec.source, spec.language),
        fuzzer=fuzzer,
        is_dear=lambda: state.runner.is_dear,
    )
    state.findings.foreseen = context.foreseen
    usual = TypicalInputs(state)
    yield from without_samples(state, space)
    yield from patterns(state, context)
    yield from typical_so_far(state, usual)
    yield from search(state, context, usual)
    yield from settle(state)
    yield from finalists(state, context, usual)
    yield from growing(state, space)
    yield from finish(state)
