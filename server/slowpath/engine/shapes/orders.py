"""Orders as codes: numbers that build a permutation step by step, which small worst cases often follow simply.

Descending order is "each is put below all before", the worst of middle-pivot quicksort is "swap element i with element
i // 2": as values these are hard to read, as codes they are constants and fractions. Both codes exist for every
permutation (Lehmer's code, and the swaps of Fisher and Yates).
"""

from __future__ import annotations

import numpy as np

_BUCKET = 2500


def ranks(values: np.ndarray) -> np.ndarray:
    """The place of each element in sorted order, equal ones in their order."""
    made = np.empty(len(values), dtype=np.int64)
    made[np.argsort(values, kind="stable")] = np.arange(len(values))
    return made


def inserted(code: np.ndarray) -> np.ndarray:
    """Ranks such that `code[i]` (clipped to 0..i) of the elements before element i are below it.

    O(n sqrt n): places are inserted into a list in buckets.
    """
    count = len(code)
    clipped = np.clip(code, 0, np.arange(count))
    buckets: list[list[int]] = [[]]
    for place, below in enumerate(clipped.tolist()):
        at, left = 0, below
        while left > len(buckets[at]):
            left -= len(buckets[at])
            at += 1
        buckets[at].insert(left, place)
        if len(buckets[at]) > 2 * _BUCKET:
            buckets[at : at + 1] = [buckets[at][:_BUCKET], buckets[at][_BUCKET:]]
    made = np.empty(count, dtype=np.int64)
    made[np.array([place for bucket in buckets for place in bucket], dtype=np.int64)] = np.arange(count)
    return made


def insertion_code(order: np.ndarray) -> np.ndarray:
    """The code from which `inserted` makes these ranks; for small ones, O(n^2)."""
    return np.array([int((order[:place] < order[place]).sum()) for place in range(len(order))], dtype=np.int64)


def swapped(code: np.ndarray) -> np.ndarray:
    """0, 1, 2 ... with element i swapped with element `code[i]` (clipped to 0..i), from the first i to the last."""
    made = list(range(len(code)))
    for place, other in enumerate(np.clip(code, 0, np.arange(len(code))).tolist()):
        made[place], made[other] = made[other], made[place]
    return np.array(made, dtype=np.int64)


def swap_code(order: np.ndarray) -> np.ndarray:
    """The code from which `swapped` makes these ranks."""
    left = order.tolist()
    at = {value: place for place, value in enumerate(left)}
    code = [0] * len(left)
    for place in range(len(left) - 1, -1, -1):
        other = at[place]
        code[place] = other
        left[other], left[place] = left[place], place
        at[left[other]] = other
    return np.array(code, dtype=np.int64)
