"""What only a store on disk meets: other processes, damage, newer versions, a full disk."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from slowpath.errors import StoreUnwritable
from slowpath.model.campaign import Budget, CampaignSpec, CampaignStarted, PhaseEntered, Progressed
from slowpath.model.expression import expr
from slowpath.model.format import InputFormat, IntType, Scalar
from slowpath.model.origin import input_id
from slowpath.storage import DATABASE_NAME, open_store
from slowpath.storage.leases import Holder, this_machine, this_process

SPEC = CampaignSpec(
    "/p/solution.py",
    "python",
    b"print(1)",
    InputFormat((Scalar("n", IntType(expr(1), expr(9))),)),
    (),
    Budget(executions=10),
)
STARTED = CampaignStarted("c1", SPEC.path, SPEC.budget)

CHILD = """
import sys
from pathlib import Path
from slowpath.model.campaign import Progressed
from slowpath.storage import open_store
from slowpath.storage.leases import this_process
store = open_store(Path(sys.argv[1]))
store.claim("c1", "/p/solution.py", this_process())
for number in range(50):
    store.append("c1", [Progressed(number, 0, 0, int(sys.argv[2]), "x")] * 2)
"""


def children(state: Path, count: int) -> list[subprocess.Popen]:
    return [subprocess.Popen([sys.executable, "-c", CHILD, str(state), str(number)]) for number in range(count)]


def test_survives_its_process(tmp_path):
    store = open_store(tmp_path)
    store.create("c1", SPEC)
    store.append("c1", [STARTED])
    name = store.put_input(b"9\n")
    store.close()
    again = open_store(tmp_path)
    assert again.spec("c1") == SPEC
    assert list(again.events("c1")) == [(1, STARTED)]
    assert again.input(name) == b"9\n"


def test_several_processes_write_one_campaign(tmp_path):
    store = open_store(tmp_path)
    store.create("c1", SPEC)
    for child in children(tmp_path, 3):
        assert child.wait(300) == 0
    stored = list(store.events("c1"))
    assert [sequence for sequence, _ in stored] == list(range(1, 301))
    writers = [event.best_count for _, event in stored]
    assert writers[::2] == writers[1::2], "the two events of one append stand together"


def test_the_lease_of_a_dead_process_is_free(tmp_path):
    store = open_store(tmp_path)
    store.create("c1", SPEC)
    (child,) = children(tmp_path, 1)
    assert child.wait(300) == 0
    assert store.holder("c1") is None
    assert store.claim("c2", SPEC.path, this_process()) is None


def test_a_process_with_a_used_number_is_not_the_holder():
    mine = this_process()
    assert mine.is_alive(0.0)
    assert not Holder(mine.pid, mine.started_s - 100, this_machine()).is_alive(heartbeat_s=1e12)


def test_a_holder_elsewhere_lives_while_it_gives_signs():
    elsewhere = Holder(1, 0.0, "elsewhere")
    assert elsewhere.is_alive(heartbeat_s=100.0, now_s=130.0)
    assert not elsewhere.is_alive(heartbeat_s=100.0, now_s=300.0)


@pytest.mark.parametrize("damage", ["overwritten", "torn"])
def test_a_damaged_database_is_set_aside_and_said(tmp_path, damage):
    store = open_store(tmp_path)
    store.create("c1", SPEC)
    for number in range(200):
        store.put_input(os.urandom(2000) + b"%d" % number)
    store.close()
    database = tmp_path / DATABASE_NAME
    content = database.read_bytes()
    torn = content[:8192] + b"\x55" * (len(content) - 8192)
    damaged = b"not a database at all" * 50 if damage == "overwritten" else torn
    database.write_bytes(damaged)
    again = open_store(tmp_path)
    assert list(again.campaigns()) == []
    (notice,) = again.notices
    assert "damaged" in notice
    assert "set aside" in notice
    (aside,) = tmp_path.glob("*.damaged-1")
    assert aside.read_bytes() == damaged
    again.create("c2", SPEC)
    assert open_store(tmp_path).notices == ()


def test_a_newer_database_is_set_aside_unharmed(tmp_path):
    store = open_store(tmp_path)
    store.create("c1", SPEC)
    store.close()
    with sqlite3.connect(tmp_path / DATABASE_NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    again = open_store(tmp_path)
    assert "newer Slowpath (schema 99" in again.notices[0]
    assert list(again.campaigns()) == []
    aside = tmp_path / f"{DATABASE_NAME}.schema-99-1"
    with sqlite3.connect(aside) as connection:
        assert connection.execute("SELECT id FROM campaigns").fetchall() == [("c1",)]
    connection.close()


def fill(store, number: int = 0) -> StoreUnwritable:
    """Stores inputs that don't compress until the store refuses."""
    try:
        while True:
            number += 1
            store.put_input(os.urandom(50_000) + b"%d" % number)
    except StoreUnwritable as error:
        return error


def test_a_full_database_says_so_and_keeps_what_it_has(tmp_path):
    store = open_store(tmp_path)
    store.create("c1", SPEC)
    store.append("c1", [STARTED])
    store._connection.execute("PRAGMA max_page_count = 100")
    error = fill(store)
    assert "full" in error.message
    assert "Free some disk" in error.remedy
    with pytest.raises(StoreUnwritable):
        store.append("c1", [PhaseEntered("x", "y" * 500_000), Progressed(1, 1, 1, 1, "x")])
    assert list(store.events("c1")) == [(1, STARTED)]
    store._connection.execute("PRAGMA max_page_count = 100000")
    store.append("c1", [PhaseEntered("patterns")])
    assert open_store(tmp_path).notices == ()


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 1 MiB; needs root."""
    mount = shutil.which("mount")
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or mount is None or subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("can't mount a small file system here")
    yield folder
    subprocess.run(["umount", str(folder)], check=False)


def test_a_really_full_disk_corrupts_nothing(small_disk):
    store = open_store(small_disk / "state")
    store.create("c1", SPEC)
    store.append("c1", [STARTED])
    assert "state" in fill(store).message
    with pytest.raises(StoreUnwritable):
        store.append("c1", [PhaseEntered("x", "y" * 900_000)])
    assert list(store.events("c1")) == [(1, STARTED)]
    store.close()
    again = open_store(small_disk / "state")
    assert again.notices == ()
    assert list(again.events("c1")) == [(1, STARTED)]
    again.close()


def test_a_disk_without_room_for_a_database_is_refused_with_a_remedy(small_disk):
    (small_disk / "filler").write_bytes(b"x" * (1 << 20))
    with pytest.raises(StoreUnwritable) as caught:
        open_store(small_disk / "state")
    assert caught.value.remedy


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path):
    (tmp_path / "state").write_text("a file")
    with pytest.raises(StoreUnwritable):
        open_store(tmp_path / "state")


def test_pruning_forgets_inputs_that_nothing_mentions(tmp_path):
    store = open_store(tmp_path)
    for name in ("c1", "c2"):
        store.create(name, SPEC)
    store.put_input(b"old")
    store._connection.execute("UPDATE inputs SET stored_s = 0")
    store.put_input(b"just made")
    assert store.prune(keep_per_path=1) == 1
    assert store.input(input_id(b"old")) is None
    assert store.input(input_id(b"just made")) == b"just made"
