"""`slowpath break` with a model: from recordings, from an endpoint that answers by a script, and without either."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
ROOT = Path(__file__).resolve().parent.parent.parent
RECORDED = ROOT / "tests" / "recorded" / "hacks"
NO_MODEL = {"OPENAI_BASE_URL": "", "OPENAI_API_KEY": "", "SLOWPATH_LLM_MODEL": ""}
BRUTE = "n = input()\nh = sorted(set(map(int, input().split())))\nprint(h[-1] - h[-2] if len(h) > 1 else 0)\n"
CATEGORY = {"analysis": "Nothing is second.", "category": "structural", "confidence": 0.9, "evidence": ["n is 1"],
            "second": "constraint"}


@pytest.fixture
def photo_row(tmp_path) -> Path:
    """The wrong program of a planted bug with its statement and samples, and no reference beside it."""
    folder = tmp_path / "photo_row"
    shutil.copytree(ROOT / "tests" / "problems" / "bugs" / "photo_row", folder,
                    ignore=shutil.ignore_patterns("accepted.*", "brute.*"))
    return folder / "buggy.py"


def test_a_recorded_test_and_a_recorded_brute_force_break_the_program(cli, validate, photo_row):
    done = cli("break", photo_row, "--executions", 50, "--hacks", "cot", "--replay", RECORDED, "--samples", 1,
               "--json", **NO_MODEL)
    assert done.code == 0, done.err
    for value in done.objects:
        validate("break", value)
    attempts = [value["state"] for value in done.objects if value["event"] == "attempt"]
    assert attempts == ["crash", "passed", "passed"]
    (reference,) = done.last["references"]
    assert (reference["role"], reference["usable"]) == ("model", True)
    (asked,) = [value for value in done.objects if value["event"] == "asked"]
    assert asked["prompts"] == ["brute-force/1", "hack-chain-of-thought/1"] and asked["requests"] == 3
    first = next(value for value in done.objects if value["event"] == "breaking")
    assert first["verdict"] == "WA" and done.last["found"] and done.last["judged_by"] == reference["name"]


def test_an_endpoint_is_asked_for_the_kind_of_the_bug(cli, validate, endpoint, photo_row):
    endpoint.script = [endpoint.said(json.dumps({"idea": "sort", "program": BRUTE})),
                       endpoint.said(json.dumps(CATEGORY))]
    done = cli("break", photo_row, "--executions", 100, "--brute-force", "--model-category", "--samples", 1, "--json",
               OPENAI_BASE_URL=endpoint.base_url, SLOWPATH_LLM_MODEL="small")
    assert done.code == 0, done.err
    for value in done.objects:
        validate("break", value)
    assert done.last["found"] and done.last["category"] == "structural"
    assert "n is 1" in done.last["evidence"] or done.last["classified_by"] == "evidence"
    assert done.last["confidence"] >= 0.9


def test_without_a_model_there_is_a_clear_error(cli, validate, photo_row):
    done = cli("break", photo_row, "--executions", 10, "--hacks", "cot", "--json", **NO_MODEL)
    assert done.code == 2 and "OPENAI_BASE_URL" in done.last["remedy"]
    validate("break", done.last)


def test_a_model_that_doesnt_answer_leaves_the_search_as_it_is(cli, endpoint, photo_row):
    endpoint.script = [endpoint.Said(status=401, error={"message": "no such key"})] * 2
    done = cli("break", photo_row, "--executions", 30, "--hacks", "zero-shot", "--samples", 1, "--json",
               OPENAI_BASE_URL=endpoint.base_url, SLOWPATH_LLM_MODEL="small")
    assert done.code == 0, done.err
    warned = [value["message"] for value in done.objects if value["event"] == "warning"]
    assert any("brute force is left out" in message and "no such key" in message for message in warned)
    assert any("zero-shot" in message for message in warned)
    assert done.last["event"] == "finished"
