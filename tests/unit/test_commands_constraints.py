"""What `slowpath constraints` says of what it asked a model."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from types import SimpleNamespace

import pytest

from slowpath import pipeline
from slowpath.commands.constraints import _Asked, _Search
from slowpath.errors import ModelUnavailable
from slowpath.inputs.text_form.text import from_text
from slowpath.llm.client import Usage
from slowpath.llm.objections import Objection
from slowpath.llm.rounds import Attempt
from slowpath.model.campaign_view import CampaignView
from slowpath.model.format import FormatReport
from slowpath.settings import load

CLIENT = SimpleNamespace(model="small")
ROUND = Attempt(1, 1, "", (), usage=Usage(10, 2, 1), prompt="constraint-mutator/1")


REPORT = FormatReport(from_text("n: int 1..9\n"))


def asked(monkeypatch: pytest.MonkeyPatch, capsys, outcome, attempt: Attempt = ROUND) -> list[dict]:
    """The objects that are printed while mutators are asked for, in two rounds."""

    def write(*_, on_attempt, **__):
        on_attempt(attempt)
        on_attempt(attempt)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    monkeypatch.setattr(pipeline, "write_mutators", write)
    options = argparse.Namespace(json=True, mutators=True)
    told = _Asked(options, _Search(load({}), True), CampaignView(), None, None, REPORT, CLIENT)  # type: ignore[arg-type]
    told.mutators(SimpleNamespace(aims=()))  # type: ignore[arg-type]
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    "outcome",
    [SimpleNamespace(programs=(), failure=None), ModelUnavailable("It is gone.", "")],
    ids=["answered", "gone"],
)
def test_what_mutators_cost_is_told_even_where_nothing_came_of_it(monkeypatch, capsys, outcome):
    (said,) = [value for value in asked(monkeypatch, capsys, outcome) if value["event"] == "asked"]
    assert (said["prompts"], said["model"]) == (["constraint-mutator/1"], "small")
    assert (said["requests"], said["prompt_tokens"], said["completion_tokens"]) == (2, 20, 4)


def test_what_a_reply_says_against_the_format_is_told(monkeypatch, capsys):
    attempt = replace(ROUND, objection=Objection("n is one of the primes", 3, "n isn't any number"))
    told = asked(monkeypatch, capsys, SimpleNamespace(programs=(), failure=None), attempt)
    (said,) = [value for value in told if value["event"] == "warning"]
    assert "n isn't any number" in said["message"] and "n is one of the primes" in said["message"]
