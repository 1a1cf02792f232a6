"""Mining of the contrastive pair: a fast and a slow input that resemble each other (WEDGE section 3.1).

The paper gives the two metrics, similarity (match ratio plus Jaccard similarity) and execution cost ratio,
and says that pairs are "ranked based on their similarity and execution cost ratio". It is silent on five
things. Our decisions:

* Elements: the blank-separated tokens of the whole input. A word longer than `LONG_WORD` counts as its
  overlapping pieces of three characters, since as one token it would be common to no other input.
* Match ratio: common elements are counted with multiplicity, so that the ratio stays in 0..1 and `1 1 1 2`
  isn't taken for the same as `1 2`. Order doesn't matter: an order that alone makes the difference is what a
  pair should show.
* Jaccard similarity: over the sets of elements, as in the work that the paper cites.
* How two metrics become one ranking: by similarity times the logarithm (base 10) of the cost ratio (`quality`).
  A pair must be good in both, and cost ratios range over powers of ten where similarities end at 2. It also
  compares pairs that were mined at different times, which ranks within one set can't.
* Inputs of very different length: the paper mines among tests of like size. We mine among samples of a few bytes and
  generated inputs of thousands, and a match ratio over the shorter array calls any sample similar to all of them.
  Pairs within `LIKE_LENGTHS` of each other in length therefore come first, if one of them costs twice the other.
* Inputs on which hardly anything happens: between three elements and five everything is similar, and no quadratic loop
  is seen. Pairs whose slow input costs at least `TELLING` of what the dearest candidate costs therefore come before all
  others, if there is one of inputs that have much in common and of which one costs twice the other.
* Small inputs: what reading them costs hides what is done with them, so where lines ran more times as often, in all,
  than the cost rose, that is the ratio by which pairs are ranked (`difference`).
* Where no line is hot, only time differs, which may be noise, and no line shows it: such a pair counts half (`UNSEEN`).
* What a run costs: its count. Where one of the two does work that no counter sees (library calls), both are measured by
  CPU time: a count beside nanoseconds would be no ratio. Where both do, what every run takes (start-up) is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from slowpath.model.contrast import Contrast, LineContrast

LONG_WORD = 16
PIECE = 3
LARGEST_ELEMENTS = 1 << 14
FEW_ELEMENTS = 4
HOT_EXCESS_SHARE = 0.05
HOT_RATIO = 2.0
LIKE_LENGTHS = 4
LARGER = 2
ENOUGH_RATIO = 2.0
ENOUGH_IN_COMMON = 1.0
TELLING = 0.1
UNSEEN = 0.5


@dataclass(frozen=True)
class Candidate:
    """An input that was run: its bytes, deterministic count, line hits (1-based) and whether it was cut. By `work`
    all are ranked: the count, raised where `cpu_ns` show more (0: the count)."""

    id: str
    label: str
    data: bytes = field(repr=False)
    count: int
    hits: Mapping[int, int] = field(repr=False)
    cut: bool = False
    approximate: str = ""
    cpu_ns: int = 0
    work: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "work", max(self.work, self.count))

    @property
    def is_timed(self) -> bool:
        """Whether time shows more work than the count does."""
        return self.work > self.count


@dataclass(frozen=True)
class Elements:
    """The multiset of an input's elements: sorted distinct `values`, their `counts`, and the `total`."""

    values: np.ndarray
    counts: np.ndarray
    total: int


def elements(data: bytes) -> Elements:
    """The elements of an input (see the module's decisions); O(k log k) in the number of tokens."""
    pieces: list[bytes] = []
    for token in data.split():
        if len(token) <= LONG_WORD:
            pieces.append(token)
        else:
            pieces.extend(token[at : at + PIECE] for at in range(len(token) - PIECE + 1))
    values, counts = np.unique(np.array(pieces, dtype=bytes), return_counts=True)
    return Elements(values, counts, len(pieces))


def match_ratio(left: Elements, right: Elements) -> float:
    """The number of common array elements divided by the length of the shorter array (WEDGE section 3.1), 0..1.

    Two empty inputs match wholly.
    """
    shorter = min(left.total, right.total)
    if not shorter:
        return 1.0 if left.total == right.total else 0.0
    _, at_left, at_right = np.intersect1d(left.values, right.values, assume_unique=True, return_indices=True)
    return float(np.minimum(left.counts[at_left], right.counts[at_right]).sum() / shorter)


def jaccard(left: Elements, right: Elements) -> float:
    """|A and B| / |A or B| over the sets of distinct elements, 0..1; two empty sets are the same."""
    common = len(np.intersect1d(left.values, right.values, assume_unique=True))
    union = len(left.values) + len(right.values) - common
    return common / union if union else 1.0


def _costs(one: Candidate, other: Candidate) -> tuple[int, int]:
    """What two inputs cost in one measure: their counts; where time shows more work of one, CPU time; where it does of
    both, what of that time is beyond what every run takes (`work`)."""
    timed = one.is_timed + other.is_timed
    if timed == 0:
        return one.count, other.count
    return (one.cpu_ns, other.cpu_ns) if timed == 1 else (one.work, other.work)


@dataclass(frozen=True)
class _Pair:
    fast: Candidate
    slow: Candidate
    match: float
    jaccard: float

    @property
    def similarity(self) -> float:
        return self.match + self.jaccard

    @property
    def is_of_like_length(self) -> bool:
        short, long = sorted((len(self.fast.data), len(self.slow.data)))
        return long <= LIKE_LENGTHS * max(1, short)

    @property
    def is_timed(self) -> bool:
        return self.fast.is_timed or self.slow.is_timed

    @property
    def cost_ratio(self) -> float:
        fast, slow = _costs(self.fast, self.slow)
        return slow / max(1, fast)

    @property
    def difference(self) -> float:
        """As `Contrast.difference`."""
        return max(self.cost_ratio, sum(self.slow.hits.values()) / max(1, sum(self.fast.hits.values())))

    @property
    def score(self) -> float:
        return _score(self.similarity, self.difference)

    @property
    def shows(self) -> bool:
        """Whether a line is hot."""
        return any(line.hot for line in line_contrasts(self.fast.hits, self.slow.hits))


class ContrastMiner:
    """Mines pairs from a growing set of candidates; similarities are computed once per pair of inputs."""

    def __init__(self) -> None:
        self._elements: dict[str, Elements] = {}
        self._similarities: dict[tuple[str, str], tuple[float, float]] = {}

    def mine(self, candidates: Iterable[Candidate]) -> Contrast | None:
        """The top-ranked pair, or None when no two candidates differ in cost.

        Candidates of more than `LARGEST_ELEMENTS` bytes x 8 are left out: their pairs cost too much to compare.
        Quadratic in the number of candidates, linear in their distinct elements.
        """
        usable = [c for c in candidates if len(c.data) <= 8 * LARGEST_ELEMENTS]
        pairs = [self._pair(*two) for two in combinations(usable, 2)]
        pairs = [pair for pair in pairs if pair.cost_ratio != 1.0]
        dearest = max((candidate.work for candidate in usable), default=0)
        pairs = _first([pair for pair in pairs if pair.slow.work >= TELLING * dearest], pairs, ENOUGH_IN_COMMON)
        pairs = _first([pair for pair in pairs if pair.is_of_like_length], pairs)
        return describe(best_pair(pairs)) if pairs else None

    def _pair(self, one: Candidate, other: Candidate) -> _Pair:
        costs = _costs(one, other)
        fast, slow = (one, other) if (costs[0], one.id) <= (costs[1], other.id) else (other, one)
        key = (fast.id, slow.id) if fast.id < slow.id else (slow.id, fast.id)
        if key not in self._similarities:
            left, right = self._elements_of(fast), self._elements_of(slow)
            self._similarities[key] = (match_ratio(left, right), jaccard(left, right))
        return _Pair(fast, slow, *self._similarities[key])

    def _elements_of(self, candidate: Candidate) -> Elements:
        if candidate.id not in self._elements:
            self._elements[candidate.id] = elements(candidate.data)
        return self._elements[candidate.id]


def _first(preferred: list[_Pair], pairs: list[_Pair], similarity: float = 0.0) -> list[_Pair]:
    """The preferred pairs, where one of them that is so similar shows a difference in cost; else all."""
    shows = any(pair.difference >= ENOUGH_RATIO and pair.similarity >= similarity for pair in preferred)
    return preferred if shows else pairs


def mine(candidates: Iterable[Candidate]) -> Contrast | None:
    """The contrastive pair of these candidates; see `ContrastMiner.mine`."""
    return ContrastMiner().mine(candidates)


def best_pair(pairs: Sequence[_Pair]) -> _Pair:
    """The top-ranked pair; of equally ranked ones that with the larger difference, then the smaller ids."""
    ranked = sorted(pairs, key=lambda p: (-p.score, -p.difference, p.slow.id, p.fast.id))
    rivals = (pair for pair in ranked if pair.score >= UNSEEN * ranked[0].score)
    return next((pair for pair in rivals if pair.shows), ranked[0])


def quality(contrast: Contrast) -> float:
    """What pairs are ranked by: similarity times log10 of the difference, 0 without one; half where no line is hot."""
    score = _score(contrast.similarity, contrast.difference)
    return score if any(line.hot for line in contrast.lines) else UNSEEN * score


def _score(similarity: float, difference: float) -> float:
    return similarity * math.log10(max(1.0, difference))


def describe(pair: _Pair) -> Contrast:
    """The pair as the model's value, with its line table and its weaknesses."""
    costs = _costs(pair.fast, pair.slow)
    return Contrast(
        fast_id=pair.fast.id,
        slow_id=pair.slow.id,
        fast_label=pair.fast.label,
        slow_label=pair.slow.label,
        fast_count=pair.fast.count,
        slow_count=pair.slow.count,
        match_ratio=pair.match,
        jaccard=pair.jaccard,
        similarity=pair.similarity,
        cost_ratio=pair.cost_ratio,
        fast_cpu_ns=costs[0] if pair.is_timed else 0,
        slow_cpu_ns=costs[1] if pair.is_timed else 0,
        lines=line_contrasts(pair.fast.hits, pair.slow.hits),
        weaknesses=tuple(_weaknesses(pair)),
    )


def line_contrasts(fast: Mapping[int, int], slow: Mapping[int, int]) -> tuple[LineContrast, ...]:
    """One row per line of either profile, by line. A line is hot when it is hit at least `HOT_RATIO` times as
    often in the slow run and holds at least `HOT_EXCESS_SHARE` of all hits by which the slow run exceeds the fast.
    """
    lines = sorted(set(fast) | set(slow))
    excess = {line: max(0, slow.get(line, 0) - fast.get(line, 0)) for line in lines}
    total_excess, total_slow = sum(excess.values()) or 1, sum(slow.values()) or 1
    rows = []
    for line in lines:
        before, after = fast.get(line, 0), slow.get(line, 0)
        ratio = (after + 1) / (before + 1)
        hot = ratio >= HOT_RATIO and excess[line] >= HOT_EXCESS_SHARE * total_excess
        rows.append(LineContrast(line, before, after, ratio, after / total_slow, hot))
    return tuple(rows)


def _weaknesses(pair: _Pair) -> Iterable[str]:
    if pair.similarity < ENOUGH_IN_COMMON:
        yield (
            f"the two inputs have little in common (similarity {pair.similarity:.2f} of 2), "
            "so a difference may have another cause than the one that it shows"
        )
    if pair.difference < ENOUGH_RATIO:
        yield (
            f"the slow input costs only {pair.cost_ratio:.2f} times the fast one: inputs that resemble each other were"
            " seen to differ little, so size may be all that makes the program slow"
        )
    small, large = sorted((len(pair.fast.data), len(pair.slow.data)))
    if not pair.is_of_like_length:
        yield f"one input is {large / max(1, small):.0f} times as long as the other: size alone may explain the cost"
    elif large >= LARGER * small:
        yield (
            f"one input is {large / max(1, small):.1f} times as long as the other: what it shows is which lines grow"
            " faster than the size"
        )
    if len(pair.fast.data.split()) <= FEW_ELEMENTS and len(pair.slow.data.split()) <= FEW_ELEMENTS:
        yield "both inputs are tiny, so that similarity says little"
    for which, candidate in (("slow", pair.slow), ("fast", pair.fast)):
        if candidate.cut:
            yield f"the {which} run was cut at the limit: its counts are lower bounds"
        if candidate.approximate:
            yield f"the {which} run's line counts are approximate: {candidate.approximate}"
