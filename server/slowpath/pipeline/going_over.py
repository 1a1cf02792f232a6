"""A search that begins with the rules' reading of the statement, and goes over to a model's once that stands.

Theory of operation. The model is asked in a daemon thread with a jail of its own, so that nobody waits for it: a search
that is over first leaves it behind. Where its reading stands in time, the running search is ended, what it has shown is
judged by the new format and validator (what they refuse is dropped), and a second search has the seconds that are left,
with the model's format, its validator among the judges and its generator among the seeds. A reading that stands too
late for a second search still judges what was shown. In the store both are one campaign: the first one's end and the
second one's beginning are left out, and the second's counts go on from the first's.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from slowpath.errors import SlowpathError, StoreUnwritable
from slowpath.model.campaign import (
    CampaignEvent,
    CampaignSpec,
    CampaignStarted,
    Ended,
    FormatReplaced,
    PhaseEntered,
    SlowInputDropped,
    SlowInputFound,
    ValidityAsked,
    Warned,
)
from slowpath.model.format import FormatReport
from slowpath.model.ports import Store
from slowpath.model.problem import Problem, Solution
from slowpath.model.reading import ModelReading
from slowpath.pipeline.campaigns import find
from slowpath.pipeline.reading import known_reading, read_with_model, report_with
from slowpath.settings import Settings

if TYPE_CHECKING:
    from slowpath.llm.client import ModelClient
    from slowpath.llm.rounds import Attempt

LEAST_S = 3.0
"""A second search of less time would show nothing."""
WAITING_S = 0.2
"""How often who waits for a reading looks whether the search is still wanted."""


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

    @property
    def is_asking(self) -> bool:
        """Whether the model may still answer."""
        return self._thread.is_alive()

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


class ReadingBeside:
    """A model's part in one search for slow inputs: asked beside it, or first where the search can't begin without.

    `open_client` opens the model, in the thread that asks. With `is_given` the format is somebody's exact word, which
    stays; without `keeps` what was asked before isn't taken. `on_attempt` hears each round with the model's name.
    """

    def __init__(
        self,
        problem: Problem,
        solution: Solution,
        settings: Settings,
        open_client: Callable[[], ModelClient],
        *,
        is_given: bool,
        keeps: bool = True,
        on_attempt: Callable[[Attempt, str], None] = lambda attempt, model: None,
    ) -> None:
        def read(unwanted: Callable[[], bool]) -> ModelReading:
            client = open_client()
            return read_with_model(
                problem,
                solution,
                settings,
                client,
                cancelled=unwanted,
                keep=keeps,
                on_attempt=lambda attempt: on_attempt(attempt, client.model),
            ).reading

        known = known_reading(problem, solution, settings, settings.llm_model) if keeps else None
        self._is_given = is_given
        self._aside = ReadingAside(read, known)

    def remarks(self) -> list[CampaignEvent]:
        """What is to be told of asking, for a search that begins once that is over: why there is no reading, or why it
        isn't gone by. None while the model may still answer."""
        return list(_remarks(self._aside))

    def before(self, report: FormatReport, *, waits: bool, is_over: Callable[[], bool] = lambda: False) -> FormatReport:
        """The report to begin with. Where the reading is waited for, or known, it is its own if it stands or nothing
        else is known."""
        self._aside.start()
        if waits or report.format is None or self._aside.reading is not None:
            while self._aside.is_asking and not is_over():
                self._aside.wait(WAITING_S)
        return self.report(report)

    def report(self, report: FormatReport) -> FormatReport:
        """What the search goes by, with what is there of the reading."""
        return report if self._is_given else report_with(self._aside.reading, report)

    def specified(self, spec: CampaignSpec) -> CampaignSpec:
        """The search with what is there of the reading."""
        return with_reading(spec, self._aside.reading) if self._aside.reading is not None else spec

    def finding(
        self,
        specify: Callable[[FormatReport], CampaignSpec],
        report: FormatReport,
        begin: Callable[[CampaignSpec], None] = lambda spec: None,
        *,
        begun: bool = False,
    ) -> Callable[..., Iterator[CampaignEvent]]:
        """The search as `find` has it, which goes over where the reading comes later, or is there and the search was
        `begun` without; `begin` is told of the second."""
        if (self._aside.reading is not None and not begun) or self._aside.failure is not None:
            return find

        def going_over(reading: ModelReading) -> CampaignSpec:
            spec = with_reading(specify(self.report(report)), reading)
            begin(spec)
            return spec

        return lambda spec, settings, store, **more: find_while_reading(
            spec, self._aside, going_over, settings, store, judges=not self._is_given, **more
        )


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
    history: Sequence[CampaignEvent] = (),
    began_s: float | None = None,
    judges: bool = True,
) -> Iterator[CampaignEvent]:
    """The events of a search as `find` yields them, and of a second one where the reading came to stand in time.

    `going_over` makes the second search's specification, and may prepare for it. With `judges` the reading has the last
    word on what was shown. One `Ended` closes the whole.
    """
    began, seconds = clock() - max((event.elapsed_s for event in history), default=0.0), spec.budget.seconds
    shown: dict[str, None] = {}
    ended: Ended | None = None

    def left_s() -> float:
        return (seconds or 0.0) - (clock() - began)

    def goes_over() -> bool:
        return aside.stands and left_s() > LEAST_S and not stop()

    def heard(event: CampaignEvent) -> CampaignEvent | None:
        nonlocal ended
        if isinstance(event, SlowInputFound):
            shown[event.slow_input.id] = None
        elif isinstance(event, SlowInputDropped):
            shown.pop(event.input_id, None)
        elif isinstance(event, Ended):
            ended = ended or event
            return None
        return event

    def kept(event: CampaignEvent) -> CampaignEvent:
        spent = (ended.executions, ended.elapsed_s) if ended is not None else (0, 0.0)
        event = replace(event, executions=spent[0], elapsed_s=spent[1]) if not isinstance(event, Ended) else event
        with contextlib.suppress(StoreUnwritable):
            store.append(campaign_id, [event])
        return event

    for event in history:
        heard(event)
    more: dict[str, Any] = {"campaign_id": campaign_id, "clock": clock}
    first = find(
        spec, settings, store, stop=lambda: stop() or goes_over(), history=history, began_s=began_s, told=heard, **more
    )
    yield from first
    if judges:
        yield from map(kept, _judged_again(list(shown), aside, store))
    if goes_over() and ended is not None and ended.outcome != "failed":
        assert aside.reading is not None
        yield kept(
            PhaseEntered("reading", "The language model has read the statement: the search goes on with its format.")
        )
        second = going_over(aside.reading)
        rest = replace(second, budget=replace(spec.budget, seconds=left_s()))
        yield from find(rest, settings, store, stop=stop, told=partial(_after, ended, judges), **more)
        return
    aside.leave()
    yield from map(kept, _remarks(aside))
    if ended is not None:
        yield kept(ended)


def _after(first: Ended, judges: bool, event: CampaignEvent) -> CampaignEvent:
    """An event of the second search as one of the whole."""
    if isinstance(event, CampaignStarted):
        event = FormatReplaced(event.assumed, event.doubts, judges)
    return replace(event, executions=first.executions + event.executions, elapsed_s=first.elapsed_s + event.elapsed_s)


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
            "`slowpath format FILE --model M` shows on which inputs, and asks you whether they are valid.",
        )
        if aside.reading.open:
            yield ValidityAsked(aside.reading.open)
