"""The model's part in a worker's search for slow inputs: begun, and gone on with from the store."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.inputs.text_form.text import from_text
from slowpath.lsp.options import read_options
from slowpath.model.campaign import Budget, CampaignSpec, FormatReplaced, PhaseEntered, Warned
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings
from slowpath.worker.campaign_reading import CampaignReading
from slowpath.worker.messages import Asking, Begin
from slowpath.worker.reading import Read

RULES, MODEL = (FormatReport(from_text(text), text) for text in ("n: int 1..9\n", "n: int 2..8\n"))
FOUND = Read(Solution(Path("a.py"), "python", b""), Problem("p", "plain", Path(".")), RULES)
BEGIN = Begin("c", "a.py", b"", Budget(seconds=60), 0, Settings(), asking=Asking())


class Beside:
    """Stands for `pipeline.ReadingBeside`: a model that says `MODEL` once it is waited for."""

    told = ()
    known = False

    def __init__(self, *_, **__):
        self.waited = self.known

    def before(self, report, *, waits, is_over):
        self.waited = self.waited or waits or report.format is None
        return MODEL if self.waited else report

    def report(self, report):
        return MODEL

    def remarks(self):
        return self.told

    def specified(self, spec):
        return replace(spec, statement="with the reading") if self.waited else spec

    def finding(self, specify, report, *, begun=False):
        return "goes over" if begun or not self.waited else pipeline.find


@pytest.fixture
def reading(monkeypatch):
    def made(begin=BEGIN, known=False, told=()):
        kind = type("One", (Beside,), {"known": known, "told": told})
        monkeypatch.setattr(pipeline, "ReadingBeside", kind)
        events = []
        return CampaignReading(begin, events.append, lambda message: None, lambda: False), events

    return made


def specify(report: FormatReport) -> CampaignSpec:
    assert report.format is not None
    return CampaignSpec("a.py", "python", b"", report.format, (), Budget(seconds=60))


def test_a_search_begins_with_the_rules_reading_and_goes_over(reading):
    asked, events = reading()
    assert asked.begun(FOUND, specify).format == RULES.format and asked.find == "goes over" and events == []


def test_a_search_without_a_model_is_any_search(reading):
    asked, _ = reading(replace(BEGIN, asking=None))
    assert asked.begun(FOUND, specify) == specify(RULES) and asked.find is pipeline.find


@pytest.mark.parametrize(
    "begin", [replace(BEGIN, budget=Budget(executions=9)), replace(BEGIN, asking=Asking(first=True))]
)
def test_where_clocks_decide_nothing_or_the_user_says_so_the_model_is_waited_for(reading, begin):
    asked, events = reading(begin)
    assert asked.begun(FOUND, specify).format == MODEL.format and asked.find is pipeline.find
    assert [type(event) for event in events] == [PhaseEntered]


def test_what_the_rules_can_not_read_waits_for_the_model(reading):
    asked, _ = reading()
    assert asked.begun(replace(FOUND, report=FormatReport(None)), specify).format == MODEL.format


def test_what_is_to_be_told_of_asking_is_told_before_the_search(reading):
    asked, events = reading(told=(Warned("model-unavailable", "gone", "wait"),))
    asked.begun(FOUND, specify)
    assert [event.code for event in events if isinstance(event, Warned)] == ["model-unavailable"]


def test_a_resumed_search_goes_over_or_has_gone_over_already(reading):
    stored = specify(RULES)
    asked, _ = reading()
    assert asked.resumed(stored, [], FOUND, specify) is stored and asked.find == "goes over"
    asked, _ = reading(known=True)
    gone_on = asked.resumed(stored, [FormatReplaced()], FOUND, specify)
    assert gone_on.format == MODEL.format and gone_on.statement and asked.find is pipeline.find


def test_who_switched_asking_off_is_asked_where_he_says_so():
    options = read_options({"llm_model": "m", "llm_base_url": "http://127.0.0.1:1/v1", "llm_enabled": False})
    assert options.asking is None
    asked = options.asking_first()
    assert asked is not None and asked.first
    assert read_options({}).asking_first() is None
