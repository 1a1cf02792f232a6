"""`slowpath break` with a model: an endpoint that answers by a script, and none at all."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
ROOT = Path(__file__).resolve().parent.parent.parent
NO_MODEL = {"OPENAI_BASE_URL": "", "OPENAI_API_KEY": "", "SLOWPATH_LLM_MODEL": ""}
BRUTE = "n = input()\nh = sorted(set(map(int, input().split())))\nprint(h[-1] - h[-2] if len(h) > 1 else 0)\n"
CATEGORY = {
    "analysis": "Nothing is second.",
    "category": "structural",
    "confidence": 0.9,
    "evidence": ["n is 1"],
    "second": "constraint",
}


@pytest.fixture
def photo_row(tmp_path) -> Path:
    """The wrong program of a planted bug with its statement and samples, and no reference beside it."""
    folder = tmp_path / "photo_row"
    shutil.copytree(
        ROOT / "tests" / "problems" / "bugs" / "photo_row",
        folder,
        ignore=shutil.ignore_patterns("accepted.*", "brute.*"),
    )
    return folder / "buggy.py"


def test_a_models_brute_force_test_and_kind_of_bug_are_used(cli, validate, endpoint, photo_row):
    endpoint.script = [
        endpoint.said(json.dumps(each))
        for each in (
            {"idea": "sort", "program": BRUTE},
            {"analysis": "One.\nNothing is second.", "test": "1\n7\n"},
            CATEGORY,
        )
    ]
    done = cli(
        "break",
        photo_row,
        "--executions",
        20,
        "--hacks",
        "cot",
        "--model-category",
        "--samples",
        1,
        "--json",
        OPENAI_BASE_URL=endpoint.base_url,
        SLOWPATH_LLM_MODEL="small",
    )
    assert done.code == 0, done.err
    for value in done.objects:
        validate("break", value)
    assert [value["state"] for value in done.objects if value["event"] == "attempt"] == ["passed"] * 3
    asked, of_kind = [value for value in done.objects if value["event"] == "asked"]
    assert of_kind["prompts"] == ["fault-category/1"] and of_kind["requests"] == 1
    assert asked["prompts"] == ["brute-force/4", "hack-chain-of-thought/4"] and asked["requests"] == 2
    first = next(value for value in done.objects if value["event"] == "breaking")
    assert first["verdict"] == "WA" and first["origin"] == "model cot 1: Nothing is second."
    (reference,) = done.last["references"]
    assert reference["role"] == "model" and reference["usable"] and done.last["judged_by"] == reference["name"]
    assert done.last["found"] and done.last["category"] == "structural" and done.last["confidence"] >= 0.9


def test_without_a_model_there_is_a_clear_error(cli, validate, photo_row):
    done = cli("break", photo_row, "--executions", 10, "--hacks", "cot", "--json", **NO_MODEL)
    assert done.code == 2 and "OPENAI_BASE_URL" in done.last["remedy"]
    validate("break", done.last)
