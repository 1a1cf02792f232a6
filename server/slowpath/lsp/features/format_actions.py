"""The ways out where a format is unknown or a bound assumed: quick fixes, and the commands behind them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath import pipeline, wire
from slowpath.errors import FormatUnknown, SlowpathError
from slowpath.lsp import convert, protocol
from slowpath.lsp.features.campaigns import start
from slowpath.lsp.features.requests import read_params
from slowpath.lsp.format_remarks import place_of, range_of
from slowpath.lsp.formats import Studied, plain_text
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.protocol import (
    COMMAND_EDIT_FORMAT,
    COMMAND_SET_BOUNDS,
    BoundsRow,
    ErrorState,
    FormatBounds,
    FormatParams,
    FormatResult,
    SettleParams,
    SettleResult,
    StartParams,
    StatementParams,
    StatementResult,
)
from slowpath.lsp.server import SlowpathServer
from slowpath.lsp.text_edits import begin_alike
from slowpath.model.format_text import FormatStudy, Span
from slowpath.model.validity import Doubt

ASSUMED = "assumed-bounds"
FORMAT_CODES = ("format-unknown", "format-unreadable", ASSUMED)
OFFERED_SIZES = ("1..10^5", "1..2*10^5", "1..10^6")
SIZES_TO_CHOOSE = ("1..10^3", "1..10^4", *OFFERED_SIZES)
OFFERED_VALUES = ("1..10^9", "-10^9..10^9", "1..10^18")
_MOST_NAMES = 3


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.feature(protocol.FORMAT_OPEN)
    async def format_open(ls: SlowpathServer, params: Any) -> dict:
        return wire.encode(await opened(ls, read_params(FormatParams, params).uri))

    @server.feature(protocol.FORMAT_BOUNDS)
    async def format_bounds(ls: SlowpathServer, params: Any) -> dict:
        return wire.encode(await assumed_bounds(ls, read_params(FormatParams, params).uri))

    @server.feature(protocol.FORMAT_SETTLE)
    async def format_settle(ls: SlowpathServer, params: Any) -> dict:
        return wire.encode(await settle(ls, read_params(SettleParams, params)))

    @server.feature(protocol.STATEMENT_SAVE)
    async def statement_save(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(StatementParams, params)
        return wire.encode(await asyncio.to_thread(kept_statement, request.uri, request.text))

    @server.command(COMMAND_EDIT_FORMAT)
    async def edit_format(ls: SlowpathServer, uri: Any) -> None:
        await ls.fenced(show(ls, str(uri)))

    @server.command(COMMAND_SET_BOUNDS)
    async def set_bounds(ls: SlowpathServer, uri: Any, *pairs: Any) -> None:
        words = [str(each) for each in pairs]
        await ls.fenced(write_bounds(ls, str(uri), dict(zip(words[::2], words[1::2], strict=False))))


async def opened(server: SlowpathServer, solution_uri: str) -> FormatResult:
    """The format to edit for a program; what hinders it is in the result."""
    try:
        made = await server.formats.open_for(solution_uri, run=True)
    except SlowpathError as error:
        return FormatResult("", "", False, error=convert.error_state(error))
    return FormatResult(str(made.path), made.text, made.saved, made.unknown)


async def assumed_bounds(server: SlowpathServer, solution_uri: str) -> FormatBounds:
    """What isn't known of the sizes of a program's input, with usual bounds to choose from."""
    try:
        study = await server.formats.study_of(solution_uri)
    except SlowpathError as error:
        return FormatBounds(error=convert.error_state(error))
    rows = []
    for name in study.assumed:
        is_size = _is_size(study, name)
        rows.append(BoundsRow(name, is_size, list(SIZES_TO_CHOOSE if is_size else OFFERED_VALUES)))
    return FormatBounds(sorted(rows, key=lambda row: not row.is_size))


def kept_statement(solution_uri: str, text: str) -> StatementResult:
    """Keeps a statement beside the program. Blocks."""
    path = convert.path_of(solution_uri)
    if path is None:
        return StatementResult("", ErrorState("usage", "The program isn't a file yet.", "Save it first."))
    try:
        return StatementResult(str(pipeline.save_statement(path, text)))
    except SlowpathError as error:
        return StatementResult("", convert.error_state(error))


async def show(server: SlowpathServer, solution_uri: str) -> None:
    """Opens the format in an editor that has no command of ours: on disk, since only such can be shown.

    Raises `SlowpathError`.
    """
    made = await server.formats.open_for(solution_uri, run=True)
    if not made.saved:
        await asyncio.to_thread(pipeline.write_format, made.path, made.text)
    await server.window_show_document_async(types.ShowDocumentParams(convert.uri_of(made.path), take_focus=True))


async def write_bounds(server: SlowpathServer, solution_uri: str, bounds: Mapping[str, str]) -> None:
    """Sets the bounds of variables in the format's open document, else in its file, and searches again where a search
    runs. Raises `SlowpathError`."""
    made = await server.formats.open_for(solution_uri, run=False)
    document = _document(server, made.path)
    changed = plain_text(document) if document is not None else made.text
    for variable, chosen in bounds.items():
        changed = pipeline.with_bounds(changed, variable, chosen)
    await _put(server, made.path, changed, f"Set bounds of {', '.join(bounds)}")
    campaign = server.campaigns.by_uri.get(solution_uri)
    if campaign is not None and campaign.owned and not campaign.ended:
        _search_again(server, campaign, made.path, changed)
    elif campaign is not None:
        server.formats.saved(convert.uri_of(made.path))


async def settle(server: SlowpathServer, params: SettleParams) -> SettleResult:
    """Settles what the format leaves open, in its open document or its file. Once no sentence is left that isn't
    understood the search is made anew; what hinders it is in the result."""
    doubt = Doubt(params.kind, params.text, 0, params.quote) if params.action != "accept" else None
    line = params.line if params.action == "take" else ""
    try:
        made = await server.formats.open_for(params.uri, run=True)
        if made.unknown:
            raise FormatUnknown(made.unknown, "Write it first.")
        document = _document(server, made.path)
        changed = pipeline.settled_format(plain_text(document) if document is not None else made.text, doubt, line)
        await _put(server, made.path, changed, "Settle a sentence of the statement")
    except SlowpathError as error:
        return SettleResult("", error=convert.error_state(error))
    campaign = server.campaigns.by_uri.get(params.uri)
    if campaign is None:
        return SettleResult(str(made.path))
    campaign.settled.add((params.kind, params.text, params.quote))
    is_last = doubt is not None and not any(each.kind == "sentence" for each in campaign.open_doubts())
    restarted = is_last and campaign.owned
    if restarted:
        _search_again(server, campaign, made.path, changed)
    else:
        server.formats.saved(convert.uri_of(made.path))
        server.campaign_changed(campaign)
    return SettleResult(str(made.path), restarted)


def _document(server: SlowpathServer, path: Path) -> TextDocument | None:
    """The open document of the format at `path`."""
    uri = server.formats.document_at(path)
    return server.document(uri) if uri is not None else None


async def _put(server: SlowpathServer, path: Path, changed: str, label: str) -> None:
    """Changes the format's open document, else its file. Raises `StoreUnwritable`."""
    document = _document(server, path)
    if document is None:
        await asyncio.to_thread(pipeline.write_format, path, changed, True)
        return
    edit = types.WorkspaceEdit(changes={document.uri: [_edit(document, changed)]})
    await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label=label))


def _search_again(server: SlowpathServer, campaign: LiveCampaign, path: Path, text: str) -> None:
    """The same search, with the format's text of now."""
    budget = campaign.view.budget
    start(
        server,
        StartParams(campaign.uri, budget.seconds, budget.executions, time_limit_s=campaign.view.assumed_limit_s),
        {str(path): text},
    )
    began = server.campaigns.by_uri.get(campaign.uri)
    if began is not None:
        began.format_put = str(path), text


def _edit(document: TextDocument, changed: str) -> types.TextEdit:
    """The one edit of whole lines between the document and the changed text."""
    text = plain_text(document)
    same = begin_alike(text, changed)
    tail = begin_alike(text[same:][::-1], changed[same:][::-1])
    begin = text.rfind("\n", 0, same) + 1
    end = text.find("\n", len(text) - tail)
    end = len(text) if end < 0 else end
    place = types.Range(_position(document, text, begin), _position(document, text, end))
    return types.TextEdit(place, changed[begin : len(changed) - (len(text) - end)])


def _position(document: TextDocument, text: str, offset: int) -> types.Position:
    line, column = text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    return range_of(document, Span(line, column, column)).start


def actions_at_main(
    server: SlowpathServer, uri: str, diagnostics: Sequence[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    """For the remarks about the format in a solution: write it, or set a bound at once."""
    concerned = [diagnostic for diagnostic in diagnostics if diagnostic.code in FORMAT_CODES]
    if not concerned:
        return
    yield types.CodeAction(
        "Edit input format",
        types.CodeActionKind.QuickFix,
        concerned,
        is_preferred=True,
        command=types.Command("Edit input format", COMMAND_EDIT_FORMAT, arguments=[uri]),
    )
    campaign = server.campaigns.by_uri.get(uri)
    assumed = [diagnostic for diagnostic in concerned if diagnostic.code == ASSUMED]
    if campaign is None or not assumed:
        return
    for name in campaign.view.assumed[:_MOST_NAMES]:
        for bounds in OFFERED_SIZES:
            title = f"Set {name} to {bounds}"
            yield types.CodeAction(
                title,
                types.CodeActionKind.QuickFix,
                assumed,
                command=types.Command(title, COMMAND_SET_BOUNDS, arguments=[uri, name, bounds]),
            )


def actions_in_format(
    document: TextDocument, studied: Studied, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    """For the remarks at the selection: usual bounds for assumed ones, the stated bound for one that goes beyond it;
    and for what the text leaves open there."""
    line, column = place_of(document, params.range.start)
    last_line, last_column = place_of(document, params.range.end)
    if plain_text(document) == studied.text:
        yield from _settling(document, studied.text, line, last_line)
    for remark in studied.study.remarks:
        at = remark.at
        if (at.line, at.column) > (last_line, last_column) or (at.line, at.end) < (line, column):
            continue
        concerned = [
            diagnostic
            for diagnostic in params.context.diagnostics
            if diagnostic.code == remark.code and diagnostic.range == range_of(document, at)
        ]
        if remark.better:
            yield _replacing(document, f"Change to {remark.better}, as stated", at, remark.better, concerned)
        if remark.code != "assumed-bound":
            continue
        offered = OFFERED_SIZES if _is_size(studied.study, remark.variable) else OFFERED_VALUES
        for bounds in offered:
            changed = pipeline.with_bounds(studied.text, remark.variable, bounds)
            if changed != studied.text and plain_text(document) == studied.text:
                edit = types.WorkspaceEdit(changes={document.uri: [_edit(document, changed)]})
                yield types.CodeAction(
                    f"Set {remark.variable} to {bounds}", types.CodeActionKind.QuickFix, concerned, edit=edit
                )


def _settling(document: TextDocument, text: str, line: int, last_line: int) -> Iterator[types.CodeAction]:
    """The ways to settle what a format leaves open between two lines."""
    for doubt, (begin, end) in pipeline.open_in_format(text):
        if begin > last_line or end < line:
            continue
        ways = [(f"Add {doubt.proposal}", doubt.proposal)] if doubt.proposal and "\n" not in doubt.proposal else []
        for title, said in [*ways, ("It isn't about the input" if doubt.kind == "sentence" else "It is settled", "")]:
            try:
                changed = pipeline.settled_format(text, doubt, said)
            except SlowpathError:
                continue  # What is proposed can't stand beside what was written since.
            edit = types.WorkspaceEdit(changes={document.uri: [_edit(document, changed)]})
            yield types.CodeAction(title, types.CodeActionKind.QuickFix, edit=edit)


def _is_size(study: FormatStudy, variable: str) -> bool:
    """Whether a variable whose bounds are assumed is a number by itself, which says how many there are of something."""
    declared = study.outline.of(variable)
    return declared is None or "[" not in declared.text


def _replacing(
    document: TextDocument, title: str, at: Span, text: str, concerned: list[types.Diagnostic]
) -> types.CodeAction:
    edit = types.WorkspaceEdit(changes={document.uri: [types.TextEdit(range_of(document, at), text)]})
    return types.CodeAction(title, types.CodeActionKind.QuickFix, concerned, edit=edit, is_preferred=True)
