"""Campaigns: started, controlled, and their whole states."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from slowpath.lsp.protocol.constraints import ConstraintRow, ShareRow
from slowpath.lsp.protocol.conversation import AskedState
from slowpath.lsp.protocol.errors import ErrorState
from slowpath.lsp.protocol.rows import Row, Validity

CAMPAIGN_START = "slowpath/campaign/start"  # StartParams -> StartResult
CAMPAIGN_CONTROL = "slowpath/campaign/control"  # ControlParams -> None
CAMPAIGN_LIST = "slowpath/campaign/list"  # {} -> list[CampaignState], those known for open documents
CAMPAIGN_CHANGED = "slowpath/campaign/changed"  # notification, server to client: CampaignState
COMMAND_FIND = "slowpath.server.findSlowInputs"  # workspace/executeCommand [uri]: start with the settings' budget
COMMAND_CONTROL = "slowpath.server.control"  # workspace/executeCommand [campaign_id, action], as ControlParams

ControlAction = Annotated[str, ("pause", "resume", "stop")]
CampaignPhase = Annotated[str, ("preparing", "running", "paused", "finished", "stopped", "failed")]
Found = Annotated[str, ("slow", "large", "none", "")]


@dataclass(frozen=True)
class StartParams:
    """Start a campaign on a document; a running one on the same document is stopped first.

    `aimed` is the id of a constraint whose satisfying inputs the search is to be about, "" for none. `time_limit_s` is
    what times are held against where the problem states no limit, None for the default. With `ask` the language model
    that is configured reads the statement before the search begins, whatever the settings say of asking.
    """

    uri: str
    seconds: float | None = None
    executions: int | None = None
    seed: int = 0
    aimed: str = ""
    time_limit_s: float | None = None
    ask: bool = False


@dataclass(frozen=True)
class StartResult:
    """The campaign's id; `error` is set (and the id empty) when it can't start."""

    campaign_id: str
    error: ErrorState | None = None


@dataclass(frozen=True)
class ControlParams:
    """`action` is pause, resume or stop."""

    campaign_id: str
    action: ControlAction


@dataclass(frozen=True)
class DoubtRow:
    """Why inputs of the format may be invalid. `line` and `quote` are the statement's, 0 and "" for none; `proposal`
    has lines of format that may say it, "" where none is known."""

    kind: str
    text: str
    line: int
    quote: str
    proposal: str = ""


@dataclass(frozen=True)
class FaultRow:
    """An input on which the program fails; `size` in bytes, `validity` as of a slow input."""

    input_id: str
    size: int
    origin: str
    verdict: str
    reason: str
    detail: str
    validity: Validity = "likely"


@dataclass(frozen=True)
class TrendRow:
    """The best count when it last rose."""

    executions: int
    elapsed_s: float
    count: int
    strategy: str


@dataclass(frozen=True)
class JailState:
    """What holds the programs that are run: a name, "off" for nothing, and what it keeps, in a sentence."""

    name: str
    promise: str


@dataclass(frozen=True)
class CampaignState:
    """The whole state of one campaign, ready to draw.

    `state` is preparing, running, paused, finished, stopped or failed; `phase` what it does now in a few
    words. `progress` is the spent share of the budget, 0..1. `owned` is false when another window runs
    the campaign and this one only watches. `error` is set in state failed; `warnings` are shown small.
    `assumed` names the variables whose bounds no source gave; `format_changed` says that the user's input format
    was saved since the search began. `constraints` are sorted by line, `shares` by strategy. `faults` are the
    inputs on which the program fails, `doubts` why inputs of the format may be invalid. `limit_s` is what times are
    held against, `limit` says where it is from, and `limit_assumed` that the problem states none. `said` is what the
    search came to in a sentence or two, `found` the same in a word: slow, large, none, "" while nobody knows.
    `without_statement` says that there is none, and that the input format is only inferred. `jail` is known
    once a search was begun here. `asked` is what a language model was asked, None for nothing.
    `settling` says that some doubts were settled in the format since, and that `doubts` are those which are left.
    """

    campaign_id: str
    uri: str
    file_name: str
    state: CampaignPhase
    phase: str
    elapsed_s: float
    progress: float
    executions: int
    executions_per_s: float
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
    doubts: list[DoubtRow] = field(default_factory=list)
    limit_s: float | None = None
    limit: str = ""
    limit_assumed: bool = False
    said: str = ""
    found: Found = ""
    without_statement: bool = False
    jail: JailState | None = None
    asked: AskedState | None = None
    settling: bool = False
