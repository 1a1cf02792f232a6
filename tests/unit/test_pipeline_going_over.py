"""A search that goes over to a model's reading: what it yields, with the search itself stood in for."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from slowpath.errors import ModelUnavailable
from slowpath.inputs.text_form.text import from_text
from slowpath.model.campaign import (
    Budget,
    CampaignSpec,
    CampaignStarted,
    Ended,
    FormatReplaced,
    PhaseEntered,
    SlowInputDropped,
    SlowInputFound,
    ValidityAsked,
    Warned,
)
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.cost import Cost
from slowpath.model.format import FormatReport
from slowpath.model.generator import ValidatorProgram
from slowpath.model.origin import Origin, input_id
from slowpath.model.reading import Difference, FormatPart, ModelReading, Refusal
from slowpath.model.slow_input import SlowInput
from slowpath.model.validity import Doubt, Validity
from slowpath.model.verdict import Verdict
from slowpath.pipeline import going_over
from slowpath.pipeline.campaigns import find
from slowpath.pipeline.going_over import ReadingAside, find_while_reading, with_reading
from slowpath.pipeline.reading import report_with
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

SPEC = CampaignSpec("a.py", "python", b"", from_text("n: int 1..100\n"), (), Budget(seconds=30.0))
SOURCE = "def validate(text):\n    if int(text) % 2:\n        raise ValueError('odd')\n"
EVEN = ValidatorProgram("0", SOURCE, "even", True)
STANDS = ModelReading("desk", FormatPart(FormatReport(from_text("n: int 1..50\n"), "n: int 1..50\n")), EVEN)


class Clock:
    """Seconds that pass as events are yielded."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Searches:
    """Stands for `find`: each search shows its inputs one after the other, a second each, until it is stopped."""

    def __init__(self, monkeypatch, clock: Clock, store: MemoryStore, *shown: list[bytes]) -> None:
        self.specs: list[CampaignSpec] = []
        self._shown, self._clock, self._store = list(shown), clock, store
        monkeypatch.setattr(going_over, "find", self._find)

    def _find(self, spec, settings, store, *, campaign_id, **more):
        store.create(campaign_id, spec)
        for event in self._made(spec, campaign_id, more["stop"]):
            if (said := more["told"](event)) is not None:
                store.append(campaign_id, [said])
                yield said

    def _made(self, spec, campaign_id, stop):
        self.specs.append(spec)
        began = self._clock.now
        yield CampaignStarted(campaign_id, spec.path, spec.budget, assumed=spec.assumed)
        for data in self._shown[len(self.specs) - 1]:
            self._clock.now += 1.0
            if stop():
                break
            name = self._store.put_input(data)
            cost, origin = Cost(9, 0.1, 0.0, 0), Origin("seed", "x")
            found = SlowInput(name, len(data), cost, 2.0, origin, Verdict.OK, 1)
            yield SlowInputFound(found, 10, self._clock.now - began)
        yield Ended("stopped" if stop() else "finished", executions=10, elapsed_s=self._clock.now - began)


@pytest.fixture
def search(monkeypatch):
    clock, store = Clock(), MemoryStore()

    def run(shown, aside, spec=SPEC, stop=lambda: False, held=(), **more):
        for data in held:
            store.put_input(data)
        searches = Searches(monkeypatch, clock, store, *shown)
        made = list(
            find_while_reading(
                spec,
                aside,
                lambda reading: with_reading(replace(spec, format=reading.format.report.format), reading),
                Settings(),
                store,
                campaign_id="c",
                stop=stop,
                clock=clock,
                **more,
            )
        )
        assert [event for _, event in store.events("c")] == made
        return made, searches.specs

    return run


def there(reading=STANDS) -> ReadingAside:
    """A reading that came."""
    aside = ReadingAside(lambda _: reading)
    aside.start()
    aside.wait()
    return aside


def test_a_reading_that_stands_has_the_seconds_that_are_left(search):
    events, (first, second) = search([[b"4\n"] * 3, [b"6\n"]], there())
    assert second.budget.seconds == 29.0 and first.budget.seconds == 30.0
    assert second.format == STANDS.format.report.format and second.model_validator == EVEN
    assert [type(event) for event in events].count(CampaignStarted) == 1
    assert [type(event) for event in events].count(Ended) == 1 and isinstance(events[-1], Ended)
    assert any(isinstance(event, PhaseEntered) and event.phase == "reading" for event in events)


def test_what_was_shown_and_the_reading_refuses_is_dropped(search):
    events, _ = search([[b"3\n", b"4\n", b"98\n", b"5\n"], []], late())
    found = {event.slow_input.id for event in events if isinstance(event, SlowInputFound)}
    dropped = [event for event in events if isinstance(event, SlowInputDropped)]
    assert len(found) > len(dropped) >= 1 and "odd" in dropped[0].reason


class Late(ReadingAside):
    """Comes to stand once it was asked for a few times."""

    asked = 0

    @property
    def stands(self):
        self.asked += 1
        return self.asked > 3


def late() -> Late:
    aside = Late(lambda _: STANDS)
    aside.reading = STANDS
    return aside


def test_both_searches_are_one_campaign_whose_counts_go_on(search):
    spec = replace(SPEC, assumed=("n",))
    events, _ = search([[b"4\n"] * 9, [b"6\n"]], late(), spec=spec)
    replaced = next(event for event in events if isinstance(event, FormatReplaced))
    assert replaced.executions == 10 and replaced.elapsed_s > 0
    assert events[-1].executions == 20
    assert all(one.elapsed_s <= other.elapsed_s for one, other in pairwise(events))
    view = CampaignView()
    for event in events:
        view = fold(view, event)
    assert view.state == "finished" and view.campaign_id == "c" and len(view.slow_inputs) == 2


@pytest.mark.parametrize(("judges", "validity"), [(True, Validity.LIKELY), (False, Validity.DOUBTFUL)])
def test_what_the_reading_accepts_is_no_longer_doubted_for_want_of_understanding(search, judges, validity):
    read = Doubt("sentence", "Nothing in the format stands for it.", 3, "The boxes are stable.")
    even = SlowInput(
        input_id(b"4\n"), 2, Cost(9, 0.1, 0.0, 0), 2.0, Origin("seed", "x"), Verdict.OK, 1, validity=Validity.DOUBTFUL,
        doubts=(read,),
    )  # fmt: skip
    history = [CampaignStarted("c", "a.py", SPEC.budget, doubts=(read,)), SlowInputFound(even, 7, 12.0)]
    events, _ = search([[], []], there(), history=history, held=[b"4\n"], judges=judges)
    view = CampaignView()
    for event in (*history, *events):
        view = fold(view, event)
    assert [slow.validity for slow in view.slow_inputs] == [validity] and view.doubts == ()


@pytest.mark.parametrize("is_calibrated", [True, False])
def test_a_search_begins_without_doubts_that_a_calibrated_validator_answers(is_calibrated):
    doubts = Doubt("sentence", "Nothing in the format stands for it."), Doubt("bounds", "Nothing says it.")
    spec = replace(SPEC, doubts=doubts, model_validator=replace(EVEN, calibrated=is_calibrated))
    events = find(spec, Settings(), MemoryStore(), campaign_id="c", stop=lambda: True, clock=lambda: 0.0)
    first = next(events)
    events.close()
    assert isinstance(first, CampaignStarted) and first.doubts == (doubts[1:] if is_calibrated else doubts)


def test_a_search_that_goes_on_has_the_seconds_and_the_inputs_that_are_left(search):
    odd = SlowInput(input_id(b"3\n"), 2, Cost(9, 0.1, 0.0, 0), 2.0, Origin("seed", "x"), Verdict.OK, 1)
    history = [CampaignStarted("c", "a.py", SPEC.budget), SlowInputFound(odd, 7, 12.0)]
    events, (_, second) = search([[b"4\n"], []], there(), history=history, held=[b"3\n"])
    assert second.budget.seconds == 30.0 - 12.0 - 1.0
    assert odd.id in {event.input_id for event in events if isinstance(event, SlowInputDropped)}


def test_what_is_given_stays_however_the_reading_is(search):
    events, _ = search([[b"3\n", b"4\n", b"98\n", b"5\n"], []], late(), judges=False)
    assert not [event for event in events if isinstance(event, SlowInputDropped)]


def test_a_search_that_is_over_first_does_not_wait(search):
    aside = ReadingAside(lambda unwanted: STANDS)
    events, specs = search([[b"4\n"]], aside)
    assert len(specs) == 1 and isinstance(events[-1], Ended) and events[-1].outcome == "finished"


def test_there_is_no_second_search_without_time_for_it(search):
    spec = replace(SPEC, budget=Budget(seconds=3.0))
    _, specs = search([[b"4\n"]], there(), spec=spec)
    assert len(specs) == 1


@pytest.mark.parametrize(
    ("reading", "code"),
    [(replace(STANDS, validator=replace(EVEN, calibrated=False)), "reading-open"), (None, "model-unavailable")],
)
def test_a_reading_that_does_not_stand_is_a_remark(search, reading, code):
    def read(_):
        if reading is None:
            raise ModelUnavailable("gone", "wait")
        return reading

    aside = ReadingAside(read)
    aside.start()
    aside.wait()
    events, specs = search([[b"4\n"]], aside)
    assert len(specs) == 1 and [event.code for event in events if isinstance(event, Warned)] == [code]


def test_what_nobody_could_decide_is_asked_of_who_knows_the_problem(search):
    settled, left = (
        Difference("format", data, ("format",), (Refusal("validator", "odd"),)) for data in (b"1\n", b"3\n")
    )
    reading = replace(
        STANDS, validator=replace(EVEN, calibrated=False), differences=(replace(settled, settled="all agree"), left)
    )
    aside = ReadingAside(lambda _: reading)
    aside.start()
    aside.wait()
    events, _ = search([[b"4\n"]], aside)
    (asked,) = [event for event in events if isinstance(event, ValidityAsked)]
    assert asked.differences == (left,)


def test_a_user_who_stops_the_search_gets_no_second_one(search):
    _, specs = search([[b"4\n"]], there(), stop=lambda: True)
    assert len(specs) == 1


def test_a_search_goes_by_the_model_s_format_where_its_reading_stands():
    rules = FormatReport(from_text("n: int 1..100\n"), "n: int 1..100\n")
    assert report_with(None, rules) is rules
    assert report_with(replace(STANDS, validator=None), rules) is rules
    assert report_with(STANDS, rules) == STANDS.format.report
    doubted = report_with(replace(STANDS, doubts=("It fails.",)), rules)
    assert [(doubt.kind, doubt.text) for doubt in doubted.doubts] == [("failing", "It fails.")]


def test_a_reading_that_does_not_stand_is_doubted_where_nothing_else_is_known():
    report = report_with(replace(STANDS, validator=replace(EVEN, calibrated=False)), FormatReport(None))
    assert report.format is not None and [doubt.kind for doubt in report.doubts] == ["model"]
