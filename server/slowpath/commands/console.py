"""What a person sees: tables and units. Colours only on a terminal (rich decides; NO_COLOR is honoured)."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from slowpath.model.figures import human_bytes, human_count, human_ratio, human_seconds, human_times, of_limit
from slowpath.model.growth import CONSTANT, EXPONENTIAL, POLYNOMIAL, THRESHOLD, Growth
from slowpath.model.slow_input import MinimisedInput, SlowInput

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


def as_json(value: Any) -> str:
    """A value as JSON, on one line."""
    return json.dumps(value, ensure_ascii=False)


def plain(text: str) -> str:
    """Untrusted text as one line without control characters: what a model wrote may drive a terminal."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def slow_table(ranked: Sequence[tuple[int, SlowInput]], limit_s: float | None, title: str | None = None) -> Table:
    """The live table of rows with their ranks: time against the limit (red over it), how many times a typical input of
    its size, growth, size, what the input looks like, verdict."""
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="bold")
    for header in ("#", "time", "x typical"):
        table.add_column(header, justify="right", no_wrap=True)
    has_growth = any(slow.growth is not None for _, slow in ranked)
    if has_growth:
        table.add_column("growth", no_wrap=True)
    table.add_column("size", justify="right", no_wrap=True)
    # The one column that gives way where the terminal is narrow: its cells keep to one line by themselves.
    table.add_column("input")
    table.add_column("verdict", no_wrap=True)
    for rank, slow in ranked:
        growth = [Text(slow.growth.formula if slow.growth is not None else "")] if has_growth else []
        is_over = limit_s is not None and slow.cost.cpu_s > limit_s
        times = slow.times_typical
        unsure = ">" if slow.cost.at_least else "~" if slow.cost.count_spread else ""
        table.add_row(
            str(rank),
            Text(of_limit(slow.cost.cpu_s, limit_s, slow.cost.at_least), "red" if is_over else ""),
            "" if times is None else unsure + human_times(times),
            *growth,
            human_bytes(slow.size),
            Text(slow.shape or slow.origin.label, no_wrap=True, overflow="ellipsis"),
            slow.verdict.value,
        )
    return table


WIDE = 1.5
"""An interval is said where its highest is this many times its lowest."""
LARGEST = 10**18
"""A predicted count never says more: what is more is said to be more."""


def growth_sentence(growth: Growth) -> str:
    """`about n^1.98 (1.90-2.06); at n = 200,000: 41 s`, with what else has to be known."""
    return f"{_grows(growth)}; {_at_largest(growth)}{'. ' + plain(growth.remark) if growth.remark else ''}"


def _grows(growth: Growth) -> str:
    match growth.model:
        case model if model == CONSTANT:
            return f"doesn't grow with {growth.variable}"
        case model if model == THRESHOLD:
            return growth.formula
        case model if model == EXPONENTIAL:
            return f"about {growth.formula} ({2**growth.low:.3g}-{2**growth.high:.3g})"
        case model if model == POLYNOMIAL:
            return f"about {growth.formula} ({growth.low:.2f}-{growth.high:.2f})"
    return f"about {growth.formula} (as a power: {growth.low:.2f}-{growth.high:.2f})"


def _at_largest(growth: Growth) -> str:
    rate = growth.predicted_s / growth.predicted if growth.predicted else 0.0
    human = (lambda count: human_seconds(count * rate)) if rate else human_count
    unit = "" if rate else " steps"
    if growth.predicted >= LARGEST:
        return f"at {growth.variable} = {growth.largest_n:,}: more than {human(LARGEST)}{unit}"
    spread = ""
    if growth.predicted_high > WIDE * max(1, growth.predicted_low):
        spread = f" ({human(growth.predicted_low)} to {human(growth.predicted_high)})"
    return f"at {growth.variable} = {growth.largest_n:,}: {human(growth.predicted)}{unit}{spread}"


def twin_sentence(twin: MinimisedInput) -> str:
    """`n = 37: 12.3x a random input of that size`."""
    sizes = ", ".join(f"{name} = {value:,}" for name, value in twin.sizes) or human_bytes(twin.size)
    return f"{sizes}: {human_ratio(twin.ratio)} a random input of that size"
