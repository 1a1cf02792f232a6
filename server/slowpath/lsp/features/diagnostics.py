"""Diagnostics of a solution: the compiler's messages, constraints, hot lines, failed samples, what breaks it, and why a
search failed."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lsprotocol import types
from pygls.workspace import TextDocument

from slowpath.lsp import break_states, convert, states, words
from slowpath.lsp.entry_point import entry_line
from slowpath.lsp.evidence import RULE, diagnostic_text
from slowpath.lsp.features.break_diagnostics import breaking_diagnostics
from slowpath.lsp.features.format_actions import ASSUMED
from slowpath.lsp.live import LiveCampaign
from slowpath.lsp.protocol import ErrorState
from slowpath.lsp.server import SlowpathServer
from slowpath.model.constraint import CONFIRMED, HYPOTHESIS, Constraint
from slowpath.model.contrast import Contrast, LineContrast
from slowpath.model.languages import facts_of

SOURCE = "slowpath"
LEAST_COST_RATIO = 2.0
SAID_BY_THE_COMPILER = "compile-failed"
CONSTRAINT = "constraint"
_SEVERITIES = {CONFIRMED: types.DiagnosticSeverity.Information, HYPOTHESIS: types.DiagnosticSeverity.Hint}


def diagnostics_of(server: SlowpathServer, document: TextDocument) -> list[types.Diagnostic]:
    """Everything there is to say about the document now."""
    found = list(_of_check(server, document))
    campaign = server.campaigns.by_uri.get(document.uri)
    if campaign is not None:
        constraints = list(_constraints(campaign, document))
        found.extend(constraints)
        found.extend(_hot_lines(campaign, document, {one.range.start.line for one in constraints}))
        found.extend(_failures(campaign, document, bool(found)))
        found.extend(_assumptions(campaign, document))
    search = server.breaks.by_uri.get(document.uri)
    if search is not None:
        found.extend(breaking_diagnostics(search, document, _entry(document)))
        error = break_states.error(search.view)
        if error is not None and error.code not in {one.code for one in found}:
            found.extend(_failure(error, document, bool(found)))
    return found


def _of_check(server: SlowpathServer, document: TextDocument) -> Iterator[types.Diagnostic]:
    """The compiler's messages where their lines are now; what it said of lines edited since isn't shown."""
    result = server.checks.results.get(document.uri)
    if result is None:
        return
    path = convert.path_of(document.uri)
    lines, codec = document.lines, document.position_codec
    if result.error is not None:
        yield _about_the_program(document, result.error, types.DiagnosticSeverity.Warning)
    for message in result.messages:
        lsp_line = result.tracker.lsp_line(message.line) if result.tracker is not None else message.line - 1
        if message.path == path and lsp_line is not None:
            yield types.Diagnostic(
                convert.place_of(message, lsp_line, lines, codec),
                message.message,
                convert.severity_of(message),
                source=SOURCE,
                code="compiler",
            )


def _constraints(campaign: LiveCampaign, document: TextDocument) -> Iterator[types.Diagnostic]:
    """What must hold of the data for the slow path, as far as measurements speak for it; a few at most."""
    for one in campaign.placed:
        yield types.Diagnostic(
            convert.whole_line(document.lines, one.lsp_line, document.position_codec),
            diagnostic_text(one.state, campaign.tracker.stale),
            _SEVERITIES[one.state.status],
            source=SOURCE,
            code=constraint_code(one.constraint),
            data={CONSTRAINT: one.constraint.id},
        )


def constraint_code(constraint: Constraint) -> str:
    """The rule that it is from; without a rule the constraint's own id."""
    return constraint.origin.name if constraint.origin.kind == RULE else constraint.id


def _hot_lines(
    campaign: LiveCampaign, document: TextDocument, explained: Collection[int]
) -> Iterator[types.Diagnostic]:
    """Of a pair that differs little no line is called hot: there is nothing to explain yet. A line that a constraint
    explains isn't called hot as well; its hover has the counts."""
    contrast = campaign.contrast
    if contrast is None or contrast.difference < LEAST_COST_RATIO:
        return
    lines, codec = document.lines, document.position_codec
    for line in contrast.lines:
        lsp_line = campaign.tracker.lsp_line(line.line)
        if line.hot and lsp_line is not None and lsp_line not in explained:
            yield types.Diagnostic(
                convert.whole_line(lines, lsp_line, codec),
                _hot_message(line, contrast, campaign.tracker.stale),
                types.DiagnosticSeverity.Hint,
                source=SOURCE,
                code="hot-line",
            )


def _hot_message(line: LineContrast, contrast: Contrast, stale: bool) -> str:
    when = " Measured before the last edit." if stale else ""
    return (
        f"Hot line: {words.count(line.slow)} times on '{contrast.slow_label}', {words.count(line.fast)} times on"
        f" '{contrast.fast_label}' ({words.times(line.ratio)}); {words.share(line.share)} of all work.{when}"
    )


def _failures(campaign: LiveCampaign, document: TextDocument, compiler_spoke: bool) -> Iterator[types.Diagnostic]:
    """Of a failed campaign its reason, unless the compiler's own messages already say it."""
    yield from _failure(states.error(campaign.view), document, compiler_spoke)
    for sample in campaign.view.failed_samples:
        message = f"The program fails on sample {sample.name} ({sample.verdict.value}): {sample.detail}"
        yield _about_the_program(document, ErrorState("sample-failed", message, ""), types.DiagnosticSeverity.Warning)


def _failure(error: ErrorState | None, document: TextDocument, compiler_spoke: bool) -> Iterator[types.Diagnostic]:
    if error is not None and not (error.code == SAID_BY_THE_COMPILER and compiler_spoke):
        yield _about_the_program(document, error, types.DiagnosticSeverity.Warning)


def _assumptions(campaign: LiveCampaign, document: TextDocument) -> Iterator[types.Diagnostic]:
    """Whose bounds the search had to assume, until the user writes them down."""
    assumed = campaign.view.assumed
    if assumed and not campaign.format_changed:
        what = f"The bounds of {', '.join(assumed)} are assumed: neither a statement nor a sample gives them."
        yield _about_the_program(
            document,
            ErrorState(ASSUMED, what, "Edit the input format to set them."),
            types.DiagnosticSeverity.Information,
        )


def _about_the_program(
    document: TextDocument, error: ErrorState, severity: types.DiagnosticSeverity
) -> types.Diagnostic:
    """A remark about the whole program, at the line where it begins."""
    place = convert.whole_line(document.lines, _entry(document), document.position_codec)
    return types.Diagnostic(place, f"{error.message} {error.remedy}".strip(), severity, source=SOURCE, code=error.code)


def _entry(document: TextDocument) -> int:
    """The line where the program begins, 0-based."""
    path = convert.path_of(document.uri)
    facts = None if path is None else facts_of(path)
    return entry_line(facts.id if facts is not None else "", document.source) - 1
