"""A statement that the user gives for one program, kept beside it."""

from __future__ import annotations

from pathlib import Path

from slowpath.errors import StoreUnwritable, UsageError
from slowpath.problems.plain import own_statement
from slowpath.storage.whole import write_whole

LEAST_LETTERS = 40
"""Less than that is no statement, but what the clipboard happened to hold."""
LARGEST_BYTES = 1 << 20


def save_statement(solution: Path, text: str) -> Path:
    """Writes the statement beside the program, in the place of one that was given before, and returns its path.

    Raises `UsageError` where the text can't be a statement, `StoreUnwritable` where the folder can't be written.
    """
    data = text.replace("\r\n", "\n").strip().encode("utf-8", "replace")
    if len(data) < LEAST_LETTERS:
        raise UsageError(
            "That is no statement: it has hardly any text.",
            "Copy the whole statement from the problem's page, then paste it again.",
        )
    if len(data) > LARGEST_BYTES:
        raise UsageError(f"That is no statement: it has {len(data):,} bytes.", "Copy the statement alone.")
    path = own_statement(solution, text)
    try:
        write_whole(path, data + b"\n")
    except OSError as error:
        raise StoreUnwritable(f"{path}: can't be written ({error.strerror}).", "Make the folder writable.") from error
    # The page's source and its text are two ways to give the same: the other one would be read beside it.
    for suffix in (".html", ".md"):
        other = path.with_suffix(suffix)
        if other != path:
            other.unlink(missing_ok=True)
    return path
