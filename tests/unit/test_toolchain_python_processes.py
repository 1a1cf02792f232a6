"""How the Python runtime waits for the processes that it runs programs in, and cleans up behind them."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
from pathlib import Path

import pytest

from slowpath.toolchain.languages.python import RUNTIME


@pytest.mark.parametrize(("is_ready", "is_reaped"), [(True, True), (False, False)], ids=["no core is free", "it waits"])
def test_a_run_that_has_no_core_is_not_late_with_its_counters(monkeypatch, is_ready, is_reaped):
    """It ends when it's asked about for the third time, long after its grace on the wall clock."""
    monkeypatch.syspath_prepend(str(RUNTIME))
    processes = importlib.import_module("python_processes")
    asked = []

    def ready(pid):
        asked.append(pid)
        if len(asked) == 3:
            os.kill(pid, signal.SIGKILL)
        return is_ready

    monkeypatch.setattr(processes, "is_ready", ready)
    with subprocess.Popen(["sleep", "600"]) as child:
        try:
            reaped = processes.reap_in_grace(child.pid, 0.05)
        finally:
            child.kill()
    assert (reaped is not None) is is_reaped


def test_folders_that_a_run_left_are_removed_where_modes_cannot_be_changed(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(RUNTIME))
    processes = importlib.import_module("python_processes")

    def refused(path, mode):
        raise PermissionError(path)

    monkeypatch.setattr(os, "chmod", refused)
    (tmp_path / "feedback" / "inner").mkdir(parents=True)
    (tmp_path / "feedback" / "inner" / "judgemessage.txt").write_text("wrong")
    processes.renew_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("used_part", "is_ready", "has_children", "is_over"),
    [
        (0.0, False, False, True),
        (0.01, False, False, True),
        (0.2, False, False, False),
        (0.0, True, False, False),
        (0.0, False, True, False),
    ],
    ids=["it waits", "it waits and looks", "it works", "no core is free", "another process works for it"],
)
def test_a_run_that_does_nothing_for_seconds_is_over_long_before_its_limit(
    monkeypatch, used_part, is_ready, has_children, is_over
):
    monkeypatch.syspath_prepend(str(RUNTIME))
    processes = importlib.import_module("python_processes")
    monkeypatch.setattr(processes, "is_ready", lambda pid: is_ready)
    monkeypatch.setattr(processes, "has_children", lambda pid: has_children)
    idleness = processes.Idleness(20 * processes.NANO)
    walls = range(0, 6 * processes.NANO, processes.NANO // 5)
    assert any(idleness.is_too_long(1, wall, int(used_part * wall)) for wall in walls) is is_over
    assert not any(processes.Idleness(80 * processes.NANO).is_too_long(1, wall, 0) for wall in walls)
    waited = 0 if is_ready or has_children else (1 - used_part) * idleness.looked_ns
    assert idleness.idle_ns == pytest.approx(waited)


def test_who_has_started_a_process_has_children_while_it_is_there(monkeypatch):
    monkeypatch.syspath_prepend(str(RUNTIME))
    processes = importlib.import_module("python_processes")
    with subprocess.Popen(["sh", "-c", "sleep 600 & echo started; wait"], stdout=subprocess.PIPE) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == b"started\n"
            assert processes.has_children(child.pid)
            os.kill(int(Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text()), signal.SIGKILL)
        finally:
            child.kill()
    assert not processes.has_children(child.pid)
