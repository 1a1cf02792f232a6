"""The styles in which words of small inputs are drawn."""

from __future__ import annotations

import numpy as np

from slowpath.faults.sources.styles import holding


def test_words_hold_a_text_of_the_program_once_several_times_or_nearly():
    fill, rng = holding(["ae"]), np.random.default_rng(0)
    words = [fill(6, "abcdefghij", rng) for _ in range(400)]
    assert {len(word) for word in words} == {6}
    counts = [word.count("ae") for word in words]
    assert set(counts) == {0, 1, 2, 3}
    assert counts.count(1) > counts.count(2) > 10


def test_a_text_that_is_too_long_or_of_other_letters_is_left_out():
    fill, rng = holding(["abc", "xy"]), np.random.default_rng(0)
    assert {fill(2, "abc", rng) for _ in range(200)} == {first + second for first in "abc" for second in "abc"}
