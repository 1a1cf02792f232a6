"""Files that are written whole or not at all: whoever is interrupted or finds the disk full leaves what was there."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from pathlib import Path

PART = ".part"


def write_whole(path: Path, data: bytes) -> None:
    """Puts `data` in the place of what is at `path`, with its permissions where there is a file. A link stays a link.

    What is no file of its own (a pipe, a device) is written to directly, and so is a file whose folder takes no new
    ones. Raises `OSError`; no file is left behind then.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    part = target.with_name(f".slowpath-{secrets.token_hex(8)}{PART}")
    try:
        file = part.open("xb")
    except PermissionError:
        if not target.is_file():
            raise
        target.write_bytes(data)
        return
    try:
        with file:
            file.write(data)
        if target.exists():
            shutil.copymode(target, part)
        os.replace(part, target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
