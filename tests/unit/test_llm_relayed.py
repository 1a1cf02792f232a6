"""The editor's own models, from the worker's end: what is sent, how replies end, and what becomes of who waits."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from slowpath.errors import ModelUnavailable, UsageError
from slowpath.llm.client import Message, ModelRequest, Sampling
from slowpath.llm.endpoint import EDITOR, open_client
from slowpath.llm.local import local_endpoints
from slowpath.llm.providers.relayed import Relay, RelayedClient
from slowpath.model.relay import ChatTurn, ModelQuestion, QuestionWithdrawn, ReplyEnded, ReplyPart
from slowpath.settings import Settings

QUESTION = ModelRequest((Message("system", "Be terse."), Message("user", "Say it.")), sampling=Sampling(max_tokens=4))


class Way:
    """Answers every question by `replies`, at once and in another thread; `sent` is all that was passed on."""

    def __init__(self, *replies, silence_s: float = 60.0) -> None:
        self.sent: list = []
        self.replies = replies
        self.relay = Relay(self.send)
        self.client = RelayedClient("maker/small", self.relay, silence_s=silence_s)

    def send(self, message) -> None:
        self.sent.append(message)
        if isinstance(message, ModelQuestion):
            threading.Thread(target=self.answer, args=(message.id,)).start()

    def answer(self, number: int) -> None:
        for each in self.replies:
            self.relay.hear(replace(each, id=number))


def test_what_a_system_message_and_a_schema_say_the_user_says():
    way = Way(ReplyPart(0, "{}"), ReplyEnded(0))
    way.client.complete(replace(QUESTION, schema={"type": "object"}))
    question = way.sent[0]
    assert (question.model, question.max_tokens) == ("maker/small", 4)
    assert [turn.role for turn in question.messages] == ["user", "user"]
    assert question.messages[0].content.startswith("Be terse.") and '"object"' in question.messages[0].content
    assert question.messages[1] == ChatTurn("user", "Say it.")


def test_a_reply_that_is_longer_than_allowed_is_cut_and_withdrawn():
    way = Way(ReplyPart(0, "x" * 12), ReplyPart(0, "y" * 12), ReplyPart(0, "z"))
    reply = way.client.complete(QUESTION)
    assert (reply.text, reply.finish) == ("x" * 12 + "y" * 12, "length")
    assert way.sent[-1] == QuestionWithdrawn(way.sent[0].id)


def test_who_stops_while_a_reply_is_under_way_withdraws_and_keeps_what_came():
    way, parts = Way(ReplyPart(0, "so far")), []
    reply = way.client.complete(QUESTION, on_text=parts.append, cancelled=lambda: bool(parts))
    assert (reply.text, reply.finish, parts) == ("so far", "cancelled", ["so far"])
    assert way.sent[-1] == QuestionWithdrawn(way.sent[0].id)


def test_a_refusal_of_the_editor_is_told_with_its_remedy():
    way = Way(ReplyEnded(0, error="You declined.", remedy="Choose another model."))
    with pytest.raises(ModelUnavailable, match=r"You declined\. Choose another model\."):
        way.client.complete(QUESTION)


def test_silence_and_a_server_that_is_gone_end_the_waiting():
    with pytest.raises(ModelUnavailable, match="didn't answer in time"):
        Way(silence_s=0.0).client.complete(QUESTION)
    way = Way()
    threading.Timer(0.05, way.relay.lose).start()
    with pytest.raises(ModelUnavailable, match="Nobody passes questions on"):
        way.client.complete(QUESTION)
    with pytest.raises(ModelUnavailable):
        way.client.complete(QUESTION)


def test_it_is_opened_like_any_other_with_cap_record_and_replay(tmp_path):
    settings = Settings(llm_base_url=EDITOR, llm_model="maker/small", cache_dir=tmp_path)
    way = Way(ReplyPart(0, "yes"), ReplyEnded(0, model="small 2"))
    asked = open_client(settings, relay=way.relay, record=tmp_path / "recorded", max_tokens=1000)
    assert asked.complete(QUESTION).text == "yes" and asked.usage.total_tokens > 0
    replayed = open_client(settings, replay=tmp_path / "recorded").complete(QUESTION)
    assert (replayed.text, replayed.model) == ("yes", "small 2")
    with pytest.raises(UsageError, match="in the editor only"):
        open_client(settings)


def test_endpoints_on_this_machine_are_found_where_they_answer(endpoint):
    port = int(endpoint.base_url.rpartition(":")[2].partition("/")[0])
    (found,) = local_endpoints({"Ollama": port, "nobody": 1})
    assert (found.name, found.models) == ("Ollama", ("small",)) and found.base_url == endpoint.base_url
    assert endpoint.bodies == []
