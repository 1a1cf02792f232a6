"""What one input shows: the program's run, the references' answers, and whether the program fails.

Theory of operation. Program and the most trusted reference that is worth asking run the same batch side by side; where
their outputs are the same, that is all. Further references are asked only where the program fails or answers otherwise:
all that answer must agree, else nothing is said of the program. A reference that a model wrote counts only where no
other answers, the program with wider integers only where no reference does. One that was cut on several inputs up to a
size isn't asked about inputs of that size and more.
A sample's own answer wins over every reference.

All that is said here is said of the search build; `confirming` asks the clean one.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from slowpath.errors import SlowpathError
from slowpath.faults import limits
from slowpath.faults.asked import AskedReference
from slowpath.faults.beside import Beside
from slowpath.faults.comparing import Comparison
from slowpath.faults.contest import BY_MOVED, BY_OTHER_WAYS, BY_PARTS, Bout, Contender, Contest
from slowpath.faults.failing import ProgramFailures
from slowpath.faults.leaks import Leaks
from slowpath.faults.parts import Parts
from slowpath.faults.symmetric import Symmetric
from slowpath.model.breaking import BreakSpec, Failing, Role
from slowpath.model.campaign import Warned
from slowpath.model.execution import Execution, RunLimits, RunRequest
from slowpath.model.problem import Sample
from slowpath.model.verdict import Verdict
from slowpath.statement.answers.answer_shape import answer_shape

BY_STATEMENT, BY_ITS_TEXT = "the statement", "the program's text"
"""Who says that an answer is wrong where nobody knows the right one."""
_LAST = (Role.MODEL, Role.WIDER)
"""Those that count only where nobody else answers."""
_NEVER = 1 << 40
_NANO = 1_000_000_000


@dataclass(frozen=True)
class Expected:
    """The answer that counts, and whose it is; None where there is none, `undecided` says why where that matters.
    `is_doubtful` says that the input itself may be to blame: a reference fails on it, and none answers."""

    answer: bytes | None = None
    judged_by: str = ""
    undecided: str = ""
    is_doubtful: bool = False


class Judge:
    """Judges inputs by what the search builds do. `usable` are the references that are believed, the most trusted
    first; `spent` hears of every execution of the program. `contested` are the samples that a solution known to be
    right answers otherwise: their answers prove nothing. `disagreements` counts the inputs on which references differ.
    `warnings` holds what wasn't told yet. Not thread-safe."""

    def __init__(
        self,
        spec: BreakSpec,
        contest: Contest,
        usable: Sequence[Contender],
        spent: Callable[[int], None] = lambda runs: None,
        contested: Sequence[Sample] = (),
    ) -> None:
        self.spec = spec
        self.contest = contest
        self.comparison = Comparison(spec, contest.checker)
        self._shape = answer_shape(
            spec.statement, [(sample.data, sample.answer) for sample in spec.samples if sample.answer is not None]
        )
        self.references = tuple(AskedReference(spec, contender) for contender in usable)
        self.warnings: deque[Warned] = deque()
        self._leaks = Leaks(spec)
        beside = Beside(spec, contest.again)
        self.parts = Parts(spec, self.comparison, beside)
        self.symmetric = Symmetric(spec, self.comparison, beside)
        self._limits = limits.program_limits(spec)
        self._failures = ProgramFailures(spec)
        self._longest_answer = 0
        self._quick_runs = 0
        self.contested = tuple(dict.fromkeys(sample.name for sample in contested))
        self.disagreements = 0
        self._is_unjudged_told = False
        self._given = {sample.data: sample for sample in spec.samples if sample.answer is not None}
        self._spent = spent

    def join(self, contender: Contender) -> None:
        """Believes one more, less than all others, from the next input on."""
        self.references += (AskedReference(self.spec, contender),)

    @property
    def _others(self) -> Sequence[AskedReference]:
        """The references that aren't the program itself."""
        return [asked for asked in self.references if not asked.is_itself]

    def judge(self, data: bytes) -> Bout:
        """What one input shows."""
        return next(self.judge_many([data]))

    def judge_many(self, datas: Sequence[bytes]) -> Iterator[Bout]:
        """What each input shows, in order, as it is there. May be left early; until it's left or at its end, nothing
        else may be run on the contest."""
        # What the first runs show of how quick the program is counts for those behind them.
        done, end = 0, limits.QUICK_RUNS if 0 <= self._quick_runs < limits.QUICK_RUNS else len(datas)
        while done < len(datas):
            done += yield from self._judged(datas[done:end])
            end = len(datas) if done >= end else end

    def _judged(self, datas: Sequence[bytes]) -> Generator[Bout, None, int]:
        """Judges them in order, as many as come before one that has to be run alone, and that one; how many."""
        first = next((number for number, asked in enumerate(self.references) if not asked.broken), None)
        requests = [RunRequest(data, self._limited(data), True) for data in datas]
        runs = self.contest.program.run_many(requests, quick=True)
        answers = self._answers(first, datas)
        for done, (data, execution, answer) in enumerate(zip(datas, runs, answers, strict=True), 1):
            self._spent(1)
            self._learn(data, execution, answer)
            if not self._is_cut_short(execution, answer):
                yield self._heard(self._bout(data, execution, first, answer))
                continue
            # Nothing else may be run while others of the batch are under way.
            _close(runs)
            _close(answers)
            yield self._heard(self._bout(data, self._run_whole(data), first, answer))
            return done
        return len(datas)

    def _heard(self, bout: Bout) -> Bout:
        self.contest.hear(bout)
        return bout

    def _is_cut_short(self, execution: Execution, answer: Execution | None) -> bool:
        """Whether a run was cut for what it printed, although that may be the beginning of a right answer."""
        return (
            execution.verdict is Verdict.OUTPUT_LIMIT
            and execution.output_bytes < self._limits.output_bytes
            and _may_be_long(answer, execution.output_bytes)
        )

    def _run_whole(self, data: bytes) -> Execution:
        """A run that may print as much as any. What ends may be as long again without being run twice."""
        execution = self.contest.program.run(data, self._limits, keep_output=True)
        if execution.verdict is Verdict.OK:
            self._longest_answer = max(self._longest_answer, execution.output_bytes)
        return execution

    @property
    def is_quick_on_tiny(self) -> bool:
        """Whether the program took next to nothing on each tiny input on which it ended, several of them."""
        return self._quick_runs >= limits.QUICK_RUNS

    def _limited(self, data: bytes) -> RunLimits:
        """The limits of a run of the program. With references it may print a multiple of the longest answer so far; on
        a tiny input it is cut early, if it was quick on others."""
        allowed = self._limits
        if len(data) <= limits.TINY_BYTES and self.is_quick_on_tiny:
            allowed = limits.tiny_limits(self.spec)
        if all(asked.broken for asked in self._others):
            return allowed
        return replace(allowed, output_bytes=limits.output_bytes(allowed.output_bytes, self._longest_answer))

    def _learn(self, data: bytes, execution: Execution, answer: Execution | None) -> None:
        """Takes note of how long answers are, and of how quick the program is on tiny inputs: one that isn't quick on
        one of them isn't on any more."""
        if answer is not None and answer.verdict is Verdict.OK:
            self._longest_answer = max(self._longest_answer, answer.output_bytes)
        if len(data) <= limits.TINY_BYTES and execution.verdict is Verdict.OK:
            is_quick = execution.cpu_ns < limits.QUICK_SHARE * limits.time_limit_s(self.spec) * _NANO
            self._quick_runs = self._quick_runs + 1 if is_quick else -_NEVER

    def _answers(self, first: int | None, datas: Sequence[bytes]) -> Iterator[Execution | None]:
        """What the reference of that number does on each; None where it isn't asked or can't be driven any more."""
        asked = None if first is None else self.references[first]
        worth = [data for data in datas if asked is not None and asked.is_worth(data)]
        runs = self._runs(asked, worth) if asked is not None else iter(())
        wanted = deque(worth)
        for data in datas:
            if not wanted or wanted[0] is not data:
                yield None
                continue
            wanted.popleft()
            yield next(runs, None)

    def _runs(self, asked: AskedReference, datas: Sequence[bytes]) -> Iterator[Execution]:
        with self._said_where_broken(asked):
            for data, execution in zip(datas, asked.run_many(datas), strict=True):
                asked.learn(data, execution)
                yield execution

    @contextlib.contextmanager
    def _said_where_broken(self, asked: AskedReference) -> Iterator[None]:
        try:
            yield
        except SlowpathError as error:
            asked.broken = True
            self.warnings.append(
                Warned(
                    "reference-lost", f"The reference {asked.name} can't be run any more: {error.message}", error.remedy
                )
            )

    def _bout(self, data: bytes, execution: Execution, first: int | None, answer: Execution | None) -> Bout:
        answers: list[Execution | None] = [None] * len(self.references)
        if first is not None:
            answers[first] = answer
        failed = self._failures.of(execution)
        if (
            failed is None
            and answer is not None
            and answer.verdict is Verdict.OK
            and data not in self._given
            and not self.references[first or 0].is_itself
            and self.comparison.are_same(execution.output or b"", answer.output or b"")
        ):
            return Bout(
                data, execution, tuple(answers), judged_by=self.references[first or 0].name, expected=answer.output
            )
        if failed is not None or data not in self._given:
            self._ask_the_others(data, execution, answers)
        return self.decided(data, execution, answers)

    def _ask_the_others(self, data: bytes, execution: Execution, answers: list[Execution | None]) -> None:
        """Fills in the answers of the references that weren't asked, where the program seems to be wrong or the first
        one is silent; a model's only where nobody else answers."""
        for number, asked in enumerate(self.references):
            if answers[number] is not None or asked.broken or not asked.is_worth(data):
                continue
            if asked.role in _LAST and any(_is_answer(answer) for answer in answers):
                continue
            with self._said_where_broken(asked):
                found = asked.run(data)
                asked.learn(data, found)
                answers[number] = found

    def decided(self, data: bytes, execution: Execution, answers: Sequence[Execution | None]) -> Bout:
        """The bout of a run of the program and those of the references, whatever the build."""
        expected = self.expected(data, answers)
        failed = self._failures.of(execution)
        bout = Bout(
            data,
            execution,
            tuple(answers),
            judged_by=expected.judged_by,
            expected=expected.answer,
            undecided=expected.undecided,
            believed=self._believed(answers),
        )
        if failed is None or execution.verdict is Verdict.OK:
            bout = self._compared(bout)
        if bout.failing is not None or failed is None or expected.is_doubtful:
            return bout
        failing, reason = failed
        if failing is Failing.TIME_LIMIT and self._takes_long_too(answers):
            return replace(bout, undecided="a reference takes too long as well")
        if failing is Failing.OUTPUT_LIMIT and self._others:
            if expected.answer is None or _is_long(len(expected.answer), execution.output_bytes):
                return replace(bout, undecided="no reference shows that the answer is short")
            reason = f"{reason}, where the right answer has {len(expected.answer):,} bytes"
        return replace(bout, failing=failing, reason=reason, undecided="")

    def _takes_long_too(self, answers: Sequence[Execution | None]) -> bool:
        """Whether a reference that says something of time was cut itself."""
        return any(
            asked.says_of_time and not asked.broken and answer is not None and answer.verdict.is_out_of_time
            for asked, answer in zip(self.references, answers, strict=True)
        )

    def _compared(self, bout: Bout) -> Bout:
        """Whether the program's answer is right, where there is one to compare it with; where none of somebody else is,
        whether it may be."""
        output = bout.execution.output
        if output is None:
            return bout
        if bout.expected is not None:
            verdict = self.comparison.check(bout.data, output, bout.expected)
            if verdict.right is None:
                self._tell_unjudged(verdict.reason)
                return replace(bout, undecided=verdict.reason)
            if not verdict.right:
                return replace(bout, failing=Failing.WRONG_ANSWER, reason=verdict.reason, difference=verdict.difference)
        is_decided = bout.undecided or bout.believed or bout.data in self._given
        return bout if is_decided else self._looked_at(bout, output)

    def _tell_unjudged(self, reason: str) -> None:
        """Says once that the checker fails."""
        if self.spec.answer_checker is not None and not self._is_unjudged_told:
            self._is_unjudged_told = True
            self.warnings.append(
                Warned(
                    "checker-failed",
                    f"The checker failed on an output ({reason}): what it can't judge counts as right.",
                    "Mend the checker, or leave it out to have outputs compared.",
                )
            )

    def _looked_at(self, bout: Bout, output: bytes) -> Bout:
        """Whether the program's answer looks like none."""
        for judged_by, objection in (
            (BY_STATEMENT, self._shape.objection(output, bout.data)),
            (BY_ITS_TEXT, self._leaks.objection(bout.data, output)),
        ):
            if objection:
                return replace(bout, failing=Failing.WRONG_ANSWER, reason=objection, judged_by=judged_by, expected=None)
        joined = self.parts.answer(bout.data, bout.execution)
        if joined is not None:
            said = "its test cases, each run alone, are answered otherwise"
            return self._held_against_itself(bout, output, joined, BY_PARTS, said)
        otherwise = self.symmetric.answer(bout.data, bout.execution)
        if otherwise is not None:
            said = (
                f"one of two answers is wrong, this one or that to the input with {otherwise.said}"
                f" ({otherwise.grounds})"
            )
            bout = replace(bout, other=otherwise.data)
            judged_by = BY_OTHER_WAYS if otherwise.is_worded else BY_MOVED
            return self._held_against_itself(bout, otherwise.wanted, otherwise.answer, judged_by, said)
        return bout

    def _held_against_itself(self, bout: Bout, output: bytes, expected: bytes, judged_by: str, said: str) -> Bout:
        verdict = self.comparison.check(bout.data, output, expected)
        return replace(
            bout,
            failing=Failing.WRONG_ANSWER,
            judged_by=judged_by,
            expected=expected,
            difference=verdict.difference if bout.other is None else None,
            reason=f"{said}: {verdict.reason}",
        )

    def expected(self, data: bytes, answers: Sequence[Execution | None]) -> Expected:
        """The answer that counts, given what the references did."""
        given = self._given.get(data)
        if given is not None and given.name in self.contested:
            return Expected(undecided="an accepted solution gives another answer to this sample too")
        if given is not None:
            return Expected(given.answer, f"sample {given.name}")
        said = [
            (asked, answer.output or b"")
            for asked, answer in zip(self.references, answers, strict=True)
            if answer is not None and answer.verdict is Verdict.OK
        ]
        others = [(asked, output) for asked, output in said if asked.role not in _LAST]
        said = others or [(asked, output) for asked, output in said if not asked.is_itself] or said
        if not said:
            doubt = self._doubt(answers)
            return Expected(undecided=doubt, is_doubtful=bool(doubt))
        name, answer = said[0][0].name, said[0][1]
        for asked, output in said[1:]:
            right = self.comparison.check(data, output, answer).right
            if right is False or (right is None and self.comparison.is_possible):
                self.disagreements += asked.role is not Role.MODEL
                return Expected(undecided=f"{name} and {asked.name} disagree")
        return Expected(answer, name if len(said) == 1 else f"{len(said)} of {len(said)} references")

    def _doubt(self, answers: Sequence[Execution | None]) -> str:
        """Why an input that no reference answers may be invalid, or no failure: one crashes on it, or prints without
        end as well. That it takes them too long says nothing of that."""
        for asked, answer in zip(self.references, answers, strict=True):
            if (
                asked in self._others
                and answer is not None
                and answer.verdict in (Verdict.RUNTIME_ERROR, Verdict.OUTPUT_LIMIT)
            ):
                return f"{asked.name} fails on it"
        return ""

    def _believed(self, answers: Sequence[Execution | None]) -> int:
        """How many references answer."""
        return sum(
            _is_answer(answer) for asked, answer in zip(self.references, answers, strict=True) if asked in self._others
        )


def _close(outcomes: Iterator[Execution | None]) -> None:
    """Ends the runs that are under way."""
    if isinstance(outcomes, Generator):
        outcomes.close()


def _is_answer(execution: Execution | None) -> bool:
    return execution is not None and execution.verdict is Verdict.OK


def _may_be_long(answer: Execution | None, printed: int) -> bool:
    """Whether what was printed may still be the beginning of a right answer, as far as one reference says."""
    return answer is None or answer.verdict is not Verdict.OK or _is_long(answer.output_bytes, printed)


def _is_long(answer_bytes: int, printed: int) -> bool:
    return answer_bytes * limits.OUTPUT_FACTOR > max(printed, limits.OUTPUT_FLOOR_BYTES)
