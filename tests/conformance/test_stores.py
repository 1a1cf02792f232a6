"""Every store passes the kit."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from slowpath.model.campaign import ContrastMined, SlowInputDropped, SlowInputFound
from slowpath.storage import open_store
from slowpath.storage.memory import FollowedStore, MemoryStore

_file = importlib.util.spec_from_file_location("store_kit", Path(__file__).with_name("store_kit.py"))
kit = importlib.util.module_from_spec(_file)
_file.loader.exec_module(kit)


class TestMemoryStore(kit.StoreKit):
    @pytest.fixture
    def store(self):
        return MemoryStore()


class TestSqliteStore(kit.StoreKit):
    @pytest.fixture
    def store(self, tmp_path):
        opened = open_store(tmp_path / "state")
        assert opened.notices == ()
        yield opened
        opened.close()


class TestFollowedStore:
    """Whoever folds events as they come needs of a long search only what stands."""

    @pytest.fixture
    def store(self):
        made = FollowedStore()
        made.create("c1", kit.spec())
        return made

    def found(self, store, data):
        name = store.put_input(data)
        store.append("c1", [SlowInputFound(kit.slow_input(data))])
        return name

    def test_lets_go_what_was_dropped_once_another_input_comes(self, store):
        names = [self.found(store, b"%d\n" % number) for number in range(3)]
        store.append("c1", [SlowInputDropped(names[0], "beaten")])
        last = store.put_input(b"9\n")
        assert [store.input(name) for name in (*names, last)] == [None, b"1\n", b"2\n", b"9\n"]
        assert list(store.events("c1")) == []

    def test_keeps_what_is_found_again_and_what_others_were_compared_with(self, store):
        again, base, slow = (self.found(store, data) for data in (b"1\n", b"2\n", b"3\n"))
        store.append("c1", [kit.history(b"2\n")[1], ContrastMined(kit.contrast(base, slow))])
        store.put_input(b"1\n")
        store.append("c1", [SlowInputDropped(name, "beaten") for name in (again, base, slow)])
        store.append("c1", [SlowInputFound(kit.slow_input(b"1\n"))])
        store.put_input(b"4\n")
        assert [store.input(name) for name in (again, base, slow)] == [b"1\n", b"2\n", b"3\n"]

    def test_refuses_events_of_a_campaign_that_it_does_not_know(self, store):
        with pytest.raises(KeyError):
            store.append("c2", [])
