"""Checkers of outputs that people bring as programs: Kattis output validators, testlib checkers, and cph's form.

A Kattis output validator is run as `validator INPUT ANSWER FEEDBACK_FOLDER < OUTPUT` and accepts with exit code 42,
refuses with 43. A testlib checker is run as `checker INPUT OUTPUT ANSWER` and accepts with 0, refuses with 1 (wrong), 2
(presentation); 3 says that the answer itself is wrong, 7 that points are given. Competitive Programming Helper runs
`checker INPUT OUTPUT`, accepts with 0 and refuses with anything else. Any other ending is its own failure, and so is an
exception that a program doesn't catch, whatever it ends with.
"""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.model.languages import LANGUAGE_FACTS
from slowpath.model.ports import AnswerVerdict
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.bounded import BoundedLimits, BoundedRun
from slowpath.settings import Settings
from slowpath.toolchain.program_runs import FEEDBACK, ProgramRuns, runs_of
from slowpath.toolchain.validators.languages import judging_program
from slowpath.toolchain.validators.running import reason_of

LIMITS = BoundedLimits()
_UNCAUGHT = tuple(facts.uncaught for facts in LANGUAGE_FACTS.values() if facts.uncaught)


@dataclass(frozen=True)
class ProgramChecker:
    """Implements `model.ports.AnswerChecker` by a program. `files` are its first arguments ("input", "output",
    "answer", "feedback/"), one of `flag_sets` its last ones; an output is right where it is with any of them. It
    gets the output as standard input where that is no argument."""

    name: str
    runs: ProgramRuns
    accepting: tuple[int, ...]
    refusing: tuple[int, ...]
    files: tuple[str, ...]
    flag_sets: tuple[tuple[str, ...], ...] = ((),)

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict:
        """What the program says; `right` None where it was cut, crashed or can't be started. One process, some ms."""
        refused = None
        for flags in self.flag_sets:
            verdict = self._check(data, output, answer, flags)
            if verdict.right:
                return verdict
            # What nobody could judge under some flags may be right under them.
            refused = verdict if refused is None or verdict.right is None else refused
        assert refused is not None
        return refused

    def _check(self, data: bytes, output: bytes, answer: bytes, flags: tuple[str, ...]) -> AnswerVerdict:
        try:
            run, feedback = self.runs(
                {"input": data, "output": output, "answer": answer},
                self.files,
                flags,
                "" if "output" in self.files else "output",
            )
        except OSError as error:
            return AnswerVerdict(None, f"it can't be started: {error.strerror or error}")
        return self._read(run, feedback)

    def _read(self, run: BoundedRun, feedback: str) -> AnswerVerdict:
        if run.timed_out:
            return AnswerVerdict(None, f"it didn't end within {LIMITS.wall_s:.0f} s")
        if run.returncode in self.accepting:
            return AnswerVerdict(True)
        reason = feedback or reason_of(run)
        if run.returncode in self.refusing and not any(words in run.said for words in _UNCAUGHT):
            return AnswerVerdict(False, reason)
        return AnswerVerdict(None, f"it failed with exit code {run.returncode}: {reason}")


def open_kattis(source: ValidatorSource, settings: Settings) -> ProgramChecker:
    """An output validator of an ICPC/Kattis package. Raises as `judging_program`."""
    return ProgramChecker(
        source.name, _runs(source, settings), (42,), (43,), ("input", "answer", FEEDBACK), source.flag_sets
    )


def open_testlib(source: ValidatorSource, settings: Settings) -> ProgramChecker:
    """A testlib checker (Polygon's `check.cpp`, Library Checker's `checker.cpp`). Raises as `judging_program`."""
    return ProgramChecker(source.name, _runs(source, settings), (0,), (1, 2, 4, 5), ("input", "output", "answer"))


def open_cph(source: ValidatorSource, settings: Settings) -> ProgramChecker:
    """A custom checker of Competitive Programming Helper, which knows no answer. Raises as `judging_program`."""
    return ProgramChecker(source.name, _runs(source, settings), (0,), tuple(range(1, 126)), ("input", "output"))


def _runs(source: ValidatorSource, settings: Settings) -> ProgramRuns:
    return runs_of(judging_program(source, settings), settings.search_path, LIMITS)
