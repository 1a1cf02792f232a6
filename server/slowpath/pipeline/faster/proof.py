"""The proof that another version of a program does the same, faster: of any text, whoever wrote it.

Theory of operation. A version is built and compared on the evidence (`pipeline.evidence`), which is cheap; then its
speed is that of paired runs (`pipeline.speed`); then it is searched for an input on which it differs from the
original, with the original as the reference and under sanitizers (`find_break`). An input that breaks a version joins
the evidence, so that the next one with the same mistake falls at once. A version that takes too long on an input isn't
refused where the original takes as long: the search goes on without the sources that look for such inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from slowpath.errors import SlowpathError
from slowpath.faults.contest import Bout
from slowpath.model.answers import EXACT
from slowpath.model.breaking import BreakFound, BreakingInput, BreakSpec, Failing, Reference, Role
from slowpath.model.campaign import Budget, Ended, Warned
from slowpath.model.execution import Confirmation, RunLimits, RunRequest
from slowpath.model.format import FormatReport
from slowpath.model.optimizing import SlowEvidence
from slowpath.model.origin import input_id
from slowpath.model.ports import AnswerChecker, Executor
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.model.rewrite import KeptTest, RefusedRewrite, Speed
from slowpath.model.verdict import Verdict
from slowpath.pipeline.answers import opened_checker
from slowpath.pipeline.breaking import break_spec, find_break
from slowpath.pipeline.faster.evidence import LIMITS, QUICK, Answer, Evidence, extended, gathered, with_answer
from slowpath.pipeline.faster.managed import Managed, managed
from slowpath.pipeline.faster.pacing import EVIDENCE_SHARE, Pace
from slowpath.pipeline.faster.speed import CLEAR, Known, compared
from slowpath.pipeline.programs import open_executor
from slowpath.settings import Settings
from slowpath.storage.recent import RecentBytes

SOURCES = ("tiny", "random-small", "boundaries", "mutants", "random-growing", "catalogue")
"""They look for wrong answers rather than for time and memory."""
CALMER = (SOURCES, SOURCES[:4], SOURCES[:2])
"""The sources that go on one after the other where the search came to an input on which both take long: it would end at
the next one."""
TOGETHER = 8
LEAST_SEARCH_S, LEAST_SEARCH_RUNS = 3.0, 50
LEAST_AGREED = 24
"""Fewer inputs prove nothing where time alone ended the search; a format may have no more, though."""
UNMEASURED = "It couldn't be measured: it and the program were both cut on every slow input."
AS_DEAR = 0.8
"""A version is too slow only where the original takes less than this share of its time (or memory)."""


@dataclass(frozen=True)
class Agreed:
    """A version withstood the search; `inputs` is how many different ones both answered alike, those of the evidence
    with them; `left_out` on how many the original didn't answer in its time, so that nothing was compared."""

    inputs: int
    left_out: int = 0


class Proof:
    """Proves versions of one program. `original` is its executor, and stays the caller's.

    `budget` is that of the search for each version; the original must agree with the `references` first. `keep` stores
    bytes and returns their content id. With `is_exact` a version must print the very same tokens; else the problem's
    checker judges, where there is one. `pace` limits single runs and the gathering, as the whole's seconds do.
    """

    def __init__(
        self,
        solution: Solution,
        problem: Problem,
        report: FormatReport,
        settings: Settings,
        original: Executor,
        *,
        budget: Budget,
        seed: int = 0,
        references: Sequence[Path] = (),
        keep: Callable[[bytes], str],
        stop: Callable[[], bool],
        clock: Callable[[], float],
        pace: Pace | None = None,
    ) -> None:
        self._solution, self._settings, self._original = solution, settings, original
        self._pace = pace or Pace(Budget(), clock)
        self._problem, self._report = problem, report
        self._spec = break_spec(solution, problem, report, settings, budget, seed, references=references)
        self._stop, self._clock, self._keep = stop, clock, keep
        self._stored: dict[str, bytes] = {}
        self._on_dear: dict[bytes, Confirmation] = {}
        self.evidence = Evidence((), ())
        self.managed = Managed(())

    def gather(self, slow: Sequence[SlowEvidence], others: Sequence[tuple[str, bytes]] = ()) -> Warned | None:
        """Gathers the evidence; says why there can be none. Comes before anything else. `others` join it where the
        original answers on them."""
        limits, is_late = self._pace.answer_limits(), self._pace.over_after(EVIDENCE_SHARE)

        def is_over() -> bool:
            return self._stop() or is_late()

        found = gathered(
            self._original,
            self._spec,
            [(each.name, each.data) for each in slow],
            opened_checker(self._spec, self._settings),
            self._settings,
            limits=limits,
            is_over=is_over,
        )
        if isinstance(found, Warned):
            return found
        self.evidence = extended(found, self._original, others, limits=limits, is_over=is_over)
        self.managed = managed(self._original, self._spec.format, slow, found.first, self._pace, stop=self._stop)
        self.evidence = replace(self.evidence, answers=(*self.evidence.answers, *self.managed.answers))
        return None

    def tried(
        self,
        source: bytes,
        origin: str,
        *,
        is_exact: bool = True,
        is_over: Callable[[], bool] = lambda: False,
        is_part: bool = False,
    ) -> RefusedRewrite | Speed | None:
        """The speed of a version that agrees on all evidence; None where it isn't faster; else why it is refused, with
        `UNMEASURED` where nothing can be said of its speed. Once it `is_over` the slowest input is measured alone. Of
        a version that `is_part` of what is shown a single pair of runs may say that it's faster (`compared`)."""
        try:
            with open_executor(replace(self._solution, source=source), self._settings) as candidate:
                refused = self._disagrees(candidate, origin, self._checker(is_exact))
                if refused is not None:
                    return refused
                speed = self.speed(self._original, candidate, is_over=is_over, is_part=is_part)
        except SlowpathError as error:
            return RefusedRewrite(origin, f"It can't be built or run: {error.message}")
        if speed is not None and speed.is_unknown:
            return RefusedRewrite(origin, UNMEASURED)
        return speed if speed and (speed.is_real or (is_part and speed.geomean >= CLEAR)) else None

    def speed(
        self,
        before: Executor,
        candidate: Executor,
        *,
        is_over: Callable[[], bool] = lambda: False,
        is_part: bool = False,
    ) -> Speed | None:
        """How much faster a version is than the original, which `before` runs; after it was held against the evidence.
        None where nothing could be compared."""
        known = Known(self.managed.of, self.managed.before, self._on_dear, self._dear_limits(), self._spec.time_limit_s)
        return self._compared(before, candidate, known, is_over, is_part)

    def _compared(
        self, before: Executor, after: Executor, known: Known, is_over: Callable[[], bool], is_part: bool = False
    ) -> Speed | None:
        return compared(
            before,
            after,
            self.managed.inputs,
            self._pace.pair_limits(),
            known=known,
            stop=self._stop,
            is_over=is_over,
            is_part=is_part,
        )

    def is_faster(self, source: bytes, other: bytes, *, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Whether a version is faster than another one on the slow inputs; not where one of them can't be built or run.
        Nothing is said about what they print."""
        try:
            with (
                open_executor(replace(self._solution, source=other), self._settings) as slower,
                open_executor(replace(self._solution, source=source), self._settings) as faster,
            ):
                return self.is_ahead(slower, faster, is_over=is_over)
        except SlowpathError:
            return False

    def is_ahead(self, slower: Executor, faster: Executor, *, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Whether the second version is faster than the first one, as measured on what the original is measured on."""
        speed = self._compared(slower, faster, Known(self.managed.of), is_over)
        return bool(speed and speed.is_real)

    def agrees(self, source: bytes, origin: str, *, is_exact: bool = True) -> RefusedRewrite | None:
        """Why a version is refused on the evidence alone; its speed isn't asked for."""
        try:
            with open_executor(replace(self._solution, source=source), self._settings) as candidate:
                return self._disagrees(candidate, origin, self._checker(is_exact))
        except SlowpathError as error:
            return RefusedRewrite(origin, f"It can't be built or run: {error.message}")

    def searched(self, source: bytes, origin: str, *, is_exact: bool = True) -> RefusedRewrite | Agreed:
        """What a search for an input on which the version differs comes to."""
        spec, began_s = self._break_spec(source, is_exact), self._clock()
        budget, heard = spec.budget, _Heard()
        found, ended = self._search(spec, heard)
        calmer, runs = iter(CALMER), 0
        while found is not None and self._is_as_dear(found, source):
            sources = next(calmer, None)
            if sources is None:
                found = None
                break
            runs += ended.executions if ended is not None else 0
            spec = _rest(spec, found, sources, _left(budget, self._clock() - began_s, runs))
            found, ended = self._search(spec, heard)
        if found is not None and (found.failing is not Failing.UNDEFINED or not self._complains_already(found.id)):
            said = (
                "Undefined behaviour that the program didn't have"
                if found.failing is Failing.UNDEFINED
                else found.failing.value
            )
            return self._refused(origin, f"{said}: {found.reason}", self._stored[found.id])
        if ended is None or ended.outcome == "failed":
            reason = ended.message if ended is not None else "it never ended"
            return RefusedRewrite(origin, f"It couldn't be proven: {reason}")
        alike = heard.alike | {_digest(data) for data in self.evidence.inputs}
        if len(alike) < LEAST_AGREED and budget.seconds is not None and self._clock() - began_s >= budget.seconds:
            return RefusedRewrite(
                origin, f"It couldn't be proven: there was only time to run both on {len(alike)} inputs."
            )
        return Agreed(len(alike), len(heard.unanswered - alike) + self.evidence.left_out)

    def tests(self) -> tuple[KeptTest, ...]:
        """The slow inputs on which the original answers, and what stands for the others, to be kept as regression
        tests."""
        slow = {*(name for name, _ in self.evidence.slow), *self.managed.of}
        return tuple(
            KeptTest(name, self._remembered(data), self._keep(answer))
            for name, data, answer in self.evidence.answers
            if name in slow
        )

    def _checker(self, is_exact: bool) -> AnswerChecker | None:
        """Who judges outputs; None where the same tokens are asked for, as also where nobody knows another answer."""
        if is_exact or (self._spec.answer_checker is None and self._spec.any_answer):
            return None
        return opened_checker(self._spec, self._settings)

    def _is_right(self, answer: Answer, output: bytes | None, checker: AnswerChecker | None) -> bool:
        _, data, expected = answer
        if output is None:
            return False
        blanks_matter = self._spec.rules.blanks and self._spec.answer_checker is None
        is_same = output == expected if blanks_matter else output.split() == expected.split()
        return is_same or (checker is not None and checker.check(data, output, expected).right is True)

    def _disagrees(self, candidate: Executor, origin: str, checker: AnswerChecker | None) -> RefusedRewrite | None:
        # The clean build has the last word; on a large input the search build may only be slower.
        for answer in chain(self.evidence.answers, self._suspects(candidate, checker)):
            name, data, _ = answer
            limits = self._pace.answer_limits() if data in self.evidence.dear else LIMITS
            ran = candidate.confirm(data, limits, runs=1, keep_output=True)
            if ran.verdict is not Verdict.OK:
                return self._refused(origin, f"It fails on {name} ({ran.verdict.value}).", data)
            if not self._is_right(answer, ran.output, checker):
                return self._refused(origin, f"It prints something else on {name}.", data)
        # What fails at once looks fast; the original would have gone on.
        self._on_dear.clear()
        for name, data in self.evidence.unanswered:
            ran = candidate.confirm(data, self._dear_limits(), runs=1)
            self._on_dear[data] = ran
            if not ran.cut and ran.verdict is not Verdict.OK and not ran.verdict.is_out_of_time:
                return self._refused(origin, f"It fails on {name} ({ran.verdict.value}).", data)
        return None

    def _dear_limits(self) -> RunLimits:
        """Of a version's run on an input on which the original is too slow: at least the problem's time limit, as far
        as there is time, since that it keeps to that is the best that can be said of it."""
        pair, answer, limit_s = self._pace.pair_limits(), self._pace.answer_limits(), self._spec.time_limit_s or 0.0
        return pair if limit_s < pair.cpu_s or limit_s >= answer.cpu_s else answer

    def _suspects(self, candidate: Executor, checker: AnswerChecker | None) -> Iterator[Answer]:
        """The quick inputs on which the search build goes wrong, a few at a time: who never ends is asked little."""
        quick = self.evidence.quick
        for begin in range(0, len(quick), TOGETHER):
            batch = quick[begin : begin + TOGETHER]
            runs = list(candidate.run_many([RunRequest(data, QUICK, True) for _, data, _ in batch], quick=True))
            yield from (
                answer
                for answer, ran in zip(batch, runs, strict=True)
                if ran.verdict is not Verdict.OK or not self._is_right(answer, ran.output, checker)
            )

    def _refused(self, origin: str, reason: str, data: bytes) -> RefusedRewrite:
        """Refused because of an input, which later versions are tried on first."""
        self.evidence = with_answer(self.evidence, self._original, "an input that broke another version", data)
        return RefusedRewrite(origin, reason, self._remembered(data))

    def _remembered(self, data: bytes) -> str:
        name = self._keep(data)
        self._stored[name] = data
        return name

    def _break_spec(self, source: bytes, is_exact: bool) -> BreakSpec:
        """A search for where a version differs. What the original prints is right; where tokens must be the same, also
        if the problem allows several answers, and to the last digit."""
        samples = tuple(
            Sample(name, data, answer) for name, data, answer in self.evidence.answers if name.startswith("sample ")
        )
        reference = Reference(replace(self._solution, path=_beside(self._solution.path)), Role.GIVEN)
        spec = replace(self._spec, source=source, samples=samples, references=(reference,), accepted=None)
        if is_exact or self._checker(is_exact) is None:
            exact = replace(EXACT, blanks=spec.rules.blanks and spec.answer_checker is None)
            return replace(spec, answer_checker=None, statement="", any_answer="", rules=exact)
        return spec

    def _search(self, spec: BreakSpec, heard: _Heard) -> tuple[BreakingInput | None, Ended | None]:
        """The last that was found, and how the search ended. Of what a search stores only that is kept."""
        recent, found, ended = RecentBytes(), None, None
        for event in find_break(
            spec, self._settings, keep=recent.put, stop=self._stop, clock=self._clock, hear=heard.take
        ):
            if isinstance(event, BreakFound):
                found = event.breaking
                recent.hold([found.id])
            if isinstance(event, Ended):
                ended = event
        if found is not None:
            self._stored[found.id] = recent.get(found.id) or b""
        return found, ended

    def _is_as_dear(self, found: BreakingInput, source: bytes) -> bool:
        """Whether what speaks against a version is time or memory of which the original takes as much."""
        if found.failing not in (Failing.TIME_LIMIT, Failing.MEMORY_LIMIT):
            return False
        data = self._stored[found.id]
        before = self._original.confirm(data, LIMITS, runs=1)
        if before.cut or before.verdict.is_out_of_time or before.verdict is Verdict.MEMORY_LIMIT:
            return True
        with open_executor(replace(self._solution, source=source), self._settings) as candidate:
            after = candidate.confirm(data, LIMITS, runs=1)
        if found.failing is Failing.TIME_LIMIT:
            return before.cpu_s >= AS_DEAR * after.cpu_s and after.verdict is Verdict.OK
        return before.peak_rss_bytes >= AS_DEAR * after.peak_rss_bytes and after.verdict is Verdict.OK

    def _complains_already(self, input_id: str) -> bool:
        """Whether the sanitizers complain of the original too, on the input on which they complain of its version."""
        from slowpath import toolchain

        sanitizer = toolchain.open_sanitizer(self._solution, self._settings)
        if sanitizer is None:
            return False
        with sanitizer:
            return bool(sanitizer.examine(self._stored[input_id], LIMITS).complaints)


class _Heard:
    """The digests of the inputs of a search: `alike` were answered alike by both, on `unanswered` the original gave no
    answer in its time."""

    def __init__(self) -> None:
        self.alike: set[bytes] = set()
        self.unanswered: set[bytes] = set()

    def take(self, bout: Bout) -> None:
        """Hears what an input showed."""
        if bout.failing is not None or bout.execution.verdict is not Verdict.OK:
            return
        if bout.expected is None:
            self.unanswered.add(_digest(bout.data))
        elif not bout.undecided:
            self.alike.add(_digest(bout.data))


def _left(budget: Budget, spent_s: float, runs: int) -> Budget:
    """What a search that was begun leaves for another one, not so little that it says nothing."""
    return Budget(
        None if budget.seconds is None else max(LEAST_SEARCH_S, budget.seconds - spent_s),
        None if budget.executions is None else max(LEAST_SEARCH_RUNS, budget.executions - runs),
    )


def _rest(spec: BreakSpec, dear: BreakingInput, sources: tuple[str, ...], budget: Budget) -> BreakSpec:
    """The search gone on with from other sources, without the sample where that was what took long: it would be the
    first thing to be tried again."""
    samples = tuple(each for each in spec.samples if input_id(each.data) not in (dear.id, dear.minimised_from))
    return replace(spec, strategies=sources, budget=budget, samples=samples)


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=12).digest()


def _beside(path: Path) -> Path:
    """The name under which the original takes part as the reference of its own version."""
    return path.with_name(f"{path.stem}.original{path.suffix}")
