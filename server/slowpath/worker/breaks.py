"""A worker's search for a breaking input: run from its beginning to its end, and reported.

Theory of operation. Where a language model is asked, that comes first: what it thinks breaks the program is a seed of
the search, and a brute force that it wrote is a reference where there is none (`worker.break_asking`). When something
was found it is asked what kind of bug that is, before the end is told. Nothing is stored: events and the bytes that
they name go up as they come, and whoever hears them keeps them. A search is over in a minute, so one that was lost
begins anew.
"""

from __future__ import annotations

import contextlib
import logging
import traceback
from pathlib import Path
from typing import Any

from slowpath import pipeline
from slowpath.errors import SlowpathError
from slowpath.model.breaking import BreakEvent, BreakSpec, BreakStarted, BreakView, fold_break
from slowpath.model.campaign import Ended, PhaseEntered
from slowpath.worker.break_asking import BreakAsking
from slowpath.worker.controls import Controls, PausableClock
from slowpath.worker.ending import Ending
from slowpath.worker.messages import BeginBreak, BreakHappened, FormatRead, InputHeld
from slowpath.worker.naming import Naming
from slowpath.worker.outgoing import Outgoing
from slowpath.worker.reading import READING, Read, read

log = logging.getLogger(__name__)


class BreakRun:
    """One search from its `BeginBreak` to its last event. Everything it says goes to `say`."""

    def __init__(self, begin: BeginBreak, controls: Controls, say: Outgoing, relay: Any = None) -> None:
        self._begin = begin
        self._controls = controls
        self._say = say
        self._relay = relay
        self._clock = PausableClock()
        self._view = BreakView()
        self.alarm = pipeline.Alarm(self._clock)
        self._ending = Ending(controls, self.alarm)
        self._naming = Naming(lambda data: say(InputHeld(data)))

    def run(self) -> None:
        """Runs it to its end, or to the loss of the listener."""
        try:
            made = self._spec()
            if made is not None and not self._controls.lost:
                self._say(FormatRead(made[0].format))
                self._search(*made)
        finally:
            self._ending.finish()

    def end_if_late(self) -> None:
        """Waits for a stop or a loss, and ends everything where the search doesn't come back from what it does."""
        self._ending.end_if_late(self._report_stop)

    def _report_stop(self) -> None:
        self._report(Ended("stopped", executions=self._view.executions, elapsed_s=self._view.elapsed_s))

    def _spec(self) -> tuple[BreakSpec, Read] | None:
        """What to search for; None when there can't be a search, which was then reported."""
        begin = self._begin
        self._report(BreakStarted(begin.path, begin.budget))
        self._report(PhaseEntered("reading", "Reading the problem and how the program reads its input."))
        references = None if begin.references is None else tuple(map(Path, begin.references))
        try:
            found = read(begin, self._report, references)
            return pipeline.break_spec(
                found.solution,
                found.problem,
                found.report,
                begin.settings,
                begin.budget,
                begin.seed,
                references=references,
                known=begin.known,
                compare=begin.compare,
            ), found
        except SlowpathError as error:
            self._report(pipeline.failure(error, self._clock()))
        except Exception as error:
            log.error("reading %s crashed\n%s", begin.path, traceback.format_exc())
            self._report(pipeline.failure(error, self._clock(), READING))
        return None

    def _search(self, spec: BreakSpec, found: Read) -> None:
        asking = BreakAsking(
            self._begin, found.problem, found.report, self._report, self._say, self._is_over, self._relay
        )
        spec = asking.with_ideas(spec)
        events = pipeline.find_break(
            spec, self._begin.settings, keep=self._naming.keep, stop=self._is_over, clock=self._clock
        )
        ends_s = pipeline.ends_s(spec.budget, self._clock())
        with contextlib.closing(events):  # type: ignore[type-var]
            for event in self.alarm.advance(events, ends_s):
                if self._controls.lost:
                    return
                if isinstance(event, Ended) and self._view.breaking is not None:
                    asking.tell_category(spec, self._view, self._naming.read)
                self._report(event)
        if self._ending.is_unsaid:
            self._report_stop()

    def _is_over(self) -> bool:
        return self._controls.stopped or self._controls.lost

    def _report(self, event: BreakEvent) -> None:
        self._ending.heard(event)
        self._view = fold_break(self._view, event)
        self._naming.tell(event)
        self._say(BreakHappened(event))
