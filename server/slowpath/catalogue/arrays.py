"""Integer arrays that are hard for sorting, searching, stacks and scans.

Orders are the STAB catalogue's sorting rows (appendix G, table 7). What is worst for one particular sort is in
`sorting`, numbers that are hard for arithmetic in `numbers`. Every filler is `(length, lo, hi, rng) -> int64 array`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from slowpath.catalogue.bare_graphs import coprime, next_in_cycles
from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.numbers import NUMBERS
from slowpath.catalogue.sorting import SORTING
from slowpath.catalogue.spread import from_low, spread_over
from slowpath.inputs.filling.plan import for_each_row

STAB = "STAB appendix G, table 7"
MOST_SQUARED, MOST_ROOM = 1 << 31, 1 << 62


def ascending(length, lo, hi, rng):
    return spread_over(np.arange(length), lo, hi)


def descending(length, lo, hi, rng):
    return ascending(length, lo, hi, rng)[::-1].copy()


def consecutive(length, lo, hi, rng):
    return from_low(np.arange(length), lo, hi)


def consecutive_down(length, lo, hi, rng):
    return consecutive(length, lo, hi, rng)[::-1].copy()


def all_max(length, lo, hi, rng):
    return np.full(length, hi, dtype=np.int64)


def all_min(length, lo, hi, rng):
    return np.full(length, lo, dtype=np.int64)


def all_middle(length, lo, hi, rng):
    return np.full(length, lo + (hi - lo) // 2, dtype=np.int64)


@for_each_row
def each_middle(length, lo, hi, rng):
    """In the middle of what each element may be: of a list as long as it is by then."""
    return np.full(length, lo + (hi - lo) // 2, dtype=np.int64)


def all_above_min(length, lo, hi, rng):
    return np.full(length, min(hi, lo + 1), dtype=np.int64)


def uniform(length, lo, hi, rng):
    return rng.integers(lo, hi, size=length, endpoint=True, dtype=np.int64)


def alternating(length, lo, hi, rng):
    values = np.full(length, lo, dtype=np.int64)
    values[1::2] = hi
    return values


def alternating_ramps(length, lo, hi, rng):
    """Low and high values by turns, both halves rising: every merge step of merge sort compares to the end."""
    ranks = np.empty(length, dtype=np.int64)
    half = (length + 1) // 2
    ranks[0::2] = np.arange(half)
    ranks[1::2] = np.arange(half, length)
    return spread_over(ranks, lo, hi)


def extremes(length, lo, hi, rng):
    return np.where(rng.integers(0, 2, size=length) == 0, lo, hi).astype(np.int64)


def organ_pipe(length, lo, hi, rng):
    index = np.arange(length)
    return spread_over(np.minimum(index, length - 1 - index), lo, hi)


def valley(length, lo, hi, rng):
    index = np.arange(length)
    return spread_over(np.maximum(index, length - 1 - index) - (length // 2), lo, hi)


def sawtooth(length, lo, hi, rng):
    return spread_over(np.arange(length) % max(2, int(length**0.5)), lo, hi)


def falling_sawtooth(length, lo, hi, rng):
    return sawtooth(length, lo, hi, rng)[::-1].copy()


def almost_sorted(length, lo, hi, rng):
    """Sorted but for one pair in a hundred swapped at random."""
    values = ascending(length, lo, hi, rng)
    if length > 1:
        swaps = max(1, length // 100)
        left, right = rng.integers(0, length, size=(2, swaps))
        for i, j in zip(left.tolist(), right.tolist(), strict=True):
            values[i], values[j] = values[j], values[i]
    return values


def smallest_last(length, lo, hi, rng):
    """Sorted with the least value moved to the end: what insertion at the front and bubble passes dislike."""
    return np.roll(ascending(length, lo, hi, rng), -1)


def largest_first(length, lo, hi, rng):
    """Sorted with the greatest value moved to the front: a first pivot to which the scan from the left must walk, again
    in every part that is left."""
    return np.roll(ascending(length, lo, hi, rng), 1)


def one_small_first(length, lo, hi, rng):
    return one_small(length, lo, hi, rng)[::-1].copy()


def smallest_first(length, lo, hi, rng):
    """Falling, but that the least value stands before all: each next one is beaten only once those before are gone."""
    return np.roll(descending(length, lo, hi, rng), 1)


def two_values(length, lo, hi, rng):
    return (min(hi, lo) + rng.integers(0, 2, size=length) * min(1, hi - lo)).astype(np.int64)


def few_distinct(length, lo, hi, rng):
    kinds = spread_over(np.arange(max(2, int(length**0.5))), lo, hi)
    return rng.choice(kinds, size=length)


def half_distinct(length, lo, hi, rng):
    """The first half rises, the second half repeats the last value of it: fill a structure, then ask it."""
    values = ascending(length, lo, hi, rng)
    values[length // 2 :] = values[max(0, length // 2 - 1)]
    return values


def half_then_max(length, lo, hi, rng):
    values = ascending(length, lo, max(lo, hi - 1), rng)
    values[length // 2 :] = hi
    return values


def lower_half(length, lo, hi, rng):
    return uniform(length, lo, lo + (hi - lo) // 2, rng)


def upper_half(length, lo, hi, rng):
    return uniform(length, lo + (hi - lo + 1) // 2, hi, rng)


def top_few(length, lo, hi, rng):
    return uniform(length, max(lo, hi - 9), hi, rng)


def one_large(length, lo, hi, rng):
    values = all_min(length, lo, hi, rng)
    values[-1:] = hi
    return values


def one_large_first(length, lo, hi, rng):
    return one_large(length, lo, hi, rng)[::-1].copy()


def one_small(length, lo, hi, rng):
    values = all_max(length, lo, hi, rng)
    values[-1:] = lo
    return values


def shuffled(length, lo, hi, rng):
    """All values different and far apart, in random order."""
    return spread_over(rng.permutation(length), lo, hi)


def largest_different(length, lo, hi, rng):
    """The largest values, each once as far as the bounds allow, falling."""
    return hi - from_low(np.arange(length), 0, hi - lo)


def strides(power: int) -> Callable[..., np.ndarray]:
    """Multiples of `2**power`: equal low bits, for tables whose size is a power of two, and for caches."""

    def filler(length, lo, hi, rng):
        step = 1 << power
        first = -(-lo // step) * step
        room = min((hi - first) // step + 1, MOST_ROOM)
        if room < 2:
            return all_max(length, lo, hi, rng)
        return first + (np.arange(length, dtype=np.int64) % room) * step

    return filler


def halves(upper_first: bool) -> Callable[..., np.ndarray]:
    """The least value in one half of the places, the largest in the other: which places are special goes with what
    their numbers mean, as the leaves of a tree whose vertices are numbered from the root."""

    def filler(length, lo, hi, rng):
        is_upper = (np.arange(length) < length // 2) == upper_first
        return np.where(is_upper, hi, lo).astype(np.int64)

    return filler


def upper_half_once(length, lo, hi, rng):
    """The upper half of the values, falling, each once as far as that goes: no two of them fit into the largest."""
    return hi - from_low(np.arange(length) % max(1, min(length, (hi - lo + 1) // 2)), 0, hi - lo)


def around_middle(length, lo, hi, rng):
    """Neighbouring values in the middle of their range: marks that lie far from both ends."""
    room = hi - lo + 1
    return from_low(np.arange(length), lo + max(0, room - length) // 2, hi)


def dense_low(length, lo, hi, rng):
    """Rising, denser towards the least value: gaps of all sizes."""
    ranks = np.arange(length, dtype=np.int64) ** 2
    return spread_over(ranks // max(1, length - 1), lo, hi) if length < MOST_SQUARED else ascending(length, lo, hi, rng)


def coprime_cycles(length, lo, hi, rng):
    """Each element names the next of its cycle, the cycles of coprime lengths, counted from the least value: what is
    followed, or applied again and again, is long in coming back."""
    return from_low(next_in_cycles(coprime(length)), lo, hi) if length else np.zeros(0, dtype=np.int64)


PLACES = by_name(
    Construction("middle of what is there", each_middle, "lists that are walked through from the nearer end", STAB)
)
"""What is offered where bounds hang on the place of an element."""
ARRAYS = by_name(
    Construction("random", uniform, "whatever is slow by size alone", STAB),
    Construction("sorted", ascending, "quicksort with first or last pivot, unbalanced search trees", STAB),
    Construction("reversed", descending, "bubble and insertion sort, quicksort, heapsort", STAB),
    Construction("all max", all_max, "loops bounded by values; quicksort that keeps equals on one side", STAB),
    Construction("all min", all_min, "loops that step by values; quicksort that keeps equals on one side", STAB),
    Construction("consecutive", consecutive, "quicksort, trees, tables indexed by value", STAB),
    Construction("alternating lo/hi", alternating, "merge sort, two-pointer scans", STAB),
    Construction("one large last", one_large, "scans that stop at the first large value", "STAB, two pointers"),
    Construction("upper half random", upper_half, "lookups of what isn't there", "STAB, binary search"),
    Construction("lower half random", lower_half, "lookups of what isn't there", "STAB, binary search"),
    Construction("extremes", extremes, "sums, differences, window scans", "STAB, two pointers"),
    Construction("organ pipe", organ_pipe, "quicksort with middle pivot", "McIlroy 1999"),
    Construction("few distinct", few_distinct, "quicksort that splits equals badly", "McIlroy 1999"),
    Construction("half rising, half repeated", half_distinct, "tables and lists: fill, then ask", "Crosby 2003"),
    Construction("half rising, half max", half_then_max, "structures filled, then asked", "Crosby 2003"),
    Construction("sawtooth", sawtooth, "natural merge sort, stacks", "McIlroy 1999"),
    Construction("smallest last", smallest_last, "bubble sort with early exit", "Knuth, volume 3"),
    Construction("largest first", largest_first, "quicksort that scans from both ends", "Hoare 1962"),
    SORTING["median-of-3 killer"],
    SORTING["middle pivot killer"],
    Construction("almost sorted", almost_sorted, "adaptive sorts, insertion sort", "Knuth, volume 3"),
    Construction("consecutive down", consecutive_down, "insertion at the front, tables indexed by value", STAB),
    Construction("rising halves interleaved", alternating_ramps, "merge sort", STAB),
    Construction("valley", valley, "monotone stacks, quicksort with middle pivot", "McIlroy 1999"),
    Construction("falling sawtooth", falling_sawtooth, "natural merge sort, stacks", "McIlroy 1999"),
    Construction("two lowest values", two_values, "counting loops, run-length scans", "Knuth, volume 3"),
    Construction("all one above min", all_above_min, "loops that step by values and give up at the least", STAB),
    Construction(
        "all middle", all_middle, "binary search on the answer; lists walked from both ends", "STAB, binary search"
    ),
    Construction("one large first", one_large_first, "scans that restart", "STAB, two pointers"),
    Construction("one small last", one_small, "scans that stop at the first small value", "STAB, two pointers"),
    Construction("one small first", one_small_first, "sums, gcds and minima that are kept along a scan", STAB),
    Construction(
        "smallest first, then falling", smallest_first, "rounds in which neighbours take each other away", STAB
    ),
    Construction("top few values", top_few, "lookups near the end", "STAB, binary search"),
    Construction("low half, then high", halves(False), "marks on one side of a structure", STAB),
    Construction(
        "upper half of the values, each once",
        upper_half_once,
        "subset sums without an answer",
        "Martello and Toth 1990",
    ),
    Construction("even numbers, each once", strides(1), "subset sums without an answer", "Martello and Toth 1990"),
    *list(NUMBERS.values())[:4],
    Construction("high half, then low", halves(True), "marks on one side of a structure", STAB),
    Construction("consecutive around the middle", around_middle, "searches that prune from both ends", STAB),
    Construction("denser towards the least", dense_low, "gaps of all sizes, buckets of equal width", STAB),
    Construction("cycles of coprime lengths", coprime_cycles, "simulation until all is as before", "Landau 1903"),
    Construction("stride 2^10", strides(10), "open addressing, caches", "Crosby and Wallach 2003"),
    Construction("stride 2^16", strides(16), "tables of a power of two in size", "Crosby and Wallach 2003"),
    Construction("shuffled, all different", shuffled, "maps, caches, tries: no key comes again", "LaMarca 1996"),
    Construction("largest, all different", largest_different, "work repeated per query, nothing remembered", STAB),
    *list(SORTING.values())[2:],
    *list(NUMBERS.values())[4:],
)
