"""Folders for what a program writes while it is searched, and what becomes of them when we are killed.

Theory of operation. Whoever makes a folder holds a lock on it as long as it lives; the system lets the lock go however
the process ends. Each new folder is a reason to look for those that nobody holds any more, which are removed. One that
was made a moment ago may not have its lock yet, so only older ones are. Where the system has no such locks (Windows),
a killed process leaves its folders.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

_PREFIX = "slowpath-scratch-"
_FRESH_S = 60.0


class ScratchFolder:
    """An empty folder of this process under the system's temporary one. `kind` is a word in its name."""

    def __init__(self, kind: str) -> None:
        remove_abandoned(Path(tempfile.gettempdir()), time.time() - _FRESH_S)
        self.path = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{kind}-"))
        self._lock = _locked(self.path)

    def remove(self) -> None:
        """Removes it with all that is in it. Idempotent."""
        _remove(self.path)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def remove_abandoned(root: Path, made_before_s: float) -> None:
    """Removes the scratch folders of processes that ended without doing so. `made_before_s` is in seconds since 1970;
    younger ones stay."""
    if sys.platform == "win32":
        return
    for folder in root.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            about = folder.lstat()
            if about.st_uid != os.getuid() or max(about.st_mtime, about.st_ctime) > made_before_s:
                continue
            lock = _locked(folder)
            if lock is not None:
                _remove(folder)
                os.close(lock)


def _locked(folder: Path) -> int | None:
    """A descriptor that holds the folder's lock, None where another process does or there are no locks."""
    if sys.platform == "win32":
        return None
    import fcntl

    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _remove(folder: Path) -> None:
    """A program may have left folders in it that can't be entered."""
    for inner, names, _ in os.walk(folder):
        for name in names:
            path = os.path.join(inner, name)
            if not os.path.islink(path):
                with contextlib.suppress(OSError):
                    os.chmod(path, 0o700)
    shutil.rmtree(folder, ignore_errors=True)
