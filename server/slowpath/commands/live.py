"""What `find` shows while it runs: JSON lines, a live table on a terminal, or plain lines elsewhere."""

from __future__ import annotations

from types import TracebackType

from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from slowpath import pipeline
from slowpath.commands import console, json_objects
from slowpath.commands.problem_head import print_problem
from slowpath.model.campaign import (
    BaselineMeasured,
    Budget,
    CampaignEvent,
    CampaignStarted,
    Ended,
    FaultFound,
    SampleFailed,
    SlowInputFound,
    Warned,
)
from slowpath.model.campaign_view import CampaignView
from slowpath.model.contrast import Contrast, with_growth
from slowpath.model.figures import human_seconds, of_limit
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem
from slowpath.model.slow_input import Fault, SlowInput
from slowpath.pipeline.remarks import doubt_sentence

ROWS = 10
MOST_DOUBTS = 6
REMEDY = (
    "  Correct the input format (`slowpath format FILE --write` makes a file to edit, which is used from "
    "then on), or give the problem's validator."
)


class LiveView:
    """A context manager; `show` draws each event. Standard output holds results only."""

    def __init__(self, problem: Problem, report: FormatReport, budget: Budget, *, as_json: bool) -> None:
        self._as_json = as_json
        self._budget = budget
        self._console = console.console()
        self._live: Live | None = None
        self._view = CampaignView()
        if as_json:
            for remark in problem.notes:
                console.print_json(json_objects.event_object(Warned("problem", remark)))
        else:
            print_problem(self._console, problem, report)
            if self._console.is_terminal:
                self._live = Live(console=self._console, refresh_per_second=4, transient=True)

    def __enter__(self) -> LiveView:
        if self._live:
            self._live.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.__exit__(kind, error, trace)
        if not self._as_json and kind is None:
            self._print_end()

    def show(self, event: CampaignEvent, view: CampaignView) -> None:
        """Draws the event, with `view` the fold up to it."""
        self._view = view
        if self._as_json:
            if not isinstance(event, Ended):
                console.print_json(json_objects.event_object(event))
        elif self._live:
            self._live.update(self._frame(view))
        else:
            self._print_plain(event)

    def _frame(self, view: CampaignView) -> Group:
        return Group(
            Text(self._state_line(view)),
            ProgressBar(total=1.0, completed=self._spent(view), width=60),
            Text(),
            *_tables(view, ROWS),
            *self._remarks(view),
        )

    def _spent(self, view: CampaignView) -> float:
        if self._budget.executions:
            return min(1.0, view.executions / self._budget.executions)
        return min(1.0, view.elapsed_s / self._budget.seconds) if self._budget.seconds else 0.0

    def _state_line(self, view: CampaignView, doing: str = "") -> str:
        return (
            f"{doing or view.phase or view.state}: {view.elapsed_s:.0f} s, {view.executions:,} executions"
            f" ({view.executions_per_s:,.0f}/s)"
        )

    def _remarks(self, view: CampaignView) -> list[Text]:
        warned = [Text(f"{w.message} {w.remedy}", style="yellow") for w in view.warnings]
        return [
            *warned,
            *(Text(f"sample {f.name}: {f.verdict.value} {f.detail}", style="red") for f in view.failed_samples),
        ]

    def _print_plain(self, event: CampaignEvent) -> None:
        match event:
            case CampaignStarted():
                console.say(self._console, pipeline.limit_text(self._view))
            case BaselineMeasured():
                console.say(self._console, f"compared with: {event.label}, {human_seconds(event.cost.cpu_s)}")
            case SlowInputFound() if not _is_told_again(event.slow_input):
                # What comes later is more about a row that was printed; it stands in the table at the end.
                slow = event.slow_input
                time = of_limit(slow.cost.cpu_s, self._view.limit_s, slow.cost.at_least)
                console.say(
                    self._console,
                    f"  {event.elapsed_s:6.1f} s  {time:>16}  {slow.verdict.value}  {slow.shape or slow.origin.label}",
                )
            case FaultFound():
                console.say(self._console, f"  {event.elapsed_s:6.1f} s  fault: {_fault(event.fault)}")
            case Warned():
                console.say(self._console, f"warning: {event.message} {event.remedy}")
            case SampleFailed():
                console.say(self._console, f"sample {event.name}: {event.verdict.value} {event.detail}")
            case _:
                pass

    def _print_end(self) -> None:
        view = self._view
        self._console.print()
        told = pipeline.told(view)
        if told.text:
            console.say(self._console, told.text, "bold")
            self._console.print()
        if view.slow_inputs:
            self._console.print(Group(*_tables(view)))
            self._print_more(view)
        self._print_faults(view)
        if not view.slow_inputs:
            return
        for remark in self._remarks(view) if self._live else []:
            self._console.print(remark)
        if view.contrast and not _is_of_samples(view.contrast):
            self._print_contrast(view)
        console.say(self._console, self._state_line(view, "searched"), "dim")

    def _print_more(self, view: CampaignView) -> None:
        """How the rows' costs grow, and what small inputs are slow for the same reasons."""
        ranked = list(enumerate(view.slow_inputs, start=1))
        grown = [(rank, slow.growth) for rank, slow in ranked if slow.growth is not None]
        twins = [(rank, slow.minimised) for rank, slow in ranked if slow.minimised is not None]
        for title, lines in (
            ("How the cost grows along such inputs:", [(rank, console.growth_sentence(g)) for rank, g in grown]),
            (
                "Small inputs that are slow for the same reason:",
                [(rank, console.twin_sentence(twin)) for rank, twin in twins],
            ),
        ):
            if lines:
                self._console.print()
                console.say(self._console, title, "bold")
                for rank, line in lines:
                    console.say(self._console, f"  {rank}  {line}")

    def _print_faults(self, view: CampaignView) -> None:
        if not view.faults:
            return
        self._console.print()
        is_sure = all(fault.validity.is_sure for fault in view.faults)
        console.say(
            self._console,
            "The program fails on valid inputs:" if is_sure else "The program fails on inputs that may be invalid:",
            "bold",
        )
        for fault in view.faults:
            console.say(self._console, f"  {_fault(fault)}", "red")

    def _print_contrast(self, view: CampaignView) -> None:
        assert view.contrast is not None
        contrast = with_growth(view.contrast, view.slow_inputs)
        self._console.print()
        console.say(self._console, f"fast: {contrast.fast_label}\nslow: {contrast.slow_label}")
        table = Table(box=None, pad_edge=False, header_style="bold", title_justify="left", title="Why, line by line:")
        hottest = sorted((line for line in contrast.lines if line.hot), key=lambda line: -line.slow)[:5]
        has_growth = any(line.growth for line in hottest)
        for header in ("line", "fast", "slow", "ratio", "share", *(["grows like"] if has_growth else [])):
            table.add_column(header, justify="right")
        for line in sorted(hottest, key=lambda line: line.line):
            table.add_row(
                str(line.line),
                console.human_count(line.fast),
                console.human_count(line.slow),
                console.human_ratio(line.ratio),
                f"{line.share:.0%}",
                *([line.growth] if has_growth else []),
            )
        if hottest:
            self._console.print(table)
        for weakness in contrast.weaknesses:
            console.say(self._console, f"  {weakness}", "dim")


def _tables(view: CampaignView, most: int | None = None) -> list[RenderableType]:
    """The inputs that are slow for their size, those that are only large, then the doubtful ones with the reasons and
    what to do about them; at most `most` of all."""
    rows = list(enumerate(view.slow_inputs[:most], start=1))
    sure = [(rank, slow) for rank, slow in rows if slow.validity.is_sure]
    doubtful = rows[len(sure) :]
    groups = (
        (None, [row for row in sure if not row[1].is_only_large]),
        ("Largest: no slower than a typical input of their size", [row for row in sure if row[1].is_only_large]),
    )
    made: list[RenderableType] = []
    for title, group in groups:
        if group or (title is None and not rows):
            made += [*([Text()] if made else []), console.slow_table(group, view.limit_s, title)]
    if not doubtful:
        return made
    doubts = view.doubts
    made += [
        Text(),
        Text("Doubtful: these inputs may be invalid, so they don't count as found.", style="bold yellow"),
        console.slow_table(doubtful, view.limit_s),
        *(Text(f"  {doubt_sentence(doubt)}", style="yellow") for doubt in doubts[:MOST_DOUBTS]),
    ]
    more = len(doubts) - MOST_DOUBTS
    made += [Text(f"  and {more} more: `slowpath format FILE` lists them", style="yellow")] if more > 0 else []
    return [*made, Text(REMEDY, style="yellow")]


def _is_told_again(slow: SlowInput) -> bool:
    """Whether more is known of it than when it was confirmed."""
    return slow.growth is not None or slow.minimised is not None or slow.typical is not None


def _is_of_samples(contrast: Contrast) -> bool:
    """Whether no slow input was looked at in a short search: what two samples differ in explains none."""
    return all(label.startswith("sample ") for label in (contrast.fast_label, contrast.slow_label))


def _fault(fault: Fault) -> str:
    """A fault in a line: how it fails, the size of the input, and what made that."""
    size = console.human_bytes(fault.size)
    return f"{fault.verdict.value} {console.plain(pipeline.fault_words(fault))} ({size}, {fault.origin.label})"
