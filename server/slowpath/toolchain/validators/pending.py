"""A validator that is still being compiled: whoever asks it first waits until it is there."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from slowpath.model.ports import InputValidator, InputVerdict
from slowpath.toolchain.tool_threads import ToolThreads


@dataclass(frozen=True)
class PendingValidator:
    """Stands for the validator that `opened` will hold."""

    name: str
    opened: Future[InputValidator]

    def validate(self, data: bytes) -> InputVerdict:
        """What the validator says, once it is there."""
        return self.opened.result().validate(data)


@dataclass(frozen=True)
class FailedValidator:
    """Stands for a validator that can't be opened; it answers that it failed, and why."""

    name: str
    reason: str

    def validate(self, data: bytes) -> InputVerdict:
        """That it failed, whatever the input."""
        return InputVerdict(None, self.reason)


class Opening:
    """Opens validators one after the other in a thread of its own. A context manager; leaving it waits for the one
    that is being compiled, and opens no further one."""

    def __init__(self) -> None:
        self._pool = ToolThreads(1, thread_name_prefix="validators")
        self._started: list[PendingValidator] = []

    def start(self, name: str, open_one: Callable[[], InputValidator]) -> PendingValidator:
        """The validator that `open_one`, which doesn't raise, is going to return."""
        pending = PendingValidator(name, self._pool.submit(open_one))
        self._started.append(pending)
        return pending

    def wait(self) -> None:
        """Returns when all that were started are there."""
        for pending in self._started:
            pending.opened.result()

    def __enter__(self) -> Opening:
        return self

    def __exit__(self, *exception: Any) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool.__exit__(*exception)
