"""The store on disk: one SQLite database for all campaigns of a user, shared by several processes.

Theory of operation. Workers write, language servers read, each with a connection of its own; one lock per
connection makes it safe for threads. The journal is write-ahead, so readers never wait for the writer, and
a process that is killed between two statements leaves what was committed. `synchronous=NORMAL` means that a
power cut (not a crash) may lose the last events; a campaign then resumes a little earlier, which is enough.
Every write is one immediate transaction: it is there whole or not at all. When the disk is full SQLite rolls
back, and we say `StoreUnwritable`; what was committed before stays readable.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from slowpath import wire
from slowpath.errors import StoreUnwritable
from slowpath.model.campaign import CampaignEvent, CampaignSpec
from slowpath.model.origin import input_id
from slowpath.storage.leases import Holder
from slowpath.storage.mentions import mentioned_inputs

log = logging.getLogger(__name__)
T = TypeVar("T")

SCHEMA_VERSION = 1
BUSY_TIMEOUT_S = 30.0
LARGEST_CHECKED_BYTES = 64 << 20
UNMENTIONED_INPUT_AGE_S = 24 * 3600.0

_SCHEMA = """
CREATE TABLE campaigns (number INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, path TEXT NOT NULL,
                        created_s REAL NOT NULL, spec TEXT NOT NULL);
CREATE INDEX campaigns_by_path ON campaigns (path, number);
CREATE TABLE events (campaign_id TEXT NOT NULL, sequence INTEGER NOT NULL, event TEXT NOT NULL,
                     PRIMARY KEY (campaign_id, sequence)) WITHOUT ROWID;
CREATE TABLE inputs (id TEXT PRIMARY KEY, size INTEGER NOT NULL, stored_s REAL NOT NULL, data BLOB NOT NULL);
CREATE TABLE mentions (campaign_id TEXT NOT NULL, input_id TEXT NOT NULL,
                       PRIMARY KEY (campaign_id, input_id)) WITHOUT ROWID;
CREATE TABLE leases (campaign_id TEXT PRIMARY KEY, path TEXT NOT NULL, pid INTEGER NOT NULL, started_s REAL NOT NULL,
                     machine TEXT NOT NULL, heartbeat_s REAL NOT NULL, request TEXT NOT NULL DEFAULT '');
"""

_REMEDIES = (
    ("full", "the disk is full", "Free some disk; the search goes on in memory meanwhile."),
    ("readonly", "it can't be written", "Make the folder writable, or set another state directory."),
    ("locked", "another process keeps it locked", "Close other windows on it, then start again."),
    ("unable to open", "it can't be opened", "Make the folder writable, or set another state directory."),
    ("malformed", "it is damaged", "Restart: a damaged store is set aside and a new one begun."),
    ("not a database", "it is damaged", "Restart: a damaged store is set aside and a new one begun."),
    ("i/o error", "the disk fails or is full", "Check the disk and its free space."),
)


class _Unusable(Exception):
    """The file can't be this version's database; `why` ends its new name, `message` tells the user."""

    def __init__(self, why: str, message: str) -> None:
        super().__init__(message)
        self.why = why
        self.message = message


class SqliteStore:
    """Implements `LeasingStore` over one database file. Open it with `SqliteStore.open`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, notices: tuple[str, ...] = ()) -> None:
        self.path = path
        self.notices = notices
        self._connection = connection
        self._lock = threading.RLock()

    @classmethod
    def open(cls, path: Path) -> SqliteStore:
        """The store in the file `path`, made when missing. Raises `StoreUnwritable`."""
        notices: tuple[str, ...] = ()
        with _as_unwritable(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        for _ in range(3):
            identity = _file_identity(path)
            try:
                return cls(path, _connect(path), notices)
            except _Unusable as error:
                notices = (*notices, *_set_aside(path, identity, error))
        raise StoreUnwritable(
            f"{path}: can't be opened as a store of campaigns.", "Move it away, or set another state directory."
        )

    def create(self, campaign_id: str, spec: CampaignSpec) -> None:
        """Begins a campaign; an id that exists is left as it is."""
        text = wire.dumps(spec)
        self._write(
            lambda: self._connection.execute(
                "INSERT OR IGNORE INTO campaigns (id, path, created_s, spec) VALUES (?, ?, ?, ?)",
                (campaign_id, spec.path, time.time(), text),
            )
        )

    def spec(self, campaign_id: str) -> CampaignSpec | None:
        """The campaign's specification, or None."""
        rows = self._read("SELECT spec FROM campaigns WHERE id = ?", (campaign_id,))
        return wire.decode(CampaignSpec, json.loads(rows[0][0])) if rows else None

    def append(self, campaign_id: str, events: Sequence[CampaignEvent]) -> None:
        """Stores events in order, all or none. Raises `KeyError` for a campaign that wasn't created and
        `StoreUnwritable` when the disk is full."""
        texts = [
            json.dumps(wire.encode(event, CampaignEvent), ensure_ascii=False, separators=(",", ":")) for event in events
        ]
        mentioned = [(campaign_id, name) for event in events for name in mentioned_inputs(event)]
        self._write(lambda: self._append(campaign_id, texts, mentioned))

    def _append(self, campaign_id: str, texts: list[str], mentioned: list[tuple[str, str]]) -> None:
        execute = self._connection.execute
        if execute("SELECT 1 FROM campaigns WHERE id = ?", (campaign_id,)).fetchone() is None:
            raise KeyError(campaign_id)
        (last,) = execute(
            "SELECT coalesce(max(sequence), 0) FROM events WHERE campaign_id = ?", (campaign_id,)
        ).fetchone()
        self._connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?)",
            [(campaign_id, sequence, text) for sequence, text in enumerate(texts, last + 1)],
        )
        self._connection.executemany("INSERT OR IGNORE INTO mentions VALUES (?, ?)", mentioned)

    def events(self, campaign_id: str, after: int = 0) -> Iterator[tuple[int, CampaignEvent]]:
        """Events with their sequence numbers (from 1), those greater than `after`."""
        rows = self._read(
            "SELECT sequence, event FROM events WHERE campaign_id = ? AND sequence > ? ORDER BY sequence",
            (campaign_id, after),
        )
        for sequence, text in rows:
            yield sequence, wire.decode(CampaignEvent, json.loads(text))

    def put_input(self, data: bytes) -> str:
        """Stores bytes (compressed) under their content id."""
        name = input_id(data)
        if not self._read("SELECT 1 FROM inputs WHERE id = ?", (name,)):
            packed = zlib.compress(data, 1)
            self._write(
                lambda: self._connection.execute(
                    "INSERT OR IGNORE INTO inputs VALUES (?, ?, ?, ?)", (name, len(data), time.time(), packed)
                )
            )
        return name

    def input(self, input_id: str) -> bytes | None:
        """The bytes, or None."""
        rows = self._read("SELECT data FROM inputs WHERE id = ?", (input_id,))
        return zlib.decompress(rows[0][0]) if rows else None

    def campaigns(self, path: str | None = None) -> list[str]:
        """Ids, newest first."""
        rows = self._read("SELECT id FROM campaigns WHERE ? IS NULL OR path = ? ORDER BY number DESC", (path, path))
        return [name for (name,) in rows]

    def claim(self, campaign_id: str, path: str, holder: Holder) -> str | None:
        """See `LeasingStore`."""
        return self._write(lambda: self._claim(campaign_id, path, holder))

    def _claim(self, campaign_id: str, path: str, holder: Holder) -> str | None:
        rows = self._connection.execute(
            "SELECT campaign_id, pid, started_s, machine, heartbeat_s FROM leases WHERE path = ? OR campaign_id = ?",
            (path, campaign_id),
        ).fetchall()
        for other, pid, started_s, machine, heartbeat_s in rows:
            owner = Holder(pid, started_s, machine)
            if owner != holder and owner.is_alive(heartbeat_s):
                return other
        self._connection.execute("DELETE FROM leases WHERE path = ? OR campaign_id = ?", (path, campaign_id))
        self._connection.execute(
            "INSERT INTO leases VALUES (?, ?, ?, ?, ?, ?, '')",
            (campaign_id, path, holder.pid, holder.started_s, holder.machine, time.time()),
        )
        return None

    def renew(self, campaign_id: str, holder: Holder) -> bool:
        """See `LeasingStore`."""
        changed = self._write(
            lambda: self._connection.execute(
                "UPDATE leases SET heartbeat_s = ? WHERE campaign_id = ? AND pid = ? AND started_s = ? AND machine = ?",
                (time.time(), campaign_id, holder.pid, holder.started_s, holder.machine),
            )
        )
        return changed.rowcount > 0

    def release(self, campaign_id: str, holder: Holder) -> None:
        """See `LeasingStore`."""
        self._write(
            lambda: self._connection.execute(
                "DELETE FROM leases WHERE campaign_id = ? AND pid = ? AND started_s = ? AND machine = ?",
                (campaign_id, holder.pid, holder.started_s, holder.machine),
            )
        )

    def holder(self, campaign_id: str) -> Holder | None:
        """See `LeasingStore`."""
        rows = self._read(
            "SELECT pid, started_s, machine, heartbeat_s FROM leases WHERE campaign_id = ?", (campaign_id,)
        )
        for pid, started_s, machine, heartbeat_s in rows:
            owner = Holder(pid, started_s, machine)
            if owner.is_alive(heartbeat_s):
                return owner
        return None

    def request(self, campaign_id: str, action: str) -> bool:
        """See `LeasingStore`."""
        if self.holder(campaign_id) is None:
            return False
        changed = self._write(
            lambda: self._connection.execute(
                "UPDATE leases SET request = ? WHERE campaign_id = ?", (action, campaign_id)
            )
        )
        return changed.rowcount > 0

    def take_request(self, campaign_id: str) -> str:
        """See `LeasingStore`."""
        rows = self._read("SELECT request FROM leases WHERE campaign_id = ?", (campaign_id,))
        action = rows[0][0] if rows else ""
        if action:
            self._write(
                lambda: self._connection.execute(
                    "UPDATE leases SET request = '' WHERE campaign_id = ? AND request = ?", (campaign_id, action)
                )
            )
        return action

    def prune(self, keep_per_path: int = 5) -> int:
        """See `LeasingStore`. Inputs stored within the last day stay: their event may be on its way."""
        old = [
            name
            for (name,) in self._read(
                "SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY path ORDER BY number DESC) AS age"
                " FROM campaigns) WHERE age > ?",
                (keep_per_path,),
            )
        ]
        doomed = [name for name in old if self.holder(name) is None]
        if doomed:
            self._write(lambda: self._forget(doomed))
        return len(doomed)

    def _forget(self, doomed: list[str]) -> None:
        names = [(name,) for name in doomed]
        self._connection.executemany("DELETE FROM campaigns WHERE id = ?", names)
        for table in ("events", "mentions", "leases"):
            self._connection.executemany(f"DELETE FROM {table} WHERE campaign_id = ?", names)
        self._connection.execute(
            "DELETE FROM inputs WHERE id NOT IN (SELECT input_id FROM mentions) AND stored_s < ?",
            (time.time() - UNMENTIONED_INPUT_AGE_S,),
        )

    def close(self) -> None:
        """Closes the connection. Idempotent."""
        with self._lock:
            self._connection.close()

    def _read(self, query: str, values: tuple) -> list[tuple]:
        with self._lock, _as_unwritable(self.path):
            return self._connection.execute(query, values).fetchall()

    def _write(self, statements: Callable[[], T]) -> T:
        """Runs `statements` in one immediate transaction. Raises `StoreUnwritable`."""
        with self._lock, _as_unwritable(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                result = statements()
                self._connection.execute("COMMIT")
                return result
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise


def _connect(path: Path) -> sqlite3.Connection:
    """A connection to a database of our schema. Raises `_Unusable` when the file can't be one."""
    with _as_unwritable(path):
        connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
        try:
            _prepare(path, connection)
            return connection
        except sqlite3.DatabaseError as error:
            connection.close()
            if _is_damage(error):
                raise _Unusable("damaged", f"{path}: the store of campaigns is damaged ({error}).") from error
            raise
        except BaseException:
            connection.close()
            raise


def _prepare(path: Path, connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise _Unusable(
            f"schema-{version}",
            f"{path}: the store was written by a newer Slowpath (schema {version}, this one knows {SCHEMA_VERSION}).",
        )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    if version == 0:
        _create_schema(connection)
    marker = _damage_marker(path)
    if marker.exists() or path.stat().st_size <= LARGEST_CHECKED_BYTES:
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        marker.unlink(missing_ok=True)
        if verdict != "ok":
            raise sqlite3.DatabaseError(f"malformed: {verdict}")


def _damage_marker(path: Path) -> Path:
    """Left beside the database by whoever met damage in it: the next to open it checks it whole."""
    return path.with_name(path.name + ".damaged")


def _create_schema(connection: sqlite3.Connection) -> None:
    """Makes the tables, unless another process made them while we waited for the lock."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if connection.execute("PRAGMA user_version").fetchone() == (0,):
            for statement in filter(str.strip, _SCHEMA.split(";")):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    text = str(error).lower()
    return any(word in text for word in ("malformed", "not a database", "already exists", "encrypted"))


def _set_aside(path: Path, identity: tuple[int, int] | None, error: _Unusable) -> tuple[str, ...]:
    """Renames the database and its journal; nothing when another process has already replaced it."""
    if identity is None or _file_identity(path) != identity:
        return ()
    target = next(
        free
        for number in range(1, 10_000)
        if not (free := path.with_name(f"{path.name}.{error.why}-{number}")).exists()
    )
    with _as_unwritable(path):
        path.rename(target)
        for suffix in ("-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + suffix).rename(target.with_name(target.name + suffix))
    notice = f"{error.message} It was set aside as {target.name}, and a new store was begun."
    log.warning(notice)
    return (notice,)


def _file_identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


@contextlib.contextmanager
def _as_unwritable(path: Path) -> Iterator[None]:
    """Turns failures of the disk and of SQLite into `StoreUnwritable` with their remedy."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        text = str(error).lower()
        if _is_damage(error):
            with contextlib.suppress(OSError):
                _damage_marker(path).touch()
        for word, what, remedy in _REMEDIES:
            if word in text:
                raise StoreUnwritable(f"{path}: {what} ({error}).", remedy) from error
        raise
    except OSError as error:
        raise StoreUnwritable(
            f"{path}: {error.strerror or error}.",
            "Make the folder writable with some free disk, or set another state directory.",
        ) from error
