"""Chooses the tests among the inputs that may become some: what kills most, each confirmed on the clean builds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from slowpath.model.testset import ChosenTest, Group, LeftOut, Opponent, OpponentOutcome
from slowpath.pipeline.testing.judging import Answered, RightPrograms
from slowpath.pipeline.testing.problem import TestSetSpec


def choose_tests(
    pool: Mapping[str, Answered],
    opponents: Sequence[Opponent],
    outcomes: Mapping[str, OpponentOutcome],
    right: RightPrograms,
    spec: TestSetSpec,
    clock: Callable[[], float],
    is_late: Callable[[float], bool],
) -> tuple[tuple[ChosenTest, ...], list[LeftOut]]:
    """The samples and then what is worth most, until it is late (asked with the `clock` when choosing began); and
    what was left out since its answer couldn't be confirmed. `pool` has the inputs by id, `outcomes` what became of the
    opponents by name."""
    from slowpath.testsets.cover import Cover, Pick, Scored
    from slowpath.testsets.features import features_of
    from slowpath.testsets.naming import named

    killers: dict[str, set[str]] = {}
    for outcome in outcomes.values():
        for kill in outcome.kills:
            killers.setdefault(kill.test, set()).add(outcome.opponent)
    scored = {
        name: Scored(each.proposed, frozenset(killers.get(name, ())), features_of(each.proposed, each.ran))
        for name, each in pool.items()
    }
    samples = [each for each in scored.values() if each.proposed.group is Group.SAMPLE]
    cover = Cover(list(scored.values()), {each.name: _shown_name(each) for each in opponents}, spec.most_bytes, samples)
    chosen: list[tuple[Pick, bytes, float]] = [
        (Pick(sample, "given"), right.given_answer(pool[sample.proposed.id]), 0.0) for sample in samples
    ]
    left_out: list[LeftOut] = []
    began_s = clock()
    while len(chosen) - len(samples) < spec.most and not is_late(began_s):
        pick = cover.next()
        if pick is None:
            break
        confirmed = right.confirmed(pool[pick.scored.proposed.id])
        if isinstance(confirmed, LeftOut):
            left_out.append(confirmed)
            continue
        cover.take(pick)
        chosen.append((pick, *confirmed))
    tests = named([ChosenTest("", pick.scored.proposed, pick.reason, answer, took) for pick, answer, took in chosen])
    return tests, left_out


def _shown_name(opponent: Opponent) -> str:
    """An opponent for people."""
    return f"{opponent.name} ({opponent.change})" if opponent.change else opponent.name
