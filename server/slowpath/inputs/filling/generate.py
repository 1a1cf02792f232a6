"""Inputs that are valid by construction (`draw`), and those that pass the checks of their format too (`checked`)."""

from __future__ import annotations

from functools import partial

import numpy as np

from slowpath.inputs.filling.checked import is_checked, satisfied, without_checks
from slowpath.inputs.filling.draw import draw_plain
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.printing import Instance
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.model.format import InputFormat

__all__ = ["CannotGenerate", "generate"]


def generate(fmt: InputFormat, plan: Plan, rng: np.random.Generator) -> Instance:
    """A valid instance that follows `plan` as far as the format allows.

    Raises `CannotGenerate`, which names the rule that couldn't be met, after a bounded number of attempts.
    """
    if is_checked(fmt):
        from slowpath.inputs.filling.grown import grown
        from slowpath.inputs.mutators.sites import change_plain

        plain = without_checks(fmt)
        return satisfied(
            fmt,
            partial(draw_plain, plain, plan, rng),
            lambda found: change_plain(plain, found, rng),
            lambda drawn: grown(fmt, drawn, rng),
            rng,
        )
    return draw_plain(fmt, plan, rng)


# One attempt
