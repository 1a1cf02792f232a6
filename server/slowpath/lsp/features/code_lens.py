"""The lenses over `main`: start a search, or what the running one found so far; break the program; make it faster;
write the format where it is unknown.

Over a written format: search the program with it.
"""

from __future__ import annotations

from functools import lru_cache

from lsprotocol import types

from slowpath.lsp import convert, words
from slowpath.lsp.break_states import sizes_text
from slowpath.lsp.entry_point import entry_line
from slowpath.lsp.features.format_actions import FORMAT_CODES
from slowpath.lsp.formats import is_format
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.live_break import LiveBreak
from slowpath.lsp.live_optimize import LiveOptimize
from slowpath.lsp.protocol import (
    COMMAND_BREAK,
    COMMAND_BREAK_STOP,
    COMMAND_CONTROL,
    COMMAND_EDIT_FORMAT,
    COMMAND_FIND,
    COMMAND_OPTIMIZE,
    COMMAND_OPTIMIZE_STOP,
    COMMAND_REMOVE_CHECKERS,
)
from slowpath.lsp.server import SlowpathServer
from slowpath.model.languages import SUFFIXES, id_of_editor
from slowpath.worker.messages import RESUME, STOP


def register(server: SlowpathServer) -> None:
    """Registers the handler."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    def code_lens(ls: SlowpathServer, params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        document, path = ls.document(uri), convert.path_of(uri)
        if document is None or path is None or document.too_long or not document.source.strip():
            return []
        if is_format(document):
            return _over_format(ls, uri)
        language = id_of_editor(document.language_id or "") or SUFFIXES.get(path.suffix.lower())
        if language is None:
            return []
        line = _entry_line(language, document.source) - 1
        place = convert.whole_line(document.lines, line, document.position_codec)
        campaign = ls.campaigns.by_uri.get(uri)
        standing = len(ls.checkers.standing(uri))
        commands = lens_commands(uri, campaign, standing, ls.breaks.by_uri.get(uri), ls.optimizations.by_uri.get(uri))
        return [types.CodeLens(place, command=command) for command in commands]


_entry_line = lru_cache(maxsize=16)(entry_line)


def lens_commands(
    uri: str,
    campaign: LiveCampaign | None,
    standing: int = 0,
    broken: LiveBreak | None = None,
    optimized: LiveOptimize | None = None,
) -> list[types.Command]:
    """What the lenses say and do. `standing` checkers are in the program: they are easily forgotten there."""
    made = [lens_command(uri, campaign), break_command(uri, broken), optimize_command(uri, optimized)]
    if campaign is not None and campaign.view.code in FORMAT_CODES:
        made.append(types.Command("Edit input format", COMMAND_EDIT_FORMAT, arguments=[uri]))
    if standing:
        title = f"Remove {standing} checker{'s' if standing > 1 else ''}"
        made.append(types.Command(title, COMMAND_REMOVE_CHECKERS, arguments=[uri]))
    return made


def _over_format(server: SlowpathServer, uri: str) -> list[types.CodeLens]:
    solution = server.formats.solution_uri(uri)
    path = convert.path_of(solution) if solution is not None else None
    if path is None:
        return []
    campaign = server.campaigns.by_uri.get(solution or "")
    again = " again" if campaign is not None else ""
    title = f"Find slow inputs of {path.name}{again} with this format"
    top = types.Range(types.Position(0, 0), types.Position(0, 0))
    return [types.CodeLens(top, command=types.Command(title, COMMAND_FIND, arguments=[solution]))]


def lens_command(uri: str, campaign: LiveCampaign | None) -> types.Command:
    """What the lens says and does."""
    if campaign is None:
        return types.Command("Find slow inputs", COMMAND_FIND, arguments=[uri])
    best = f", slowest {campaign.best_text}" if campaign.best_text else ""
    if campaign.ended:
        return types.Command(f"Find slow inputs again{best}", COMMAND_FIND, arguments=[uri])
    if campaign.view.state == "paused":
        return types.Command(f"Slowpath: paused{best} - resume", COMMAND_CONTROL, arguments=[campaign.id, RESUME])
    return types.Command(
        f"Slowpath: {campaign.view.state}{best} - stop", COMMAND_CONTROL, arguments=[campaign.id, STOP]
    )


def break_command(uri: str, search: LiveBreak | None) -> types.Command:
    """The lens that breaks the program, or what the search for a breaking input says."""
    if search is None:
        return types.Command("Break it", COMMAND_BREAK, arguments=[uri])
    found = search.view.breaking if search.view.breaking is not None and search.view.breaking.is_sure else None
    sizes = f" with {sizes_text(found)}" if found is not None and found.sizes else ""
    said = f", {found.failing.value}{sizes}" if found is not None else ""
    if search.ended:
        return types.Command(f"Break it again{said}", COMMAND_BREAK, arguments=[uri])
    return types.Command(f"Breaking it: {search.view.state}{said} - stop", COMMAND_BREAK_STOP, arguments=[search.id])


def optimize_command(uri: str, search: LiveOptimize | None) -> types.Command:
    """The lens that makes the program faster, or what the search for a faster version says."""
    if search is None:
        return types.Command("Make faster (verified)", COMMAND_OPTIMIZE, arguments=[uri])
    if not search.ended:
        return types.Command(
            f"Making it faster: {search.view.state} - stop", COMMAND_OPTIMIZE_STOP, arguments=[search.id]
        )
    said = ", none found" if search.view.state == "finished" else ""
    if search.best is not None:
        speed = search.best.speed
        said = f", {'at least ' if speed.at_least else ''}{words.times(speed.geomean)}"
    return types.Command(f"Make faster again{said}", COMMAND_OPTIMIZE, arguments=[uri])
