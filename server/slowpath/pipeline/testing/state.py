"""What a run that makes a test set has done so far, on the disk: who is killed goes on where he was.

Theory of operation. A run is named by all that decides what it makes (the problem, the programs, the options), so the
same command finds what it left. Each step is a file that is written whole when the step is over; the bytes of inputs
lie beside it under their ids. A step whose file is there isn't made again, and the seconds that it took count. What a
step was in the middle of is lost. Whoever finishes a run forgets it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from slowpath import wire
from slowpath.errors import StoreUnwritable
from slowpath.model.testset import LeftOut, OpponentOutcome, ProposedTest
from slowpath.storage.whole import write_whole

FOLDER = "tests"


@dataclass(frozen=True)
class Step:
    """What one step of a run came to: inputs that may become tests, outcomes of opponents, inputs that can't be
    tests."""

    proposed: tuple[ProposedTest, ...] = ()
    outcomes: tuple[OpponentOutcome, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    took_s: float = 0.0
    executions: int = 0


class RunState:
    """The steps of one run. `key` names it; nothing is written before the first step is over."""

    def __init__(self, state_dir: Path, key: str) -> None:
        self.folder = state_dir / FOLDER / key

    def step(self, name: str) -> Step | None:
        """What the step of that name came to, None where it isn't over; one that can't be read is made again."""
        try:
            made: Step = wire.decode(Step, json.loads(self._place(name).read_text("utf-8")))
            return replace(
                made,
                proposed=tuple(
                    replace(each, data=(self.folder / each.data.decode()).read_bytes()) for each in made.proposed
                ),
            )
        except (OSError, ValueError, RecursionError):
            return None

    def keep(self, name: str, step: Step) -> None:
        """Keeps a step that is over. Raises `StoreUnwritable`."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for each in step.proposed:
                path = self.folder / f"{each.id}.in"
                if not path.is_file():
                    write_whole(path, each.data)
            bare = replace(step, proposed=tuple(replace(each, data=f"{each.id}.in".encode()) for each in step.proposed))
            write_whole(self._place(name), wire.dumps(bare).encode("utf-8", "replace"))
        except OSError as error:
            raise StoreUnwritable(f"{self.folder}: can't be written ({error.strerror}).", "Free some disk.") from error

    def forget(self) -> None:
        """Removes all that was kept."""
        with contextlib.suppress(OSError):
            shutil.rmtree(self.folder)

    def _place(self, name: str) -> Path:
        return self.folder / f"{hashlib.sha256(name.encode('utf-8', 'surrogateescape')).hexdigest()[:24]}.json"


def run_key(parts: Sequence[Any]) -> str:
    """The name of a run that all of these decide."""
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogateescape")).hexdigest()[:24]
