"""The validator of a reading that was kept: every search of the problem has it, whoever begins it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.inputs.text_form.text import from_text
from slowpath.llm.client import Usage
from slowpath.model.campaign import Budget
from slowpath.model.format import Evidence, FormatReport
from slowpath.model.generator import ValidatorProgram
from slowpath.model.problem import Problem, Sample, Solution
from slowpath.model.reading import FormatPart, ModelReading
from slowpath.pipeline import reading
from slowpath.reading import ReadingReport
from slowpath.settings import Settings

PROBLEM = Problem("even", "plain", Path("."), "An even n.", samples=(Sample("1", b"4\n"),))
SOLUTION = Solution(Path("a.py").absolute(), "python", b"print(int(input()))\n")
REPORT = FormatReport(from_text("n: int 1..100\n"), "n: int 1..100\n")
EVEN = ValidatorProgram("0", "def validate(text): assert int(text) % 2 == 0\n", "even", True)
STANDS = ModelReading("desk", FormatPart(REPORT), EVEN)


class Desk:
    model = "desk"


@pytest.fixture
def settings(tmp_path, monkeypatch) -> Settings:
    """Those under which a reading was asked for and kept."""
    made = Settings(llm_model="desk", cache_dir=tmp_path, state_dir=tmp_path)
    monkeypatch.setattr("slowpath.reading.ask_reading", lambda *_, **__: ReadingReport(STANDS, (), Usage()))
    monkeypatch.setattr(reading, "_doubts", lambda *_: ())
    pipeline.read_with_model(PROBLEM, SOLUTION, made, Desk())
    return made


def test_searches_for_slow_and_for_breaking_inputs_have_it(settings):
    slow = pipeline.campaign_spec(SOLUTION, PROBLEM, REPORT, settings, Budget(1.0))
    breaking = pipeline.break_spec(SOLUTION, PROBLEM, REPORT, settings, Budget(1.0), references=())
    assert slow.model_validator == breaking.model_validator == EVEN


def test_a_search_for_breaking_inputs_goes_by_its_format_but_for_one_that_somebody_gave(settings):
    rules = FormatReport(from_text("n: int 1..9\n"), "n: int 1..9\n")
    spec = pipeline.break_spec(SOLUTION, PROBLEM, rules, settings, Budget(1.0), references=())
    assert spec.format == REPORT.format
    given = replace(rules, evidence=(Evidence("n", "n <= 9", "user", "", 0, 1.0),))
    assert given.is_given
    assert pipeline.break_spec(SOLUTION, PROBLEM, given, settings, Budget(1.0), references=()).format == rules.format


def test_another_model_s_or_none_s_is_not_taken(settings):
    for model in ("", "other"):
        asked = Settings(llm_model=model, cache_dir=settings.cache_dir, state_dir=settings.state_dir)
        assert pipeline.campaign_spec(SOLUTION, PROBLEM, REPORT, asked, Budget(1.0)).model_validator is None
