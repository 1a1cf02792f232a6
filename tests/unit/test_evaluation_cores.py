"""A unit's core is its own, and is given back when its process is gone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from slowpath.evaluation.cores import cores, own_core

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processes can't be bound to cores here")
HOLDING = """
import signal, sys
from pathlib import Path
from slowpath.evaluation.cores import own_core
with own_core(Path(sys.argv[1])) as core:
    print(core, flush=True)
    signal.pause()
"""


def test_a_core_is_taken_once_and_given_back(tmp_path):
    before = cores()
    with own_core(tmp_path) as core:
        assert cores() == [core]
    assert cores() == before
    with own_core(tmp_path) as again:
        assert again == core


def test_another_unit_has_another_core_until_its_process_is_killed(tmp_path):
    all_of_them = cores()
    holders = [
        subprocess.Popen([sys.executable, "-c", HOLDING, str(tmp_path)], stdout=subprocess.PIPE) for _ in all_of_them
    ]
    try:
        assert sorted(int(holder.stdout.readline()) for holder in holders) == all_of_them
        holders[0].send_signal(signal.SIGKILL)
        holders[0].wait()
        with own_core(tmp_path) as core:
            assert core in all_of_them
    finally:
        for holder in holders:
            holder.kill()
            holder.wait()
            holder.stdout.close()
