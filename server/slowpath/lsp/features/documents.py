"""Documents being opened, edited, saved and closed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types

from slowpath.lsp import convert
from slowpath.lsp.formats import is_format
from slowpath.lsp.server import SlowpathServer
from slowpath.lsp.tracking import LineTracker


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(ls: SlowpathServer, params: types.DidOpenTextDocumentParams) -> None:
        uri = params.text_document.uri
        document = ls.document(uri)
        if document is not None and is_format(document):
            ls.formats.opened(uri)
            return
        ls.checks.schedule(uri)
        if document is not None and document.too_long:
            lose(ls, uri)
            return
        ls.edited(uri, params.text_document.text)
        await show_known(ls, uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(ls: SlowpathServer, params: types.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        document = ls.document(uri)
        if document is None:
            return
        if is_format(document):
            ls.formats.schedule(uri)
            return
        if document.too_long:
            lose(ls, uri)
            return
        ls.edited(uri, document.source)
        for tracker in trackers(ls, uri):
            follow(tracker, params.content_changes, document.source)
        if ls.checks.was_too_large(uri):
            ls.checks.schedule(uri)
        lines_moved(ls, uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(ls: SlowpathServer, params: types.DidSaveTextDocumentParams) -> None:
        uri = params.text_document.uri
        document = ls.document(uri)
        if document is not None and is_format(document):
            ls.formats.saved(uri)
            return
        ls.checks.schedule(uri)
        ls.formats.program_changed(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(ls: SlowpathServer, params: types.DidCloseTextDocumentParams) -> None:
        ls.formats.forget(params.text_document.uri)
        ls.checks.forget(params.text_document.uri)


def trackers(server: SlowpathServer, uri: str) -> list[LineTracker]:
    """What follows the document's lines: those of its campaign, of its check, and of what breaks it."""
    campaign, broken = server.campaigns.by_uri.get(uri), server.breaks.by_uri.get(uri)
    known = [
        campaign.tracker if campaign is not None else None,
        server.checks.tracker(uri),
        broken.tracker if broken is not None else None,
    ]
    return [tracker for tracker in known if tracker is not None]


def lose(server: SlowpathServer, uri: str) -> None:
    """The document is too long to be a program: what was shown of one goes, once, and the next check says why."""
    followed = [tracker for tracker in trackers(server, uri) if not tracker.lost]
    server.edited(uri, None)
    if not followed:
        return
    for tracker in followed:
        tracker.lose()
    server.checks.schedule(uri)
    lines_moved(server, uri)


def lines_moved(server: SlowpathServer, uri: str) -> None:
    """Shows again what is shown at lines of the document."""
    campaign, broken = server.campaigns.by_uri.get(uri), server.breaks.by_uri.get(uri)
    if campaign is not None and (campaign.contrast is not None or campaign.view.constraints):
        server.contrast_changed(uri)
    if broken is not None and broken.view.breaking is not None:
        server.break_moved(uri)


async def show_known(server: SlowpathServer, uri: str, text: str) -> None:
    """What searches came to on the program that was opened with `text`. It may be edited, and closed, meanwhile."""
    path = convert.path_of(uri)
    await _show_breaks(server, uri, path, text)
    document = server.document(uri)
    if document is not None:
        await _show_campaign(server, uri, path, document.source)


async def _show_breaks(server: SlowpathServer, uri: str, path: Path | None, text: str) -> None:
    """What is known to break the program that was opened with `text`; what was kept of it where nothing newer is."""
    known = server.breaks.by_uri.get(uri)
    if known is not None:
        known.tracker.align(text)
        server.break_moved(uri)
    elif path is not None:
        await server.breaks.restore(uri, path, text, server.formats.texts_for(path))
        restored, document = server.breaks.by_uri.get(uri), server.document(uri)
        if restored is not None and document is not None and document.source != text:
            restored.tracker.align(document.source)
            server.break_moved(uri)


async def _show_campaign(server: SlowpathServer, uri: str, path: Path | None, text: str) -> None:
    """The campaign on the program that was opened with `text`; the stored one where this window knows none."""
    known = server.campaigns.by_uri.get(uri)
    if known is not None:
        known.tracker.align(text)
        server.campaign_changed(known)
        server.contrast_changed(uri)
    elif path is not None:
        restored = await server.campaigns.restore(uri, path, text)
        document = server.document(uri)
        if restored is not None and document is not None and document.source != text:
            restored.tracker.align(document.source)
            server.contrast_changed(uri)


def follow(tracker: LineTracker, changes: Sequence[types.TextDocumentContentChangeEvent], text: str) -> None:
    """Tells a tracker of a batch of changes, after which the document is `text`."""
    if tracker.lost:
        tracker.align(text)
        return
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangePartial):
            tracker.edit(change.range.start.line, change.range.end.line, change.text)
        else:
            tracker.align(text)
    tracker.settle(text)
