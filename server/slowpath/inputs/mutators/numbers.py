"""Changes of integers: single elements, runs, steps."""

from __future__ import annotations

import numpy as np

from slowpath.inputs.mutators.order import below, block
from slowpath.inputs.sizes.assign import random_int

_KINDS = (
    "element",
    "element",
    "neighbour",
    "to bound",
    "small step",
    "run",
    "ramp",
    "block shifted",
    "several elements",
    "two values",
)


def changed_ints(values: np.ndarray, lo: int, hi: int, rng: np.random.Generator) -> tuple[np.ndarray, str]:
    """A changed copy of one or more integers (int64 or object) and what was done; may leave the bounds."""
    made, length = values.copy(), len(values)
    kind = _KINDS[below(len(_KINDS), rng)]
    at = below(length, rng)
    begin, end = block(length, rng)
    match kind:
        case "element":
            made[at] = number(lo, hi, rng)
        case "neighbour":
            made[at] = _within(int(values[below(length, rng)]) + below(3, rng) - 1, lo, hi)
        case "to bound":
            made[at] = lo if rng.random() < 0.5 else hi
        case "small step":
            made[at] = _within(int(values[at]) + _step(rng), lo, hi)
        case "run":
            made[begin:end] = made[at] if rng.random() < 0.5 else number(lo, hi, rng)
        case "ramp":
            made[begin:end] = _ramp(int(values[begin]), _step(rng), end - begin, lo, hi, values.dtype)
        case "block shifted":
            shift = _step(rng)
            made[begin:end] = (
                [_within(value + shift, lo, hi) for value in values[begin:end].tolist()]
                if values.dtype.kind == "O"
                else np.clip(values[begin:end], lo - min(shift, 0), hi - max(shift, 0)) + shift
            )
        case "several elements":
            for _ in range(2 + below(4, rng)):
                made[below(length, rng)] = number(lo, hi, rng)
        case "two values":
            made[begin:end:2] = number(lo, hi, rng)
    return made, kind


def number(lo: int, hi: int, rng: np.random.Generator) -> int:
    """A value of `lo..hi`: uniform, or near a bound, or small in magnitude, since these are special."""
    choice = rng.random()
    if choice < 0.5:
        return random_int(lo, hi, rng)
    near = min(hi - lo, 1 << below(6, rng))
    if choice < 0.7:
        return lo + random_int(0, near, rng)
    if choice < 0.9:
        return hi - random_int(0, near, rng)
    return _within(below(10, rng), lo, hi)


def _step(rng: np.random.Generator) -> int:
    size = 1 << below(5, rng)
    return size if rng.random() < 0.5 else -size


def _within(value: int, lo: int, hi: int) -> int:
    return min(max(value, lo), hi)


def _ramp(first: int, step: int, count: int, lo: int, hi: int, dtype: np.dtype) -> np.ndarray:
    """An arithmetic progression that stops at the bounds."""
    if dtype.kind == "O":
        return np.array([_within(first + step * place, lo, hi) for place in range(count)], dtype=object)
    room = (hi - first) // step if step > 0 else (first - lo) // -step
    return first + step * np.minimum(np.arange(count), min(max(room, 0), count))
