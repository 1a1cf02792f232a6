"""A worker's search for a faster version of a program: run from its beginning to its end, and reported.

As with searches for breaking inputs (`worker.breaks`) nothing is stored: events and the bytes that they name go up as
they come, and whoever hears them keeps them.
"""

from __future__ import annotations

import contextlib
import logging
import traceback
from collections.abc import Iterator
from typing import Any

from slowpath import pipeline
from slowpath.errors import SlowpathError
from slowpath.model.campaign import Ended, PhaseEntered, Warned
from slowpath.model.optimizing import OptimizeEvent, OptimizeStarted
from slowpath.worker.controls import Controls, PausableClock
from slowpath.worker.ending import Ending
from slowpath.worker.messages import BeginOptimize, InputHeld, ModelReplied, OptimizeHappened
from slowpath.worker.naming import Naming
from slowpath.worker.outgoing import Outgoing
from slowpath.worker.reading import READING, Read, read

log = logging.getLogger(__name__)


class OptimizeRun:
    """One search from its `BeginOptimize` to its last event. Everything it says goes to `say`."""

    def __init__(self, begin: BeginOptimize, controls: Controls, say: Outgoing, relay: Any = None) -> None:
        self._begin = begin
        self._controls = controls
        self._say = say
        self._relay = relay
        self._clock = PausableClock()
        self.alarm = pipeline.Alarm(self._clock)
        self._ending = Ending(controls, self.alarm)
        self._naming = Naming(lambda data: say(InputHeld(data)))

    def run(self) -> None:
        """Runs it to its end, or to the loss of the listener."""
        try:
            self._report(OptimizeStarted(self._begin.path, self._begin.budget))
            self._report(PhaseEntered("reading", "Reading the problem and how the program reads its input."))
            found = self._read()
            if found is not None and not self._controls.lost:
                self._optimize(found)
        finally:
            self._ending.finish()

    def end_if_late(self) -> None:
        """Waits for a stop or a loss, and ends everything where the search doesn't come back from what it does."""
        self._ending.end_if_late(self._report_stop)

    def _report_stop(self) -> None:
        self._report(Ended("stopped", elapsed_s=self._clock()))

    def _read(self) -> Read | None:
        """What is known of the program; None where it can't be read, which was then reported."""
        try:
            return read(self._begin, self._report)
        except SlowpathError as error:
            self._report(pipeline.failure(error, self._clock()))
        except Exception as error:
            self._crashed(READING, error)
        return None

    def _optimize(self, found: Read) -> None:
        events = self._events(found)
        try:
            with contextlib.closing(events):  # type: ignore[type-var]
                for event in self.alarm.advance(events):
                    if self._controls.lost:
                        return
                    self._report(event)
            if self._ending.is_unsaid:
                self._report_stop()
        except SlowpathError as error:
            self._report(pipeline.failure(error, self._clock()))
        except Exception as error:
            self._crashed("Making the program faster", error)

    def _events(self, found: Read) -> Iterator[pipeline.Optimizing]:
        """With a model's versions where one is asked; one that can't be is a warning."""
        begin = self._begin
        broken = [(f"breaking input {number}", data) for number, data in enumerate(begin.broken, start=1)]
        given: dict[str, Any] = {
            "budget": begin.budget,
            "seed": begin.seed,
            "keep": self._naming.keep,
            "clock": self._clock,
            "stop": lambda: self._controls.stopped or self._controls.lost,
            "given": begin.slow,
            "others": broken,
        }
        if begin.slow:
            yield PhaseEntered("evidence", "Taking the slow inputs that are known.")
        if begin.asking is not None:
            try:
                client = pipeline.open_model(
                    begin.settings, max_tokens=begin.asking.max_tokens, budget=begin.budget, relay=self._relay
                )
            except SlowpathError as error:
                yield Warned(error.code, f"The language model isn't asked: {error.message}", error.remedy)
            else:
                yield from pipeline.optimize_with_model(
                    found.solution,
                    found.problem,
                    found.report,
                    begin.settings,
                    client,
                    pipeline.RewriteAsking(),
                    **given,
                    on_attempt=lambda attempt: self._say(
                        ModelReplied(pipeline.asked_round(attempt, client.model, begin.settings))
                    ),
                )
                return
        yield from pipeline.optimize(found.solution, found.problem, found.report, begin.settings, **given)

    def _crashed(self, what: str, error: Exception) -> None:
        log.error("%s crashed\n%s", what, traceback.format_exc())
        self._report(pipeline.failure(error, self._clock(), what))

    def _report(self, event: OptimizeEvent) -> None:
        self._ending.heard(event)
        self._naming.tell(event)
        self._say(OptimizeHappened(event))
