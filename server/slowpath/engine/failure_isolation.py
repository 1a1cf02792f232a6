"""A part of a search that fails ends alone: the search goes on without it, and says so once.

What a strategy reads is what a program made of inputs that nobody foresaw, so an error in one of thirty may come after
minutes, and what the others found is worth more than an early end. What concerns the target (`SlowpathError`) is no
fault of a strategy and passes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from slowpath.errors import SlowpathError
from slowpath.model.campaign import Warned

FAILED = "strategy-failed"
"""The code of the warning that a part was left out from then on."""

log = logging.getLogger(__name__)


class FailureIsolation:
    """Around what the parts of a search do, by their ids. `tell` takes the warnings."""

    def __init__(self, tell: Callable[[Warned], None]) -> None:
        self._tell = tell
        self._failed: set[str] = set()

    def shuts_out(self, part: str) -> bool:
        """Whether that part failed before: it isn't asked any more."""
        return part in self._failed

    @contextmanager
    def around(self, part: str) -> Iterator[None]:
        """Ends that part, and nothing else, where what is done in here raises an error of ours."""
        try:
            yield
        except SlowpathError:
            raise
        except Exception as error:
            self._failed.add(part)
            log.exception("the search's part %s failed", part)
            self._tell(
                Warned(
                    FAILED,
                    f"A part of the search ({part}) failed by an error of Slowpath's own; it is left "
                    f"out from here on: {type(error).__name__}: {error}.",
                    "What was found holds, and the search goes on. Please report it with the program.",
                )
            )
