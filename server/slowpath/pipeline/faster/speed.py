"""How much faster one program is than another: paired runs in turn, on the clean builds.

Both programs run on an input right after one another, each time in the other order, so that what slows the machine down
for a while slows both. A ratio is that of one pair; the interval comes from how the pairs differ (Student's t). A
speed-up whose interval reaches one is none. Where a large one does, so that noise alone can have hidden it, as many
pairs again are run (of long runs two more).

Looking twice is paid for: a 95% interval at each of two looks holds less often than that (91% of the time where the
second look always comes). Each look's interval is therefore one of 97.5%, so that both hold together 95% of the time,
and what is told has its coverage whatever decides whether there is a second look: repeated confidence intervals
(Jennison and Turnbull, Interim analyses: the repeated confidence interval approach, J. R. Statist. Soc. B 51, 1989),
with Bonferroni's bound in place of Pocock's constant (Group sequential methods in the design and analysis of clinical
trials, Biometrika 64, 1977), which holds for a known variance and leaves 5.2% of misses with one of five pairs. How
many pairs a look has hangs on how long runs take and how much time there is, not on how the two programs differ.

Where the program takes too long on an input (`Known.before`), how much faster a version is is told by the largest
input of the same family on which the program ends. The input itself says whether a version ends where the program
doesn't: there the program isn't run again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from slowpath.model.execution import Confirmation, RunLimits
from slowpath.model.ports import Executor
from slowpath.model.rewrite import InputSpeed, Speed

LOOKS, LONG_LOOKS = (5, 10), (3, 5)
"""After how many pairs the interval is looked at, first and last."""
LEAST_PAIRS = 3
LONG_S = 2.0
"""Runs this long are repeated less often: what differs between them is small beside them."""
_LEAST_S = 0.001
"""Shorter runs can't be told apart; a program that takes less is taken to take this long."""
CLEAR = 2.0
"""A ratio from which on it isn't in doubt that there is a gain."""
_STUDENT = {1: 25.452, 2: 6.205, 3: 4.177, 4: 3.495, 5: 3.163, 6: 2.969, 7: 2.841, 8: 2.752, 9: 2.685}
"""By degrees of freedom, how many standard errors a 97.5% interval reaches to each side."""


@dataclass(frozen=True)
class Known:
    """What is known before two programs are compared. `of` maps the name of an input to that of the one of whose family
    it is the largest member that the program manages. `before` holds the program's only run on the inputs on which it
    takes too long, `after` a version's first run on these, under `after_limits` where they are others than those of
    the comparison. `time_limit_s` is the problem's."""

    of: Mapping[str, str] = field(default_factory=dict)
    before: Mapping[bytes, Confirmation] = field(default_factory=dict)
    after: Mapping[bytes, Confirmation] = field(default_factory=dict)
    after_limits: RunLimits | None = None
    time_limit_s: float | None = None


def compared(
    before: Executor,
    after: Executor,
    inputs: Sequence[tuple[str, bytes]],
    limits: RunLimits,
    *,
    known: Known | None = None,
    stop: Callable[[], bool] = lambda: False,
    is_over: Callable[[], bool] = lambda: False,
    is_part: bool = False,
) -> Speed | None:
    """The speed of `after` over `before` on each (name, bytes); None where there is nothing to compare, or it was
    stopped before anything was. An input on which both are cut says nothing: it isn't run again, and is left out of
    the means where another one says something. Once it `is_over`, only what an interval on the first needs is run.
    Where `after` `is_part` of a version that is measured itself before it's shown, one pair with a clear gain is
    enough; its interval is then endless."""
    known = known or Known()
    made: list[tuple[InputSpeed, float]] = []
    for name, data in inputs:
        if stop() or (made and is_over() and data not in known.after):
            break
        pairs = _pairs(before, after, data, limits, known, lambda: stop() or is_over(), is_part)
        made.append(_told(pairs, name, data, known))
    if not made:
        return None
    speed = Speed(tuple(each for each, _ in made), 1.0, 1.0, 1.0, 1.0, known.time_limit_s)
    telling = speed.telling
    return Speed(
        speed.per_input,
        _mean([each.ratio for each in telling]),
        _mean([each.low for each in telling]),
        _mean([each.high for each in telling]),
        _mean([memory for each, memory in made if each in telling]),
        known.time_limit_s,
    )


Pairs = list[tuple[Confirmation, Confirmation]]


def _pairs(
    before: Executor,
    after: Executor,
    data: bytes,
    limits: RunLimits,
    known: Known,
    stop: Callable[[], bool],
    is_part: bool,
) -> Pairs:
    """The runs of both on an input, as many as an interval needs; of a part, as many as show whether it gains."""
    only = known.before.get(data)
    if only is not None:
        alone = known.after_limits or limits
        pairs = [(only, known.after.get(data) or after.confirm(data, alone, runs=1))]
        while not pairs[0][1].cut and len(pairs) < LEAST_PAIRS:
            pairs.append((only, after.confirm(data, alone, runs=1)))
        return pairs
    pairs = [_pair(before, after, data, limits)]
    says_nothing = all(run.cut for run in pairs[0])
    is_enough = says_nothing or (is_part and _logs(pairs)[0] >= math.log(CLEAR))
    looks = () if is_enough else LONG_LOOKS if max(run.cpu_s for run in pairs[0]) > LONG_S else LOOKS
    for wanted in looks:
        while len(pairs) < wanted and not (len(pairs) >= LEAST_PAIRS and stop()):
            pairs.append(_pair(before, after, data, limits, turned=len(pairs) % 2 == 1))
        if not _is_hidden(pairs):
            break
    return pairs


def _told(pairs: Pairs, name: str, data: bytes, known: Known) -> tuple[InputSpeed, float]:
    """What the runs say, and memory before over that after."""
    first, second = pairs[0]
    is_unmanaged = data in known.before
    says_nothing = second.cut if is_unmanaged else first.cut and second.cut
    mean, reach = (0.0, 0.0) if says_nothing else interval(_logs(pairs))
    limit_s = known.time_limit_s
    is_within = (
        limit_s is not None
        and not any(after.cut or after.cpu_s > limit_s for _, after in pairs)
        and all(before.cpu_s >= limit_s if before.cut else before.cpu_s > limit_s for before, _ in pairs)
    )
    speed = InputSpeed(
        name,
        len(data),
        min(before.cpu_s for before, _ in pairs),
        min(after.cpu_s for _, after in pairs),
        math.exp(mean),
        math.exp(mean - reach),
        math.exp(mean + reach),
        is_unmanaged or any(before.cut for before, _ in pairs),
        says_nothing,
        known.of.get(name, ""),
        is_within,
    )
    return speed, max(1, first.peak_rss_bytes) / max(1, second.peak_rss_bytes)


def _pair(
    before: Executor, after: Executor, data: bytes, limits: RunLimits, *, turned: bool = False
) -> tuple[Confirmation, Confirmation]:
    """A run of each; where `turned` that of `after` comes first."""
    if turned:
        second = after.confirm(data, limits, runs=1)
        return before.confirm(data, limits, runs=1), second
    first = before.confirm(data, limits, runs=1)
    return first, after.confirm(data, limits, runs=1)


def _logs(pairs: Sequence[tuple[Confirmation, Confirmation]]) -> list[float]:
    return [math.log(_seconds(first) / _seconds(second)) for first, second in pairs]


def _is_hidden(pairs: Sequence[tuple[Confirmation, Confirmation]]) -> bool:
    """Whether the gain is large and its interval reaches none all the same: the machine does something else beside."""
    mean, reach = interval(_logs(pairs))
    return mean >= math.log(CLEAR) and mean <= reach


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean of some measurements, and how far the interval of one look reaches to each side: 97.5%, so that two
    looks hold together 95% of the time. Infinitely far for a single value."""
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    return mean, _STUDENT.get(len(values) - 1, _STUDENT[9]) * spread / math.sqrt(len(values))


def _seconds(confirmation: Confirmation) -> float:
    return max(_LEAST_S, confirmation.cpu_s)


def _mean(ratios: Sequence[float]) -> float:
    return math.exp(sum(math.log(max(1e-12, ratio)) for ratio in ratios) / len(ratios))
