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

from slowpath.bench.packages.found import Package
from slowpath.bench.packages.jobs import FAILED, NONE, RIGHT, UNJUDGED, WRONG, FormatOutcome, ReadingOutcome, Tried
from slowpath.bench.packages.totals import INFERENCE_BOUND_S, FormatTotals, ReadingTotals
from slowpath.model.reading import PARTS

STYLES = {RIGHT: "green", WRONG: "red", NONE: "red", FAILED: "bold red", UNJUDGED: "yellow"}
WIDTH = 200
MOST_CAUSES = 12


def format_object(package: Package, made: FormatOutcome) -> dict[str, Any]:
    """The JSON object of one package's format, of which a row of the CSV is the flat one."""
    return {
        "event": "format",
        "package": package.name,
        "half": package.half,
        "language": package.language,
        "program": made.program,
        "verdict": made.verdict,
        "why": what_is_wrong(made),
        "secret": _tried_object(made.secret),
        "generated": _tried_object(made.generated),
        "judges": list(made.judges),
        "remarks": list(made.remarks),
        "causes": list(made.causes),
        "infer_s": round(made.infer_s, 3),
        "elapsed_s": round(made.elapsed_s, 1),
        "failure": made.failure,
        "doubts": made.doubts,
        "format": made.format_text,
        **({"reading": _reading_object(made.reading)} if made.reading is not None else {}),
    }


def _reading_object(made: ReadingOutcome) -> dict[str, Any]:
    return {
        "model": made.model,
        "stands": made.stands,
        "parts": list(made.parts),
        "asked": made.asked,
        "rounds": made.rounds,
        "open": list(made.open),
        "doubts": list(made.doubts),
        "own_accepted": made.own[0],
        "own_judged": made.own[1],
        "secret": _tried_object(made.secret),
        "shown": made.shown,
        "sure": _tried_object(made.sure),
        "asked_s": round(made.asked_s, 1),
        "failure": made.failure,
    }


def _tried_object(made: Tried) -> dict[str, Any]:
    return {
        "tried": made.tried,
        "accepted": made.accepted,
        "left_out": made.left_out,
        "reasons": [{"reason": reason, "count": count} for reason, count in made.reasons],
    }


def format_totals_object(totals: FormatTotals) -> dict[str, Any]:
    """The JSON object of a group's formats."""
    return {
        "event": "format-totals",
        "group": totals.group,
        "packages": totals.packages,
        "judged": totals.judged,
        **totals.verdicts,
        "right_share": totals.right_share,
        "secret_accepted": totals.secret[0],
        "secret_tried": totals.secret[1],
        "generated_accepted": totals.generated[0],
        "generated_tried": totals.generated[1],
        "sure": sum(totals.sure.values()),
        "sure_right": totals.sure[RIGHT],
        "sure_wrong": totals.sure[WRONG],
        "sure_generated_accepted": totals.sure_inputs[0],
        "sure_generated_tried": totals.sure_inputs[1],
        "median_infer_s": round(totals.median_infer_s, 3),
        "most_infer_s": round(totals.most_infer_s, 3),
        "slow_inferences": totals.slow,
        "causes": [{"cause": cause, "count": count} for cause, count in totals.causes],
        **({"readings": _reading_totals_object(totals.readings)} if totals.readings is not None else {}),
    }


def _reading_totals_object(totals: ReadingTotals) -> dict[str, Any]:
    return {
        "packages": totals.packages,
        "stand": totals.stand,
        "shown": totals.shown,
        "judged": totals.judged,
        "unrefused": totals.unrefused,
        "validators": totals.validators,
        "validators_tried": totals.validators_tried,
        "secret_accepted": totals.secret[0],
        "secret_tried": totals.secret[1],
        "asked": totals.asked,
        "median_rounds": totals.median_rounds,
    }


def what_is_wrong(made: FormatOutcome) -> str:
    """On one line, the most telling first."""
    parts = [
        made.failure,
        made.special or made.why_none,
        *_reasons(made.secret),
        *_reasons(made.generated),
        *made.remarks,
    ]
    if made.reading is not None:
        parts = [made.failure, *_wrong_reading(made.reading), *parts[1:]]
    return "; ".join(part for part in parts if part)


def _wrong_reading(made: ReadingOutcome) -> list[str]:
    missing = [part for part in PARTS if part not in made.parts]
    return [
        made.failure,
        f"the model's reading has no {' and no '.join(missing)}" if missing else "",
        *(f"open: {kind}" for kind in made.open),
        *made.doubts,
        *(f"its validator refuses {reason}" for reason, _ in made.secret.reasons),
        *(f"sure, and refused: {reason}" for reason in _reasons(made.sure)),
    ]


def _reasons(made: Tried) -> list[str]:
    left_out = [f"{made.left_out} not tried"] if made.left_out else []
    return [*(f"{count}x {reason}" if count > 1 else reason for reason, count in made.reasons), *left_out]


def print_formats(rows: Sequence[tuple[Package, FormatOutcome]], totals: Sequence[FormatTotals]) -> None:
    """A row for each package that may be shown, the totals, and the causes of each group."""
    readings = [_readings_table(totals)] if any(made.readings is not None for made in totals) else []
    print_tables(
        _rows_table(rows) if rows else None,
        [_totals_table(totals), *readings],
        "what goes wrong",
        totals,
        "Right: all secret inputs follow the format, and the setters' validators accept 99% of the inputs made "
        "from it. Shares are of packages that could be judged.\nSure: nothing speaks against the format, so that "
        "its inputs are shown as likely to be valid."
        + (
            "\nWith a model these are its generator's and its format's, as far as format and validator accept both."
            if readings
            else ""
        ),
    )


def _rows_table(rows: Sequence[tuple[Package, FormatOutcome]]) -> Table:
    with_reading = any(made.reading is not None for _, made in rows)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("package", no_wrap=True)
    table.add_column("format", no_wrap=True)
    for header in ("secret", "generated", "infer"):
        table.add_column(header, justify="right", no_wrap=True)
    if with_reading:
        table.add_column("reading", no_wrap=True)
        for header in ("asked", "rounds", "its secret", "sure"):
            table.add_column(header, justify="right", no_wrap=True)
    table.add_column("lang", no_wrap=True)
    table.add_column("what is wrong")
    for package, made in rows:
        reading = _reading_cells(made.reading or ReadingOutcome()) if with_reading else []
        table.add_row(
            Text(package.name),
            Text(made.verdict, style=STYLES[made.verdict]),
            share_of(made.secret),
            share_of(made.generated),
            f"{made.infer_s:.1f} s",
            *reading,
            package.language or "?",
            Text(what_is_wrong(made)),
        )
    return table


def _reading_cells(made: ReadingOutcome) -> list[str]:
    state = "stands" if made.stands else "open" if made.parts else "none"
    return [state, str(made.asked), str(made.rounds), share_of(made.secret), share_of(made.sure)]


def share_of(made: Tried) -> str:
    """Accepted of tried, "-" where nothing was."""
    return f"{made.accepted}/{made.tried}" if made.tried else "-"


def _totals_table(totals: Sequence[FormatTotals]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("packages", no_wrap=True)
    for header in (
        "count",
        RIGHT,
        WRONG,
        NONE,
        FAILED,
        UNJUDGED,
        "right of judged",
        "secret accepted",
        "generated accepted",
        "sure",
        "sure and right",
        "sure and wrong",
        "refused of sure",
        "median",
        "most",
        f"over {INFERENCE_BOUND_S:.0f} s",
    ):
        table.add_column(header, justify="right", no_wrap=True)
    for made in totals:
        table.add_row(
            made.group,
            str(made.packages),
            *map(str, made.verdicts.values()),
            percent(made.right_share),
            percent(made.secret[0] / made.secret[1] if made.secret[1] else None),
            percent(made.generated[0] / made.generated[1] if made.generated[1] else None),
            str(sum(made.sure.values())),
            str(made.sure[RIGHT]),
            str(made.sure[WRONG]),
            percent(1 - made.sure_inputs[0] / made.sure_inputs[1] if made.sure_inputs[1] else None),
            f"{made.median_infer_s:.1f} s",
            f"{made.most_infer_s:.1f} s",
            str(made.slow),
        )
    return table


def _readings_table(totals: Sequence[FormatTotals]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("the model's readings", no_wrap=True)
    for header in (
        "count",
        "stand",
        "show something sure",
        "judged",
        "nothing refused",
        "sure inputs refused",
        "validators right",
        "secret accepted by them",
        "questions",
        "median rounds",
    ):
        table.add_column(header, justify="right")
    for made in totals:
        one = made.readings
        if one is not None:
            table.add_row(
                made.group,
                str(one.packages),
                str(one.stand),
                str(one.shown),
                str(one.judged),
                str(one.unrefused),
                percent(1 - made.sure_inputs[0] / made.sure_inputs[1] if made.sure_inputs[1] else None),
                f"{one.validators}/{one.validators_tried}",
                percent(one.secret[0] / one.secret[1] if one.secret[1] else None),
                str(one.asked),
                f"{one.median_rounds:g}",
            )
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


def print_tables(
    rows: Table | None, totals: Sequence[Table], title: str, groups: Sequence[Grouped], words: str
) -> None:
    """The rows that may be shown, the totals, the causes of the groups of all packages, and what the columns mean."""
    out = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    if rows is not None:
        out.print(rows)
        out.print()
    for place, table in enumerate(totals):
        out.print(*([""] if place else []), table, sep="\n")
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


def _in_a_cell(one: object) -> str:
    """One of several things in a cell: a reason with how often it was given, another object's values by their names."""
    if not isinstance(one, dict):
        return str(one)
    if one.keys() == {"count", "reason"}:
        return f"{one['count']}x {one['reason']}"
    return ", ".join(f"{name} {value}" for name, value in one.items())


def _flat(row: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            made |= {f"{name}_{inner}": said for inner, said in _flat(value).items()}
        elif isinstance(value, list):
            made[name] = " | ".join(map(_in_a_cell, value))
        elif name != "event":
            made[name] = value
    return made
