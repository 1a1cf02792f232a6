"""The files that the driver and a server process share, in memory where the system can."""

from __future__ import annotations

import contextlib
import os
import tempfile

from slowpath.sandbox.open_input import InputPipe


class SharedFiles:
    """The files that driver and server share: in memory where the system can, else unlinked ones on disk.
    The input may be a pipe instead."""

    def __init__(self, lanes: int, pipe: InputPipe | None) -> None:
        self.pipe = pipe
        self.shared, self.errors = _anonymous_file("shared"), _anonymous_file("errors")
        self.outputs = tuple(_anonymous_file("output") for _ in range(lanes))
        self._own = () if pipe is not None else tuple(_anonymous_file("input") for _ in range(lanes))
        self.inputs = self._own if pipe is None else (pipe.reading,)
        self._open = True

    def close(self) -> None:
        """Closes all descriptors. Idempotent."""
        if self._open:
            self._open = False
            for descriptor in (self.shared, self.errors, *self.outputs, *self._own):
                os.close(descriptor)
            if self.pipe is not None:
                self.pipe.close()


def _anonymous_file(name: str) -> int:
    if hasattr(os, "memfd_create"):
        with contextlib.suppress(OSError):
            return os.memfd_create(f"slowpath-{name}")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def read_file(descriptor: int, start: int, length: int) -> bytes:
    """At most `length` bytes from `start` on; the descriptor's own place in the file stays."""
    parts = []
    while length > 0 and (part := os.pread(descriptor, length, start)):
        parts.append(part)
        start += len(part)
        length -= len(part)
    return b"".join(parts)
