"""Hover on a measured line: how often it ran under the fast and the slow input. On a format: see `format_help`."""

from __future__ import annotations

from lsprotocol import types

from slowpath.lsp import words
from slowpath.lsp.formats import is_format
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.server import SlowpathServer
from slowpath.model.contrast import Contrast, LineContrast


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
        text = hover_text(campaign, params.position.line) if campaign is not None else None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None


def hover_text(campaign: LiveCampaign, lsp_line: int) -> str | None:
    """Markdown about the line, or None when nothing was measured there."""
    number, contrast = campaign.tracker.line_at(lsp_line), campaign.contrast
    line = next((line for line in contrast.lines if line.line == number), None) if contrast is not None else None
    if contrast is None or line is None:
        return None
    parts = [table(line, contrast)]
    if line.hot:
        parts.append("This line explains much of the difference.")
    if campaign.tracker.stale:
        parts.append("*Measured before the last edit; search again for fresh numbers.*")
    parts.extend(f"*{escaped(weakness[:1].upper() + weakness[1:])}.*" for weakness in contrast.weaknesses)
    return "\n\n".join(parts)


def table(line: LineContrast, contrast: Contrast) -> str:
    """The line's two counts side by side, and which inputs they belong to."""
    counts = f"| {line.line} | {words.count(line.fast)} | {words.count(line.slow)} | {words.times(line.ratio)} |"
    return ("**Slowpath**: how often this line runs\n\n"
            "| line | fast | slow | ratio | share of all work |\n|---:|---:|---:|---:|---:|\n"
            f"{counts} {words.share(line.share)} |\n\n"
            f"fast: {escaped(contrast.fast_label)} (cost {words.count(contrast.fast_count)})  \n"
            f"slow: {escaped(contrast.slow_label)} (cost {words.count(contrast.slow_count)})")


def escaped(label: str) -> str:
    """A label as Markdown that shows it as it is."""
    return "".join(f"\\{character}" if character in "\\`*_{}[]()<>#|~" else character for character in label)
