"""Slowpath's own messages over LSP, mirrored by `extension/src/protocol.ts`.

One request down (`slowpath/campaign/start`), whole states up (`slowpath/campaign/changed`, a few a second
at most). Names are snake_case because the command line prints the same words. Input bytes travel only
when an input is opened, in chunks. `uri` is always the solution's document.
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
