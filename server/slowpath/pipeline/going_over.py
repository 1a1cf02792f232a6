"""A search that begins with the rules' reading of the statement, and goes over to a model's once that stands.

Theory of operation. The model is asked in a daemon thread with a jail of its own, so that nobody waits for it: a search
that is over first leaves it behind. Where its reading stands in time, the running search is ended, what it has shown is
judged by the new format and validator (what they refuse is dropped), and a second search has the seconds that are left,
with the model's format, its validator among the judges and its generator among the seeds. A reading that stands too
late for a second search still judges what was shown.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from slowpath.errors import SlowpathError
from slowpath.model.campaign import (
    CampaignEvent,
    CampaignSpec,
    CampaignStarted,
    Ended,
    PhaseEntered,
    SlowInputDropped,
    SlowInputFound,
    Warned,
)
from slowpath.model.ports import Store
from slowpath.model.reading import ModelReading
from slowpath.pipeline.campaigns import find
from slowpath.settings import Settings

LEAST_S = 3.0
"""A second search of less time would show nothing."""


class ReadingAside:
    """A reading that is asked for beside a search. `read` is given what says that it is no longer wanted; one that is
    `known` isn't asked for."""

    def __init__(self, read: Callable[[Callable[[], bool]], ModelReading], known: ModelReading | None = None) -> None:
        self._read = read
        self._unwanted = threading.Event()
        self._thread = threading.Thread(target=self._run, name="slowpath-reading", daemon=True)
        self.reading = known
        self.failure: SlowpathError | None = None

    def start(self) -> None:
        """Begins to ask, where it isn't known."""
        if self.reading is None:
            self._thread.start()

    def wait(self, seconds: float | None = None) -> None:
        """For a search that can't begin without it."""
        if self._thread.is_alive():
            self._thread.join(seconds)

    def leave(self) -> None:
        """It is no longer wanted."""
        self._unwanted.set()

    @property
    def stands(self) -> bool:
        """Whether there is a reading to go over to."""
        return self.reading is not None and self.reading.stands

    def _run(self) -> None:
        try:
            self.reading = self._read(self._unwanted.is_set)
        except SlowpathError as error:
            self.failure = error


def with_reading(spec: CampaignSpec, reading: ModelReading) -> CampaignSpec:
    """The search with a reading's validator among the judges and its generator among the seeds. A validator that isn't
    calibrated is left out where the package has its own."""
    generators = (*spec.generators, *([reading.generator] if reading.generator is not None else []))
    validator = reading.validator
    if validator is not None and not validator.calibrated and spec.validators:
        validator = None
    return replace(spec, generators=generators, model_validator=validator or spec.model_validator)


def find_while_reading(
    spec: CampaignSpec,
    aside: ReadingAside,
    going_over: Callable[[ModelReading], CampaignSpec],
    settings: Settings,
    store: Store,
    *,
    campaign_id: str,
    stop: Callable[[], bool],
    clock: Callable[[], float],
    began_s: float | None = None,
) -> Iterator[CampaignEvent]:
    """The events of a search as `find` yields them, and of a second one where the reading came to stand in time.

    `going_over` makes the second search's specification, and may prepare for it. One `Ended` closes the whole.
    """
    began, seconds = clock(), spec.budget.seconds
    shown: dict[str, None] = {}

    def left_s() -> float:
        return (seconds or 0.0) - (clock() - began)

    def goes_over() -> bool:
        return aside.stands and left_s() > LEAST_S and not stop()

    ended: Ended | None = None
    for event in find(
        spec, settings, store, campaign_id=campaign_id, stop=lambda: stop() or goes_over(), clock=clock, began_s=began_s
    ):
        if isinstance(event, Ended):
            ended = event
            break
        if isinstance(event, SlowInputFound):
            shown[event.slow_input.id] = None
        elif isinstance(event, SlowInputDropped):
            shown.pop(event.input_id, None)
        yield event
    yield from _judged_again(list(shown), aside, store)
    if goes_over() and ended is not None and ended.outcome != "failed":
        assert aside.reading is not None
        yield PhaseEntered("reading", "The language model has read the statement: the search goes on with its format.")
        second = going_over(aside.reading)
        rest = replace(second, budget=replace(spec.budget, seconds=left_s()))
        yield from (
            event
            for event in find(rest, settings, store, campaign_id=f"{campaign_id}-read", stop=stop, clock=clock)
            if not isinstance(event, CampaignStarted)
        )
        return
    aside.leave()
    yield from _remarks(aside)
    if ended is not None:
        yield ended


def _judged_again(shown: Sequence[str], aside: ReadingAside, store: Store) -> Iterator[CampaignEvent]:
    """Drops what the reading's validator or format refuses."""
    reading = aside.reading
    if not shown or reading is None or not reading.stands or reading.format is None or reading.validator is None:
        return
    from slowpath.generators.validators import ModelValidator
    from slowpath.inputs.validating.validate import is_valid
    from slowpath.toolchain.generators import GeneratorSandbox

    assert reading.format.report.format is not None
    inputs = [(name, data) for name in shown if (data := store.input(name)) is not None]
    with GeneratorSandbox() as runner:
        verdicts = ModelValidator(reading.validator, runner).validate_many([data for _, data in inputs])
    for (name, data), verdict in zip(inputs, verdicts, strict=True):
        if verdict.valid is False or not is_valid(reading.format.report.format, data):
            yield SlowInputDropped(name, verdict.reason or "the language model's validator refuses it")


def _remarks(aside: ReadingAside) -> Iterator[CampaignEvent]:
    """Why the search stayed with the rules' reading, where there is something to say."""
    if aside.failure is not None:
        yield Warned(
            aside.failure.code,
            f"The language model's reading is left out: {aside.failure.message}",
            aside.failure.remedy,
        )
    elif aside.reading is not None and not aside.reading.stands:
        yield Warned(
            "reading-open",
            "The language model's format, validator and generator contradict each other, so"
            " the search keeps the format that was inferred without it.",
            "See `slowpath format FILE --model M`.",
        )
