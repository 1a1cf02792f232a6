"""What is known of a program that was opened is put where its lines are, also when it is edited meanwhile; and what an
edit costs doesn't grow with the document."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types
from pygls.workspace import TextDocument, Workspace

from slowpath import pipeline
from slowpath.lsp import document as documents
from slowpath.lsp.document import EditorDocument
from slowpath.lsp.features.documents import show_known
from slowpath.lsp.lines import lines_with_ends
from slowpath.lsp.server import SlowpathServer
from slowpath.lsp.serving import make_server
from slowpath.lsp.tracking import LineTracker

URI = "file:///p/a.py"
TEXT, EDITED = "one\ntwo\n", "new\none\ntwo\n"


@pytest.mark.parametrize(("now", "line"), [(TEXT, 1), (EDITED, 2), (None, 1)], ids=["as opened", "edited", "closed"])
def test_a_campaign_follows_edits_that_come_while_the_disk_is_read(now, line):
    campaign = SimpleNamespace(tracker=LineTracker(TEXT))
    document = SimpleNamespace(source=TEXT)

    async def read_disk(*_) -> None:
        if now is not None:
            campaign.tracker.align(now)
            document.source = now

    server = SimpleNamespace(
        breaks=SimpleNamespace(by_uri={}, restore=read_disk),
        campaigns=SimpleNamespace(by_uri={URI: campaign}),
        formats=SimpleNamespace(texts_for=lambda path: {}),
        document=lambda uri: document if now is not None else None,
        campaign_changed=lambda known: None,
        contrast_changed=lambda uri: None,
    )
    asyncio.run(show_known(server, URI, TEXT))
    assert campaign.tracker.lsp_line(2) == line


TEXTS = st.text(st.sampled_from("ab\r\n\f\U0001f600"), max_size=12)
PLACES = st.tuples(st.integers(0, 6), st.integers(0, 4))


class WholeDocument(TextDocument):
    """A document that is split and put together anew at each edit."""

    @property
    def lines(self):
        return lines_with_ends(self.source)


def change(begin: tuple[int, int], end: tuple[int, int], text: str) -> types.TextDocumentContentChangePartial:
    return types.TextDocumentContentChangePartial(types.Range(types.Position(*begin), types.Position(*end)), text)


@given(TEXTS, st.lists(st.tuples(PLACES, PLACES, TEXTS), max_size=5))
def test_edits_of_lines_make_the_text_that_edits_of_the_whole_make(text, edits):
    ours, whole = EditorDocument(URI, text, 1), WholeDocument(URI, text, 1)
    assert not ours.too_long
    for one, other, new in edits:
        for edited in (ours, whole):
            edited.apply_change(change(min(one, other), max(one, other), new))
        assert ours.lines == lines_with_ends(whole.source)
        assert ours.source == whole.source
        assert ours._characters == len(whole.source)


@pytest.mark.parametrize("lines", [10, 100_000])
def test_an_edit_splits_the_lines_around_it_alone(monkeypatch, lines):
    edited = EditorDocument(URI, "x = 1\n" * lines, 1)
    assert len(edited.lines) == lines
    split = []
    monkeypatch.setattr(documents, "lines_with_ends", lambda text: split.append(len(text)) or lines_with_ends(text))
    for line in (0, lines // 2, lines - 1):
        edited.apply_change(change((line, 1), (line, 2), "y\n"))
    assert sum(split) <= 3 * len("x = 1\n" * 4)


class Server:
    """A server with one open document, which counts how often the document's whole text is asked for."""

    def __init__(self, monkeypatch, text: str) -> None:
        self.asked = 0
        self.server: SlowpathServer = make_server()
        self.server.protocol._workspace = Workspace(None)
        self.server.adapt_workspace()
        monkeypatch.setattr(self.server.checks, "schedule", lambda uri: None)
        monkeypatch.setattr(self.server.checks, "publish", lambda uri: None)
        monkeypatch.setattr(EditorDocument, "source", property(self._source))
        self.server.workspace.put_text_document(types.TextDocumentItem(URI, "python", 1, text))
        self._features = self.server.protocol.fm.features
        self.tracker = LineTracker(TEXT)
        self.server.breaks.by_uri[URI] = SimpleNamespace(tracker=self.tracker, view=SimpleNamespace(breaking=None))

    def _source(self, document: EditorDocument) -> str:
        self.asked += 1
        return "".join(document._split) if document._split is not None else document._source

    def edit(self, edited: types.TextDocumentContentChangePartial) -> None:
        self.server.workspace.update_text_document(types.VersionedTextDocumentIdentifier(2, URI), edited)
        self._features[types.TEXT_DOCUMENT_DID_CHANGE](
            types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, URI), [edited])
        )

    def ask(self) -> list:
        """What the editor asks for after each edit."""
        named = types.TextDocumentIdentifier(URI)
        at = types.Range(types.Position(0, 0), types.Position(0, 0))
        actions = self._features[types.TEXT_DOCUMENT_CODE_ACTION](
            types.CodeActionParams(named, at, types.CodeActionContext([]))
        )
        return [*self._features[types.TEXT_DOCUMENT_CODE_LENS](types.CodeLensParams(named)), *asyncio.run(actions)]


def test_nothing_is_asked_of_a_text_longer_than_any_program_and_lines_come_back_with_a_shorter_one(monkeypatch):
    monkeypatch.setattr(pipeline, "LARGEST_SOURCE_BYTES", 100)
    window = Server(monkeypatch, TEXT)
    window.edit(change((0, 0), (0, 0), "data\n" * 30))
    first = window.asked
    for _ in range(5):
        window.edit(change((3, 0), (3, 0), "more"))
        assert window.ask() == []
    assert window.asked == first
    assert window.tracker.stale and window.tracker.lsp_line(2) is None
    window.edit(change((0, 0), (30, 0), "new\n"))
    assert window.asked > first
    assert window.tracker.lsp_line(2) == 2
