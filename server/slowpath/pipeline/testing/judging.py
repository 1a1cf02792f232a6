"""Judges programs on inputs: what right ones answer, all together, and whether another one fails there.

Theory of operation. Inputs are run on the search builds, which are quick and show what ran; what decides is asked of
the clean builds again, with the judge's flags: a right program that is too slow under its counters, and every failure
of an opponent. Right programs that answer differently, or of which one crashes where another answers, end the run
(`AcceptedDisagree`): whoever is right, no test can be made of such an input.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from slowpath.errors import AcceptedDisagree
from slowpath.faults.comparing import Comparison
from slowpath.model.breaking import Failing
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.ports import AnswerVerdict, Executor
from slowpath.model.testset import Against, Group, Kill, LeftOut, Opponent, OpponentOutcome, ProposedTest
from slowpath.model.verdict import Verdict

TOGETHER = 24
SMALL_BYTES = 4 << 10
MARGIN = 0.75
"""A right program must leave so much of the time limit on every test: other judges' machines are slower."""
SEARCH_FACTOR, CUT_FACTOR, WALL_FACTOR = 2.0, 1.5, 4.0
"""The search build of a right program may take so many times the limit; a run of the clean build is cut after so
many."""
ROOM_BYTES, LEAST_BYTES = 512 << 20, 2 << 30
MOST_OUTPUT_BYTES = 32 << 20
SLOWER, SLOWER_ON_LARGE = 2.0, 1.0
"""The other right programs answer so many inputs as take each of them so many times the first one's seconds, of small
and of large ones; of these few are tried in a short time, and who answers none here does before one becomes a test."""
LEAST_RUN_S = 0.002
"""What a small run is taken for at least: beside what running it costs anyway less makes no difference."""
MOST_KILLS, MOST_SLOW_KILLS = 5, 3
COUNTED_FROM = 200_000
"""A run that counts less says nothing of how much slower a program is."""
_FAILINGS = {
    Verdict.TIME_LIMIT: Failing.TIME_LIMIT,
    Verdict.IDLENESS_LIMIT: Failing.TIME_LIMIT,
    Verdict.MEMORY_LIMIT: Failing.MEMORY_LIMIT,
    Verdict.OUTPUT_LIMIT: Failing.OUTPUT_LIMIT,
}


@dataclass(frozen=True)
class JudgeLimits:
    """The limits for which the tests are made."""

    time_s: float
    memory_bytes: int | None = None

    @property
    def search(self) -> RunLimits:
        """Of a run of a right program's search build."""
        return self._of(SEARCH_FACTOR * self.time_s)

    @property
    def suspicion(self) -> RunLimits:
        """Of a run of an opponent's search build: one that takes longer is asked of the clean build in any case."""
        return self._of(self.time_s)

    @property
    def clean(self) -> RunLimits:
        """Of a run of a clean build: until it is clearly over."""
        return self._of(CUT_FACTOR * self.time_s)

    def _of(self, cpu_s: float) -> RunLimits:
        memory = max(LEAST_BYTES, 2 * (self.memory_bytes or 0) + ROOM_BYTES)
        return RunLimits(cpu_s, WALL_FACTOR * cpu_s + 2, memory, MOST_OUTPUT_BYTES)


@dataclass(frozen=True)
class Answered:
    """An input with the answer on which all right programs agree, and the first one's run."""

    proposed: ProposedTest
    answer: bytes = field(repr=False)
    ran: Execution = field(repr=False)


def is_large(proposed: ProposedTest) -> bool:
    """Whether a run on it may take long."""
    return len(proposed.data) > SMALL_BYTES


class RightPrograms:
    """The accepted programs, opened: (name, executor), at least one. `confirms` says whether a validator's word stands
    behind the inputs. With `leaves_out` an input on which they disagree is left out, and nothing is raised."""

    def __init__(
        self,
        programs: Sequence[tuple[str, Executor]],
        comparison: Comparison,
        limits: JudgeLimits,
        leaves_out: bool = False,
    ) -> None:
        self.programs = programs
        self.limits = limits
        self._comparison = comparison
        self._leaves_out = leaves_out
        self.executions = 0
        self._spent_s = dict.fromkeys((name for name, _ in programs), 0.0)
        self._spent_on_small_s = dict(self._spent_s)
        self._given: dict[str, bytes] = {}

    def answered(self, proposed: Sequence[ProposedTest]) -> Iterator[Answered | LeftOut]:
        """What they say of each input, in order; of most a program that is much slower than the first says nothing: all
        do before one becomes a test. Raises `AcceptedDisagree`."""
        first, *others = self.programs
        for begin in range(0, len(proposed), TOGETHER):
            batch = proposed[begin : begin + TOGETHER]
            small = [each for each in batch if not is_large(each)]
            asked_small = [each for each in others if self._is_quick_enough(each, self._spent_on_small_s, SLOWER)]
            on_small = [iter(self._small_runs(program, small)) for program in asked_small]
            runs = self._runs(first, batch)
            self._spend_on_small(first[0], [ran for each, ran in zip(batch, runs, strict=True) if not is_large(each)])
            for each, ran in zip(batch, runs, strict=True):
                asked: list[tuple[tuple[str, Executor], Execution | None]] = [(first, ran)]
                if is_large(each):
                    self._spent_s[first[0]] += ran.cpu_ns / 1e9
                    asked += [
                        (program, None)
                        for program in others
                        if self._is_quick_enough(program, self._spent_s, SLOWER_ON_LARGE)
                    ]
                else:
                    asked += [(program, next(told)) for program, told in zip(asked_small, on_small, strict=True)]
                yield self._together(each, ran, asked)

    def first_runs(self, proposed: Sequence[ProposedTest]) -> Iterator[tuple[ProposedTest, Execution]]:
        """What the first program's search build does on inputs, in order, nothing of those on which it fails: quick,
        and no answer to be trusted."""
        for each, ran in zip(proposed, self._runs(self.programs[0], proposed), strict=True):
            if ran.verdict is Verdict.OK and not ran.cut:
                yield each, ran

    def _runs(self, program: tuple[str, Executor], batch: Sequence[ProposedTest]) -> list[Execution]:
        requests = [RunRequest(each.data, self.limits.search, True) for each in batch]
        self.executions += len(batch)
        return list(program[1].run_many(requests, quick=True))

    def _small_runs(self, program: tuple[str, Executor], small: Sequence[ProposedTest]) -> list[Execution]:
        runs = self._runs(program, small)
        self._spend_on_small(program[0], runs)
        return runs

    def _spend_on_small(self, name: str, runs: Sequence[Execution]) -> None:
        self._spent_on_small_s[name] += sum(max(LEAST_RUN_S, ran.wall_ns / 1e9) for ran in runs)

    def _is_quick_enough(self, program: tuple[str, Executor], spent_s: Mapping[str, float], times: float) -> bool:
        """Whether a program is asked of the next inputs too."""
        return spent_s[program[0]] <= times * spent_s[self.programs[0][0]]

    @property
    def spent_on_large_s(self) -> float:
        """The first one's CPU seconds on large inputs so far."""
        return self._spent_s[self.programs[0][0]]

    def given(self, answered: Answered, answer: bytes) -> None:
        """Hears of a sample's own answer."""
        self._given[answered.proposed.id] = answer

    def given_answer(self, answered: Answered) -> bytes:
        """The answer that is given with a sample, else that of the right programs."""
        return self._given.get(answered.proposed.id, answered.answer)

    def confirmed(self, answered: Answered) -> tuple[bytes, float] | LeftOut:
        """The answer of the clean builds and the CPU seconds of the slowest. Raises `AcceptedDisagree`.

        Where the first one's clean build answers otherwise than its search build did it reads what nobody wrote, as on
        inputs that aren't valid after all: nothing is known of the answer then.
        """
        proposed, slowest = answered.proposed, 0.0
        outputs: list[tuple[str, bytes]] = []
        for name, executor in self.programs:
            ran = executor.confirm(proposed.data, self.limits.clean, runs=1, keep_output=True)
            self.executions += 1
            if ran.verdict is Verdict.OK and ran.cpu_s > MARGIN * self.limits.time_s:
                # What comes near to it once may have been unlucky.
                ran = replace(ran, cpu_s=executor.confirm(proposed.data, self.limits.clean, runs=2).cpu_s)
            if ran.verdict.is_out_of_time or (ran.verdict is Verdict.OK and ran.cpu_s > MARGIN * self.limits.time_s):
                return LeftOut(proposed.label, f"{name} takes {ran.cpu_s:.2f} s, too near to the limit", proposed.id)
            if ran.verdict is not Verdict.OK or ran.output is None:
                return self._failed(proposed, name, ran.verdict)
            if not outputs and self._comparison.check(proposed.data, ran.output, answered.answer).right is False:
                return LeftOut(proposed.label, f"{name} answers otherwise when it is built otherwise", proposed.id)
            outputs.append((name, ran.output))
            slowest = max(slowest, ran.cpu_s)
        left_out = self._agreed(proposed, outputs)
        if left_out is None and self._comparison.refuses_itself(proposed.data, outputs[0][1]):
            left_out = LeftOut(proposed.label, "the checker refuses the right programs' own answer", proposed.id)
        return left_out or (outputs[0][1], slowest)

    def _together(
        self, proposed: ProposedTest, first: Execution, asked: Sequence[tuple[tuple[str, Executor], Execution | None]]
    ) -> Answered | LeftOut:
        """What programs say by their runs, or, without one, by their clean builds; `first` is what the first did."""
        outputs = []
        for (name, executor), ran in asked:
            verdict, output = (ran.verdict, ran.output) if ran is not None else (Verdict.TIME_LIMIT, None)
            if ran is None or verdict.is_out_of_time or ran.cut:
                again = executor.confirm(proposed.data, self.limits.clean, runs=1, keep_output=True)
                verdict, output = again.verdict, again.output
                self.executions += 1
                self._spent_s[name] += again.cpu_s
                if verdict.is_out_of_time or again.cpu_s > self.limits.time_s:
                    return LeftOut(proposed.label, f"{name} takes longer than {self.limits.time_s:g} s", proposed.id)
            if verdict is not Verdict.OK or output is None:
                return self._failed(proposed, name, verdict)
            outputs.append((name, output))
        return self._agreed(proposed, outputs) or Answered(proposed, outputs[0][1], first)

    def _failed(self, proposed: ProposedTest, name: str, verdict: Verdict) -> LeftOut:
        return self._disagreement(proposed, f"{name} fails on it ({verdict.value})", [])

    def _agreed(self, proposed: ProposedTest, outputs: Sequence[tuple[str, bytes]]) -> LeftOut | None:
        """None where all answers are right by the first one's, as far as anybody can say."""
        first, answer = outputs[0]
        for name, output in outputs[1:]:
            verdict = self._comparison.check(proposed.data, output, answer)
            if verdict.right is False:
                return self._disagreement(
                    proposed,
                    f"{first} and {name} answer differently: {verdict.reason}",
                    [(first, answer), (name, output)],
                )
        return None

    def _disagreement(self, proposed: ProposedTest, reason: str, outputs: list[tuple[str, bytes]]) -> LeftOut:
        if self._leaves_out:
            return LeftOut(proposed.label, reason, proposed.id)
        raise AcceptedDisagree(
            f"The accepted programs don't agree on an input ({proposed.label}): {reason}.",
            "Either one of them is wrong, or the input isn't valid: then correct the input format (--format FILE) or"
            " give a validator. --leave-out-disagreements goes on without such inputs.",
            proposed.data,
            tuple(outputs),
        )


class Judging(Protocol):
    """Says whether outputs are right: `faults.comparing.Comparison`, or a checker itself."""

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict: ...


class Trial:
    """Judges opponents on inputs that have answers. `first` is the program whose runs these answers hold, by its
    name."""

    def __init__(self, comparison: Judging, limits: JudgeLimits, first: tuple[str, Executor] | None = None) -> None:
        self._first = first
        self._comparison = comparison
        self._limits = limits

    def outcome(
        self,
        opponent: Opponent,
        executor: Executor,
        tests: Sequence[Answered],
        is_over: Callable[[], bool],
        before: OpponentOutcome | None = None,
    ) -> OpponentOutcome:
        """What becomes of an opponent on the tests, in their order, those that were tried `before` left out; it isn't
        run on once it failed a few times, or it `is_over`."""
        made = before or OpponentOutcome(opponent.name)
        kills, tried = list(made.kills), list(made.tried)
        reached, slowdown, executions = made.reached, made.slowdown, made.executions
        fresh = [test for test in tests if test.proposed.id not in made.tried]
        for begin in range(0, len(fresh), TOGETHER):
            batch = fresh[begin : begin + TOGETHER]
            requests = [RunRequest(test.proposed.data, self._limits.suspicion, True) for test in batch]
            runs = executor.run_many(requests, quick=True)
            for test, ran in zip(batch, runs, strict=False):
                executions += 1
                tried.append(test.proposed.id)
                if opponent.line and not reached:
                    reached = self._reaches(opponent, executor, ran, test)
                failing = self._failing(executor, test, ran)
                if failing is not None:
                    kills.append(Kill(test.proposed.id, failing))
                elif not ran.cut and self._tells_slowdown(opponent, executor, test):
                    slowdown = max(slowdown or 0.0, ran.count / test.ran.count)
                if _are_enough(kills) or is_over():
                    break
            close = getattr(runs, "close", None)
            if close is not None:
                close()
            if _are_enough(kills) or is_over():
                break
        return replace(
            made, kills=tuple(kills), tried=tuple(tried), reached=reached, slowdown=slowdown, executions=executions
        )

    def _tells_slowdown(self, opponent: Opponent, executor: Executor, test: Answered) -> bool:
        return bool(executor.counters) and self._is_of_first(opponent) and test.ran.count > COUNTED_FROM

    def _is_of_first(self, opponent: Opponent) -> bool:
        return self._first is not None and opponent.of == self._first[0]

    def _reaches(self, opponent: Opponent, executor: Executor, ran: Execution, test: Answered) -> bool | None:
        """Whether the changed line ran, None where that isn't known. A build that counts nothing says it by the program
        that it was made of, which does the same up to there."""
        if executor.counters:
            hits = executor.profile(ran).hits
        elif self._first is not None and self._is_of_first(opponent):
            hits = self._first[1].profile(test.ran).hits
        else:
            return None
        return hits.get(opponent.line, 0) > 0

    def _failing(self, executor: Executor, test: Answered, ran: Execution) -> Failing | None:
        """How the opponent fails there, None where it doesn't or the clean build doesn't."""
        is_suspect = (
            ran.verdict is not Verdict.OK
            or ran.cpu_ns > 1e9 * self._limits.time_s
            or self._is_over_memory(ran.peak_rss_bytes)
            or self._comparison.check(test.proposed.data, ran.output or b"", test.answer).right is False
        )
        return self.failing(executor, test.proposed.data, test.answer) if is_suspect else None

    def failing(self, executor: Executor, data: bytes, answer: bytes) -> Failing | None:
        """How a program's clean build fails on an input, None where it is right."""
        ran = executor.confirm(data, self._limits.clean, runs=1, keep_output=True)
        if ran.verdict is Verdict.OK and ran.cpu_s > self._limits.time_s:
            again = executor.confirm(data, self._limits.clean, runs=2)
            ran = replace(ran, cpu_s=min(ran.cpu_s, again.cpu_s))
        return self._said(ran, data, answer)

    def _said(self, ran: Confirmation, data: bytes, answer: bytes) -> Failing | None:
        if ran.verdict is not Verdict.OK:
            return _FAILINGS.get(ran.verdict, Failing.RUNTIME_ERROR)
        if ran.cpu_s > self._limits.time_s:
            return Failing.TIME_LIMIT
        if self._is_over_memory(ran.peak_rss_bytes):
            return Failing.MEMORY_LIMIT
        is_wrong = self._comparison.check(data, ran.output or b"", answer).right is False
        return Failing.WRONG_ANSWER if is_wrong else None

    def _is_over_memory(self, peak_rss_bytes: int) -> bool:
        return self._limits.memory_bytes is not None and peak_rss_bytes > self._limits.memory_bytes


def _are_enough(kills: Sequence[Kill]) -> bool:
    slow = sum(kill.failing is Failing.TIME_LIMIT for kill in kills)
    return len(kills) >= MOST_KILLS or slow >= MOST_SLOW_KILLS


def as_met_by(opponent: Opponent, pool: Iterable[Answered]) -> list[Answered]:
    """The inputs in the order in which an opponent meets them: small ones first, large ones first for what should be
    slow; within that the groups by turns."""
    turns: Counter[Group] = Counter()
    ranked = []
    wants_large = opponent.against in (Against.SLOW, Against.SLOW_WAY)
    for each in pool:
        turns[each.proposed.group] += 1
        ranked.append(((is_large(each.proposed) != wants_large, turns[each.proposed.group]), each))
    return [each for _, each in sorted(ranked, key=lambda pair: pair[0])]
