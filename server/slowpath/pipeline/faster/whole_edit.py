"""A whole new text of a program as one change of it: what both texts begin and end with is left alone."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import takewhile

from slowpath.model.rewrite import Rewrite, SourceEdit


def whole_edit(before: bytes, after: bytes, origin: str, idea: str) -> Rewrite:
    """The change; its edit covers whole lines, so that nobody reads halves of words."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    begin = sum(map(len, old[:head]))
    end = len(before) - sum(map(len, old[len(old) - tail :]))
    text = b"".join(new[head : len(new) - tail])
    digest = sha256(origin.encode() + b"\0" + after).hexdigest()[:12]
    return Rewrite(
        f"model-{digest}",
        origin,
        idea,
        head + 1,
        (SourceEdit(begin, end, text),),
        after,
        "It was written by a language model, and is shown because it withstood the proof.",
    )


def _shared(one: Sequence[bytes], other: Sequence[bytes]) -> int:
    """With how many like lines both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
