"""Caps on tokens and on waiting per run: what a run may cost is decided before it starts, not read from the bill."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from slowpath.errors import ModelUnavailable, TokensSpent
from slowpath.llm.client import Cancelled, ModelClient, ModelReply, ModelRequest, OnText, Usage, estimated_tokens, never


class BudgetedClient:
    """Asks another client as long as the cap lasts, and counts what it costs. Safe for several threads.

    A question is refused when its own estimate would pass the cap: prompt by its length, reply by what questions cost
    so far (their largest). So the cap may be passed by one reply at most, and by no more than `max_tokens`.
    `cap` None counts only. `patience_s` is how many seconds are spent waiting for answers in all, those of questions
    that are asked at once counted once: what isn't answered then is withdrawn. None waits as long as the client does.
    """

    def __init__(
        self,
        client: ModelClient,
        cap: int | None = None,
        *,
        patience_s: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._cap = cap
        self._patience_s, self._clock = patience_s, clock
        self._waited_s, self._waiting, self._waiting_since_s = 0.0, 0, 0.0
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
        self._wait(1)
        try:
            reply = self._client.complete(
                request, on_text=on_text, cancelled=lambda: cancelled() or self._is_out_of_patience()
            )
        finally:
            self._wait(-1)
            with self._lock:
                self._promised -= wanted
        if reply.finish == "cancelled" and not cancelled():
            raise ModelUnavailable(
                f"The model {self.model} didn't answer within {self._patience_s:.0f} s: it isn't waited for longer.",
                "Give more seconds, or ask a faster model.",
            )
        with self._lock:
            self.usage += reply.usage
            self._largest_reply = max(self._largest_reply, reply.usage.completion_tokens)
        return reply

    def _wait(self, change: int) -> None:
        """One more question waits for its answer, or one less."""
        now = self._clock()
        with self._lock:
            if self._waiting:
                self._waited_s += now - self._waiting_since_s
            self._waiting += change
            self._waiting_since_s = now

    def _is_out_of_patience(self) -> bool:
        with self._lock:
            waited_s = self._waited_s + (self._clock() - self._waiting_since_s if self._waiting else 0.0)
            return self._patience_s is not None and waited_s > self._patience_s

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
