"""A cap on tokens per run: what a run may cost at most is decided before it starts, not read from the bill."""

from __future__ import annotations

import threading

from slowpath.errors import TokensSpent
from slowpath.llm.client import Cancelled, ModelClient, ModelReply, ModelRequest, OnText, Usage, estimated_tokens, never


class BudgetedClient:
    """Asks another client as long as the cap lasts, and counts what it costs. Safe for several threads.

    A question is refused when its own estimate would pass the cap: prompt by its length, reply by what questions cost
    so far (their largest). So the cap may be passed by one reply at most, and by no more than `max_tokens`.
    `cap` None counts only.
    """

    def __init__(self, client: ModelClient, cap: int | None = None) -> None:
        self._client = client
        self._cap = cap
        self._lock = threading.Lock()
        self._largest_reply = 0
        self._promised = 0
        self.usage = Usage()
        self.model = client.model

    def complete(
        self, request: ModelRequest, *, on_text: OnText | None = None, cancelled: Cancelled = never
    ) -> ModelReply:
        """See `ModelClient.complete`. Raises `TokensSpent`."""
        wanted = self._promise(request)
        try:
            reply = self._client.complete(request, on_text=on_text, cancelled=cancelled)
        finally:
            with self._lock:
                self._promised -= wanted
        with self._lock:
            self.usage += reply.usage
            self._largest_reply = max(self._largest_reply, reply.usage.completion_tokens)
        return reply

    def _promise(self, request: ModelRequest) -> int:
        """Sets aside what the question will cost, so that questions asked at once don't pass the cap together."""
        with self._lock:
            prompt = sum(estimated_tokens(message.content) for message in request.messages)
            wanted = prompt + min(self._largest_reply, request.sampling.max_tokens)
            if self._cap is not None and self.usage.total_tokens + self._promised + wanted > self._cap:
                raise TokensSpent(
                    f"The cap of {self._cap} tokens leaves no room for another question"
                    f" ({self.usage.total_tokens} are spent).",
                    "Raise it with --max-tokens.",
                )
            self._promised += wanted
            return wanted
