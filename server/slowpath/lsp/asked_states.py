"""What a language model was asked, as it crosses the wire. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.lsp import words
from slowpath.lsp.protocol import AskedRow, AskedState
from slowpath.model.asking import AskedRound


def asked_state(rounds: Sequence[AskedRound]) -> AskedState | None:
    """All that was asked; None where nothing was."""
    if not rounds:
        return None
    return AskedState(
        model=rounds[-1].model,
        rounds=[
            AskedRow(
                each.prompt.partition("/")[0],
                each.sample,
                each.round,
                each.outcome,
                "\n".join(each.reasons),
                each.idea,
                each.conversation,
            )
            for each in rounds
        ],
        prompt_tokens=sum(each.prompt_tokens for each in rounds),
        completion_tokens=sum(each.completion_tokens for each in rounds),
        estimated=any(each.estimated for each in rounds),
    )


def in_words(rounds: Sequence[AskedRound]) -> str:
    """How much was asked so far, in a few words; "" for nothing."""
    if not rounds:
        return ""
    tokens = sum(each.prompt_tokens + each.completion_tokens for each in rounds)
    about = "about " if any(each.estimated for each in rounds) else ""
    replies = "1 reply" if len(rounds) == 1 else f"{len(rounds)} replies"
    return f"{replies}, {about}{words.count(tokens)} tokens"
