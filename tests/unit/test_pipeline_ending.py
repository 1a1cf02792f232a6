"""A search ends by one event, the last, whatever happens before it says so and while it is cleared away."""

from __future__ import annotations

import pytest

from slowpath.errors import Interrupted, OutOfTime, StoreUnwritable, UsageError
from slowpath.model.campaign import Ended, PhaseEntered
from slowpath.pipeline.ending import ended_once

BEGUN, ENDED = PhaseEntered("samples", "Trying the samples."), Ended("finished", executions=7)


def raising(*events, error=None):
    """Begins a search of these events, which ends with an error, or well."""

    def begin():
        yield from events
        if error is not None:
            raise error

    return begin


def seen(begin, **more):
    return list(ended_once(begin, lambda: 2.5, "a search", **more))


@pytest.mark.parametrize("error", [None, OutOfTime(), Interrupted(), UsageError("no", "yes"), ValueError("a bug")])
def test_nothing_is_said_once_it_ended(error):
    assert seen(raising(BEGUN, ENDED, error=error)) == [BEGUN, ENDED]


@pytest.mark.parametrize(
    ("error", "outcome", "code"),
    [
        (OutOfTime(), "stopped", ""),
        (Interrupted(), "stopped", ""),
        (StoreUnwritable("the disk is full", "make room"), "failed", "store-unwritable"),
        (ValueError("a bug"), "failed", "bug"),
    ],
)
def test_what_stops_or_fails_before_is_said(error, outcome, code):
    first, last = seen(raising(BEGUN, error=error), work="The work")
    assert first == BEGUN and (last.outcome, last.code, last.elapsed_s) == (outcome, code, 2.5)
    assert ("The work crashed" in last.message) is (code == "bug")


def test_what_is_said_of_a_stop_may_be_another_matter():
    said = []
    assert seen(raising(BEGUN, error=OutOfTime()), end=lambda ended: said.append(ended) or ()) == [BEGUN]
    assert [each.outcome for each in said] == ["stopped"]


def test_some_errors_may_be_for_the_one_who_asked():
    with pytest.raises(UsageError):
        seen(raising(error=UsageError("no", "yes")), raised=(UsageError,))


@pytest.mark.parametrize("error", [None, OutOfTime(), UsageError("no", "yes"), ValueError("a bug")])
def test_one_that_is_left_is_cleared_away_at_once(error):
    cleared = []

    def begin():
        try:
            yield BEGUN
            yield ENDED
        finally:
            cleared.append(True)
            if error is not None:
                raise error

    events = ended_once(begin, lambda: 0.0, "a search")
    next(events)
    events.close()
    assert cleared == [True]
