"""Judges generators that aim at a program's flaw: run in the sandbox with several seeds, every output validated.

Unlike a generator of slow inputs (`generators.judge`) it needn't come near the boundary, and a single input says
little about it: most seeds have to give valid tests, and the same seed the same ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from slowpath.generators.judge import told_failure
from slowpath.hacks.question import HackQuestion
from slowpath.hacks.tests_judged import INVALID, UNBROKEN, TestsJudge
from slowpath.hacks.trial import Trial
from slowpath.model.generator import GeneratorProgram, GeneratorRun, GeneratorRunner
from slowpath.model.origin import input_id
from slowpath.model.patterns import late_regex

METHOD = "hack-generator"
SEEDS = tuple(range(1, 9))
DEAR_CPU_S = 1.0
FEW_SEEDS = 3
"""How many seeds are tried of a generator that takes longer than `DEAR_CPU_S`."""
LEAST_VALID = 0.5
MOST_TRIED = 12
MOST_REASONS = 3
_NUMBER = late_regex(r"\d+")


@dataclass(frozen=True)
class JudgedGenerator:
    """`program` where most of its tests are valid; `breaks` says whether any of them breaks the program (None: nothing
    was tried). `kind` and `reasons` as in `llm.rounds.Attempt`: "unbroken" has a program all the same."""

    program: GeneratorProgram | None = None
    kind: str = ""
    reasons: tuple[str, ...] = ()
    tests: tuple[bytes, ...] = field(default=(), repr=False)
    breaks: bool | None = None


class GeneratorsJudge:
    """Judges the generators of one question. Not thread-safe, as its runner."""

    def __init__(self, question: HackQuestion, runner: GeneratorRunner, judge: TestsJudge, trial: Trial) -> None:
        self._runner = runner
        self._judge = judge
        self._trial = trial
        self._full_size = question.full_size

    def judge(self, source: str, label: str) -> JudgedGenerator:
        """What a generator is worth."""
        first = self._runner.run(source, SEEDS[0], self._full_size)
        if first.failure:
            return JudgedGenerator(None, first.failure, (told_failure("generator", first.failure, first.detail),))
        runs = [(SEEDS[0], first), *self._further(source, first)]
        tests, reasons, outputs = self._valid(runs)
        if not tests or len(tests) < LEAST_VALID * outputs:
            share = f"Only {len(tests)} of {outputs} tests are valid."
            return JudgedGenerator(None, INVALID, (share, *reasons[:MOST_REASONS]))
        if self._runner.run(source, SEEDS[0], self._full_size).outputs != first.outputs:
            return JudgedGenerator(
                None,
                "unrepeatable",
                (
                    "Two runs with the same seed gave different tests: take all randomness from `seed`"
                    " (no clock, no os.urandom, no random.SystemRandom).",
                ),
            )
        program = GeneratorProgram(
            input_id(source.encode("utf-8", "replace")),
            source,
            METHOD,
            label,
            self._full_size,
            "seed" in first.takes,
            "size" in first.takes,
        )
        return self._tried(program, tuple(dict.fromkeys(tests)))

    def _further(self, source: str, first: GeneratorRun) -> list[tuple[int, GeneratorRun]]:
        """Runs with the other seeds, fewer of a dear one; none where a seed isn't taken."""
        if "seed" not in first.takes:
            return []
        seeds = SEEDS[1:FEW_SEEDS] if first.cpu_s > DEAR_CPU_S else SEEDS[1:]
        return [(seed, self._runner.run(source, seed, self._full_size)) for seed in seeds]

    def _valid(self, runs: Sequence[tuple[int, GeneratorRun]]) -> tuple[list[bytes], list[str], int]:
        """Valid tests, what is wrong with the others (each reason once), and how many there are in all."""
        tests: list[bytes] = []
        reasons: dict[str, str] = {}
        outputs = 0
        for seed, run in runs:
            if run.failure:
                outputs += 1
                reasons.setdefault(
                    run.failure, f"With seed {seed}: {told_failure('generator', run.failure, run.detail)}"
                )
            for output in run.outputs:
                outputs += 1
                data, reason = self._judge.checked(output)
                if data is not None:
                    tests.append(data)
                else:
                    reasons.setdefault(_kind_of(reason), f"With seed {seed}: {reason}")
        return tests, list(reasons.values()), outputs

    def _tried(self, program: GeneratorProgram, tests: tuple[bytes, ...]) -> JudgedGenerator:
        """The verdict once the program ran on the tests, up to the first on which it fails."""
        told = ""
        for data in tests[:MOST_TRIED]:
            tried = self._trial(data)
            if tried.breaks is not False:
                return JudgedGenerator(program, tests=tests, breaks=tried.breaks)
            told = told or tried.told
        return JudgedGenerator(
            program,
            UNBROKEN,
            (f"The tests are valid, but the program fails on none of {len(tests[:MOST_TRIED])}. On the first: {told}",),
            tests,
            False,
        )


def _kind_of(reason: str) -> str:
    """Reasons that differ in numbers only are one."""
    return _NUMBER.sub("#", reason)[:120]
