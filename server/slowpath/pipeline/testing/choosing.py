"""Chooses the tests among the inputs that may become some: what kills most, each confirmed on the clean builds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from slowpath.model.testset import ChosenTest, Group, LeftOut, Opponent, OpponentOutcome
from slowpath.pipeline.testing.judging import SMALL_BYTES
from slowpath.pipeline.testing.pool import Pool
from slowpath.pipeline.testing.problem import TestSetSpec

LEAST_CHOOSING_S, CHOOSING_SHARE = 5.0, 0.13
"""Tests are confirmed for so long, or for so large a share of the seconds, also where these are over."""
LEAST_SMALL_LATER_S, SMALL_LATER_SHARE = 3.0, 0.07
"""And small ones, which take little time, for so long or such a share after all others."""
STOPPED_S = 1.0
"""For so long where it was stopped."""


@dataclass(frozen=True)
class ChoosingTime:
    """How long tests are chosen: `clock` gives the seconds of the whole run, which has `seconds`, and `stop` says that
    somebody ended it."""

    clock: Callable[[], float]
    stop: Callable[[], bool]
    seconds: float

    def is_late(self, began_s: float) -> bool:
        """Whether large tests are left out now, `began_s` being when the choice began."""
        took_s = self.clock() - began_s
        if self.stop():
            return took_s >= STOPPED_S
        return took_s >= max(LEAST_CHOOSING_S, CHOOSING_SHARE * self.seconds) and self.clock() >= self.seconds

    def is_over(self, late_s: float) -> bool:
        """Whether small ones are left out too, `late_s` being when it was late."""
        least_s = max(LEAST_SMALL_LATER_S, SMALL_LATER_SHARE * self.seconds)
        return self.stop() or self.clock() - late_s >= least_s


def choose_tests(
    pool: Pool,
    opponents: Sequence[Opponent],
    outcomes: Mapping[str, OpponentOutcome],
    spec: TestSetSpec,
    time: ChoosingTime,
) -> tuple[tuple[ChosenTest, ...], list[LeftOut]]:
    """The samples and then what is worth most; and what was left out since its answer couldn't be confirmed.
    `outcomes` are what became of the opponents by name."""
    from slowpath.testsets.cover import Cover, Pick, Scored
    from slowpath.testsets.features import features_of
    from slowpath.testsets.naming import named

    killers: dict[str, set[str]] = {}
    for outcome in outcomes.values():
        for kill in outcome.kills:
            killers.setdefault(kill.test, set()).add(outcome.opponent)
    scored = {
        name: Scored(each.proposed, frozenset(killers.get(name, ())), features_of(each.proposed, each.ran), each.answer)
        for name, each in pool.inputs.items()
    }
    samples = [each for each in scored.values() if each.proposed.group is Group.SAMPLE]
    names = {each.name: _shown_name(each) for each in opponents}
    cover = Cover(list(scored.values()), names, spec.most_bytes, samples, small_bytes=SMALL_BYTES)
    chosen: list[tuple[Pick, bytes, float]] = [
        (Pick(sample, "given"), pool.right.given_answer(pool.inputs[sample.proposed.id]), 0.0) for sample in samples
    ]
    left_out: list[LeftOut] = []
    began_s = time.clock()
    late_s: float | None = None
    while len(chosen) - len(samples) < spec.most:
        if late_s is None and time.is_late(began_s):
            late_s = time.clock()
        if late_s is not None and time.is_over(late_s):
            break
        pick = cover.next(SMALL_BYTES if late_s is not None else None)
        if pick is None:
            break
        confirmed = pool.confirmed(pool.inputs[pick.scored.proposed.id])
        if isinstance(confirmed, LeftOut):
            left_out.append(confirmed)
            continue
        cover.take(pick)
        chosen.append((pick, *confirmed))
    tests = named([ChosenTest("", pick.scored.proposed, pick.reason, answer, took) for pick, answer, took in chosen])
    return tests, left_out


def on_what_is_left(outcomes: Iterable[OpponentOutcome], left_out: Iterable[LeftOut]) -> tuple[OpponentOutcome, ...]:
    """What became of opponents, without their failures on inputs that couldn't become tests after all."""
    lost = {each.input_id for each in left_out}
    return tuple(
        replace(outcome, kills=tuple(kill for kill in outcome.kills if kill.test not in lost)) for outcome in outcomes
    )


def _shown_name(opponent: Opponent) -> str:
    """An opponent for people."""
    return f"{opponent.name} ({opponent.change})" if opponent.change else opponent.name
