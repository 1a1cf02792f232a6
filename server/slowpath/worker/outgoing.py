"""The worker's end of the pipe upwards."""

from __future__ import annotations

import os
import threading
from typing import Any, BinaryIO

from slowpath.worker.controls import Controls
from slowpath.worker.messages import to_line


def own_stdout() -> BinaryIO:
    """The supervisor's pipe under a number of its own; stdout itself becomes stderr."""
    outgoing = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return outgoing


class Outgoing:
    """Says messages to the supervisor, from any thread. When nobody reads them any more, `controls` lose."""

    def __init__(self, pipe: BinaryIO, controls: Controls) -> None:
        self._pipe = pipe
        self._controls = controls
        self._sending = threading.Lock()

    def __call__(self, message: Any) -> None:
        line = memoryview(to_line(message))
        try:
            with self._sending:
                while line:
                    line = line[self._pipe.write(line) :]
        except OSError:
            self._controls.lose()
