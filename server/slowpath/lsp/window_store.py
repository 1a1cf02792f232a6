"""The store of a window: opened late, and done without where the disk refuses. Everything here blocks."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from slowpath.errors import StoreUnwritable
from slowpath.model.campaign import Ended
from slowpath.storage import LeasingStore, open_store
from slowpath.storage.memory import MemoryStore

log = logging.getLogger(__name__)


class WindowStore:
    """The store in the folder that `state_dir` names then, opened at first use."""

    def __init__(self, state_dir: Callable[[], Path]) -> None:
        self._state_dir = state_dir
        self._store: LeasingStore | None = None

    def opened(self) -> LeasingStore:
        """The store; one in memory, each time anew, where the disk refuses."""
        if self._store is None:
            try:
                self._store = open_store(self._state_dir())
            except StoreUnwritable as error:
                log.warning("%s", error)
                return MemoryStore()
            for notice in self._store.notices:
                log.warning("%s", notice)
        return self._store

    def end(self, campaign_id: str, ended: Ended) -> None:
        """Stores the end of a campaign; that it can't be stored is logged."""
        try:
            self.opened().append(campaign_id, [ended])
        except (StoreUnwritable, KeyError) as error:
            log.warning("the end of campaign %s isn't stored: %s", campaign_id, error)

    def close(self) -> None:
        """Closes the store, if it was opened. Idempotent."""
        if self._store is not None:
            self._store.close()
            self._store = None
