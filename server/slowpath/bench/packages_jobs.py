"""What the packages bench's processes hand to each other: values only."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

RIGHT, WRONG, NONE, UNJUDGED, FAILED = "right", "wrong", "none", "unjudged", "failed"
LEAST_VALID = 0.99


@dataclass(frozen=True)
class FormatJob:
    """Infer the format of the package in `folder` from its statement, its samples and `program` alone, and judge it by
    all its secret inputs and by `count` generated ones, each for `budget_s` seconds at most."""

    folder: Path
    program: Path
    count: int
    seed: int
    budget_s: float


@dataclass(frozen=True)
class Tried:
    """How many inputs were tried and accepted. `left_out` are those for which no time was left, `reasons` what was said
    of the first ones that were refused, with counts."""

    tried: int = 0
    accepted: int = 0
    left_out: int = 0
    reasons: tuple[tuple[str, int], ...] = ()

    @property
    def share(self) -> float | None:
        """The accepted share of what was tried, None where nothing was."""
        return self.accepted / self.tried if self.tried else None


@dataclass(frozen=True)
class FormatOutcome:
    """What came of one package's format.

    `why_none` says why there is no format ("" where there is one), `secret` what the format said of the setters'
    inputs, `generated` what their validators, named in `judges`, said of inputs made from it. `remarks` are about
    validators that don't take part, `causes` the general kinds of what is wrong, without anything of the package.
    `infer_s` is wall time, `failure` an exception of ours.
    """

    package: str
    program: str = ""
    why_none: str = ""
    secret: Tried = Tried()
    generated: Tried = Tried()
    judges: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()
    infer_s: float = 0.0
    elapsed_s: float = 0.0
    format_text: str = ""
    failure: str = ""

    @property
    def verdict(self) -> str:
        """Right, wrong, none, failed, or unjudged where no validator says anything and no secret input speaks against
        it. A package that holds no secret inputs is judged by its validators alone."""
        if self.failure or self.why_none:
            return FAILED if self.failure else NONE
        secret, generated = self.secret.share, self.generated.share
        if (secret is not None and secret < 1) or (generated is not None and generated < LEAST_VALID):
            return WRONG
        return UNJUDGED if generated is None else RIGHT
