"""Faster versions that a language model wrote, proven like any other before they are shown.

Theory of operation. Slow inputs and the evidence are those of `optimizing`. Each way of asking gives versions, which
are tried as they come: compared on the evidence, measured, and searched for an input on which they differ. What is
refused goes back to the model with the input; a version that a proven one is clearly faster than isn't searched, and
is told so. What the rules would change takes part too. The proven ones meet in paired runs, and the fastest is shown.
A version is run in its jail (Python) or only where its text can do no harm (C++ and Java: `rewrites.harmless`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath.errors import SlowpathError
from slowpath.model.campaign import Budget, Ended, PhaseEntered, Warned
from slowpath.model.format import FormatReport
from slowpath.model.growth import Growth
from slowpath.model.ports import Executor
from slowpath.model.problem import Problem, Solution
from slowpath.model.rewrite import ProvenRewrite
from slowpath.pipeline.asked import keep_conversations
from slowpath.pipeline.breaking import break_spec
from slowpath.pipeline.ending import failure
from slowpath.pipeline.faster.evidence import slow_evidence
from slowpath.pipeline.faster.optimizing import (
    NO_SLOW_INPUT,
    Optimizing,
    SlowEvidence,
    line_hits,
    not_measured,
    share,
    slow_inputs,
)
from slowpath.pipeline.faster.pacing import CHANGES_SHARE, PROOF_SHARE, Pace
from slowpath.pipeline.faster.proof import Agreed, Proof
from slowpath.pipeline.faster.version_trials import Entrant, VersionTrials, runnable_text
from slowpath.pipeline.faster.whole_edit import whole_edit
from slowpath.pipeline.objections import objected
from slowpath.pipeline.programs import open_executor
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.llm.client import ModelClient
    from slowpath.llm.rounds import Attempt
    from slowpath.rewrites.asking import RewritesReport
    from slowpath.rewrites.question import RewriteQuestion

OnAttempt = Callable[["Attempt"], None]


@dataclass(frozen=True)
class RewriteAsking:
    """What is asked of a model: `ways` (`rewrites.ways.WAYS`), each `samples` times with at most `rounds` rounds.
    `with_history` lets it see earlier versions of the file from the local git history."""

    ways: tuple[str, ...] = ("profile",)
    samples: int = 2
    rounds: int = 3
    with_history: bool = True


@dataclass
class HeardRewrites:
    """What asking came to, filled while `optimize_with_model` runs: a report for each way, and the trajectory."""

    reports: list[RewritesReport] = field(default_factory=list)
    versions: tuple[bytes, ...] = ()


def optimize_with_model(
    solution: Solution,
    problem: Problem,
    report: FormatReport,
    settings: Settings,
    client: ModelClient,
    asking: RewriteAsking,
    *,
    budget: Budget,
    seed: int = 0,
    given: Sequence[tuple[str, bytes] | SlowEvidence] = (),
    others: Sequence[tuple[str, bytes]] = (),
    references: Sequence[Path] = (),
    keep: Callable[[bytes], str],
    stop: Callable[[], bool],
    clock: Callable[[], float],
    on_attempt: OnAttempt = lambda _: None,
    heard: HeardRewrites | None = None,
) -> Iterator[Optimizing]:
    """As `pipeline.optimize`, with a model's versions. The search for inputs that break one takes a share of the
    budget for each. A model that doesn't answer is a warning."""
    began, pace = clock(), Pace(budget, clock)
    break_spec(solution, problem, report, settings, budget, seed, references=references)
    stored: dict[str, bytes] = {}

    def keeping(data: bytes) -> str:
        name = keep(data)
        stored[name] = data
        return name

    try:
        with open_executor(solution, settings) as original:
            slow = slow_evidence(given)
            if not slow:
                yield PhaseEntered("slow inputs", "Looking for inputs that make the program slow.")
                pace.enter("looking for slow inputs")
                slow = slow_inputs(solution, problem, report, settings, budget, seed, stop=stop, clock=clock)
            pace.enter("what the program prints")
            proof = Proof(
                solution,
                problem,
                report,
                settings,
                original,
                budget=share(budget, PROOF_SHARE),
                seed=seed,
                references=references,
                keep=keeping,
                stop=stop,
                clock=clock,
                pace=pace,
            )
            warning = proof.gather(slow, others) if slow else NO_SLOW_INPUT
            if warning is not None:
                if not stop():
                    yield warning
            else:
                with open_executor(
                    replace(solution, source=runnable_text(solution, solution.source)), settings
                ) as like:
                    pace.enter("the model's versions, each with a proof of its own")
                    trials = VersionTrials(solution, settings, proof, original, like, stored, stop, pace)
                    made = _Tournament(solution, problem, report, settings, proof, original, trials, stop, pace)
                    yield from made.run(
                        slow, client, asking, on_attempt, heard if heard is not None else HeardRewrites()
                    )
    except SlowpathError as error:
        yield failure(error, clock() - began)
        return
    beyond = pace.beyond()
    if beyond is not None and not stop():
        yield beyond
    yield Ended("stopped" if stop() else "finished", message=f"{solution.path.name}: done", elapsed_s=clock() - began)


class _Tournament:
    """Asks for versions of one program, has each tried as it comes, and compares those that are proven."""

    def __init__(
        self,
        solution: Solution,
        problem: Problem,
        report: FormatReport,
        settings: Settings,
        proof: Proof,
        original: Executor,
        trials: VersionTrials,
        stop: Callable[[], bool],
        pace: Pace,
    ) -> None:
        self.solution, self.problem, self.report, self.settings = solution, problem, report, settings
        self.proof, self.original, self.trials = proof, original, trials
        self.stop, self.pace = stop, pace

    def run(
        self,
        slow: Sequence[SlowEvidence],
        client: ModelClient,
        asking: RewriteAsking,
        on_attempt: OnAttempt,
        heard: HeardRewrites,
    ) -> Iterator[Optimizing]:
        """Asks, tries, and shows the fastest of what is proven."""
        from slowpath.pipeline.faster.scaling_of_both import growth_unsaid

        question = self.question(slow, asking)
        heard.versions = question.versions
        self._enter_rules()
        for way in asking.ways:
            if self.stop():
                return
            yield PhaseEntered("asking", f"Asking the model for faster versions ({way}).")
            yield from self._asked(way, question, client, asking, on_attempt, heard)
        yield from self.trials.refused
        if self.stop():
            return
        if not self.trials.entrants:
            yield (
                Warned("no-gain", "No version was proven to be measurably faster.")
                if self.trials.is_measured
                else not_measured(self.pace)
            )
            return
        yield PhaseEntered("tournament", "Comparing the proven versions with each other.")
        best = self._fastest()
        grown = self._growth(best, slow[0])
        if isinstance(grown, str):
            yield growth_unsaid(grown)
        before, after = (None, None) if grown is None or isinstance(grown, str) else grown
        yield ProvenRewrite(
            best.step,
            best.step[-1].source,
            best.agreed.inputs,
            best.speed,
            before,
            after,
            tests=self.proof.tests(),
            inputs_left_out=best.agreed.left_out,
        )

    def question(self, slow: Sequence[SlowEvidence], asking: RewriteAsking) -> RewriteQuestion:
        """What the model is told."""
        from slowpath.llm.objections import shown_grounds
        from slowpath.rewrites.question import RewriteQuestion

        spec = break_spec(self.solution, self.problem, self.report, self.settings, Budget(1.0), references=())
        versions = trajectory(self.solution) if asking.with_history else ()
        return RewriteQuestion(
            self.problem.name,
            spec.statement,
            spec.language,
            spec.source,
            spec.format,
            spec.samples,
            spec.time_limit_s,
            spec.memory_limit_bytes,
            spec.any_answer,
            line_hits(self.original, slow[0], self.pace.pair_limits()),
            tuple((each.name, len(each.data)) for each in slow),
            versions,
            shown_grounds(self.report),
        )

    def _asked(
        self,
        way: str,
        question: RewriteQuestion,
        client: ModelClient,
        asking: RewriteAsking,
        on_attempt: OnAttempt,
        heard: HeardRewrites,
    ) -> Iterator[Optimizing]:
        from slowpath.rewrites.asking import ask_rewrites
        from slowpath.rewrites.ways import WAYS

        try:
            found = ask_rewrites(
                question,
                WAYS[way],
                client,
                self.trials.trial,
                samples=asking.samples,
                rounds=asking.rounds,
                on_attempt=on_attempt,
                cancelled=self.stop,
            )
        except SlowpathError as error:
            yield Warned(error.code, f"What the model says ({way}) is left out: {error.message}", error.remedy)
            return
        heard.reports.append(found)
        yield from keep_conversations(found.conversations, self.settings)
        yield from objected(found.attempts, self.report.doubts, self.report).warnings
        if found.failure is not None:
            yield Warned(
                found.failure.code, f"Asking the model ended early: {found.failure.message}", found.failure.remedy
            )
        for each in found.taken:
            speed = each.tried.speed
            assert speed is not None
            step = whole_edit(self.solution.source, each.source, each.label, each.idea)
            self.trials.entrants.append(
                Entrant((step,), runnable_text(self.solution, each.source), speed, self.trials.agreed[each.source])
            )

    def _enter_rules(self) -> None:
        """What all rules together would change is a version like any other; its tokens must be the very same."""
        from slowpath import rewrites

        steps = rewrites.improved(self.solution.source, self.solution.language, fmt=self.report.format)
        if not steps or self.stop():
            return
        source, origin = steps[-1].source, ", ".join(dict.fromkeys(step.rule for step in steps))
        runnable = runnable_text(self.solution, source)
        outcome = self.proof.agrees(source, origin)
        speed = self.trials.speed(runnable) if outcome is None else None
        if speed is not None and speed.is_real:
            found = self.proof.searched(source, origin)
            if isinstance(found, Agreed):
                self.trials.entrants.append(Entrant(steps, runnable, speed, found))
            else:
                outcome = found
        if outcome is not None:
            self.trials.refused.append(outcome)

    def _fastest(self) -> Entrant:
        """The winner: by its speed against the original, and where two can't be told apart by that, by paired runs of
        one against the other."""
        ranked = sorted(self.trials.entrants, key=lambda entrant: -entrant.speed.geomean)
        best = ranked[0]
        for challenger in ranked[1:]:
            if self.stop() or challenger.speed.high < best.speed.low:
                continue
            with self.trials.open(best.runnable) as holder, self.trials.open(challenger.runnable) as other:
                is_ahead = self.proof.is_ahead(holder, other, is_over=self.pace.over_after(CHANGES_SHARE))
            best = challenger if is_ahead else best
        return best

    def _growth(self, best: Entrant, slowest: SlowEvidence) -> tuple[Growth, Growth] | str | None:
        from slowpath.pipeline.faster.scaling_of_both import growth_of_both

        if self.report.format is None or self.stop():
            return None
        self.pace.enter("growth")
        with self.trials.open(best.runnable) as candidate:
            return growth_of_both(
                self.original,
                candidate,
                self.report.format,
                slowest.data,
                slowest.recipe,
                best.speed.geomean,
                self.pace,
                self.proof.managed.families.get(slowest.data),
            )


def trajectory(solution: Solution) -> tuple[bytes, ...]:
    """Earlier versions of the file that stand for its local git history, oldest first; none where there is none."""
    from slowpath.rewrites.trajectory import steps_of
    from slowpath.toolchain.history import earlier_versions

    return steps_of(earlier_versions(solution.path, solution.source))
