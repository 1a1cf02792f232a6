"""What was asked of a language model, and its reply."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.lsp.protocol.errors import ErrorState

CONVERSATION_READ = "slowpath/conversation/read"  # ConversationParams -> ConversationResult


@dataclass(frozen=True)
class ConversationParams:
    """Names a question to a language model and its reply."""

    conversation: str


@dataclass(frozen=True)
class ConversationResult:
    """The exact prompt and reply as text, "" with an error."""

    text: str
    error: ErrorState | None = None


@dataclass(frozen=True)
class AskedRow:
    """One question to a language model and what became of the reply; `sample` and `round` count from 1.

    `outcome` is "" where what came back was taken, else in a word why not, with `reason`. `idea` is the model's own
    word for it. `conversation` names the exact prompt and reply, "" where nothing was said.
    """

    prompt: str
    sample: int
    round: int
    outcome: str
    reason: str
    idea: str
    conversation: str


@dataclass(frozen=True)
class AskedState:
    """All that a search asked a language model; `estimated` says that the endpoint didn't count the tokens."""

    model: str
    rounds: list[AskedRow]
    prompt_tokens: int
    completion_tokens: int
    estimated: bool
