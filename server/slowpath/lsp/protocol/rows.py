"""A line of the panel's table: what crosses the wire of a slow input, and how it comes of that input."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Annotated

from slowpath import pipeline
from slowpath.lsp.words import sentence
from slowpath.model import validity
from slowpath.model.campaign_view import CampaignView
from slowpath.model.growth import Growth, GrowthPoint
from slowpath.model.slow_input import MinimisedInput, SlowInput

GrowthModel = Annotated[
    str, ("constant", "logarithmic", "linear", "linearithmic", "polynomial", "exponential", "threshold")
]
Validity = Annotated[str, validity.Validity]
RowGroup = Annotated[str, ("slow", "large", "doubtful")]


@dataclass(frozen=True)
class GrowthPointRow:
    """One measured member of a family; `at_least` says that its run was cut."""

    n: int
    count: int
    at_least: bool = False


@dataclass(frozen=True)
class GrowthState:
    """How the cost grows along inputs of one kind, as `model.growth.Growth` has it.

    `predicted_s` is None where no run was long enough to tell the time of a step. `curve` is the model, for drawing.
    """

    variable: str
    points: list[GrowthPointRow]
    model: GrowthModel
    formula: str
    exponent: float
    low: float
    high: float
    largest_n: int
    predicted: int
    predicted_low: int
    predicted_high: int
    predicted_s: float | None
    curve: list[GrowthPointRow]
    remark: str


@dataclass(frozen=True)
class MinimisedState:
    """A small input that is slow for the same reason; `sizes` says in a few words how small ("n = 37")."""

    input_id: str
    size: int
    sizes: str
    count: int
    cpu_s: float
    ratio: float


@dataclass(frozen=True)
class Row:
    """One line of the panel's table. `ratio` is against the baseline; times in seconds, sizes in bytes.

    `over` says that it takes longer than the limit that times are held against, `group` is "slow", "large" (it costs no
    more than inputs of its size do) or "doubtful". `times_typical` is how many times a typical input of its size it
    costs, None while nobody knows, and `typical` what stands behind that; `shape` what it looks like, `about` all that
    is known of that and of how it was made, `sizes` its size in words.
    `satisfies` are the ids of those of the state's constraints that its run satisfied. `count_spread` isn't 0 where
    repeated runs count differently. `validity` is confirmed, likely or doubtful.
    `growth` and `minimised` are there once they were measured.
    """

    input_id: str
    rank: int
    size: int
    count: int
    cpu_s: float
    cpu_s_spread: float
    instructions: int | None
    peak_rss_bytes: int
    ratio: float
    origin: str
    verdict: str
    validity: Validity
    at_least: bool = False
    satisfies: list[str] = field(default_factory=list)
    count_spread: int = 0
    growth: GrowthState | None = None
    minimised: MinimisedState | None = None
    over: bool = False
    group: RowGroup = "slow"
    times_typical: float | None = None
    typical: str = ""
    shape: str = ""
    about: str = ""
    sizes: str = ""


def row_of(slow: SlowInput, rank: int, view: CampaignView, shown: Collection[str] = ()) -> Row:
    """One line of the table. A run longer than the problem's limit is TLE, whatever limit we ran it under. Of the
    constraints that it satisfies those in `shown` are said."""
    time_limit_s = view.time_limit_s
    over = time_limit_s is not None and slow.cost.cpu_s > time_limit_s and slow.verdict.value == "OK"
    return Row(
        input_id=slow.id,
        rank=rank,
        size=slow.size,
        count=slow.cost.count,
        cpu_s=slow.cost.cpu_s,
        cpu_s_spread=slow.cost.cpu_s_spread,
        instructions=slow.cost.instructions,
        peak_rss_bytes=slow.cost.peak_rss_bytes,
        ratio=slow.ratio,
        origin=slow.origin.label,
        verdict="TLE" if over else slow.verdict.value,
        validity=slow.validity.value,
        at_least=slow.cost.at_least,
        satisfies=[known for known in slow.satisfies if known in shown],
        count_spread=slow.cost.count_spread,
        growth=_growth(slow.growth) if slow.growth else None,
        minimised=_minimised(slow.minimised) if slow.minimised else None,
        over=view.limit_s is not None and slow.cost.cpu_s > view.limit_s,
        group=_group(slow),
        times_typical=slow.times_typical,
        typical=pipeline.typical_text(slow),
        shape=slow.shape or slow.origin.label,
        about="\n".join(_about(slow)),
        sizes=pipeline.size_text(slow),
    )


def _group(slow: SlowInput) -> str:
    """Under which heading it stands."""
    return "doubtful" if not slow.validity.is_sure else "large" if slow.is_only_large else "slow"


def _about(slow: SlowInput) -> list[str]:
    """What an input looks like and how it was made, a line each."""
    looks = [sentence(slow.shape)] if slow.shape else []
    return [*looks, sentence(pipeline.size_text(slow)), f"How it was made: {sentence(slow.origin.label)}"]


def _growth(growth: Growth) -> GrowthState:
    """How the cost grows, ready to draw."""
    return GrowthState(
        growth.variable,
        _points(growth.points),
        growth.model,
        growth.formula,
        growth.exponent,
        growth.low,
        growth.high,
        growth.largest_n,
        growth.predicted,
        growth.predicted_low,
        growth.predicted_high,
        growth.predicted_s or None,
        _points(growth.curve),
        growth.remark,
    )


def _points(points: Iterable[GrowthPoint]) -> list[GrowthPointRow]:
    return [GrowthPointRow(point.n, point.count, point.at_least) for point in points]


def _minimised(twin: MinimisedInput) -> MinimisedState:
    """A small input, with its sizes in words."""
    return MinimisedState(
        twin.id,
        twin.size,
        ", ".join(f"{name} = {value:,}" for name, value in twin.sizes),
        twin.count,
        twin.cpu_s,
        twin.ratio,
    )
