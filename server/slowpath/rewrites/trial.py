"""What building and running a model's version of a program showed, for the model's next round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from slowpath.model.rewrite import Speed

UNSAFE, FAILS, SLOW, STOPPED = "unsafe", "refused", "not-faster", "stopped"


@dataclass(frozen=True)
class TriedRewrite:
    """`kind` is "" for a version that agreed with the original wherever it was looked and is faster, else why it isn't
    taken, with `reasons` for the model. `results` is what a run on the tests showed (ECCO figure 9). `speed` is there
    for those that agreed."""

    kind: str = ""
    reasons: tuple[str, ...] = ()
    results: str = ""
    speed: Speed | None = None

    @property
    def gain(self) -> float:
        """How much faster it is, 0 for one that isn't taken."""
        return self.speed.geomean if not self.kind and self.speed is not None else 0.0


RewriteTrial = Callable[[bytes, str], TriedRewrite]
"""From a version's text and a name for it to what became of it."""
