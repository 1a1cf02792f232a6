"""Numbers and sentences as people read them, for hovers, lenses, diagnostics and messages."""

from __future__ import annotations

import re
import unicodedata
from math import floor


def count(number: int) -> str:
    """1,234,567."""
    return f"{number:,}"


def times(ratio: float) -> str:
    """1.4×, 38×, 1,240×, 1.10M×: enough digits to compare, no more; halves are rounded up, as beside the lines."""
    if ratio < 10_000:
        return f"{ratio:,.1f}×" if ratio < 10 else f"{floor(ratio + 0.5):,}×"
    for unit in "kMGT":
        ratio /= 1000
        if ratio < 999.5:
            return f"{_three_digits(ratio)}{unit}×"
    return f"{_three_digits(ratio / 1000)}P×"


def _three_digits(number: float) -> str:
    return f"{number:.{2 if number < 9.995 else 1 if number < 99.95 else 0}f}"


def share(part: float) -> str:
    """0.8342 as 83.4%."""
    return f"{100 * part:.1f}%"


def sentence(text: str) -> str:
    """With a capital at the beginning, unless that looks like a variable's name, and a full stop at the end."""
    text = text.strip()
    first = text.split(maxsplit=1)[0] if text else ""
    is_word = first == "a" or (len(first) > 1 and re.fullmatch(r"[a-z]+([-'][a-z]+)*[,:]?", first))
    begun = text[:1].upper() + text[1:] if is_word else text
    return begun + ("" if text.endswith((".", "!", "?")) or not text else ".")


def heading(text: str) -> str:
    """With a capital at the beginning and no full stop, for more to follow."""
    return clause(sentence(text))


def clause(text: str) -> str:
    """To go on after: without a full stop."""
    return text.strip().rstrip(".")


def isolated(text: str) -> str:
    """Text of others (a statement, a name) so that it doesn't move what stands around it where a part of it is written
    from right to left: between the isolates of Unicode then, else as it is."""
    needs = any(unicodedata.bidirectional(each) in ("R", "AL", "AN", "RLE", "RLO", "RLI") for each in text)
    return f"\u2068{text}\u2069" if needs else text
