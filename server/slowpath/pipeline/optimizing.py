"""Faster versions of a program that are proven before they are shown (ECCO: none of the published methods does).

Theory of operation. The slow inputs of a short campaign show what is to become faster. Each change that the rules
propose is built, compared and measured; one that prints anything else is refused, one that gains less than its own
noise is left out. What is left is put together, and that program is proven (`pipeline.proof`): compared, measured, and
searched for an input on which it differs from the original. Only what withstands that is shown, with how its cost
grows beside how it did. Nothing is written to the user's file here.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slowpath.errors import SlowpathError
from slowpath.model.campaign import Budget, CampaignView, Ended, PhaseEntered, Warned, fold
from slowpath.model.format import FormatReport
from slowpath.model.ports import Executor
from slowpath.model.problem import Problem, Solution
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite, Rewrite, Speed
from slowpath.pipeline.breaking import break_spec
from slowpath.pipeline.campaigns import campaign_id, campaign_spec, failure, find
from slowpath.pipeline.evidence import LIMITS
from slowpath.pipeline.programs import open_executor
from slowpath.pipeline.proof import Agreed, Proof
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

SEARCH_SHARE, PROOF_SHARE = 0.3, 0.4
"""Of what is given: for slow inputs, and for inputs on which a candidate differs."""
MOST_SLOW_INPUTS = 3
MOST_CANDIDATES = 10
Optimizing = PhaseEntered | Warned | ProvenRewrite | RefusedRewrite | Ended


@dataclass(frozen=True)
class SlowEvidence:
    """An input that is known to be slow, and how it is made again (None for one that was given)."""

    name: str
    data: bytes = field(repr=False)
    recipe: Mapping[str, Any] | None = None


def optimize(solution: Solution, problem: Problem, report: FormatReport, settings: Settings, *, budget: Budget,
             seed: int = 0, given: Sequence[tuple[str, bytes]] = (), references: Sequence[Path] = (),
             keep: Callable[[bytes], str], stop: Callable[[], bool],
             clock: Callable[[], float]) -> Iterator[Optimizing]:
    """Proposes, proves and yields what happens; the last event is always `Ended`.

    `given` are (name, bytes) of inputs that are known to be slow: then none are searched for. The program must agree
    with the `references` first. `keep` stores bytes and returns their content id. Raises as `break_spec` where the
    input format isn't known.
    """
    began = clock()
    break_spec(solution, problem, report, settings, budget, seed, references=references)
    try:
        yield from _Optimizer(solution, problem, report, settings, budget, seed, references, keep, stop,
                              clock).run(given)
    except SlowpathError as error:
        yield failure(error, clock() - began)
        return
    yield Ended("stopped" if stop() else "finished", message=f"{solution.path.name}: done", elapsed_s=clock() - began)


class _Optimizer:
    """One program on its way to a faster one."""

    def __init__(self, solution: Solution, problem: Problem, report: FormatReport, settings: Settings, budget: Budget,
                 seed: int, references: Sequence[Path], keep: Callable[[bytes], str], stop: Callable[[], bool],
                 clock: Callable[[], float]) -> None:
        self.solution, self.problem, self.report, self.settings = solution, problem, report, settings
        self.budget, self.seed, self.references = budget, seed, references
        self.keep, self.stop, self.clock = keep, stop, clock

    def run(self, given: Sequence[tuple[str, bytes]]) -> Iterator[Optimizing]:
        """All of it but the end."""
        # The rules read text with parsers, which take a while to load: other commands don't wait for them.
        from slowpath import rewrites

        if not rewrites.proposals(self.solution.source, self.solution.language, fmt=self.report.format):
            yield Warned("nothing-to-change", "The program's text shows nothing that is surely faster in another way.")
            return
        slow = tuple(SlowEvidence(name, data) for name, data in given)
        if not slow:
            yield PhaseEntered("slow inputs", "Looking for inputs that make the program slow.")
            slow = slow_inputs(self.solution, self.problem, self.report, self.settings, self.budget, self.seed,
                               stop=self.stop, clock=self.clock)
        if not slow:
            yield Warned("no-slow-input", "No input was found on which the program could be measured.",
                         "Give one: --input FILE.")
            return
        with open_executor(self.solution, self.settings) as original:
            proof = Proof(self.solution, self.problem, self.report, self.settings, original,
                          budget=share(self.budget, PROOF_SHARE), seed=self.seed, references=self.references,
                          keep=self.keep, stop=self.stop, clock=self.clock)
            warning = proof.gather([(each.name, each.data) for each in slow])
            if warning is not None:
                yield warning
                return
            yield from self._improved(original, proof, slow[0])

    def _improved(self, original: Executor, proof: Proof, slowest: SlowEvidence) -> Iterator[Optimizing]:
        """Tries each change by itself, then proves what gained."""
        from slowpath import rewrites

        proposed = rewrites.proposals(self.solution.source, self.solution.language,
                                      hot_lines=line_hits(original, slowest.data), fmt=self.report.format)
        passed: list[tuple[Rewrite, Speed]] = []
        for rewrite in proposed[:MOST_CANDIDATES]:
            if self.stop():
                return
            yield PhaseEntered("measuring", f"Line {rewrite.line}: {rewrite.title}.")
            outcome = proof.tried(rewrite.source, rewrite.rule)
            if isinstance(outcome, RefusedRewrite):
                yield outcome
            elif outcome is not None:
                passed.append((rewrite, outcome))
        for event in self._proven(proof, passed, proposed):
            yield self._with_growth(original, event, slowest) if isinstance(event, ProvenRewrite) else event

    def _proven(self, proof: Proof, passed: list[tuple[Rewrite, Speed]],
                proposed: Sequence[Rewrite]) -> Iterator[Optimizing]:
        """Puts together what gained, and shows what withstands the search; else the best single change that does."""
        from slowpath import rewrites

        if not passed:
            yield Warned("no-gain", "No change makes the program faster by more than its own noise.")
            return
        kept = {rewrite.rule for rewrite, _ in passed}
        others = frozenset({rewrite.rule for rewrite in proposed} - kept)
        together = rewrites.improved(self.solution.source, self.solution.language, fmt=self.report.format,
                                     without=others)
        singles = sorted(passed, key=lambda entry: -entry[1].geomean)
        versions = [together, *((rewrite,) for rewrite, _ in singles)]
        for steps in {version[-1].source: version for version in versions if version}.values():
            if self.stop():
                return
            origin = ", ".join(dict.fromkeys(step.rule for step in steps))
            speed = proof.tried(steps[-1].source, origin)
            if isinstance(speed, RefusedRewrite):
                yield speed
                continue
            if speed is None:
                yield RefusedRewrite(origin, "It isn't faster by more than its own noise.")
                continue
            yield PhaseEntered("proving", "Looking for an input on which the faster program differs.")
            outcome = proof.searched(steps[-1].source, origin)
            if self.stop():
                return
            if isinstance(outcome, Agreed):
                yield ProvenRewrite(steps, steps[-1].source, outcome.inputs, speed, tests=proof.tests())
                return
            yield outcome

    def _with_growth(self, original: Executor, proven: ProvenRewrite, slowest: SlowEvidence) -> ProvenRewrite:
        """With how the cost of both grows along the family of the slowest input."""
        from slowpath.pipeline.family_growth import growth_along, speaks_of

        fmt = self.report.format
        if fmt is None or self.stop():
            return proven
        counted = self.budget.seconds is None
        before = growth_along(original, fmt, slowest.data, slowest.recipe, is_counted=counted)
        with open_executor(dataclasses.replace(self.solution, source=proven.source), self.settings) as candidate:
            after = growth_along(candidate, fmt, slowest.data, slowest.recipe, is_counted=counted)
        if before is None or after is None or not speaks_of(before, after, proven.speed.geomean):
            return proven
        return dataclasses.replace(proven, growth_before=before, growth_after=after)


def slow_inputs(solution: Solution, problem: Problem, report: FormatReport, settings: Settings, budget: Budget,
                seed: int, *, stop: Callable[[], bool], clock: Callable[[], float]) -> tuple[SlowEvidence, ...]:
    """The slowest inputs of a campaign with a share of the budget, slowest first."""
    store, view = MemoryStore(), CampaignView()
    spec = campaign_spec(solution, problem, report, settings, share(budget, SEARCH_SHARE), seed)
    for event in find(spec, settings, store, campaign_id=campaign_id(spec, "optimize"), stop=stop, clock=clock):
        view = fold(view, event)
    rows = [(f"slow {rank}", store.input(row.id), row.origin.recipe)
            for rank, row in enumerate(view.slow_inputs, start=1)]
    return tuple(SlowEvidence(name, data, recipe) for name, data, recipe in rows if data is not None)[:MOST_SLOW_INPUTS]


def line_hits(executor: Executor, data: bytes) -> dict[int, int]:
    """How often each line ran on an input; nothing where that can't be said."""
    with contextlib.suppress(SlowpathError):
        return dict(executor.profile(executor.run(data, LIMITS)).hits)
    return {}


def share(budget: Budget, part: float) -> Budget:
    """A part of a budget, not so small that it says nothing."""
    return Budget(None if budget.seconds is None else max(3.0, part * budget.seconds),
                  None if budget.executions is None else max(50, int(part * budget.executions)))
