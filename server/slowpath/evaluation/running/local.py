"""Units on this machine: one process each, as many at once as there are cores."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import psutil

from slowpath.evaluation.cores import cores
from slowpath.evaluation.rows import Row
from slowpath.evaluation.running.runner import Place, Prepare, row_of_process
from slowpath.evaluation.units import Unit

END_POLL_S = 0.1


class LocalRunner:
    """Runs units in processes of this machine."""

    def __init__(self, place: Place) -> None:
        self.cores = min(place.jobs or len(cores()), len(cores()))
        self._module = place.module

    def rows(self, units: Iterable[Unit], prepare: Prepare) -> Iterator[Row]:
        """The rows as they come. A unit is read when a core is free for it."""
        waiting = iter(units)
        with ThreadPoolExecutor(self.cores) as pool:
            running: set[Future[Row]] = set()
            try:
                while True:
                    while len(running) < self.cores and (unit := next(waiting, None)) is not None:
                        work = prepare(unit)
                        if isinstance(work, Row):
                            yield work
                        else:
                            running.add(pool.submit(row_of_process, work, self._module))
                    if not running:
                        return
                    over, running = wait(running, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in over)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
                # One may only just begin, so they are ended until none is left.
                while wait(running, END_POLL_S).not_done:
                    _end_units()


def _end_units() -> None:
    """Ends the processes that were started here, and that nobody waits for any more."""
    for process in psutil.Process().children():
        with contextlib.suppress(psutil.Error):
            process.kill()
