"""The worker: one process that runs one campaign, or one search for a breaking input or a faster version.

Theory of operation. The first line on stdin is a `Begin`, a `BeginBreak` (see `worker.breaks`) or a `BeginOptimize`
(see `worker.optimizing`); events go out on stdout as they happen (whatever else prints to stdout lands on stderr). The
main thread advances the campaign's iterator; pausing is not advancing it. A second thread reads controls from stdin, a
third renews the lease in the store and takes requests that other windows left there. End of file on stdin means that
the server is gone: the campaign is left as it stands in the store, so that the next server resumes it, and the
executor is closed, which ends the targets. A build or a confirmation may not come back in time for that, nor for a stop
or the budget's end: an alarm ends it (`pipeline.alarm`), and where that doesn't help a fourth thread ends every process
below this one and this one itself (`worker.ending`).
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from slowpath import pipeline
from slowpath.errors import SlowpathError, StoreUnwritable
from slowpath.model.campaign import (
    CampaignEvent,
    CampaignSpec,
    CampaignStarted,
    Ended,
    Paused,
    PhaseEntered,
    Resumed,
    Warned,
)
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.format import FormatReport
from slowpath.model.relay import ReplyEnded, ReplyPart
from slowpath.storage.leases import Holder, this_process
from slowpath.storage.spilling import SpillingStore, open_spilling
from slowpath.worker.breaks import BreakRun
from slowpath.worker.campaign_reading import CampaignReading
from slowpath.worker.controls import Controls, PausableClock
from slowpath.worker.ending import Ending
from slowpath.worker.incoming import incoming_lines
from slowpath.worker.messages import (
    AnyBegin,
    Begin,
    BeginBreak,
    BeginOptimize,
    Control,
    EventHappened,
    InputHeld,
    Taken,
    from_line,
)
from slowpath.worker.optimizing import OptimizeRun
from slowpath.worker.outgoing import Outgoing, own_stdout
from slowpath.worker.reading import READING, Read, read

log = logging.getLogger(__name__)

NICENESS = 5
LISTEN_INTERVAL_S = 0.5
RENEW_EVERY = 20


def main() -> int:
    """Runs the worker over stdin and stdout. Returns the exit status."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="worker: %(levelname)s %(message)s")
    pipe = own_stdout()
    _lower_priority()
    lines = incoming_lines()
    line = next(lines, None)
    if line is None:
        return 0
    begin = from_line(line)
    if not isinstance(begin, (Begin, BeginBreak, BeginOptimize)):
        raise ValueError("the first message must say what to begin")
    controls = Controls()
    signal.signal(signal.SIGTERM, lambda *_: controls.lose())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    say = Outgoing(pipe, controls)
    relay = pipeline.open_relay(say) if begin.asking else None
    run = _run_of(begin, controls, say, relay)
    run.alarm.install()
    threading.Thread(target=_read_controls, args=(lines, controls, relay), daemon=True).start()
    threading.Thread(target=run.end_if_late, daemon=True).start()
    run.run()
    return 0


def _run_of(begin: AnyBegin, controls: Controls, say: Outgoing, relay: Any) -> CampaignRun | BreakRun | OptimizeRun:
    match begin:
        case Begin():
            return CampaignRun(begin, controls, say, relay)
        case BeginBreak():
            return BreakRun(begin, controls, say, relay)
        case BeginOptimize():
            return OptimizeRun(begin, controls, say, relay)


def _lower_priority() -> None:
    """The editor and the user's own work come first. Targets inherit it; CPU time doesn't depend on it."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)


def _read_controls(lines: Iterator[bytes], controls: Controls, relay: Any) -> None:
    """Applies what comes on stdin until its end, which means that the server is gone."""
    for line in lines:
        try:
            message = from_line(line)
        except ValueError as error:
            log.warning("%s", error)
            continue
        if isinstance(message, Control):
            controls.apply(message.action)
        elif isinstance(message, ReplyPart | ReplyEnded) and relay is not None:
            relay.hear(message)
    controls.lose()
    if relay is not None:
        relay.lose()


class CampaignRun:
    """One campaign from its `Begin` to its last event. Everything it says goes to `say`."""

    def __init__(self, begin: Begin, controls: Controls, say: Outgoing, relay: Any = None) -> None:
        self._begin = begin
        self._controls = controls
        self._say = say
        self._clock = PausableClock()
        self._view = CampaignView()
        self.alarm = pipeline.Alarm(self._clock)
        self._ending = Ending(controls, self.alarm)
        self._store: SpillingStore | None = None
        self._reading = CampaignReading(begin, self._report, say, self._is_over, relay)

    def run(self) -> None:
        """Runs it to its end, or to the loss of the listener."""
        try:
            store = self._store = open_spilling(
                self._begin.settings.state_dir, self._warn_full, lambda data: self._say(InputHeld(data))
            )
            for notice in store.beneath.notices:
                self._say(EventHappened(Warned("store-set-aside", notice)))
            with self._leased(store) as other:
                if other is not None:
                    self._say(Taken(other))
                    return
                self._run_leased(store)
        finally:
            self._ending.finish()

    def _run_leased(self, store: SpillingStore) -> None:
        history = self._history(store)
        for past in history:
            self._view = fold(self._view, past)
        if any(isinstance(past, Ended) for past in history):
            return
        spec = self._spec(store, history)
        if spec is None:
            return
        if history:
            self._go_on(store)
        if not self._controls.lost:
            self._advance(store, spec, history)
            self._prune(store)

    def _history(self, store: SpillingStore) -> list[CampaignEvent]:
        if not self._begin.resume:
            return []
        return [event for _, event in store.events(self._begin.campaign_id)]

    def _spec(self, store: SpillingStore, history: list[CampaignEvent]) -> CampaignSpec | None:
        """The stored specification, or a new one; None when there can't be one, which was then reported."""
        stored = store.spec(self._begin.campaign_id) if self._begin.resume else None
        if stored is not None and self._begin.asking is None:
            return stored
        try:
            return self._new_spec() if stored is None else self._resumed_spec(stored, history)
        except SlowpathError as error:
            self._report(pipeline.failure(error, self._clock()))
        except Exception as error:
            log.error("reading %s crashed\n%s", self._begin.path, traceback.format_exc())
            self._report(pipeline.failure(error, self._clock(), READING))
        return None

    def _new_spec(self) -> CampaignSpec:
        begin = self._begin
        self._report(CampaignStarted(begin.campaign_id, begin.path, begin.budget))
        self._report(PhaseEntered("reading", "Reading the problem and how the program reads its input."))
        found = read(begin, self._report, tests=True)
        spec = self._reading.begun(found, partial(self._specified, found))
        if spec.aimed and spec.aimed not in {constraint.id for constraint in spec.constraints}:
            self._report(
                Warned(
                    "aim-unknown",
                    "The constraint aimed at isn't found in the program as it is now, so the"
                    " search is about all of it.",
                )
            )
            return replace(spec, aimed="")
        return spec

    def _resumed_spec(self, stored: CampaignSpec, history: list[CampaignEvent]) -> CampaignSpec:
        found = read(self._begin, self._report)
        specify = partial(self._specified, found, aimed=stored.aimed, seed=stored.seed)
        return self._reading.resumed(stored, history, found, specify)

    def _specified(
        self, found: Read, report: FormatReport, aimed: str | None = None, seed: int | None = None
    ) -> CampaignSpec:
        """The search under a format; what isn't given is as it was asked for."""
        begin = self._begin
        return pipeline.campaign_spec(
            found.solution,
            found.problem,
            report,
            begin.settings,
            begin.budget,
            begin.seed if seed is None else seed,
            constraints=begin.constraints,
            aimed=begin.aimed if aimed is None else aimed,
        )

    def _go_on(self, store: SpillingStore) -> None:
        """Says that the campaign goes on, once it may."""
        self._controls.wait_while_held()
        if not self._controls.lost:
            self._keep(store, Resumed(self._view.executions, self._view.elapsed_s))

    def _advance(self, store: SpillingStore, spec: CampaignSpec, history: list[CampaignEvent]) -> None:
        """The events one by one; between two of them the campaign can be paused or left."""
        events = self._reading.find(
            spec,
            self._begin.settings,
            store,
            campaign_id=self._begin.campaign_id,
            stop=lambda: self._controls.stopped,
            clock=self._clock,
            history=tuple(history),
        )
        ends_s = pipeline.ends_s(spec.budget, self._clock())
        with contextlib.closing(events):  # type: ignore[type-var]
            for event in self.alarm.advance(events, ends_s):
                if self._controls.lost:
                    return
                self._report(event)
                if self._controls.held and not isinstance(event, Ended):
                    self._pause(store)
                if self._controls.lost:
                    return
        if self._ending.is_unsaid:
            self._keep_stop()

    def _is_over(self) -> bool:
        return self._controls.stopped or self._controls.lost

    def _pause(self, store: SpillingStore) -> None:
        self._clock.pause()
        self._keep(store, Paused(self._view.executions, self._view.elapsed_s))
        self._controls.wait_while_held()
        if not self._controls.lost:
            self._keep(store, Resumed(self._view.executions, self._view.elapsed_s))
        self._clock.resume()

    def _prune(self, store: SpillingStore) -> None:
        with contextlib.suppress(StoreUnwritable):
            store.beneath.prune()

    def _keep(self, store: SpillingStore, event: CampaignEvent) -> None:
        """Stores and reports an event of the worker's own."""
        store.append(self._begin.campaign_id, [event])
        self._report(event)

    def _report(self, event: CampaignEvent) -> None:
        self._ending.heard(event)
        self._view = fold(self._view, event)
        self._say(EventHappened(event))

    def _warn_full(self, error: StoreUnwritable) -> None:
        self._report(Warned(error.code, error.message, error.remedy, self._view.executions, self._view.elapsed_s))

    @contextlib.contextmanager
    def _leased(self, store: SpillingStore) -> Iterator[str | None]:
        """None while the file is ours, the lease renewed and listened to; else who has it (see `claim`)."""
        holder, campaign_id = this_process(), self._begin.campaign_id
        try:
            other = store.beneath.claim(campaign_id, self._begin.path, holder)
        except StoreUnwritable as error:
            self._warn_full(error)
            store.full = True
            other = None
        if other is None:
            threading.Thread(target=self._listen, args=(store, holder), daemon=True).start()
        try:
            yield other
        finally:
            self._ending.done.set()
            with contextlib.suppress(StoreUnwritable):
                store.beneath.release(campaign_id, holder)

    def _listen(self, store: SpillingStore, holder: Holder) -> None:
        """Renews the lease and takes the requests of other windows, until the campaign is done."""
        beats = 0
        while not self._ending.done.wait(LISTEN_INTERVAL_S):
            beats += 1
            with contextlib.suppress(StoreUnwritable):
                self._controls.apply(store.beneath.take_request(self._begin.campaign_id))
                if beats % RENEW_EVERY == 0:
                    store.beneath.renew(self._begin.campaign_id, holder)

    def end_if_late(self) -> None:
        """Waits for a stop or a loss, and ends everything where the campaign doesn't come back from what it does."""
        self._ending.end_if_late(self._keep_stop)

    def _keep_stop(self) -> None:
        if self._store is not None:
            self._keep(self._store, Ended("stopped", executions=self._view.executions, elapsed_s=self._view.elapsed_s))


def resumed(begin: AnyBegin) -> AnyBegin:
    """The same campaign, to be gone on with from the store; any other search anew."""
    return replace(begin, resume=True) if isinstance(begin, Begin) else begin
