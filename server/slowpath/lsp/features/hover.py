"""Hover on a measured line: how often it ran under the fast and the slow input, and the constraints that speak of it.

On a format: see `format_help`.
"""

from __future__ import annotations

from lsprotocol import types

from slowpath.lsp.explaining import COMMAND_EXPLAIN_LINE, command_link, constraint_lines, escaped, table
from slowpath.lsp.formats import is_format
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.server import SlowpathServer


def register(server: SlowpathServer) -> None:
    """Registers the handler."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(ls: SlowpathServer, params: types.HoverParams) -> types.Hover | None:
        from slowpath.lsp.features.format_help import hover_at

        document = ls.document(params.text_document.uri)
        if document is not None and is_format(document):
            studied = await ls.formats.study(document.uri)
            return hover_at(document, studied, params.position) if studied is not None else None
        campaign = ls.campaigns.by_uri.get(params.text_document.uri)
        text = hover_text(campaign, params.position.line, ls.options.command_links) if campaign is not None else None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None


def hover_text(campaign: LiveCampaign, lsp_line: int, links: bool = False) -> str | None:
    """Markdown about the line, or None when nothing was measured there. `links` says that it may run our commands."""
    number, contrast = campaign.tracker.line_at(lsp_line), campaign.contrast
    line = next((line for line in contrast.lines if line.line == number), None) if contrast is not None else None
    shown = [one.state for one in campaign.placed if one.lsp_line == lsp_line]
    if line is None and not shown:
        return None
    parts = []
    if contrast is not None and line is not None:
        parts.append(f"**Slowpath**: how often this line runs\n\n{table(line, contrast)}")
        if line.hot:
            parts.append("This line explains much of the difference.")
    parts += [constraint_lines(state, campaign.view.slow_inputs, links) for state in shown]
    if campaign.tracker.stale:
        parts.append("*Measured before the last edit; search again for fresh numbers.*")
    if contrast is not None and line is not None:
        parts.extend(f"*{escaped(weakness[:1].upper() + weakness[1:])}.*" for weakness in contrast.weaknesses)
    if links:
        parts.append(command_link("Explain this line", COMMAND_EXPLAIN_LINE, campaign.uri, lsp_line))
    return "\n\n".join(parts)
