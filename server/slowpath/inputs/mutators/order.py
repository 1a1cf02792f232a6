"""Rearrangements: which old element stands at each place afterwards. For arrays, rows, queries and characters."""

from __future__ import annotations

from typing import Any

import numpy as np

KEEPING = ("swapped", "block moved", "block reversed", "all reversed", "rotated", "block shuffled", "block sorted")
REPEATING = ("element copied", "block copied", "prefix repeated", "element held")


def below(count: int, rng: np.random.Generator) -> int:
    """A uniform integer in `0..count-1`; ten times as fast as `rng.integers` for one."""
    return int(rng.random() * count)


def block(length: int, rng: np.random.Generator) -> tuple[int, int]:
    """The ends `begin < end` of a block; short ones are likelier."""
    size = 1 + int(length * rng.random() ** 3)
    begin = below(length - size + 1, rng) if size < length else 0
    return begin, min(begin + size, length)


def rearranged(length: int, rng: np.random.Generator, repeats: bool = True, key: Any = None) -> tuple[np.ndarray, str]:
    """Places (0-based) for `length >= 2` elements, and what was done. Without `repeats` every element stays
    exactly once. `key` has the values by which a block may be sorted."""
    kinds = KEEPING + REPEATING if repeats else KEEPING
    kind = kinds[below(len(kinds), rng)]
    if kind == "block sorted" and key is None:
        kind = "block reversed"
    places = np.arange(length)
    begin, end = block(length, rng)
    match kind:
        case "swapped":
            a, b = below(length, rng), below(length, rng)
            places[a], places[b] = b, a
        case "block moved":
            rest = np.concatenate((places[:begin], places[end:]))
            at = below(rest.size + 1, rng)
            places = np.concatenate((rest[:at], places[begin:end], rest[at:]))
        case "block reversed":
            places[begin:end] = places[begin:end][::-1].copy()
        case "all reversed":
            places = places[::-1].copy()
        case "rotated":
            places = np.roll(places, 1 + below(length - 1, rng))
        case "block shuffled":
            places[begin:end] = rng.permutation(places[begin:end])
        case "block sorted":
            order = np.argsort(np.asarray(key[begin:end]), kind="stable")
            places[begin:end] = begin + (order if rng.random() < 0.5 else order[::-1])
        case "element copied":
            places[below(length, rng)] = below(length, rng)
        case "block copied":
            at = below(length - (end - begin) + 1, rng)
            places[at : at + end - begin] = np.arange(begin, end)
        case "prefix repeated":
            places %= 1 + below(max(length // 2, 1), rng)
        case "element held":
            places[begin:end] = below(length, rng)
    return places, kind
