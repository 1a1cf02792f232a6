"""A fast and a slow input that resemble each other, and what differs line by line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LineContrast:
    """One executable line (1-based) under both inputs. `ratio` is (slow+1)/(fast+1); `share` is the
    line's part of all hits of the slow run, 0..1; `hot` marks lines that explain the difference."""

    line: int
    fast: int
    slow: int
    ratio: float
    share: float
    hot: bool


@dataclass(frozen=True)
class Contrast:
    """The contrastive pair and its line table (WEDGE section 3.1).

    `similarity` is match ratio + Jaccard similarity, in 0..2; `cost_ratio` slow count over fast count.
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
