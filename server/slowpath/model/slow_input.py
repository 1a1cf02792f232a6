"""A confirmed slow input: the product of a campaign."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.model.cost import Cost
from slowpath.model.origin import Origin
from slowpath.model.verdict import Verdict


@dataclass(frozen=True)
class SlowInput:
    """An input that was confirmed on the clean build. Its bytes lie in the store under `id`.

    `ratio` is its count over that of the slowest sample (or of the baseline where there is no sample).
    `profile_shape` groups inputs that are slow for the same reason. `found_at_execution` is the number of
    executions spent when it was found. `satisfies` are the ids of the constraints that its run satisfied.
    """

    id: str
    size: int
    cost: Cost
    ratio: float
    origin: Origin
    verdict: Verdict
    valid: bool
    found_at_execution: int
    instrument: str = "time"
    profile_shape: str = ""
    hits: dict[int, int] = field(default_factory=dict, hash=False, compare=False)
    satisfies: tuple[str, ...] = ()
