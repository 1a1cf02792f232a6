"""Sets of numbers, as sorted arrays without repetitions.

numpy's own functions hash since version 2.3 where no places are asked for, which takes 40 times as long as sorting on
200,000 different numbers (125 ms against 3).
"""

from __future__ import annotations

import numpy as np


def different(values: np.ndarray) -> np.ndarray:
    """The different values in their order, as `np.unique` gives them."""
    ordered = np.sort(values, axis=None)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if ordered.size else ordered


def without(values: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The different values in their order that aren't among others, as `np.setdiff1d` gives them."""
    own = different(values)
    return own[~are_among(own, others)]


def are_among(values: np.ndarray, others: np.ndarray) -> np.ndarray:
    """A mask of the values that are among others, as `np.isin` gives it."""
    if not others.size:
        return np.zeros(values.shape, dtype=bool)
    ordered = np.sort(others, axis=None)
    return ordered[np.minimum(np.searchsorted(ordered, values), ordered.size - 1)] == values


def parts_with_repetitions(values: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Which of the consecutive parts of so many values each hold one twice, by their places."""
    parts = np.repeat(np.arange(lengths.size), lengths.astype(np.int64))
    order = np.lexsort((values, parts))
    parts, values = parts[order], values[order]
    return different(parts[1:][(parts[1:] == parts[:-1]) & (values[1:] == values[:-1])])
