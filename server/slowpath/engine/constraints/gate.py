"""The fidelity gate as the engine sees it: a callable that judges checkers, asked once at the end of a campaign.

It builds and runs the program, which is outside of the engine's power and of the search's budget; that it fails is
said and hinders nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from slowpath.engine.constraints.watch import ConstraintWatch
from slowpath.errors import SlowpathError
from slowpath.model.campaign import Warned
from slowpath.model.constraint import CheckerVerdict, Constraint

Gate = Callable[[Sequence[Constraint], "bytes | None", "bytes | None", Sequence[bytes]], Sequence[CheckerVerdict]]
"""Constraints, the pair's slow and fast input (None without a pair), and other valid inputs; a verdict for each
constraint, in their order."""

MOST_JUDGED = 8
MOST_OTHERS = 12


def judge_checkers(
    gate: Gate, watch: ConstraintWatch, slow: bytes | None, fast: bytes | None, others: Sequence[bytes]
) -> Warned | None:
    """Asks the gate about the shown constraints, those with the best evidence first; a failure as a warning."""
    shown = watch.best_shown(MOST_JUDGED)
    if not shown:
        return None
    inputs = [data for data in dict.fromkeys(others) if data not in (slow, fast)][:MOST_OTHERS]
    try:
        verdicts = gate(shown, slow, fast, inputs)
    except SlowpathError as error:
        return Warned("checkers-unjudged", f"The checkers weren't judged: {error.message}", error.remedy)
    for constraint, verdict in zip(shown, verdicts, strict=True):
        watch.verdict(constraint.id, verdict)
    return None
