"""Text as the editor counts it: lines end only at LF, CRLF or CR, columns are UTF-16 units or what was agreed.

Python's `splitlines` also breaks at form feeds and the like, which editors don't; with it every position below
such a character would be off by one, and incremental edits would corrupt the text.
"""

from __future__ import annotations

from slowpath.model.patterns import late_regex

_LINES = late_regex(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_BREAK = late_regex(r"\r\n|\r|\n")


def lines_with_ends(text: str) -> tuple[str, ...]:
    """The lines with their ends, like `str.splitlines(True)` but by the editor's rule."""
    return tuple(_LINES.findall(text))


def lines_of(text: str) -> list[str]:
    """The lines without their ends; one more, empty, after a last line break. At least one."""
    return _BREAK.split(text)


def line_breaks(text: str) -> int:
    """How many line breaks the text holds."""
    return len(_BREAK.findall(text))
