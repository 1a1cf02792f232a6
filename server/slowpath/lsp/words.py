"""Numbers as people read them, for hovers, lenses and messages."""

from __future__ import annotations


def count(number: int) -> str:
    """1,234,567."""
    return f"{number:,}"


def times(ratio: float) -> str:
    """x1.4, x38, x1,240: enough digits to compare, no more."""
    return f"x{ratio:,.1f}" if ratio < 10 else f"x{ratio:,.0f}"


def share(part: float) -> str:
    """0.8342 as 83.4%."""
    return f"{100 * part:.1f}%"
