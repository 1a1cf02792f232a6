"""Endpoints that usually run on a user's own machine, looked for at their usual ports when the user asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from slowpath.llm.parallel import ask_all

PORTS = {"Ollama": 11434, "LM Studio": 1234, "vLLM": 8000}
ASK_S = 2.0


@dataclass(frozen=True)
class LocalEndpoint:
    """An endpoint that answered, and the models that it offers."""

    name: str
    base_url: str
    models: tuple[str, ...]


def local_endpoints(ports: Mapping[str, int] | None = None) -> tuple[LocalEndpoint, ...]:
    """Those that answer to a request for their models; no key and nothing else is sent. Takes some seconds at most."""
    from slowpath.llm.providers.openai_sdk import OpenAIClient

    def ask(place: tuple[str, int]) -> LocalEndpoint:
        name, port = place
        base_url = f"http://127.0.0.1:{port}/v1"
        return LocalEndpoint(name, base_url, tuple(OpenAIClient(base_url, "", "").models(ASK_S) or ()))

    found = ask_all(ask, list((PORTS if ports is None else ports).items()))
    return tuple(each for each in found if not isinstance(each, Exception) and each.models)
