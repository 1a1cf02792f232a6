"""Recorded conversations about faster versions, replayed to what they are worth today: the programs in them are built,
compared with the original and searched for an input on which they differ, anew each time.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from slowpath.llm.recorded import ReplayClient, ReplyFolder
from slowpath.model.campaign import Ended
from slowpath.model.rewrite import ProvenRewrite, RefusedRewrite
from slowpath.pipeline.model_rewrites import HeardRewrites
from slowpath.rewrites.asking import ask_rewrites
from slowpath.rewrites.question import RewriteQuestion
from slowpath.rewrites.trial import TriedRewrite
from slowpath.rewrites.ways import WAYS as ALL_WAYS
from slowpath.settings import Settings, load

sys.path.insert(0, str(Path(__file__).parent))
from recorded_rewrites import ROUNDS, SLOW, WAYS, read, worked

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs the forkserver and its jail")
RECORDED = Path(__file__).resolve().parents[1] / "recorded" / "rewrites"
EXECUTIONS = 60
WHOLE = {"window_medians": ["refused", ""]}
"""What is proven whole here, with what became of each round."""


@pytest.fixture(scope="module")
def settings(tmp_path_factory) -> Settings:
    return load({"cache_dir": tmp_path_factory.mktemp("cache"), "state_dir": tmp_path_factory.mktemp("state")})


def client() -> ReplayClient:
    return ReplayClient(ReplyFolder(RECORDED))


def test_every_recording_says_how_it_was_obtained_and_holds_nothing_of_a_machine():
    paths = sorted(RECORDED.glob("*.json"))
    assert len(paths) >= len(WAYS)
    for path in paths:
        document = json.loads(path.read_text("utf-8"))
        assert "not a public model" in document["obtained"], path
        assert document["purpose"].split()[1].partition(".")[0] in WAYS, path
        assert "127.0.0.1" not in path.read_text("utf-8"), path


@pytest.mark.parametrize("name", WAYS)
def test_every_conversation_can_be_held_again(name):
    """What was recorded is asked for again when the versions fare as they did."""
    solution, problem, report = read(name)
    assert report.format is not None
    question = RewriteQuestion(name, problem.statement, solution.language, solution.source, report.format,
                               problem.samples, slow=(("slow", len(SLOW[name]())),))
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
