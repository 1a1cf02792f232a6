"""What a tool has at hand while it runs, in its own process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from slowpath import pipeline
from slowpath.agents.fields import OfProgram
from slowpath.agents.found import uri_of
from slowpath.agents.messages import Found, Progress
from slowpath.errors import SlowpathError
from slowpath.model.campaign import Budget, CampaignEvent, CampaignSpec, PhaseEntered, Progressed
from slowpath.model.campaign_view import CampaignView, fold
from slowpath.model.format import FormatReport
from slowpath.model.problem import Problem, Solution
from slowpath.settings import Settings
from slowpath.storage.memory import MemoryStore

TELL_EVERY_S = 0.5
READING_S = 30.0
"""What reading may take where the call has fewer seconds: it takes a fraction of that on a machine that isn't busy."""
Event = TypeVar("Event")
Value = TypeVar("Value")


@dataclass(frozen=True)
class Program:
    """A program with all that is known of its problem."""

    solution: Solution
    problem: Problem
    report: FormatReport


@dataclass
class Work:
    """One call. `say` sends a message up; `is_over` says that nobody waits for the result any more."""

    settings: Settings
    folders: tuple[Path, ...]
    alarm: pipeline.Alarm
    say: Callable[[Progress | Found], None]
    is_over: Callable[[], bool]
    clock: Callable[[], float] = time.monotonic
    began_s: float = field(default=0.0)
    _told_s: float = float("-inf")

    def __post_init__(self) -> None:
        self.began_s = self.clock()

    def tell(self, doing: str, whole_s: float, *, at_once: bool = False) -> None:
        """Says what is done, of `whole_s` seconds that the call may take; not more than twice a second."""
        now = self.clock()
        if at_once or now - self._told_s >= TELL_EVERY_S:
            self._told_s = now
            self.say(Progress(now - self.began_s, max(whole_s, now - self.began_s), doing))

    def found(self, path: Path, title: str) -> str:
        """Makes a file that was written a resource, and gives back its URI."""
        self.say(Found(path, title))
        return uri_of(path)

    def new_folder(self, kind: str, solution: Solution) -> Path:
        """Where a call writes what it found; it needn't be there yet."""
        return self.settings.state_dir / kind / f"{solution.path.stem}-{time.time_ns():x}"

    def within(self, seconds: float, do: Callable[[], Value]) -> Value:
        """Does it, in that time from now on. Raises `SlowpathError` where it takes longer."""

        def once() -> Iterator[Value]:
            yield do()

        for value in self.alarm.advance(once(), self.clock() + seconds):
            return value
        raise SlowpathError(f"It took longer than {seconds:g} s.", "Call it again with more seconds.")

    def search_began_s(self, seconds: float) -> float:
        """From when on the seconds of a search count that begins now."""
        return pipeline.search_began_s(self.began_s, seconds, self.clock())

    def searched(self, events: Iterator[Event], ends_s: float) -> Iterator[Event]:
        """The events of a search, which is ended by the time `ends_s` where it doesn't end by itself."""
        with closing(events):  # type: ignore[type-var]
            yield from self.alarm.advance(events, ends_s)

    def read(self, arguments: OfProgram, seconds: float, right: Sequence[Path] | None = None) -> Program:
        """The program, the problem around it, and the format of its input; `right` are the right programs that were
        named, None for those beside it. Raises `SlowpathError`."""
        self.tell("Reading the problem and how the program reads its input.", seconds, at_once=True)
        return self.within(max(seconds, READING_S), lambda: self._read(arguments, right))

    def _read(self, arguments: OfProgram, right: Sequence[Path] | None) -> Program:
        solution = pipeline.read_solution(arguments.file)
        problem = pipeline.read_problem(solution, arguments.problem)
        pipeline.must_be_driven_by_files(problem)
        others = pipeline.right_programs(right)
        return Program(solution, problem, pipeline.infer_format(problem, solution, self.settings, others))

    def campaign(
        self,
        spec: CampaignSpec,
        seconds: float,
        store: MemoryStore,
        hear: Callable[[CampaignEvent], None] = lambda event: None,
    ) -> CampaignView:
        """Runs a search for slow inputs and says how it goes. Raises `SlowpathError` where it failed with nothing."""
        view, began_s = CampaignView(), self.search_began_s(seconds)
        events = pipeline.find(
            spec,
            self.settings,
            store,
            campaign_id=pipeline.campaign_id(spec, str(time.time_ns())),
            stop=self.is_over,
            clock=self.clock,
            began_s=began_s,
        )
        for event in self.searched(events, pipeline.ends_s(Budget(seconds), began_s)):
            view = fold(view, event)
            hear(event)
            if isinstance(event, PhaseEntered) and event.message:
                self.tell(event.message, seconds, at_once=True)
            elif isinstance(event, Progressed):
                rows = len(view.slow_inputs)
                self.tell(f"{event.executions:,} runs, {rows} input{'' if rows == 1 else 's'} found.", seconds)
        if view.state == "failed" and not view.slow_inputs:
            raise pipeline.error_of(view)
        return view
