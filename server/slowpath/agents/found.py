"""Files that calls wrote, as resources. Nothing else can be read: a name that no call gave is refused."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from slowpath.errors import UsageError

SCHEME = "slowpath"
FORMAT_URI = f"{SCHEME}://docs/format"
"""The page on how input formats are written."""
KINDS = ("found", "broken", "optimized", "testsets")
"""The folders of the state directory in which searches keep what they found, those of the command line too."""
LARGEST_BYTES = 1 << 20
"""What is larger stays a file: it fits into no model's context."""
MOST = 200
"""Resources that are listed; of more the oldest are forgotten."""


def uri_of(path: Path) -> str:
    """The resource's name: its folder, which no other search has, and its file."""
    quoted = PurePosixPath("/", path.parent.name, path.name).as_uri().removeprefix("file://")
    return f"{SCHEME}://found{quoted}"


@dataclass(frozen=True)
class Resource:
    """A file with what it is in a few words."""

    uri: str
    path: Path
    title: str
    size: int


class Resources:
    """Those of one server, the newest first."""

    def __init__(self) -> None:
        self._known: dict[str, Resource] = {}

    def add(self, path: Path, title: str) -> Resource | None:
        """Takes a file; None where it is gone."""
        try:
            size = path.stat().st_size
        except OSError:
            return None
        made = Resource(uri_of(path), path, title, size)
        self._known.pop(made.uri, None)
        self._known[made.uri] = made
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]
        return made

    def all(self) -> tuple[Resource, ...]:
        """What can be read, the newest first."""
        return tuple(reversed(self._known.values()))

    def read(self, uri: str) -> bytes:
        """The bytes. Raises `UsageError` for what isn't known, is gone or too large."""
        known = self._known.get(uri)
        if known is None:
            raise UsageError(f"{uri}: no such resource.", "List the resources, or call the tool again.")
        if known.size > LARGEST_BYTES:
            raise UsageError(
                f"{uri}: it has {known.size:,} bytes, too many for a message.", f"It lies in the file {known.path}."
            )
        try:
            return known.path.read_bytes()
        except OSError as error:
            raise UsageError(f"{uri}: can't be read ({error.strerror}).", "Call the tool again.") from error
