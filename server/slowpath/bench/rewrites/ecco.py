"""ECCO's tables over many programs (tables 2 and 3), by way of asking and in total: pass@1, speed-up (equation 1),
memory reduction (2), the part that takes at least 10 % less, and runtime and memory percentile over a spectrum (3, 4).

Each way has two rows: what was *written* (a model's first version, as ECCO counts it, right or wrong), and what is
*shown* after the proof. The syntax-level rules write nothing that isn't proven, so they have the second alone. Ratios
and percentiles are means over what is correct, as in ECCO; parts are over all programs that were asked about, so that
one for which nothing is shown counts as not optimised.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from slowpath.analysis.efficiency import Measured, efficiency, percentile
from slowpath.bench.rewrites.jobs import RULES, Outcome, Ran

WRITTEN, SHOWN = "written", "shown"


def ecco_rows(outcomes: Sequence[Outcome]) -> list[dict[str, Any]]:
    """A row for each way and each stage, then those of all ways of a model together where there are several."""
    measured = [made for made in outcomes if made.original.is_correct]
    by_way: dict[str, list[Outcome]] = {}
    for made in measured:
        by_way.setdefault(made.way or RULES, []).append(made)
    rows = [row for way, group in by_way.items() for row in _rows(way, group)]
    models = [made for made in measured if made.way]
    return rows + (_rows("all ways", models) if len({made.way for made in models}) > 1 else [])


def print_ecco(rows: Sequence[dict[str, Any]], console: Console) -> None:
    """The table."""
    table = Table(
        "way",
        "",
        "programs",
        "there",
        "pass@1",
        "speed-up",
        "geometric",
        "memory",
        "%opt",
        "%mem. opt",
        "runtime %",
        "memory %",
        title="After ECCO: what a model writes, and what is shown",
    )
    for row in rows:
        table.add_row(
            row["way"],
            row["stage"],
            str(row["programs"]),
            str(row["versions"]),
            _part(row["pass_at_1"]),
            *(_number(row[name]) for name in ("speedup", "geometric_speedup", "memory_reduction")),
            _part(row["optimised"]),
            _part(row["memory_optimised"]),
            *(_number(row[name]) for name in ("runtime_percentile", "memory_percentile")),
        )
    console.print(table)


def _rows(way: str, group: Sequence[Outcome]) -> list[dict[str, Any]]:
    stages: list[tuple[str, Callable[[Outcome], Ran | None]]] = [(SHOWN, lambda made: made.shown)]
    if any(made.way for made in group):
        stages.insert(0, (WRITTEN, lambda made: made.written or Ran(False)))
    return [_row(way, stage, group, chosen) for stage, chosen in stages]


def _row(way: str, stage: str, group: Sequence[Outcome], chosen: Callable[[Outcome], Ran | None]) -> dict[str, Any]:
    there = [(made, ran) for made in group if (ran := chosen(made)) is not None]
    found = efficiency([_measured(made.original, ran) for made, ran in there])
    placed = [(made, ran) for made, ran in there if ran.is_correct and made.spectrum]
    whole = len(there) / len(group) if group else 0.0
    return {
        "way": way,
        "stage": stage,
        "programs": len(group),
        "versions": len(there),
        "pass_at_1": found.pass_at_1,
        "speedup": found.speedup,
        "geometric_speedup": found.geometric_speedup,
        "memory_reduction": found.memory_reduction,
        "optimised": whole * (found.optimised or 0.0),
        "memory_optimised": whole * (found.memory_optimised or 0.0),
        "runtime_percentile": _mean(
            [percentile(ran.cpu_s, [each.cpu_s for each in made.spectrum]) for made, ran in placed]
        ),
        "memory_percentile": _mean(
            [percentile(ran.peak_bytes, [each.peak_bytes for each in made.spectrum]) for made, ran in placed]
        ),
        "spectra": len(placed),
    }


def _measured(before: Ran, after: Ran) -> Measured:
    if not after.is_correct:
        return Measured(False)
    return Measured(True, before.cpu_s, after.cpu_s, before.peak_bytes, after.peak_bytes)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _part(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"
