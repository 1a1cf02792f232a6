"""What the packages bench's outcomes come to, over groups of packages. Pure.

Of a group whose packages nobody may look at nothing is said but numbers and causes of general kinds.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from slowpath.bench.packages.found import LEARN, TEST, Package
from slowpath.bench.packages.jobs import FAILED, NONE, RIGHT, UNJUDGED, WRONG, FormatOutcome, Tried

INFERENCE_BOUND_S = 5.0


@dataclass(frozen=True)
class ReadingTotals:
    """A language model's readings over a group. `stand` counts packages, `shown` those of which something would be
    shown as likely to be valid, `judged` those of them whose setters' validators judge, and `unrefused` those of which
    they refuse nothing. `validators` accept all secret inputs, out of `validators_tried`; `secret` is a pair of inputs
    accepted and tried. `asked` counts questions."""

    packages: int
    stand: int
    shown: int
    judged: int
    unrefused: int
    validators: int
    validators_tried: int
    secret: tuple[int, int]
    asked: int
    median_rounds: float


@dataclass(frozen=True)
class FormatTotals:
    """Formats over a group. `secret` and `generated` are pairs of inputs accepted and tried, `slow` counts inferences
    over the bound. `sure` and `sure_inputs` are the verdicts and inputs of packages of which something would be shown
    as likely to be valid. `readings` are a language model's, None where none was asked."""

    group: str
    packages: int
    verdicts: dict[str, int]
    secret: tuple[int, int]
    generated: tuple[int, int]
    median_infer_s: float
    most_infer_s: float
    slow: int
    sure: dict[str, int]
    sure_inputs: tuple[int, int]
    causes: tuple[tuple[str, int], ...]
    readings: ReadingTotals | None = None

    @property
    def judged(self) -> int:
        """How many packages the share of right ones speaks of."""
        return self.packages - self.verdicts.get(UNJUDGED, 0)

    @property
    def right_share(self) -> float | None:
        """The share of right formats of those that could be judged."""
        return self.verdicts.get(RIGHT, 0) / self.judged if self.judged else None


def format_totals(group: str, outcomes: Sequence[FormatOutcome]) -> FormatTotals:
    """The totals of some outcomes, at least one."""
    times = [made.infer_s for made in outcomes]
    sure = [made for made in outcomes if made.is_sure]
    return FormatTotals(
        group,
        len(outcomes),
        _by_verdict(outcomes),
        _summed(made.secret for made in outcomes),
        _summed(made.generated for made in outcomes),
        statistics.median(times),
        max(times),
        sum(time > INFERENCE_BOUND_S for time in times),
        _by_verdict(sure),
        _summed(made.sure for made in sure),
        tuple(Counter(cause for made in outcomes for cause in made.causes).most_common()),
        _readings(outcomes),
    )


def _readings(outcomes: Sequence[FormatOutcome]) -> ReadingTotals | None:
    made = [one.reading for one in outcomes if one.reading is not None]
    if not made:
        return None
    sure = [one.sure for one in outcomes if one.reading is not None and one.is_sure]
    judged = [tried for tried in sure if tried.tried]
    validators = [one.secret for one in made if one.secret.tried]
    return ReadingTotals(
        len(made),
        sum(one.stands for one in made),
        len(sure),
        len(judged),
        sum(tried.accepted == tried.tried for tried in judged),
        sum(tried.accepted == tried.tried for tried in validators),
        len(validators),
        _summed(validators),
        sum(one.asked for one in made),
        statistics.median(one.rounds for one in made),
    )


def _by_verdict(outcomes: Sequence[FormatOutcome]) -> dict[str, int]:
    found = Counter(made.verdict for made in outcomes)
    return {name: found[name] for name in (RIGHT, WRONG, NONE, FAILED, UNJUDGED)}


def _summed(tried: Iterable[Tried]) -> tuple[int, int]:
    pairs = [(one.accepted, one.tried) for one in tried]
    return sum(accepted for accepted, _ in pairs), sum(count for _, count in pairs)


def groups_of(packages: Sequence[Package], with_halves: bool) -> list[tuple[str, list[str]]]:
    """Groups by title with the names of their packages: all, and apart those with statements in English and others;
    each for both halves where these are told apart. Empty ones are left out."""
    halves = (
        [(f"{half}: ", [one for one in packages if one.half == half]) for half in (LEARN, TEST)]
        if with_halves
        else [("", list(packages))]
    )
    made = []
    for title, part in halves:
        kinds = [
            ("all", part),
            ("in English", [one for one in part if one.is_english]),
            ("in other languages", [one for one in part if not one.is_english]),
        ]
        made += [
            (title + kind, [one.name for one in some])
            for kind, some in kinds
            if some and (kind == "all" or len(some) < len(part))
        ]
    return made
