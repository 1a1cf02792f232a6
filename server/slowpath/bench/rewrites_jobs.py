"""What the processes of the rewrites bench hand to each other: values only. A job is one planted wrong version of a
program, or one program that is to be made faster."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

TOLD_APART, AGREED, NOT_BUILT, FAILED = "told apart", "agreed", "not built", "failed"


@dataclass(frozen=True)
class Job:
    """One program. With `mutant` the version of `mutants(source)` of that number is handed to the proof, `seconds` for
    its search; else the program is made faster. `seconds` are of CPU time where `by_cpu`. `again` is how many times
    the budget is given, with another seed, to what isn't told apart. `known_worst` measures on what `worst.py` prints
    instead of on what a search finds."""

    program: Path
    mutant: int | None
    seconds: float
    by_cpu: bool = False
    seed: int = 0
    again: float = 4.0
    known_worst: bool = False

    @property
    def key(self) -> tuple:
        """What tells results apart: two with one key are one measurement made twice."""
        return (name_of(self.program), self.mutant, self.seconds, self.by_cpu, self.seed)


@dataclass(frozen=True)
class Outcome:
    """What a job came to.

    Of a planted version: `verdict` is one of this module's words; `by` says whether the evidence, the search or the
    second search told it apart, with `reason`. `agreed_then` is set where the first search let it through although the
    second told it apart: a wrong version that would have been shown, were it faster. What agreed twice (`AGREED`) is
    most likely a change that changes nothing. Of a program made faster: `origin` names what was changed, "" for
    nothing, with its geometric mean, interval, memory reduction and growths.
    """

    program: str
    mutant: int | None
    seconds: float
    by_cpu: bool
    seed: int
    language: str = ""
    label: str = ""
    category: str = ""
    change: str = ""
    verdict: str = ""
    by: str = ""
    reason: str = ""
    agreed_then: bool = False
    inputs_agreed: int = 0
    origin: str = ""
    geomean: float = 1.0
    low: float = 1.0
    high: float = 1.0
    memory_reduction: float = 1.0
    growth_before: str = ""
    growth_after: str = ""
    elapsed_s: float = 0.0
    failure: str = ""

    @property
    def key(self) -> tuple:
        """That of its job."""
        return (self.program, self.mutant, self.seconds, self.by_cpu, self.seed)


def name_of(program: Path) -> str:
    """A program's name: that of its folder."""
    return program.absolute().parent.name
