"""Threads that build side by side.

An interruption, and an alarm, reach the main thread alone. Where that waits for what other threads build, it ends their
compilers as well: leaving would wait for them.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import TracebackType

from slowpath.sandbox.process import end_tools


class ToolThreads(ThreadPoolExecutor):
    """Left because all has to end (`OutOfTime`, Ctrl-C), not for a failure, it ends every tool of this process."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        if kind is not None and not issubclass(kind, Exception):
            self.shutdown(wait=False, cancel_futures=True)
            end_tools()
        return super().__exit__(kind, error, trace)
