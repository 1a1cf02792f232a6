"""Constraints in a campaign over a fake executor: evidence, what is told when, recalibration, ablations, the gate."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from itertools import count as counter

import numpy as np
import pytest

from slowpath.analysis.evidence import MOST_OF_A_FAMILY
from slowpath.engine.campaign import run_campaign
from slowpath.engine.ledger import RESERVOIR, Ledger, Reading
from slowpath.engine.strategies.approach import SHARE
from slowpath.errors import SlowpathError
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import (
    DEFAULT_MUTATORS,
    NO_CONSTRAINTS,
    NO_INSTRUMENTATION,
    Budget,
    CampaignSpec,
    ConstraintMeasured,
    ContrastMined,
    Ended,
    GuidanceMeasured,
    SlowInputFound,
    Warned,
    without_times,
)
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.constraint import (
    CANDIDATE,
    CONFIRMED,
    HYPOTHESIS,
    REFUTED,
    CheckerVerdict,
    Condition,
    Constraint,
    ConstraintOrigin,
    Count,
    Place,
    RejectedCondition,
)
from slowpath.model.execution import RunLimits
from slowpath.model.expression import expr
from slowpath.model.format import Relation
from slowpath.model.origin import input_id

ARRAY = from_text("n: int 1..120\na: int[n] 1..10^6\n")
SAMPLES = (("1.in", b"3\n2 1 3\n"), ("2.in", b"5\n5 1 4 2 3\n"))
RULE = ConstraintOrigin("rule", "by-hand")
PLACE = Place("before", 3)


def constraint(
    name: str,
    left: str = "depth",
    right: str = "n",
    factor: float = 0.5,
    line: int = 3,
    aims=(),
    condition: bool = True,
) -> Constraint:
    made = Condition(left, PLACE, right, factor) if condition else None
    return Constraint(name, line, f"{left} is large", made, RULE, aims=tuple(aims))


def quicksort(instance: dict) -> tuple[list[int], int]:
    """Line hits of quicksort with the first element as pivot, and the depth of its recursion."""
    return sorted_quickly(tuple(instance["a"].tolist()))


@lru_cache(maxsize=4096)
def sorted_quickly(given: tuple[int, ...]) -> tuple[list[int], int]:
    comparisons, calls, deepest, stack = 0, 0, 0, [(given, 1)]
    while stack:
        values, depth = stack.pop()
        calls, deepest = calls + 1, max(deepest, depth)
        if len(values) > 1:
            comparisons += len(values) - 1
            stack.append(([v for v in values[1:] if v < values[0]], depth + 1))
            stack.append(([v for v in values[1:] if v >= values[0]], depth + 1))
    return [1, 5 * len(given), comparisons, calls], deepest


def depth_slot(instance: dict) -> int:
    return 1024 * quicksort(instance)[1] // len(instance["a"])


def odd_slot(instance: dict) -> int:
    return 1024 * int(instance["a"][-1] % 2)


DEEP = constraint("deep")
ODD = constraint("odd", "a[n-1] % 2", "1", 1.0)
FAR = constraint("far", factor=40.0)
WORDS = constraint("words", condition=False)
COLD = constraint("cold", line=99, condition=False)


class Campaign:
    """Runs campaigns over quicksort with the slots of the given constraints."""

    def __init__(self, fake_executor, slots, unprobed=()) -> None:
        probed = tuple(slots)
        self.executor = fake_executor(
            ARRAY,
            lambda instance: quicksort(instance)[0],
            4,
            lambda instance: [slots[name](instance) for name in probed],
            probed,
            unprobed,
        )
        self.store: dict[str, bytes] = {}
        self._ticks = counter()

    def keep(self, data: bytes) -> str:
        self.store[input_id(data)] = data
        return input_id(data)

    def run(
        self, *constraints: Constraint, executions: int = 300, history=(), gate=None, stop=lambda: False, **changes
    ):
        spec = CampaignSpec(
            "solution.cpp",
            "cpp",
            b"int main(){}",
            ARRAY,
            SAMPLES,
            Budget(executions=executions),
            limits=RunLimits(cpu_s=2.0),
            constraints=constraints,
        )
        return list(
            run_campaign(
                replace(spec, **changes),
                self.executor,
                campaign_id="c",
                keep_input=self.keep,
                clock=lambda: next(self._ticks) / 1000,
                stop=stop,
                history=history,
                read_input=self.store.get,
                gate=gate,
            )
        )


SLOTS = {"deep": depth_slot, "odd": odd_slot, "far": depth_slot}


@pytest.fixture
def campaign(fake_executor):
    return lambda slots=SLOTS, unprobed=(): Campaign(fake_executor, slots, unprobed)


def view_of(events) -> CampaignView:
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    return view


def states(events) -> dict:
    return {state.constraint.id: state for state in view_of(events).constraints}


# In a campaign


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


# The ledger


def reading(slot: int, cost: float, mark: int = 0, family: int | None = None) -> Reading:
    return Reading(np.array([slot], dtype=np.uint64), cost, 10, mark, mark if family is None else family)


def test_counts_and_means_are_over_all_and_samples_are_bounded():
    ledger = Ledger([1024], seed=0)
    for number in range(3000):
        ledger.add(reading(2048 if number % 3 == 0 else 0, 100.0 if number % 3 == 0 else 10.0, number))
    tally = ledger.tally(0)
    assert (tally.satisfying, tally.violating) == (1000, 2000)
    assert tally.cost_ratio == 10.0
    assert len(tally.tested_satisfying) == len(tally.tested_violating) == RESERVOIR


def test_the_reservoir_holds_early_and_late_inputs_alike():
    ledger = Ledger([1024], seed=0)
    for number in range(4000):
        ledger.add(reading(0, float(number), number))
    assert 1600 < ledger.tally(0).tested_violating.costs.mean() < 2400


def test_one_family_cannot_confirm_anything():
    ledger = Ledger([1024], seed=0)
    for number in range(500):
        ledger.add(reading(2048, 1000.0, number, 1))
    assert ledger.tally(0).satisfying == 500
    assert len(ledger.tally(0).tested_satisfying) == MOST_OF_A_FAMILY


@pytest.mark.parametrize(("count", "exact"), [(150, True), (3000, False)])
def test_another_threshold_judges_what_was_seen_anew(count, exact):
    ledger = Ledger([10_000], seed=0)
    for number in range(count):
        ledger.add(reading(number % 100, 50.0 if number % 100 >= 80 else 5.0, number))
    assert ledger.total(0) == (0, count)
    ledger.recalibrate(0, 80, without=(80, 1))
    tally = ledger.tally(0)
    if exact:
        assert (tally.satisfying, tally.violating) == (count // 5 - 11, count - count // 5 + 9)
    else:
        assert tally.satisfying == pytest.approx(count / 5, rel=0.4)
        assert tally.satisfying + tally.violating == pytest.approx(count, rel=0.02)
    assert tally.cost_ratio == pytest.approx(10.0, rel=0.01)
