"""Where an input came from, precisely enough to make its bytes again."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Origin:
    """The strategy that made an input and how.

    `strategy` is its id ("sample", "saturation", "pattern", "mutation", "small-world", ...), `label` what the user
    reads ("pattern a: sorted", "mutation of #12"), `parent` the id of the input it was made from,
    `recipe` a JSON value from which `engine.replay` makes the same bytes, or None where only the bytes
    themselves will do.
    """

    strategy: str
    label: str
    parent: str = ""
    recipe: dict | None = field(default=None, hash=False)


def input_id(data: bytes) -> str:
    """The content id that names `data` everywhere: the first 16 hex digits of its SHA-256."""
    import hashlib

    return hashlib.sha256(data).hexdigest()[:16]
