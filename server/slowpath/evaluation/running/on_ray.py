"""Units on a Ray cluster: a task each, which does the unit in a process of its own on its node.

Theory of operation. Ray places tasks, does one again whose worker or node died, and gives the driver one result for
each; the driver alone writes rows. A task asks for one CPU and for one `slowpath_core`, a custom resource of which a
node has as many as it has cores, so that no more units run on a node than it has cores; which core, the unit's process
takes by a lock. On a cluster that was started without the resource CPUs alone limit. The process that does a unit ends
with its worker. When the driver dies Ray ends its tasks; the journal knows what is done.

The only file that knows Ray.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable, Iterator
from typing import Any

from slowpath.errors import ToolMissing, UsageError
from slowpath.evaluation.cores import cores
from slowpath.evaluation.rows import Row
from slowpath.evaluation.running.runner import AHEAD, Place, Prepare, row_of_process
from slowpath.evaluation.units import Unit

_log = logging.getLogger(__name__)

CORE = "slowpath_core"
RETRIES = 10
"""How often a unit is done again whose worker or node died."""


@contextlib.contextmanager
def on_ray(place: Place) -> Iterator[RayRunner]:
    """A runner on the cluster at the address, or on one that is started here and ended with this."""
    try:
        import ray
    except ImportError:
        raise ToolMissing(
            "Ray isn't installed.", "Install it with the extra: pip install 'slowpath[scale]'; or run with --on local."
        ) from None
    count = len(cores())
    here: dict[str, Any] = (
        {} if place.address else {"num_cpus": count, "resources": {CORE: count}, "include_dashboard": False}
    )
    try:
        ray.init(address=place.address or "local", log_to_driver=False, configure_logging=False, **here)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise UsageError(
            f"{place.address or 'this machine'}: no Ray cluster could be used ({error}).",
            "docs/scale.md says how one is started.",
        ) from error
    try:
        yield RayRunner(ray, place)
    finally:
        ray.shutdown()


class RayRunner:
    """Runs units as tasks of the cluster that this process is connected to."""

    def __init__(self, ray: Any, place: Place) -> None:
        self._ray = ray
        has = ray.cluster_resources()
        self.cores = int(min(has.get(CORE, has.get("CPU", 1)), place.jobs or 1 << 20))
        asks = {"resources": {CORE: 1}} if has.get(CORE) else {}
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES, scheduling_strategy="SPREAD", **asks)(row_of_process)
        self._module = place.module

    def rows(self, units: Iterable[Unit], prepare: Prepare) -> Iterator[Row]:
        """The rows as they come. A unit that was lost more often than Ray does it again has none: a later run of the
        same command does it."""
        waiting = iter(units)
        running: list[Any] = []
        while True:
            while len(running) < AHEAD * self.cores and (unit := next(waiting, None)) is not None:
                work = prepare(unit)
                if isinstance(work, Row):
                    yield work
                else:
                    running.append(self._task.remote(work, self._module))
            if not running:
                return
            over, running = self._ray.wait(running, num_returns=1)
            for task in over:
                row = self._row(task)
                if row is not None:
                    yield row

    def _row(self, task: Any) -> Row | None:
        """What a task gave, None where it was lost; the reason is logged."""
        try:
            made: Row = self._ray.get(task)
        except self._ray.exceptions.RayError as error:
            _log.warning("a unit was lost: %s", str(error).strip().splitlines()[-1])
            return None
        return made
