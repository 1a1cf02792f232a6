"""Numbers as people read them: a few digits and a unit. Pure; standard library only."""

from __future__ import annotations


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
    """`41 ms`, `1.32 s`; from two hours on `5.2 h`, `12 days`, `3e+04 years`: estimates go that far."""
    if seconds < 7200:
        return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.{4 if seconds >= 1000 else 3}g} s"
    days = seconds / 86400
    return f"{24 * days:.3g} h" if days < 2 else f"{days:.3g} days" if days < 730 else f"{days / 365:.2g} years"


def of_limit(seconds: float, limit_s: float | None, at_least: bool = False) -> str:
    """A time beside the limit: `1.20 s of 1 s`, `more than 5 s of 1 s`; the time alone where no limit is known."""
    said = f"{'more than ' if at_least else ''}{measured_seconds(seconds)}"
    return said if limit_s is None else f"{said} of {human_seconds(limit_s)}"


def human_times(times: float) -> str:
    """How many times: `1.04`, `12.3`, `1,240`, `1.1M`."""
    if times >= 10_000:
        return human_count(times)
    return f"{times:,.0f}" if times >= 100 else f"{times:.3g}"


def measured_seconds(seconds: float) -> str:
    """A measured time with three digits: `1.20 s`, `12.4 ms`."""
    if seconds >= 999.5:
        return human_seconds(seconds)
    number, unit = (seconds, "s") if seconds >= 0.9995 else (seconds * 1000, "ms")
    return f"{f'{number:#.3g}'.rstrip('.')} {unit}"
