"""Files that an agent names besides the program."""

from __future__ import annotations

from pathlib import Path

from slowpath.errors import UsageError

LARGEST_BYTES = 64 << 20
"""What no input of a problem comes near."""


def read_file(path: Path, argument: str) -> bytes:
    """The bytes of an input. Raises `UsageError` where there is none to read."""
    try:
        size = path.stat().st_size
        data = path.read_bytes() if path.is_file() and size <= LARGEST_BYTES else None
    except OSError as error:
        raise UsageError(f"{argument}: {path} can't be read ({error.strerror}).", "Check the path.") from error
    if data is None:
        raise UsageError(
            f"{argument}: {path} is no file of an input, or has more than {LARGEST_BYTES >> 20} MiB.",
            "Name a file with one input.",
        )
    return data
