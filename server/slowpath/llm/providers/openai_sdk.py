"""Any endpoint that speaks OpenAI's chat completions, over OpenAI's own SDK.

Theory of operation. One question is a few attempts. Each streams its reply in a thread of its own, so that it can be
cancelled while the endpoint is silent. An attempt that meets 429, 5xx or a connection that breaks is made again after
a wait (`backoff`), one whose endpoint was silent for too long isn't; one that meets 400 or 422 over an argument that
this endpoint doesn't know is made again at once without it, and the endpoint is asked in that way from then on
(`_Dialect`). So structured output steps down from json_schema over json_object to the schema in words, and
`max_tokens` becomes `max_completion_tokens` where that is what is wanted. The SDK's own retries are off: they know
neither cancelling nor dialects.

The key goes to the base URL that it was set with and nowhere else; neither is logged.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import openai

from slowpath.errors import ModelUnavailable
from slowpath.llm.client import (
    Cancelled,
    Finish,
    ModelReply,
    ModelRequest,
    OnText,
    Usage,
    estimated_tokens,
    never,
    schema_in_words,
)
from slowpath.llm.providers.backoff import Backoff, is_worth_another_try

DEFAULT_BASE_URL = "https://api.openai.com/v1"
NO_KEY = "none"
SILENCE_S = 300.0
CONNECT_S = 10.0
POLL_S = 0.2
MOST_DIALECT_STEPS = 8
MODES = ("json_schema", "json_object", "words")
_USUAL = Backoff()
_FINISHES: dict[str, Finish] = {"stop": "stop", "length": "length", "content_filter": "content_filter"}
REMEDIES = {
    401: "Check the key (OPENAI_API_KEY; in the editor: Slowpath: Set Key of Language Model) and that it belongs to"
    " this endpoint.",
    403: "The key may not use this model, or not from here.",
    404: "Check the base URL (OPENAI_BASE_URL or slowpath.llm.baseUrl, with /v1) and the model's name"
    " (SLOWPATH_LLM_MODEL or slowpath.llm.model).",
    429: "The endpoint's limit is reached; wait, or use another model.",
}
"""By HTTP status, for users of the command line and of the editor alike."""
UNREACHABLE = "Check the base URL (OPENAI_BASE_URL or slowpath.llm.baseUrl) and the network."


@dataclass
class _Dialect:
    """What an endpoint was found to understand. `mode` is the place in `MODES`; `dropped` are arguments left out.

    Several questions that were asked at once may bring the same complaint: it's about what their body had, so that
    the second complaint teaches nothing new, but its question too is worth asking again.
    """

    mode: int = 0
    dropped: set[str] = field(default_factory=set)
    completion_tokens: bool = False

    def learn(self, complaint: str, body: dict[str, Any]) -> bool:
        """Takes note of what the endpoint complained of; false where there is nothing to change."""
        complaint = complaint.lower()
        named = [name for name in ("stream_options", "top_p", "temperature", "seed") if name in complaint]
        if "max_tokens" in complaint and "max_tokens" in body:
            self.completion_tokens = True
            return True
        if "response_format" in body and any(
            word in complaint for word in ("response_format", "json_schema", "json_object", "schema", "grammar")
        ):
            self.mode = max(self.mode, MODES.index(body["response_format"]["type"]) + 1)
            return True
        changed = {name for name in named if name in body}
        self.dropped |= changed
        return bool(changed)


class OpenAIClient:
    """Implements `ModelClient`. Safe for several threads. `timeout_s` is for silence, not for the whole reply:
    a local model may read a long prompt for minutes before it says anything."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        model: str,
        *,
        timeout_s: float = SILENCE_S,
        backoff: Backoff = _USUAL,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.model = model
        self.base_url = base_url or DEFAULT_BASE_URL
        self._backoff = backoff
        self._sleep = sleep
        self._dialect = _Dialect()
        self._lock = threading.Lock()
        for name in ("openai", "httpx", "httpx2", "httpcore", "httpcore2"):
            logging.getLogger(name).setLevel(logging.WARNING)
        self._sdk = openai.OpenAI(
            api_key=api_key or NO_KEY,
            base_url=self.base_url,
            max_retries=0,
            timeout=openai.Timeout(timeout_s, connect=min(timeout_s, CONNECT_S)),
        )

    def complete(
        self, request: ModelRequest, *, on_text: OnText | None = None, cancelled: Cancelled = never
    ) -> ModelReply:
        """See `ModelClient.complete`."""
        attempt = steps = 0
        while True:
            if cancelled():
                return ModelReply("", "cancelled", model=self.model)
            body = self._body(request)
            partial = _Partial()
            try:
                return self._attempt(request, body, partial, on_text, cancelled)
            except openai.APIStatusError as error:
                if error.status_code in (400, 422) and steps < MOST_DIALECT_STEPS and self._learn(error, body):
                    steps += 1
                    continue
                attempt = self._waited(attempt, error, error.status_code, dict(error.response.headers), cancelled)
            except openai.APITimeoutError as error:
                if partial.text:
                    return partial.reply(request, self.model, "cut")
                raise self._unavailable(error, 0) from error
            except openai.APIConnectionError as error:
                if partial.text and attempt + 1 >= self._backoff.attempts:
                    return partial.reply(request, self.model, "cut")
                attempt = self._waited(attempt, error, 0, {}, cancelled)
            except _BrokenOff as error:
                if attempt + 1 >= self._backoff.attempts:
                    return partial.reply(request, self.model, "cut")
                attempt = self._waited(attempt, error, 0, {}, cancelled)
            except openai.APIError as error:
                attempt = self._waited(attempt, error, 500, {}, cancelled)
            except (openai.OpenAIError, ValueError) as error:
                raise ModelUnavailable(
                    f"{self.base_url} doesn't answer as a chat endpoint does ({type(error).__name__}).", REMEDIES[404]
                ) from error

    def models(self, timeout_s: float = 10.0) -> list[str] | None:
        """The names of the models that the endpoint offers, None where it doesn't tell. Raises `ModelUnavailable`."""
        try:
            return [each.id for each in self._sdk.with_options(timeout=timeout_s).models.list()]
        except openai.NotFoundError:
            return None
        except (openai.OpenAIError, ValueError) as error:
            raise self._unavailable(error, getattr(error, "status_code", 0)) from error

    def _attempt(
        self,
        request: ModelRequest,
        body: dict[str, Any],
        partial: _Partial,
        on_text: OnText | None,
        cancelled: Cancelled,
    ) -> ModelReply:
        said: queue.SimpleQueue[str | Exception | None] = queue.SimpleQueue()
        is_over = threading.Event()

        def listen() -> None:
            try:
                with self._sdk.chat.completions.create(**body) as stream:
                    for part in partial.read(stream):
                        if is_over.is_set():
                            return
                        said.put(part)
                said.put(None)
            except Exception as error:
                said.put(error)

        threading.Thread(target=listen, name="slowpath-model-reply", daemon=True).start()
        try:
            while not cancelled():
                try:
                    part = said.get(timeout=POLL_S)
                except queue.Empty:
                    continue
                if part is None:
                    break
                if isinstance(part, Exception):
                    raise part
                if part and on_text is not None:
                    on_text(part)
            else:
                return partial.reply(request, self.model, "cancelled")
        finally:
            is_over.set()
        if partial.finish is None:
            raise _BrokenOff("the stream ended before the reply did")
        return partial.reply(request, self.model, partial.finish)

    def _body(self, request: ModelRequest) -> dict[str, Any]:
        dialect, sampling = self._dialect, request.sampling
        messages = [{"role": message.role, "content": message.content} for message in request.messages]
        limit = "max_completion_tokens" if dialect.completion_tokens else "max_tokens"
        body: dict[str, Any] = {
            "model": self.model,
            "messages": messages,
            limit: sampling.max_tokens,
            "stream": True,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "stream_options": {"include_usage": True},
        }
        mode = MODES[min(dialect.mode, len(MODES) - 1)]
        if request.schema is not None:
            if mode == "json_schema":
                body["response_format"] = {
                    "type": "json_schema",
                    "json_schema": {"name": request.schema_name, "schema": _strict(request.schema), "strict": True},
                }
            elif mode == "json_object":
                body["response_format"] = {"type": "json_object"}
            if mode != "json_schema":
                messages[0] = {**messages[0], "content": messages[0]["content"] + schema_in_words(request.schema)}
        return {name: value for name, value in body.items() if name not in dialect.dropped}

    def _learn(self, error: openai.APIStatusError, body: dict[str, Any]) -> bool:
        with self._lock:
            return self._dialect.learn(f"{error.param or ''} {error.message}", body)

    def _waited(
        self, attempt: int, error: Exception, status: int, headers: dict[str, str], cancelled: Cancelled
    ) -> int:
        """Waits before the next attempt and returns its number; raises where there is none."""
        lower = {name.lower(): value for name, value in headers.items()}
        wait_s = self._backoff.wait_s(attempt, lower)
        if (status and not is_worth_another_try(status)) or attempt + 1 >= self._backoff.attempts or wait_s is None:
            raise self._unavailable(error, status) from error
        while wait_s > 0 and not cancelled():
            self._sleep(min(wait_s, 0.25))
            wait_s -= 0.25
        return attempt + 1

    def _unavailable(self, error: Exception, status: int) -> ModelUnavailable:
        if isinstance(error, openai.APITimeoutError):
            return ModelUnavailable(f"{self.base_url} didn't answer in time.", "Is the model loaded? Try again.")
        if isinstance(error, openai.APIConnectionError):
            return ModelUnavailable(f"{self.base_url} can't be reached.", UNREACHABLE)
        said = getattr(error, "message", str(error))[:300]
        return ModelUnavailable(
            f"{self.base_url} refused the question ({status or 'no status'}): {said}",
            REMEDIES.get(status, "The endpoint's own log may say more."),
        )


class _BrokenOff(Exception):
    """The stream ended without saying how the reply ended."""


class _Partial:
    """What has arrived of a reply so far."""

    def __init__(self) -> None:
        self.text = ""
        self.refusal = ""
        self.finish: Finish | None = None
        self.usage: Any = None
        self.model = ""

    def read(self, stream: Any) -> Iterator[str]:
        """The text's parts as they arrive; everything else is kept."""
        for chunk in stream:
            self.model = getattr(chunk, "model", "") or self.model
            self.usage = getattr(chunk, "usage", None) or self.usage
            for choice in (getattr(chunk, "choices", None) or [])[:1]:
                delta = getattr(choice, "delta", None)
                part = getattr(delta, "content", None) or ""
                self.refusal += getattr(delta, "refusal", None) or ""
                if choice.finish_reason:
                    self.finish = _FINISHES.get(choice.finish_reason, "stop")
                self.text += part
                yield part

    def reply(self, request: ModelRequest, model: str, finish: Finish) -> ModelReply:
        """The reply as far as it came."""
        if self.refusal and finish == "stop":
            finish = "refusal"
        return ModelReply(self.text, finish, self.refusal, self._usage(request), self.model or model)

    def _usage(self, request: ModelRequest) -> Usage:
        if self.usage is not None and self.usage.total_tokens:
            return Usage(self.usage.prompt_tokens or 0, self.usage.completion_tokens or 0, 1)
        prompt = sum(estimated_tokens(message.content) for message in request.messages)
        return Usage(prompt, estimated_tokens(self.text), 1, estimated=True)


def _strict(schema: Any) -> Any:
    """The schema as strict endpoints want it: every property is required. What may be left out here is null there,
    which its own type allows."""
    if isinstance(schema, list):
        return [_strict(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    made = {name: _strict(each) for name, each in schema.items()}
    return {**made, "required": list(made["properties"])} if isinstance(made.get("properties"), dict) else made
