"""All that is known of a line as a document, and what was asked of a language model with its reply."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

from lsprotocol import types

from slowpath import pipeline, wire
from slowpath.errors import SlowpathError, StoreUnwritable, UsageError
from slowpath.lsp import convert, protocol
from slowpath.lsp.explaining import LineFacts, explanation
from slowpath.lsp.features.requests import failures_as_invalid, read_params
from slowpath.lsp.lines import lines_of
from slowpath.lsp.plain import solution
from slowpath.lsp.protocol import COMMAND_EXPLAIN, ConversationParams, ConversationResult, Explanation, LineParams
from slowpath.lsp.server import SlowpathServer
from slowpath.model.constraint import Constraint
from slowpath.model.languages import SUFFIXES, listed

EXPLANATIONS = "explanations"


def register(server: SlowpathServer) -> None:
    """Registers the handlers."""

    @server.feature(protocol.LINE_EXPLAIN)
    async def line_explain(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(LineParams, params)
        with failures_as_invalid():
            return wire.encode(await explained(ls, request.uri, request.lsp_line))

    @server.feature(protocol.CONVERSATION_READ)
    async def conversation_read(ls: SlowpathServer, params: Any) -> dict:
        request = read_params(ConversationParams, params)
        return wire.encode(await asyncio.to_thread(conversation, ls, request.conversation))

    @server.command(COMMAND_EXPLAIN)
    async def explain_line(ls: SlowpathServer, uri: Any, lsp_line: Any) -> None:
        await ls.fenced(show(ls, str(uri), int(lsp_line)))


async def explained(server: SlowpathServer, uri: str, lsp_line: int) -> Explanation:
    """What is known of the line now. Without a search the rules are asked, in a thread. Raises `UsageError`,
    and `SourceUnreadable` for what is no program."""
    document, path = server.document(uri), convert.path_of(uri)
    language = SUFFIXES.get(path.suffix.lower(), "") if path is not None else ""
    if document is None or path is None or not language:
        raise UsageError(f"Only lines of an open {listed()} program on disk are explained.", "Open one first.")
    lines = lines_of(document.source)
    lsp_line = max(0, min(lsp_line, len(lines) - 1))
    facts = LineFacts(lsp_line + 1, lines[lsp_line], language, path.name)
    campaign = server.campaigns.by_uri.get(uri)
    if campaign is None:
        seen = await asyncio.to_thread(pipeline.rule_constraints, solution(path, document.source), None)
        facts = _of_rules(facts, seen)
    else:
        number, contrast = campaign.tracker.line_at(lsp_line), campaign.contrast
        facts = LineFacts(
            facts.number,
            facts.text,
            language,
            path.name,
            True,
            number is not None,
            campaign.tracker.stale,
            next((line for line in contrast.lines if line.line == number), None) if contrast is not None else None,
            contrast,
            tuple(state for state in campaign.view.constraints if state.constraint.line == number),
            campaign.view.slow_inputs,
        )
    return Explanation(f"Line {facts.number} of {path.name}", explanation(facts))


def _of_rules(facts: LineFacts, seen: tuple[Constraint, ...]) -> LineFacts:
    here = tuple(constraint for constraint in seen if constraint.line == facts.number)
    return LineFacts(facts.number, facts.text, facts.language, facts.file_name, unsearched=here)


async def show(server: SlowpathServer, uri: str, lsp_line: int) -> None:
    """Opens the explanation in an editor that has no command of ours: as a file, since only such can be shown.

    Raises `SlowpathError`.
    """
    made = await explained(server, uri, lsp_line)
    folder = Path(server.options.settings.state_dir) / EXPLANATIONS
    path = folder / f"{hashlib.sha256(uri.encode()).hexdigest()[:10]}.md"
    await asyncio.to_thread(_write, path, made.markdown)
    await server.window_show_document_async(types.ShowDocumentParams(convert.uri_of(path), take_focus=True))


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreUnwritable(f"{path}: can't be written ({error.strerror}).", "Free some disk.") from error


def conversation(server: SlowpathServer, name: str) -> ConversationResult:
    """The prompt and reply of that name. Blocks."""
    try:
        text = pipeline.conversation(name, server.options.settings)
    except SlowpathError as error:
        return ConversationResult("", convert.error_state(error))
    if text is None:
        gone = UsageError("This conversation isn't kept any more.", "Ask the model again.")
        return ConversationResult("", convert.error_state(gone))
    return ConversationResult(text)
