"""The campaign's view is the fold of its events."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath import wire
from slowpath.model.campaign import (
    BaselineMeasured,
    Budget,
    CampaignEvent,
    CampaignStarted,
    Ended,
    FormatDoubted,
    Paused,
    Progressed,
    Resumed,
    SampleFailed,
    SlowInputDropped,
    SlowInputFound,
    Warned,
    without_times,
)
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.cost import Cost
from slowpath.model.origin import Origin
from slowpath.model.slow_input import SlowInput
from slowpath.model.validity import Doubt, Validity
from slowpath.model.verdict import Verdict


def slow(identity: str, count: int, ratio: float = 2.0, size: int = 10) -> SlowInput:
    return SlowInput(identity, size, Cost(count, 0.1, 0.01, 1000), ratio, Origin("pattern", "a: sorted"), Verdict.OK, 5)


def view_of(*events) -> CampaignView:
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    return view


STARTED = CampaignStarted("c1", "a.cpp", Budget(seconds=3))


@pytest.mark.parametrize(
    ("events", "state"),
    [
        ((), "preparing"),
        ((STARTED,), "running"),
        ((STARTED, Paused()), "paused"),
        ((STARTED, Paused(), Resumed()), "running"),
        ((STARTED, Ended("finished")), "finished"),
        ((STARTED, Ended("stopped")), "stopped"),
        ((Ended("failed", "compile-failed", "no", "fix it"),), "failed"),
    ],
)
def test_state_follows_the_events(events, state):
    assert view_of(*events).state == state


def test_ranks_slowest_first_and_the_smaller_of_two_equal():
    view = view_of(SlowInputFound(slow("a", 5)), SlowInputFound(slow("b", 9)), SlowInputFound(slow("c", 9, size=3)))
    assert [s.id for s in view.slow_inputs] == ["c", "b", "a"]


def test_a_second_measurement_of_an_input_replaces_the_first():
    view = view_of(SlowInputFound(slow("a", 5)), SlowInputFound(slow("a", 7)))
    assert [s.cost.count for s in view.slow_inputs] == [7]


def test_a_dropped_input_leaves_the_list():
    view = view_of(SlowInputFound(slow("a", 5)), SlowInputFound(slow("b", 6)), SlowInputDropped("a", "same reason"))
    assert [s.id for s in view.slow_inputs] == ["b"]


def test_remembers_when_the_first_tenfold_input_came():
    view = view_of(
        SlowInputFound(slow("a", 5, ratio=9.9), elapsed_s=1.0),
        SlowInputFound(slow("b", 6, ratio=10.0), elapsed_s=2.0),
        SlowInputFound(slow("c", 7, ratio=99.0), elapsed_s=3.0),
    )
    assert view.time_to_first_s == 2.0


def test_folding_an_event_twice_changes_nothing():
    events = [
        STARTED,
        BaselineMeasured("i", "sample 1", 3, Cost(1, 0, 0, 0), True),
        SlowInputFound(slow("a", 5)),
        Warned("threads", "threads seen"),
        SampleFailed("1", Verdict.RUNTIME_ERROR, "signal 11"),
        Progressed(4, 3, 4, 5, "pattern"),
    ]
    view = view_of(*events)
    for event in events:
        assert fold(view, event) == view


def test_the_trend_rises_only():
    view = view_of(
        Progressed(1, 1, 1, 5, "sample"), Progressed(2, 2, 2, 5, "pattern"), Progressed(3, 3, 3, 9, "pattern")
    )
    assert [(point.executions, point.count) for point in view.trend] == [(1, 5), (3, 9)]


def test_the_share_that_keeps_to_the_format_is_one_before_anything_was_made():
    assert view_of().format_share == 1.0
    assert view_of(Progressed(4, 3, 4, 5, "pattern")).format_share == 0.75


DOUBT = Doubt("failing", "The program fails on 3 of 12 small inputs of the format.")


def test_doubts_about_the_format_reach_what_was_found_before_and_after():
    view = view_of(SlowInputFound(slow("a", 5, 20.0)), FormatDoubted((DOUBT,)), SlowInputFound(slow("b", 9, 40.0)))
    assert [(found.id, found.validity, found.doubts) for found in view.slow_inputs] == [
        ("b", Validity.DOUBTFUL, (DOUBT,)),
        ("a", Validity.DOUBTFUL, (DOUBT,)),
    ]
    assert view.time_to_first_s is None and view.doubts == (DOUBT,) and not view.sure_inputs


def test_doubtful_inputs_stand_behind_confirmed_ones_however_slow():
    sure = replace(slow("a", 5, 20.0), validity=Validity.CONFIRMED)
    view = view_of(FormatDoubted((DOUBT,)), SlowInputFound(slow("b", 9, 40.0)), SlowInputFound(sure))
    assert [(found.id, found.validity) for found in view.slow_inputs] == [
        ("a", Validity.CONFIRMED),
        ("b", Validity.DOUBTFUL),
    ]
    assert view.sure_inputs == (sure,) and view.time_to_first_s is not None


def test_without_times_forgets_clocks_but_not_counts():
    event = SlowInputFound(slow("a", 5), executions=7, elapsed_s=3.3)
    bare = without_times(event)
    assert bare.elapsed_s == 0 and bare.slow_input.cost == Cost(5, 0, 0, 0)
    assert bare.executions == 7 and bare.slow_input.id == "a"


def test_an_event_stored_before_validity_was_known_still_opens():
    stored = wire.encode(SlowInputFound(slow("a", 100)), CampaignEvent)
    del stored["slow_input"]["validity"], stored["slow_input"]["doubts"]
    stored["slow_input"]["valid"] = True
    event = wire.decode(CampaignEvent, stored)
    assert (event.slow_input.validity, event.slow_input.doubts) == (Validity.LIKELY, ())
