"""What is asked of a model and what comes back; the Protocol that every way to a model implements."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Role = Literal["system", "user", "assistant"]
Finish = Literal["stop", "length", "refusal", "content_filter", "cut", "cancelled"]
"""How a reply ended. "length": the token limit cut it. "cut": the connection broke in the middle, several times."""


@dataclass(frozen=True)
class Message:
    """One message of a conversation."""

    role: Role
    content: str = field(repr=False)


@dataclass(frozen=True)
class Sampling:
    """How a reply is drawn; STAB's values (its appendix A) by default."""

    temperature: float = 1.0
    top_p: float = 0.95
    max_tokens: int = 4096


@dataclass(frozen=True)
class ModelRequest:
    """One question. `schema` is the JSON schema that the reply should fit, or None for free text.

    `sample` tells repeated draws of one question apart. `purpose` says what it is for, in words that stay when the
    prompt's text changes ("stab-generator quicksort 1.0"): recordings are found by it, it is never sent.
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any] | None = field(default=None, hash=False, repr=False)
    schema_name: str = "reply"
    sampling: Sampling = Sampling()
    sample: int = 0
    purpose: str = ""

    def key(self, model: str) -> str:
        """The content id of the question to this model: what decides the reply, but for chance."""
        content = [
            model,
            [[message.role, message.content] for message in self.messages],
            self.schema,
            [self.sampling.temperature, self.sampling.top_p, self.sampling.max_tokens],
            self.sample,
        ]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Usage:
    """Tokens, as the endpoint reports them; `estimated` where it didn't (four characters a token). Adds up."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    requests: int = 0
    estimated: bool = False

    @property
    def total_tokens(self) -> int:
        """Both together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.requests + other.requests,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True)
class ModelReply:
    """What came back. `text` is untrusted; it may be empty or end anywhere. `refusal` is the model's own words.

    `model` is who answered by its own account; `obtained` says how where it wasn't asked now ("cache", or what a
    recording says of itself); `stale` that it was recorded for an earlier text of the prompt.
    """

    text: str = field(repr=False)
    finish: Finish = "stop"
    refusal: str = ""
    usage: Usage = Usage()
    model: str = ""
    obtained: str = ""
    stale: bool = False


OnText = Callable[[str], None]
Cancelled = Callable[[], bool]


def never() -> bool:
    """For callers that don't cancel."""
    return False


class ModelClient(Protocol):
    """A way to a model: an endpoint, a folder of recordings, a test's fake. Safe for several threads.

    `model` names the model that is asked.
    """

    model: str

    def complete(
        self, request: ModelRequest, *, on_text: OnText | None = None, cancelled: Cancelled = never
    ) -> ModelReply:
        """The reply; `on_text` is given its parts as they arrive. A cancelled one has finish "cancelled".

        Raises `ModelUnavailable` where there is nobody to answer, `TokensSpent` where the cap is reached.
        """
        ...


def estimated_tokens(text: str) -> int:
    """About how many tokens `text` has; English and code have three to four characters in one."""
    return (len(text) + 3) // 4


def schema_in_words(schema: dict[str, Any]) -> str:
    """What is added to a prompt for a model that takes no schema."""
    return (
        "\n\nReply with one JSON object and nothing else, in a ```json fence if you like. It must fit this JSON"
        f" schema:\n{json.dumps(schema)}"
    )
