"""Keeps campaigns: `open_store` gives the one on disk, `memory.MemoryStore` one that dies with its process."""

from __future__ import annotations

from pathlib import Path

from slowpath.storage.ports import LeasingStore

DATABASE_NAME = "campaigns.sqlite3"


def open_store(state_dir: Path) -> LeasingStore:
    """The store of campaigns under `state_dir`, made when it isn't there; `notices` says what was odd.

    A database that is damaged or of a newer schema is set aside beside it, never deleted. Raises
    `StoreUnwritable` when the folder can't be written.
    """
    from slowpath.storage.sqlite import SqliteStore

    return SqliteStore.open(state_dir / DATABASE_NAME)


__all__ = ["DATABASE_NAME", "LeasingStore", "open_store"]
