"""The editor's own language models: asked by searches through the client; and endpoints on this machine."""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.lsp.protocol.errors import ErrorState

MODEL_ASK = "slowpath/model/ask"  # notification, server to client: ModelAsk
MODEL_WITHDRAW = "slowpath/model/withdraw"  # notification, server to client: ModelWithdraw
MODEL_SAID = "slowpath/model/said"  # notification, client to server: ModelSaid, any number of them
MODEL_ENDED = "slowpath/model/ended"  # notification, client to server: ModelEnded, once for each ModelAsk
MODEL_LOCAL = "slowpath/model/local"  # {} -> LocalModels; asks the usual ports of this machine


@dataclass(frozen=True)
class ModelTurn:
    """One message of a conversation; `role` is user or assistant."""

    role: str
    content: str


@dataclass(frozen=True)
class ModelAsk:
    """Ask the editor's model `model` ("vendor/id"); the reply is to have `max_tokens` at most."""

    id: int
    model: str
    messages: list[ModelTurn]
    max_tokens: int
    temperature: float


@dataclass(frozen=True)
class ModelWithdraw:
    """Nobody waits for the reply to question `id` any more."""

    id: int


@dataclass(frozen=True)
class ModelSaid:
    """The next piece of the reply to question `id`."""

    id: int
    text: str


@dataclass(frozen=True)
class ModelEnded:
    """Nothing more comes to question `id`. `finish` is stop or length; `model` is who answered. With an `error` there
    is no reply."""

    id: int
    finish: str
    model: str
    error: ErrorState | None = None


@dataclass(frozen=True)
class LocalModel:
    """A model that an endpoint on this machine offers; `name` is the endpoint's ("Ollama")."""

    name: str
    base_url: str
    model: str


@dataclass(frozen=True)
class LocalModels:
    """What was found at the usual ports."""

    models: list[LocalModel] = field(default_factory=list)
