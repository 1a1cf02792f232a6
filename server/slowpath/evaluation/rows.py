"""What a unit came to: one row. Values only; `DONE` rows are what tables are made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.evaluation.units import LeftOut, Program, Unit
from slowpath.model.campaign import Budget

DONE, BAD_INPUT, FAILED = "done", "bad input", "failed"
"""The search came to its end, if to nothing; the data set holds what can't be searched; our own part failed."""
KEPT = 10
"""As many inputs of a program are kept (WEDGE section 4.1, "Fuzzing and input filtering")."""
LISTING = "listing"
"""The strategy of a row that says what the listing left out."""


@dataclass(frozen=True)
class MeasuredInput:
    """An input with what it costs. `count` is deterministic (about instructions), `instructions` are real ones (None
    where the machine can't count them), `cpu_s` the least of the runs on the clean build. With `at_least` the run was
    cut, and all are lower bounds. `validity` is "confirmed", "likely" or "doubtful" as in `model.validity`; `strategy`
    and `label` say who made it and how, `shape` what it looks like. `data` is b"" where it is too large to keep;
    `recipe` is its replay file's JSON text. `passed` is whether the program's answer is right, None where nobody
    knows."""

    id: str
    size: int
    count: int
    cpu_s: float
    peak_rss_bytes: int = 0
    instructions: int | None = None
    at_least: bool = False
    verdict: str = "OK"
    validity: str = ""
    strategy: str = ""
    label: str = ""
    shape: str = ""
    satisfies: tuple[str, ...] = ()
    passed: bool | None = None
    data: bytes = field(default=b"", repr=False)
    recipe: str = field(default="", repr=False)


@dataclass(frozen=True)
class ConstraintFigures:
    """What a search knows of one constraint: how many valid inputs satisfied and violated it, the ratio of their mean
    costs, Mann-Whitney's p (WEDGE section 4.4), and whether its checker changes no output and fires on the slow input
    of the pair alone (None where it wasn't judged). `by_model` is whether a model proposed it."""

    id: str
    by_model: bool
    status: str
    satisfying: int
    violating: int
    cost_ratio: float | None = None
    p: float | None = None
    faithful: bool | None = None


@dataclass(frozen=True)
class ModelFigures:
    """What a language model was asked for and what of it was usable: `rounds` is how often it was asked in all."""

    model: str = ""
    generators: int = 0
    generators_kept: int = 0
    constraints: int = 0
    constraints_kept: int = 0
    mutators: int = 0
    mutators_kept: int = 0
    rounds: int = 0
    failure: str = ""


@dataclass(frozen=True)
class Exposure:
    """What a search for a breaking input came to (AlgoBugs section III-C): the verdict on the wrong program ("" where
    nothing was found), whether the input is valid and the right program answers it, our category of the bug, when it
    was found, in CPU seconds, and the input with how it is made; its costs weren't measured."""

    verdict: str = ""
    valid: bool | None = None
    category: str = ""
    found_s: float | None = None
    size: int = 0
    input: MeasuredInput | None = None


@dataclass(frozen=True)
class Optimised:
    """What an optimisation came to, measured on the original's existing tests and slow inputs: (input's id, original's
    and version's CPU seconds, peak bytes of both), and in the same order the counts of both. `proven` is whether a
    version withstood the proof."""

    proven: bool = False
    existing: tuple[tuple[str, float, float, int, int], ...] = ()
    found: tuple[tuple[str, float, float, int, int], ...] = ()
    existing_counts: tuple[tuple[int, int], ...] = ()
    found_counts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Row:
    """What a unit came to. `code` and `reason` say why it isn't `DONE`. `inputs` are the `KEPT` slowest ones that are
    sure, slowest first; for the existing tests all that were measured, out of `tests`. `baseline_count` is the
    slowest sample's.

    `search_s` is in CPU seconds, `wall_s` the whole unit's wall time, `peak_rss_bytes` its process's. `own_core` is the
    number of the core that it had alone, None where it shared; `node` the machine's name. `shares` are satisfying and
    valid inputs over all strategies (WEDGE section 4.4)."""

    unit: Unit
    outcome: str = DONE
    code: str = ""
    reason: str = ""
    inputs: tuple[MeasuredInput, ...] = ()
    tests: int = 0
    time_limit_s: float | None = None
    baseline_count: int = 0
    executions: int = 0
    generated: int = 0
    valid: int = 0
    shares: tuple[int, int] = (0, 0)
    constraints: tuple[ConstraintFigures, ...] = ()
    model: ModelFigures | None = None
    exposure: Exposure | None = None
    optimised: Optimised | None = None
    search_s: float = 0.0
    wall_s: float = 0.0
    peak_rss_bytes: int = 0
    own_core: int | None = None
    node: str = ""
    version: str = ""

    @property
    def is_done(self) -> bool:
        """Whether tables may count it."""
        return self.outcome == DONE


def listing_row(left_out: LeftOut) -> Row:
    """The row of what the listing left out."""
    return Row(
        Unit(Program(left_out.name, left_out.name, ""), LISTING, 0, Budget()), BAD_INPUT, LISTING, left_out.reason
    )
