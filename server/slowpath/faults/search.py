"""The search for a breaking input: from a specification and a contest to the events of a search (AlgoBugs).

Theory of operation. `run_break` is a generator and does everything in its caller's thread; between two events at most
one batch of inputs is judged. References are tried on the samples first, then the program itself. Then the sources
(`faults.sources`) have turns by their weights, the cheap and small ones first: all tiny inputs, random small ones,
values at the ends of their ranges, the catalogue's structures, mutants led by how the coverage of program and reference
differs, inputs that come nearer to equality in comparisons, and full sizes for time and memory. Hundreds of test cases
go into one input where the format has cases; the one that fails is isolated after. Every failure is asked of the
validators and of the clean builds before it is told (`faults.settling`); the first that a judge would see ends the
search, is made small and explained. What only a sanitizer sees is told, and the search goes on, more of it where such
faults show.

With a budget in executions nothing depends on a clock, and the same specification gives the same events but for times.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice

from slowpath.engine.batching import SIDE_BY_SIDE
from slowpath.engine.candidate import FULL, Candidate
from slowpath.engine.failure_isolation import FailureIsolation
from slowpath.errors import OutOfTime
from slowpath.faults import limits
from slowpath.faults.comparing import fixed_parts
from slowpath.faults.confirming import unsteady
from slowpath.faults.contest import Contest, timed_contender
from slowpath.faults.examining import Examinations
from slowpath.faults.fault_search_state import FaultSearchState, Played
from slowpath.faults.judging import Judge
from slowpath.faults.references import TriedReference, tried_references, usable_references
from slowpath.faults.repeats import Repeats
from slowpath.faults.settling import Settling
from slowpath.faults.sources.ideas import ideas
from slowpath.faults.sources.mutants import Mutants
from slowpath.faults.sources.nearer import Nearer
from slowpath.faults.sources.random_inputs import boundary_inputs, growing_inputs, small_inputs
from slowpath.faults.sources.slow_inputs import SlowInputs
from slowpath.faults.sources.source import Source
from slowpath.faults.sources.spaced import FullConstructions, LazySpace, small_constructions
from slowpath.faults.sources.tiny_inputs import tiny_inputs
from slowpath.faults.turns import Turn, Turns
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.parsing.tokens import ParseError
from slowpath.model.breaking import OVERFLOWS, BreakEvent, BreakSpec, Role
from slowpath.model.campaign import Ended, PhaseEntered, Warned
from slowpath.model.origin import Origin

COST_PER_S = 1_500_000_000
FAVOUR = 2.0
FOR_OVERFLOW = frozenset({"boundaries", "full-size", "random-growing"})

_WEIGHTS: dict[str, tuple[float, float]] = {
    "ideas": (100.0, 0.0),
    "tiny": (5.0, 0.0),
    "random-small": (3.0, 0.2),
    "boundaries": (2.5, 0.3),
    "mutants": (3.0, 1.0),
    "full-size": (2.5, 0.4),
    "random-growing": (1.5, 2.5),
    "catalogue": (1.5, 3.0),
    "distances": (2.0, 1.5),
    "slow": (2.0, 5.0),
}
"""The weight of each source, and after how many seconds' worth of all sources' work it has its first turn."""
_LASTING = sum(weight for name, (weight, _) in _WEIGHTS.items() if name != "ideas")


def run_break(
    spec: BreakSpec,
    contest: Contest,
    *,
    keep: Callable[[bytes], str],
    clock: Callable[[], float],
    stop: Callable[[], bool],
    ends_s: float = math.inf,
) -> Iterator[BreakEvent]:
    """Searches for a breaking input and yields what happens, the last event `Ended`.

    `keep` stores bytes under their content id, `clock` gives seconds, `ends_s` is when by it all must have ended.
    `OutOfTime`, raised in here by a signal, ends it with what was found. Raises `SlowpathError` where the program
    can't be driven at all.
    """
    state = FaultSearchState(spec, contest, keep=keep, clock=clock, stop=stop, ends_s=ends_s)
    settling = Settling(state)
    try:
        yield from _phases(state, settling)
    except OutOfTime:
        yield from state.drain()
    yield _ended(state, settling)


def _phases(state: FaultSearchState, settling: Settling) -> Iterator[BreakEvent]:
    examinations = Examinations(state)
    yield from _references(state)
    yield from _known(state, settling, examinations)
    yield from _samples(state, settling, examinations)
    sources = _turns(state)
    while settling.found is None and not settling.is_hopeless and not state.is_over:
        yield from _search(state, settling, examinations, *sources)
        if settling.found is None:
            break
        yield from _finished(state, settling, examinations)
    if settling.found is None and settling.undefined is not None:
        yield from _finished(state, settling, examinations)
    state.progress()
    yield from state.drain()


def _finished(state: FaultSearchState, settling: Settling, examinations: Examinations) -> Iterator[BreakEvent]:
    """Explains what was found; what isn't sure is set aside."""
    settling.finish(examinations.sanitizer)
    yield from state.drain()


def _references(state: FaultSearchState) -> Iterator[BreakEvent]:
    """Tries the references on the samples; only those that agree are believed."""
    if state.contest.contenders:
        state.tell(PhaseEntered("references", "Trying the references on the samples."))
        yield from state.drain()
    tried = list(tried_references(state.spec, state.contest))
    lenient = next((each for each in tried if each.by_case), None)
    if lenient is not None and not state.spec.rules.source and state.spec.answer_checker is None:
        name, said = lenient.contender.reference.name, f"{lenient.contender.reference.name} on the samples"
        state.spec = replace(state.spec, rules=replace(state.spec.rules, any_case=True, source=said))
        state.tell(
            Warned(
                "any-case",
                f"{name} answers sample {lenient.otherwise[0].name} in other capitals than the sample does, so"
                " they don't matter.",
                "If they do, give the judge's flags: --compare case_sensitive.",
            )
        )
        tried = list(tried_references(state.spec, state.contest))
    contested = [sample for each in tried for sample in each.otherwise]
    by = _contesting(tried)
    spec = state.spec
    if contested and spec.first_value and spec.answer_checker is None and not spec.any_answer:
        # One that begins with the same best value speaks for several answers; any other is wrong itself.
        said = f"an accepted solution answers sample {contested[0].name} otherwise than the sample does"
        state.spec = replace(spec, any_answer=said)
        tried = list(tried_references(state.spec, state.contest))
    for each in tried:
        state.tell(each.judged)
        yield from state.drain()
    usable = usable_references(tried)
    state.judge = Judge(state.spec, state.contest, usable, state.spent, contested)
    if contested:
        parts = fixed_parts(state.spec) if state.spec.any_answer else ""
        compared = f"only this is compared: {parts}" if parts else "the sample's answer proves nothing"
        state.tell(
            Warned(
                "sample-contested",
                f"{by} answers sample {contested[0].name} otherwise than"
                f" the sample does, so perhaps several answers are right, or it is wrong: {compared}.",
                "Give the problem's checker (--checker FILE), or another reference.",
            )
        )
    if tried and not usable:
        state.tell(
            Warned(
                "no-reference",
                "No reference can be trusted, so only the answers to samples are judged.",
                "Correct the references, or choose another one.",
            )
        )
    yield from state.drain()


def _contesting(tried: Sequence[TriedReference]) -> str:
    """Who answers a sample otherwise than it says, "" for nobody."""
    first = next((each.contender.reference for each in tried if each.otherwise), None)
    if first is None:
        return ""
    return f"The accepted solution {first.name}" if first.role is Role.ACCEPTED else f"The reference {first.name}"


def _join_wider(state: FaultSearchState) -> None:
    """Holds the program against itself with wider integers too, once that is built, if it's right on the samples."""
    wider = state.wider
    if wider is None or not (wider.done() or state.meter.counted):
        return
    state.wider, contender = None, wider.result()
    if contender is not None:
        contender = timed_contender(contender, state.deadline, limits.time_limit_s(state.spec))
        tried = tried_references(state.spec, replace(state.contest, contenders=[contender]))
        for usable in usable_references(tried):
            state.judge.join(usable)


def _known(state: FaultSearchState, settling: Settling, examinations: Examinations) -> Iterator[BreakEvent]:
    """Looks at the failures that are known already."""
    if state.spec.known:
        state.tell(PhaseEntered("known", "Looking at the failures that are known already."))
        yield from state.drain()
        settling.learn_known(lambda: examinations.sanitizer)
        yield from state.drain()


def _samples(state: FaultSearchState, settling: Settling, examinations: Examinations) -> Iterator[BreakEvent]:
    """The program on the samples: their answers are right whatever a reference says, as far as nobody doubts that one
    answer alone is."""
    spec = state.spec
    if not spec.samples:
        return
    state.tell(PhaseEntered("samples", "Trying the samples."))
    yield from state.drain()
    for sample in spec.samples:
        bout = state.judge.judge(sample.data)
        try:
            instance = parse(spec.format, sample.data)
        except ParseError:
            instance = None
        if bout.failing is None:
            bout = unsteady(state.judge, bout) or bout
        candidate = Candidate(sample.data, instance, Origin("sample", f"sample {sample.name}"), FULL, "sample", True)
        state.remark(candidate, bout.execution)
        if settling.offer(Played(candidate, bout, 0, 0.0)):
            yield from state.drain()
            yield from _finished(state, settling, examinations)
        if settling.found is not None or state.is_over:
            break
    yield from state.drain()


def _search(
    state: FaultSearchState,
    settling: Settling,
    examinations: Examinations,
    turns: Turns,
    mutants: Mutants,
    nearer: Nearer,
) -> Iterator[BreakEvent]:
    """All sources by turns, until something is found or the budget is spent."""
    repeats = Repeats(state)
    welcomes = (
        _isolated(state.isolation, mutants.id, mutants.welcome),
        _isolated(state.isolation, nearer.id, nearer.welcome),
    )
    while not state.is_over and settling.found is None:
        _join_wider(state)
        turn = turns.next()
        if turn is None:
            return
        yield from _entered(state, turn.source)
        began_s, executions = state.clock(), state.meter.executions
        observe = _isolated(state.isolation, turn.source.id, turn.source.observe)
        hearers = (observe, *welcomes, examinations.consider, repeats.consider)
        cost = _turn(state, settling, turn, hearers)
        any(map(settling.offer, repeats.unsteady()))
        if state.isolation.shuts_out(turn.source.id):
            turns.leave_out(turn.source.id)
        # Where the clock decides, it ends the search; and what is waited for may bring something new.
        turn.ended(state.meter.counted and state.meter.executions == executions)
        took_s = state.clock() - began_s - state.taken_prepared_s()
        turn.charge(cost if state.meter.counted else max(cost, COST_PER_S * took_s))
        yield from state.drain()
        if settling.found is None:
            _examine(turns, settling, examinations, welcomes[0])
            yield from state.drain()


def _turn(
    state: FaultSearchState, settling: Settling, turn: Turn, hearers: Sequence[Callable[[Played], None]]
) -> float:
    """Plays one batch of a source, and settles what fails; what it cost. Settling runs the programs, so the batch is
    left where something fails, and gone on with afterwards: of inputs that take too long, one is enough. Where it gets
    dear, what is left of it waits for the source's next turns, of as many inputs each as run side by side."""
    cost = 0.0
    state.taken_aside()
    most = min(turn.source.batch, SIDE_BY_SIDE) if turn.is_dear else turn.source.batch
    batch = turn.left[:most] or list(islice(_proposed(turn.source, state.isolation), most))
    turn.left = turn.left[most:]
    while batch and settling.found is None and not state.is_over:
        failed: Played | None = None
        with closing(state.play(batch)) as playing:
            for played in playing:
                cost += played.cost
                turn.heard(played.novelty > 0)
                for hear in hearers:
                    hear(played)
                if played.bout.failing is not None:
                    failed = played
                    break
                if cost >= COST_PER_S and not turn.is_dear:
                    break
        batch = state.left(batch)
        if failed is None:
            break
        settling.offer(failed)
    turn.left, turn.is_dear = [*batch, *turn.left], cost >= COST_PER_S
    return cost + state.taken_aside()


def _proposed(source: Source, isolation: FailureIsolation) -> Iterator[Candidate]:
    """What a source proposes, until it has nothing, or fails."""
    candidate: Candidate | None = None
    while not isolation.shuts_out(source.id):
        with isolation.around(source.id):
            candidate = source.propose()
        if candidate is None:
            return
        yield candidate
        candidate = None


def _isolated(isolation: FailureIsolation, source: str, hear: Callable[[Played], None]) -> Callable[[Played], None]:
    """That a source hears, as long as it doesn't fail."""

    def heard(played: Played) -> None:
        if not isolation.shuts_out(source):
            with isolation.around(source):
                hear(played)

    return heard


def _examine(turns: Turns, settling: Settling, examinations: Examinations, welcome: Callable[[Played], None]) -> None:
    """Runs what waits under the sanitizers; a complaint is told, and says where to search on."""
    complained = examinations.next_complaints()
    if complained is None:
        return
    candidate, bout, complaints = complained
    is_first = settling.undefined is None
    for complaint in complaints:
        settling.suspect(candidate, bout, complaint)
    welcome(Played(candidate, bout, 1, 0.0))
    told = settling.undefined[2] if is_first and settling.undefined is not None else None
    if told is not None and told.kind in OVERFLOWS:
        turns.favour(FOR_OVERFLOW, FAVOUR)


def _turns(state: FaultSearchState) -> tuple[Turns, Mutants, Nearer]:
    """The sources that take part, and those among them that hear of all news."""
    mutants, nearer = Mutants(state), Nearer(state)
    space = LazySpace(state)
    sources: list[Source] = [
        ideas(state),
        tiny_inputs(state),
        small_inputs(state),
        boundary_inputs(state),
        mutants,
        nearer,
        small_constructions(space),
        FullConstructions(space),
        growing_inputs(state),
        SlowInputs(state),
    ]
    turns = Turns()
    for source in sources:
        if not state.spec.strategies or source.id in state.spec.strategies:
            weight, waits_s = _WEIGHTS[source.id]
            turns.add(source, weight, waits_s * COST_PER_S / _LASTING)
    return turns, mutants, nearer


def _entered(state: FaultSearchState, source: Source) -> Iterator[BreakEvent]:
    """Tells what is tried now, each kind when it begins."""
    if source.id not in state.entered:
        state.entered.add(source.id)
        state.tell(PhaseEntered(source.id, source.said))
    state.phase = source.id
    yield from state.drain()


def _ended(state: FaultSearchState, settling: Settling) -> Ended:
    meter = state.meter
    outcome = "stopped" if state.stop() and settling.found is None else "finished"
    return Ended(outcome, executions=meter.executions, elapsed_s=meter.elapsed_s)
