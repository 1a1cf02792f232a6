"""The line where a program begins: where the code lens stands and where remarks about the whole program go."""

from __future__ import annotations

LONGEST = 1 << 20
"""Characters; a longer text would keep the editor waiting at every edit."""


def entry_line(language: str, source: str) -> int:
    """The 1-based line of `main` in C++ and Java, or of Python's `def main`, `if __name__` or first statement; 1 when
    there is none, and for a text that is longer than any program. Linear in the text: about a millisecond per 1,000
    lines."""
    from slowpath.analysis.source import entry_line_of

    return 1 if len(source) > LONGEST else entry_line_of(source.encode("utf-8", "replace"), language) or 1
