"""How the faults bench's result reads: a table for people, objects for programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath.bench.faults.jobs import Exposure
from slowpath.bench.kinds import KindScore, is_right, kind_score, pair_kinds
from slowpath.wire import encode

AIM = 0.85
"""The exposure rate that is aimed at."""
UNKNOWN = "none"


@dataclass(frozen=True)
class Share:
    """How many of how many."""

    name: str
    exposed: int
    pairs: int

    @property
    def rate(self) -> float:
        """From 0 to 1; 0 of nothing."""
        return self.exposed / self.pairs if self.pairs else 0.0


@dataclass(frozen=True)
class Summary:
    """The whole. `validity` is the share of valid inputs among those found; `false` are those that are no faults;
    `times_smallest` how many times the smallest known input those found are, at the median, None where none is known;
    `kinds` is what was said of exposed programs whose kind of bug is known."""

    pairs: int
    left_out: int
    failed: int
    exposed: int
    false: int
    validity: Share
    by_label: tuple[Share, ...]
    by_category: tuple[Share, ...]
    by_verdict: tuple[Share, ...]
    median_size: float | None
    median_time_s: float | None
    times_smallest: float | None
    kinds: KindScore
    by_hand: int

    @property
    def rate(self) -> float:
        """Exposed of all pairs that count."""
        return self.exposed / self.pairs if self.pairs else 0.0


def summary_of(exposures: Sequence[Exposure]) -> Summary:
    """The rates over all pairs that count."""
    counted = [each for each in exposures if each.counts]
    real, found = [each for each in counted if each.is_real], [each for each in counted if each.found]
    times = [each.time_s for each in real if each.time_s is not None]
    ratios = [each.size / each.smallest for each in real if each.smallest]
    return Summary(
        len(counted),
        sum(bool(each.left_out) for each in exposures),
        sum(bool(each.failure) for each in exposures),
        len(real),
        sum(each.is_false for each in counted),
        Share("valid", sum(each.valid is True for each in found), len(found)),
        _shares([(each.label or UNKNOWN, each.is_real) for each in counted]),
        _shares([(each.category or UNKNOWN, True) for each in real]),
        _shares([(each.verdict, True) for each in real]),
        median(each.size for each in real) if real else None,
        median(times) if times else None,
        median(ratios) if ratios else None,
        kind_score((pair_kinds(each.problem, each.name, each.label), each.category) for each in real),
        sum(each.format_by_hand for each in counted),
    )


def _shares(rows: Sequence[tuple[str, bool]]) -> tuple[Share, ...]:
    return tuple(
        Share(name, sum(exposed for other, exposed in rows if other == name), sum(other == name for other, _ in rows))
        for name in sorted({name for name, _ in rows})
    )


def exposure_object(made: Exposure) -> dict[str, Any]:
    """The JSON object of one pair; schema `bench_faults.json`."""
    return {"event": "pair", **encode(made), "exposed": made.counts and made.is_real, "false": made.is_false}


def summary_object(made: Summary) -> dict[str, Any]:
    """The JSON object of the whole."""

    def share(each: Share) -> dict[str, Any]:
        return {"name": each.name, "exposed": each.exposed, "pairs": each.pairs, "rate": each.rate}

    return {
        "event": "summary",
        "pairs": made.pairs,
        "left_out": made.left_out,
        "failed": made.failed,
        "exposed": made.exposed,
        "exposure_rate": made.rate,
        "false_exposures": made.false,
        "validity": made.validity.rate,
        "by_label": [share(each) for each in made.by_label],
        "by_category": [share(each) for each in made.by_category],
        "by_verdict": [share(each) for each in made.by_verdict],
        "median_size": made.median_size,
        "median_time_s": made.median_time_s,
        "median_times_smallest": made.times_smallest,
        "categories_right": made.kinds.right,
        "categories_compared": made.kinds.said,
        "categories_known": made.kinds.known,
        "formats_by_hand": made.by_hand,
    }


def print_tables(exposures: Sequence[Exposure]) -> None:
    """A row for each pair, what isn't counted and why, the rates, then a sentence."""
    out = Console(highlight=False, width=None if sys.stdout.isatty() else 190)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for header in ("pair", "label", "found", "category"):
        table.add_column(header, no_wrap=True)
    for header in ("after", "searched", "runs", "size", "smallest", "changed"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("from", overflow="ellipsis", no_wrap=True)
    for made in exposures:
        if made.counts:
            table.add_row(*_cells(made))
    out.print(table)
    for made in exposures:
        if not made.counts:
            out.print(Text(f"{made.problem}/{made.name}: {made.failure or 'left out, ' + made.left_out}", style="dim"))
    out.print()
    _print_summary(out, summary_of(exposures))


def _cells(made: Exposure) -> list[Text]:
    state, style = ("-", "yellow") if not made.found else (made.verdict, "green" if made.is_real else "red")
    if made.is_false:
        state = f"{state} FALSE: {made.objection}"
    if not made.found and made.complaint:
        state = "- (UB seen)"
    return [
        Text(f"{made.problem}/{made.name}"),
        Text(made.label or "-"),
        Text(state, style=style),
        _kind(made),
        Text(f"{made.time_s:.1f} s" if made.time_s is not None else "-"),
        Text(f"{made.elapsed_s:.1f} s"),
        Text(f"{made.executions:,}"),
        Text(f"{made.size:,} B" if made.found else "-"),
        Text(f"{made.smallest:,} B" if made.smallest is not None else "-"),
        Text(str(made.changed)),
        Text(made.origin or (f"any answer: {made.any_answer}" if made.any_answer else "")),
    ]


def _kind(made: Exposure) -> Text:
    said = f"{made.category} {made.confidence:.0%}" if made.category else "-"
    kinds = pair_kinds(made.problem, made.name, made.label)
    if not kinds or is_right(kinds, made.category):
        return Text(said, style="green" if kinds else "")
    return Text(f"{said} ({'/'.join(kind.value for kind in kinds)})", style="red" if made.category else "")


def _print_summary(out: Console, made: Summary) -> None:
    for title, shares in (
        ("by the benchmark's category", made.by_label),
        ("found, by our category", made.by_category),
        ("found, by verdict", made.by_verdict),
    ):
        said = ", ".join(
            f"{each.name} {each.exposed}/{each.pairs}" if title.startswith("by") else f"{each.name} {each.exposed}"
            for each in shares
        )
        out.print(f"{title}: {said or '-'}")
    size = f"{made.median_size:g} bytes" if made.median_size is not None else "-"
    time_s = f"{made.median_time_s:.1f} s" if made.median_time_s is not None else "-"
    out.print(
        f"median size of the smallest input found {size}, median time to the first {time_s};"
        f" formats written by hand: {made.by_hand}"
    )
    if made.times_smallest is not None:
        out.print(f"{made.times_smallest:.2f} times the smallest known input at the median")
    if made.kinds.known:
        out.print(
            f"kind of bug: right {made.kinds.right} of {made.kinds.said} times, said of {made.kinds.said} of"
            f" {made.kinds.known} exposed programs whose kind is known"
        )
    style = "green" if made.rate >= AIM and not made.false else "yellow"
    out.print(
        Text(
            f"{made.exposed} of {made.pairs} pairs exposed ({made.rate:.0%}, aim {AIM:.0%}), valid"
            f" {made.validity.exposed} of {made.validity.pairs}, {made.false} false; {made.left_out} left out,"
            f" {made.failed} failed",
            style=style,
        )
    )
