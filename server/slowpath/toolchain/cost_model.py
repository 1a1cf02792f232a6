"""The deterministic cost: about how many instructions a run takes, from what was counted. Pure.

    count = per_block * blocks + per_byte * input_bytes + constant + per_extra * extra

Source: engine.md section 3; fitted per target against callgrind's instructions it had Spearman .992-1.0 and a median
error of 0-5.6%. The block sum alone misses parsing, which runs outside of the translation unit; the bytes stand for it.
`extra` is cost that a target's own runtime counted (work inside Python's builtins).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class CostModel:
    """The coefficients, in instructions per block, per input byte, per run and per unit of extra."""

    per_block: float
    per_byte: float
    constant: float
    per_extra: float = 1.0

    def count(self, blocks: int, input_bytes: int, extra: int = 0) -> int:
        """The deterministic cost of a run; 0 or more."""
        return max(0, round(self.per_block * blocks + self.per_byte * input_bytes + self.constant
                            + self.per_extra * extra))


INSTRUCTIONS_PER_CPU_S = 1_000_000_000
"""A low guess at what any machine does in a second; scores runs of which nothing but their cut is known."""


def cut_count(count: int, cpu_limit_s: float) -> int:
    """The score of a run that a limit cut: at least what the limit stands for, so that a run that was cut isn't
    ranked below one whose counters happened to be lost."""
    return max(count, round(cpu_limit_s * INSTRUCTIONS_PER_CPU_S))


def fit(blocks: Sequence[int], input_bytes: Sequence[int], instructions: Sequence[int],
        constant: float = 0.0) -> CostModel:
    """The non-negative coefficients with the least squared relative error against measured instructions.

    Raises `ValueError` for fewer than two runs.
    """
    if len(instructions) < 2:
        raise ValueError("a fit needs at least two runs")
    measured = np.asarray(instructions, np.float64)
    columns = np.stack([np.asarray(blocks, np.float64), np.asarray(input_bytes, np.float64)], axis=1)
    weighted = columns / measured[:, None]
    wanted = (measured - constant) / measured
    both, *_ = np.linalg.lstsq(weighted, wanted, rcond=None)
    if both.min() >= 0:
        return CostModel(float(both[0]), float(both[1]), constant)
    alone = [float(weighted[:, i] @ wanted) / max(float(weighted[:, i] @ weighted[:, i]), 1e-300) for i in (0, 1)]
    errors = [float(((weighted[:, i] * alone[i] - wanted) ** 2).sum()) for i in (0, 1)]
    first = errors[0] <= errors[1]
    return CostModel(max(0.0, alone[0]) if first else 0.0, 0.0 if first else max(0.0, alone[1]), constant)
