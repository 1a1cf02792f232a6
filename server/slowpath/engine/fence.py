"""A strategy that fails ends alone: the search goes on without it, and says so once.

What a strategy reads is what a program made of inputs that nobody foresaw, so an error in one of thirty may come after
minutes, and what the others found is worth more than an early end. What concerns the target (`SlowpathError`) is no
fault of a strategy and passes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from slowpath.engine.strategies.strategy import Strategy
from slowpath.errors import SlowpathError
from slowpath.model.campaign import CampaignEvent, Warned

FAILED = "strategy-failed"
"""The code of the warning that a strategy was left out from then on."""

log = logging.getLogger(__name__)


class Fence:
    """Around what strategies do. `tell` takes the warnings."""

    def __init__(self, tell: Callable[[CampaignEvent], None]) -> None:
        self._tell = tell
        self._failed: set[str] = set()

    def shuts_out(self, strategy: Strategy) -> bool:
        """Whether that strategy failed before and has no more turns."""
        return strategy.id in self._failed

    @contextmanager
    def around(self, strategy: Strategy) -> Iterator[None]:
        """Ends the strategy, and nothing else, where what is done in here raises an error of ours."""
        try:
            yield
        except SlowpathError:
            raise
        except Exception as error:
            self._failed.add(strategy.id)
            log.exception("the strategy %s failed", strategy.id)
            self._tell(Warned(FAILED, f"A part of the search ({strategy.id}) failed by an error of Slowpath's own; it "
                                      f"is left out from here on: {type(error).__name__}: {error}.",
                              "What was found holds, and the search goes on. Please report it with the program."))
