"""A campaign's inputs: read, saved, made again."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.lsp.protocol.errors import ErrorState

INPUT_READ = "slowpath/input/read"              # InputReadParams -> InputReadResult
INPUT_SAVE = "slowpath/input/save"              # InputParams -> InputSaveResult
INPUT_REPLAY = "slowpath/input/replayCommand"   # InputParams -> ReplayCommandResult
INPUT_CONTRAST = "slowpath/input/contrast"      # InputContrastParams -> None (ContrastState follows)


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
