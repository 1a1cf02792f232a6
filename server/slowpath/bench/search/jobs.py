"""What the search bench's processes hand to each other, and who competes: values only.

A job is one search of one problem by one searcher with one seed; a run is what came of it; a ground is what a problem's
runs are held against.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from slowpath.model.campaign import NO_CONSTRAINTS, NO_FEEDBACK

OURS = "slowpath"
GRACE = 1.1
"""How far beyond the budget an input may still be confirmed: a run that has begun is brought to its end."""


@dataclass(frozen=True)
class Searcher:
    """A way to search: strategies (none named: all) and ablations of our own engine, or AFL++ (`fuzzer`: "stock" or
    "mutator"), which takes programs in C++ alone.

    `obeys_ablations` says whether what the user leaves out of our search is left out here as well. `own` are the
    strategies, as origins name them, whose inputs count; () for all. `is_part` where it is a part of our own search.
    """

    strategies: tuple[str, ...] = ()
    ablations: tuple[str, ...] = ()
    fuzzer: str = ""
    obeys_ablations: bool = False
    what: str = ""
    own: tuple[str, ...] = ()
    is_part: bool = False

    def takes(self, solution: Path) -> bool:
        """Whether it can search that program."""
        return not self.fuzzer or solution.suffix == ".cpp"


SEARCHERS = {
    OURS: Searcher(obeys_ablations=True, what="the whole search"),
    "perffuzz": Searcher(
        ("perffuzz",),
        (NO_CONSTRAINTS,),
        own=("perffuzz",),
        what="PerfFuzz's rule on bytes, valid inputs only; from samples and saturated inputs",
    ),
    "patterns": Searcher(
        ("saturation", "patterns", "promotion"),
        (NO_CONSTRAINTS,),
        own=("saturation", "pattern"),
        is_part=True,
        what="the catalogue alone, without feedback",
    ),
    "random-valid": Searcher(("random-valid",), (NO_CONSTRAINTS,), own=("random-valid",), what="random valid inputs"),
    "no-feedback": Searcher(
        (),
        (NO_FEEDBACK,),
        obeys_ablations=True,
        is_part=True,
        what="the whole search, blind: neither cost nor counters choose",
    ),
    "afl": Searcher(fuzzer="stock", what="AFL++ as it comes (C++ only); from samples and saturated inputs"),
    "afl-mutator": Searcher(fuzzer="mutator", what="AFL++ with Slowpath's structure-aware mutator as its only one"),
}
BASELINES = tuple(name for name in SEARCHERS if name != OURS)


@dataclass(frozen=True)
class Job:
    """One search, `cpu_seconds` long. `ablations` are those that the user asked for."""

    solution: Path
    searcher: str
    seed: int
    cpu_seconds: float
    ablations: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ground:
    """What is known of a problem: the costs of the known worst input (None without `worst.py`) and of its costliest
    sample, in counts, or in nanoseconds of CPU time where `by_time`; `failure` says why there are none."""

    problem: str
    language: str
    floor: int = 1
    known_worst: int | None = None
    by_time: bool = False
    failure: str = ""


@dataclass(frozen=True)
class Point:
    """The best cost from a moment on, in CPU seconds of the search, with who found it and how."""

    at_s: float
    cost: int
    strategy: str = ""
    label: str = ""


@dataclass(frozen=True)
class Run:
    """What a job came to. `points` are the judged inputs that were costlier than all before; `refused` is how many
    of those claimed didn't keep the statement's rules. `elapsed_s` may pass the budget by a run that had begun."""

    problem: str
    searcher: str
    seed: int
    cpu_seconds: float
    ablations: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()
    executions: int = 0
    elapsed_s: float = 0.0
    valid_share: float = 1.0
    claimed: int = 0
    refused: int = 0
    failure: str = ""

    @property
    def key(self) -> tuple:
        """What tells runs apart: two runs with one key are one measurement made twice."""
        return (self.problem, self.searcher, self.seed, self.cpu_seconds, self.ablations)

    @property
    def best(self) -> int:
        """The largest judged cost within the budget, and the grace for what had begun; 0 where nothing was found."""
        return self.by(GRACE * self.cpu_seconds)

    def by(self, at_s: float) -> int:
        """The largest judged cost by then."""
        return max((point.cost for point in self.points if point.at_s <= at_s), default=0)


@dataclass(frozen=True)
class Claim:
    """An input that a searcher gives out as slow. `cost` is what it says itself, None where it says nothing."""

    at_s: float
    data: bytes = field(repr=False)
    cost: int | None = None
    strategy: str = ""
    label: str = ""


@dataclass(frozen=True)
class Campaign:
    """What a searcher did, before it's judged. `claims` are in the order of time."""

    claims: tuple[Claim, ...]
    executions: int
    elapsed_s: float
    valid_share: float = 1.0
