"""The language server: what the features share. They know it, never the reverse; `serving` joins them.

Theory of operation. One asyncio loop owns all state; every handler runs on it and only computes what it has in
memory. What takes longer goes elsewhere: searches into worker processes, compiler checks into one thread of
their own, the store and the disk into threads. Changes of a search come in through `search_changed`, of a campaign
through `campaign_changed`, and go out as whole states, at most four a second for each document and kind.

The server ends when its client closes stdin, asks it to, or dies; workers are then closed and leave their campaigns
resumable. When the server is killed, the workers see their stdin end and do the same by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from pathlib import Path
from typing import Any

from cattrs import Converter
from lsprotocol import converters, types
from pygls.lsp.server import LanguageServer
from pygls.protocol.json_rpc import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage
from pygls.workspace import TextDocument, Workspace

from slowpath import __version__, wire
from slowpath.errors import SlowpathError, SourceUnreadable
from slowpath.lsp import convert, protocol
from slowpath.lsp.breaks import Breaks
from slowpath.lsp.campaigns import Campaigns
from slowpath.lsp.checkers import Checkers
from slowpath.lsp.checks import Checks
from slowpath.lsp.document import EditorDocument
from slowpath.lsp.evidence import refutation
from slowpath.lsp.formats import Formats, is_format
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.live_search import LiveSearch
from slowpath.lsp.optimizations import Optimizations
from slowpath.lsp.options import Options, read_options
from slowpath.lsp.relaying import Relaying
from slowpath.lsp.searches import Searches
from slowpath.lsp.states import cleared, contrast_state
from slowpath.lsp.throttle import Throttle
from slowpath.model.constraint import REFUTED
from slowpath.model.relay import ModelQuestion

log = logging.getLogger(__name__)

EVIDENCE_INTERVAL_S = 2.0
"""How often diagnostics follow figures that grow with every run. What appears or disappears does so at once."""


class SlowpathServer(LanguageServer):
    """What the features share: options, campaigns, checks, and ways to say things."""

    def __init__(self, diagnostics_of: Callable[[SlowpathServer, TextDocument], list[types.Diagnostic]]) -> None:
        """`diagnostics_of` gives everything there is to say about a document now."""
        super().__init__("slowpath", __version__, converter_factory=message_converter, max_workers=2)
        self.options = read_options(None)
        self.campaigns = Campaigns(self.campaign_changed, lambda: self.options)
        self.breaks = Breaks(self.search_changed, lambda: self.options)
        self.optimizations = Optimizations(self.search_changed, lambda: self.options)
        self.searches: dict[str, Searches] = {
            protocol.CAMPAIGN_CHANGED: self.campaigns,
            protocol.BREAK_CHANGED: self.breaks,
            protocol.OPTIMIZE_CHANGED: self.optimizations,
        }
        self.relaying = Relaying(self._ask_model, self._withdraw)
        for searches in self.searches.values():
            searches.relaying = self.relaying
        self.checks = Checks(self, partial(diagnostics_of, self))
        self.checkers = Checkers(self)
        self.formats = Formats(self)
        self._states = Throttle(self._say_state)
        self._contrasts = Throttle(self._say_contrast)
        self._lenses = Throttle(self._refresh_lenses, interval_s=1.0)
        self._constraints = Throttle(self._publish, interval_s=0.2)
        self._evidence = Throttle(self._publish, interval_s=EVIDENCE_INTERVAL_S)
        self._seen: dict[Hashable, object] = {}
        self.on_search_changed: list[Callable[[LiveSearch], None]] = []
        self.on_close: list[Callable[[], None]] = []

    def configure(self, options: Options) -> None:
        """Takes new options; campaigns that run keep those that they began with."""
        trust_changed = options.trusted != self.options.trusted
        self.options = options
        for name in options.ignored:
            log.warning("option %s isn't understood and was ignored", name)
        if trust_changed:
            self.campaigns.trust_changed()
        for document in self.documents():
            if not is_format(document):
                self.checks.schedule(document.uri)

    def adapt_workspace(self) -> None:
        """From now on documents count lines as the editor does, and an edit of a closed one is nothing; called when the
        workspace has been made. Editors send such an edit when an unsaved document becomes a file."""
        make, update = partial(_make_document, self.workspace), self.workspace.update_text_document

        def update_open(
            text_doc: types.VersionedTextDocumentIdentifier, change: types.TextDocumentContentChangeEvent
        ) -> None:
            if self.document(text_doc.uri) is not None:
                update(text_doc, change)

        self.workspace._create_text_document = make  # type: ignore[method-assign]
        self.workspace.update_text_document = update_open  # type: ignore[method-assign]

    def document(self, uri: str) -> EditorDocument | None:
        """The open document, or None."""
        return next((document for document in self.documents() if document.uri == uri), None)

    def documents(self) -> list[EditorDocument]:
        """The open documents. The workspace's own table has their URIs without escapes, so it isn't asked."""
        return [document for document in self.workspace.text_documents.values() if isinstance(document, EditorDocument)]

    def solution_source(self, uri: str) -> tuple[Path, bytes]:
        """The path and the text of a solution as the editor has it now, unsaved changes included.

        Raises `SourceUnreadable` for a document that isn't a file, or can't be read.
        """
        path = convert.path_of(uri)
        if path is None:
            raise SourceUnreadable(f"{uri}: this document isn't a file on disk.", "Save it as a file first.")
        document = self.document(uri)
        if document is not None:
            return path, source_bytes(document.source, path)
        try:
            return path, path.read_bytes()
        except OSError as error:
            raise SourceUnreadable(
                f"{path}: can't be read ({error.strerror}).", "Open the file, or check its path."
            ) from error

    def search_changed(self, search: LiveSearch) -> None:
        """Says what changed of a search: its end at once, the rest soon or where it differs."""
        about = (search.changed, search.uri)
        self._states.poke(about)
        if search.ended:
            self._states.flush(about)
        if self._news(("remarks", *about), search.remarked):
            self.checks.publish(search.uri)
        if self._news(("lens", *about), search.told):
            self._lenses_changed(search.ended)
        for listener in self.on_search_changed:
            listener(search)

    def campaign_changed(self, campaign: LiveCampaign) -> None:
        """Says what changed, as of any search, and of what only campaigns have: their contrast and constraints."""
        self.search_changed(campaign)
        if self._news(f"contrast {campaign.uri}", campaign.contrast):
            self.contrast_changed(campaign.uri)
        if self._news(f"constraints {campaign.uri}", (campaign.view.constraints, frozenset(campaign.dismissed))):
            self._log_refuted(campaign)
            shown = tuple((one.constraint.id, one.state.status) for one in campaign.placed)
            (self._constraints if self._news(f"shown {campaign.uri}", shown) else self._evidence).poke(campaign.uri)

    def stop(self, search: LiveSearch) -> None:
        """Stops a search of any kind. Raises `UsageError` where it isn't known any more."""
        self.searches[search.changed].stop(search.id)

    def edited(self, uri: str, text: str | None) -> None:
        """A document's text is another one, None for one too long to be a program: what was proven may be about another
        program now."""
        search = self.optimizations.by_uri.get(uri)
        if search is not None and search.stale is (text is not None and search.is_about(text)):
            search.stale = not search.stale
            self._states.poke((protocol.OPTIMIZE_CHANGED, uri))

    def break_moved(self, uri: str) -> None:
        """The lines that a search for a breaking input speaks of are others now."""
        self._states.poke((protocol.BREAK_CHANGED, uri))
        self.checks.publish(uri)

    def _news(self, about: Hashable, value: object) -> bool:
        """Whether this differs from what was last seen about it."""
        known, self._seen[about] = self._seen.get(about), value
        return known != value

    def contrast_changed(self, uri: str) -> None:
        """The contrast of a document, or where its lines are, is another one now."""
        self._contrasts.poke(uri)
        self._states.poke((protocol.CAMPAIGN_CHANGED, uri))
        self.checks.publish(uri)

    def _say_state(self, about: Any) -> None:
        changed, uri = about
        search = self.searches[changed].by_uri.get(uri)
        if search is not None:
            self.protocol.notify(changed, wire.encode(search.state))

    def _say_contrast(self, uri: object) -> None:
        self.protocol.notify(protocol.CONTRAST_CHANGED, wire.encode(self._contrast_of(str(uri))))

    def _contrast_of(self, uri: str) -> protocol.ContrastState:
        """What to draw on the document now."""
        campaign, document = self.campaigns.by_uri.get(uri), self.document(uri)
        version = document.version if document is not None else None
        if campaign is None:
            return cleared(uri, version)
        return contrast_state(uri, version, campaign.contrast, campaign.tracker)

    def _ask_model(self, question: ModelQuestion) -> None:
        turns = [protocol.ModelTurn(turn.role, turn.content) for turn in question.messages]
        self.protocol.notify(
            protocol.MODEL_ASK,
            wire.encode(
                protocol.ModelAsk(question.id, question.model, turns, question.max_tokens, question.temperature)
            ),
        )

    def _withdraw(self, question_id: int) -> None:
        self.protocol.notify(protocol.MODEL_WITHDRAW, wire.encode(protocol.ModelWithdraw(question_id)))

    def _publish(self, uri: object) -> None:
        self.checks.publish(str(uri))

    def _log_refuted(self, campaign: LiveCampaign) -> None:
        """What evidence speaks against leaves the editor and stays in the log, once for each time it is refuted."""
        for state in campaign.view.constraints:
            refuted = state.status == REFUTED
            if self._news(f"refuted {campaign.id} {state.constraint.id}", refuted) and refuted:
                self.window_log_message(
                    types.LogMessageParams(types.MessageType.Info, f"{campaign.path.name}: {refutation(state)}")
                )

    def _lenses_changed(self, ended: bool) -> None:
        """The lenses say something else: soon, an end at once, as the panel does."""
        if ended:
            self._lenses.flush("lenses")
        else:
            self._lenses.poke("lenses")

    def _refresh_lenses(self, _key: object) -> None:
        workspace = self.client_capabilities.workspace
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    async def fenced(self, work: Awaitable[None]) -> None:
        """Does what a command asks for, and says what hindered it."""
        try:
            await work
        except SlowpathError as error:
            self.say(types.MessageType.Warning, str(error))

    def say(self, kind: types.MessageType, message: str) -> None:
        """Shows a message to the user."""
        self.window_show_message(types.ShowMessageParams(kind, f"Slowpath: {message}"))

    async def close(self) -> None:
        """Ends what was started. Idempotent."""
        self.checks.close()
        self.checkers.close()
        self.formats.close()
        for end in self.on_close:
            end()
        await asyncio.gather(*(searches.close() for searches in self.searches.values()))


def message_converter() -> Converter:
    """The protocol's converter, which leaves the parameters of our own requests the JSON values that they are."""
    made = converters.get_converter()
    for kind in (JsonRPCRequestMessage, JsonRPCNotification, JsonRPCResponseMessage):
        made.register_structure_hook(kind, lambda message, to: to(**message))
    return made


def _make_document(
    workspace: Workspace,
    doc_uri: str,
    source: str | None = None,
    version: int | None = None,
    language_id: str | None = None,
) -> EditorDocument:
    return EditorDocument(
        doc_uri,
        source=source,
        version=version,
        language_id=language_id,
        sync_kind=types.TextDocumentSyncKind.Incremental,
        position_codec=workspace.position_codec,
    )


def source_bytes(text: str, path: Path) -> bytes:
    """The bytes of a document's text. A file that isn't UTF-8 is read by editors with replacement characters:
    where the document is the unchanged file, its own bytes are taken."""
    if "\ufffd" in text:
        with contextlib.suppress(OSError):
            data = path.read_bytes()
            if _without_replaced(data.decode("utf-8", "replace")) == _without_replaced(text):
                return data
    return text.encode("utf-8", "replace")


def _without_replaced(text: str) -> str:
    return text.replace("\ufffd", "")
