"""What is known of a program that was opened is put where its lines are, also when it is edited meanwhile."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from slowpath.lsp.features.documents import show_known
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
        breaks=SimpleNamespace(by_uri={}, restore=read_disk), campaigns=SimpleNamespace(by_uri={URI: campaign}),
        formats=SimpleNamespace(texts_for=lambda path: {}), document=lambda uri: document if now is not None else None,
        campaign_changed=lambda known: None, contrast_changed=lambda uri: None)
    asyncio.run(show_known(server, URI, TEXT))
    assert campaign.tracker.lsp_line(2) == line
