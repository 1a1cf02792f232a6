"""The campaign over a fake executor: phases, budget, determinism, resumption, bad programs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import count as counter

import pytest
from quicksort_campaign import ARRAY, SAMPLES, Campaign, quicksort, spec_of, view_of

from slowpath.analysis.waiting import WAITS
from slowpath.engine.phases.baseline import DEAR
from slowpath.inputs.text_form.text import from_text
from slowpath.inputs.validating.validate import is_valid
from slowpath.model.campaign import (
    NONE_ENDED,
    BaselineMeasured,
    Budget,
    ContrastMined,
    Ended,
    PhaseEntered,
    Progressed,
    Resumed,
    SampleFailed,
    SlowInputFound,
    Warned,
    without_times,
)
from slowpath.model.ports import InputVerdict
from slowpath.model.validity import Doubt, Validity
from slowpath.model.verdict import Verdict


@pytest.fixture
def campaign(fake_executor) -> Campaign:
    return Campaign(fake_executor(ARRAY, quicksort, 4))


def test_finds_the_sorted_array_and_shows_only_confirmed_valid_inputs(campaign):
    view = view_of(campaign.run(spec_of(Budget(executions=150))))
    assert view.state == "finished"
    best = view.slow_inputs[0]
    assert best.cost.count >= 300 * 299 // 2
    assert best.ratio > 10
    for slow in view.slow_inputs:
        assert slow.validity is Validity.LIKELY and not slow.doubts
        assert is_valid(ARRAY, campaign.store[slow.id])
        assert campaign.store[slow.id] in campaign.executor.confirmed
    assert view.baseline is not None
    assert view.baseline.label == "sample 2.in"
    assert view.baseline.from_samples
    assert view.format_share == 1.0


def test_rows_are_slow_for_different_reasons_and_no_more_than_asked(campaign):
    view = view_of(campaign.run(spec_of(Budget(executions=200), keep=4)))
    shapes = [slow.profile_shape for slow in view.slow_inputs]
    assert len(shapes) == len(set(shapes)) <= 4


@pytest.mark.parametrize("executions", [1, 2, 3, 7, 64, 151])
def test_spends_exactly_the_executions_of_the_budget(campaign, executions):
    events = campaign.run(spec_of(Budget(executions=executions)))
    assert campaign.searched_runs == executions
    assert isinstance(events[-1], Ended)
    assert events[-1].executions == executions


def test_same_seed_gives_the_same_events_and_another_seed_others(fake_executor):
    def events(seed):
        campaign = Campaign(fake_executor(ARRAY, quicksort, 4))
        return [without_times(e) for e in campaign.run(spec_of(Budget(executions=250), seed=seed))]

    assert events(1) == events(1)
    assert events(1) != events(2)


def test_the_clock_decides_nothing_under_a_budget_in_executions(fake_executor):
    def events(step):
        campaign = Campaign(fake_executor(ARRAY, quicksort, 4))
        campaign._ticks = (step * tick for tick in counter())
        return [without_times(e) for e in campaign.run(spec_of(Budget(executions=200)))]

    assert events(1) == events(997)


def test_ends_with_the_seconds_of_the_budget(campaign):
    events = campaign.run(spec_of(Budget(seconds=0.5)))
    assert events[-1].outcome == "finished"
    assert 0.5 <= events[-1].elapsed_s < 1.0


def test_stops_at_once_when_told(campaign):
    seen = []
    for event in campaign.iterate(spec_of(Budget(executions=100_000)), stop=lambda: len(seen) >= 10):
        seen.append(event)
    runs = campaign.executor.runs
    assert isinstance(seen[-1], Ended)
    assert seen[-1].outcome == "stopped"
    assert runs < 200
    assert len(seen) < 20


def test_makes_no_execution_while_nobody_asks_for_events(campaign):
    events = campaign.iterate(spec_of(Budget(executions=100)))
    next(events)
    before = campaign.executor.runs
    events.close()
    assert campaign.executor.runs == before


def test_heartbeats_tell_rising_totals(campaign):
    beats = [e for e in campaign.run(spec_of(Budget(executions=300))) if isinstance(e, Progressed)]
    assert len(beats) >= 4
    assert [b.executions for b in beats] == sorted(b.executions for b in beats)
    assert beats[-1].best_count >= 300 * 299 // 2


def test_mines_a_pair_that_differs_in_order_alone(campaign):
    contrasts = [e.contrast for e in campaign.run(spec_of(Budget(executions=250))) if isinstance(e, ContrastMined)]
    assert all(
        "random" not in label and "size)" not in label
        for found in contrasts
        for label in (found.fast_label, found.slow_label)
    )
    last = contrasts[-1]
    assert last.similarity > 1.8
    assert last.cost_ratio > 5
    assert [line.line for line in last.lines if line.hot] == [3]
    assert {last.fast_id, last.slow_id} <= campaign.store.keys()


def test_the_contrast_runs_few_inputs_a_second_time(campaign):
    ran = Counter()
    real = campaign.executor.run

    def run(data, limits, **more):
        ran[data] += 1
        return real(data, limits, **more)

    campaign.executor.run = run
    campaign.run(spec_of(Budget(executions=600)))
    again = sum(times - 1 for times in ran.values())
    assert again <= 45, ran.most_common(5)


def test_a_failing_sample_is_said_and_the_others_serve(campaign):
    campaign.executor.verdicts[SAMPLES[1][1]] = Verdict.RUNTIME_ERROR
    events = campaign.run(spec_of(Budget(executions=60)))
    failed = [e for e in events if isinstance(e, SampleFailed)]
    assert [(e.name, e.verdict) for e in failed] == [("2.in", Verdict.RUNTIME_ERROR)]
    assert next(e for e in events if isinstance(e, BaselineMeasured)).label == "sample 1.in"
    assert events[-1].outcome == "finished"


def test_a_program_that_fails_on_every_sample_isnt_searched(campaign):
    for _, data in SAMPLES:
        campaign.executor.verdicts[data] = Verdict.RUNTIME_ERROR
    events = campaign.run(spec_of(Budget(executions=60)))
    assert (events[-1].outcome, events[-1].code) == ("failed", "samples-failed")
    assert campaign.executor.runs == len(SAMPLES)


def test_without_samples_ratios_refer_to_a_random_input_and_that_is_said(campaign):
    events = campaign.run(spec_of(Budget(executions=80), samples=()))
    assert any(isinstance(e, Warned) and e.code == "no-samples" for e in events)
    baseline = next(e for e in events if isinstance(e, BaselineMeasured))
    assert not baseline.from_samples
    assert view_of(events).slow_inputs


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("n: int 1..10^6\n", lambda instance: [1, 2000 * instance["n"]]),
        ("n: int 1..10^400\n", lambda instance: [1, len(str(instance["n"])) ** 4 // 10]),
        ("n: int 1..3000; k: int 1..5\na: int[n] 1..9\n", lambda instance: [1, 2000 * instance["n"] ** 2]),
    ],
    ids=["a number", "a number of 400 digits", "sizes"],
)
def test_without_samples_ratios_refer_to_an_input_that_is_not_slow_itself(fake_executor, text, hits):
    fmt = from_text(text)
    view = view_of(Campaign(fake_executor(fmt, hits, 2)).run(spec_of(Budget(executions=80), format=fmt, samples=())))
    assert view.baseline is not None and view.baseline.cost.count < DEAR
    assert view.slow_inputs[0].ratio > 10


@pytest.mark.parametrize(
    ("verdict", "words"), [(Verdict.TIME_LIMIT, "takes over"), (Verdict.IDLENESS_LIMIT, "waits, and didn't end within")]
)
def test_without_samples_a_program_that_answers_nothing_may_never_end_and_that_is_said(campaign, verdict, words):
    run = campaign.executor.run
    campaign.executor.run = lambda data, limits, **more: replace(
        run(data, limits, **more), verdict=verdict, cut=True, wall_ns=int(6e9), stderr_tail=b"[slowpath] main waits\n"
    )
    events = campaign.run(spec_of(Budget(executions=8), samples=()))
    (warned,) = (e for e in events if isinstance(e, Warned) and e.code == NONE_ENDED)
    assert words in warned.message and "it may never end (main waits)." in warned.message


def test_an_input_that_the_clean_build_fails_on_is_never_shown(campaign, fake_executor):
    first = view_of(campaign.run(spec_of(Budget(executions=80))))
    again = Campaign(fake_executor(ARRAY, quicksort, 4))
    for slow in first.slow_inputs:
        again.executor.clean_verdicts[campaign.store[slow.id]] = Verdict.RUNTIME_ERROR
    shown = {slow.id for slow in view_of(again.run(spec_of(Budget(executions=80)))).slow_inputs}
    assert not shown & {slow.id for slow in first.slow_inputs}


def test_a_run_that_fails_in_the_search_build_is_no_slow_input(fake_executor):
    executor = fake_executor(ARRAY, quicksort, 4)
    run = executor.run
    executor.run = lambda data, limits, **more: (
        replace(run(data, limits, **more), verdict=Verdict.RUNTIME_ERROR)
        if len(data) > 100
        else run(data, limits, **more)
    )
    view = view_of(Campaign(executor).run(spec_of(Budget(executions=120))))
    assert all(slow.size <= 100 for slow in view.slow_inputs)


def test_goes_on_where_an_earlier_process_was_killed(campaign, fake_executor):
    budget = Budget(executions=200)
    before = []
    for event in campaign.iterate(spec_of(budget)):
        before.append(event)
        if event.executions >= 120:
            break
    later = Campaign(fake_executor(ARRAY, quicksort, 4))
    later.store = campaign.store
    after = later.run(spec_of(budget), history=before)
    assert isinstance(after[0], Resumed)
    assert not any(isinstance(e, BaselineMeasured) for e in after)
    spent = max(e.executions for e in before)
    assert later.searched_runs == 200 - spent
    assert after[-1].executions == 200
    held = {slow.id for slow in view_of(before).slow_inputs}
    view = view_of([*before, *after])
    assert view.slow_inputs[0].cost.count >= view_of(before).slow_inputs[0].cost.count
    assert held & {slow.id for slow in view.slow_inputs}


def test_the_end_says_how_sure_it_is_that_there_is_nothing_worse(fake_executor):
    def hits(instance):
        return [1, 10**6 * len(instance["a"])]

    limits = ({"time_limit_s": 100.0}, {"time_limit_s": 0.01}, {"assumed_limit_s": 0.1})
    specs = [replace(spec_of(Budget(seconds=4.0)), **limit) for limit in limits]
    ended = [Campaign(fake_executor(ARRAY, hits, 2)).run(spec)[-1].message for spec in specs]
    assert ended[0].endswith("of the search found nothing slower.")
    assert ended[1:] == ["", ""]


def test_threads_are_warned_of_once(fake_executor):
    executor = fake_executor(ARRAY, quicksort, 4)
    run = executor.run
    executor.run = lambda data, limits, **more: replace(run(data, limits, **more), threads=True)
    events = Campaign(executor).run(spec_of(Budget(executions=40)))
    assert [e.code for e in events if isinstance(e, Warned)] == ["threads"]


def test_that_a_program_waits_is_said_once_with_the_input_and_makes_nothing_slow(fake_executor):
    executor = fake_executor(ARRAY, quicksort, 4)
    run, confirm = executor.run, executor.confirm
    waiting = {"verdict": Verdict.IDLENESS_LIMIT, "cut": True}
    executor.run = lambda data, limits, **more: replace(
        run(data, limits, **more), **waiting, cpu_ns=10_000_000, wall_ns=1_400_000_000, idle_ns=1_390_000_000
    )
    executor.confirm = lambda data, limits, **more: replace(confirm(data, limits, **more), **waiting)
    events = Campaign(executor).run(spec_of(Budget(executions=40)))
    (told,) = (event for event in events if isinstance(event, Warned) and event.code == WAITS)
    assert "on sample 1.in (" in told.message and "waited for 1.4 of 1.4 s, and computed for 0.01 s" in told.message
    view = view_of(events)
    assert not view.slow_inputs
    assert {fault.verdict for fault in view.faults} <= {Verdict.IDLENESS_LIMIT}
    assert {failed.verdict for failed in view.failed_samples} == {Verdict.IDLENESS_LIMIT}


def test_only_the_strategies_asked_for_are_used(campaign):
    events = campaign.run(spec_of(Budget(executions=60), strategies=("small-world",)))
    used = {e.slow_input.origin.strategy for e in events if isinstance(e, SlowInputFound)}
    # Inputs that were run for the contrast may turn out slow as well.
    assert used <= {"small-world", "contrast"}
    assert not any(isinstance(e, PhaseEntered) and "known worst cases" in e.message for e in events)


def test_ends_when_every_input_was_tried(fake_executor):
    tiny = from_text("x: int 1..5\n")
    executor = fake_executor(tiny, lambda instance: [1, instance["x"]], 2)
    campaign = Campaign(executor)
    events = campaign.run(spec_of(Budget(executions=10_000), format=tiny, samples=(("1.in", b"1\n"),)))
    assert events[-1].outcome == "finished"
    assert executor.runs < 200
    assert view_of(events).slow_inputs[0].cost.count == 6


def test_without_samples_the_typical_input_is_no_slow_input_itself(campaign):
    events = campaign.run(replace(spec_of(Budget(executions=80)), samples=()))
    kinds = [type(e) for e in events]
    assert SlowInputFound in kinds
    assert kinds.index(BaselineMeasured) < kinds.index(SlowInputFound)
    baseline = next(e for e in events if isinstance(e, BaselineMeasured))
    assert not baseline.from_samples
    found = [e.slow_input for e in events if isinstance(e, SlowInputFound)]
    assert all(slow.ratio == slow.cost.count / baseline.cost.count for slow in found)


@dataclass(frozen=True)
class SmallSizesOnly:
    """A validator that refuses more than `most` numbers."""

    most: int
    name: str = "verifier.cpp"

    def validate(self, data: bytes) -> InputVerdict:
        count = int(data.split()[0])
        return InputVerdict(count <= self.most, "" if count <= self.most else f"n is {count}, more than {self.most}")


@pytest.mark.parametrize("budget", [Budget(executions=200), Budget(seconds=3.0)])
def test_what_the_package_refuses_is_never_shown_and_the_reason_is_said_once(campaign, budget):
    events = campaign.run(spec_of(budget), validators=[SmallSizesOnly(100)])
    shown = [campaign.store[event.slow_input.id] for event in events if isinstance(event, SlowInputFound)]
    assert shown and all(int(data.split()[0]) <= 100 for data in shown)
    told = [event for event in events if isinstance(event, Warned) and event.code == "input-refused"]
    assert len(told) == 1 and "more than" in told[0].message and "verifier.cpp" in told[0].message
    view = view_of(events)
    assert view.format_share < 1.0
    assert {slow.validity for slow in view.slow_inputs} == {Validity.CONFIRMED}


def test_no_confirmed_input_is_doubted_and_every_other_one_is(campaign):
    doubt = Doubt("sentence", 'Nothing in the format stands for "distinct".', 3, "All are distinct.")
    spec = replace(spec_of(Budget(executions=150)), doubts=(doubt,))
    judged, plain = campaign.run(spec, validators=[SmallSizesOnly(100)]), campaign.run(spec)
    assert {slow.validity for slow in view_of(judged).slow_inputs} == {Validity.CONFIRMED}
    assert {(slow.validity, slow.doubts) for slow in view_of(plain).slow_inputs} == {(Validity.DOUBTFUL, (doubt,))}
    assert view_of(plain).time_to_first_s is None and not view_of(plain).sure_inputs


def test_an_opinion_refuses_inputs_and_confirms_none(campaign):
    view = view_of(campaign.run(spec_of(Budget(executions=150)), opinions=[SmallSizesOnly(100)]))
    assert {slow.validity for slow in view.slow_inputs} == {Validity.LIKELY}
    assert all(int(campaign.store[slow.id].split()[0]) <= 100 for slow in view.slow_inputs)


def test_a_validator_that_refuses_a_sample_changes_nothing_but_a_warning(campaign):
    plain = campaign.run(spec_of(Budget(executions=150)))
    judged = campaign.run(spec_of(Budget(executions=150)), validators=[SmallSizesOnly(4)])
    assert [event.code for event in judged if isinstance(event, Warned)] == ["validator-distrusted"]
    ids = [[slow.id for slow in view_of(events).slow_inputs] for events in (plain, judged)]
    assert ids[0] == ids[1] and view_of(judged).format_share == 1.0


def test_the_growth_of_the_slowest_rows_is_measured_at_the_end(campaign):
    events = campaign.run(spec_of(Budget(executions=150)))
    view = view_of(events)
    growth = view.slow_inputs[0].growth
    assert growth is not None
    assert growth.model == "polynomial"
    assert growth.low <= 2.05
    assert growth.high >= 1.95
    assert (growth.variable, growth.largest_n) == ("n", 300)
    assert [point.n for point in growth.points][-1] == 300
    assert growth.points[-1].count == view.slow_inputs[0].cost.count
    told = [event.slow_input for event in events if isinstance(event, SlowInputFound)]
    assert told[-1].growth is not None or told[-1].minimised is not None


def test_a_stopped_search_measures_no_growth(campaign):
    stopped = []

    def stop() -> bool:
        return bool(stopped)

    events = []
    for event in campaign.iterate(spec_of(Budget(executions=400)), stop=stop):
        events.append(event)
        if isinstance(event, PhaseEntered) and event.phase == "mutation":
            stopped.append(True)
    view = view_of(events)
    assert view.state == "stopped"
    assert all(slow.growth is None for slow in view.slow_inputs)


def test_with_a_budget_in_seconds_the_best_row_s_growth_shows_in_the_middle_of_the_search(campaign):
    events = campaign.run(spec_of(Budget(seconds=4.0)))
    grown = [
        place
        for place, event in enumerate(events)
        if isinstance(event, SlowInputFound) and event.slow_input.growth is not None
    ]
    over = next(
        place for place, event in enumerate(events) if isinstance(event, PhaseEntered) and event.phase == "finalists"
    )
    assert grown
    assert grown[0] < over
