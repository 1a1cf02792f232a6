"""A model that answers from lists, for tests of asking in rounds."""

from __future__ import annotations

from collections.abc import Callable

from slowpath.llm.client import ModelReply, ModelRequest, Usage


class FakeModel:
    """Answers each sample from its own list, one reply a round: texts are told by `said`, replies as they are, and
    exceptions raised. `requests` keeps what was asked."""

    model = "fake"

    def __init__(self, *samples: list, said: Callable[[ModelRequest, str], str] = lambda _, text: text) -> None:
        self.samples = [list(replies) for replies in samples]
        self.requests: list[ModelRequest] = []
        self._said = said

    def complete(self, request, *, on_text=None, cancelled=lambda: False):
        self.requests.append(request)
        reply = self.samples[request.sample].pop(0)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, ModelReply):
            return reply
        return ModelReply(self._said(request, reply), usage=Usage(5, 5, 1), model="fake-1")
