"""A model may object to the format that it was shown: where it quotes the statement that counts, else it is told so."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from fake_model import FakeModel

from slowpath.hacks import KINDS, HackQuestion, Tried, ask_hacks
from slowpath.inputs.text_form.text import from_text
from slowpath.llm.objections import Objection, objection_in, shown_grounds
from slowpath.llm.prompts import load_prompt
from slowpath.llm.providers.openai_sdk import _strict
from slowpath.llm.replies import flaws
from slowpath.model.format import Evidence, FormatReport
from slowpath.model.validity import DOUBT_KINDS, Doubt, SentenceMark
from slowpath.pipeline.objections import objected

STATEMENT = """Ada sorts stones.

The first line has an integer $n$ ($1 \\le n \\le 100$). The *second* line has n weights
from 1 to 9, **no two of them equal**.
"""
FORMAT = from_text("n: int 1..100\na: int[n] 1..9\n")
REPORT = FormatReport(FORMAT)
GOOD = {"sentence": "The second line has n weights from 1 to 9, no two of them equal.", "why": "weights may be equal"}
INVENTED = {"sentence": "The weights are given in ascending order.", "why": "they aren't sorted"}
PROMPTS = (
    "hack-zero-shot",
    "hack-few-shot",
    "hack-chain-of-thought",
    "hack-generator",
    "stab-generator",
    "constraint-mutator",
    "brute-force",
)


def test_a_sentence_is_found_whatever_its_markup_and_its_lines():
    found, told = objection_in({"objection": GOOD}, STATEMENT)
    assert found is not None and (found.line, found.why) == (3, "weights may be equal")
    assert found.quote.startswith("second* line has n weights from 1") is False
    assert found.quote == "The *second* line has n weights from 1 to 9, **no two of them equal"
    assert "weights may be equal" in told


@pytest.mark.parametrize(
    "said",
    [
        INVENTED,
        {"sentence": "", "why": "x"},
        {"sentence": "n weights", "why": "too short"},
        {"sentence": "...", "why": ""},
    ],
)
def test_what_the_statement_does_not_say_counts_for_nothing(said):
    found, told = objection_in({"objection": said}, STATEMENT)
    assert found is None and "counts for nothing" in told


@pytest.mark.parametrize("value", [{}, {"objection": None}, {"objection": "no"}])
def test_who_does_not_object_is_told_nothing(value):
    assert objection_in(value, STATEMENT) == (None, "")


def asked(*replies: dict):
    question = HackQuestion("try", STATEMENT, "python", b"print(1)\n", FORMAT, grounds="We read it in the tea.")
    model = FakeModel([json.dumps({"analysis": "Look.", **reply}) for reply in replies])
    found = ask_hacks(
        question,
        KINDS["cot"],
        model,
        None,
        samples=1,  # type: ignore[arg-type]
        trial=lambda data: Tried(True),
    )
    return found, model


def test_a_good_objection_is_kept_beside_the_test_and_becomes_a_doubt():
    found, model = asked({"test": "2\n5 9\n", "objection": GOOD})
    assert "We read it in the tea." in model.requests[0].messages[-1].content
    assert [idea.data for idea in found.ideas] == [b"2\n5 9\n"] and found.attempts[0].kind == ""
    (doubt,) = objected(found.attempts, (), REPORT).doubts
    assert doubt.kind in DOUBT_KINDS and doubt.line == 3 and "weights may be equal" in doubt.text
    assert objected(found.attempts, (doubt,), REPORT).doubts == ()


def test_an_objection_is_heard_with_a_test_that_the_format_refuses_and_asked_on():
    found, model = asked({"test": "2\n5 10\n", "objection": GOOD}, {"test": "2\n5 9\n"})
    assert [attempt.kind for attempt in found.attempts] == ["invalid", ""]
    assert "looked at (weights may be equal)" in model.requests[1].messages[-1].content
    assert [doubt.line for doubt in objected(found.attempts, (), REPORT).doubts] == [3]


def test_an_objection_to_what_nobody_says_is_thrown_away_and_its_writer_told():
    found, model = asked({"test": "2\n5 10\n", "objection": INVENTED}, {"test": "2\n5 9\n"})
    assert objected(found.attempts, (), REPORT).doubts == ()
    assert 'doesn\'t say "The weights are given in ascending order."' in model.requests[1].messages[-1].content


def test_one_sentence_is_one_doubt_however_often_it_is_objected_to():
    found, _ = asked({"test": "2\n5 10\n", "objection": GOOD}, {"test": "2\n5 9\n", "objection": GOOD})
    assert [attempt.objection for attempt in found.attempts] == [
        Objection("The *second* line has n weights from 1 to 9, **no two of them equal", 3, "weights may be equal")
    ] * 2
    assert len(objected(found.attempts, (), REPORT).doubts) == 1


def test_what_one_reply_says_against_a_sentence_that_was_understood_is_only_told():
    mark = SentenceMark(
        3, "The second line has n weights from 1 to 9, no two of them equal.", "input", "used", ("w <= 9",)
    )
    used, unclear = (replace(REPORT, sentences=(replace(mark, mark=how),)) for how in ("used", "unclear"))
    once, _ = asked({"test": "2\n5 9\n", "objection": GOOD})
    said = objected(once.attempts, (), used)
    assert said.doubts == ()
    assert "the format says w <= 9" in said.warnings[0].message
    assert len(objected(once.attempts, (), unclear).doubts) == 1
    twice, _ = asked({"test": "2\n5 10\n", "objection": GOOD}, {"test": "2\n5 9\n", "objection": GOOD})
    assert len(objected(twice.attempts, (), used).doubts) == 1


def test_of_a_format_that_the_user_answers_for_it_is_only_told():
    found, _ = asked({"test": "2\n5 9\n", "objection": GOOD})
    said = objected(found.attempts, (), replace(REPORT, evidence=(Evidence("input", "given", "user"),)))
    assert said.doubts == () and len(said.warnings) == 1


@pytest.mark.parametrize("name", PROMPTS)
def test_every_prompt_that_shows_a_format_says_where_it_is_from_and_takes_an_objection(name):
    prompt = load_prompt(name)
    assert "{{grounds}}" in prompt.user and "it is what counts" not in prompt.user
    reply = dict.fromkeys(prompt.schema["required"], "x")
    assert flaws({**reply, "objection": GOOD}, prompt.schema) == flaws(reply, prompt.schema) == ()
    assert flaws({**reply, "objection": {"sentence": "x"}}, prompt.schema)


def test_a_strict_endpoint_is_asked_for_null_where_there_is_no_objection():
    schema = _strict(load_prompt("hack-zero-shot").schema)
    assert schema["required"] == ["test", "objection"] and flaws({"test": "x", "objection": None}, schema) == ()
    assert schema["properties"]["objection"]["required"] == ["sentence", "why"]


def test_where_a_format_comes_from_is_said():
    report = FormatReport(
        FORMAT,
        evidence=(Evidence("n", "1 <= n", "statement"), Evidence("a", "a[n]", "reads")),
        assumed=("a",),
        doubts=(Doubt("bounds", "Nothing says what a may be."),),
    )
    assert shown_grounds(report) == (
        "We read this format out of the statement and the program's text; it may be wrong. Nobody says what bounds a"
        " have: they are assumed. Open: Nothing says what a may be."
    )
    given = replace(report, evidence=(Evidence("input", "given", "user"),))
    assert shown_grounds(given) == "The user wrote this format, or said that it is right."
