"""Each unit comes to one row on a real Ray cluster of three nodes on this machine, though a node, a worker and a driver
are killed in the middle."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import psutil
import pytest
from evaluated import HERE, MODULE, PLAN, begun, fake_data, processes, written
from test_evaluation_running import DRIVER

from slowpath.evaluation.evaluating import evaluate
from slowpath.evaluation.journal import Journal, rows_of
from slowpath.evaluation.running import RAY, opened_runner
from slowpath.evaluation.running.on_ray import CORE
from slowpath.evaluation.running.runner import Place

pytest.importorskip("ray", reason="Ray isn't installed: pip install 'slowpath[scale]'")
UNITS = 9
STARTS = 5
WAIT_S = 600


@pytest.fixture(scope="module")
def cluster():
    from ray.cluster_utils import Cluster

    before = dict(os.environ)
    os.environ.update(PYTHONPATH=os.pathsep.join([str(HERE), before.get("PYTHONPATH", "")]))
    node = {"num_cpus": 1, "resources": {CORE: 1}, "object_store_memory": 80 << 20}
    made = Cluster()
    _started(made, **node, include_dashboard=False)
    others = [_started(made, **node) for _ in range(2)]
    yield made, others
    made.shutdown()
    os.environ.clear()
    os.environ.update(before)


def _started(cluster, **node):
    """Starts a node, again where it took more than the half minute that Ray gives it, as on a machine with other
    work."""
    for _ in range(STARTS):
        try:
            return cluster.add_node(**node)
        except Exception as error:
            if "timed out during startup" not in str(error):
                raise
    pytest.skip("Ray's nodes don't start in time on this machine")


def test_a_unit_counts_once_though_its_driver_its_worker_and_its_node_are_killed(cluster, tmp_path):
    made, others = cluster
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, str(tmp_path), RAY, made.address], check=False, capture_output=True
    )
    assert done.returncode == -9, done.stderr
    before = {row.unit.id for row in rows_of(tmp_path)}
    # What the driver left is done; the rest waits at the gate, but for a unit that kills its worker when it begins.
    gate = tmp_path / "gate"
    data = fake_data(
        tmp_path, UNITS, gate={number: str(gate) for number in range(6, UNITS)}, dies={5: str(tmp_path / "died")}
    )
    with Journal(tmp_path) as journal, opened_runner(Place(RAY, None, made.address, MODULE)) as runner:
        assert runner.cores == 3
        killer = threading.Thread(target=_kill_a_node, args=(made, others[0], tmp_path, gate))
        killer.start()
        new = [row.unit.id for row in evaluate(data, PLAN, runner, journal)]
        killer.join()
    assert not before & set(new)
    assert [row.unit.program.id for row in written(tmp_path)] == [f"p{number}" for number in range(UNITS)]
    assert len({row.unit.id for row in rows_of(tmp_path)}) == len(list(rows_of(tmp_path)))
    times = begun(tmp_path)
    assert times["p5"] >= 2, "its worker was killed while it was done"
    assert sum(times[f"p{number}"] for number in range(6, UNITS)) > 3, "its node was killed while it was done"


def _kill_a_node(made, node, folder, gate):
    """Waits until each node has a unit at the gate, kills one node, and opens the gate when its unit is gone."""
    waiting = {f"p{number}" for number in range(6, UNITS)}
    try:
        _until(lambda: waiting <= set(begun(folder)))
        made.remove_node(node, allow_graceful=False)
        at_gate = [process for program, process in processes(folder) if program in waiting]
        _until(lambda: not all(map(psutil.pid_exists, at_gate)))
    finally:
        # Whatever went wrong, the test ends.
        gate.touch()


def _until(holds):
    ends = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < ends, "it never came to that"
        threading.Event().wait(0.1)
