"""A worker's search for a breaking input: run from its beginning to its end, and reported.

Nothing is stored: events and the bytes that they name go up as they come, and whoever hears them keeps them. A search
is over in a minute, so one that was lost begins anew.
"""

from __future__ import annotations

import contextlib
import logging
import traceback
from pathlib import Path

from slowpath import pipeline
from slowpath.errors import SlowpathError
from slowpath.model.breaking import BreakEvent, BreakSpec, BreakStarted, BreakView, fold_break
from slowpath.model.campaign import Ended, PhaseEntered
from slowpath.model.origin import input_id
from slowpath.worker.controls import Controls, PausableClock
from slowpath.worker.ending import Ending
from slowpath.worker.messages import BeginBreak, BreakHappened, FormatRead, InputHeld
from slowpath.worker.outgoing import Outgoing
from slowpath.worker.reading import read

log = logging.getLogger(__name__)


class BreakRun:
    """One search from its `BeginBreak` to its last event. Everything it says goes to `say`."""

    def __init__(self, begin: BeginBreak, controls: Controls, say: Outgoing) -> None:
        self._begin = begin
        self._controls = controls
        self._say = say
        self._clock = PausableClock()
        self._view = BreakView()
        self._ending = Ending(controls)
        self._kept: set[str] = set()

    def run(self) -> None:
        """Runs it to its end, or to the loss of the listener."""
        try:
            spec = self._spec()
            if spec is not None and not self._controls.lost:
                self._say(FormatRead(spec.format))
                self._search(spec)
        finally:
            self._ending.finish()

    def end_if_late(self) -> None:
        """Waits for a stop or a loss, and ends everything where the search doesn't come back from what it does."""
        self._ending.end_if_late(self._report_stop)

    def _report_stop(self) -> None:
        self._report(Ended("stopped", executions=self._view.executions, elapsed_s=self._view.elapsed_s))

    def _spec(self) -> BreakSpec | None:
        """What to search for; None when there can't be a search, which was then reported."""
        begin = self._begin
        self._report(BreakStarted(begin.path, begin.budget))
        self._report(PhaseEntered("reading", "Reading the problem and how the program reads its input."))
        references = None if begin.references is None else tuple(map(Path, begin.references))
        try:
            found = read(begin, self._report)
            return pipeline.break_spec(found.solution, found.problem, found.report, begin.settings, begin.budget,
                                       begin.seed, references=references)
        except SlowpathError as error:
            self._report(pipeline.failure(error, self._clock()))
        except Exception as error:
            log.error("reading %s crashed\n%s", begin.path, traceback.format_exc())
            self._report(Ended("failed", "bug", f"Reading the problem crashed: {type(error).__name__}: {error}.",
                               "This is a bug in Slowpath; the log has the details.", elapsed_s=self._clock()))
        return None

    def _search(self, spec: BreakSpec) -> None:
        events = pipeline.find_break(spec, self._begin.settings, keep=self._keep,
                                     stop=lambda: self._controls.stopped or self._controls.lost, clock=self._clock)
        with contextlib.closing(events):  # type: ignore[type-var]
            for event in events:
                if self._controls.lost:
                    return
                self._report(event)

    def _keep(self, data: bytes) -> str:
        """Sends bytes up, once, and names them."""
        name = input_id(data)
        if name not in self._kept:
            self._kept.add(name)
            self._say(InputHeld(data))
        return name

    def _report(self, event: BreakEvent) -> None:
        self._view = fold_break(self._view, event)
        self._say(BreakHappened(event))
