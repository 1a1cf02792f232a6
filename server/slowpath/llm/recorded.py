"""Replies as files: recording, replaying, and the cache, which are one thing with different intents.

A recorded reply is one small JSON file, named by the question's content key. It holds the question, the reply, and in
`obtained` how the reply came to be. Keys, tokens of accounts and addresses with passwords never get in: neither is
part of a question. A replay finds a reply by its key; where a prompt's text has changed since, by the question's
purpose, and then says so (`ModelReply.stale`).
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from slowpath import wire
from slowpath.errors import ModelUnavailable, StoreUnwritable
from slowpath.llm.client import Cancelled, ModelClient, ModelReply, ModelRequest, OnText, never

VERSION = 1
KEPT_BY_CACHE = ("stop", "length")


class ReplyFolder:
    """A folder of recorded replies. Files that can't be read are passed over, so that one damaged file costs itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._by_purpose: dict[str, Path] | None = None

    def get(self, key: str) -> ModelReply | None:
        """The reply to the question with this key."""
        return _read_reply(self.folder / f"{key}.json")

    def get_for(self, purpose: str) -> ModelReply | None:
        """A reply that was recorded for this purpose, whatever the question's words then."""
        known = self._by_purpose
        if known is None:
            # Whole before others see it: questions are asked by several threads.
            known = {}
            for path in sorted(self.folder.glob("*.json")):
                document = _read(path)
                if document is not None and document.get("purpose"):
                    known.setdefault(document["purpose"], path)
            self._by_purpose = known
        found = known.get(purpose) if purpose else None
        return _read_reply(found) if found is not None else None

    def put(self, key: str, model: str, request: ModelRequest, reply: ModelReply, obtained: str) -> Path:
        """Writes one recording, whole or not at all. Raises `StoreUnwritable`."""
        document = {
            "slowpath_recorded_reply": VERSION,
            "obtained": obtained,
            "purpose": request.purpose,
            "model": model,
            "request": wire.encode(request),
            "reply": wire.encode(reply),
        }
        path = self.folder / f"{key}.json"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            number, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with open(number, "w", encoding="utf-8") as file:
                json.dump(document, file, ensure_ascii=False, indent=1)
                file.write("\n")
            os.replace(name, path)
        except OSError as error:
            raise StoreUnwritable(
                f"{self.folder}: can't be written ({error.strerror}).",
                "Choose another folder for the recordings, or free some disk.",
            ) from error
        self._by_purpose = None
        return path


class RecordingClient:
    """Asks another client and keeps what it said, whatever the ending. `obtained` says how replies come to be."""

    def __init__(self, client: ModelClient, folder: ReplyFolder, obtained: str) -> None:
        self._client = client
        self._folder = folder
        self._obtained = obtained
        self.model = client.model

    def complete(
        self, request: ModelRequest, *, on_text: OnText | None = None, cancelled: Cancelled = never
    ) -> ModelReply:
        """See `ModelClient.complete`. Raises `StoreUnwritable` too."""
        reply = self._client.complete(request, on_text=on_text, cancelled=cancelled)
        if reply.finish != "cancelled":
            self._folder.put(request.key(self.model), self.model, request, reply, reply.obtained or self._obtained)
        return reply


class ReplayClient:
    """Answers from recordings alone; nothing is sent anywhere and nothing is charged (its usage is the recorded)."""

    def __init__(self, folder: ReplyFolder, model: str = "") -> None:
        self._folder = folder
        self.model = model or _recorded_model(folder)

    def complete(
        self, request: ModelRequest, *, on_text: OnText | None = None, cancelled: Cancelled = never
    ) -> ModelReply:
        """See `ModelClient.complete`."""
        if cancelled():
            return ModelReply("", "cancelled", model=self.model)
        reply = self._folder.get(request.key(self.model))
        if reply is None:
            found = self._folder.get_for(request.purpose)
            if found is None:
                raise ModelUnavailable(
                    f"{self._folder.folder} holds no reply to this question"
                    f" ({request.purpose or 'without a purpose'}).",
                    "Record it first (--record), or ask the endpoint.",
                )
            reply = replace(found, stale=True)
        if on_text is not None and reply.text:
            on_text(reply.text)
        return reply


class CachingClient:
    """Asks another client only what wasn't answered before; a cached reply costs no tokens."""

    def __init__(self, client: ModelClient, folder: ReplyFolder) -> None:
        self._client = client
        self._folder = folder
        self.model = client.model

    def complete(
        self, request: ModelRequest, *, on_text: OnText | None = None, cancelled: Cancelled = never
    ) -> ModelReply:
        """See `ModelClient.complete`. A cache that can't be written is no failure."""
        key = request.key(self.model)
        known = self._folder.get(key)
        if known is not None:
            if on_text is not None and known.text:
                on_text(known.text)
            return replace(
                known, obtained="cache", usage=replace(known.usage, prompt_tokens=0, completion_tokens=0, requests=0)
            )
        reply = self._client.complete(request, on_text=on_text, cancelled=cancelled)
        if reply.finish in KEPT_BY_CACHE:
            with contextlib.suppress(StoreUnwritable):
                self._folder.put(key, self.model, request, reply, f"asked of {reply.model or self.model}")
        return reply


def _recorded_model(folder: ReplyFolder) -> str:
    """The model that a folder's recordings were made with: that of the first one."""
    for path in sorted(folder.folder.glob("*.json")):
        document = _read(path)
        if document is not None:
            return str(document.get("model", ""))
    return ""


def _read(path: Path) -> dict[str, Any] | None:
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    fits = isinstance(document, dict) and document.get("slowpath_recorded_reply") == VERSION
    return document if fits else None


def _read_reply(path: Path) -> ModelReply | None:
    document = _read(path)
    if document is None:
        return None
    try:
        reply: ModelReply = wire.decode(ModelReply, document["reply"])
    except (KeyError, ValueError):
        return None
    return replace(reply, obtained=str(document.get("obtained", "")))
