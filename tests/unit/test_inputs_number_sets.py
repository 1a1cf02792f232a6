"""Sets of numbers as sorted arrays: what numpy's own functions give."""

from __future__ import annotations

import numpy as np
import pytest

from slowpath.inputs.number_sets import are_among, different, parts_with_repetitions, without

RNG = np.random.default_rng(5)
ARRAYS = [
    np.empty(0, dtype=np.int64),
    np.array([7]),
    np.array([3, 3, 3]),
    RNG.integers(-5, 5, 40),
    RNG.integers(-(10**18), 10**18, 40),
    RNG.integers(0, 9, (6, 7)),
    RNG.integers(0, 4, 30) / 4,
    np.array([10**30, -(10**30), 10**30], dtype=object),
]


@pytest.mark.parametrize("values", ARRAYS)
@pytest.mark.parametrize("others", ARRAYS)
def test_they_are_those_of_numpy(values, others):
    assert different(values).tolist() == sorted(set(values.ravel().tolist()))
    left = sorted(set(values.ravel().tolist()) - set(others.ravel().tolist()))
    assert without(values, others).tolist() == left
    among = [[one in set(others.ravel().tolist()) for one in row] for row in np.atleast_2d(values).tolist()]
    assert np.atleast_2d(are_among(values, others)).tolist() == among


def test_parts_that_hold_a_value_twice():
    values, lengths = np.array([1, 2, 1, 4, 4, 4, 5, 5]), np.array([2, 0, 2, 1, 3])
    assert parts_with_repetitions(values, lengths).tolist() == [4]
    assert parts_with_repetitions(np.append(values, 5), np.append(lengths, 1)).tolist() == [4]
    assert parts_with_repetitions(values, np.array([3, 5])).tolist() == [0, 1]
    assert parts_with_repetitions(np.empty(0, dtype=np.int64), np.zeros(3, dtype=np.int64)).tolist() == []
    assert parts_with_repetitions(values, lengths.astype(object)).tolist() == [4], "lengths that are products"
