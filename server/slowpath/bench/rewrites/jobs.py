"""What the processes of the rewrites bench hand to each other: values only. A job is one planted wrong version of a
program, or one program that is to be made faster."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

TOLD_APART, AGREED, NOT_BUILT, FAILED = "told apart", "agreed", "not built", "failed"
TOO_EASY = "fails a sample"
NOT_FASTER = "speed"
"""Who told a version apart that wastes time or memory: it prints the same, and isn't faster."""
RULES = "rules"
"""What the syntax-level rewrites are called among the ways of asking a model."""
_INNER = ("accepted", "submissions", "solutions", "sol", "src")


@dataclass(frozen=True)
class Ran:
    """A program on all tests of a problem: whether it passes them, CPU seconds of all together, the largest peak of
    memory; both 0 where it isn't correct."""

    is_correct: bool
    cpu_s: float = 0.0
    peak_bytes: int = 0


@dataclass(frozen=True)
class Job:
    """One program. With `mutant` the version of `mutants(source)` of that number is handed to the proof, `seconds` for
    its search, with `planted` the text of that name beside the program; else the program is made faster. `seconds`
    are of CPU time where `by_cpu`. `again` is how many times the budget is given, with another seed, to what isn't
    told apart. `known_worst` measures on what `worst.py` prints instead of on what a search finds. `way` asks a
    model for faster versions in that way, in the recordings of the folder `replay`; "" makes it faster by the
    rules."""

    program: Path
    mutant: int | None
    seconds: float
    by_cpu: bool = False
    seed: int = 0
    again: float = 4.0
    known_worst: bool = False
    planted: str = ""
    way: str = ""
    replay: str = ""

    @property
    def key(self) -> tuple:
        """What tells results apart: two with one key are one measurement made twice."""
        return (name_of(self.program), self.mutant, self.planted, self.way, self.seconds, self.by_cpu, self.seed)


@dataclass(frozen=True)
class Outcome:
    """What a job came to.

    Of a planted version: `verdict` is one of this module's words (`TOO_EASY` for one that fails a sample, which
    isn't counted); `by` says whether the evidence, the search, the second search or its speed told it apart, with
    `reason`. `agreed_then` is set where the first search let it through although the second told it apart: a wrong
    version that would have been shown, were it faster. What agreed twice (`AGREED`) is most likely a change that
    changes nothing. Of a program made faster: `origin` names what was changed, "" for nothing, with its geometric
    mean, interval, memory reduction and growths.

    `original`, `written` (a model's first version, None where it wrote none or isn't asked) and `shown` are runs on the
    same tests, `spectrum` those of all correct programs of the problem, empty where there is no other.
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
    planted: str = ""
    way: str = ""
    original: Ran = Ran(False)
    written: Ran | None = None
    shown: Ran | None = None
    spectrum: tuple[Ran, ...] = ()

    @property
    def key(self) -> tuple:
        """That of its job."""
        return (self.program, self.mutant, self.planted, self.way, self.seconds, self.by_cpu, self.seed)

    @property
    def is_counted(self) -> bool:
        """Whether it is a planted version that passes the samples, and something was found out about."""
        return self.verdict in (TOLD_APART, AGREED)


def outcome_of(job: Job, **found: Any) -> Outcome:
    """What a job came to; all that isn't named was not found out."""
    return Outcome(
        name_of(job.program), job.mutant, job.seconds, job.by_cpu, job.seed, planted=job.planted, way=job.way, **found
    )


def name_of(program: Path) -> str:
    """A program's name: that of its folder, or of its package's."""
    folder = program.absolute().parent
    while folder.name in _INNER:
        folder = folder.parent
    return folder.name
