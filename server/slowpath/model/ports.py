"""The Protocols through which rooms are joined. `pipeline` hands an implementation to each that needs one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from slowpath.model.breaking import Complaint, Difference
from slowpath.model.campaign import CampaignEvent, CampaignSpec
from slowpath.model.constraint import RejectedCondition
from slowpath.model.execution import Confirmation, Execution, RunLimits, RunRequest
from slowpath.model.problem import Problem
from slowpath.model.profile import Profile
from slowpath.model.verdict import Verdict


class Executor(Protocol):
    """Runs one target. Not thread-safe: one executor per search thread. A context manager.

    `counters` is the number of raw event counters per run, the same for all runs. The last `len(probed)` of them
    are the slots of probes (`model.constraint`), in the order of `probed`, the ids of the constraints whose conditions
    are in the search build; `unprobed` are those that couldn't be put in. A slot is 0 in a run that didn't come by.
    Line hits and `count` are those of the program without them.
    """

    counters: int
    probed: tuple[str, ...]
    unprobed: tuple[RejectedCondition, ...]

    def run(
        self, data: bytes, limits: RunLimits, *, keep_output: bool = False, keep_counters: bool = True
    ) -> Execution:
        """Runs the search build on `data`. The program's failure is in the verdict; raises `TargetBroken`
        only when the target can't be driven at all."""
        ...

    def run_many(self, requests: Sequence[RunRequest], *, quick: bool = False) -> Iterator[Execution]:
        """Runs the search build on each and yields the outcomes in the order of the requests, as they are there.

        It may run them side by side, and ahead of who takes the outcomes; none says anything that depends on its
        neighbours. `quick` allows several runs in one process where the language gains by it and it was seen to
        change no count (short runs only, never for confirmation). All are taken before anything else is run.
        """
        ...

    def repeat(self, data: bytes, limits: RunLimits, *, keep_output: bool = False) -> Execution:
        """Runs the search build in another process than `run`, where what chance decides (random numbers that the
        program doesn't seed, the order of addresses, the time) may fall differently; else the same."""
        ...

    def confirm(
        self, data: bytes, limits: RunLimits, *, runs: int = 5, exact: bool = False, keep_output: bool = False
    ) -> Confirmation:
        """Runs the clean build (the judge's flags) `runs` times, fewer when it is cut or long. `exact` also counts its
        instructions, by the best means that the machine has for a run of that length, if there is any. `keep_output`
        asks for what the first run prints."""
        ...

    def reading_count(self, input_bytes: int) -> int:
        """The part of every run's count that stands for reading so many bytes of input."""
        ...

    def profile(self, execution: Execution) -> Profile:
        """Per-line hits of an execution that kept its counters. Under a millisecond for a small program."""
        ...

    def observe(self, data: bytes, limits: RunLimits, *, ends: bool = True) -> Observation:
        """Runs the search build as an oracle sees it; without `ends` as `ProgramOracle` says."""
        ...

    def close(self) -> None:
        """Ends every process it started. Idempotent."""
        ...

    def __enter__(self) -> Executor: ...

    def __exit__(self, *exception: object) -> None: ...


@dataclass(frozen=True)
class Observation:
    """One run of the program as an oracle sees it: how it ended, what it printed, how often each line ran.

    `hits` maps 1-based lines of the source to counts; lines that never ran may be absent. `waiting` says that the
    program wanted more of an input that doesn't end; it was cut there, and `hits` are those up to that place. `cost_s`
    is what the run is charged in CPU seconds, where time matters.
    """

    verdict: Verdict
    output: bytes
    hits: Mapping[int, int]
    waiting: bool = False
    cost_s: float = 0.0


class ProgramOracle(Protocol):
    """Answers how the program behaves on an input. Some hundreds of questions a second.

    Without `ends` the input has no end, as when somebody types it: this shows how much the program takes, and
    where in the source it stands when it wants more. An oracle that can't do this (`asks_for_more` False) gives the
    input an end all the same. Open inputs are small, 32 KiB at most. However the program behaves, that is an
    answer; raises `SlowpathError` only where it can't be run at all, then with every question.
    """

    asks_for_more: bool

    def __call__(self, data: bytes, *, ends: bool = True) -> Observation: ...


@dataclass(frozen=True)
class InputVerdict:
    """What a validator says of one input; `valid` None where the validator itself failed, `reason` says how."""

    valid: bool | None
    reason: str = ""


class InputValidator(Protocol):
    """Judges inputs: one that the problem's author wrote, or the format itself. A context manager isn't needed."""

    @property
    def name(self) -> str: ...

    def validate(self, data: bytes) -> InputVerdict: ...


class BatchValidator(InputValidator, Protocol):
    """One that judges many inputs in little more than the time of one."""

    def validate_many(self, inputs: Sequence[bytes]) -> list[InputVerdict]: ...


@dataclass(frozen=True)
class AnswerVerdict:
    """What a checker says of an output; `right` None where the checker itself failed, `reason` says how or why not.
    `difference` is where it differs first, for checkers that compare."""

    right: bool | None
    reason: str = ""
    difference: Difference | None = None


class AnswerChecker(Protocol):
    """Judges outputs, given the input and an answer that is right."""

    @property
    def name(self) -> str: ...

    def check(self, data: bytes, output: bytes, answer: bytes) -> AnswerVerdict: ...


@dataclass(frozen=True)
class Examination:
    """What a run under sanitizers showed: how it ended, and their complaints, the first one first."""

    verdict: Verdict
    complaints: tuple[Complaint, ...] = ()


class Sanitizer(Protocol):
    """Runs a build of the program that watches for undefined behaviour. A context manager. Not thread-safe.

    `finds` are the kinds of `Complaint` that it can see. A run costs two to fifty times the time of a plain one.
    """

    finds: tuple[str, ...]

    def examine(self, data: bytes, limits: RunLimits) -> Examination:
        """Runs it on `data`; `limits.cpu_s` is that of the plain program, which it makes larger as it needs."""
        ...

    def close(self) -> None: ...

    def __enter__(self) -> Sanitizer: ...

    def __exit__(self, *exception: object) -> None: ...


class ValueReader(Protocol):
    """Reads a program's variables at a line. A context manager."""

    def read(self, data: bytes, line: int, pass_number: int) -> tuple[tuple[str, str], ...] | None:
        """The scalar variables in scope (name, value, shortened; small containers by their first elements) when control
        comes to the 1-based line for the `pass_number`-th time (from 1) on `data`; None where that can't be said."""
        ...

    def first_overflow(self, data: bytes, longs_only: bool = False) -> Complaint | None:
        """The first number on `data` that its integer doesn't hold, where the language makes another of it without a
        word and has no sanitizer; of the longest integers alone where `longs_only`. None where there is none."""
        ...

    def close(self) -> None: ...

    def __enter__(self) -> ValueReader: ...

    def __exit__(self, *exception: object) -> None: ...


class ProblemReader(Protocol):
    """Reads one layout. `layout` is its id."""

    layout: str

    def find(self, solution: Path) -> Path | None:
        """The root folder of a problem in this layout around `solution`, or None."""
        ...

    def read(self, root: Path, solution: Path) -> Problem:
        """The problem at `root`. What can't be read becomes a note, never an exception."""
        ...


class Store(Protocol):
    """Keeps campaigns: specification, events in order, input bytes by content id. Safe for several processes."""

    def create(self, campaign_id: str, spec: CampaignSpec) -> None: ...

    def spec(self, campaign_id: str) -> CampaignSpec | None: ...

    def append(self, campaign_id: str, events: Sequence[CampaignEvent]) -> None:
        """Stores events in order, all or none. Raises `StoreUnwritable` when the disk is full."""
        ...

    def events(self, campaign_id: str, after: int = 0) -> Iterator[tuple[int, CampaignEvent]]:
        """Events with their sequence numbers (from 1), those greater than `after`."""
        ...

    def put_input(self, data: bytes) -> str:
        """Stores bytes under their content id (`input_id`), which is returned."""
        ...

    def input(self, input_id: str) -> bytes | None: ...

    def campaigns(self, path: str | None = None) -> Iterable[str]:
        """Ids of the stored campaigns, newest first, of one solution file or all."""
        ...

    def close(self) -> None: ...
