"""Whether satisfying inputs are slower: evidence for constraints, and the rules by which it becomes a status.

WEDGE section 4.4 compares all valid inputs that satisfy a constraint with all that violate it. Its inputs are given
tests; ours come from a search that aims at slow inputs, and that biases the comparison in three ways:

* Size. A search tries few small inputs that are slow and few large ones that are fast, so whatever grows with the
  input ("n is large") separates. Inputs are therefore also compared within classes of size, by cost per element: only
  what is slow beyond its size confirms.
* Descent. Thousands of mutants of one slow input share all its properties, those that matter and those that don't;
  taken as independent they would confirm anything. Of one family (the descendants of one input) at most
  `MOST_OF_A_FAMILY` inputs a side are therefore tested. Counts and means are over all.
* Aim. A search that is guided by a constraint makes more satisfying inputs than there would be by chance. That changes
  how many there are, not how they compare, as long as the violating ones aren't worse made; hence the test within
  sizes again.

What is left of the bias is said by the word: *confirmed* means that inputs which satisfy the constraint were
significantly slower than those of like size which don't, among all that were run; not that it is the cause.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from slowpath.analysis.statistics import mann_whitney, stratified_mann_whitney
from slowpath.model.constraint import (
    CANDIDATE,
    CONFIRMED,
    CONFIRMING_RATIO,
    HYPOTHESIS,
    POINTING_P,
    POINTING_RATIO,
    REFUTED,
    SIGNIFICANT_P,
    ConstraintEvidence,
)

MOST_OF_A_FAMILY = 8
ENOUGH = 4
"""Of tested inputs on both sides: four against four can just reach p < 0.05 (1/70), three can't."""
ENOUGH_TO_REFUTE = 12
"""Twelve against twelve miss a constraint that doubles the cost of like inputs rarely; fewer do so often."""
ENOUGH_PER_SIZE = 2
SIZED_RATIO = 1.25
BYTES_PER_ELEMENT = 8


@dataclass(frozen=True)
class Sample:
    """One side's tested inputs: costs, and numbers of elements (`elements_of`), one per input."""

    costs: np.ndarray
    sizes: np.ndarray

    def __len__(self) -> int:
        return len(self.costs)


@dataclass(frozen=True)
class Comparison:
    """Satisfying against violating inputs. `p` and `median_ratio` are over all sizes; `sized_p` and `sized_ratio`
    compare the cost per element within classes of size, None where no class has enough of both. The ratio is of means
    over the same mix of sizes (direct standardisation), so that the sizes at which inputs are dear decide it, not the
    many tiny ones, which cost next to nothing on either side. `costliest_satisfies` says whether no violating input
    cost more than every satisfying one."""

    p: float
    median_ratio: float
    sized_p: float | None
    sized_ratio: float | None
    costliest_satisfies: bool

    @property
    def p_at_like_size(self) -> float:
        """The test within classes of size, or over all where no class has enough of both: a search makes far more small
        inputs than large ones, and many of these satisfy by chance and cost nothing, which the test over all takes for
        a contradiction."""
        return self.p if self.sized_p is None else self.sized_p


def elements_of(data: bytes) -> int:
    """How large an input is, near enough to compare like with like: its tokens, or its bytes by eight where words are
    long. Counts separators, 1 GB/s."""
    return max(1, data.count(b" ") + data.count(b"\n"), len(data) // BYTES_PER_ELEMENT)


def compared(satisfying: Sample, violating: Sample) -> Comparison | None:
    """Both sides' tested inputs against each other; None where one has none."""
    if not len(satisfying) or not len(violating):
        return None
    p = mann_whitney(satisfying.costs, violating.costs)
    median_ratio = float(np.median(satisfying.costs) / max(1.0, np.median(violating.costs)))
    costliest = bool(satisfying.costs.max() >= violating.costs.max())
    strata = _strata(satisfying, violating)
    if not strata:
        return Comparison(p, median_ratio, None, None, costliest)
    weights = [min(len(higher), len(lower)) for higher, lower in strata]
    means = np.average([(higher.mean(), lower.mean()) for higher, lower in strata], axis=0, weights=weights)
    sized_ratio = float(means[0]) / max(1e-9, float(means[1]))
    return Comparison(p, median_ratio, stratified_mann_whitney(strata), sized_ratio, costliest)


def _strata(satisfying: Sample, violating: Sample) -> list[tuple[np.ndarray, np.ndarray]]:
    """Costs per element of both sides in each class of size (a factor of two) that has enough of both."""
    classes = [np.log2(side.sizes).astype(np.int64) for side in (satisfying, violating)]
    per_element = [side.costs / side.sizes for side in (satisfying, violating)]
    made = []
    for size in np.intersect1d(*classes).tolist():
        higher, lower = (costs[at == size] for costs, at in zip(per_element, classes, strict=True))
        if min(len(higher), len(lower)) >= ENOUGH_PER_SIZE:
            made.append((higher, lower))
    return made


SIZE_ALONE = "satisfying inputs are slower, but no more so than their size explains"
NOT_SLOWER = "inputs that satisfy it aren't slower than those that don't"
SIZES_APART = "satisfying inputs are slower, but too few others are of their size: size alone may explain it"
PERHAPS_CHANCE = (
    "satisfying inputs are slower than others of their size, but so few of these were run that it may be chance"
)
LARGEST_MISSING = "satisfying inputs are slower than others of their size, but the slowest ones don't satisfy it"
TOO_LITTLE = "satisfying inputs are slower, but less than twice"


def judged(
    evidence: ConstraintEvidence, comparison: Comparison | None, tested: tuple[int, int], is_hot: bool
) -> tuple[str, str]:
    """The status that evidence gives, with the reason where it isn't confirmed: all of the rules, in order.

    `tested` are the numbers of satisfying and violating inputs in the comparison.

    1. *confirmed*: enough on both sides, p < `SIGNIFICANT_P` within classes of size, where cost per element exceeds by
       a quarter or more, and the ratio that is shown (`ConstraintEvidence.ratio`) >= `CONFIRMING_RATIO` (WEDGE section
       4.4 asks for the first and reports the second); and over all sizes either p < `SIGNIFICANT_P` too and the median
       no less than the other side's, or the costliest input satisfies it: of many tiny inputs most may satisfy by
       chance, and pull both down.
    2. *refuted*: enough on both sides to trust a negative, and either not significantly slower or by less than a fifth,
       over all and within sizes. What is slower over all but not within sizes isn't refuted: it may still be how size
       makes the program slow. Nor is the contrary: the largest inputs may all have been made the other way.
    3. *hypothesis*: the contrast's hot lines are its own, or the evidence so far points the right way.
    4. *candidate*: nothing speaks for it yet.
    """
    ratio = evidence.ratio
    if comparison is None or ratio is None:
        return (HYPOTHESIS if is_hot else CANDIDATE), ""
    fewest = min(tested)
    is_slower = comparison.p < SIGNIFICANT_P and ratio >= POINTING_RATIO
    is_beyond_size = (
        comparison.sized_p is not None
        and comparison.sized_p < SIGNIFICANT_P
        and comparison.sized_ratio is not None
        and comparison.sized_ratio >= SIZED_RATIO
    )
    has_the_costliest = comparison.costliest_satisfies or (is_slower and comparison.median_ratio >= 1.0)
    if fewest >= ENOUGH and is_beyond_size and has_the_costliest and ratio >= CONFIRMING_RATIO:
        return CONFIRMED, ""
    if fewest >= ENOUGH_TO_REFUTE and not is_slower and not is_beyond_size:
        return REFUTED, NOT_SLOWER
    if is_slower and fewest >= ENOUGH:
        if ratio < CONFIRMING_RATIO:
            return HYPOTHESIS, TOO_LITTLE
        if comparison.sized_p is None or comparison.sized_ratio is None:
            return HYPOTHESIS, SIZES_APART
        return HYPOTHESIS, PERHAPS_CHANCE if comparison.sized_ratio >= SIZED_RATIO else SIZE_ALONE
    if is_beyond_size and fewest >= ENOUGH:
        return HYPOTHESIS, LARGEST_MISSING
    points = comparison.p < POINTING_P and ratio >= POINTING_RATIO
    return (HYPOTHESIS if is_hot or points else CANDIDATE), ""


def separating_factor(slow: float, fast: float, least_ratio: float = 1.5) -> float | None:
    """A round factor between a pair's two values of `left / right`, near their geometric mean; half of the slow one
    where the fast run never came by. None where they differ by less than `least_ratio`."""
    if slow <= 0 or slow < least_ratio * fast:
        return None
    wanted = math.sqrt(slow) * math.sqrt(fast) if fast > 0 else slow / 2
    for digits in (1, 2, 3):
        rounded = float(f"{wanted:.{digits - 1}e}")
        if fast < rounded <= slow and 0.8 <= rounded / wanted <= 1.25:
            return rounded
    return wanted
