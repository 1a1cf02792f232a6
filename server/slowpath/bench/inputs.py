"""`slowpath bench inputs`: what it costs to parse, print, generate and mutate inputs of 200,000 integers.

Each figure is the best of several runs in CPU time of this process, held against its limit and, for parsing and
printing, against what plain Python needs for the same text (`split`, `int`, `str`, `join`).
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from slowpath.inputs.filling.generate import generate
from slowpath.inputs.filling.plan import Plan
from slowpath.inputs.mutators.mutate import mutate
from slowpath.inputs.parsing.parse import parse
from slowpath.inputs.printing import print_input
from slowpath.inputs.sizes.saturate import boundaries
from slowpath.inputs.text_form.text import from_text
from slowpath.model.format import InputFormat

PARSE_AND_PRINT_LIMIT_MS = 10.0
MUTATION_LIMIT_MS = 5.0
SATURATION_LIMIT_MS = 1000.0
MUTATIONS = 30

FORMATS = {
    "array": "n: int 1..2*10^5\na: int[n] 1..10^9\n",
    "distinct array": "n: int 1..2*10^5\na: int[n] 1..10^9 distinct\n",
    "permutation": "n: int 1..2*10^5\na: int[n] 1..n permutation\n",
    "pairs": "n: int 1..10^5\nrows[n]: x: int 0..10^9; y: int 0..10^9\n",
    "tree": "n: int 1..10^5\nrows[n-1] tree(u, v; n): u: int 1..n; v: int 1..n\n",
    "graph": "n: int 1..10^5; m: int 1..10^5\nrows[m] graph(u, v; n) simple: u: int 1..n; v: int 1..n\n",
    "queries": "q: int 1..10^5\nops: queries[q]\n  1: x: int 1..10^9\n  2: l: int 1..10^9; r: int l..10^9\n",
    "cases": "t: int 1..10^5\ntests: cases[t]\n  n: int 1..10^5\n  a: int[n] 1..10^9\nwhere sum n <= 2*10^5\n",
    "word": 's: word 1..2*10^5 of "a-z"\n',
}


@dataclass(frozen=True)
class Row:
    """The figures of one format, in milliseconds of CPU time; `plain_ms` is plain Python's parse and print."""

    name: str
    size: int
    saturate_ms: float
    generate_ms: float
    parse_ms: float
    print_ms: float
    plain_ms: float
    mutate_ms: float
    mutate_worst_ms: float


def parser() -> argparse.ArgumentParser:
    """The bench's own arguments."""
    made = argparse.ArgumentParser(prog="slowpath bench inputs", description=__doc__.split("\n\n")[0].split(": ", 1)[1])
    made.add_argument("--only", metavar="NAME", action="append", default=[], help="only this format; repeatable")
    made.add_argument("--runs", metavar="N", type=int, default=5, help="runs of each, the best of which counts")
    made.add_argument("--json", action="store_true", help="print one JSON object per line")
    return made


def main(argv: Sequence[str]) -> int:
    """Runs the bench and prints its table. Returns 0."""
    options = parser().parse_args(argv)
    rows = [
        measure(name, from_text(text), options.runs)
        for name, text in FORMATS.items()
        if not options.only or name in options.only
    ]
    if options.json:
        for row in rows:
            sys.stdout.write(json.dumps({"event": "inputs", **asdict(row)}) + "\n")
    else:
        _print(rows)
    return 0


def measure(name: str, fmt: InputFormat, runs: int) -> Row:
    """The figures of one format at its largest boundary, with cases of middling size."""
    rng = np.random.default_rng(1)
    saturate_ms, found = _best(lambda: boundaries(fmt), 1)
    boundary = next((one for one in found if one.label == "balanced"), found[0])
    plan = Plan(sizes=boundary.sizes, cases=boundary.cases)
    generate_ms, instance = _best(lambda: generate(fmt, plan, np.random.default_rng(1)), 2)
    print_ms, data = _best(lambda: print_input(fmt, instance), runs)
    parse_ms, _ = _best(lambda: parse(fmt, data), runs)
    plain_ms, _ = _best(lambda: _plainly(data), runs)
    mutations = [_best(lambda: mutate(fmt, instance, rng), 1)[0] for _ in range(MUTATIONS)]
    return Row(
        name,
        len(data),
        saturate_ms,
        generate_ms,
        parse_ms,
        print_ms,
        plain_ms,
        statistics.median(mutations),
        max(mutations),
    )


def _plainly(data: bytes) -> bytes:
    tokens = data.split()
    values = [int(token) if token.isdigit() else token for token in tokens]
    return b" ".join(str(value).encode() if isinstance(value, int) else value for value in values)


def _best(work: Callable[[], Any], runs: int) -> tuple[float, Any]:
    """The least CPU time of several runs in milliseconds, and the last result."""
    best, result = float("inf"), None
    for _ in range(runs):
        began = time.process_time()
        result = work()
        best = min(best, (time.process_time() - began) * 1e3)
    return best, result


def _print(rows: Sequence[Row]) -> None:
    table = Table(box=None)
    for column in (
        "format",
        "bytes",
        "saturate",
        "generate",
        "parse + print",
        "of the limit",
        "of plain Python",
        "mutation",
        "of the limit",
        "its worst",
    ):
        table.add_column(column, justify="left" if column == "format" else "right")
    for row in rows:
        both = row.parse_ms + row.print_ms
        table.add_row(
            row.name,
            f"{row.size:,}",
            f"{row.saturate_ms:.0f} ms",
            f"{row.generate_ms:.0f} ms",
            f"{both:.1f} ms",
            f"{both / PARSE_AND_PRINT_LIMIT_MS:.2f}",
            f"{both / row.plain_ms:.2f}",
            f"{row.mutate_ms:.2f} ms",
            f"{row.mutate_ms / MUTATION_LIMIT_MS:.2f}",
            f"{row.mutate_worst_ms:.1f} ms",
        )
    Console().print(table)
    saturation = statistics.median(row.saturate_ms for row in rows)
    Console().print(f"Median saturation {saturation:.1f} ms, {saturation / SATURATION_LIMIT_MS:.3f} of its limit.")
