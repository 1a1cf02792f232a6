"""Statements as tools dump them from contest pages: formulas between three dollars, backslashes escaped once more.

What the author wrote is one dollar and one backslash. Code blocks stay as they are, and so do lines, so that a sentence
is quoted with its line. Statements without either mark come back untouched.
"""

from __future__ import annotations

import re

from slowpath.model.patterns import late_regex

_FENCED = late_regex(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)
_DOLLARS = late_regex(r"\$\$\$(?:\$\$\$)?")
_COMMANDS = r"(?:leq?|geq?|lt|gt|cdot|times|[lc]?dots|sum|in|min|max|text\w*|mathrm|ne|bmod)\b"
_ESCAPED = late_regex(rf"\\\\{_COMMANDS}")
_PLAIN = late_regex(rf"(?<!\\)\\{_COMMANDS}")


def as_written(text: str) -> str:
    """The statement with formulas as their author wrote them."""
    is_escaped = _ESCAPED.search(text) is not None and _PLAIN.search(text) is None
    if "$$$" not in text and not is_escaped:
        return text
    parts = _FENCED.split(text)
    return "".join(part if part.startswith("```") else _restored(part, is_escaped) for part in parts)


def _restored(text: str, is_escaped: bool) -> str:
    if is_escaped:
        text = text.replace("\\\\", "\\")
    # Markdown escapes the underscore, a formula doesn't.
    return _DOLLARS.sub("$", text).replace("\\_", "_")
