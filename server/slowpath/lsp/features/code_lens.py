"""The lens over `main`: start a search, or what the running one found so far."""

from __future__ import annotations

from functools import lru_cache

from lsprotocol import types

from slowpath.lsp import convert, words
from slowpath.lsp.entry_point import entry_line
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.protocol import COMMAND_CONTROL, COMMAND_FIND
from slowpath.lsp.server import SlowpathServer
from slowpath.worker.messages import RESUME, STOP

LANGUAGE_IDS = {"cpp": "cpp", "c++": "cpp", "python": "python"}
SUFFIXES = {".py": "python", ".cpp": "cpp", ".cc": "cpp", ".cxx": "cpp", ".c++": "cpp"}


def register(server: SlowpathServer) -> None:
    """Registers the handler."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    def code_lens(ls: SlowpathServer, params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        document, path = ls.document(uri), convert.path_of(uri)
        if document is None or path is None or not document.source.strip():
            return []
        language = LANGUAGE_IDS.get(document.language_id or "") or SUFFIXES.get(path.suffix.lower())
        if language is None:
            return []
        line = _entry_line(language, document.source) - 1
        place = convert.whole_line(document.lines, line, document.position_codec)
        return [types.CodeLens(place, command=lens_command(uri, ls.campaigns.by_uri.get(uri)))]


_entry_line = lru_cache(maxsize=16)(entry_line)


def lens_command(uri: str, campaign: LiveCampaign | None) -> types.Command:
    """What the lens says and does."""
    if campaign is None:
        return types.Command("Find slow inputs", COMMAND_FIND, arguments=[uri])
    best = f", best {words.times(campaign.best_ratio)[1:]}x" if campaign.best_ratio is not None else ""
    if campaign.ended:
        return types.Command(f"Find slow inputs again{best}", COMMAND_FIND, arguments=[uri])
    if campaign.view.state == "paused":
        return types.Command(f"Slowpath: paused{best} - resume", COMMAND_CONTROL, arguments=[campaign.id, RESUME])
    return types.Command(f"Slowpath: {campaign.view.state}{best} - stop", COMMAND_CONTROL,
                         arguments=[campaign.id, STOP])
