"""Orders that are worst for the dual-pivot quicksort with which Java sorts arrays of numbers.

Yaroslavskiy's sort takes five samples, sorts them in place and splits by two of them, in Java 7 to 13 the second and
the fourth, from 14 on the first and the last. Where the samples are the largest elements, two of them the pivots, all
the others stay in one part. So the values of the sampled places are chosen from the largest down while the sort's moves
are followed, as against any quicksort (McIlroy, "A killer adversary for quicksort", 1999).

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
    places = np.arange(length, dtype=np.int64)
    ranks = np.full(length, -1, dtype=np.int64)
    size, moved = length, 0
    while size >= _LEAST_OLD and moved < _MOST_MOVED:
        step = (size >> 3) + (size >> 6) + 1
        last, third = size - 1, (size - 1) >> 1
        second, fourth, fifth = third - step, third + step, third + 2 * step
        ranks[places[[second, third, fourth, fifth]]] = np.arange(size - 4, size)
        places[second], places[fourth] = places[0], places[last]
        # What lies between the pivots is carried along to the end: all behind it moves up by one.
        places[0], late = places[last - 2], places[last - 1]
        places[third : fifth - 1] = places[third + 1 : fifth]
        places[fifth - 1] = late
        places[fifth : last - 3] = places[fifth + 1 : last - 2]
        size -= 4
        moved += last - third
    return _filled(ranks)


@lru_cache(maxsize=4)
def _ranks_new(length: int) -> np.ndarray:
    """A level takes five elements: the pivots and the three between them."""
    places = np.arange(length, dtype=np.int64)
    ranks = np.full(length, -1, dtype=np.int64)
    size = length
    for _ in range(_LEVELS_NEW):
        if size < _LEAST_NEW:
            break
        step, last = (size >> 3) * 3 + 3, size - 1
        first, fifth = step, last - step
        third = (first + fifth) >> 1
        second, fourth = (first + third) >> 1, (third + fifth) >> 1
        ranks[places[[first, second, third, fourth, fifth]]] = np.arange(size - 5, size)
        places[[first, fifth, second, third, fourth]] = places[[0, last, last - 1, last - 2, last - 3]]
        places[0] = places[last - 4]
        size -= 5
    return _filled(ranks)


def _filled(ranks: np.ndarray) -> np.ndarray:
    """The places that no level has sampled hold the small elements, in random order: no runs that could be merged."""
    unknown = np.flatnonzero(ranks < 0)
    ranks[unknown] = np.random.default_rng(len(ranks)).permutation(len(unknown))
    return ranks


DUAL_PIVOT = by_name(
    Construction("dual-pivot killer, since Java 14", since_java_14, "Arrays.sort of numbers", "Yaroslavskiy 2009"),
    Construction("dual-pivot killer, until Java 13", until_java_13, "Arrays.sort of numbers", "Yaroslavskiy 2009"),
)
