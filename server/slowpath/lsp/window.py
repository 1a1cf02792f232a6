"""What the parts of the server need of it: the window's options, documents and searches, and ways to say things."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from lsprotocol import types
from pygls.progress import Progress
from pygls.workspace import TextDocument

from slowpath.lsp.campaigns import Campaigns
from slowpath.lsp.document import EditorDocument
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.options import Options

DiagnosticsOf = Callable[[TextDocument], list[types.Diagnostic]]
"""Everything there is to say about a document now."""


class Window(Protocol):
    """The server as its parts see it; `server.SlowpathServer` says what each of these does."""

    options: Options
    campaigns: Campaigns

    @property
    def client_capabilities(self) -> types.ClientCapabilities: ...

    @property
    def work_done_progress(self) -> Progress: ...

    def document(self, uri: str) -> EditorDocument | None: ...

    def documents(self) -> list[EditorDocument]: ...

    def solution_source(self, uri: str) -> tuple[Path, bytes]: ...

    def campaign_changed(self, campaign: LiveCampaign) -> None: ...

    def say(self, kind: types.MessageType, message: str) -> None: ...

    def text_document_publish_diagnostics(self, params: types.PublishDiagnosticsParams) -> None: ...

    async def workspace_apply_edit_async(
        self, params: types.ApplyWorkspaceEditParams
    ) -> types.ApplyWorkspaceEditResult: ...
