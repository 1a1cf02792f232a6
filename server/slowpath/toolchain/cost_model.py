"""The deterministic cost: about how many instructions a run takes, from what was counted. Pure.

    count = per_block * blocks + per_byte * input_bytes + per_output_byte * output_bytes + constant + per_extra * extra

Source: engine.md section 3; fitted per target against callgrind's instructions it had Spearman .992-1.0 and a median
error of 0-5.6%. The block sum alone misses parsing and printing, which run outside of the translation unit; the bytes
that are read and printed stand for them.
`extra` is cost that a target's own runtime counted (work inside Python's builtins, on blocks of memory in C++).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np


@dataclass(frozen=True)
class CostModel:
    """The coefficients, in instructions per block, per input byte, per run, per unit of extra and per byte printed."""

    per_block: float
    per_byte: float
    constant: float
    per_extra: float = 1.0
    per_output_byte: float = 0.0

    def count(self, blocks: int, input_bytes: int, extra: int = 0, output_bytes: int = 0) -> int:
        """The deterministic cost of a run; 0 or more. `input_bytes` are those that it read."""
        return max(
            0,
            round(
                self.per_block * blocks
                + self.per_byte * input_bytes
                + self.constant
                + self.per_extra * extra
                + self.per_output_byte * output_bytes
            ),
        )


INSTRUCTIONS_PER_CPU_S = 1_000_000_000
"""A low guess at what any machine does in a second; scores runs of which nothing but their cut is known."""


def cut_count(count: int, cpu_limit_s: float) -> int:
    """The score of a run that a limit cut: at least what the limit stands for, so that a run that was cut isn't
    ranked below one whose counters happened to be lost."""
    return max(count, round(cpu_limit_s * INSTRUCTIONS_PER_CPU_S))


def fit(
    blocks: Sequence[int], input_bytes: Sequence[int], output_bytes: Sequence[int], instructions: Sequence[int]
) -> CostModel:
    """The non-negative coefficients with the least squared relative error against measured instructions.

    Raises `ValueError` for fewer than two runs.
    """
    if len(instructions) < 2:
        raise ValueError("a fit needs at least two runs")
    measured = np.asarray(instructions, np.float64)
    columns = np.stack([np.asarray(each, np.float64) for each in (blocks, input_bytes, output_bytes)], axis=1)
    weighted = columns / measured[:, None]
    best, least = np.zeros(3), float(len(measured))
    for kept in (list(some) for size in (1, 2, 3) for some in combinations(range(3), size)):
        found, *_ = np.linalg.lstsq(weighted[:, kept], np.ones(len(measured)), rcond=None)
        error = float(((weighted[:, kept] @ found - 1.0) ** 2).sum())
        if found.min() >= 0 and error < least:
            best, least = np.zeros(3), error
            best[kept] = found
    return CostModel(float(best[0]), float(best[1]), 0.0, per_output_byte=float(best[2]))
