"""Faster versions of a program that are proven before they are shown (ECCO: none of the published methods does).

Theory of operation. The slow inputs of a short campaign show what is to become faster. Each change that the rules
propose is built and run on the samples and the slow inputs; one that prints anything else is refused, one that gains
less than its own noise is left out. What is left is put together, and that program is searched for an input on which
it differs from the original (`find_break`, with the original as the reference: tiny inputs all of them, boundaries,
mutants, full sizes, sanitizers). Only what withstands that is measured once more and shown. Nothing is written to
the user's file here.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from slowpath.errors import SlowpathError
from slowpath.model.breaking import BreakFound, Failing, Reference, Role
from slowpath.model.campaign import Budget, CampaignView, Ended, PhaseEntered, Warned, fold
from slowpath.model.execution import RunLimits
from slowpath.model.format import FormatReport
from slowpath.model.ports import Executor
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite, Rewrite, Speed
from slowpath.model.verdict import Verdict
from slowpath.pipeline.breaking import break_spec, find_break
from slowpath.pipeline.campaigns import campaign_id, campaign_spec, failure, find
from slowpath.pipeline.programs import CPU_CAP_S, MEMORY_CAP_BYTES, WALL_CAP_S, open_executor
from slowpath.pipeline.speed import compared
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

SEARCH_SHARE, PROOF_SHARE = 0.3, 0.4
"""Of what is given: for slow inputs, and for inputs on which a candidate differs."""
MOST_SLOW_INPUTS = 3
MOST_CANDIDATES = 10
LIMITS = RunLimits(CPU_CAP_S, WALL_CAP_S, MEMORY_CAP_BYTES)
Optimizing = PhaseEntered | Warned | ProvenRewrite | RefusedRewrite | Ended


@dataclass(frozen=True)
class Evidence:
    """Inputs with what the original prints on them; `slow` are those by which speed is measured."""

    answers: tuple[tuple[str, bytes, bytes], ...]
    slow: tuple[tuple[str, bytes], ...]


def optimize(solution: Solution, problem: Problem, report: FormatReport, settings: Settings, *, budget: Budget,
             seed: int = 0, given: Sequence[tuple[str, bytes]] = (), keep: Callable[[bytes], str],
             stop: Callable[[], bool], clock: Callable[[], float]) -> Iterator[Optimizing]:
    """Proposes, proves and yields what happens; the last event is always `Ended`.

    `given` are (name, bytes) of inputs that are known to be slow: then none are searched for. `keep` stores bytes and
    returns their content id. Raises as `break_spec` where the input format isn't known.
    """
    began = clock()
    spec = break_spec(solution, problem, report, settings, budget, seed, references=())
    try:
        yield from _Optimizer(solution, problem, report, settings, budget, seed, keep, stop, clock).run(given)
    except SlowpathError as error:
        yield failure(error, clock() - began)
        return
    yield Ended("stopped" if stop() else "finished", message=f"{Path(spec.path).name}: done", elapsed_s=clock() - began)


class _Optimizer:
    """One program on its way to a faster one."""

    def __init__(self, solution: Solution, problem: Problem, report: FormatReport, settings: Settings, budget: Budget,
                 seed: int, keep: Callable[[bytes], str], stop: Callable[[], bool],
                 clock: Callable[[], float]) -> None:
        self.solution, self.problem, self.report, self.settings = solution, problem, report, settings
        self.budget, self.seed = budget, seed
        self.stop, self.clock = stop, clock
        self._keep = keep
        self._stored: dict[str, bytes] = {}

    def keep(self, data: bytes) -> str:
        """Stores bytes, and remembers them."""
        name = self._keep(data)
        self._stored[name] = data
        return name

    def run(self, given: Sequence[tuple[str, bytes]]) -> Iterator[Optimizing]:
        """All of it but the end."""
        # The rules read text with parsers, which take a while to load: other commands don't wait for them.
        from slowpath import rewrites

        if not rewrites.proposals(self.solution.source, self.solution.language, fmt=self.report.format):
            yield Warned("nothing-to-change", "The program's text shows nothing that is surely faster in another way.")
            return
        slow = tuple(given)
        if not slow:
            yield PhaseEntered("slow inputs", "Looking for inputs that make the program slow.")
            slow = self._slow_inputs()
        with open_executor(self.solution, self.settings) as original:
            evidence, warning = self._evidence(original, slow)
            if warning is not None:
                yield warning
            if evidence is None:
                return
            hits = self._hits(original, evidence)
            proposed = rewrites.proposals(self.solution.source, self.solution.language, hot_lines=hits,
                                          fmt=self.report.format)
            passed: list[tuple[Rewrite, Speed]] = []
            for rewrite in proposed[:MOST_CANDIDATES]:
                if self.stop():
                    return
                yield PhaseEntered("measuring", f"Line {rewrite.line}: {rewrite.title}.")
                outcome = self._tried(original, rewrite.source, evidence, rewrite.rule)
                if isinstance(outcome, RefusedRewrite):
                    yield outcome
                elif outcome is not None:
                    passed.append((rewrite, outcome))
            yield from self._proven(original, evidence, passed, proposed)

    def _slow_inputs(self) -> tuple[tuple[str, bytes], ...]:
        """The slowest inputs of a short campaign, slowest first."""
        store, view = MemoryStore(), CampaignView()
        budget = share(self.budget, SEARCH_SHARE)
        spec = campaign_spec(self.solution, self.problem, self.report, self.settings, budget, self.seed)
        for event in find(spec, self.settings, store, campaign_id=campaign_id(spec, "optimize"), stop=self.stop,
                          clock=self.clock):
            view = fold(view, event)
        rows = [(f"slow {rank}", store.input(row.id)) for rank, row in enumerate(view.slow_inputs, start=1)]
        return tuple((name, data) for name, data in rows if data is not None)[:MOST_SLOW_INPUTS]

    def _evidence(self, original: Executor,
                  slow: Sequence[tuple[str, bytes]]) -> tuple[Evidence | None, Warned | None]:
        """What the original prints on the samples and the slow inputs; none where it is wrong on a sample."""
        from slowpath.pipeline.answers import opened_checker

        spec = break_spec(self.solution, self.problem, self.report, self.settings, Budget(1.0), references=())
        checker = opened_checker(spec, self.settings)
        answers: list[tuple[str, bytes, bytes]] = []
        for sample in self.problem.samples:
            ran = original.confirm(sample.data, LIMITS, runs=1, keep_output=True)
            wrong = sample.answer is not None and (ran.output is None or checker.check(
                sample.data, ran.output, sample.answer).right is False)
            if ran.verdict is not Verdict.OK or wrong:
                return None, Warned("sample-failed", f"The program fails sample {sample.name}, so there is nothing that"
                                    " a faster one could be held against.", "Correct it first.")
            answers.append((f"sample {sample.name}", sample.data, ran.output or b""))
        measured = []
        for name, data in slow:
            ran = original.confirm(data, LIMITS, runs=1, keep_output=True)
            measured.append((name, data))
            if ran.verdict is Verdict.OK and ran.output is not None:
                answers.append((name, data, ran.output))
        if not measured:
            return None, Warned("no-slow-input", "No input was found on which the program could be measured.",
                                "Give one: --input FILE.")
        return Evidence(tuple(answers), tuple(measured)), None

    def _hits(self, original: Executor, evidence: Evidence) -> dict[int, int]:
        """How often each line ran on the slowest input."""
        with contextlib.suppress(SlowpathError):
            execution = original.run(evidence.slow[0][1], LIMITS)
            return dict(original.profile(execution).hits)
        return {}

    def _tried(self, original: Executor, source: bytes, evidence: Evidence,
               origin: str) -> RefusedRewrite | Speed | None:
        """The speed of a version that agrees on all evidence; None where it isn't faster; else why it is refused."""
        try:
            with open_executor(dataclasses.replace(self.solution, source=source), self.settings) as candidate:
                refused = self._disagrees(candidate, evidence, origin)
                if refused is not None:
                    return refused
                speed = compared(original, candidate, evidence.slow, LIMITS, stop=self.stop)
        except SlowpathError as error:
            return RefusedRewrite(origin, f"It can't be built or run: {error.message}")
        return speed if speed is not None and speed.is_real else None

    def _disagrees(self, candidate: Executor, evidence: Evidence, origin: str) -> RefusedRewrite | None:
        for name, data, answer in evidence.answers:
            ran = candidate.confirm(data, LIMITS, runs=1, keep_output=True)
            if ran.verdict is not Verdict.OK:
                return RefusedRewrite(origin, f"It fails on {name} ({ran.verdict.value}).", self.keep(data))
            if ran.output is None or ran.output.split() != answer.split():
                return RefusedRewrite(origin, f"It prints something else on {name}.", self.keep(data))
        return None

    def _proven(self, original: Executor, evidence: Evidence, passed: list[tuple[Rewrite, Speed]],
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
            outcome = self._tried(original, steps[-1].source, evidence, origin)
            if isinstance(outcome, RefusedRewrite):
                yield outcome
                continue
            if outcome is None:
                yield RefusedRewrite(origin, "It isn't faster by more than its own noise.")
                continue
            yield PhaseEntered("proving", "Looking for an input on which the faster program differs.")
            refused, agreed = self._broken(steps[-1].source, origin, evidence)
            if self.stop():
                return
            if refused is None:
                yield ProvenRewrite(steps, steps[-1].source, agreed + len(evidence.answers), outcome)
                return
            yield refused

    def _broken(self, source: bytes, origin: str, evidence: Evidence) -> tuple[RefusedRewrite | None, int]:
        """Why a version is refused, None where no input speaks against it, and how many were tried.

        What the original prints is right, also where a problem allows several answers.
        """
        candidate = dataclasses.replace(self.solution, source=source)
        samples = tuple(Sample(name, data, answer) for name, data, answer in evidence.answers
                        if name.startswith("sample "))
        plain = dataclasses.replace(self.problem, answer_checker=None, statement="", solutions=(), samples=samples)
        budget = share(self.budget, PROOF_SHARE)
        spec = break_spec(candidate, plain, self.report, self.settings, budget, self.seed, references=())
        reference = Reference(dataclasses.replace(self.solution, path=_beside(self.solution.path)), Role.GIVEN)
        spec = dataclasses.replace(spec, references=(reference,))
        executions, found, ended = 0, None, None
        for event in find_break(spec, self.settings, keep=self.keep, stop=self.stop, clock=self.clock):
            executions = max(executions, event.executions)
            if isinstance(event, BreakFound):
                found = event.breaking
            if isinstance(event, Ended):
                ended = event
        if found is not None and found.failing is not Failing.UNDEFINED:
            return RefusedRewrite(origin, f"{found.failing.value}: {found.reason}", found.id), executions
        if found is not None and not self._complains_already(found.id):
            return RefusedRewrite(origin, f"Undefined behaviour that the program didn't have: {found.reason}",
                                  found.id), executions
        if ended is None or ended.outcome == "failed":
            reason = ended.message if ended is not None else "it never ended"
            return RefusedRewrite(origin, f"It couldn't be proven: {reason}"), executions
        return None, executions

    def _complains_already(self, input_id: str) -> bool:
        """Whether the sanitizers complain of the original too, on the input on which they complain of its version."""
        from slowpath import toolchain

        data = self._stored.get(input_id)
        sanitizer = toolchain.open_sanitizer(self.solution, self.settings) if data is not None else None
        if sanitizer is None or data is None:
            return False
        with sanitizer:
            return bool(sanitizer.examine(data, LIMITS).complaints)


def share(budget: Budget, part: float) -> Budget:
    """A part of a budget, not so small that it says nothing."""
    return Budget(None if budget.seconds is None else max(3.0, part * budget.seconds),
                  None if budget.executions is None else max(50, int(part * budget.executions)))


def _beside(path: Path) -> Path:
    """The name under which the original takes part as the reference of its own version."""
    return path.with_name(f"{path.stem}.original{path.suffix}")
