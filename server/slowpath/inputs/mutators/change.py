"""What a mutator hands back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

UNCHANGED = "unchanged"


@dataclass(frozen=True)
class Change:
    """Changed values and what was done in a few words.

    `is_whole` promises that what the values are together still holds: every old element stands exactly once, a
    tree is still one. Bounds, lengths and order may be broken even so. `fresh` says where new elements stand
    among old ones, which are the same as before; None where that isn't known.
    """

    values: Any
    label: str
    is_whole: bool = False
    fresh: range | None = None
