"""A campaign's inputs: read, saved, made again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from slowpath.lsp.protocol.errors import ErrorState
from slowpath.model import picture

INPUT_READ = "slowpath/input/read"  # InputReadParams -> InputReadResult
INPUT_SAVE = "slowpath/input/save"  # InputParams -> InputSaveResult
INPUT_REPLAY = "slowpath/input/replayCommand"  # InputParams -> ReplayCommandResult
INPUT_PICTURE = "slowpath/input/picture"  # InputParams -> InputPicture
INPUT_CONTRAST = "slowpath/input/contrast"  # InputContrastParams -> None (ContrastState follows)

DrawingKind = Annotated[str, (picture.VALUES, picture.POINTS, picture.NETWORK, picture.GRID)]


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
class DrawingState:
    """One picture, ready to draw. `kind` is values, points, network or grid; `title` names what is drawn, `low` and
    `high` are the figures at the bottom and at the top.

    `points` holds x and y of each point by turns, both 0..1, y upwards; of a network they are the vertices, `labels`
    their numbers, and `edges` holds by turns the places of both ends. Of a grid `cells` are its rows, each a string of
    digits that are places in `legend` (shades where that is empty); a blank is no cell.
    """

    kind: DrawingKind
    title: str
    words: str
    low: str
    high: str
    points: list[float] = field(default_factory=list)
    edges: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class InputPicture:
    """What an input looks like; `note` is said of the drawings, "" where nothing has to be."""

    input_id: str
    drawings: list[DrawingState]
    note: str = ""
