"""Whether there is a language model to ask, and what asking it came to, round by round."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from slowpath.errors import StoreUnwritable
from slowpath.model.asking import AskedRound
from slowpath.model.campaign import Warned
from slowpath.pipeline.constraints import keep_conversation
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.llm.rounds import Attempt


def has_model(settings: Settings) -> bool:
    """Whether an endpoint (or a key for OpenAI's own) and a model are configured. Asks nobody."""
    from slowpath.llm.endpoint import is_configured

    return is_configured(settings)


def keep_conversations(conversations: Mapping[str, str], settings: Settings) -> tuple[Warned, ...]:
    """Keeps exact prompts and replies by their ids; a warning where the state directory can't be written: what was
    asked for is there all the same."""
    try:
        for name, text in conversations.items():
            keep_conversation(name, text, settings)
    except StoreUnwritable as error:
        return (Warned(error.code, f"The model's exact words aren't kept: {error.message}", error.remedy),)
    return ()


def asked_round(attempt: Attempt, model: str, settings: Settings) -> AskedRound:
    """An attempt as it is told; its exact prompt and reply are kept in the state directory first, where that can be
    written."""
    from slowpath.llm.transcript import transcript

    kept = ""
    if attempt.id:
        with contextlib.suppress(StoreUnwritable):
            keep_conversation(attempt.id, transcript(attempt), settings)
            kept = attempt.id
    usage = attempt.usage
    return AskedRound(
        attempt.prompt,
        model,
        attempt.sample,
        attempt.round,
        attempt.kind,
        attempt.reasons,
        attempt.idea,
        kept,
        usage.prompt_tokens,
        usage.completion_tokens,
        usage.estimated,
    )
