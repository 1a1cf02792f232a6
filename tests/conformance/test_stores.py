"""Every store passes the kit."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from slowpath.storage import open_store
from slowpath.storage.memory import MemoryStore

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
