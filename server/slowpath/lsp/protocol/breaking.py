"""Searches for breaking inputs: started, stopped, read, kept, tried again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from slowpath.lsp.protocol.campaign import JailState
from slowpath.lsp.protocol.conversation import AskedState
from slowpath.lsp.protocol.errors import ErrorState
from slowpath.model.breaking import Failing as FailingValues
from slowpath.model.breaking import FaultCategory, Role

BREAK_REFERENCES = "slowpath/break/references"  # BreakFileParams -> ReferencesResult: what lies beside the program
BREAK_START = "slowpath/break/start"  # BreakStartParams -> BreakStartResult
BREAK_STOP = "slowpath/break/stop"  # BreakParams -> None
BREAK_LIST = "slowpath/break/list"  # {} -> list[BreakState], the last ones of this server
BREAK_CHANGED = "slowpath/break/changed"  # notification, server to client: BreakState
BREAK_READ = "slowpath/break/read"  # BreakReadParams -> InputReadResult: an input, or an output on it
BREAK_SAVE = "slowpath/break/save"  # BreakInputParams -> BreakSaveResult
BREAK_REPLAY = "slowpath/break/replayCommand"  # BreakInputParams -> ReplayCommandResult
BREAK_TESTS = "slowpath/break/tests"  # BreakFileParams -> list[SavedTest], written by BREAK_SAVE
BREAK_RETRY = "slowpath/break/retry"  # RetryParams -> RetryResult: the program as it is now on one of them
COMMAND_BREAK = "slowpath.server.findBreakingInput"  # workspace/executeCommand [uri]: with the references beside it
COMMAND_BREAK_STOP = "slowpath.server.stopBreaking"  # workspace/executeCommand [break_id]

ReferenceRole = Annotated[str, Role]
Category = Annotated[str, FaultCategory]
Failing = Annotated[str, FailingValues]
FailingNow = Annotated[str, (*(each.value for each in FailingValues), "")]
SearchPhase = Annotated[str, ("preparing", "running", "finished", "stopped", "failed")]


@dataclass(frozen=True)
class BreakFileParams:
    """The program at `uri`."""

    uri: str


@dataclass(frozen=True)
class ReferenceChoice:
    """A file whose answers may be taken for right; `role` is why: "accepted" or "brute" (simple, and perhaps slow)."""

    path: str
    name: str
    role: ReferenceRole


@dataclass(frozen=True)
class ReferencesResult:
    """The references that are taken where none is named, the most trusted first."""

    references: list[ReferenceChoice]
    error: ErrorState | None = None


@dataclass(frozen=True)
class BreakStartParams:
    """Search for a breaking input of a document; a running search of the same kind on it is stopped first.

    `references` are paths; None takes those that lie beside the program, an empty list none. With `others` it looks for
    inputs that break this very text in another way than what is known. `compare` says how outputs are compared, as
    flags of the ICPC judge; "" leaves it to the problem.
    """

    uri: str
    seconds: float | None = None
    executions: int | None = None
    seed: int = 0
    references: list[str] | None = None
    others: bool = False
    compare: str = ""


@dataclass(frozen=True)
class BreakStartResult:
    """The search's id; `error` is set (and the id empty) when it can't start."""

    break_id: str
    error: ErrorState | None = None


@dataclass(frozen=True)
class BreakParams:
    """Names one search for a breaking input."""

    break_id: str


@dataclass(frozen=True)
class BreakInputParams:
    """Names one input that a search found."""

    break_id: str
    input_id: str


@dataclass(frozen=True)
class BreakReadParams:
    """Read up to `limit` bytes from `offset` of an input or an output that a search's state names."""

    break_id: str
    data_id: str
    offset: int = 0
    limit: int = 1 << 20


@dataclass(frozen=True)
class ReferenceState:
    """A reference and whether it is believed; `reason` says why not. `role` is as in `model.breaking.Role`."""

    name: str
    role: ReferenceRole
    usable: bool
    reason: str


@dataclass(frozen=True)
class DifferenceState:
    """Where the output differs first: the `token`-th, on line `line` of the expected output, both from 1."""

    token: int
    line: int
    expected: str
    actual: str


@dataclass(frozen=True)
class LineRemark:
    """What a sanitizer says of a line. `line` is 1-based in the text that ran, `lsp_line` 0-based in that of now, None
    where the line was edited or isn't known."""

    kind: str
    message: str
    line: int | None
    lsp_line: int | None


@dataclass(frozen=True)
class ValueRow:
    """A variable where the program first goes another way, in it and in the accepted version; "" where it isn't."""

    name: str
    value: str
    accepted_value: str


@dataclass(frozen=True)
class DivergenceState:
    """The first line at which the program leaves the accepted version; lines as in `LineRemark`. `hits` are how often
    it ran, `accepted_hits` how often its counterpart did."""

    line: int
    lsp_line: int | None
    accepted_line: int | None
    hits: int
    accepted_hits: int
    values: list[ValueRow]


@dataclass(frozen=True)
class CategoryState:
    """What kind of bug it is: `category` is dp, greedy, constraint, tle, mle, numeric or structural, `confidence` 0..1;
    `evidence` are sentences, `origin` is evidence or model."""

    category: Category
    confidence: float
    evidence: list[str]
    origin: str


@dataclass(frozen=True)
class BreakingState:
    """A valid input on which the program fails. `failing` is WA, TLE, MLE, RE, OLE, ND (its answer changes from run to
    run) or UB (undefined behaviour that no judge would see).

    `expected_id` and `actual_id` name the outputs, "" where there is none. `input_text`, `expected_text`, `actual_text`
    and `other_text`, the input it was held against, are there where all of them are short, else None. `sizes` says how
    small it is ("n = 3").
    One that isn't sure is no break: `doubts` says in sentences why it may be invalid, or no failure.
    """

    input_id: str
    size: int
    sizes: str
    origin: str
    failing: Failing
    reason: str
    judged_by: str
    expected_id: str
    actual_id: str
    input_text: str | None
    expected_text: str | None
    actual_text: str | None
    difference: DifferenceState | None
    complaint: LineRemark | None
    divergence: DivergenceState | None
    category: CategoryState | None
    is_minimised: bool
    is_sure: bool
    doubts: list[str]
    other_text: str | None = None


@dataclass(frozen=True)
class BreakState:
    """The whole state of a search for a breaking input, ready to draw. `state`, `phase`, `progress`, `warnings`,
    `assumed` and `error` are as in `CampaignState`, without pauses. `stale` means that the text was changed since.
    `asked` is None where no language model was asked. `earlier` are what searches of the same text found before, newest
    first: it looks for others. `compared` says how outputs are compared. `jail` is known once it began here."""

    break_id: str
    uri: str
    file_name: str
    state: SearchPhase
    phase: str
    elapsed_s: float
    progress: float
    executions: int
    executions_per_s: float
    seed: int
    references: list[ReferenceState]
    breaking: BreakingState | None
    first_found_s: float | None
    warnings: list[str]
    assumed: list[str]
    stale: bool = False
    asked: AskedState | None = None
    earlier: list[BreakingState] = field(default_factory=list)
    error: ErrorState | None = None
    compared: str = ""
    jail: JailState | None = None


@dataclass(frozen=True)
class BreakSaveResult:
    """Where the input, its right answer ("" where nobody knows it) and its replay file were written."""

    path: str
    answer_path: str
    replay_path: str
    error: ErrorState | None = None


@dataclass(frozen=True)
class SavedTest:
    """A breaking input that was saved as a test."""

    name: str
    path: str


@dataclass(frozen=True)
class RetryParams:
    """Run the program as the editor has it on an input of a search (`break_id`, `input_id`), or on a saved one."""

    uri: str
    break_id: str = ""
    input_id: str = ""
    path: str = ""


@dataclass(frozen=True)
class RetryResult:
    """`failing` is "" where the program does all right now, else as in `BreakingState`, with `reason`; `expected` and
    `actual` are the beginnings of the outputs, None where there is none. `elapsed_s` is the time of the run."""

    failing: FailingNow
    reason: str
    expected: str | None
    actual: str | None
    lsp_line: int | None
    elapsed_s: float
    error: ErrorState | None = None
