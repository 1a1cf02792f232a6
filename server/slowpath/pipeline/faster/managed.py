"""On which inputs the speed of versions of a program is measured: the slow ones, and what stands for those among them
on which the program takes too long.

Theory of operation. An input on which the program is cut, and a version too, says nothing of how much faster that is.
Of the family of such an input (`engine.families`) the dearest member is taken on which the program ends, which
measuring its growth finds. Where these aren't slow, since what is slow stands at the end, the input is thinned. The
member is held against versions like any other input, and tells their gain; the input itself tells only whether a
version ends where the program doesn't. For that the program isn't run again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.format import InputFormat
from slowpath.model.optimizing import SlowEvidence
from slowpath.model.ports import Executor
from slowpath.model.verdict import Verdict
from slowpath.pipeline.faster.evidence import Answer
from slowpath.pipeline.faster.pacing import GROWTH_SHARE, Pace
from slowpath.pipeline.faster.scaling_of_both import Along, along

if TYPE_CHECKING:
    from slowpath.engine.families import Family

MOST_STOOD_FOR = 2
MOST_TRIED = 3
LEAST_S = 0.03
"""A member on which the program takes less says nothing of how much faster a version is where it takes long."""


@dataclass(frozen=True)
class Managed:
    """`inputs` are the (name, bytes) on which speed is measured, what tells most first. `of` maps the name of a member
    to that of the slow input that it stands for, `before` holds the program's only run on each that is too slow for
    it. `answers` are what the program prints on the members. `families` is how it was measured along the family of a
    slow input, by its bytes."""

    inputs: tuple[tuple[str, bytes], ...]
    of: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[bytes, Confirmation] = field(default_factory=dict)
    answers: tuple[Answer, ...] = ()
    families: Mapping[bytes, Along] = field(default_factory=dict)


def managed(
    original: Executor,
    fmt: InputFormat,
    slow: Sequence[SlowEvidence],
    first: Mapping[bytes, Confirmation],
    pace: Pace,
    *,
    stop: Callable[[], bool] = lambda: False,
) -> Managed:
    """What speed is measured on. `first` holds the program's runs on slow inputs, as far as there was time for them."""
    limits = pace.pair_limits()
    before = {data: ran for data, ran in first.items() if is_cut(ran) or ran.cpu_s >= limits.cpu_s}
    failed = {data for data, ran in first.items() if data not in before and ran.verdict is not Verdict.OK}
    families: dict[bytes, Along] = {}
    members: list[tuple[str, bytes]] = []
    of: dict[str, str] = {}
    answers: list[Answer] = []
    for each in [each for each in slow if each.data in before][:MOST_STOOD_FOR]:
        if stop():
            break
        for family in _families(fmt, each):
            measured = along(
                original,
                fmt,
                each.data,
                each.recipe,
                is_counted=pace.is_counted,
                is_known_cut=True,
                most_s=pace.share_s(GROWTH_SHARE),
                family=family,
            )
            answer = _answer(original, each.name, measured, limits) if measured is not None else None
            if measured is not None and answer is not None:
                families[each.data] = measured
                answers.append(answer)
                members.append(answer[:2])
                of[answer[0]] = each.name
                break
    ended = [(each.name, each.data) for each in slow if each.data not in before and each.data not in failed]
    cut = [(each.name, each.data) for each in slow if each.data in before]
    return Managed((*members, *ended, *cut), of, before, tuple(answers), families)


def _families(fmt: InputFormat, slow: SlowEvidence) -> Iterator[Family]:
    """The families of an input, the next one for where the members of the one before aren't slow."""
    from slowpath.engine.families import family_of, thinned
    from slowpath.inputs.sizes.saturate import boundaries

    bounds = boundaries(fmt)
    made = (family_of(fmt, bounds, slow.recipe, slow.data), thinned(fmt, bounds, slow.data))
    yield from (family for family in made if family is not None)


def is_cut(ran: Confirmation) -> bool:
    """Whether a run didn't come to its end for want of time."""
    return ran.cut or ran.verdict.is_out_of_time


def _answer(original: Executor, name: str, measured: Along, limits: RunLimits) -> Answer | None:
    """The member that stands for an input, with what the program prints on it."""
    for member in islice(measured.dearest_first(), MOST_TRIED):
        ran = original.confirm(member.data, limits, runs=1, keep_output=True)
        if is_cut(ran):
            continue  # Which members are run may hang on counts alone: what those take, each machine says.
        if ran.verdict is not Verdict.OK or ran.output is None or ran.cpu_s < LEAST_S:
            return None
        return f"{name} at {measured.family.variable} = {member.n:,}", member.data, ran.output
    return None
