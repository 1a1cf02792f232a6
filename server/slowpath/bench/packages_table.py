"""How the packages bench's result reads: tables for people, CSV, objects for programs."""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath.bench.packages_found import Package
from slowpath.bench.packages_jobs import FAILED, NONE, RIGHT, UNJUDGED, WRONG, FormatOutcome, Tried
from slowpath.bench.packages_totals import INFERENCE_BOUND_S, FormatTotals

STYLES = {RIGHT: "green", WRONG: "red", NONE: "red", FAILED: "bold red", UNJUDGED: "yellow"}
WIDTH = 200
MOST_CAUSES = 12


def format_object(package: Package, made: FormatOutcome) -> dict[str, Any]:
    """The JSON object of one package's format, of which a row of the CSV is the flat one."""
    return {"event": "format", "package": package.name, "half": package.half, "language": package.language,
            "program": made.program, "verdict": made.verdict, "why": what_is_wrong(made),
            "secret": _tried_object(made.secret), "generated": _tried_object(made.generated),
            "judges": list(made.judges), "remarks": list(made.remarks), "causes": list(made.causes),
            "infer_s": round(made.infer_s, 3), "elapsed_s": round(made.elapsed_s, 1), "failure": made.failure,
            "doubts": made.doubts,
            "format": made.format_text}


def _tried_object(made: Tried) -> dict[str, Any]:
    return {"tried": made.tried, "accepted": made.accepted, "left_out": made.left_out,
            "reasons": [{"reason": reason, "count": count} for reason, count in made.reasons]}


def format_totals_object(totals: FormatTotals) -> dict[str, Any]:
    """The JSON object of a group's formats."""
    return {"event": "format-totals", "group": totals.group, "packages": totals.packages, "judged": totals.judged,
            **totals.verdicts, "right_share": totals.right_share, "secret_accepted": totals.secret[0],
            "secret_tried": totals.secret[1], "generated_accepted": totals.generated[0],
            "generated_tried": totals.generated[1], "sure": sum(totals.sure.values()),
            "sure_right": totals.sure[RIGHT], "sure_wrong": totals.sure[WRONG],
            "sure_generated_accepted": totals.sure_generated[0], "sure_generated_tried": totals.sure_generated[1],
            "median_infer_s": round(totals.median_infer_s, 3),
            "most_infer_s": round(totals.most_infer_s, 3), "slow_inferences": totals.slow,
            "causes": [{"cause": cause, "count": count} for cause, count in totals.causes]}


def what_is_wrong(made: FormatOutcome) -> str:
    """On one line, the most telling first."""
    parts = [made.failure, made.why_none, *_reasons(made.secret), *_reasons(made.generated), *made.remarks]
    return "; ".join(part for part in parts if part)


def _reasons(made: Tried) -> list[str]:
    left_out = [f"{made.left_out} not tried"] if made.left_out else []
    return [*(f"{count}x {reason}" if count > 1 else reason for reason, count in made.reasons), *left_out]


def print_formats(rows: Sequence[tuple[Package, FormatOutcome]], totals: Sequence[FormatTotals]) -> None:
    """A row for each package that may be shown, the totals, and the causes of each group."""
    print_tables(
        _rows_table(rows) if rows else None, _totals_table(totals), "what goes wrong", totals,
        "Right: all secret inputs follow the format, and the setters' validators accept 99% of the inputs made "
        "from it. Shares are of packages that could be judged.\nSure: nothing speaks against the format, so that "
        "its inputs are shown as likely to be valid.")


def _rows_table(rows: Sequence[tuple[Package, FormatOutcome]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("package", no_wrap=True)
    table.add_column("format", no_wrap=True)
    for header in ("secret", "generated", "infer"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("lang", no_wrap=True)
    table.add_column("what is wrong")
    for package, made in rows:
        table.add_row(Text(package.name), Text(made.verdict, style=STYLES[made.verdict]), share_of(made.secret),
                      share_of(made.generated), f"{made.infer_s:.1f} s", package.language or "?",
                      Text(what_is_wrong(made)))
    return table


def share_of(made: Tried) -> str:
    """Accepted of tried, "-" where nothing was."""
    return f"{made.accepted}/{made.tried}" if made.tried else "-"


def _totals_table(totals: Sequence[FormatTotals]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("packages", no_wrap=True)
    for header in ("count", RIGHT, WRONG, NONE, FAILED, UNJUDGED, "right of judged", "secret accepted",
                   "generated accepted", "sure", "sure and right", "sure and wrong", "refused of sure", "median",
                   "most", f"over {INFERENCE_BOUND_S:.0f} s"):
        table.add_column(header, justify="right", no_wrap=True)
    for made in totals:
        table.add_row(made.group, str(made.packages), *map(str, made.verdicts.values()), percent(made.right_share),
                      percent(made.secret[0] / made.secret[1] if made.secret[1] else None),
                      percent(made.generated[0] / made.generated[1] if made.generated[1] else None),
                      str(sum(made.sure.values())), str(made.sure[RIGHT]), str(made.sure[WRONG]),
                      percent(1 - made.sure_generated[0] / made.sure_generated[1] if made.sure_generated[1] else None),
                      f"{made.median_infer_s:.1f} s", f"{made.most_infer_s:.1f} s", str(made.slow))
    return table


def percent(share: float | None) -> str:
    """A share for people, "-" for none."""
    return "-" if share is None else f"{share:.1%}"


class Grouped(Protocol):
    """The totals of a group of packages, with what went wrong in it, the commonest first."""

    @property
    def group(self) -> str: ...

    @property
    def causes(self) -> Sequence[tuple[str, int]]: ...


def print_tables(rows: Table | None, totals: Table, title: str, groups: Sequence[Grouped], words: str) -> None:
    """The rows that may be shown, the totals, the causes of the groups of all packages, and what the columns mean."""
    out = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    if rows is not None:
        out.print(rows)
        out.print()
    out.print(totals)
    for made in groups:
        if made.causes and ": all" in f": {made.group}":
            out.print()
            out.print(_causes_table(f"{title}, {made.group}", made.causes))
    out.print(words)


def _causes_table(title: str, causes: Sequence[tuple[str, int]]) -> Table:
    """The commonest causes with their counts."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("count", justify="right", no_wrap=True)
    table.add_column(title)
    for cause, count in causes[:MOST_CAUSES]:
        table.add_row(str(count), Text(cause))
    return table


def write_csv(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """A line for each object, nested ones flat: `secret.tried` is the column `secret_tried`."""
    flat = [_flat(row) for row in rows]
    with path.open("w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, list(dict.fromkeys(name for row in flat for name in row)), lineterminator="\n")
        writer.writeheader()
        writer.writerows(flat)


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            made |= {f"{name}_{inner}": said for inner, said in _flat(value).items()}
        elif isinstance(value, list):
            made[name] = " | ".join(f"{one['count']}x {one['reason']}" if isinstance(one, dict) else str(one)
                                    for one in value)
        elif name != "event":
            made[name] = value
    return made
