"""Orders that are worst for the dual-pivot quicksort with which Java sorts arrays of numbers.

Yaroslavskiy's sort takes five samples, sorts them in place and splits by two of them, in Java 7 to 13 the second and
the fourth, from 14 on the first and the last. Where the samples are the largest elements, two of them the pivots, all
the others stay in one part. So the values of the sampled places are chosen from the largest down while the sort's moves
are followed, as against any quicksort (McIlroy, "A killer adversary for quicksort", 1999).

Before it begins, the sort looks for runs and turns those around that descend: the first one, since Java 14, and until
Java 13 as many as it takes to give up (67). So what stands first isn't followed by something smaller, though it comes
to be a large one: the largest of all stands there. Until Java 13 the elements behind it make ascending runs of two.

Until Java 13 nothing ends that: the time is quadratic. From 14 on heapsort takes over behind 64 such levels, so that an
array costs these and heapsort instead of a handful of levels: of 1,000,000 random numbers in JDK 17 3.5 times (int) and
4.6 times (long) as much time, in JDK 25, which sorts ints by vector instructions, 1.1 and 3.6 times.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from slowpath.catalogue.construction import Construction, by_name
from slowpath.catalogue.spread import spread_over

_LEAST_OLD, _LEAST_NEW = 47, 66
"""What is smaller is sorted by insertion."""
_CHECKED_OLD, _RUNS_OLD = 286, 67
"""Until Java 13, so many elements are first looked at for runs, and so many runs are too many."""
_FRONT_OLD = 400
"""While there are so many, none of those in the first runs, but for the first two, is a sample."""
_LEVELS_NEW = 64
_MOST_MOVED = 1 << 31
"""Elements that are moved in all to follow the older sort: half a second. A long array is worst for its first levels
only, which are enough."""


def until_java_13(length, lo, hi, rng):
    """Against Java 7 to 13."""
    return spread_over(_ranks_old(length), lo, hi)


def since_java_14(length, lo, hi, rng):
    """Against Java 14 and newer."""
    return spread_over(_ranks_new(length), lo, hi)


@lru_cache(maxsize=4)
def _ranks_old(length: int) -> np.ndarray:
    """A level takes four elements: the pivots, what lies between them, and the largest."""
    is_checked = length >= _CHECKED_OLD
    places = np.arange(length, dtype=np.int64)
    ranks = np.full(length, -1, dtype=np.int64)
    size, top, moved = length, length, 0
    while size >= (_FRONT_OLD if is_checked else _LEAST_OLD) and moved < _MOST_MOVED:
        step = (size >> 3) + (size >> 6) + 1
        last, third = size - 1, (size - 1) >> 1
        second, fourth, fifth = third - step, third + step, third + 2 * step
        if is_checked and size == length:
            top = _put_largest(ranks)
        ranks[places[[second, third, fourth, fifth]]] = np.arange(top - 4, top)
        places[second], places[fourth] = places[0], places[last]
        if is_checked and size == length:
            places[1] = places[last - 1]
            last -= 1
        # What lies between the pivots is carried along to the end: all behind it moves up by one.
        places[0], late = places[last - 2], places[last - 1]
        places[third : fifth - 1] = places[third + 1 : fifth]
        places[fifth - 1] = late
        places[fifth : last - 3] = places[fifth + 1 : last - 2]
        size, top = last - 3, top - 4
        moved += last - third
    return _filled(ranks, 2 * _RUNS_OLD if is_checked else 0)


@lru_cache(maxsize=4)
def _ranks_new(length: int) -> np.ndarray:
    """A level takes five elements: the pivots and the three between them."""
    places = np.arange(length, dtype=np.int64)
    ranks = np.full(length, -1, dtype=np.int64)
    size, top = length, length
    for level in range(_LEVELS_NEW):
        if size < _LEAST_NEW:
            break
        step, last = (size >> 3) * 3 + 3, size - 1
        first, fifth = step, last - step
        third = (first + fifth) >> 1
        second, fourth = (first + third) >> 1, (third + fifth) >> 1
        if level == 0:
            top = _put_largest(ranks)
        ranks[places[[first, second, third, fourth, fifth]]] = np.arange(top - 5, top)
        places[first], places[fifth] = places[0], places[last]
        if level == 0:
            places[1] = places[last - 1]
            last -= 1
        places[[second, third, fourth, 0]] = places[[last - 1, last - 2, last - 3, last - 4]]
        size, top = last - 4, top - 5
    return _filled(ranks)


def _put_largest(ranks: np.ndarray) -> int:
    """The largest of all is the second one; returns the rank below which the others are."""
    ranks[1] = len(ranks) - 1
    return len(ranks) - 1


def _filled(ranks: np.ndarray, paired: int = 0) -> np.ndarray:
    """The places that no level has sampled hold the small elements, in random order: no runs that could be merged. The
    first so many go up and down by turns, from the place 2 on."""
    unknown = np.flatnonzero(ranks < 0)
    ranks[unknown] = np.random.default_rng(len(ranks)).permutation(len(unknown))
    low, high = np.sort(ranks[2 : 2 + paired]).reshape(2, -1)
    ranks[2 : 2 + paired] = np.column_stack([low, high]).ravel()
    return ranks


DUAL_PIVOT = by_name(
    Construction("dual-pivot killer, since Java 14", since_java_14, "Arrays.sort of numbers", "Yaroslavskiy 2009"),
    Construction("dual-pivot killer, until Java 13", until_java_13, "Arrays.sort of numbers", "Yaroslavskiy 2009"),
)
