"""The parts of an input that distances are followed by, and equations of two of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from slowpath.faults.numbers import numbers_of
from slowpath.faults.sources.nearer import solved
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text

FACTORS = st.integers(-(10**6), 10**6).filter(bool)
CASES = from_text('t: int 1..9\ntests: cases[t]\n  n: int 1..9\n  a: int[n] 1..99\n  s: word 1..9 of "a-z"\n')


def test_numbers_and_letters_are_found_and_sizes_left_out():
    instance = parse(CASES, b"1\n2\n5 6\nab\n")
    assert [(number.name, number.value(instance)) for number in numbers_of(CASES, instance)] == [
        ("a", 5),
        ("a", 6),
        ("s", ord("a")),
        ("s", ord("b")),
    ]


def test_changing_one_leaves_the_instance_as_it_was():
    instance = parse(CASES, b"1\n2\n5 6\nab\n")
    _, second, letter, _ = numbers_of(CASES, instance)
    changed = letter.changed(second.changed(instance, 42), ord("z"))
    assert np.array_equal(changed["tests"][0]["a"], [5, 42]) and changed["tests"][0]["s"] == "zb"
    assert np.array_equal(instance["tests"][0]["a"], [5, 6]) and instance["tests"][0]["s"] == "ab"


def test_what_cannot_be_held_is_none():
    instance = parse(CASES, b"1\n2\n5 6\nab\n")
    numbers = numbers_of(CASES, instance)
    assert numbers[0].changed(instance, 1 << 70) is None
    assert numbers[-1].changed(instance, -5) is None


@given(FACTORS, FACTORS, st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_what_can_be_solved_is_solved(first, second, x, y):
    wanted = first * x + second * y
    found = list(solved(first, second, wanted))
    assert found
    assert all(first * one + second * two == wanted for one, two in found)


def test_what_has_no_solution_has_none():
    assert not list(solved(4, 6, 7))
