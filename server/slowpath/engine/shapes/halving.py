"""Sequences by halves: what stands at a place follows from the way down to it, by left and right halves.

Whoever divides and conquers (a game, a tournament, a merge sort, a tree over an array) sees an array so. An automaton
of a few states goes down from the whole, the left half being the smaller one; in what state it comes to a single place
says what stands there. Of a power of two elements these are the morphic words of a doubling rule (Allouche and Shallit,
"Automatic Sequences", 2003): the Thue-Morse word and the period-doubling word have two states.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

MOST_STATES = 8


def final_states(length: int, turns: Sequence[int], states: int, places: np.ndarray) -> np.ndarray:
    """The state in which the way down to each place ends; it begins in state 0. `turns` has for each state the one of
    its left and of its right half; O(log length) steps over all places."""
    table = np.array(turns, dtype=np.int64).reshape(states, 2) % states
    begin, end = np.zeros(len(places), dtype=np.int64), np.full(len(places), length, dtype=np.int64)
    state = np.zeros(len(places), dtype=np.int64)
    for _ in range(max(1, length).bit_length()):
        middle = begin + (end - begin) // 2
        is_open, is_right = end - begin > 1, places >= middle
        state = np.where(is_open, table[state, is_right.astype(np.int64)], state)
        begin, end = np.where(is_open & is_right, middle, begin), np.where(is_open & ~is_right, middle, end)
    return state
