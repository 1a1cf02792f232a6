"""Recorded conversations about faster versions, replayed to what they are worth today: the programs in them are built,
compared with the original and searched for an input on which they differ, anew each time.
"""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath import pipeline
from slowpath.errors import ModelUnavailable
from slowpath.llm.providers.backoff import Backoff
from slowpath.llm.providers.openai_sdk import OpenAIClient
from slowpath.llm.recorded import ReplayClient, ReplyFolder
from slowpath.model.campaign import Ended, Warned
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite
from slowpath.pipeline.faster.model_rewrites import HeardRewrites
from slowpath.pipeline.faster.version_trials import OUTDONE
from slowpath.rewrites.asking import ask_rewrites
from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.trial import TriedRewrite
from slowpath.rewrites.ways import WAYS as ALL_WAYS
from slowpath.settings import Settings, load

sys.path.insert(0, str(Path(__file__).parent))
from recorded_rewrites import (
    BAD_CPP_KINDS,
    BAD_KINDS,
    BAD_NAME,
    BAD_WAY,
    ROUNDS,
    SLOW,
    TRAJECTORIES,
    TRAJECTORY_WAY,
    WAYS,
    bad_cpp_question,
    read,
    with_history,
    worked,
    worked_badly,
    worked_with_history,
)

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
RECORDED = Path(__file__).resolve().parents[1] / "recorded" / "rewrites"
EXECUTIONS = 60
BAD_FOLDER = RECORDED.with_name("bad-rewrites")
WHOLE = {"window_medians": ["refused", ""]}
"""What is proven whole here, with what became of each round."""


@pytest.fixture(scope="module")
def settings(build_cache, tmp_path_factory) -> Settings:
    return load({"cache_dir": build_cache, "state_dir": tmp_path_factory.mktemp("state")})


def client(folder: Path = RECORDED) -> ReplayClient:
    return ReplayClient(ReplyFolder(folder))


def test_every_recording_says_how_it_was_obtained_and_holds_nothing_of_a_machine():
    paths = sorted(RECORDED.glob("*.json"))
    assert len(paths) >= len(WAYS)
    for path in paths:
        document = json.loads(path.read_text("utf-8"))
        assert "not a public model" in document["obtained"], path
        assert document["purpose"].split()[1].partition(".")[0] in {*WAYS, *TRAJECTORIES}, path
        assert "127.0.0.1" not in path.read_text("utf-8"), path


@pytest.mark.parametrize("name", WAYS)
def test_every_conversation_can_be_held_again(name):
    """What was recorded is asked for again when the versions fare as they did."""
    solution, problem, report = read(name)
    assert report.format is not None
    question = RewriteQuestion(
        name,
        problem.statement,
        solution.language,
        solution.source,
        report.format,
        problem.samples,
        slow=(("slow", len(SLOW[name]())),),
    )
    way = ALL_WAYS[WAYS[name]]
    rounds = ROUNDS if way.feedback else 1
    found = ask_rewrites(question, way, client(), lambda source, label: TriedRewrite(), samples=1, rounds=rounds)
    assert found.candidates and not found.failure
    assert {attempt.kind for attempt in found.attempts} == {""}


@pytest.mark.parametrize("name", WHOLE)
def test_what_a_model_wrote_wrongly_is_refused_and_what_is_shown_is_proven(name, settings):
    heard, attempts = HeardRewrites(), []
    events = list(worked(name, client(), settings, EXECUTIONS, heard, attempts.append))
    assert [attempt.kind for attempt in attempts] == WHOLE[name]
    refused = [event for event in events if isinstance(event, RefusedRewrite)]
    assert len(refused) == 1 and refused[0].input_id
    (proven,) = (event for event in events if isinstance(event, ProvenRewrite))
    assert proven.speed.is_real and proven.inputs_agreed >= EXECUTIONS // 2
    assert proven.origin == f"model {WAYS[name]} 1"
    assert proven.source != read(name)[0].source and b"close_the_doors" not in proven.source
    assert isinstance(events[-1], Ended)


@pytest.mark.parametrize("name", TRAJECTORIES)
def test_a_conversation_about_a_file_with_a_history_can_be_held_again(name, tmp_path):
    """The versions at the 0th, 33rd and 66th percentile step come from a repository, and the question has them."""
    program = with_history(name, tmp_path)
    solution = pipeline.read_solution(program)
    versions = pipeline.trajectory(solution)
    texts = [path.read_bytes() for path in sorted((Path(__file__).parent / "trajectories" / name).iterdir())]
    assert versions == tuple(texts[:3]) and len(texts) == 4
    problem = replace(pipeline.read_problem(solution), name=name)
    report = pipeline.infer_format(problem, solution)
    assert report.format is not None
    question = RewriteQuestion(
        name,
        problem.statement,
        solution.language,
        solution.source,
        report.format,
        problem.samples,
        problem.limits.time_s,
        problem.limits.memory_bytes,
        versions=versions,
    )
    found = ask_rewrites(
        question, ALL_WAYS[TRAJECTORY_WAY], client(), lambda source, label: TriedRewrite(), samples=1, rounds=ROUNDS
    )
    assert found.candidates and {attempt.kind for attempt in found.attempts} == {""}
    recorded = [json.loads(path.read_text("utf-8")) for path in RECORDED.glob("*.json")]
    (asked,) = (each["request"] for each in recorded if each["purpose"] == f"optimise-trajectory {name} 1.1")
    assert question.versions_text() in asked["messages"][-1]["content"], "whoever answered saw these versions"


def test_a_version_that_follows_earlier_ones_agrees_and_takes_part(tmp_path, settings):
    heard = HeardRewrites()
    events = list(worked_with_history("first_common_boss", tmp_path, client(), settings, EXECUTIONS, heard))
    (candidate,) = heard.reports[0].candidates
    # What the rules change is about as fast, so which of both is shown is for the runs to say.
    assert candidate.tried.kind in ("", OUTDONE) and len(heard.versions) == 3
    assert [event for event in events if isinstance(event, ProvenRewrite)]


BAD = {
    "refusal": ("reply", "no JSON object"),
    "wrong-json": ("reply", "'program' is a required property"),
    "cut-off": ("reply", "connection broke"),
    "itself": ("refused", "the program itself"),
    "no-compile": ("refused", "was never closed"),
    "other-output": ("refused", "prints something else on"),
    "slower": ("not-faster", "isn't measurably faster"),
    "clock": ("refused", "prints something else on"),
    "reads-files": ("refused", "can't open files"),
    "network": ("refused", "can't import sock"),
}
BAD_CPP = {
    "includes-sockets": ("unsafe", "sys/socket.h"),
    "opens-files": ("unsafe", "the name fopen"),
    "prose": ("reply", "no JSON object"),
}
"""Kind of the rejection and part of its reason."""


def test_of_bad_replies_none_is_shown_and_each_says_why(tmp_path, settings):
    heard = HeardRewrites()
    events = list(worked_badly(tmp_path, client(BAD_FOLDER), settings, EXECUTIONS, heard))
    assert not [event for event in events if isinstance(event, ProvenRewrite)]
    assert [event.code for event in events if isinstance(event, Warned)] == ["no-gain"]
    attempts = {BAD_KINDS[attempt.sample - 1]: attempt for attempt in heard.reports[0].attempts}
    assert set(attempts) == set(BAD)
    for kind, (expected, reason) in BAD.items():
        assert attempts[kind].kind == expected and reason in " ".join(attempts[kind].reasons), kind
    refused = {event.origin for event in events if isinstance(event, RefusedRewrite)}
    assert refused == {
        f"model {BAD_WAY} {BAD_KINDS.index(kind) + 1}"
        for kind, (expected, _) in BAD.items()
        if expected == "refused" and kind != "itself"
    }


def never_tried(source: bytes, label: str) -> TriedRewrite:
    raise AssertionError(f"{label} was tried")


def test_a_bad_version_in_cpp_is_not_even_built():
    found = ask_rewrites(
        bad_cpp_question(), ALL_WAYS[BAD_WAY], client(BAD_FOLDER), never_tried, samples=len(BAD_CPP_KINDS), rounds=1
    )
    for attempt in found.attempts:
        expected, reason = BAD_CPP[BAD_CPP_KINDS[attempt.sample - 1]]
        assert attempt.kind == expected and reason in " ".join(attempt.reasons)
    assert len(found.attempts) == len(BAD_CPP)


def test_every_bad_reply_is_replayed_and_says_how_it_was_obtained():
    for path in BAD_FOLDER.glob("*.json"):
        document = json.loads(path.read_text("utf-8"))
        assert "not a public model" in document["obtained"] and document["purpose"].split()[1] in (
            BAD_NAME,
            bad_cpp_question().problem,
        ), path


@pytest.mark.parametrize(("status", "said"), [(429, "slow down"), (0, "in time")], ids=["429", "timeout"])
def test_an_endpoint_that_has_no_time_is_said(endpoint, status, said):
    """What becomes of it where a program is made faster is a warning: `test_pipeline_model_rewrites`."""
    released = threading.Event()
    endpoint.script = [
        endpoint.Said(status=429, error={"message": "slow down"}) if status else endpoint.Said(silent_until=released)
    ]
    model = OpenAIClient(
        endpoint.base_url,
        "key",
        "small",
        sleep=lambda seconds: None,
        timeout_s=300.0 if status else 0.2,
        backoff=Backoff(attempts=1, jitter=0.0),
    )
    try:
        with pytest.raises(ModelUnavailable, match=said):
            ask_rewrites(bad_cpp_question(), ALL_WAYS[BAD_WAY], model, never_tried, samples=1, rounds=1)
    finally:
        released.set()
