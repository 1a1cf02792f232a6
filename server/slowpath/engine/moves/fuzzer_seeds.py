"""What a fuzzer of bytes starts from: the samples, and a random input of the largest sizes for each boundary.

Size is what such fuzzers come to last, if at all: from samples alone they find next to nothing of what a saturated
input of random content shows at once (engine.md, section 5), so they are given one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from slowpath.inputs.filling.generate import CannotGenerate, generate
from slowpath.inputs.filling.plan import Boundary, Plan
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.model.format import InputFormat

MOST_BOUNDARIES = 4
SMALLER = 0.7


def fuzzer_seeds(fmt: InputFormat, samples: Sequence[bytes], seed: int, most_bytes: int) -> list[bytes]:
    """Valid inputs of at most `most_bytes` each, no two alike; where a boundary is too large, the largest below it."""
    made = [sample for sample in samples if 0 < len(sample) <= most_bytes]
    made.extend(_saturated(fmt, np.random.default_rng([seed, *b"fuzzer-seeds"]), most_bytes))
    return list(dict.fromkeys(made))


def _saturated(fmt: InputFormat, rng: np.random.Generator, most_bytes: int) -> Iterator[bytes]:
    for boundary in boundaries(fmt)[:MOST_BOUNDARIES]:
        sizes = dict(boundary.sizes)
        while True:
            data = _random_at(fmt, boundary, sizes, rng)
            if 0 < len(data) <= most_bytes:
                yield data
            if len(data) <= most_bytes or max(sizes.values(), default=0) <= 1:
                break
            sizes = {name: max(min(size, 1), int(SMALLER * size)) for name, size in sizes.items()}


def _random_at(fmt: InputFormat, boundary: Boundary, sizes: dict[str, int], rng: np.random.Generator) -> bytes:
    """A random input of these sizes; b"" where none can be made."""
    try:
        return print_input(fmt, generate(fmt, Plan(sizes=sizes, cases=boundary.cases), rng))
    except CannotGenerate:
        return b""
