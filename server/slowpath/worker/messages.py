"""What a worker and its supervisor say to each other: one JSON object per line, both ways.

Down: `Begin`, `BeginBreak` or `BeginOptimize`, once and first, then any number of `Control`, and what the editor's
model says (`ReplyPart`, `ReplyEnded`) to what it is asked (`ModelQuestion`, `QuestionWithdrawn`, which go up). Up, of
a campaign: `EventHappened` in its order, `InputHeld` for inputs that the store couldn't take, `Taken` when another
process runs a campaign on the file. Up, of a search for a breaking input: `FormatRead`, `BreakHappened` in order, and
`InputHeld` for all that they name; of one for a faster version: `OptimizeHappened` and `InputHeld` in the same way.
Of both: `ModelReplied` for every question that a language model was asked.
End of file downwards means that the server is gone; upwards, that the worker is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from slowpath import wire
from slowpath.model.asking import AskedRound
from slowpath.model.breaking import BreakEvent
from slowpath.model.campaign import Budget, CampaignEvent
from slowpath.model.constraint import Constraint
from slowpath.model.format import InputFormat
from slowpath.model.optimizing import OptimizeEvent, SlowEvidence
from slowpath.model.relay import ModelQuestion, QuestionWithdrawn, ReplyEnded, ReplyPart
from slowpath.settings import Settings

PAUSE, RESUME, STOP = "pause", "resume", "stop"
ACTIONS = (PAUSE, RESUME, STOP)


@dataclass(frozen=True)
class Asking:
    """That the language model of the settings is asked too, and for how many tokens at most (None: no cap). With
    `first` the search waits for what it reads in the statement."""

    max_tokens: int | None = None
    first: bool = False


@dataclass(frozen=True)
class Begin:
    """Run the campaign `campaign_id` on the program at `path`.

    `source` is the editor's text of it, None for the file's. `formats` has the editor's texts of input formats that may
    be the program's, by their paths. `aimed` is the id of the constraint that the search is to be about, "" for all,
    `constraints` are those of a language model that are known of this very text. With `resume` the stored specification
    and events are gone on from, where there are such. `asking` is None where no language model reads the statement.
    """

    campaign_id: str
    path: str
    source: bytes | None
    budget: Budget
    seed: int
    settings: Settings
    resume: bool = False
    formats: dict[str, str] = field(default_factory=dict)
    aimed: str = ""
    constraints: tuple[Constraint, ...] = ()
    asking: Asking | None = None


@dataclass(frozen=True)
class BeginBreak:
    """Search for an input that breaks the program at `path`; nothing of it is stored.

    `source` and `formats` are as in `Begin`. `references` are the files whose answers count, None for those that are
    found beside the program. `asking` is None where no language model is asked. `known` are inputs that break it
    and are known already: others are looked for. `compare` says how outputs are compared, as in `break_spec`.
    """

    path: str
    source: bytes | None
    budget: Budget
    seed: int
    settings: Settings
    formats: dict[str, str] = field(default_factory=dict)
    references: tuple[str, ...] | None = None
    asking: Asking | None = None
    known: tuple[bytes, ...] = ()
    compare: str = ""


@dataclass(frozen=True)
class BeginOptimize:
    """Look for a faster version of the program at `path`; nothing of it is stored. The rest is as in `Begin`, `asking`
    as in `BeginBreak`. `slow` are inputs that are known to be slow, none where they are to be searched for; `broken`
    break the program, and a faster version must print the same on them all the same."""

    path: str
    source: bytes | None
    budget: Budget
    seed: int
    settings: Settings
    formats: dict[str, str] = field(default_factory=dict)
    asking: Asking | None = None
    slow: tuple[SlowEvidence, ...] = ()
    broken: tuple[bytes, ...] = ()


@dataclass(frozen=True)
class Control:
    """`action` is pause, resume or stop."""

    action: str


@dataclass(frozen=True)
class EventHappened:
    """The next event of the campaign; stored already, unless the store can't be written."""

    event: CampaignEvent


@dataclass(frozen=True)
class BreakHappened:
    """The next event of a search for a breaking input. The bytes that it names came before it."""

    event: BreakEvent


@dataclass(frozen=True)
class OptimizeHappened:
    """The next event of a search for a faster version. The bytes that it names came before it."""

    event: OptimizeEvent


@dataclass(frozen=True)
class FormatRead:
    """The input format that a search for a breaking input goes by."""

    format: InputFormat


@dataclass(frozen=True)
class InputHeld:
    """Bytes of an input or an output that no store has: whoever reads this holds them."""

    data: bytes = field(repr=False)


@dataclass(frozen=True)
class ModelReplied:
    """What became of a question to a language model."""

    asked: AskedRound


@dataclass(frozen=True)
class Taken:
    """Another process runs the campaign `campaign_id` on the same file; this worker ends."""

    campaign_id: str


AnyBegin = Begin | BeginBreak | BeginOptimize
Message = (
    AnyBegin
    | Control
    | EventHappened
    | BreakHappened
    | OptimizeHappened
    | ModelReplied
    | FormatRead
    | InputHeld
    | Taken
    | ModelQuestion
    | QuestionWithdrawn
    | ReplyPart
    | ReplyEnded
)
_KINDS: dict[str, type] = {
    kind.__name__: kind
    for kind in (
        Begin,
        BeginBreak,
        BeginOptimize,
        Control,
        EventHappened,
        BreakHappened,
        OptimizeHappened,
        ModelReplied,
        FormatRead,
        InputHeld,
        Taken,
        ModelQuestion,
        QuestionWithdrawn,
        ReplyPart,
        ReplyEnded,
    )
}


def to_line(message: Any) -> bytes:
    """The message, a dataclass, as one line, its end included."""
    body = {"message": type(message).__name__, **wire.encode(message)}
    return json.dumps(body, separators=(",", ":")).encode("ascii") + b"\n"


def from_line(line: bytes, kinds: Mapping[str, type] = _KINDS) -> Any:
    """The message on a line, one of `kinds`. Raises `ValueError` when it holds none."""
    body = json.loads(line)
    kind = kinds.get(body.pop("message", "")) if isinstance(body, dict) else None
    if kind is None:
        raise ValueError(f"not a message: {line[:80]!r}")
    return wire.decode(kind, body)
