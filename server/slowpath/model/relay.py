"""Questions to a language model that others pass on, from who asks to who knows a model, and the reply in parts."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class ChatTurn:
    """One message of a conversation; `role` is user or assistant: not every model knows others."""

    role: str
    content: str = field(repr=False)


@dataclass(frozen=True)
class ModelQuestion:
    """A question to `model`. `id` is the asker's own number for it; the reply is to have `max_tokens` at most."""

    id: int
    model: str
    messages: tuple[ChatTurn, ...]
    max_tokens: int
    temperature: float


@dataclass(frozen=True)
class QuestionWithdrawn:
    """Nobody waits for the reply any more."""

    id: int


@dataclass(frozen=True)
class ReplyPart:
    """The next piece of a reply."""

    id: int
    text: str = field(repr=False)


@dataclass(frozen=True)
class ReplyEnded:
    """Nothing more comes. `finish` is stop, or length where the model's limit cut it; `model` is who answered by its
    own account. With an `error` there is no reply, and `remedy` says what to do."""

    id: int
    finish: str = "stop"
    model: str = ""
    error: str = ""
    remedy: str = ""
