"""From settings to a client: which endpoint, with which key, behind which cache, recording and cap."""

from __future__ import annotations

import hashlib
from pathlib import Path

from slowpath.errors import ModelUnavailable, UsageError
from slowpath.llm.budget import BudgetedClient
from slowpath.llm.client import ModelClient
from slowpath.llm.providers.relayed import Relay, RelayedClient
from slowpath.llm.recorded import CachingClient, RecordingClient, ReplayClient, ReplyFolder
from slowpath.settings import Settings, api_key

NOT_CONFIGURED = (
    "Set OPENAI_BASE_URL (with /v1; a local server needs no key) and SLOWPATH_LLM_MODEL, or"
    " OPENAI_API_KEY for OpenAI's own; in the editor Slowpath: Choose Language Model"
    " (slowpath.llm.baseUrl, slowpath.llm.model; Slowpath: Set Key of Language Model)."
)
DEFAULT_OBTAINED = "asked of a model through an OpenAI-compatible endpoint"
EDITOR = "editor:"
"""The base URL that stands for the editor's own models, which are reached through a `Relay`."""


def is_configured(settings: Settings) -> bool:
    """Whether there is an endpoint (or a key for OpenAI's own) and a model to ask there."""
    return bool((settings.llm_base_url or api_key(settings)) and settings.llm_model)


def open_client(
    settings: Settings,
    *,
    record: Path | None = None,
    replay: Path | None = None,
    obtained: str = "",
    max_tokens: int | None = None,
    patience_s: float | None = None,
    relay: Relay | None = None,
) -> BudgetedClient:
    """The client that settings and options ask for, with the caps of `BudgetedClient`. `relay` is the way to the
    editor's own models, where there is one.

    With `replay` nothing is sent anywhere. With `record` the endpoint is asked even where the cache knows an answer.
    Raises `UsageError` where nothing is configured.
    """
    if replay is not None:
        if not replay.is_dir():
            raise UsageError(f"--replay {replay}: no such folder.", "Give a folder that --record wrote.")
        return BudgetedClient(ReplayClient(ReplyFolder(replay), settings.llm_model), max_tokens)
    if not is_configured(settings):
        raise UsageError("No language model is configured.", NOT_CONFIGURED)
    asked, place = _asked(settings, relay)
    client = asked
    if record is not None:
        client = RecordingClient(client, ReplyFolder(record), obtained or DEFAULT_OBTAINED)
    else:
        client = CachingClient(asked, ReplyFolder(settings.cache_dir / "replies" / _folder_of(place)))
    return BudgetedClient(client, max_tokens, patience_s=patience_s)


def _asked(settings: Settings, relay: Relay | None) -> tuple[ModelClient, str]:
    """Who is asked in the end, and where that is."""
    if settings.llm_base_url == EDITOR:
        if relay is None:
            raise UsageError("The editor's own models can be asked in the editor only.", NOT_CONFIGURED)
        return RelayedClient(settings.llm_model, relay), EDITOR
    from slowpath.llm.providers.openai_sdk import OpenAIClient

    client = OpenAIClient(settings.llm_base_url, api_key(settings), settings.llm_model)
    return client, client.base_url


def _folder_of(base_url: str) -> str:
    """A folder name for an endpoint: two of them may serve different models under one name."""
    return hashlib.sha256(base_url.encode()).hexdigest()[:12]


def described(settings: Settings) -> tuple[bool, str]:
    """Whether the configured endpoint answers, and what it is, for `slowpath doctor`. Asks it for its models."""
    if not is_configured(settings):
        missing = "no model (SLOWPATH_LLM_MODEL)" if settings.llm_base_url or api_key(settings) else "not set"
        return False, f"{missing}."
    from slowpath.llm.providers.openai_sdk import OpenAIClient

    client = OpenAIClient(settings.llm_base_url, api_key(settings), settings.llm_model)
    key = "with a key" if api_key(settings) else "without a key"
    where = f"{client.base_url}, model {settings.llm_model}, {key}"
    try:
        names = client.models()
    except ModelUnavailable as error:
        return False, f"{where}: {error.message}"
    if names is None:
        return True, f"{where} (it doesn't list its models)"
    if settings.llm_model not in names:
        shown = ", ".join(names[:5]) or "none"
        return False, f"{where}: the endpoint doesn't list this model (it has {shown})."
    return True, where
