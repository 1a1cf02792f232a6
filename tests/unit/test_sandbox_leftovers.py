"""What somebody's program leaves running is found by its token, without looking at all processes."""

from __future__ import annotations

import os
import secrets
import subprocess

import pytest

from slowpath.sandbox import leftovers
from slowpath.sandbox.leftovers import kill_all_with, processes_with

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")


@pytest.fixture
def stray():
    token = secrets.token_hex(8)
    started = subprocess.Popen(["/bin/sh", "-c", "while :; do sleep 1; done"], env={"TOKEN": token, "PATH": os.defpath})
    yield token, started.pid
    started.kill()
    started.wait()


def test_only_processes_from_the_first_on_are_looked_at(stray, monkeypatch):
    token, pid = stray
    monkeypatch.setattr(leftovers, "_last_id", lambda: 1 << 22)
    assert pid in processes_with(token, pid)
    assert pid not in processes_with(token, pid + 1)


def test_all_are_looked_at_where_ids_began_anew(stray, monkeypatch):
    token, pid = stray
    monkeypatch.setattr(leftovers, "_last_id", lambda: pid - 1)
    assert pid in processes_with(token, pid + 1)


def test_what_is_found_is_killed(stray):
    token, pid = stray
    assert kill_all_with(token, 60.0, first=pid)
    assert os.waitpid(pid, 0)[1] != 0
