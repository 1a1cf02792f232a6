"""The rules by which evidence becomes a status, over made-up costs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slowpath.analysis.evidence import (
    ENOUGH,
    ENOUGH_TO_REFUTE,
    LARGEST_MISSING,
    NOT_SLOWER,
    PERHAPS_CHANCE,
    SIZE_ALONE,
    SIZES_APART,
    TOO_LITTLE,
    Sample,
    compared,
    elements_of,
    judged,
    separating_factor,
)
from slowpath.model.constraint import CANDIDATE, CONFIRMED, HYPOTHESIS, REFUTED, ConstraintEvidence


def side(costs, sizes=100) -> Sample:
    costs = np.asarray(costs, dtype=float)
    return Sample(costs, np.broadcast_to(np.asarray(sizes), costs.shape))


def around(cost: float, count: int) -> list[float]:
    """Costs within a tenth of one, none like another."""
    return [cost * (0.9 + 0.2 * place / max(1, count - 1)) for place in range(count)]


def status(satisfying: Sample, violating: Sample, hot: bool = False) -> tuple[str, str]:
    ratio = float(satisfying.costs.mean() / violating.costs.mean()) if len(satisfying) and len(violating) else None
    comparison = compared(satisfying, violating)
    evidence = ConstraintEvidence(
        len(satisfying), len(violating), ratio, sized_ratio=comparison.sized_ratio if comparison else None
    )
    return judged(evidence, comparison, (len(satisfying), len(violating)), hot)


GROWING = np.arange(10, 1000, 25)
CASES = [
    ("nothing ran", side([]), side([]), CANDIDATE, ""),
    ("only violating", side([]), side(around(10, 50)), CANDIDATE, ""),
    ("slower by far", side(around(1000, 20)), side(around(10, 20)), CONFIRMED, ""),
    ("slower by far, just enough", side(around(1000, ENOUGH)), side(around(10, ENOUGH)), CONFIRMED, ""),
    ("slower by far, too few", side(around(1000, ENOUGH - 1)), side(around(10, 3)), HYPOTHESIS, ""),
    ("slower by half", side(around(150, 20)), side(around(100, 20)), HYPOTHESIS, TOO_LITTLE),
    ("alike", side(around(100, 40)), side(around(100, 40)), REFUTED, NOT_SLOWER),
    ("faster", side(around(10, 20)), side(around(100, 20)), REFUTED, NOT_SLOWER),
    ("faster, too few to refute", side(around(10, ENOUGH_TO_REFUTE - 1)), side(around(100, 40)), CANDIDATE, ""),
    ("one slow among many", side([*around(10, 30), 1e6]), side(around(10, 30)), REFUTED, NOT_SLOWER),
    (
        "large, in a linear program",
        side(GROWING[27:] * 7.0, GROWING[27:]),
        side(GROWING[:27] * 7.0, GROWING[:27]),
        HYPOTHESIS,
        SIZE_ALONE,
    ),
    (
        "large, in a quadratic program",
        side(GROWING[27:] ** 2.0, GROWING[27:]),
        side(GROWING[:27] ** 2.0, GROWING[:27]),
        CONFIRMED,
        "",
    ),
    (
        "bad at its size, where few of its size were run",
        side([*around(10**6, 20), 9000, 9500], [10**5] * 20 + [100] * 2),
        side([*around(10, 20), 100, 9200], [4] * 20 + [100] * 2),
        HYPOTHESIS,
        PERHAPS_CHANCE,
    ),
    ("large alone, never compared", side(around(10**6, 20), 10**6), side(around(10, 20), 10), HYPOTHESIS, SIZES_APART),
    (
        "bad at its size, but the largest are others",
        side([*around(900, 20)], 10),
        side([*around(90, 20), *around(10**6, 30)], [10] * 20 + [10**5] * 30),
        HYPOTHESIS,
        LARGEST_MISSING,
    ),
    (
        "bad at each size, but most that satisfy are tiny",
        side([*around(20, 80), *around(9000, 20)], [10] * 80 + [1000] * 20),
        side([*around(15, 6), *around(1500, 60)], [10] * 6 + [1000] * 60),
        CONFIRMED,
        "",
    ),
    ("bad at every size", side(GROWING**2.0, GROWING), side(GROWING * 3.0, GROWING), CONFIRMED, ""),
]


@pytest.mark.parametrize(
    ("satisfying", "violating", "expected", "reason"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_evidence_becomes_a_status_with_its_reason(satisfying, violating, expected, reason):
    assert status(satisfying, violating) == (expected, reason)


@pytest.mark.parametrize(
    ("satisfying", "violating", "expected"),
    [
        (side([]), side(around(10, 50)), HYPOTHESIS),
        (side(around(10, 2)), side(around(100, 40)), HYPOTHESIS),
        (side(around(100, 40)), side(around(100, 40)), REFUTED),
        (side(around(1000, 20)), side(around(10, 20)), CONFIRMED),
    ],
)
def test_hot_lines_make_a_hypothesis_but_neither_confirm_nor_save(satisfying, violating, expected):
    assert status(satisfying, violating, hot=True)[0] == expected


@given(st.lists(st.floats(1, 1e9), min_size=12, max_size=40), st.lists(st.floats(1, 1e9), min_size=12, max_size=40))
def test_a_constraint_and_its_opposite_are_never_both_confirmed(some, others):
    one, other = status(side(some), side(others))[0], status(side(others), side(some))[0]
    assert not (one == CONFIRMED and other == CONFIRMED)
    if one == CONFIRMED:
        assert other in (REFUTED, CANDIDATE)


@pytest.mark.parametrize(
    ("slow", "fast", "factor"),
    [
        (100.0, 1.0, 10.0),
        (9.0, 4.0, 6.0),
        (3000.0, 7.0, 140.0),
        (1.0, 0.0, 0.5),
        (300.0, 0.0, 150.0),
        (1.5, 1.0, 1.2),
        (1.4, 1.0, None),
        (1.0, 2.0, None),
        (0.0, 0.0, None),
    ],
)
def test_a_fitted_factor_is_round_and_between(slow, fast, factor):
    made = separating_factor(slow, fast)
    assert made == factor if factor is None else made == pytest.approx(factor)


@given(st.floats(0, 1e12, allow_subnormal=False), st.floats(0, 1e12, allow_subnormal=False))
def test_a_fitted_factor_separates_the_pair_that_it_was_fitted_to(slow, fast):
    factor = separating_factor(slow, fast)
    assert factor is None or fast < factor <= slow


@pytest.mark.parametrize(
    ("data", "elements"),
    [(b"", 1), (b"7\n", 1), (b"3\n1 2 3\n", 4), (b"1 1000000 1000000000\n", 3), (b"a" * 800, 100), (b"1\n" * 50, 50)],
)
def test_size_is_counted_in_elements(data, elements):
    assert elements_of(data) == elements
