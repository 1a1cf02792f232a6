"""One structured question: the request, the reply's value, and one repair where the reply doesn't fit.

The endpoint is asked for JSON by its strictest means (`providers.openai_sdk`); whatever comes is parsed and validated
here all the same. A reply that doesn't fit goes back once, with the reasons.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

from slowpath.llm.client import Cancelled, Message, ModelClient, ModelReply, ModelRequest, OnText, Usage, never
from slowpath.llm.prompts import Prompt
from slowpath.llm.replies import parse_reply

REPAIRABLE = ("stop", "length")
SHOWN_REPLY = 24_000


@dataclass(frozen=True)
class Answer:
    """What a structured question gave: `value` or None with `rejected`, and the whole conversation to open.

    `text` is the last reply as it came; `finish`, `refusal`, `obtained` and `stale` are that reply's.
    """

    value: dict[str, Any] | None
    rejected: tuple[str, ...]
    text: str = field(repr=False)
    usage: Usage
    conversation: tuple[Message, ...] = field(repr=False)
    finish: str = "stop"
    obtained: str = ""
    stale: bool = False
    repaired: bool = False


def ask(
    client: ModelClient,
    request: ModelRequest,
    prompt: Prompt,
    *,
    on_text: OnText | None = None,
    cancelled: Cancelled = never,
) -> Answer:
    """Asks, parses, and asks once more where what came doesn't fit the schema. Raises as `ModelClient.complete`."""
    reply = client.complete(request, on_text=on_text, cancelled=cancelled)
    answer = _answer(request, reply, prompt)
    if answer.value is not None or reply.finish not in REPAIRABLE or cancelled():
        return answer
    again = replace(
        request,
        messages=(*answer.conversation, Message("user", repair_text(answer.rejected, prompt))),
        purpose=f"{request.purpose} repair",
    )
    second = _answer(again, client.complete(again, on_text=on_text, cancelled=cancelled), prompt)
    return replace(second, usage=answer.usage + second.usage, repaired=second.value is not None)


def _answer(request: ModelRequest, reply: ModelReply, prompt: Prompt) -> Answer:
    conversation = (*request.messages, Message("assistant", reply.text[:SHOWN_REPLY]))
    parsed = parse_reply(reply.text, prompt.schema, prompt.fences)
    rejected = _endings(reply) or parsed.rejected
    value = None if reply.finish in ("refusal", "content_filter", "cancelled") else parsed.good
    return Answer(
        value,
        () if value is not None else rejected,
        reply.text,
        reply.usage,
        conversation,
        reply.finish,
        reply.obtained,
        reply.stale,
    )


def _endings(reply: ModelReply) -> tuple[str, ...]:
    """What the way it ended says against a reply that doesn't fit."""
    return {
        "refusal": (f"the model refused: {reply.refusal[:300] or 'no reason given'}",),
        "content_filter": ("the endpoint's content filter held the reply back",),
        "cut": ("the connection broke before the reply was whole",),
        "cancelled": ("cancelled",),
        "length": ("the reply was cut at its token limit, before it was whole",),
    }.get(reply.finish, ())


def repair_text(reasons: tuple[str, ...], prompt: Prompt) -> str:
    """What goes back to the model with a reply that doesn't fit."""
    listed = "\n".join(f"- {reason}" for reason in reasons)
    return (
        f"Your reply can't be used:\n{listed}\n\nReply again with one JSON object and nothing else. "
        f"It must fit this JSON schema:\n{json.dumps(prompt.schema)}"
    )
