"""A fast and a slow input that resemble each other, and what differs line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from slowpath.model.slow_input import SlowInput


@dataclass(frozen=True)
class LineContrast:
    """One executable line (1-based) under both inputs. `ratio` is (slow+1)/(fast+1); `share` is the
    line's part of all hits of the slow run, 0..1; `hot` marks lines that explain the difference. `growth` is how its
    hits grow along inputs like the slow one ("n^2.00"), "" while nobody knows."""

    line: int
    fast: int
    slow: int
    ratio: float
    share: float
    hot: bool
    growth: str = ""


@dataclass(frozen=True)
class Contrast:
    """The contrastive pair and its line table (WEDGE section 3.1).

    `similarity` is match ratio + Jaccard similarity, in 0..2; `cost_ratio` slow count over fast count, or, where
    counters don't see what one of them does, slow over fast CPU time (`fast_cpu_ns` and `slow_cpu_ns`, else 0; where
    they don't for both, without what every run takes).
    `weaknesses` says in words what makes the pair poor, empty when nothing does.
    """

    fast_id: str
    slow_id: str
    fast_label: str
    slow_label: str
    fast_count: int
    slow_count: int
    match_ratio: float
    jaccard: float
    similarity: float
    cost_ratio: float
    lines: tuple[LineContrast, ...]
    weaknesses: tuple[str, ...] = ()
    fast_cpu_ns: int = 0
    slow_cpu_ns: int = 0

    @property
    def slow_work(self) -> int:
        """What its slow input costs, in the measure of `cost_ratio`."""
        return self.slow_cpu_ns or self.slow_count

    @property
    def difference(self) -> float:
        """How many times as much its slow run does: by cost, or by how often lines ran in all where that says more."""
        return max(
            self.cost_ratio, sum(each.slow for each in self.lines) / max(1, sum(each.fast for each in self.lines))
        )


def with_growth(contrast: Contrast, slow_inputs: Sequence[SlowInput]) -> Contrast:
    """The contrast with the growth of its lines, along inputs like its slow one; where that wasn't measured, along
    those like the first of `slow_inputs` whose growth was."""
    measured = [slow for slow in slow_inputs if slow.growth is not None and slow.growth.lines]
    chosen = next((slow for slow in measured if slow.id == contrast.slow_id), next(iter(measured), None))
    if chosen is None or chosen.growth is None:
        return contrast
    formulas = {line.line: line.formula for line in chosen.growth.lines}
    return replace(contrast, lines=tuple(replace(line, growth=formulas.get(line.line, "")) for line in contrast.lines))
