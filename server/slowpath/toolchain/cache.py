"""The build cache: directories by the content of what they were built from.

Theory of operation. A directory is built under a temporary name beside its final one and renamed, which is atomic; two
processes that build the same thing both succeed and one result is thrown away. Of two threads of a process one waits
for the other (`built_once`). A directory never changes once it has its name, so readers need no lock. What hasn't been
used for long is removed when something new is built.
Everything here may be deleted at any time; it is then built again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from slowpath.errors import StoreUnwritable

KEPT = 200
_DAY_S = 86_400


_guard = threading.Lock()
_being_built: dict[str, tuple[threading.Lock, int]] = {}
"""Under `_guard`: of each name the lock of who builds it, and how many threads hold it or wait."""


@contextlib.contextmanager
def built_once(*name: str) -> Iterator[None]:
    """One thread of this process at a time builds what has this name; those that come later find it in the cache."""
    key = content_key(*name)
    with _guard:
        lock, count = _being_built.get(key, (threading.Lock(), 0))
        _being_built[key] = lock, count + 1
    try:
        with lock:
            yield
    finally:
        with _guard:
            lock, count = _being_built.pop(key)
            if count > 1:
                _being_built[key] = lock, count - 1


def content_key(*parts: bytes | str) -> str:
    """A short name for the parts together (their boundaries count)."""
    digest = hashlib.sha256()
    for part in parts:
        raw = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        digest.update(len(raw).to_bytes(8, "little"))
        digest.update(raw)
    return digest.hexdigest()[:32]


class BuildCache:
    """The directories of one kind of build under `root`, of which about so many are kept."""

    def __init__(self, root: Path, kind: str, kept: int = KEPT) -> None:
        self._root = root / kind
        self._kept = kept

    def get(self, key: str) -> Path | None:
        """The directory with this key, if it was built; its being used is noted."""
        path = self._root / key
        if not path.is_dir():
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return path

    def add(self, make: Callable[[Path], str]) -> Path:
        """The directory that `make` filled, under the key that it returned. `make` is given an empty directory.

        What `make` raises passes through and leaves nothing. Raises `StoreUnwritable` when the disk refuses.
        """
        try:
            self._root.mkdir(parents=True, exist_ok=True)
            made = Path(tempfile.mkdtemp(prefix=".new-", dir=self._root))
        except OSError as error:
            raise _unwritable(self._root, error) from error
        try:
            return self._named(made, make(made))
        except OSError as error:
            raise _unwritable(self._root, error) from error
        finally:
            shutil.rmtree(made, ignore_errors=True)

    def _named(self, made: Path, key: str) -> Path:
        final = self._root / key
        try:
            made.rename(final)
        except OSError:
            if not final.is_dir():
                raise
        self._forget_old()
        return final

    def _forget_old(self) -> None:
        """Keeps the most recently used ones, and all that were used within a day."""
        entries = []
        with contextlib.suppress(OSError):
            entries = [(path.stat().st_mtime, path) for path in self._root.iterdir() if path.is_dir()]
        for used, path in sorted(entries, reverse=True)[self._kept :]:
            if used < time.time() - _DAY_S:
                shutil.rmtree(path, ignore_errors=True)


class DependencyRecord:
    """Remembers which further files a build read, so that a change in one of them makes another key."""

    def __init__(self, root: Path) -> None:
        self._root = root / "dependencies"

    def key(self, base: str) -> str:
        """`base` with the present content of the files that the last build under `base` read."""
        return key_with_files(base, self.paths(base))

    def paths(self, base: str) -> list[Path]:
        """The files that the last build under `base` read; none where that isn't known."""
        try:
            return [Path(path) for path in json.loads((self._root / base).read_text("utf-8"))]
        except (OSError, ValueError):
            return []

    def record(self, base: str, paths: Iterable[Path]) -> None:
        """Notes the files; failing to is no failure, the next build is then made again."""
        names = sorted({str(path) for path in paths})
        with contextlib.suppress(OSError):
            self._root.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=self._root, delete=False) as file:
                json.dump(names, file)
            os.replace(file.name, self._root / base)


def key_with_files(base: str, paths: Iterable[Path]) -> str:
    """`base` with the content of `paths`; `base` itself when there are none."""
    parts: list[bytes | str] = []
    for path in sorted(paths):
        parts.append(str(path))
        try:
            parts.append(path.read_bytes())
        except OSError:
            parts.append("missing")
    return content_key(base, *parts) if parts else base


def _unwritable(root: Path, error: OSError) -> StoreUnwritable:
    return StoreUnwritable(
        f"The build cache at {root} can't be written: {error.strerror or error}.",
        "Free some space there or set slowpath.cacheDirectory (SLOWPATH_CACHE_DIR).",
    )
