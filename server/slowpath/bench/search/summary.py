"""What the runs of the search bench say: per target and of the whole. Pure.

A *reference* is the largest cost known of a target: the known worst, or what any run found where that is more. A
curve's *area* is the mean of best cost over reference at moments spaced evenly on a logarithmic axis of time, so 1.0
is a search that knew the worst at once. Our search is *ahead* of another on a target where the median over the seeds of
its best cost is larger by more than `LEVEL`, level within that, behind otherwise. There is *room* over another where
the reference is at least `ROOM` times its best: elsewhere nobody could be ahead by that much.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from slowpath.analysis.paired import signed_rank
from slowpath.analysis.statistics import mann_whitney
from slowpath.bench.search.jobs import OURS, SEARCHERS, Ground, Run

LEVEL = 0.02
REACHED = 0.95
ROOM = 5.0
MOMENTS = 25
FIRST_MOMENT = 0.01
AHEAD, EVEN, BEHIND = "ahead", "level", "behind"


@dataclass(frozen=True)
class Standing:
    """One searcher on one target, medians over its seeds: best cost, its ratio to the known worst (None without one),
    area, and the best cost at moments of `moments`. `failure` where no run succeeded."""

    searcher: str
    best: float
    ratio: float | None
    area: float
    curve: tuple[float, ...]
    seeds: int
    refused: int = 0
    failure: str = ""


@dataclass(frozen=True)
class Duel:
    """Our search against one other on one target. `times` is our median best cost over the other's, `most_times` the
    reference over it, `p` that of the one-sided rank test over the seeds; `sooner` says whether our area is larger."""

    baseline: str
    times: float
    p: float
    sooner: bool
    most_times: float

    @property
    def outcome(self) -> str:
        """Ahead, level or behind."""
        return AHEAD if self.times > 1 + LEVEL else EVEN if self.times >= 1 - LEVEL else BEHIND


@dataclass(frozen=True)
class TargetRow:
    """All that a target's runs say. `best_baseline` is the one whose median best cost is largest, `best_peer` that
    among those which aren't parts of our own search; "" without any."""

    ground: Ground
    reference: int
    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...]

    @property
    def best_baseline(self) -> str:
        """The costliest of all others."""
        return self._best(name for name in SEARCHERS if name != OURS)

    @property
    def best_peer(self) -> str:
        """The costliest of those that are no part of our own search."""
        return self._best(name for name, searcher in SEARCHERS.items() if name != OURS and not searcher.is_part)

    def _best(self, names: Iterable[str]) -> str:
        allowed = frozenset(names)
        others = [made for made in self.standings if made.searcher in allowed and not made.failure]
        return max(others, key=lambda made: (made.best, made.area)).searcher if others else ""

    def standing(self, searcher: str) -> Standing | None:
        """The standing of that searcher, None where it took no part."""
        return next((made for made in self.standings if made.searcher == searcher), None)

    def duel(self, baseline: str) -> Duel | None:
        """Our search against that baseline."""
        return next((made for made in self.duels if made.baseline == baseline), None)

    @property
    def reached(self) -> bool | None:
        """Whether our median best reaches the known worst; None without one."""
        ours = self.standing(OURS)
        return None if ours is None or ours.ratio is None else ours.ratio >= REACHED


def moments(cpu_seconds: float) -> list[float]:
    """Moments of a budget, evenly spaced on a logarithmic axis, the last its end."""
    return [cpu_seconds * FIRST_MOMENT ** (1 - place / (MOMENTS - 1)) for place in range(MOMENTS)]


def area(run: Run, floor: int, reference: int) -> float:
    """The mean of best cost over reference, 0..1; the floor counts from the beginning."""
    return statistics.fmean(min(1.0, max(floor, run.by(at_s)) / max(1, reference)) for at_s in moments(run.cpu_seconds))


def target_row(ground: Ground, runs: Sequence[Run]) -> TargetRow:
    """The runs of one target, all with one budget."""
    reference = max([ground.known_worst or 1, ground.floor, *(run.best for run in runs)])
    by_searcher: dict[str, list[Run]] = {}
    for run in runs:
        by_searcher.setdefault(run.searcher, []).append(run)
    standings = tuple(_standing(name, made, ground, reference) for name, made in by_searcher.items())
    ours = [run for run in by_searcher.get(OURS, []) if not run.failure]
    duels = tuple(
        _duel(ours, [run for run in made if not run.failure], ground, reference, name)
        for name, made in by_searcher.items()
        if name != OURS and ours and any(not run.failure for run in made)
    )
    return TargetRow(ground, reference, standings, duels)


def _standing(searcher: str, runs: Sequence[Run], ground: Ground, reference: int) -> Standing:
    sound = [run for run in runs if not run.failure]
    if not sound:
        return Standing(searcher, 0.0, None, 0.0, (), 0, failure=runs[0].failure)
    best = statistics.median(max(ground.floor, run.best) for run in sound)
    curve = tuple(
        statistics.median(max(ground.floor, run.by(at_s)) for run in sound) for at_s in moments(sound[0].cpu_seconds)
    )
    return Standing(
        searcher,
        best,
        best / max(1, ground.known_worst) if ground.known_worst is not None else None,
        statistics.median(area(run, ground.floor, reference) for run in sound),
        curve,
        len(sound),
        sum(run.refused for run in sound),
    )


def _duel(ours: Sequence[Run], others: Sequence[Run], ground: Ground, reference: int, baseline: str) -> Duel:
    mine, theirs = ([max(ground.floor, run.best) for run in side] for side in (ours, others))
    my_area, their_area = (
        statistics.median(area(run, ground.floor, reference) for run in side) for side in (ours, others)
    )
    best = statistics.median(theirs)
    return Duel(
        baseline, statistics.median(mine) / best, mann_whitney(mine, theirs), my_area > their_area, reference / best
    )


@dataclass(frozen=True)
class Against:
    """Our search against one baseline over all targets. `times` is the median over the targets, `p` that of Wilcoxon's
    test on the logarithms of their ratios, `level_but_sooner` how many of the level ones we reach sooner. On
    `with_room` targets there is room over it; there we're ahead on `ahead_with_room`, the median is
    `times_with_room`."""

    baseline: str
    targets: int
    ahead: int
    level: int
    behind: int
    level_but_sooner: int
    times: float
    p: float
    with_room: int
    ahead_with_room: int
    times_with_room: float | None

    @property
    def win_rate(self) -> float:
        """The share of targets on which we're ahead, level ones counting where we're there sooner."""
        return (self.ahead + self.level_but_sooner) / max(1, self.targets)


BEST, BEST_PEER = "best baseline", "best peer"


def against_all(rows: Sequence[TargetRow]) -> list[Against]:
    """One for each baseline, then the best peer and the best baseline of every target."""
    names = list(dict.fromkeys(duel.baseline for row in rows for duel in row.duels))
    chosen: dict[str, list[str]] = {name: [name] * len(rows) for name in names}
    chosen |= {BEST_PEER: [row.best_peer for row in rows], BEST: [row.best_baseline for row in rows]}
    duels = {
        title: [duel for row, name in zip(rows, who, strict=True) if (duel := row.duel(name)) is not None]
        for title, who in chosen.items()
    }
    return [_against(title, made) for title, made in duels.items() if made]


def _against(name: str, duels: Sequence[Duel]) -> Against:
    room = [duel for duel in duels if duel.most_times >= ROOM]
    counted = {outcome: [duel for duel in duels if duel.outcome == outcome] for outcome in (AHEAD, EVEN, BEHIND)}
    return Against(
        name,
        len(duels),
        len(counted[AHEAD]),
        len(counted[EVEN]),
        len(counted[BEHIND]),
        sum(duel.sooner for duel in counted[EVEN]),
        statistics.median(duel.times for duel in duels),
        signed_rank([math.log(duel.times) for duel in duels]),
        len(room),
        sum(duel.outcome == AHEAD for duel in room),
        statistics.median(duel.times for duel in room) if room else None,
    )


def reached(rows: Iterable[TargetRow]) -> tuple[int, int]:
    """How many targets with a known worst our search reaches, and how many there are."""
    told = [row.reached for row in rows if row.reached is not None]
    return sum(told), len(told)


def grouped(grounds: Mapping[str, Ground], runs: Sequence[Run]) -> list[TargetRow]:
    """A row for each target that has runs, by name."""
    by_problem: dict[str, list[Run]] = {}
    for run in runs:
        by_problem.setdefault(run.problem, []).append(run)
    return [target_row(grounds[name], by_problem[name]) for name in sorted(by_problem) if name in grounds]
