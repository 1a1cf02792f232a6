"""What `break` shows: JSON lines, a state line on a terminal or plain lines elsewhere, and then the result."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from rich.console import Group
from rich.live import Live
from rich.text import Text

from slowpath.commands import break_json, console
from slowpath.commands.problem_head import print_problem
from slowpath.model.breaking import (
    BreakEvent,
    BreakFound,
    BreakingInput,
    BreakView,
    Classification,
    Divergence,
    Failing,
    ReferenceJudged,
)
from slowpath.model.campaign import Ended, PhaseEntered, Warned
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem
from slowpath.pipeline.break_files import BreakFiles
from slowpath.pipeline.remarks import doubt_sentence
from slowpath.pipeline.telling_breaks import CATEGORY_WORDS, headline, sizes_of

MOST_LINES = 20
MOST_WIDTH = 160


class BreakLiveView:
    """A context manager; `show` draws each event. Standard output holds results only."""

    def __init__(self, problem: Problem, report: FormatReport, *, as_json: bool) -> None:
        self._as_json = as_json
        self._console = console.console()
        self._live: Live | None = None
        if as_json:
            for remark in problem.notes:
                console.print_json(break_json.event_object(Warned("problem", remark)))
        else:
            print_problem(self._console, problem, report)
            if self._console.is_terminal:
                self._live = Live(console=self._console, refresh_per_second=4, transient=True)

    def __enter__(self) -> BreakLiveView:
        if self._live:
            self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.__exit__(kind, error, trace)

    def show(self, event: BreakEvent, view: BreakView) -> None:
        """Draws the event, with `view` the fold up to it."""
        if self._as_json:
            if not isinstance(event, Ended):
                console.print_json(break_json.event_object(event))
            return
        line = event_line(event)
        if line is not None:
            console.say(self._console, *line)
        if self._live:
            self._live.update(Group(Text(state_line(view))))

    def result(
        self, view: BreakView, files: BreakFiles | None, read: Callable[[str], bytes | None], replay_command: str
    ) -> None:
        """Prints what was found, after the search."""
        if self._as_json:
            return
        self._console.print()
        if view.breaking is None:
            if view.state != "failed":
                console.say(self._console, "No breaking input was found.")
        else:
            for text, style in result_lines(view.breaking, read):
                console.say(self._console, text, style)
        if view.compared:
            console.say(self._console, f"outputs are compared: {view.compared} (--compare and --checker change that)")
        if files is not None:
            console.say(self._console, f"saved: {files.input}\nagain: {replay_command}")
        console.say(self._console, state_line(view, "searched"), "dim")


def state_line(view: BreakView, doing: str = "") -> str:
    """Where the search stands; what it is `doing`, its phase where nothing is said."""
    rate = f" ({view.executions_per_s:,.0f}/s)" if view.executions_per_s else ""
    return f"{doing or view.phase or view.state}: {view.elapsed_s:.1f} s, {view.executions:,} executions{rate}"


def event_line(event: BreakEvent) -> tuple[str, str] | None:
    """An event as a line with its style, None for those that only move the state line."""
    match event:
        case ReferenceJudged(usable=True):
            return f"reference {console.plain(event.name)} ({event.role.value}): {event.reason or 'usable'}", ""
        case ReferenceJudged():
            return f"reference {console.plain(event.name)} can't be used: {console.plain(event.reason)}", "yellow"
        case Warned():
            return f"warning: {event.message} {event.remedy}".rstrip(), "yellow"
        case PhaseEntered() if event.message:
            return f"  {event.elapsed_s:6.1f} s  {event.message}", "dim"
        case BreakFound():
            found = event.breaking
            perhaps = "" if found.is_sure else "perhaps "
            return (
                f"  {event.elapsed_s:6.1f} s  {perhaps}{found.failing.value}  {sizes_of(found)}  {found.origin.label}",
                "bold" if found.is_sure else "yellow",
            )
    return None


def result_lines(found: BreakingInput, read: Callable[[str], bytes | None]) -> list[tuple[str, str]]:
    """The result as lines with their styles: how it fails, the input, both outputs, what explains it."""
    head = console.plain(headline(found))
    lines = (
        [(head, "bold red")]
        if found.is_sure
        else [("No sure breaking input was found. Perhaps this is one:", "bold yellow"), (head, "yellow")]
    )
    lines += [(console.plain(found.why), "")] if found.reason else []
    lines += [(f"not sure: {console.plain(found.doubt)}", "yellow")] if found.doubt else []
    lines += [(f"the input may be invalid: {console.plain(doubt_sentence(doubt))}", "yellow") for doubt in found.doubts]
    # What was printed until a run was cut says nothing of its answer.
    actual = found.actual if found.failing is not Failing.TIME_LIMIT else None
    shown = (
        ("input", found.id),
        ("expected", found.expected),
        ("actual", actual),
        ("the input it was held against", found.other),
    )
    for title, identity in shown:
        data = read(identity) if identity else None
        if data is not None:
            lines += [(f"{title}:", "bold"), *((f"  {line}", "") for line in text_lines(data))]
    if found.difference is not None:
        there = found.difference
        lines.append(
            (
                f"first difference: token {there.token}, line {there.line}: expected"
                f" {console.plain(there.expected) or 'nothing'}, got {console.plain(there.actual) or 'nothing'}",
                "",
            )
        )
    if found.complaint is not None:
        place = f"line {found.complaint.line}: " if found.complaint.line is not None else ""
        by = "overflow" if found.complaint.kind == "overflow" else "sanitizer"
        lines.append((f"{by}: {place}{console.plain(found.complaint.message)}", ""))
    lines += _divergence_lines(found.divergence)
    lines += _category_lines(found.classification)
    lines.append((f"made by {found.origin.label}", "dim"))
    return lines


def text_lines(data: bytes) -> list[str]:
    """The beginning of an input or output, safe for a terminal, with how much is left out."""
    text = data[: MOST_LINES * (MOST_WIDTH + 1)].decode("utf-8", "replace").splitlines()
    kept = [_safe(line) for line in text[:MOST_LINES]]
    cut = (
        any(len(line) > MOST_WIDTH for line in text[:MOST_LINES])
        or len(text) > MOST_LINES
        or len(data) > MOST_LINES * (MOST_WIDTH + 1)
    )
    return [*kept, f"... ({console.human_bytes(len(data))} in all)"] if cut else kept or ["(nothing)"]


def _safe(line: str) -> str:
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
    return shown if len(shown) <= MOST_WIDTH else f"{shown[: MOST_WIDTH - 3]}..."


def _divergence_lines(found: Divergence | None) -> list[tuple[str, str]]:
    if found is None:
        return []
    if found.accepted_line is None:
        head = (
            f"first goes another way at line {found.line}, which the accepted version doesn't have:"
            f" runs {_times(found.hits)}"
        )
    else:
        how = (
            f": runs {_times(found.hits)}, {found.accepted_hits:,} in the accepted version"
            if found.hits != found.accepted_hits
            else ""
        )
        head = f"first goes another way at line {found.line} (line {found.accepted_line} of the accepted version){how}"
    lines = [(head, "")]
    for name, value, accepted in found.values:
        lines.append(
            (f"  {name} = {console.plain(value) or '-'}, in the accepted version {console.plain(accepted) or '-'}", "")
        )
    return lines


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"


def _category_lines(found: Classification | None) -> list[tuple[str, str]]:
    if found is None:
        return []
    by = " (says a model)" if found.origin == "model" else ""
    head = f"kind of bug: {CATEGORY_WORDS[found.category]}, confidence {found.confidence:.0%}{by}"
    return [(head, "bold"), *((f"  {console.plain(reason)}", "") for reason in found.evidence)]
