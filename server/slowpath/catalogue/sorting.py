"""Orders that are worst for one particular sort, built backwards or against the pivots that the sort will take.

Musser, "Introspective sorting and selection algorithms" (1997); Bentley and McIlroy, "Engineering a sort function"
(1993); McIlroy, "A killer adversary for quicksort" (1999): the values of the sampled places are chosen when the sort
looks at them, always as the extreme of what is left. Where a partition moves but a few elements its effect is
followed here in constant time, so that an adversary costs O(n) instead of the O(n^2) of running the sort.
Every filler is `(length, lo, hi, rng) -> int64 array`; ranks are made first and spread over the bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.spread import spread_over
from slowpath.inputs.number_sets import without

STAB = "STAB appendix G, table 7"
LONGEST_HEAP = 400_000


def median_of_three_killer(length, lo, hi, rng):
    """Musser's permutation for even k: 1, k+1, 3, k+3, ..., then the even numbers 2, 4, ..., 2k."""
    half = length // 2
    ranks = np.arange(length, dtype=np.int64)
    index = np.arange(half)
    ranks[:half] = np.where(index % 2 == 0, index, half + index - 1 + half % 2)
    rest = without(np.arange(length), ranks[:half])
    ranks[half:] = rest[: length - half]
    return spread_over(ranks, lo, hi)


def sorted_samples_killer(length, lo, hi, rng):
    """Against the median of three that sorts first, middle and last in place and hides the pivot before the last.

    Middle and last get the two largest values left, so a partition takes two elements off: the textbook form of
    Sedgewick and of Bentley and McIlroy's small arrays.
    """
    places = list(range(length))
    ranks = np.zeros(length, dtype=np.int64)
    top = length - 1
    while top >= 2:
        middle = top // 2
        ranks[places[top]], ranks[places[middle]] = top, top - 1
        places[middle], places[top - 1] = places[top - 1], places[middle]
        top -= 2
    for rank in range(top, -1, -1):
        ranks[places[rank]] = rank
    return spread_over(ranks, lo, hi)


def middle_pivot_killer(length, lo, hi, rng):
    """Each middle element is the largest of its range, after the swap to the end that partitions make.

    Built backwards: the array of k elements is that of k-1 with the new maximum swapped into the middle.
    """
    values = list(range(length))
    for size in range(2, length + 1):
        middle = (size - 1) // 2
        values[middle], values[size - 1] = values[size - 1], values[middle]
    return spread_over(np.array(values, dtype=np.int64), lo, hi)


def introsort_killer(length, lo, hi, rng):
    """Against `std::sort` of libstdc++: its first `2 log2 n` partitions take one or two elements off each.

    The samples are the second, the middle and the last element; the two largest values left stand in the last two
    of these places. When the depth limit is reached heapsort has all the rest to do, in random order.
    """
    places = list(range(length))
    ranks = np.full(length, -1, dtype=np.int64)
    end, value = length, length - 1
    for _ in range(2 * max(1, length.bit_length() - 1) + 1):
        if end < 20:
            break
        end, value = _introsort_level(places, ranks, end, value)
    unknown = np.flatnonzero(ranks < 0)
    ranks[unknown] = rng.permutation(len(unknown))
    return spread_over(ranks, lo, hi)


def _introsort_level(places: list[int], ranks: np.ndarray, end: int, value: int) -> tuple[int, int]:
    """One partition of `places[:end]`; returns the end of what it leaves on the left and the next largest value.

    The last element becomes the largest, the middle one the median of the samples and hence the pivot, which is
    swapped to the front and stays there. The pivot of the partition before, which stood there, comes to the middle:
    it's the one element that both scans stop at, and goes to the last place but one.
    """
    middle, last = end // 2, end - 1
    for place in (last, middle):
        ranks[places[place]] = value
        value -= 1
    places[0], places[middle] = places[middle], places[0]
    if ranks[places[middle]] < 0:
        return last, value
    places[middle], places[last - 1] = places[last - 1], places[middle]
    return last - 1, value


@lru_cache(maxsize=16)
def _heapsort_ranks(length: int) -> np.ndarray:
    """The order in which every sift-down of Floyd's heapsort ends at a leaf of the lowest level.

    Heapsort run backwards from the sorted array: each removal of the maximum is undone so that the last leaf is the
    one that had been sifted, each step of building so that the element comes from its leftmost leaf.
    """
    heap = [0, 0]
    for value in range(1, length):
        leaf = len(heap) - 1
        heap.append(heap[leaf])
        while leaf > 1:
            heap[leaf] = heap[leaf // 2]
            leaf //= 2
        heap[1] = value
    for place in range(1, length // 2 + 1):
        leaf = place
        while 2 * leaf <= length:
            leaf *= 2
        sifted = heap[leaf]
        while leaf > place:
            heap[leaf] = heap[leaf // 2]
            leaf //= 2
        heap[place] = sifted
    return np.array(heap[1:], dtype=np.int64)


def heapsort_worst(length, lo, hi, rng):
    """See `_heapsort_ranks`; very long arrays, for which building it takes seconds, are rising instead."""
    return spread_over(_heapsort_ranks(length) if 1 < length <= LONGEST_HEAP else np.arange(length), lo, hi)


def merge_worst(length, lo, hi, rng):
    """Every merge of top-down merge sort compares to its last element: the ranks of the left half and of the right
    half alternate, on every level."""
    return spread_over(_merge_ranks(length), lo, hi)


@lru_cache(maxsize=16)
def _merge_ranks(length: int) -> np.ndarray:
    if length < 2:
        return np.arange(length)
    left, right = _merge_ranks(length // 2), _merge_ranks(length - length // 2)
    # The half with one more element takes ranks 0, 2, ..: both then end with the two largest.
    shift = length % 2
    return np.concatenate([2 * left + shift, 2 * right + 1 - shift])


def shell_gaps(length, lo, hi, rng):
    """Falling columns of rising elements, as many as the last gap of n/2, n/4, .. that divides those before it.

    All passes up to that gap find their columns sorted and move nothing; the rest meets them interleaved.
    """
    gap, columns = length // 2, 1
    while gap > 1 and (columns == 1 or columns % gap == 0):
        columns, gap = gap, gap // 2
    rows = -(-length // max(1, columns))
    index = np.arange(length)
    return spread_over(_dense((columns - 1 - index % columns) * rows + index // columns), lo, hi)


def _dense(values: np.ndarray) -> np.ndarray:
    ranks = np.empty(len(values), dtype=np.int64)
    ranks[np.argsort(values, kind="stable")] = np.arange(len(values))
    return ranks


def falling_runs(length, lo, hi, rng):
    """Rising blocks of falling runs, each of root length: long increasing subsequences with many choices."""
    size = max(1, int(length**0.5))
    index = np.arange(length)
    return spread_over(index // size * size + (size - 1 - index % size), lo, hi)


def with_pivots(pivots: Callable[[int], list[int]], moved: str) -> Callable[..., np.ndarray]:
    """Against a random pivot whose generator is known: the k-th pivot is the largest of the n-k elements left.

    `pivots(length)` are the places drawn for ranges of `length`, `length - 1`, and so on. `moved`: where the partition
    puts its pivot first, "last" (Lomuto) or "first" (with the pivot in front; the largest then ends at the end), or
    "kept" where it copies the others in order. The other side of each partition is empty, so that one number is drawn
    a partition.
    """

    def filler(length, lo, hi, rng):
        draws = pivots(length)
        ranks = np.zeros(length, dtype=np.int64)
        places = list(range(length))
        for step, size in enumerate(range(length, 0, -1)):
            at = draws[step]
            ranks[places[at]] = size - 1
            if moved == "kept":
                del places[at]
            elif moved == "last":
                places[at] = places[size - 1]
            else:
                places[at], places[0] = places[0], places[at]
                places[0] = places[size - 1]
        return spread_over(ranks, lo, hi)

    return filler


SORTING = by_name(
    Construction("median-of-3 killer", median_of_three_killer, "quicksort with the median of three", "Musser 1997"),
    Construction("middle pivot killer", middle_pivot_killer, "quicksort with the middle pivot", "McIlroy 1999"),
    Construction(
        "median-of-3 killer, samples sorted",
        sorted_samples_killer,
        "quicksort with the median of three",
        "Bentley and McIlroy 1993",
    ),
    Construction("merge sort worst", merge_worst, "merge sort", "Knuth, volume 3, section 5.2.4"),
    Construction("heapsort worst", heapsort_worst, "heapsort, heaps", "Suchenek 2015"),
    Construction("Shell gaps interleaved", shell_gaps, "Shell sort", STAB),
    Construction("falling runs", falling_runs, "insertion sort, longest increasing subsequences", STAB),
    Construction("introsort killer", introsort_killer, "sorting by std::sort", "Musser 1997"),
)
