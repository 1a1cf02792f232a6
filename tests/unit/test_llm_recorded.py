"""Recording, replaying, caching and the cap on tokens."""

from __future__ import annotations

import json
import threading
from dataclasses import replace

import pytest

from slowpath.errors import ModelUnavailable, TokensSpent, UsageError
from slowpath.llm import recorded
from slowpath.llm.budget import BudgetedClient
from slowpath.llm.client import Message, ModelReply, ModelRequest, Sampling, Usage, never
from slowpath.llm.endpoint import is_configured, open_client
from slowpath.llm.parallel import ask_all
from slowpath.llm.recorded import CachingClient, RecordingClient, ReplayClient, ReplyFolder
from slowpath.settings import Settings, api_key, load

HOW = "written by hand for this test"


def request(text: str = "hi", sample: int = 0, purpose: str = "greet") -> ModelRequest:
    return ModelRequest((Message("system", "be kind"), Message("user", text)), sample=sample, purpose=purpose)


class Scripted:
    """Says `text` and its number, costs ten tokens each way."""

    model = "scripted"

    def __init__(self, text: str = "reply", finish: str = "stop") -> None:
        self.text, self.finish, self.asked = text, finish, 0
        self.lock = threading.Lock()

    def complete(self, request, *, on_text=None, cancelled=lambda: False):
        with self.lock:
            self.asked += 1
            return ModelReply(f"{self.text} {self.asked}", self.finish, usage=Usage(10, 10, 1), model="scripted-1")


def test_a_recorded_reply_comes_back_as_it_was(tmp_path):
    folder = ReplyFolder(tmp_path)
    said = RecordingClient(Scripted(), folder, HOW).complete(request())
    replayed = ReplayClient(folder).complete(request())
    assert (replayed.text, replayed.finish, replayed.usage) == (said.text, said.finish, said.usage)
    assert replayed.obtained == HOW and not replayed.stale


def test_a_recording_says_how_it_was_obtained_and_holds_the_question(tmp_path):
    RecordingClient(Scripted(), ReplyFolder(tmp_path), HOW).complete(request("what is 2 + 2?"))
    (path,) = tmp_path.iterdir()
    document = json.loads(path.read_text("utf-8"))
    assert document["obtained"] == HOW and document["model"] == "scripted"
    assert document["request"]["messages"][1]["content"] == "what is 2 + 2?"


def test_a_reply_to_an_earlier_text_is_found_by_its_purpose_and_says_so(tmp_path):
    folder = ReplyFolder(tmp_path)
    RecordingClient(Scripted(), folder, HOW).complete(request("old words"))
    assert ReplayClient(folder).complete(request("new words")).stale


@pytest.mark.parametrize("other", [request("other words", purpose=""), request(purpose="other", sample=3)])
def test_a_question_without_a_recording_is_nobody_there(tmp_path, other):
    folder = ReplyFolder(tmp_path)
    RecordingClient(Scripted(), folder, HOW).complete(request())
    with pytest.raises(ModelUnavailable, match="holds no reply"):
        ReplayClient(folder).complete(other)


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "not json",
        "[]",
        "{}",
        '{"slowpath_recorded_reply": 1}',
        '{"slowpath_recorded_reply": 1, "reply": {"text": 5, "finish": []}}',
    ],
)
def test_a_damaged_recording_costs_only_itself(tmp_path, damage):
    folder = ReplyFolder(tmp_path)
    RecordingClient(Scripted(), folder, HOW).complete(request())
    (path,) = tmp_path.iterdir()
    path.write_text(damage, encoding="utf-8")
    RecordingClient(Scripted("second"), folder, HOW).complete(request("another", purpose="more"))
    with pytest.raises(ModelUnavailable):
        ReplayClient(folder, "scripted").complete(request())
    assert ReplayClient(folder, "scripted").complete(request("another", purpose="more")).text == "second 1"


def test_the_same_question_is_not_paid_twice(tmp_path):
    asked = Scripted()
    client = CachingClient(asked, ReplyFolder(tmp_path))
    first, second = client.complete(request()), client.complete(request(purpose="elsewhere"))
    assert (asked.asked, first.text, second.text) == (1, "reply 1", "reply 1")
    assert (second.usage.total_tokens, second.obtained) == (0, "cache")


@pytest.mark.parametrize(
    "other",
    [
        request("else"),
        request(sample=1),
        ModelRequest(request().messages, sampling=Sampling(temperature=0.0)),
        ModelRequest(request().messages, schema={"type": "object"}),
    ],
)
def test_another_question_is_asked(tmp_path, other):
    asked = Scripted()
    client = CachingClient(asked, ReplyFolder(tmp_path))
    client.complete(request())
    client.complete(other)
    assert asked.asked == 2


@pytest.mark.parametrize("finish", ["cut", "refusal", "content_filter", "cancelled"])
def test_what_may_go_better_next_time_is_not_cached(tmp_path, finish):
    asked = Scripted(finish=finish)
    client = CachingClient(asked, ReplyFolder(tmp_path))
    client.complete(request())
    client.complete(request())
    assert asked.asked == 2


def test_the_cap_refuses_a_question_before_it_is_asked():
    asked = Scripted()
    client = BudgetedClient(asked, 50)
    client.complete(request())
    client.complete(request())
    with pytest.raises(TokensSpent, match="50"):
        client.complete(request())
    assert asked.asked == 2 and client.usage == Usage(20, 20, 2)


def test_patience_is_one_for_all_questions_and_waiting_is_all_that_wears_it():
    now = [0.0]

    class Slow(Scripted):
        """Answers after 15 s by the clock of this test, unless it is cancelled before."""

        def complete(self, request, *, on_text=None, cancelled=never):
            now[0] += 15.0
            return replace(super().complete(request), finish="cancelled" if cancelled() else "stop")

    client = BudgetedClient(Slow(), patience_s=40, clock=lambda: now[0])
    assert [client.complete(request(str(number))).finish for number in range(2)] == ["stop", "stop"]
    now[0] += 1000.0
    with pytest.raises(ModelUnavailable, match="within 40 s"):
        client.complete(request("third"))
    cancelled = client.complete(request("fourth"), cancelled=lambda: True)
    assert cancelled.finish == "cancelled"


def test_questions_asked_at_once_dont_pass_the_cap_together():
    asked = Scripted()
    client = BudgetedClient(asked, 60)
    client.complete(request())
    answers = ask_all(client.complete, [request(str(i)) for i in range(8)])
    assert client.usage.total_tokens <= 60 + 20
    assert any(isinstance(answer, TokensSpent) for answer in answers)


def test_answers_stand_in_the_order_of_their_questions():
    gate = threading.Event()

    def answer(number: int) -> int:
        if number == 0:
            gate.wait(300)
        else:
            gate.set()
        if number == 2:
            raise ModelUnavailable("not this one")
        return number

    first, second, third = ask_all(answer, [0, 1, 2])
    assert (first, second) == (0, 1) and isinstance(third, ModelUnavailable)


def test_a_bug_in_a_thread_is_raised_in_the_callers():
    with pytest.raises(ZeroDivisionError):
        ask_all(lambda number: 1 // number, [1, 0, 2])


@pytest.mark.parametrize(
    ("environment", "overrides", "key"),
    [
        ({"OPENAI_API_KEY": "k"}, {}, "k"),
        ({"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://here/v1"}, {}, "k"),
        ({"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://here/v1"}, {"llm_base_url": "http://here/v1/"}, "k"),
        ({"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://here/v1"}, {"llm_base_url": "http://there/v1"}, ""),
        ({"OPENAI_API_KEY": "k"}, {"llm_base_url": "http://there/v1"}, ""),
        ({}, {"llm_base_url": "http://there/v1"}, ""),
    ],
)
def test_a_key_goes_only_to_the_endpoint_that_it_was_set_with(environment, overrides, key):
    assert api_key(load(overrides, environment), environment) == key


@pytest.mark.parametrize(
    ("settings", "configured"),
    [
        (Settings(), False),
        (Settings(llm_model="m"), False),
        (Settings(llm_base_url="http://x/v1"), False),
        (Settings(llm_model="m", llm_base_url="http://x/v1"), True),
    ],
)
def test_a_model_is_configured_by_an_endpoint_and_a_name(settings, configured, monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    assert is_configured(settings) is configured
    if not configured:
        with pytest.raises(UsageError, match="No language model"):
            open_client(settings)


def test_a_replay_needs_no_endpoint(tmp_path):
    RecordingClient(Scripted(), ReplyFolder(tmp_path), HOW).complete(request())
    assert open_client(Settings(), replay=tmp_path).complete(request()).text == "reply 1"
    with pytest.raises(UsageError, match="no such folder"):
        open_client(Settings(), replay=tmp_path / "none")


def test_recordings_are_found_by_their_purpose_while_another_thread_looks_through_them(tmp_path, monkeypatch):
    folder = ReplyFolder(tmp_path)
    for purpose in ("a", "b", "c"):
        RecordingClient(Scripted(), folder, HOW).complete(request(purpose, purpose=purpose))
    read, found = recorded._read, []

    def reading(path):
        if not found:
            found.append(None)
            found.append(ReplyFolder.get_for(folder, "c"))
        return read(path)

    monkeypatch.setattr(recorded, "_read", reading)
    assert folder.get_for("a") is not None
    assert found[1] is not None
