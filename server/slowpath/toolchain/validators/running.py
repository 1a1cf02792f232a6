"""A validator that is a program: asks it about one input at a time."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from slowpath.model.patterns import late_regex
from slowpath.model.ports import InputVerdict
from slowpath.model.validation import ValidatorSource
from slowpath.sandbox.bounded import BoundedLimits, BoundedRun
from slowpath.settings import Settings
from slowpath.toolchain.program_runs import ProgramRuns, runs_of
from slowpath.toolchain.validators.languages import judging_program

Reading = Callable[[BoundedRun], InputVerdict]
LIMITS = BoundedLimits(output_bytes=64 << 20)
"""Some validators print what they read, or a line for each thing that they checked; that is no reason to refuse."""
_REASON_CHARACTERS = 300
_TRACEBACK = "Traceback (most recent call last):"
_THROWN = late_regex(r'^Exception in thread "[^"\n]*" (?P<thrown>.+)$', re.MULTILINE)


@dataclass(frozen=True)
class ProgramValidator:
    """Gives `runs` the input as standard input; `reading` says what its ending means.

    An input is valid where it is with any one of the lists of arguments in `flag_sets`; else the first one's reason
    counts. One run is one process, some milliseconds and what the program takes to read the input.
    """

    name: str
    runs: ProgramRuns
    reading: Reading
    flag_sets: tuple[tuple[str, ...], ...] = ((),)

    def validate(self, data: bytes) -> InputVerdict:
        """Its judgement; `valid` None where it was cut at its limits, crashed or can't be started."""
        refusal = None
        for flags in self.flag_sets:
            verdict = self._validate(data, flags)
            if verdict.valid:
                return verdict
            refusal = refusal or verdict
        assert refusal is not None
        return refusal

    def _validate(self, data: bytes, flags: tuple[str, ...]) -> InputVerdict:
        try:
            run, _ = self.runs({"input": data}, (), flags, "input")
        except OSError as error:
            return InputVerdict(None, f"it can't be started: {error.strerror or error}")
        if run.timed_out:
            return InputVerdict(None, f"it didn't end within {LIMITS.wall_s:.0f} s, or waited and did nothing for long")
        if run.is_full:
            return InputVerdict(None, f"it wrote more than {LIMITS.output_bytes >> 20} MiB")
        return self.reading(run)


def opened(source: ValidatorSource, settings: Settings, reading: Reading) -> ProgramValidator:
    """The validator of a package or a folder, compiled where it has to be. Raises as `judging_program`."""
    runs = runs_of(judging_program(source, settings), settings.search_path, LIMITS)
    return ProgramValidator(source.name, runs, reading, source.flag_sets)


def reason_of(run: BoundedRun) -> str:
    """What the program said of the input, on one line; its exit code where it said nothing."""
    text = " ".join(run.said.split())[:_REASON_CHARACTERS]
    return text or f"it gave no reason (exit code {run.returncode})"


def last_line(run: BoundedRun) -> str:
    """The last line that it said: where an assertion names what was wrong. Of a traceback the exception, and where that
    has no words of its own the line of code that raised it."""
    raised = _raised(run.said)
    lines = [raised] if raised else [line.strip() for line in run.said.splitlines() if line.strip()]
    return lines[-1][:_REASON_CHARACTERS] if lines else reason_of(run)


def _raised(said: str) -> str:
    """What the last traceback in the text comes to, "" where there is none."""
    thrown = _THROWN.search(said)
    if thrown is not None:
        return thrown["thrown"].strip()
    _, found, rest = said.rpartition(_TRACEBACK)
    lines = [line for line in rest.splitlines() if line.strip()]
    place = next((place for place, line in enumerate(lines) if not line[0].isspace()), None)
    if not found or place is None:
        return ""
    code = [line.strip() for line in lines[:place] if set(line) - set(" ^~") and not line.startswith("  File ")]
    bare = not lines[place].partition(":")[2].strip()
    return f"{lines[place].strip()}: {code[-1]}" if bare and code else lines[place].strip()


def crashed(run: BoundedRun) -> InputVerdict:
    """The judgement that there is none."""
    said = f"signal {-run.returncode}" if run.returncode < 0 else f"exit code {run.returncode}"
    return InputVerdict(None, f"it failed with {said}: {last_line(run)}")
