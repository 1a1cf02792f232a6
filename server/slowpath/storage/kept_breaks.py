"""What the last search for a breaking input of a program found, as one file a program in the state directory.

Only the last one of each program is kept, whole or not at all, and the oldest programs go when there are too many. A
file that can't be read is as none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

from slowpath import wire
from slowpath.errors import StoreUnwritable
from slowpath.model.asking import AskedRound
from slowpath.model.breaking import BreakingInput, BreakView
from slowpath.model.format import InputFormat
from slowpath.storage.whole import PART, write_whole

FOLDER = "breaks"
MOST_PROGRAMS = 100
LONGEST_WRITE_S = 3600.0


@dataclass(frozen=True)
class KeptBreak:
    """A search that is over. `source` is the program's text that ran, without checkers; `earlier` are finds of searches
    before it, newest first; `held` are bytes of inputs and outputs by their ids, `asked` what a model was asked.
    `references` are the files that it was to be held against, None for those beside it; `grounds` stands for all that
    it was judged by, with them (`pipeline.grounds`)."""

    id: str
    path: str
    source: bytes
    seed: int
    view: BreakView
    format: InputFormat | None = None
    earlier: tuple[BreakingInput, ...] = ()
    held: dict[str, bytes] = field(default_factory=dict, hash=False, repr=False)
    asked: tuple[AskedRound, ...] = ()
    references: tuple[str, ...] | None = None
    grounds: str = ""


def keep_break(kept: KeptBreak, state_dir: Path) -> None:
    """Keeps it in the place of what was kept of the same program. Raises `StoreUnwritable`."""
    path = _place(kept.path, state_dir)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, wire.dumps(kept).encode("utf-8", "replace"))
        _prune(path.parent)
    except OSError as error:
        raise StoreUnwritable(f"{path}: can't be written ({error.strerror}).", "Free some disk.") from error


def kept_break(program: Path, state_dir: Path) -> KeptBreak | None:
    """What is kept of the program at a path; None for nothing, or what can't be read."""
    try:
        kept: KeptBreak = wire.decode(KeptBreak, json.loads(_place(str(program), state_dir).read_text("utf-8")))
    except (OSError, ValueError, RecursionError):
        return None
    return kept if kept.path == str(program) else None


def forget_break(program: Path, source: bytes, state_dir: Path) -> None:
    """Forgets what is kept of the program at a path, where it's about this very text."""
    kept = kept_break(program, state_dir)
    if kept is not None and kept.source == source:
        with contextlib.suppress(OSError):
            _place(kept.path, state_dir).unlink(missing_ok=True)


def _place(program: str, state_dir: Path) -> Path:
    return state_dir / FOLDER / f"{hashlib.sha256(program.encode('utf-8', 'surrogateescape')).hexdigest()[:24]}.json"


def _prune(folder: Path) -> None:
    """Forgets the programs that weren't searched for longest, and what was left half written by who was killed."""
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*{PART}"):
            if path.stat().st_mtime < time.time() - LONGEST_WRITE_S:
                path.unlink(missing_ok=True)
        kept = sorted(folder.glob("*.json"), key=lambda path: -path.stat().st_mtime_ns)
        for path in kept[MOST_PROGRAMS:]:
            path.unlink(missing_ok=True)
