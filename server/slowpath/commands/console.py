"""What a person sees: tables and units. Colours only on a terminal (rich decides; NO_COLOR is honoured)."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath.model.slow_input import SlowInput

UNBOUNDED_WIDTH = 160


def console() -> Console:
    """The console on standard output; off a terminal, where nobody sees a right edge, it is wide."""
    width = None if sys.stdout.isatty() else UNBOUNDED_WIDTH
    return Console(file=sys.stdout, highlight=False, width=width)


def say(out: Console, text: str, style: str = "") -> None:
    """One line as it stands: no markup, no wrapping at the right edge."""
    out.print(Text(text, style=style), soft_wrap=True)


def note(message: str) -> None:
    """One line to standard error, so that standard output stays the result."""
    print(message, file=sys.stderr, flush=True)


def print_json(value: dict[str, Any]) -> None:
    """One object, one line, flushed, so that a reader sees it at once."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def plain(text: str) -> str:
    """Untrusted text as one line without control characters: what a model wrote may drive a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def human_count(count: float) -> str:
    """`1234567` as `1.23M`; whole numbers below ten thousand stay exact."""
    if count < 10_000:
        return f"{count:,.0f}"
    for unit in ("k", "M", "G", "T"):
        count /= 1000
        if count < 999.5:
            return f"{count:.3g}{unit}"
    return f"{count:.3g}P"


def human_bytes(size: float) -> str:
    """Bytes in binary units: `117 KiB`."""
    if size < 1024:
        return f"{size:.0f} B"
    for unit in ("KiB", "MiB"):
        size /= 1024
        if size < 999.5:
            return f"{size:.3g} {unit}"
    return f"{size / 1024:.3g} GiB"


def human_ratio(ratio: float) -> str:
    """`12.3x`, `1,240x`."""
    return f"{ratio:,.0f}x" if ratio >= 100 else f"{ratio:.3g}x"


def human_seconds(seconds: float) -> str:
    """`41 ms`, `1.32 s`."""
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def slow_table(slow_inputs: Sequence[SlowInput], title: str | None = None) -> Table:
    """The live table: rank, cost (count first), time with its spread, ratio, size, origin, verdict."""
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for header in ("#", "cost", "time", "±", "ratio", "size"):
        table.add_column(header, justify="right", no_wrap=True)
    table.add_column("from", overflow="ellipsis", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for rank, slow in enumerate(slow_inputs, start=1):
        at_least = ">" if slow.cost.at_least else ""
        table.add_row(str(rank), at_least + human_count(slow.cost.count), at_least + human_seconds(slow.cost.cpu_s),
                      human_seconds(slow.cost.cpu_s_spread), human_ratio(slow.ratio), human_bytes(slow.size),
                      Text(slow.origin.label), slow.verdict.value)
    return table
