"""A strategy that fails with an error of ours ends alone: the search spends its budget without it, and says so once."""

from __future__ import annotations

import pytest

from slowpath.engine.campaign import run_campaign
from slowpath.engine.failure_isolation import FAILED
from slowpath.engine.strategies import SHARES
from slowpath.errors import SlowpathError
from slowpath.inputs.sizes.assign import CannotGenerate
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import Budget, CampaignSpec, Ended, SlowInputFound, Warned
from slowpath.model.execution import RunLimits
from slowpath.model.origin import input_id

pytestmark = pytest.mark.strategy_fails

ARRAY = from_text("n: int 1..300\na: int[n] 1..10^6\n")
TAKE_PART = ("patterns", "small-world", "generalisation", "shape-climb", "mutation")


def searched(fake_executor, strategies=()):
    """The events of a search of a program to which falling neighbours are dear, 300 executions long."""

    def hits(instance):
        values = instance["a"]
        return [1, len(values), 50 * int((values[1:] < values[:-1]).sum())]

    spec = CampaignSpec(
        "solution.cpp",
        "cpp",
        b"int main(){}",
        ARRAY,
        (("1.in", b"3\n1 2 3\n"),),
        Budget(executions=300),
        limits=RunLimits(cpu_s=2.0),
        strategies=strategies,
    )
    return list(
        run_campaign(
            spec,
            fake_executor(ARRAY, hits, 3),
            campaign_id="c",
            keep_input=input_id,
            clock=lambda: 0.0,
            stop=lambda: False,
        )
    )


def fail_at(monkeypatch, name: str, method: str, turn: int, error: Exception) -> None:
    """Makes that strategy raise the error at its so-manieth call of the method, and at all later ones."""
    made, calls = SHARES[name][0], []
    whole = getattr(made, method)

    def failing(self, *arguments):
        calls.append(None)
        if len(calls) > turn:
            raise error
        return whole(self, *arguments)

    monkeypatch.setattr(made, method, failing)


@pytest.mark.daily(4)
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("method", ["propose", "observe"])
@pytest.mark.parametrize("name", TAKE_PART)
def test_the_search_goes_on_without_a_strategy_that_fails(fake_executor, monkeypatch, caplog, name, method, turn):
    fail_at(monkeypatch, name, method, turn, IndexError("list index out of range"))
    events = searched(fake_executor)
    ended = events[-1]
    assert isinstance(ended, Ended) and ended.outcome == "finished" and ended.executions == 300
    assert any(isinstance(event, SlowInputFound) for event in events)
    told = [event for event in events if isinstance(event, Warned) and event.code == FAILED]
    assert told and all("list index out of range" in event.message for event in told)
    assert len({event.message for event in told}) == len(told), "each is said once"
    assert len([record for record in caplog.records if record.name == "slowpath.engine.failure_isolation"]) == len(told)


@pytest.mark.parametrize("name", TAKE_PART)
def test_a_strategy_that_cannot_be_made_is_left_out(fake_executor, monkeypatch, name):
    made, calls = SHARES[name], []

    def failing(context):
        calls.append(context)
        raise IndexError("list index out of range")

    monkeypatch.setitem(SHARES, name, (failing, made[1]))
    events = searched(fake_executor)
    assert isinstance(events[-1], Ended) and events[-1].executions == 300
    assert any(isinstance(event, SlowInputFound) for event in events)
    assert sum(isinstance(event, Warned) and event.code == FAILED for event in events) == len(calls) == 1


def test_a_strategy_that_has_nothing_to_begin_with_has_no_part_and_is_no_failure(fake_executor, monkeypatch):
    def empty(context):
        raise CannotGenerate("sum n <= 5")

    monkeypatch.setitem(SHARES, "small-world", (empty, SHARES["small-world"][1]))
    events = searched(fake_executor)
    assert isinstance(events[-1], Ended) and events[-1].executions == 300
    assert not any(isinstance(event, Warned) and event.code == FAILED for event in events)


def test_a_search_of_one_strategy_that_fails_ends_at_once(fake_executor, monkeypatch):
    fail_at(monkeypatch, "small-world", "propose", 5, ZeroDivisionError("float division by zero"))
    events = searched(fake_executor, strategies=("small-world",))
    assert isinstance(events[-1], Ended) and events[-1].executions < 300
    assert sum(isinstance(event, Warned) and event.code == FAILED for event in events) == 1


def test_what_concerns_the_target_ends_the_search(fake_executor, monkeypatch):
    fail_at(monkeypatch, "mutation", "propose", 0, SlowpathError("The program can't be started any more."))
    with pytest.raises(SlowpathError):
        searched(fake_executor)
