"""Whether there is a language model to ask, and what asking it came to, round by round."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from slowpath.errors import StoreUnwritable
from slowpath.model.asking import AskedRound
from slowpath.pipeline.constraints import keep_conversation
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.llm.rounds import Attempt


def has_model(settings: Settings) -> bool:
    """Whether an endpoint (or a key for OpenAI's own) and a model are configured. Asks nobody."""
    from slowpath.llm.endpoint import is_configured

    return is_configured(settings)


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
    return AskedRound(attempt.prompt, model, attempt.sample, attempt.round, attempt.kind, attempt.reasons, attempt.idea,
                      kept, usage.prompt_tokens, usage.completion_tokens, usage.estimated)
