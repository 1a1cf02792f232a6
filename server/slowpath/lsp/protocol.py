"""Slowpath's own messages over LSP, mirrored by `extension/src/protocol.ts`.

One request down (`slowpath/campaign/start`, `slowpath/break/start`, `slowpath/optimize/start`), whole states up
(`slowpath/campaign/changed`, `slowpath/break/changed`, `slowpath/optimize/changed`, a few a second at most). Names are
snake_case because the command line prints the same words. Input bytes travel only when an input is opened, in chunks.
`uri` is always the solution's document.
"""

from __future__ import annotations

from dataclasses import dataclass, field

CAMPAIGN_START = "slowpath/campaign/start"      # StartParams -> StartResult
CAMPAIGN_CONTROL = "slowpath/campaign/control"  # ControlParams -> None
CAMPAIGN_LIST = "slowpath/campaign/list"        # {} -> list[CampaignState], those known for open documents
CAMPAIGN_CHANGED = "slowpath/campaign/changed"  # notification, server to client: CampaignState
CONTRAST_CHANGED = "slowpath/contrast/changed"  # notification, server to client: ContrastState
INPUT_READ = "slowpath/input/read"              # InputReadParams -> InputReadResult
INPUT_SAVE = "slowpath/input/save"              # InputParams -> InputSaveResult
INPUT_REPLAY = "slowpath/input/replayCommand"   # InputParams -> ReplayCommandResult
INPUT_CONTRAST = "slowpath/input/contrast"      # InputContrastParams -> None (ContrastState follows)
FORMAT_OPEN = "slowpath/format/open"            # FormatParams -> FormatResult
LINE_EXPLAIN = "slowpath/line/explain"          # LineParams -> Explanation
CONVERSATION_READ = "slowpath/conversation/read"  # ConversationParams -> ConversationResult
BREAK_REFERENCES = "slowpath/break/references"  # BreakFileParams -> ReferencesResult: what lies beside the program
BREAK_START = "slowpath/break/start"            # BreakStartParams -> BreakStartResult
BREAK_STOP = "slowpath/break/stop"              # BreakParams -> None
BREAK_LIST = "slowpath/break/list"              # {} -> list[BreakState], the last ones of this server
BREAK_CHANGED = "slowpath/break/changed"        # notification, server to client: BreakState
BREAK_READ = "slowpath/break/read"              # BreakReadParams -> InputReadResult: an input, or an output on it
BREAK_SAVE = "slowpath/break/save"              # BreakInputParams -> BreakSaveResult
BREAK_REPLAY = "slowpath/break/replayCommand"   # BreakInputParams -> ReplayCommandResult
BREAK_TESTS = "slowpath/break/tests"            # BreakFileParams -> list[SavedTest], written by BREAK_SAVE
BREAK_RETRY = "slowpath/break/retry"            # RetryParams -> RetryResult: the program as it is now on one of them
OPTIMIZE_START = "slowpath/optimize/start"      # OptimizeStartParams -> OptimizeStartResult
OPTIMIZE_STOP = "slowpath/optimize/stop"        # OptimizeParams -> None
OPTIMIZE_LIST = "slowpath/optimize/list"        # {} -> list[OptimizeState], the last ones of this server
OPTIMIZE_CHANGED = "slowpath/optimize/changed"  # notification, server to client: OptimizeState
OPTIMIZE_READ = "slowpath/optimize/read"        # OptimizeReadParams -> InputReadResult: a version, or an input
OPTIMIZE_APPLY = "slowpath/optimize/apply"      # OptimizeParams -> OptimizeApplyResult: as one edit of the document
OPTIMIZE_SAVE = "slowpath/optimize/save"        # OptimizeParams -> OptimizeSaveResult: the slow inputs, as tests

COMMAND_FIND = "slowpath.server.findSlowInputs"  # workspace/executeCommand [uri]: start with the settings' budget
COMMAND_CONTROL = "slowpath.server.control"      # workspace/executeCommand [campaign_id, action], as ControlParams
COMMAND_EDIT_FORMAT = "slowpath.server.editInputFormat"  # workspace/executeCommand [uri]: show it, written if new
COMMAND_SET_BOUNDS = "slowpath.server.setBounds"  # workspace/executeCommand [uri, variable, bounds]: write them
COMMAND_INSERT_CHECKER = "slowpath.server.insertChecker"  # workspace/executeCommand [uri, constraint_id]
COMMAND_INSERT_CHECKERS = "slowpath.server.insertAllCheckers"  # workspace/executeCommand [uri]: of what is shown
COMMAND_REMOVE_CHECKERS = "slowpath.server.removeAllCheckers"  # workspace/executeCommand [uri]: all that stand in it
COMMAND_AIM = "slowpath.server.aimAtConstraint"  # workspace/executeCommand [uri, constraint_id]: search anew for it
COMMAND_DISMISS = "slowpath.server.dismissConstraint"  # workspace/executeCommand [uri, constraint_id]: don't show it
COMMAND_RESTORE = "slowpath.server.showDismissedConstraints"  # workspace/executeCommand [uri]: show all of them again
COMMAND_EXPLAIN = "slowpath.server.explainLine"  # workspace/executeCommand [uri, lsp_line]: show an `Explanation`
COMMAND_BREAK = "slowpath.server.findBreakingInput"  # workspace/executeCommand [uri]: with the references beside it
COMMAND_BREAK_STOP = "slowpath.server.stopBreaking"  # workspace/executeCommand [break_id]
COMMAND_OPTIMIZE = "slowpath.server.optimize"    # workspace/executeCommand [uri]: with the settings' budget
COMMAND_OPTIMIZE_STOP = "slowpath.server.stopOptimizing"  # workspace/executeCommand [optimize_id]
COMMAND_OPTIMIZE_APPLY = "slowpath.server.applyFasterVersion"  # workspace/executeCommand [optimize_id]


@dataclass(frozen=True)
class StartParams:
    """Start a campaign on a document; a running one on the same document is stopped first.

    `aimed` is the id of a constraint whose satisfying inputs the search is to be about, "" for none.
    """

    uri: str
    seconds: float | None = None
    executions: int | None = None
    seed: int = 0
    aimed: str = ""


@dataclass(frozen=True)
class StartResult:
    """The campaign's id; `error` is set (and the id empty) when it can't start."""

    campaign_id: str
    error: ErrorState | None = None


@dataclass(frozen=True)
class ErrorState:
    """A failure with its remedy; `code` is `SlowpathError.code`."""

    code: str
    message: str
    remedy: str


@dataclass(frozen=True)
class ControlParams:
    """`action` is pause, resume or stop."""

    campaign_id: str
    action: str


@dataclass(frozen=True)
class GrowthPointRow:
    """One measured member of a family; `at_least` says that its run was cut."""

    n: int
    count: int
    at_least: bool = False


@dataclass(frozen=True)
class GrowthState:
    """How the cost grows along inputs of one kind, as `model.growth.Growth` has it.

    `predicted_s` is None where no run was long enough to tell the time of a step. `curve` is the model, for drawing.
    """

    variable: str
    points: list[GrowthPointRow]
    model: str
    formula: str
    exponent: float
    low: float
    high: float
    largest_n: int
    predicted: int
    predicted_low: int
    predicted_high: int
    predicted_s: float | None
    curve: list[GrowthPointRow]
    remark: str


@dataclass(frozen=True)
class MinimisedState:
    """A small input that is slow for the same reason; `sizes` says in a few words how small ("n = 37")."""

    input_id: str
    size: int
    sizes: str
    count: int
    cpu_s: float
    ratio: float


@dataclass(frozen=True)
class FaultRow:
    """A valid input on which the program fails; `size` in bytes."""

    input_id: str
    size: int
    origin: str
    verdict: str
    reason: str
    detail: str


@dataclass(frozen=True)
class Row:
    """One line of the panel's table. `ratio` is against the baseline; times in seconds, sizes in bytes.

    `satisfies` are the ids of those of the state's constraints that its run satisfied. `count_spread` isn't 0 where
    repeated runs count differently. `growth` and `minimised` are there once they were measured.
    """

    input_id: str
    rank: int
    size: int
    count: int
    cpu_s: float
    cpu_s_spread: float
    instructions: int | None
    peak_rss_bytes: int
    ratio: float
    origin: str
    verdict: str
    valid: bool
    at_least: bool = False
    satisfies: list[str] = field(default_factory=list)
    count_spread: int = 0
    growth: GrowthState | None = None
    minimised: MinimisedState | None = None


@dataclass(frozen=True)
class ConstraintRow:
    """One constraint that measurements speak for. `line` (1-based) is its line in the text that ran, `lsp_line`
    (0-based) where that stands now, None where it was edited.

    `status` is confirmed or hypothesis. `cost_ratio` is the mean cost of the satisfying over that of the violating
    inputs, `p` the test that they cost more; None while one side is empty. `checker` is "faithful", "unjudged",
    "refused" or "none" (said in words only), `note` a sentence about it. `conversation` names the model's prompt and
    reply, "" for rules. `dismissed` says that the user doesn't want to see it, `aimed` that the search is about it.
    """

    constraint_id: str
    line: int
    lsp_line: int | None
    sentence: str
    predicate: str
    status: str
    origin: str
    conversation: str
    satisfying: int
    violating: int
    cost_ratio: float | None
    p: float | None
    evidence: str
    checker: str
    note: str
    dismissed: bool = False
    aimed: bool = False


@dataclass(frozen=True)
class ShareRow:
    """How many of the valid inputs that a strategy made satisfy at least one constraint."""

    strategy: str
    satisfying: int
    valid: int


@dataclass(frozen=True)
class TrendRow:
    """The best count when it last rose."""

    executions: int
    elapsed_s: float
    count: int
    strategy: str


@dataclass(frozen=True)
class CampaignState:
    """The whole state of one campaign, ready to draw.

    `state` is preparing, running, paused, finished, stopped or failed; `phase` what it does now in a few
    words. `progress` is the spent share of the budget, 0..1. `owned` is false when another window runs
    the campaign and this one only watches. `error` is set in state failed; `warnings` are shown small.
    `assumed` names the variables whose bounds no source gave; `format_changed` says that the user's input format
    was saved since the search began. `constraints` are sorted by line, `shares` by strategy. `faults` are the
    valid inputs on which the program fails.
    """

    campaign_id: str
    uri: str
    file_name: str
    state: str
    phase: str
    elapsed_s: float
    progress: float
    executions: int
    executions_per_s: float
    valid_share: float
    baseline_label: str
    baseline_count: int
    time_limit_s: float | None
    rows: list[Row]
    trend: list[TrendRow]
    warnings: list[str]
    error: ErrorState | None = None
    contrast_slow_id: str = ""
    contrast_fast_id: str = ""
    owned: bool = True
    assumed: list[str] = field(default_factory=list)
    format_changed: bool = False
    constraints: list[ConstraintRow] = field(default_factory=list)
    shares: list[ShareRow] = field(default_factory=list)
    faults: list[FaultRow] = field(default_factory=list)


@dataclass(frozen=True)
class LineState:
    """One executable line. `lsp_line` is 0-based and already shifted for edits since the run."""

    lsp_line: int
    fast: int
    slow: int
    ratio: float
    share: float
    hot: bool


@dataclass(frozen=True)
class ContrastState:
    """The per-line contrast to draw on a document; no lines means: clear it.

    `stale` is true when the text has changed since the run in more than trailing blanks: what is left is
    shown greyed, never as fresh (an edit above may change what runs below). `document_version` is the
    version that `lsp_line` refers to.
    """

    uri: str
    document_version: int | None
    stale: bool
    fast_label: str
    slow_label: str
    fast_count: int
    slow_count: int
    weaknesses: list[str]
    lines: list[LineState] = field(default_factory=list)


@dataclass(frozen=True)
class InputParams:
    """Names one input of one campaign."""

    campaign_id: str
    input_id: str


@dataclass(frozen=True)
class InputContrastParams:
    """Show `slow_id` against `fast_id` ("" = the campaign's own fast input)."""

    campaign_id: str
    slow_id: str
    fast_id: str = ""


@dataclass(frozen=True)
class InputReadParams:
    """Read up to `limit` bytes of an input from `offset`."""

    campaign_id: str
    input_id: str
    offset: int = 0
    limit: int = 1 << 20


@dataclass(frozen=True)
class InputReadResult:
    """A chunk as base64; `size` is the whole input's, `next_offset` None at the end."""

    data: str
    size: int
    next_offset: int | None


@dataclass(frozen=True)
class InputSaveResult:
    """Where the input was written as a test of the problem, and its replay file; both "" with an error."""

    path: str
    replay_path: str
    error: ErrorState | None = None


@dataclass(frozen=True)
class ReplayCommandResult:
    """A shell command that writes the same bytes again."""

    command: str


@dataclass(frozen=True)
class FormatParams:
    """The input format of the solution at `uri`."""

    uri: str


@dataclass(frozen=True)
class FormatResult:
    """The format's file and text; `saved` is false while there is no such file, and the text is the inferred one.

    `unknown` says in a sentence why the text is a mere skeleton, "" where the format is known. `error` is set, and the
    rest empty, where the solution can't be read.
    """

    path: str
    text: str
    saved: bool
    unknown: str = ""
    error: ErrorState | None = None


@dataclass(frozen=True)
class LineParams:
    """One line of an open solution, 0-based."""

    uri: str
    lsp_line: int


@dataclass(frozen=True)
class Explanation:
    """All that is known of a line, as Markdown; `title` names it in a tab."""

    title: str
    markdown: str


@dataclass(frozen=True)
class ConversationParams:
    """Names a question to a language model and its reply."""

    conversation: str


@dataclass(frozen=True)
class ConversationResult:
    """The exact prompt and reply as text, "" with an error."""

    text: str
    error: ErrorState | None = None


@dataclass(frozen=True)
class BreakFileParams:
    """The program at `uri`."""

    uri: str


@dataclass(frozen=True)
class ReferenceChoice:
    """A file whose answers may be taken for right; `role` is why: "accepted" or "brute" (simple, and perhaps slow)."""

    path: str
    name: str
    role: str


@dataclass(frozen=True)
class ReferencesResult:
    """The references that are taken where none is named, the most trusted first."""

    references: list[ReferenceChoice]
    error: ErrorState | None = None


@dataclass(frozen=True)
class BreakStartParams:
    """Search for a breaking input of a document; a running search of the same kind on it is stopped first.

    `references` are paths; None takes those that lie beside the program, an empty list none.
    """

    uri: str
    seconds: float | None = None
    executions: int | None = None
    seed: int = 0
    references: list[str] | None = None


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
    """A reference and whether it is believed; `reason` says why not. `role` is given, accepted, brute or model."""

    name: str
    role: str
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

    category: str
    confidence: float
    evidence: list[str]
    origin: str


@dataclass(frozen=True)
class BreakingState:
    """A valid input on which the program fails. `failing` is WA, TLE, MLE, RE, OLE, ND (its answer changes from run to
    run) or UB (undefined behaviour that no judge would see).

    `expected_id` and `actual_id` name the outputs, "" where there is none. `input_text`, `expected_text` and
    `actual_text` are there where all of them are short, else None. `sizes` says how small it is ("n = 3").
    """

    input_id: str
    size: int
    sizes: str
    origin: str
    failing: str
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


@dataclass(frozen=True)
class BreakState:
    """The whole state of a search for a breaking input, ready to draw. `state`, `phase`, `progress`, `warnings`,
    `assumed` and `error` are as in `CampaignState`, without pauses. `stale` says that the text was changed since."""

    break_id: str
    uri: str
    file_name: str
    state: str
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
    error: ErrorState | None = None


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

    failing: str
    reason: str
    expected: str | None
    actual: str | None
    lsp_line: int | None
    elapsed_s: float
    error: ErrorState | None = None


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
    """One change of a faster version: the rule it is from, its 1-based line, and in a sentence why it is faster."""

    rule: str
    line: int
    title: str
    reason: str


@dataclass(frozen=True)
class InputSpeedRow:
    """How much faster a version is on one input: CPU seconds before and after, the ratio of paired runs with its 95%
    interval. `at_least` says that the program as it was had to be cut."""

    name: str
    size: int
    before_s: float
    after_s: float
    ratio: float
    low: float
    high: float
    at_least: bool


@dataclass(frozen=True)
class FasterState:
    """A version that agreed with the program on `inputs_agreed` inputs, and is faster: `geomean` with its 95% interval
    over all inputs. `source_id` names its text. `growth_before` and `growth_after` are formulas ("n^2.0", "n log n"),
    "" where the growth couldn't be measured. `tests` is how many of the slow inputs can be kept as tests."""

    source_id: str
    origin: str
    changes: list[ChangeRow]
    inputs_agreed: int
    per_input: list[InputSpeedRow]
    geomean: float
    low: float
    high: float
    memory_reduction: float
    growth_before: str
    growth_after: str
    tests: int


@dataclass(frozen=True)
class RefusedRow:
    """A version that isn't offered, and why in a sentence. `input_id` names the input that spoke against it, "" where
    none did."""

    origin: str
    reason: str
    input_id: str


@dataclass(frozen=True)
class OptimizeState:
    """The whole state of a search for a faster version, ready to draw. `state`, `phase`, `warnings` and `error` are as
    in `BreakState`. `stale` says that the document is another program by now: then nothing is applied."""

    optimize_id: str
    uri: str
    file_name: str
    state: str
    phase: str
    faster: FasterState | None
    refused: list[RefusedRow]
    warnings: list[str]
    stale: bool = False
    error: ErrorState | None = None
