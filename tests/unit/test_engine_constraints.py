"""Constraints in a campaign over a fake executor: evidence, what is told when, recalibration, ablations, the gate."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from constrained_campaign import ARRAY, PLACE, SAMPLES, SLOTS, Campaign, constraint, depth_slot, states, view_of

from slowpath.engine.constraints.ledger import Ledger, Reading
from slowpath.engine.constraints.shares import KNOWN_SETS, Shares
from slowpath.engine.strategies.approach import SHARE
from slowpath.errors import SlowpathError
from slowpath.inputs.parsing.parse import parse
from slowpath.model.campaign import (
    DEFAULT_MUTATORS,
    NO_CONSTRAINTS,
    NO_INSTRUMENTATION,
    ConstraintMeasured,
    ContrastMined,
    Ended,
    GuidanceMeasured,
    SlowInputFound,
    Warned,
    without_times,
)
from slowpath.model.constraint import (
    CANDIDATE,
    CONFIRMED,
    HYPOTHESIS,
    REFUTED,
    CheckerVerdict,
    Count,
    RejectedCondition,
)
from slowpath.model.expression import expr
from slowpath.model.format import Relation
from slowpath.model.origin import input_id

DEEP = constraint("deep")
ODD = constraint("odd", "a[n-1] % 2", "1", 1.0)
FAR = constraint("far", factor=40.0)
WORDS = constraint("words", condition=False)
COLD = constraint("cold", line=99, condition=False)


# In a campaign


@pytest.fixture
def campaign(fake_executor):
    return lambda slots=SLOTS, unprobed=(): Campaign(fake_executor, slots, unprobed)


def test_what_makes_it_slow_is_confirmed_and_what_does_not_is_refuted_or_never_shown(campaign):
    events = campaign().run(DEEP, ODD, FAR)
    known = states(events)
    deep = known["deep"]
    assert (deep.status, deep.hot, deep.reason) == (CONFIRMED, True, "")
    assert deep.evidence.cost_ratio > 2 and deep.evidence.p < 0.05 and deep.evidence.sized_ratio > 2
    assert deep.evidence.satisfying >= 5 and deep.evidence.violating >= 5
    assert (deep.evidence.slow_satisfies, deep.evidence.fast_satisfies) == (True, False)
    assert known["odd"].status == REFUTED and known["odd"].reason
    assert "deep" in [state.constraint.id for state in view_of(events).shown_constraints]


def test_constraints_are_first_told_right_after_the_first_contrast(campaign):
    events = campaign().run(DEEP, ODD)
    mined = next(at for at, event in enumerate(events) if isinstance(event, ContrastMined))
    first = next(at for at, event in enumerate(events) if isinstance(event, ConstraintMeasured))
    assert first == mined + 1
    assert events[first].state.constraint.id == "deep"


def test_states_are_told_rarely_and_the_last_ones_are_what_is_known(campaign):
    events = campaign().run(DEEP, ODD, executions=600)
    told = Counter(event.state.constraint.id for event in events if isinstance(event, ConstraintMeasured))
    assert max(told.values()) <= 12
    deep = states(events)["deep"].evidence
    odd = states(events)["odd"].evidence
    assert deep.satisfying + deep.violating == odd.satisfying + odd.violating
    assert 0.8 * 600 <= deep.satisfying + deep.violating <= 600


def test_a_factor_that_does_not_separate_the_pair_is_fitted_to_it_and_the_pair_is_no_evidence(campaign):
    events = campaign().run(DEEP, FAR)
    far, deep = states(events)["far"], states(events)["deep"]
    assert far.constraint.condition.factor < 1.0
    assert (far.evidence.slow_satisfies, far.evidence.fast_satisfies) == (True, False)
    assert far.status == CONFIRMED
    # Both inputs of the pair were left out, those of later pairs weren't fitted to.
    total = deep.evidence.satisfying + deep.evidence.violating
    assert far.evidence.satisfying + far.evidence.violating == total - 2


def test_a_fitted_factor_that_is_refuted_gives_way_to_the_proposed_one(campaign):
    """The pair differs in it by chance: the constraint stays as it was meant."""
    chance = constraint("odd", "a[n-1] % 1000", "n", 50.0)
    slots = {**SLOTS, "odd": lambda instance: 1024 + 1024 * int(instance["a"][-1] % 20)}
    events = campaign(slots=slots).run(DEEP, chance)
    factors = [
        event.state.constraint.condition.factor
        for event in events
        if isinstance(event, ConstraintMeasured) and event.state.constraint.id == "odd"
    ]
    assert states(events)["odd"].evidence.satisfying == 0
    assert factors[-1] == 50.0


def test_what_cannot_be_tested_is_a_hypothesis_in_words_where_its_lines_are_hot(campaign):
    unprobed = (RejectedCondition("macro", "a macro stands there"),)
    events = campaign(unprobed=unprobed).run(DEEP, WORDS, COLD, constraint("macro"))
    known = states(events)
    assert known["words"].status == HYPOTHESIS and "words" in known["words"].reason
    assert (known["macro"].status, known["macro"].reason) == (HYPOTHESIS, "a macro stands there")
    assert known["cold"].status == CANDIDATE and not known["cold"].is_shown and "words" in known["cold"].reason


def test_every_constraint_comes_to_something_in_the_end_and_says_why(campaign):
    never, always = constraint("never", factor=900.0), constraint("always", factor=0.001)
    given = replace(WORDS, unsaid="its factor isn't positive")
    slots = {"deep": depth_slot, "never": lambda _: 1024, "always": lambda _: 1024 * 1000}
    known = states(
        campaign(slots=slots).run(
            DEEP, replace(never, line=99, lines=(99,)), replace(always, line=98, lines=(98,)), given
        )
    )
    assert set(known) == {"deep", "never", "always", "words"}
    assert known["words"].reason.endswith("so it can't be tested: its factor isn't positive")
    assert known["never"].status == CANDIDATE and known["never"].reason.startswith("none of ")
    assert known["always"].status == CANDIDATE and known["always"].reason.startswith("all of ")


def test_constraints_of_one_line_that_say_the_same_become_one(campaign):
    twin, other, apart = (
        constraint("twin", "2 * depth", "2 * n"),
        constraint("other", factor=0.8),
        replace(constraint("apart", "3 * depth", "3 * n"), line=4),
    )
    slots = {"deep": depth_slot, "twin": depth_slot, "other": depth_slot, "apart": depth_slot}
    known = states(campaign(slots=slots).run(DEEP, twin, other, apart))
    assert sorted(known[name].is_shown for name in ("deep", "twin", "other")) == [False, False, True]
    leader = next(name for name in ("deep", "twin", "other") if known[name].is_shown)
    assert {known[name].same_as for name in ("deep", "twin", "other")} == {"", leader}
    assert known["apart"].same_as == "", "it speaks of another line"


def test_no_more_of_them_are_told_at_first_than_stand_for_themselves(campaign):
    twin = constraint("twin", "2 * depth", "2 * n")
    events = campaign(slots={"deep": depth_slot, "twin": depth_slot}).run(DEEP, twin)
    first = {
        state.constraint.id: state
        for state in reversed([event.state for event in events if isinstance(event, ConstraintMeasured)])
    }
    assert sum(state.is_shown for state in first.values()) == 1


def test_slow_inputs_say_what_they_satisfy(campaign):
    for event in campaign().run(DEEP, ODD):
        if isinstance(event, SlowInputFound) and event.slow_input.cost.count > 6_000:
            assert "deep" in event.slow_input.satisfies


def test_shares_know_so_many_sets_of_constraints_those_that_come_often():
    shares, masks = Shares(), (np.arange(3 * KNOWN_SETS)[:, None] >> np.arange(16)) & 1
    for mask in masks:
        shares.add("often", masks[5])
        shares.add("ever new", mask)
    often, ever_new = sorted(shares.of(masks[1].astype(bool)), key=lambda share: -share.valid)
    assert (often.strategy, often.satisfying, often.valid) == ("often", len(masks), len(masks))
    assert ever_new.valid <= KNOWN_SETS


def test_shares_of_satisfying_inputs_are_told_per_strategy(campaign):
    events = campaign().run(DEEP)
    shares = view_of(events).shares
    assert sum(isinstance(event, GuidanceMeasured) for event in events) >= 3
    assert {share.strategy for share in shares} > {"pattern", "small-world"}
    assert "sample" not in {share.strategy for share in shares}
    assert all(0 <= share.satisfying <= share.valid for share in shares)
    assert 200 < sum(share.valid for share in shares) <= 300


@pytest.mark.parametrize("ablations", [(), (NO_INSTRUMENTATION,)])
def test_same_seed_gives_the_same_events_with_constraints(campaign, ablations):
    runs = [[without_times(e) for e in campaign().run(DEEP, ODD, FAR, ablations=ablations)] for _ in range(2)]
    assert runs[0] == runs[1]


def found(events) -> list:
    return [(event.slow_input.id, event.executions) for event in events if isinstance(event, SlowInputFound)]


def test_without_guidance_the_search_is_the_one_without_constraints_and_evidence_is_gathered(campaign):
    plain = campaign(slots={}).run()
    watched = campaign().run(DEEP, ODD, ablations=(NO_INSTRUMENTATION, DEFAULT_MUTATORS))
    assert found(watched) == found(plain)
    assert states(watched)["deep"].status == CONFIRMED
    assert states(plain) == {}


def test_without_constraints_nothing_is_watched(campaign):
    events = campaign(slots={}).run(DEEP, ablations=(NO_CONSTRAINTS,))
    assert not any(isinstance(event, ConstraintMeasured | GuidanceMeasured) for event in events)
    assert found(events) == found(campaign(slots={}).run())


def made_by(events) -> dict[str, int]:
    return {share.strategy: share.valid for share in view_of(events).shares}


UNSATISFIED = {"deep": lambda instance: depth_slot(instance) // 200}
"""Slots that rise with the depth, and never as far as to what satisfies anything."""
AIMED = constraint("deep", aims=[Relation("compare", expr("n"), ">=", expr(80))])


@pytest.mark.parametrize(
    ("known", "ablation", "guided"),
    [
        (AIMED, (), {"aimed"}),
        (DEEP, (), {"approach"}),
        (DEEP, (NO_INSTRUMENTATION,), set()),
        (AIMED, (NO_INSTRUMENTATION,), {"aimed"}),
        (AIMED, (DEFAULT_MUTATORS,), set()),
        (DEEP, (DEFAULT_MUTATORS,), set()),
    ],
)
def test_ablations_switch_the_guided_strategies_off(campaign, known, ablation, guided):
    made = made_by(campaign(slots=UNSATISFIED).run(known, executions=200, ablations=ablation))
    assert made.keys() & {"aimed", "approach"} == guided


def test_a_search_about_one_constraint_spends_most_of_its_search_on_it(campaign):
    shares = made_by(campaign().run(DEEP, ODD, executions=500, aimed="deep"))
    searched = sum(valid for strategy, valid in shares.items() if strategy not in ("pattern", "contrast"))
    assert shares["approach"] > 0.5 * searched


def test_a_count_that_full_size_satisfies_is_left_to_cost(campaign):
    assert DEEP.condition is not None
    counting = replace(DEEP, condition=replace(DEEP.condition, left="_count", count=Count(PLACE)))
    assert "approach" not in made_by(campaign().run(counting, executions=300))


def test_climbs_that_come_no_nearer_have_a_small_part_of_all_runs(campaign):
    shares = made_by(campaign(slots={"deep": lambda instance: 3}).run(DEEP, executions=500))
    assert 0 < shares["approach"] <= 500 * SHARE + 2


def test_what_is_known_outlives_the_process(campaign):
    first, later = campaign(), campaign()
    before = first.run(DEEP, FAR, executions=300)[:-1]
    later.store = first.store
    after = later.run(DEEP, FAR, executions=330, history=before)
    for name in ("deep", "far"):
        old, new = states(before)[name], states([*before, *after])[name]
        assert new.status == old.status
        assert new.constraint == old.constraint
        assert new.evidence.satisfying + new.evidence.violating > old.evidence.satisfying + old.evidence.violating
    assert len([e for e in after if isinstance(e, ConstraintMeasured)]) < 20


def test_cut_runs_count_as_satisfying_or_not_at_all():
    ledger = Ledger([1024, 1024], seed=0)
    ledger.add(Reading(np.array([2000, 5], dtype=np.uint64), 100.0, 3, 1, 7, is_cut=True))
    assert [ledger.total(at) for at in (0, 1)] == [(1, 0), (0, 0)]


# The gate

FAITHFUL = CheckerVerdict(True, True, True, False, 3)


def test_the_gate_judges_shown_constraints_on_the_pair_and_other_inputs_once(campaign):
    asked = []

    def gate(constraints, slow, fast, others):
        asked.append((constraints, slow, fast, others))
        return [FAITHFUL for _ in constraints]

    run = campaign()
    elsewhere = replace(FAR, line=2, lines=(3,))
    events = run.run(DEEP, ODD, WORDS, elsewhere, gate=gate)
    ((constraints, slow, fast, others),) = asked
    contrast = view_of(events).contrast
    assert (input_id(slow), input_id(fast)) == (contrast.slow_id, contrast.fast_id)
    assert {c.id for c in constraints} == {"deep", "far"}
    assert {c.id: c.condition.factor for c in constraints}["far"] < 1.0
    assert SAMPLES[0][1] in others and 3 <= len(others) <= 12 and slow not in others and fast not in others
    assert all(parse(ARRAY, data) for data in others)
    assert states(events)["deep"].checker == FAITHFUL
    assert states(events)["odd"].checker is None
    assert isinstance(events[-1], Ended)
    # What was found is measured after the search, outside of its budget.
    assert run.executor.runs >= 300
    assert max(event.executions for event in events) == 300


def test_a_gate_that_fails_is_a_warning(campaign):
    def gate(*_):
        raise SlowpathError("no compiler", "Install one.")

    events = campaign().run(DEEP, gate=gate)
    assert [event.code for event in events if isinstance(event, Warned)] == ["checkers-unjudged"]
    assert isinstance(events[-1], Ended)


def test_a_stopped_campaign_asks_no_gate(campaign):
    seen = []
    run = campaign()
    events = run.run(DEEP, gate=lambda *_: seen.append(1) or [], stop=lambda: run.executor.runs >= 150)
    assert not seen
    assert events[-1].outcome == "stopped"
