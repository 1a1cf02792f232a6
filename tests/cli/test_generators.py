"""`slowpath generators` and `find --generators`: from recordings, from an endpoint, and without either."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
QUICKSORT = ROOT / "examples" / "quicksort" / "solution.cpp"
SOUND = ROOT / "tests" / "problems" / "sound" / "solution.cpp"
RECORDED = ROOT / "tests" / "recorded"
NO_MODEL = {"OPENAI_BASE_URL": "", "OPENAI_API_KEY": "", "SLOWPATH_LLM_MODEL": ""}
GOOD = "def generate(seed, size):\n    return f'{size}\\n' + ' '.join(str(size - i) for i in range(size)) + '\\n'\n"


def test_a_replayed_conversation_is_told_and_saved(cli, validate, tmp_path):
    done = cli(
        "generators",
        QUICKSORT,
        "--replay",
        RECORDED / "stab",
        "--samples",
        1,
        "--save",
        tmp_path / "made",
        "--json",
        **NO_MODEL,
    )
    assert done.code == 0, done.err
    for value in done.objects:
        validate("generators", value)
    first, second, generator, finished = done.objects
    assert (first["state"], second["state"], finished["generators"]) == ("crash", "passed", 1)
    assert "IndexError" in first["reasons"][0] and "not a public model" in first["obtained"]
    (made,) = generator["inputs"]
    assert Path(made["path"]).stat().st_size == made["size"] and Path(generator["path"]).read_text() == second["source"]
    assert "IndexError" in (tmp_path / "made" / "stab-1.1.md").read_text("utf-8")
    replayed = cli("replay", made["replay"], **NO_MODEL)
    assert replayed.out == Path(made["path"]).read_bytes()


def test_the_search_uses_what_the_model_wrote(cli, validate, tmp_path):
    done = cli(
        "find",
        QUICKSORT,
        "--executions",
        60,
        "--generators",
        "stab",
        "--replay",
        RECORDED / "stab",
        "--samples",
        1,
        "--strategies",
        "model-generators",
        "--save",
        tmp_path / "found",
        "--json",
        **NO_MODEL,
    )
    assert done.code == 0, done.err
    for value in done.objects:
        validate("find", value)
    slow = max(
        (row for row in done.last["slow_inputs"] if row["strategy"] == "model-generator"), key=lambda row: row["ratio"]
    )
    assert slow["ratio"] > 1000 and slow["origin"].startswith("model stab 1: Median-of-three")
    document = json.loads(Path(slow["replay"]).read_text("utf-8"))
    assert "def generate" in document["recipe"]["source"] and "data" not in document
    assert cli("replay", slow["replay"], **NO_MODEL).out == Path(slow["path"]).read_bytes()


def test_an_endpoint_is_asked_with_its_key_and_its_tokens_are_counted(cli, endpoint, validate):
    endpoint.script = [endpoint.said(json.dumps({"idea": "falling", "generator": GOOD}))]
    done = cli(
        "generators",
        QUICKSORT,
        "--samples",
        1,
        "--json",
        OPENAI_BASE_URL=endpoint.base_url,
        OPENAI_API_KEY="k",
        SLOWPATH_LLM_MODEL="small",
    )
    assert done.code == 0, done.err
    validate("generators", done.last)
    assert (done.last["prompt_tokens"], done.last["completion_tokens"], done.last["generators"]) == (11, 7, 1)
    assert endpoint.keys == ["Bearer k"]


def test_a_key_stays_away_from_an_endpoint_given_by_option(cli, endpoint, validate):
    endpoint.script = [endpoint.Said(status=401, error={"message": "no such key"})]
    done = cli(
        "generators",
        QUICKSORT,
        "--samples",
        1,
        "--base-url",
        endpoint.base_url,
        "--model",
        "small",
        "--json",
        **{**NO_MODEL, "OPENAI_API_KEY": "k"},
    )
    assert endpoint.keys and "Bearer k" not in endpoint.keys
    assert done.code == 8 and done.last["code"] == "model-unavailable" and "no such key" in done.last["message"]
    validate("generators", done.last)


def test_what_would_be_sent_is_shown_without_any_model(cli, validate):
    done = cli("generators", QUICKSORT, "--show-prompt", "--json", **NO_MODEL)
    assert done.code == 0, done.err
    validate("generators", done.last)
    user = done.last["messages"][1]["content"]
    assert "Shelf order" in user and "n = 50000" in user
    assert "void quicksort" not in user


def test_without_a_model_there_is_a_clear_error(cli, validate):
    done = cli("find", QUICKSORT, "--executions", 10, "--generators", "stab", "--json", **NO_MODEL)
    assert done.code == 2 and "OPENAI_BASE_URL" in done.last["remedy"]
    validate("find", done.last)


def test_a_model_that_doesnt_answer_leaves_the_search_as_it_is(cli, endpoint):
    endpoint.script = [endpoint.Said(status=401, error={"message": "no such key"})]
    asked = {"OPENAI_BASE_URL": endpoint.base_url, "SLOWPATH_LLM_MODEL": "small"}
    done = cli("find", SOUND, "--executions", 10, "--generators", "plain", "--samples", 1, "--json", **asked)
    assert done.code == 0, done.err
    warned = [value for value in done.objects if value["event"] == "warning"]
    assert len(warned) == 2 and {value["code"] for value in warned} == {"model-unavailable"}
    assert all("no such key" in value["message"] for value in warned)  # Of its generators, and of its reading.
    assert done.last["event"] == "finished"


def test_doctor_says_what_the_endpoint_is(cli, endpoint):
    asked = {"OPENAI_BASE_URL": endpoint.base_url, "SLOWPATH_LLM_MODEL": "small"}
    found = {each["name"]: each for each in cli("doctor", "--json", **asked).last["findings"]}
    assert found["model endpoint"]["found"] and endpoint.base_url in found["model endpoint"]["detail"]
    assert "works without" in found["model endpoint"]["costs"]
