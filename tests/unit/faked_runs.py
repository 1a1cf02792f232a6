"""Programs that are functions, and a judge of them: what tests of the search for breaking inputs share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from slowpath.errors import TargetBroken
from slowpath.faults.contest import Contender, Contest
from slowpath.faults.judging import Judge
from slowpath.faults.references import tried_references
from slowpath.inputs.text_form.text import from_text
from slowpath.model.breaking import BreakSpec, Difference, Reference, Role
from slowpath.model.campaign import Budget
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.ports import AnswerVerdict
from slowpath.model.problem import Sample, Solution
from slowpath.model.verdict import Verdict

MB = 1 << 20
SECOND = 1_000_000_000
FORMAT = from_text("n: int 1..100\n")
SAMPLES = (Sample("1", b"2\n", b"4\n"), Sample("2", b"3\n", b"9\n"))


@dataclass(frozen=True)
class Does:
    """What a program does on an input."""

    output: bytes = b""
    verdict: Verdict = Verdict.OK
    cpu_s: float = 0.001
    rss: int = MB
    stderr: bytes = b""


Program = Callable[[int], "bytes | Does"]


class Fake:
    """An `Executor` of a Python function of the input's number: one for the search build, one for each run of the clean
    build (the last one for ever), one for a run elsewhere."""

    def __init__(self, searched: Program, *clean: Program, elsewhere: Program | None = None) -> None:
        self._searched = searched
        self._clean = clean or (searched,)
        self._elsewhere = elsewhere or searched
        self.asked: list[int] = []
        self.confirmed = 0
        self.broken_after: int | None = None
        self.under_way = 0

    def run(
        self, data: bytes, limits: RunLimits, *, keep_output: bool = False, keep_counters: bool = True
    ) -> Execution:
        assert not self.under_way, "a batch is under way"
        return self._run(data, limits)

    def _run(self, data: bytes, limits: RunLimits) -> Execution:
        if self.broken_after is not None and len(self.asked) >= self.broken_after:
            raise TargetBroken("it is gone")
        self.asked.append(int(data))
        assert limits.output_bytes <= 16 * MB
        return self._ran(self._searched, data, limits)

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        try:
            for self.under_way in range(len(requests) - 1, -1, -1):
                yield self._run(requests[~self.under_way].data, requests[~self.under_way].limits)
        finally:
            self.under_way = 0

    def repeat(self, data: bytes, limits: RunLimits, *, keep_output: bool = False) -> Execution:
        return self._ran(self._elsewhere, data, limits)

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        ran = self._ran(self._clean[min(self.confirmed, len(self._clean) - 1)], data, limits)
        self.confirmed += 1
        return Confirmation(
            ran.verdict,
            ran.cpu_ns / SECOND,
            0.0,
            ran.peak_rss_bytes,
            1,
            cut=ran.cut,
            output=ran.output,
            exit_code=ran.exit_code,
            stderr_tail=ran.stderr_tail,
        )

    @staticmethod
    def _ran(program: Program, data: bytes, limits: RunLimits) -> Execution:
        said = program(int(data))
        does = said if isinstance(said, Does) else Does(said)
        is_cut, is_long = does.cpu_s > limits.cpu_s, len(does.output) > limits.output_bytes
        verdict = Verdict.TIME_LIMIT if is_cut else Verdict.OUTPUT_LIMIT if is_long else does.verdict
        does = replace(does, output=does.output[: limits.output_bytes])
        return Execution(
            verdict,
            1,
            int(min(does.cpu_s, limits.cpu_s) * SECOND),
            0,
            does.rss,
            1 if verdict is Verdict.RUNTIME_ERROR else 0,
            cut=is_cut,
            output=does.output,
            output_bytes=len(does.output),
            stderr_tail=does.stderr,
        )


class Exact:
    """An `AnswerChecker` that compares, or says what it's told."""

    name = "check.py"

    def __init__(self, says: AnswerVerdict | None = None) -> None:
        self._says = says

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
        if self._says is not None:
            return self._says
        return (
            AnswerVerdict(True)
            if output.split() == answer.split()
            else AnswerVerdict(False, "they differ", Difference(1, 1, answer.decode(), output.decode()))
        )


def square(n: int) -> bytes:
    return b"%d\n" % n**2


def wrong_at_7(n: int) -> bytes:
    return b"0\n" if n == 7 else square(n)


def solution(name: str, language: str = "cpp") -> Solution:
    return Solution(Path("/nowhere") / name, language, b"")


def reference(role: Role, program: Program | Fake, name: str = "", language: str = "cpp") -> Contender:
    executor = program if isinstance(program, Fake) else Fake(program)
    return Contender(Reference(solution(name or f"{role.value}.cpp", language), role), executor)  # type: ignore[arg-type]


def judge_of(program: Program | Fake, *contenders: Contender, checker: Exact | None = None, **more) -> Judge:
    spec = BreakSpec(
        "/nowhere/a.cpp",
        "cpp",
        b"",
        FORMAT,
        more.pop("samples", ()),
        Budget(),
        time_limit_s=1.0,
        memory_limit_bytes=64 * MB,
        **more,
    )
    executor = program if isinstance(program, Fake) else Fake(program)
    return Judge(spec, Contest(executor, contenders, checker or Exact()), contenders)  # type: ignore[arg-type]


def tried(*contenders: Contender, samples=SAMPLES, **more):
    spec = BreakSpec("/nowhere/a.cpp", "cpp", b"", FORMAT, samples, Budget(), **more)
    contest = Contest(Fake(square), contenders, Exact())  # type: ignore[arg-type]
    return list(tried_references(spec, contest))


def crashing(n: int) -> Does:
    return Does(verdict=Verdict.RUNTIME_ERROR, stderr=b"terminate called after throwing an instance of 'std::bad_cast'")


def slow_from(least: int) -> Program:
    return lambda n: Does(square(n), cpu_s=50.0 if n >= least else 0.001)
