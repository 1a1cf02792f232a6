"""Divisors of numbers, and columns of them."""

from __future__ import annotations

import numpy as np
import pytest
from format_laws import assert_every_source_follows
from hypothesis import given
from hypothesis import strategies as st

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.relations.factors import divisors
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import violations

FORMATS = [
    "D: int 1..60\nq: int 1..9\nrows[q]: v: int 1..D; u: int 1..D\nwhere D%v == 0\nwhere D%u == 0\n",
    "D: int -60..60\nq: int 1..9\nrows[q]: v: int -5..5; u: int 0..D+60\nwhere D%v == 0\n",
    "n: int 1..9\nk: int 1..5000\na: int[n] 1..k\nwhere k%a == 0\n",
    "n: int 1..9\nk: int 2..50\nrows[n]: a: int 1..500; b: int 0..9\nwhere a%k == 0\n",
]


@pytest.mark.parametrize("text", FORMATS)
def test_every_source_of_inputs_follows(text: str) -> None:
    assert_every_source_follows(text)


@given(st.integers(1, 20_000))
def test_divisors_are_those_that_leave_no_rest(number: int) -> None:
    assert list(divisors(number)) == [part for part in range(1, number + 1) if number % part == 0]


@pytest.mark.parametrize(
    ("factors", "count"),
    [
        ([999_983, 999_983], 3),
        ([1_000_003, 1_000_033], 4),
        ([10**9 + 7, 10**9 + 9], 4),
        ([2**61 - 1], 2),
        ([2] * 59, 60),
        ([1009] * 6, 7),
        ([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41], 8192),
    ],
)
def test_large_numbers_are_taken_apart(factors: list[int], count: int) -> None:
    found = divisors(int(np.prod(np.asarray(factors, dtype=object))))
    assert len(found) == count
    assert set(factors) <= set(found)
    assert all(found[-1] % part == 0 for part in found)


def test_what_can_t_be_taken_apart_has_no_divisors() -> None:
    assert divisors(0) == divisors((2**89 - 1) * (2**107 - 1)) == ()


def test_small_divisors_are_drawn_as_well_as_large_ones() -> None:
    fmt = from_text("D: int 963761198400..963761198400\nq: int 2000..2000\nrows[q]: v: int 1..D\nwhere D%v == 0\n")
    instance = generate(fmt, Plan(), np.random.default_rng(1))
    assert violations(fmt, instance) == []
    drawn = np.asarray(instance["v"])
    assert len(set(drawn.tolist())) > 1000
    assert (drawn < 10**6).mean() > 0.3


@pytest.mark.parametrize("rows", ["rows[q]: v: int 1..1000000", "v: int[q] 1..1000000", "v: int[q] 1..D"])
def test_numbers_beyond_64_bits_have_divisors_within_them(rows: str) -> None:
    fmt = from_text(f"D: int {10**24}..{10**24 + 10**6}\nq: int 9..9\n{rows}\nwhere D%v == 0\n")
    for seed in range(5):
        assert violations(fmt, generate(fmt, Plan(), np.random.default_rng(seed))) == []


def test_a_number_of_thousands_of_digits_is_given_up_at_once() -> None:
    assert divisors(10**4000 + 1) == ()
    assert len(divisors(2**4000)) == 4001
