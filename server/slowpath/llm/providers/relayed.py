"""A model that somebody else reaches: the editor's own, whose questions travel through the language server.

Theory of operation. `Relay` is the asker's end of the way: it numbers questions, hands them to `send`, and gives what
comes back (`hear`, from another thread) to the thread that waits for it. A question whose asker doesn't wait for its
whole reply is withdrawn, whatever ended the waiting. Such models know no system messages and no schemas: both are said
in words. How many tokens they took they don't say either; it is estimated.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from slowpath.errors import ModelUnavailable
from slowpath.llm.client import (
    Cancelled,
    Finish,
    ModelReply,
    ModelRequest,
    OnText,
    Usage,
    estimated_tokens,
    never,
    schema_in_words,
)
from slowpath.model.relay import ChatTurn, ModelQuestion, QuestionWithdrawn, ReplyEnded, ReplyPart

POLL_S = 0.1
SILENCE_S = 600.0
"""The user may have to be asked first."""
Said = ReplyPart | ReplyEnded


class Relay:
    """Questions under way. Safe for several threads."""

    def __init__(self, send: Callable[[ModelQuestion | QuestionWithdrawn], None]) -> None:
        self._send = send
        self._lock = threading.Lock()
        self._waiting: dict[int, queue.SimpleQueue[Said]] = {}
        self._last = 0
        self._lost = False

    def hear(self, said: Said) -> None:
        """Takes a part of a reply; one that nobody waits for is dropped."""
        with self._lock:
            waiting = self._waiting.get(said.id)
        if waiting is not None:
            waiting.put(said)

    def lose(self) -> None:
        """Nobody passes anything on any more: whoever waits hears so, and whoever asks."""
        with self._lock:
            self._lost = True
            waiting = list(self._waiting.items())
        for number, replies in waiting:
            replies.put(_lost(number))

    @contextlib.contextmanager
    def asked(self, question: ModelQuestion) -> Iterator[queue.SimpleQueue[Said]]:
        """Passes a question on and gives what is said to it. Its number is given here."""
        replies: queue.SimpleQueue[Said] = queue.SimpleQueue()
        with self._lock:
            self._last += 1
            number = self._last
            self._waiting[number] = replies
            lost = self._lost
        if lost:
            replies.put(_lost(number))
        try:
            self._send(replace(question, id=number))
            yield replies
        finally:
            with self._lock:
                del self._waiting[number]
            self._send(QuestionWithdrawn(number))


def _lost(number: int) -> ReplyEnded:
    return ReplyEnded(
        number, error="Nobody passes questions on to the model any more.", remedy="Start the search again."
    )


class RelayedClient:
    """Implements `ModelClient` over a `Relay`. `silence_s` is for silence, not for the whole reply."""

    def __init__(self, model: str, relay: Relay, *, silence_s: float = SILENCE_S) -> None:
        self.model = model
        self._relay = relay
        self._silence_s = silence_s

    def complete(
        self, request: ModelRequest, *, on_text: OnText | None = None, cancelled: Cancelled = never
    ) -> ModelReply:
        """See `ModelClient.complete`."""
        turns = _turns(request)
        if cancelled():
            return ModelReply("", "cancelled", model=self.model)
        question = ModelQuestion(0, self.model, turns, request.sampling.max_tokens, request.sampling.temperature)
        text = ""
        with self._relay.asked(question) as replies:
            while True:
                said = self._next(replies, cancelled)
                if said is None:
                    return self._reply(turns, text, "cancelled")
                if isinstance(said, ReplyEnded):
                    if said.error:
                        raise ModelUnavailable(said.error, said.remedy)
                    return self._reply(turns, text, "length" if said.finish == "length" else "stop", said.model)
                text += said.text
                if on_text is not None and said.text:
                    on_text(said.text)
                if estimated_tokens(text) > request.sampling.max_tokens:
                    return self._reply(turns, text, "length")

    def _next(self, replies: queue.SimpleQueue[Said], cancelled: Cancelled) -> Said | None:
        """What is said next; None where the asker cancels. Raises `ModelUnavailable` after too long a silence."""
        silent_until = time.monotonic() + self._silence_s
        while not cancelled():
            with contextlib.suppress(queue.Empty):
                return replies.get(timeout=POLL_S)
            if time.monotonic() > silent_until:
                raise ModelUnavailable(f"The editor's model {self.model} didn't answer in time.", "Try again.")
        return None

    def _reply(self, turns: tuple[ChatTurn, ...], text: str, finish: Finish, model: str = "") -> ModelReply:
        prompt = sum(estimated_tokens(turn.content) for turn in turns)
        usage = Usage(prompt, estimated_tokens(text), 1, estimated=True)
        return ModelReply(text, finish, usage=usage, model=model or self.model)


def _turns(request: ModelRequest) -> tuple[ChatTurn, ...]:
    """The conversation as every model understands it: what a system message says, the user says first."""
    turns = [
        ChatTurn("assistant" if message.role == "assistant" else "user", message.content)
        for message in request.messages
    ]
    if request.schema is not None:
        turns[0] = replace(turns[0], content=turns[0].content + schema_in_words(request.schema))
    return tuple(turns)
