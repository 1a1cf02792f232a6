"""Every way to a model passes the kit."""

from __future__ import annotations

import importlib.util
import threading
from pathlib import Path

import pytest

from slowpath.llm.budget import BudgetedClient
from slowpath.llm.client import ModelReply, Usage
from slowpath.llm.providers.openai_sdk import OpenAIClient
from slowpath.llm.providers.relayed import Relay, RelayedClient
from slowpath.llm.recorded import CachingClient, RecordingClient, ReplayClient, ReplyFolder
from slowpath.model.relay import ModelQuestion, ReplyEnded, ReplyPart

_file = importlib.util.spec_from_file_location("model_client_kit", Path(__file__).with_name("model_client_kit.py"))
kit = importlib.util.module_from_spec(_file)
_file.loader.exec_module(kit)


class Fake:
    """The fake that unit tests use, in its simplest form."""

    model = "fake"

    def complete(self, request, *, on_text=None, cancelled=lambda: False):
        if cancelled():
            return ModelReply("", "cancelled")
        if on_text:
            on_text(kit.ANSWER)
        return ModelReply(kit.ANSWER, usage=Usage(3, 4, 1), model="fake")


class TestFake(kit.ModelClientKit):
    @pytest.fixture
    def client(self):
        return Fake()


class TestOpenAIClient(kit.ModelClientKit):
    @pytest.fixture
    def client(self, endpoint):
        endpoint.script = [endpoint.said(kit.ANSWER)]
        return OpenAIClient(endpoint.base_url, "", "small")


class TestReplayClient(kit.ModelClientKit):
    @pytest.fixture
    def client(self, tmp_path):
        RecordingClient(Fake(), ReplyFolder(tmp_path), "by the kit").complete(kit.QUESTION)
        return ReplayClient(ReplyFolder(tmp_path))


class TestRecordingClient(kit.ModelClientKit):
    @pytest.fixture
    def client(self, tmp_path):
        return RecordingClient(Fake(), ReplyFolder(tmp_path), "by the kit")


class TestCachingClient(kit.ModelClientKit):
    @pytest.fixture
    def client(self, tmp_path):
        return CachingClient(Fake(), ReplyFolder(tmp_path))


class TestBudgetedClient(kit.ModelClientKit):
    @pytest.fixture
    def client(self):
        return BudgetedClient(Fake(), 10_000)


class TestRelayedClient(kit.ModelClientKit):
    @pytest.fixture
    def client(self):
        """Whoever is asked answers in two parts, in a thread of its own, as the worker's does."""

        def answer(question):
            if isinstance(question, ModelQuestion):
                half = len(kit.ANSWER) // 2
                for said in (
                    ReplyPart(question.id, kit.ANSWER[:half]),
                    ReplyPart(question.id, kit.ANSWER[half:]),
                    ReplyEnded(question.id, model="small by its own account"),
                ):
                    relay.hear(said)

        relay = Relay(lambda question: threading.Thread(target=answer, args=(question,)).start())
        return RelayedClient("maker/small", relay)
