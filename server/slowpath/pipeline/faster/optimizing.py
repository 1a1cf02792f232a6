"""Faster versions of a program that are proven before they are shown (ECCO: none of the published methods does).

Theory of operation. The slow inputs of a short campaign show what is to become faster. Each change that the rules
propose is built, compared and measured; one that prints anything else is refused, one that gains less than its own
noise is left out. What is left is put together, and that program is proven (`pipeline.proof`): compared, measured, and
searched for an input on which it differs from the original. Only what withstands that is shown, with how its cost
grows beside how it did. Changes that there was no time to try alone take part in the whole untried: it is proven in
any case (`pipeline.pacing` says what time is spent on). Nothing is written to the user's file here.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from slowpath.errors import SlowpathError
from slowpath.model.campaign import Budget, Ended, PhaseEntered, Warned
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.execution import RunLimits
from slowpath.model.format import FormatReport
from slowpath.model.optimizing import SlowEvidence
from slowpath.model.ports import Executor
from slowpath.model.problem import Problem, Solution
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite, Rewrite, Speed
from slowpath.pipeline.breaking import break_spec
from slowpath.pipeline.campaigns import campaign_id, campaign_spec, find
from slowpath.pipeline.ending import failure
from slowpath.pipeline.faster.evidence import slow_evidence
from slowpath.pipeline.faster.pacing import CHANGES_SHARE, GRACE, PROOF_SHARE, SEARCH_SHARE, Pace
from slowpath.pipeline.faster.proof import LEAST_SEARCH_S, UNMEASURED, Agreed, Proof
from slowpath.pipeline.jailed_checks import opened_checks
from slowpath.pipeline.programs import compile_failure, open_executor
from slowpath.pipeline.reading import with_kept_reading
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

MOST_SLOW_INPUTS = 3
MOST_CANDIDATES = 10
NO_SLOW_INPUT = Warned(
    "no-slow-input",
    "No input was found on which the program could be measured.",
    "Give one: --input FILE, or more time to find one: --seconds S.",
)
NO_FASTER = "It isn't measurably faster."
ASK_A_MODEL = (
    "Rules change how something is written, never the algorithm. A language model may find a faster one: --model M,"
    " or the model of the settings."
)
NO_GAIN = Warned("no-gain", "No change makes the program measurably faster.", ASK_A_MODEL)
NO_RULE = Warned(
    "nothing-to-change", "No rule found anything in the program that can be rewritten safely.", ASK_A_MODEL
)
Steps = tuple[Rewrite, ...]
Optimizing = PhaseEntered | Warned | ProvenRewrite | RefusedRewrite | Ended


def optimize(
    solution: Solution,
    problem: Problem,
    report: FormatReport,
    settings: Settings,
    *,
    budget: Budget,
    seed: int = 0,
    given: Sequence[tuple[str, bytes] | SlowEvidence] = (),
    others: Sequence[tuple[str, bytes]] = (),
    references: Sequence[Path] = (),
    keep: Callable[[bytes], str],
    stop: Callable[[], bool],
    clock: Callable[[], float],
) -> Iterator[Optimizing]:
    """Proposes, proves and yields what happens; the last event is always `Ended`.

    `given` are inputs that are known to be slow, (name, bytes) where nobody knows how they are made again: then none
    are searched for. `others` are further inputs on which a version must print the same, such as those that break the
    program itself. The program must agree with the `references` first. `keep` stores bytes and returns their content
    id. Raises as `break_spec` where the input format isn't known.
    """
    began = clock()
    report = with_kept_reading(report, problem, solution, settings)
    break_spec(solution, problem, report, settings, budget, seed, references=references)
    optimizer = _Optimizer(solution, problem, report, settings, budget, seed, references, keep, stop, clock)
    try:
        yield from optimizer.run(slow_evidence(given), others)
    except SlowpathError as error:
        yield failure(error, clock() - began)
        return
    beyond = optimizer.pace.beyond()
    if beyond is not None and not stop():
        yield beyond
    yield Ended("stopped" if stop() else "finished", message=f"{solution.path.name}: done", elapsed_s=clock() - began)


class _Optimizer:
    """One program on its way to a faster one."""

    def __init__(
        self,
        solution: Solution,
        problem: Problem,
        report: FormatReport,
        settings: Settings,
        budget: Budget,
        seed: int,
        references: Sequence[Path],
        keep: Callable[[bytes], str],
        stop: Callable[[], bool],
        clock: Callable[[], float],
    ) -> None:
        self.solution, self.problem, self.report, self.settings = solution, problem, report, settings
        self.budget, self.seed, self.references = budget, seed, references
        self.keep, self.stop, self.clock = keep, stop, clock
        self.pace = Pace(budget, clock)

    def run(self, slow: tuple[SlowEvidence, ...], others: Sequence[tuple[str, bytes]]) -> Iterator[Optimizing]:
        """All of it but the end."""
        # The rules read text with parsers, which take a while to load: other commands don't wait for them.
        from slowpath import rewrites

        if not rewrites.proposals(self.solution.source, self.solution.language, fmt=self.report.format):
            # Nothing is proposed for a text that can't be read, either.
            broken = compile_failure(self.solution, self.settings)
            if broken is not None:
                raise broken
            yield NO_RULE
            return
        with (
            open_executor(self.solution, self.settings) as original,
            opened_checks(self.report.format, [sample.data for sample in self.problem.samples]),
        ):
            if not slow:
                yield PhaseEntered("slow inputs", "Looking for inputs that make the program slow.")
                self.pace.enter("looking for slow inputs")
                slow = slow_inputs(
                    self.solution,
                    self.problem,
                    self.report,
                    self.settings,
                    self.budget,
                    self.seed,
                    stop=self.stop,
                    clock=self.clock,
                )
            if self.stop():
                return
            if not slow:
                yield NO_SLOW_INPUT
                return
            self.pace.enter("what the program prints")
            proof = Proof(
                self.solution,
                self.problem,
                self.report,
                self.settings,
                original,
                budget=share(self.budget, PROOF_SHARE),
                seed=self.seed,
                references=self.references,
                keep=self.keep,
                stop=self.stop,
                clock=self.clock,
                pace=self.pace,
            )
            warning = proof.gather(slow, others)
            if warning is not None or self.stop():
                yield from [warning] if warning is not None else []
                return
            yield from self._improved(original, proof, slow[0])

    def _improved(self, original: Executor, proof: Proof, slowest: SlowEvidence) -> Iterator[Optimizing]:
        """Tries each change by itself, then proves what gained."""
        from slowpath import rewrites

        proposed = rewrites.proposals(
            self.solution.source,
            self.solution.language,
            hot_lines=line_hits(original, slowest, self.pace.pair_limits()),
            fmt=self.report.format,
        )
        passed: list[tuple[Rewrite, Speed]] = []
        idle: list[Rewrite] = []
        is_measured = True
        self.pace.enter("single changes")
        chosen, is_over = proposed[:MOST_CANDIDATES], self.pace.over_after(CHANGES_SHARE)
        untried: Sequence[Rewrite] = ()
        for number, rewrite in enumerate(chosen):
            if self.stop():
                return
            if number and is_over():
                untried = chosen[number:]
                which = (
                    "another change by itself, so it is"
                    if len(untried) == 1
                    else f"{len(untried)} more changes by themselves, so they are"
                )
                yield PhaseEntered("measuring", f"There is no time to try {which} tried together with the others.")
                break
            yield PhaseEntered("measuring", f"Line {rewrite.line}: {rewrite.title}.")
            outcome = proof.tried(rewrite.source, rewrite.rule, is_over=is_over, is_part=True)
            if isinstance(outcome, RefusedRewrite):
                is_measured = is_measured and outcome.reason != UNMEASURED
                yield outcome
            elif outcome is not None:
                passed.append((rewrite, outcome))
            else:
                idle.append(rewrite)
        if self.stop():
            return
        if not passed and not untried:
            yield NO_GAIN if is_measured else not_measured(self.pace)
            return
        self.pace.enter("the proof")
        versions = self._versions(proof, passed, untried, idle, proposed)
        shown: set[str] = set()
        for event in self._proven(proof, versions):
            shown |= {step.rule for step in event.steps} if isinstance(event, ProvenRewrite) else set()
            if isinstance(event, ProvenRewrite):
                yield from self._with_growth(original, proof, event, slowest)
            else:
                yield event
        if not self.stop():
            # What was tried alone and gained nothing was announced, so that what became of it is said as well.
            yield from (
                RefusedRewrite(rule, NO_FASTER)
                for rule in dict.fromkeys(rewrite.rule for rewrite in idle)
                if rule not in shown
            )

    def _proven(self, proof: Proof, versions: Iterator[tuple[Steps, str]]) -> Iterator[Optimizing]:
        """Shows the first version that withstands the search."""
        for number, (steps, origin) in enumerate(versions):
            if self.stop():
                return
            if number and self.pace.left_s < LEAST_SEARCH_S:
                yield RefusedRewrite(origin, "There was no time left to prove it.")
                continue
            speed = proof.tried(steps[-1].source, origin, is_over=self.pace.over_after(CHANGES_SHARE))
            if self.stop():
                return
            if isinstance(speed, RefusedRewrite):
                yield speed
                continue
            if speed is None:
                yield RefusedRewrite(origin, NO_FASTER)
                continue
            yield PhaseEntered("proving", "Looking for an input on which the faster program differs.")
            outcome = proof.searched(steps[-1].source, origin)
            if self.stop():
                return
            if isinstance(outcome, Agreed):
                yield ProvenRewrite(
                    steps,
                    steps[-1].source,
                    outcome.inputs,
                    speed,
                    tests=proof.tests(),
                    inputs_left_out=outcome.left_out,
                )
                return
            yield outcome

    def _versions(
        self,
        proof: Proof,
        passed: list[tuple[Rewrite, Speed]],
        untried: Sequence[Rewrite],
        idle: Sequence[Rewrite],
        proposed: Sequence[Rewrite],
    ) -> Iterator[tuple[Steps, str]]:
        """What is worth proving, with its origin: all that gained or wasn't tried together, then each that gained by
        itself, the best first. What gained nothing alone may do so beside others (a newline that isn't flushed, once
        reading doesn't flush either): it is taken in where all together are faster with it than without."""
        kept = [*(rewrite for rewrite, _ in passed), *untried]
        singles = sorted(passed, key=lambda entry: -entry[1].geomean)
        versions = [self._together(kept, proposed), *((rewrite,) for rewrite, _ in singles)]
        fuller = self._together([*kept, *idle], proposed) if idle and self.pace.left_s > 0 else ()
        if (
            fuller
            and versions[0]
            and proof.is_faster(fuller[-1].source, versions[0][-1].source, is_over=self.pace.over_after(CHANGES_SHARE))
        ):
            versions.insert(0, fuller)
        for steps in {version[-1].source: version for version in versions if version}.values():
            yield steps, ", ".join(dict.fromkeys(step.rule for step in steps))

    def _together(self, kept: Sequence[Rewrite], proposed: Sequence[Rewrite]) -> Steps:
        """The program with all the changes that are kept, and what these make room for."""
        from slowpath import rewrites

        source = self.solution.source
        others = frozenset({rewrite.rule for rewrite in proposed} - {rewrite.rule for rewrite in kept})
        # One change of a rule may gain where another one of it is wrong.
        failed = {_change(source, rewrite) for rewrite in proposed[:MOST_CANDIDATES]} - {
            _change(source, rewrite) for rewrite in kept
        }
        return rewrites.improved(
            source,
            self.solution.language,
            fmt=self.report.format,
            without=others,
            unless=lambda text, step: _change(text, step) in failed,
        )

    def _with_growth(
        self, original: Executor, proof: Proof, proven: ProvenRewrite, slowest: SlowEvidence
    ) -> Iterator[Optimizing]:
        """With how the cost of both grows along the family of the slowest input, or why that can't be said."""
        from slowpath.pipeline.faster.scaling_of_both import growth_of_both, growth_unsaid

        fmt = self.report.format
        if fmt is None or self.stop():
            yield proven
            return
        self.pace.enter("growth")
        with open_executor(dataclasses.replace(self.solution, source=proven.source), self.settings) as candidate:
            grown = growth_of_both(
                original,
                candidate,
                fmt,
                slowest.data,
                slowest.recipe,
                proven.speed.geomean,
                self.pace,
                proof.managed.families.get(slowest.data),
            )
        if isinstance(grown, str):
            yield growth_unsaid(grown)
            yield proven
        else:
            yield dataclasses.replace(proven, growth_before=grown[0], growth_after=grown[1])


def not_measured(pace: Pace) -> Warned:
    """Says that both were cut wherever a version was held against the program."""
    return Warned(
        "not-measured",
        "How much faster a changed program is can't be said: it and the program were both cut"
        f" after {pace.pair_limits().cpu_s:g} s on every slow input.",
        "Give it more time: --seconds S, or an input on which the program ends: --input FILE.",
    )


def _change(text: bytes, rewrite: Rewrite) -> tuple[str, tuple[tuple[bytes, bytes], ...]]:
    """What a rewrite of a text replaces by what, wherever it stands: other changes may move it."""
    return rewrite.rule, tuple((text[edit.begin : edit.end], edit.text) for edit in rewrite.edits)


def slow_inputs(
    solution: Solution,
    problem: Problem,
    report: FormatReport,
    settings: Settings,
    budget: Budget,
    seed: int,
    *,
    stop: Callable[[], bool],
    clock: Callable[[], float],
) -> tuple[SlowEvidence, ...]:
    """The slowest inputs of a campaign with a share of the budget, slowest first. Raises `SlowpathError` where it
    failed before it found any."""
    store, view = MemoryStore(), CampaignView()
    spec = campaign_spec(solution, problem, report, settings, share(budget, SEARCH_SHARE), seed)
    is_over = Pace(spec.budget, clock).over_after(GRACE)
    for event in find(
        spec, settings, store, campaign_id=campaign_id(spec, "optimize"), stop=lambda: stop() or is_over(), clock=clock
    ):
        view = fold(view, event)
    if view.state == "failed" and not view.slow_inputs:
        raise SlowpathError(view.message, view.remedy)
    rows = [(rank, row, store.input(row.id)) for rank, row in enumerate(view.slow_inputs, start=1)]
    slow = [
        SlowEvidence(f"slow {rank}", data, row.origin.recipe, row.hits) for rank, row, data in rows if data is not None
    ]
    return tuple(slow[:MOST_SLOW_INPUTS])


def line_hits(executor: Executor, slow: SlowEvidence, limits: RunLimits) -> Mapping[int, int]:
    """How often each line ran on an input, as the search counted it, else until a run was cut; nothing where that can't
    be said."""
    if any(slow.hits.values()):
        return slow.hits
    with contextlib.suppress(SlowpathError):
        return executor.profile(executor.run(slow.data, limits)).hits
    return {}


def share(budget: Budget, part: float) -> Budget:
    """A part of a budget, not so small that it says nothing."""
    return Budget(
        None if budget.seconds is None else max(3.0, part * budget.seconds),
        None if budget.executions is None else max(50, int(part * budget.executions)),
    )
