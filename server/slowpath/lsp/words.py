"""Numbers and sentences as people read them, for hovers, lenses, diagnostics and messages."""

from __future__ import annotations


def count(number: int) -> str:
    """1,234,567."""
    return f"{number:,}"


def times(ratio: float) -> str:
    """x1.4, x38, x1,240, x1.10M: enough digits to compare, no more."""
    if ratio < 10_000:
        return f"x{ratio:,.1f}" if ratio < 10 else f"x{ratio:,.0f}"
    for unit in "kMGT":
        ratio /= 1000
        if ratio < 999.5:
            return f"x{_three_digits(ratio)}{unit}"
    return f"x{_three_digits(ratio / 1000)}P"


def _three_digits(number: float) -> str:
    return f"{number:.{2 if number < 9.995 else 1 if number < 99.95 else 0}f}"


def share(part: float) -> str:
    """0.8342 as 83.4%."""
    return f"{100 * part:.1f}%"


def sentence(text: str) -> str:
    """With a capital at the beginning and a full stop at the end."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) or not text else ".")


def heading(text: str) -> str:
    """With a capital at the beginning and no full stop, for more to follow."""
    return clause(sentence(text))


def clause(text: str) -> str:
    """To go on after: without a full stop."""
    return text.strip().rstrip(".")
