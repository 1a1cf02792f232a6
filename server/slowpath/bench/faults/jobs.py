"""What the faults bench's processes hand to each other: values only. A job is one search on one pair, an exposure is
what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from slowpath.bench.faults.pairs import Pair


@dataclass(frozen=True)
class Job:
    """One search. `seconds` are of a clock on the wall, or of CPU time where `by_cpu`. `formats` is the folder of what
    was written by hand, `save` that in which breaking inputs are kept, `flags` are the compiler's.
    `only_first` ends a search with the first breaking input, before it is made small and explained."""

    pair: Pair
    seconds: float
    by_cpu: bool = False
    seed: int = 0
    formats: Path | None = None
    save: Path | None = None
    flags: tuple[str, ...] = ()
    only_first: bool = False
    sanitize: bool = True


@dataclass(frozen=True)
class Exposure:
    """What a search came to.

    `left_out` says why the pair isn't counted ("sample 1: the wrong program fails"), `changed` is how many lines differ
    between its programs. `found` says that the search showed an input on which a judge would see the program fail;
    `valid` and `fails` are what judging it anew said (None where nobody can tell), with `objection` as the reason.
    `time_s` is from the search's beginning to the first breaking input, `elapsed_s` to its end. `smallest` is the
    size of the smallest one that is known, in bytes. `complaint` is what a sanitizer said, if anything.
    """

    problem: str
    name: str
    label: str
    language: str = ""
    seconds: float = 0.0
    by_cpu: bool = False
    seed: int = 0
    only_first: bool = False
    changed: int = 0
    left_out: str = ""
    any_answer: str = ""
    has_checker: bool = False
    format_by_hand: bool = False
    found: bool = False
    verdict: str = ""
    reason: str = ""
    category: str = ""
    confidence: float = 0.0
    strategy: str = ""
    origin: str = ""
    size: int = 0
    sizes: tuple[tuple[str, int], ...] = ()
    input: str = ""
    smallest: int | None = None
    has_divergence: bool = False
    complaint: str = ""
    valid: bool | None = None
    fails: bool | None = None
    objection: str = ""
    time_s: float | None = None
    elapsed_s: float = 0.0
    executions: int = 0
    warnings: tuple[str, ...] = ()
    failure: str = ""

    @property
    def key(self) -> tuple:
        """What tells results apart: two with one key are one measurement made twice."""
        return (self.problem, self.name, self.seconds, self.by_cpu, self.seed, self.only_first)

    @property
    def counts(self) -> bool:
        """Whether it is one of the pairs that the rates speak of."""
        return not self.left_out and not self.failure

    @property
    def is_real(self) -> bool:
        """Whether a fault was exposed, and judging the input anew agrees."""
        return self.found and self.valid is not False and self.fails is not False

    @property
    def is_false(self) -> bool:
        """Whether what was shown is no fault: the input is invalid, or both programs are right on it."""
        return self.found and not self.is_real


def key_of(job: Job) -> tuple:
    """The key that the job's result will have."""
    return (job.pair.problem, job.pair.name, job.seconds, job.by_cpu, job.seed, job.only_first)
