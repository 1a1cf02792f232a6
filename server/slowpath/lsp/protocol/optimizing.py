"""Searches for faster versions: started, stopped, read, applied, their slow inputs kept."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.lsp.protocol.breaking import SearchPhase
from slowpath.lsp.protocol.campaign import JailState
from slowpath.lsp.protocol.conversation import AskedState
from slowpath.lsp.protocol.errors import ErrorState

OPTIMIZE_START = "slowpath/optimize/start"  # OptimizeStartParams -> OptimizeStartResult
OPTIMIZE_STOP = "slowpath/optimize/stop"  # OptimizeParams -> None
OPTIMIZE_LIST = "slowpath/optimize/list"  # {} -> list[OptimizeState], the last ones of this server
OPTIMIZE_CHANGED = "slowpath/optimize/changed"  # notification, server to client: OptimizeState
OPTIMIZE_READ = "slowpath/optimize/read"  # OptimizeReadParams -> InputReadResult: a version, or an input
OPTIMIZE_APPLY = "slowpath/optimize/apply"  # OptimizeParams -> OptimizeApplyResult: as one edit of the document
OPTIMIZE_SAVE = "slowpath/optimize/save"  # OptimizeParams -> OptimizeSaveResult: the slow inputs, as tests
COMMAND_OPTIMIZE = "slowpath.server.optimize"  # workspace/executeCommand [uri]: with the settings' budget
COMMAND_OPTIMIZE_STOP = "slowpath.server.stopOptimizing"  # workspace/executeCommand [optimize_id]
COMMAND_OPTIMIZE_APPLY = "slowpath.server.applyFasterVersion"  # workspace/executeCommand [optimize_id]


@dataclass(frozen=True)
class OptimizeStartParams:
    """Look for a faster version of a document; a running search of the same kind on it is stopped first."""

    uri: str
    seconds: float | None = None
    executions: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class OptimizeStartResult:
    """The search's id; `error` is set (and the id empty) when it can't start."""

    optimize_id: str
    error: ErrorState | None = None


@dataclass(frozen=True)
class OptimizeParams:
    """Names one search for a faster version."""

    optimize_id: str


@dataclass(frozen=True)
class OptimizeReadParams:
    """Read up to `limit` bytes from `offset` of a faster version, or of an input, that a search's state names."""

    optimize_id: str
    data_id: str
    offset: int = 0
    limit: int = 1 << 20


@dataclass(frozen=True)
class OptimizeApplyResult:
    """`error` says why the document was left as it is: it was edited since, or isn't open."""

    error: ErrorState | None = None


@dataclass(frozen=True)
class OptimizeSaveResult:
    """Where the slow inputs were written, each with its answer beside it; those that were there already as well."""

    paths: list[str]
    error: ErrorState | None = None


@dataclass(frozen=True)
class ChangeRow:
    """One change of a faster version: the rule it is from, its 1-based line, and in a sentence why it is faster.
    `conversation` names the prompt and reply that it came from, "" for rules."""

    rule: str
    line: int
    title: str
    reason: str
    conversation: str = ""


@dataclass(frozen=True)
class InputSpeedRow:
    """How much faster a version is on one input: CPU seconds before and after, the ratio of paired runs with its 95%
    interval. `at_least` says that the program as it was had to be cut; with `both_cut` the version had to be cut as
    well, so that the ratio says nothing. `of` names the input whose largest member that the program manages this is, ""
    for an input of its own. `within_limit` says that the version keeps to the time limit, and the program didn't."""

    name: str
    size: int
    before_s: float
    after_s: float
    ratio: float
    low: float
    high: float
    at_least: bool
    both_cut: bool = False
    of: str = ""
    within_limit: bool = False


@dataclass(frozen=True)
class FasterState:
    """A version that agreed with the program on `inputs_agreed` inputs, and is faster: `geomean` with its 95% interval
    over all inputs, more than that with `at_least`, since the program as it was had to be cut. On `inputs_left_out`
    more nothing was compared, for want of time or of the program's answer. `source_id` names its text. `growth_before`
    and `growth_after` are formulas ("n^2.0", "n log n"), "" where the growth couldn't be measured. `tests` is how many
    of the slow inputs can be kept as tests. `time_limit_s` is the problem's, 0 where nobody says."""

    source_id: str
    origin: str
    changes: list[ChangeRow]
    inputs_agreed: int
    inputs_left_out: int
    per_input: list[InputSpeedRow]
    geomean: float
    low: float
    high: float
    at_least: bool
    memory_reduction: float
    growth_before: str
    growth_after: str
    tests: int
    time_limit_s: float = 0.0


@dataclass(frozen=True)
class RefusedRow:
    """A version that isn't offered, and why in a sentence. `title` says what it would have changed, or whose it is.
    `input_id` names the input that spoke against it, "" where none did, `conversation` the prompt and reply that it
    came from, "" for rules."""

    origin: str
    title: str
    reason: str
    input_id: str
    conversation: str = ""


@dataclass(frozen=True)
class OptimizeState:
    """The whole state of a search for a faster version, ready to draw. `state`, `phase`, `warnings` and `error` are as
    in `BreakState`, as are `asked` and `jail`. `stale` says that the document is another program by now: nothing is
    applied."""

    optimize_id: str
    uri: str
    file_name: str
    state: SearchPhase
    phase: str
    faster: FasterState | None
    refused: list[RefusedRow]
    warnings: list[str]
    stale: bool = False
    asked: AskedState | None = None
    error: ErrorState | None = None
    jail: JailState | None = None
